import Synchronization
import VersionedCodec

/// The text that was last taken apart by a pattern: each of its parts is computed by itself.
final class LastMatch: Sendable {
    struct Match {
        let parts: [String]
        /// Whether composing the parts makes the text again, where there is a template.
        let comesBack: Bool
        /// Whether nothing but what the pattern itself says is in the text beside the parts.
        let haveAll: Bool
    }

    /// Longer texts are not kept.
    private static let most = 1 << 12

    private let last = Mutex<(text: [UInt8], match: Match?)>(([], nil))

    /// The match of a text, which a function finds unless it is the last one.
    func match(of text: UnsafeBufferPointer<UInt8>, _ find: () -> Match?) -> Match? {
        if text.count > Self.most { return find() }
        // Another task may use the same plan.
        let known = last.withLockIfAvailable { last in
            last.text.withUnsafeBufferPointer { $0.isSame(as: text) } ? last.match : nil
        }
        if let known, let known { return known }
        guard let match = find() else { return nil }
        _ = last.withLockIfAvailable { $0 = (Array(text), match) }
        return match
    }
}

extension LastMatch: Equatable {
    /// It says nothing about the operation.
    static func == (lhs: LastMatch, rhs: LastMatch) -> Bool { true }
}
