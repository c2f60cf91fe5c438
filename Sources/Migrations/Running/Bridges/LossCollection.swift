import Synchronization
import VersionedCodec

/// The losses of models within payloads that coders read and write.
final class LossCollection: Sendable {
    @TaskLocal static var current: LossCollection?

    private let losses = Mutex<[(loss: Loss, versions: ObjectIdentifier)]>([])

    /// Adds the losses of a payload at a place of the one around it.
    ///
    /// - `versions`: The type of its versions.
    func add(_ new: [Loss], at place: JSONPointer, of versions: Any.Type) {
        if new.isEmpty { return }
        let placed = new.map { loss in
            var loss = loss
            loss.path = place.appending(loss.path)
            (loss.offset, loss.position) = (nil, nil)
            return (loss, ObjectIdentifier(versions))
        }
        losses.withLock { $0 += placed }
    }

    var all: [Loss] { losses.withLock { $0.map(\.loss) } }

    /// The losses of payloads whose versions are of another type.
    func all(besides versions: Any.Type) -> [Loss] {
        losses.withLock { $0.filter { $0.versions != ObjectIdentifier(versions) }.map(\.loss) }
    }

    /// Runs a coder, and collects in a new collection.
    static func collecting<Result>(
        _ body: () throws -> Result
    ) rethrows -> (result: Result, collection: LossCollection) {
        let collection = LossCollection()
        return (try $current.withValue(collection) { try body() }, collection)
    }
}

extension Loss {
    /// Runs a coder, and collects the losses of models inside the payload that their migrators migrate, and each
    /// fallback that is written for a case that a version does not have (`FallbackCases`).
    ///
    /// ```swift
    /// let (payload, losses) = try Loss.collecting { try encoder.encode(page) }
    /// losses.first?.path    // /items/0/note
    /// ```
    ///
    /// Paths begin at the root of the payload, with the coding keys that lead to the model. See
    /// `VersionController.migrating(by:losses:)`.
    ///
    /// - Throws: The errors of `body`.
    /// - Complexity: When reading, each model of another version is judged, which migrates it once more, and back.
    public static func collecting<Result>(
        _ body: () throws -> Result
    ) rethrows -> (result: Result, losses: [Loss]) {
        let ((result, fallbacks), collection) = try LossCollection.collecting {
            try FallbackLog.collecting { try body() }
        }
        return (result, collection.all + fallbacks.map(\.loss))
    }
}
