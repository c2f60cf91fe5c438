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

    /// The value that a token names in a value of an arena, or `none`.
    @inline(__always)
    func child(_ number: Int, of node: NodeID, in arena: Arena) -> NodeID {
        let key = keys[number]
        if arena[node].isObject {
            return bytes.withUnsafeBufferPointer {
                arena.member(UnsafeBufferPointer(rebasing: $0[key.bytes]), hash: key.hash, of: node)
            }
        }
        guard arena[node].isArray, let index = key.index else { return .none }
        return arena.element(index, of: node)
    }
}
