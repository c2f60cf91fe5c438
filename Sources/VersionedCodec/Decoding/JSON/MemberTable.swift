/// The members of a large object by the bytes of their keys.
///
/// Hashes are Swift's own, which are seeded for each process: no payload can make its keys collide.
///
/// Unsafe code: names are bytes of the session's text, borrowed for the call.
struct MemberTable {
    /// Key nodes, each in the first free place from that of its hash on; ``DecodingSession/nothing`` in free places.
    private var places: [UInt32]

    /// - Complexity: O(members)
    init(of object: UInt32, _ header: IndexNode, in session: DecodingSession) {
        let members = header.count ?? session.keys(of: object).count
        var count = 8
        while count < 2 * members { count *= 2 }
        places = Array(repeating: DecodingSession.nothing, count: count)
        var key = object + 1
        while key < header.next {
            let node = session.nodes[Int(key)]
            if node.isEscaped {
                Unescaping.characters(of: session.bytes(of: node)).withUnsafeBufferPointer { add(key, $0) }
            } else {
                add(key, session.bytes(of: node))
            }
            key = session.nodes[Int(key + 1)].next
        }
    }

    private mutating func add(_ key: UInt32, _ name: UnsafeBufferPointer<UInt8>) {
        var place = start(of: name)
        while places[place] != DecodingSession.nothing { place = (place + 1) & (places.count - 1) }
        places[place] = key
    }

    /// The value of a member, or ``DecodingSession/nothing``. O(1)
    func value(of name: UnsafeBufferPointer<UInt8>, in session: DecodingSession) -> UInt32 {
        var place = start(of: name)
        while case let key = places[place], key != DecodingSession.nothing {
            if session.matches(key, name) { return key + 1 }
            place = (place + 1) & (places.count - 1)
        }
        return DecodingSession.nothing
    }

    private func start(of name: UnsafeBufferPointer<UInt8>) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(name))
        return hasher.finalize() & (places.count - 1)
    }
}
