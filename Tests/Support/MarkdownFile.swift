import Foundation

/// A document of this repository, as tests read it: its code blocks, and the text between them.
public struct MarkdownFile {
    /// One part of the document.
    public enum Part: Equatable {
        /// A heading, without its number signs.
        case heading(String)
        /// The lines of a fenced code block, and the language behind its fence.
        case code(language: String, text: String)
        /// A line of anything else.
        case line(String)
    }

    /// The parts, in their order.
    public let parts: [Part]

    /// The document at a path below the root of the repository.
    public init(_ path: String) throws {
        let text = try String(contentsOf: RepositoryFiles.root.appending(path: path), encoding: .utf8)
        var parts: [Part] = []
        var block: (language: String, lines: [String])?
        for line in text.components(separatedBy: "\n") {
            if line.hasPrefix("```") {
                if let open = block {
                    parts.append(.code(language: open.language, text: open.lines.joined(separator: "\n")))
                    block = nil
                } else {
                    block = (String(line.dropFirst(3)), [])
                }
            } else if block != nil {
                block?.lines.append(line)
            } else if line.hasPrefix("#") {
                parts.append(.heading(line.drop { $0 == "#" || $0 == " " }.replacingOccurrences(of: "`", with: "")))
            } else {
                parts.append(.line(line))
            }
        }
        self.parts = parts
    }

    /// The code blocks of a language.
    public func code(_ language: String) -> [String] {
        parts.compactMap { if case .code(language, let text) = $0 { text } else { nil } }
    }
}
