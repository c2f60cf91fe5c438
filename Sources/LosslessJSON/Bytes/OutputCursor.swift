/// Writes one thing after another to memory that has room for all of them.
///
/// Unsafe code: the memory comes from ``Array/append(room:_:)``; the caller asks there for room for all that it writes.
package struct OutputCursor {
    private var here: UnsafeMutablePointer<UInt8>

    package init(_ start: UnsafeMutablePointer<UInt8>) { here = start }

    /// How many bytes have been written since the start.
    package func count(from start: UnsafeMutablePointer<UInt8>) -> Int { here - start }

    package mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        here.copy(from: bytes)
        here += bytes.count
    }

    package mutating func write(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        write(UnsafeBufferPointer(rebasing: bytes[range]))
    }

    /// Writes ASCII text of the source.
    package mutating func write(ascii text: StaticString) {
        here.copy(from: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        here += text.utf8CodeUnitCount
    }

    /// How many bytes a number has at most.
    package static var mostDigits: Int { 19 }

    /// Writes the digits of a number that is not negative.
    package mutating func write(_ number: Int) {
        var (rest, limit, count) = (number.magnitude, UInt(10), 1)
        while count < Self.mostDigits, limit <= rest { (limit, count) = (limit &* 10, count &+ 1) }
        var place = count
        while place > 0 {
            place &-= 1
            here[place] = UInt8(truncatingIfNeeded: 0x30 &+ rest % 10)
            rest /= 10
        }
        here += count
    }
}
