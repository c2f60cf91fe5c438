import VersionedCodec

/// A test of a string or a number, and of nothing else: documents of one shape need not have the same characters, but
/// the same answer.
///
/// Unsafe code: characters are borrowed from the arena, which does not change meanwhile.
enum ScalarTest: Equatable {
    case prefix(String)
    case suffix(String)
    case contains(String)
    case matches(TextPattern)
    case atLeast(JSONNumber)
    case atMost(JSONNumber)
    /// No scalar passes.
    case never

    init(_ test: Condition.ValueTest) {
        switch test {
        case .suffix(let suffix): self = .suffix(suffix)
        case .contains(let text): self = .contains(text)
        case .matches(let pattern): self = .matches(pattern)
        case .atLeast(let bound): self = .atLeast(bound)
        case .atMost(let bound): self = .atMost(bound)
        default: self = .never
        }
    }

    /// Whether a value of the document passes.
    func holds(at node: NodeID, in arena: Arena) -> Bool {
        let kind = arena.kind(of: node)
        guard kind == .string || kind == .number else { return false }
        if let characters = arena.withoutRecording({ arena.plainBytes(of: node) }) {
            let passes = holds(for: kind, characters)
            arena.note(Answer(test: self, passes: passes), of: [node])
            return passes
        }
        guard var text = arena.string(of: node) ?? arena.value(of: node).number?.text else { return false }
        return text.withUTF8 { holds(for: kind, $0) }
    }

    /// Whether a string of these characters passes, or a number.
    private func holds(for kind: JSONKind, _ characters: UnsafeBufferPointer<UInt8>) -> Bool {
        switch self {
        case .prefix(let prefix): kind == .string && characters.starts(with: prefix.utf8)
        case .suffix(let suffix): kind == .string && characters.reversed().starts(with: suffix.utf8.reversed())
        case .contains(let text):
            kind == .string && TextTransform.holds(text, in: String(decoding: characters, as: UTF8.self))
        case .matches(let pattern):
            kind == .string && pattern.matches(characters)
        case .atLeast(let bound): kind == .number && !Self.number(characters).isLess(than: bound)
        case .atMost(let bound): kind == .number && !bound.isLess(than: Self.number(characters))
        case .never: false
        }
    }

    private static func number(_ characters: UnsafeBufferPointer<UInt8>) -> JSONNumber {
        JSONNumber(checked: String(decoding: characters, as: UTF8.self))
    }

    /// The finding that a scalar passes a test, or that it does not.
    private struct Answer: ScalarFinding {
        let test: ScalarTest
        let passes: Bool

        func holds(for scalars: [(kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)]) -> Bool {
            scalars.allSatisfy { test.holds(for: $0.kind, $0.characters) == passes }
        }
    }
}
