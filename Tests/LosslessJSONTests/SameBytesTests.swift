import LosslessJSON
import Testing

@Suite struct SameBytesTests {
    @Test(arguments: 0...40) func runsAreTheSameIfEachByteIs(_ count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        bytes.withUnsafeBufferPointer { first in
            // Elsewhere in memory, and not at the start of a word.
            ([7] + bytes).withUnsafeBufferPointer { second in
                #expect(first.isSame(as: UnsafeBufferPointer(rebasing: second[1...])))
                #expect(!first.isSame(as: second))
            }
            for place in bytes.indices {
                var other = bytes
                other[place] ^= 0x80
                other.withUnsafeBufferPointer { #expect(!first.isSame(as: $0), "byte \(place) of \(count)") }
            }
        }
    }

    @Test func textsAreComparedByBytes() {
        #expect("é".hasSameBytes(as: "é"))
        #expect(!"é".hasSameBytes(as: "e\u{301}"))
        #expect("".hasSameBytes(as: ""))
        #expect(!"a".hasSameBytes(as: ""))
    }
}
