import Foundation
import TestSupport
import Testing

/// An article, such as one of the field guide, and the suite that runs its Swift.
///
/// Code between `// guide begin` and `// guide end` is a block of the article, word for word. A line of it that begins with
/// `// ` is what the code before it prints; `//` alone is an empty line.
struct GuidePage {
    /// The path of the article below the root of the repository.
    let article: String

    /// The path of the suite.
    let suite: String

    init(_ name: String, suite: String = #filePath) {
        self.init(article: "Sources/VersionedCodec/VersionedCodec.docc/\(name).md", suite: suite)
    }

    init(article: String, suite: String = #filePath) {
        self.article = article
        self.suite = suite
    }

    /// Fails where a block of the article is not in the suite, or the other way round.
    func expectSameBlocks(at location: SourceLocation = #_sourceLocation) throws {
        let shown = try MarkdownFile(article).code("swift").filter { !$0.hasPrefix("import ") }
        let run = try blocks(of: try lines())
        #expect(!shown.isEmpty, sourceLocation: location)
        #expect(shown.count == run.count, "number of blocks", sourceLocation: location)
        for (shown, run) in zip(shown, run) { #expect(shown == run, sourceLocation: location) }
    }

    /// The results that the blocks of one test show. The test is the one that a line of the suite is in.
    func results(upTo line: Int) throws -> [String] {
        let before = try lines().prefix(line)
        let start = before.lastIndex { $0.hasPrefix("    @Test") } ?? 0
        return try blocks(of: Array(before[start...])).flatMap { $0.components(separatedBy: "\n") }
            .filter { $0 == "//" || $0.hasPrefix("// ") }.map { String($0.dropFirst(3)) }
    }

    /// Fails where a test shows a block and does not compare its results.
    func expectEveryTestIsChecked(at location: SourceLocation = #_sourceLocation) throws {
        for test in try lines().joined(separator: "\n").components(separatedBy: "    @Test").dropFirst()
        where test.contains("// guide begin") {
            #expect(test.contains("try check("), "\(test.prefix(60))", sourceLocation: location)
        }
    }

    private func lines() throws -> [String] {
        try String(contentsOfFile: suite, encoding: .utf8).components(separatedBy: "\n")
    }

    private func blocks(of lines: [String]) throws -> [String] {
        var found: [String] = []
        var open: (indent: Int, lines: [String])?
        for line in lines {
            let text = line.drop { $0 == " " }
            if text == "// guide begin" {
                open = (line.count - text.count, [])
            } else if text == "// guide end", let block = open {
                found.append(block.lines.joined(separator: "\n"))
                open = nil
            } else if let indent = open?.indent {
                open?.lines.append(String(line.dropFirst(indent)))
            }
        }
        return found
    }
}

/// What the code of one test has printed.
final class PrintedLines {
    var lines: [String] = []
}

/// A suite that runs the Swift of an article.
protocol GuideSuite {
    var page: GuidePage { get }
    var printed: PrintedLines { get }
}

extension GuideSuite {
    /// Takes the place of the global function in the blocks of a suite.
    func print(_ items: Any...) {
        let text = items.map { "\($0)" }.joined(separator: " ")
        printed.lines += text.components(separatedBy: "\n")
    }

    /// Compares what was printed with what the article shows. Every test of a suite ends with it.
    func check(line: Int = #line, at location: SourceLocation = #_sourceLocation) throws {
        let shown = try page.results(upTo: line)
        #expect(printed.lines == shown, sourceLocation: location)
    }
}
