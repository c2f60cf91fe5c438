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

    /// What becomes of a key; `nil` where that is not known.
    func outcome(for key: String) -> Outcome? { known.withLock { $0[ByteKey(key)] } }

    func keep(_ outcome: Outcome, for key: String) {
        if key.utf8.count > Self.longest { return }
        known.withLock { if $0.count < Self.most { $0[ByteKey(key)] = outcome } }
    }

    static func == (left: TransformedKeys, right: TransformedKeys) -> Bool { true }
}
