/// Unsafe code: reads words only where both have as many bytes as a word.
extension UnsafeBufferPointer where Element == UInt8 {
    /// Whether two runs of bytes are the same.
    @inline(__always)
    package func isSame(as other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count == other.count else { return false }
        guard let first = baseAddress, let second = other.baseAddress else { return true }
        let (left, right) = (UnsafeRawPointer(first), UnsafeRawPointer(second))
        if count >= 8 {
            var index = 0
            while index + 8 < count {
                if left.isSameWord(as: right, at: index, UInt64.self) { index += 8 } else { return false }
            }
            // The last eight bytes; some of them have been compared.
            return left.isSameWord(as: right, at: count - 8, UInt64.self)
        }
        if count >= 4 {
            return left.isSameWord(as: right, at: 0, UInt32.self)
                && left.isSameWord(as: right, at: count - 4, UInt32.self)
        }
        for index in 0..<count where first[index] != second[index] { return false }
        return true
    }
}

extension UnsafeRawPointer {
    @inline(__always)
    fileprivate func isSameWord<Word: FixedWidthInteger & BitwiseCopyable>(
        as other: UnsafeRawPointer, at offset: Int, _ word: Word.Type
    ) -> Bool {
        loadUnaligned(fromByteOffset: offset, as: word) == other.loadUnaligned(fromByteOffset: offset, as: word)
    }
}

extension String {
    /// Whether both have the same UTF-8; `==` takes canonically equivalent texts as one.
    package func hasSameBytes(as other: String) -> Bool {
        let fast = utf8.withContiguousStorageIfAvailable { bytes in
            other.utf8.withContiguousStorageIfAvailable { bytes.isSame(as: $0) }
        }
        // Bridged strings may have no UTF-8 in memory.
        return (fast ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}
