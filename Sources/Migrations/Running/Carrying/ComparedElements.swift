import VersionedCodec

/// The elements of an array in an arena, to be compared with those of another one.
struct ComparedElements {
    let arena: Arena
    let nodes: [NodeID]

    init(of array: NodeID, in arena: Arena) { (self.arena, nodes) = (arena, arena.children(of: array)) }

    var count: Int { nodes.count }

    var indices: Range<Int> { nodes.indices }

    func value(_ index: Int) -> JSONValue { arena.value(of: nodes[index]) }

    /// The value at a place within an element.
    func value(at path: JSONPointer, in index: Int) -> JSONValue? {
        let found = arena.find(path, from: nodes[index])
        return found.isNone ? .none : arena.value(of: found)
    }

    /// The byte of the text that an element comes from; `nil` for a made one.
    func origin(_ index: Int) -> Int? { arena.origin(of: nodes[index]) }

    func isObject(_ index: Int) -> Bool { arena.isObject(nodes[index]) }

    func isArray(_ index: Int) -> Bool { arena.isArray(nodes[index]) }

    func hash(_ index: Int) -> ValueHash { ValueHash.of(nodes[index], in: arena) }

    /// The hashes of the first scalar members of an element.
    func scalars(_ index: Int) -> [ValueHash] { ValueHash.ofScalars(in: arena, nodes[index]) }

    /// So many elements are looked at, and so many of their members are tried.
    static let looks = 1000
    private static let tried = 16

    /// The first scalar member that all objects have, and of which no two have the same value.
    ///
    /// - Complexity: O(members) for each of the first thousand objects
    func identifyingKey() -> String? {
        let objects = nodes.prefix(Self.looks).filter(arena.isObject)
        guard let first = objects.first else { return nil }
        return arena.children(of: first).prefix(Self.tried).lazy.map(arena.key(of:)).first { key in
            var seen: Set<ValueHash> = []
            var few: [ValueHash] = []
            return objects.allSatisfy { object in
                guard let hash = ValueHash.ofMember(key, of: object, in: arena) else { return false }
                if objects.count > 8 { return seen.insert(hash).inserted }
                defer { few.append(hash) }
                return !few.contains(hash)
            }
        }
    }
}
