import Synchronization
import VersionedCodec

/// What transforms have made of keys: documents have the same few keys again and again.
///
/// Equal to any other one, because it decides nothing.
final class TransformedKeys: Sendable, Equatable {
    /// What becomes of a key.
    struct Outcome: Sendable {
        /// The new key; `nil` if the transforms make none.
        let key: String?
        /// Whether the way back makes the old key of it.
        let comesBack: Bool
    }

    /// Of more keys, or longer ones, nothing is remembered.
    private static let (most, longest) = (4096, 256)

    private let known = Mutex<[ByteKey: Outcome]>([:])

    /// `nil` where what becomes of a key may depend on the document, which decides how long a text may get.
    init?(_ transforms: [TextTransform], back: [TextTransform]) {
        for chain in [transforms, back] where chain.count > 4 || !chain.allSatisfy(\.keepsTextsShort) { return nil }
    }

    /// What becomes of a key; `nil` where that is not known.
    func outcome(for key: String) -> Outcome? { known.withLock { $0[ByteKey(key)] } }

    func keep(_ outcome: Outcome, for key: String) {
        if key.utf8.count > Self.longest { return }
        known.withLock { if $0.count < Self.most { $0[ByteKey(key)] = outcome } }
    }

    static func == (left: TransformedKeys, right: TransformedKeys) -> Bool { true }
}

extension TextTransform {
    /// Whether its result is at most some times as long as a short text, and depends on nothing else.
    fileprivate var keepsTextsShort: Bool {
        switch self {
        case .lowercase, .uppercase, .trim, .lastPathComponent, .dropPrefix(.text), .dropSuffix(.text), .slug,
            .changeCase, .encodeBase64, .decodeBase64:
            true
        case .addPrefix(.text(let text)), .addSuffix(.text(let text)): text.utf8.count <= 256
        case .replace(let old, let new): !old.isEmpty && new.utf8.count <= old.utf8.count
        default: false
        }
    }
}
