import VersionedCodec

/// The places of members in a list, by the keys that they are to have.
struct KeyPlaces {
    private var hashes: [UInt32] = []
    /// The places by hashes, where there are many.
    private var places: [UInt32: [Int]]?

    private static let few = 16

    init(capacity: Int) {
        hashes.reserveCapacity(capacity)
        if capacity > Self.few { places = Dictionary(minimumCapacity: capacity) }
    }

    /// The place of a member that has the key of another one.
    func place(
        of member: RenameKeysOperation.Renamed, _ members: [RenameKeysOperation.Renamed], _ arena: Arena
    ) -> Int? {
        let hash = member.hash(arena)
        if let places { return places[hash]?.first { members[$0].hasKey(of: member, arena) } }
        return hashes.indices.first { hashes[$0] == hash && members[$0].hasKey(of: member, arena) }
    }

    /// Adds a member at the end.
    mutating func add(_ member: RenameKeysOperation.Renamed, _ arena: Arena) {
        let hash = member.hash(arena)
        places?[hash, default: []].append(hashes.count)
        hashes.append(hash)
    }
}

extension RenameKeysOperation.Renamed {
    fileprivate func hash(_ arena: Arena) -> UInt32 { key.map { KeyHash.hash($0) } ?? arena.keyHash(of: node) }

    fileprivate func hasKey(of other: Self, _ arena: Arena) -> Bool {
        withKey(arena) { key in other.withKey(arena) { $0.isSame(as: key) } }
    }

    private func withKey<Result>(_ arena: Arena, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        guard var key else { return arena.withKey(of: node, body) }
        return key.withUTF8(body)
    }
}
