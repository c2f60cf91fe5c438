/// Takes the pieces of a document as they are written.
package final class DocumentSink {
    private let write: (UnsafeBufferPointer<UInt8>) throws -> Void
    private let forget: () throws -> Void
    /// The first error, after which nothing more is accepted.
    package private(set) var failure: (any Error)?
    private var hasTaken = false

    /// A sink that hands pieces to a function, and can have all of them forgotten.
    package init(
        write: @escaping (UnsafeBufferPointer<UInt8>) throws -> Void, forget: @escaping () throws -> Void
    ) {
        self.write = write
        self.forget = forget
    }

    /// Has all pieces forgotten; whether that could be done.
    package func startOver() -> Bool {
        guard failure == nil else { return false }
        do {
            if hasTaken { try forget() }
            hasTaken = false
            return true
        } catch {
            failure = error
            return false
        }
    }

    func take(_ piece: UnsafeBufferPointer<UInt8>) {
        if failure != nil || piece.isEmpty { return }
        do {
            hasTaken = true
            try write(piece)
        } catch {
            failure = error
        }
    }
}
