/// The tokens of a pointer with what looking them up needs, made once for many documents.
final class PointerKeys: Sendable {
    private struct Key {
        let bytes: Range<Int>
        let hash: UInt32
        /// The index that the token names in an array.
        let index: Int?
    }

    private let keys: [Key]
    private let bytes: [UInt8]

    init(_ tokens: [String]) {
        var (keys, bytes) = ([Key](), [UInt8]())
        keys.reserveCapacity(tokens.count)
        for token in tokens {
            let start = bytes.count
            bytes.append(contentsOf: token.utf8)
            keys.append(
                Key(bytes: start..<bytes.count, hash: KeyHash.hash(token), index: JSONPointer.index(of: token)))
        }
        (self.keys, self.bytes) = (keys, bytes)
    }

    /// The index that a token names in an array.
    func index(_ number: Int) -> Int? { keys[number].index }

    /// Calls a function with the bytes of a token and their hash.
    @inline(__always)
    func withKey<Result>(_ number: Int, _ body: (UnsafeBufferPointer<UInt8>, UInt32) -> Result) -> Result {
        let key = keys[number]
        return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[key.bytes]), key.hash) }
    }
}
