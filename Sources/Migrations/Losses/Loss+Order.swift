import VersionedCodec

extension Loss {
    /// Losses by the places of their values in the payload, those of made values last, each with its line and column.
    static func inDocumentOrder(_ losses: [Loss], _ bytes: [UInt8]) -> [Loss] {
        if losses.isEmpty { return [] }
        var losses = losses
        bytes.withUnsafeBufferPointer { order(&losses, $0) }
        return losses
    }

    /// Losses of values that a document did not contain, with its own place.
    static func placed(_ losses: [Loss], in document: JSONDocument) -> [Loss] {
        let start = document.root.sourceOffset
        return inDocumentOrder(losses.map { $0.moved(to: start) }, document.bytes)
    }

    /// Puts losses in the order of their values in the payload; see `inDocumentOrder`.
    static func order(_ losses: inout [Loss], _ bytes: UnsafeBufferPointer<UInt8>) {
        sortByOffset(&losses)
        var position = SourcePosition(line: 1, column: 1, byteOffset: 0)
        for index in losses.indices {
            guard let offset = losses[index].offset else { continue }
            position.advance(to: offset, in: bytes)
            losses[index].position = position
        }
    }

    /// Puts losses in the order of their offsets, those without one last.
    static func sortByOffset(_ losses: inout [Loss]) {
        let places = 1..<max(losses.count, 1)
        if places.contains(where: { losses[$0 - 1].offset ?? .max > losses[$0].offset ?? .max }) {
            let order = Array(losses.indices).sortedOnce { left, right in
                let (first, second) = (losses[left].offset ?? .max, losses[right].offset ?? .max)
                return first == second ? left < right : first < second
            }
            losses = order.map { losses[$0] }
        }
    }
}
