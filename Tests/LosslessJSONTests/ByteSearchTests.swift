@testable import LosslessJSON
import Testing

@Suite struct ByteSearchTests {
    @Test(arguments: 0...70) func byteIsFoundWhereverItIs(_ count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 % 7 + 0x80) }
        bytes.withUnsafeBufferPointer { #expect(!$0.holds(0x5C)) }
        for place in bytes.indices {
            var other = bytes
            other[place] = 0x5C
            other.withUnsafeBufferPointer { #expect($0.holds(0x5C), "byte \(place) of \(count)") }
        }
    }
}
