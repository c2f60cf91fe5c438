/// Unsafe code: all loads and stores are within `count` bytes of both; the caller has room for them, and the two do not
/// overlap.
extension UnsafeMutablePointer where Pointee == UInt8 {
    /// Copies bytes that are often few: up to 32 are copied as words, the last of which overlaps the one before it,
    /// which costs less than a call.
    @inline(__always)
    func copy(from source: UnsafePointer<UInt8>, count: Int) {
        let (from, to) = (UnsafeRawPointer(source), UnsafeMutableRawPointer(self))
        switch count {
        case 17...32: Self.copy(SIMD2<UInt64>.self, from, to, count)
        case 8...16: Self.copy(UInt64.self, from, to, count)
        case 4...7: Self.copy(UInt32.self, from, to, count)
        case 1...3:
            self[0] = source[0]
            self[count &- 1] = source[count &- 1]
            self[count >> 1] = source[count >> 1]
        default: update(from: source, count: count)
        }
    }

    @inline(__always)
    func copy(from source: UnsafeBufferPointer<UInt8>) {
        if let base = source.baseAddress { copy(from: base, count: source.count) }
    }

    /// Copies at least one and at most two words.
    @inline(__always)
    private static func copy<Word: BitwiseCopyable>(
        _ word: Word.Type, _ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, _ count: Int
    ) {
        let last = count &- MemoryLayout<Word>.size
        let (head, tail) = (from.loadUnaligned(as: word), from.loadUnaligned(fromByteOffset: last, as: word))
        to.storeBytes(of: head, as: word)
        to.storeBytes(of: tail, toByteOffset: last, as: word)
    }
}
