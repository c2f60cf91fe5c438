/// The bytes that are written: an array, so that they can be handed out without a copy.
///
/// The unsafe part: the memory of `append(room:)` is valid for the time of a call, and the caller writes no more than
/// it asked for.
extension [UInt8] {
    /// Makes room for so many bytes more, twice as much as there was if that is not enough.
    @inlinable @inline(__always)
    package mutating func makeRoom(_ room: Int) {
        if capacity &- count < room { grow(room) }
    }

    @usableFromInline @inline(never)
    package mutating func grow(_ room: Int) { reserveCapacity(Swift.max(2 &* capacity, count &+ room)) }

    /// Appends what is written to memory with room for so many bytes; the closure returns how many it wrote.
    @inlinable @inline(__always)
    package mutating func append(room: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) {
        append(addingCapacity: room) { span in
            span.withUnsafeMutableBufferPointer { bytes, count in
                guard let base = bytes.baseAddress else { return }
                count = write(base)
            }
        }
    }

    /// Appends ASCII text of the source.
    @inlinable @inline(__always)
    package mutating func append(ascii text: StaticString) {
        makeRoom(text.utf8CodeUnitCount)
        append(room: text.utf8CodeUnitCount) { out in
            out.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
            return text.utf8CodeUnitCount
        }
    }
}
