/// The lines and columns of many places of one payload, in any order. O(bytes) for all of them together
package final class PositionTable {
    private let bytes: [UInt8]

    /// The places of the bytes 0, 4,096, 8,192 and so on, as far as they were needed.
    private var places = [SourcePosition(line: 1, column: 1, byteOffset: 0)]

    private static let distance = 1 << 12

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The place after a number of bytes. O(1), once the bytes before it have been counted
    package func position(at offset: Int) -> SourcePosition {
        let number = min(offset, bytes.count) / Self.distance
        while places.count <= number {
            var next = places[places.count - 1]
            next.advance(to: places.count * Self.distance, in: bytes)
            places.append(next)
        }
        var place = places[number]
        place.advance(to: offset, in: bytes)
        place.byteOffset = offset
        return place
    }
}
