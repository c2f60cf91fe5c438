import Foundation
import TestSupport
import Testing

/// What holds for all pages of the field guide, and for the questions that they answer.
@Suite struct FieldGuideSupportTests {
    private static let folder = "Sources/VersionedCodec/VersionedCodec.docc"

    private func text(_ path: String) throws -> String {
        try String(contentsOf: RepositoryFiles.root.appending(path: path), encoding: .utf8)
    }

    /// The name that Markdown gives the place of a heading.
    private func anchor(_ heading: String) -> String {
        heading.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
            .replacing(" ", with: "-")
    }

    @Test func everyPageBeginsWithTheseLines() throws {
        let blocks = try MarkdownFile("\(Self.folder)/FieldGuide.md").code("swift")
        let source = try text("Tests/StrangerTests/FieldGuide/FieldGuideSupport.swift")
        #expect(source == "// guide begin\n\(blocks[0])\n// guide end\n")
    }

    @Test func everyPageIsListedAndHasASuite() throws {
        let folder = RepositoryFiles.root.appending(path: Self.folder)
        let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasPrefix("FieldGuide") && $0 != "FieldGuide.md" }.map { $0.dropLast(3) }
        #expect(pages.count >= 9)
        let guide = try text("\(Self.folder)/FieldGuide.md")
        let topics = try text("\(Self.folder)/VersionedCodec.md")
        for page in pages {
            #expect(guide.contains("<doc:\(page)>") && topics.contains("<doc:\(page)>"), "\(page)")
            let suite = try text("Tests/StrangerTests/FieldGuide/\(page)Tests.swift")
            #expect(suite.contains("GuidePage(\"\(page)\")"))
        }
    }

    @Test func everyQuestionLeadsToASection() throws {
        let questions = try text("docs/Questions.md")
        for number in 1...20 { #expect(questions.contains("\n\(number). **"), "\(number)") }
        let links = questions.matches(of: /\]\(([^)#]+)(?:#([^)]+))?\)/)
        #expect(links.count >= 20)
        for link in links {
            let path = "docs/\(link.1)".replacing("docs/../", with: "")
            let headings = try MarkdownFile(path).parts.compactMap {
                if case .heading(let heading) = $0 { anchor(heading) } else { nil }
            }
            if let place = link.2 { #expect(headings.contains(String(place)), "\(link.0)") }
        }
        #expect(try text("README.md").contains("(docs/Questions.md)"))
    }
}
