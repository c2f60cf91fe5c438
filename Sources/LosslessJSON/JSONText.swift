/// A string or key: its characters, and how the bytes spelled them where that was with escapes.
struct JSONText: Sendable {
    private enum Storage: Sendable {
        case made(String)
        case spelled(Spelled)
        case indexed(DocumentIndex, UInt32)
    }

    /// A text that was spelled with escapes; apart, so that other texts take less room.
    private final class Spelled: Sendable {
        let string: String
        let spelling: String

        init(_ string: String, _ spelling: String) {
            self.string = string
            self.spelling = spelling
        }
    }

    private let storage: Storage

    /// Whether every style writes the text alike: it holds only ASCII without a quote, slash or backslash, and
    /// was not spelled with escapes.
    var isPlain: Bool {
        spelling == nil
            && string.utf8.allSatisfy { byte in
                (0x20..<0x80).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
                    && byte != UInt8(ascii: "/")
            }
    }

    init(_ string: String, spelling: String? = nil) {
        storage = spelling.map { .spelled(Spelled(string, $0)) } ?? .made(string)
    }

    /// A string or key of a document, read when it is asked for.
    init(_ index: DocumentIndex, _ node: UInt32) { storage = .indexed(index, node) }

    /// The characters, escapes resolved.
    var string: String {
        switch storage {
        case .made(let string): string
        case .spelled(let text): text.string
        case .indexed(let index, let node): index.string(node)
        }
    }

    /// The text between the quotes if it held an escape; `nil` if it was the characters themselves.
    var spelling: String? {
        switch storage {
        case .made: nil
        case .spelled(let text): text.spelling
        case .indexed(let index, let node): index.spelling(node)
        }
    }

    /// Where the text is in a document.
    var source: (index: DocumentIndex, node: UInt32)? {
        if case .indexed(let index, let node) = storage { (index, node) } else { nil }
    }

    /// Whether both have the same characters, byte by byte.
    func matches(_ text: String) -> Bool {
        switch storage {
        case .made(let string): ByteKey(string) == ByteKey(text)
        case .spelled(let spelled): ByteKey(spelled.string) == ByteKey(text)
        case .indexed(let index, let node): index.string(node, isEqualTo: text)
        }
    }

    /// Whether both have the same characters, byte by byte.
    func matches(_ other: JSONText) -> Bool {
        if case .made(let string) = other.storage { return matches(string) }
        return matches(other.string)
    }
}

extension JSONValue {
    /// Whether the value is a string whose bytes had escapes: its characters alone do not show how it was written.
    package var isStringWithEscapes: Bool {
        switch storage {
        case .string(let text): text.spelling != nil
        case .indexed(let index, let node): index[node].isString && index[node].isEscaped
        default: false
        }
    }
}
