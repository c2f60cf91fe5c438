/// Unsafe code: reads words only where eight bytes of both are left.
extension UnsafeBufferPointer where Element == UInt8 {
    /// Whether two runs of bytes are the same.
    @inline(__always)
    package func isSame(as other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count == other.count else { return false }
        guard let first = baseAddress, let second = other.baseAddress else { return true }
        var index = 0
        while index + 8 <= count {
            let word = UnsafeRawPointer(first).loadUnaligned(fromByteOffset: index, as: UInt64.self)
            if word != UnsafeRawPointer(second).loadUnaligned(fromByteOffset: index, as: UInt64.self) { return false }
            index += 8
        }
        while index < count {
            if first[index] != second[index] { return false }
            index += 1
        }
        return true
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
