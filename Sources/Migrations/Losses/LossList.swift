import VersionedCodec

/// The losses of a document: few as they are, those of a large document in little memory.
package enum LossList: Sendable, Sequence, ExpressibleByArrayLiteral {
    case few([Loss])
    case packed(PackedLosses)

    package init(arrayLiteral losses: Loss...) { self = .few(losses) }

    package var isEmpty: Bool { underestimatedCount == 0 }

    package var underestimatedCount: Int {
        switch self {
        case .few(let losses): losses.count
        case .packed(let losses): losses.count
        }
    }

    package func makeIterator() -> AnyIterator<Loss> {
        switch self {
        case .few(let losses): AnyIterator(losses.makeIterator())
        case .packed(let losses): AnyIterator(losses.makeIterator())
        }
    }

    /// All of them. O(losses)
    package var array: [Loss] {
        switch self {
        case .few(let losses): losses
        case .packed(let losses): Array(losses)
        }
    }

    /// Hands losses to a function, some at a time.
    package func forEachPart<Failure: Error>(_ body: ([Loss]) throws(Failure) -> Void) throws(Failure) {
        switch self {
        case .few(let losses): try body(losses)
        case .packed(let losses):
            var part: [Loss] = []
            for loss in losses {
                part.append(loss)
                if part.count == 1 << 10 {
                    try body(part)
                    part.removeAll(keepingCapacity: true)
                }
            }
            try body(part)
        }
    }

    /// The losses by the places of their values in the payload, those of made values last, each with its line and
    /// column.
    func inDocumentOrder(_ payload: [UInt8]) -> LossList {
        switch self {
        case .few(let losses): return .few(Loss.inDocumentOrder(losses, payload))
        case .packed(var losses):
            payload.withUnsafeBufferPointer { losses.order(in: $0) }
            return .packed(losses)
        }
    }
}
