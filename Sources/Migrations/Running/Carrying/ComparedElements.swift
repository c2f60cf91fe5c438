import VersionedCodec

/// The elements of an array that is compared: values, or nodes of an arena, of which only some become values.
struct ComparedElements {
    private enum Source {
        case values([JSONValue])
        case nodes([NodeID], Arena)
    }

    private let source: Source
    let count: Int

    init(_ values: [JSONValue]) { (source, count) = (.values(values), values.count) }

    /// The elements of an array in an arena.
    init(of array: NodeID, in arena: Arena) {
        let nodes = arena.children(of: array)
        (source, count) = (.nodes(nodes, arena), nodes.count)
    }

    var indices: Range<Int> { 0..<count }

    func value(_ index: Int) -> JSONValue {
        switch source {
        case .values(let values): values[index]
        case .nodes(let nodes, let arena): arena.value(of: nodes[index])
        }
    }

    func isObject(_ index: Int) -> Bool {
        switch source {
        case .values(let values): values[index].kind == .object
        case .nodes(let nodes, let arena): arena.isObject(nodes[index])
        }
    }

    func isArray(_ index: Int) -> Bool {
        switch source {
        case .values(let values): values[index].kind == .array
        case .nodes(let nodes, let arena): arena.isArray(nodes[index])
        }
    }

    func hash(_ index: Int) -> ValueHash {
        switch source {
        case .values(let values): ValueHash.of(values[index])
        case .nodes(let nodes, let arena): ValueHash.of(nodes[index], in: arena)
        }
    }

    /// The hashes of the first scalar members of an element.
    func scalars(_ index: Int) -> [ValueHash] {
        switch source {
        case .values(let values): ValueHash.ofScalars(in: values[index])
        case .nodes(let nodes, let arena): ValueHash.ofScalars(in: arena, nodes[index])
        }
    }

    /// The hash of a scalar member of an element.
    private func member(_ key: String, of index: Int) -> ValueHash? {
        switch source {
        case .values(let values): ValueHash.ofMember(key, in: values[index])
        case .nodes(let nodes, let arena): ValueHash.ofMember(key, of: nodes[index], in: arena)
        }
    }

    /// The keys of an element, as many as distinguish it.
    private func keys(_ index: Int) -> [String] {
        switch source {
        case .values(let values): values[index].object?.prefix(Self.tried).map(\.key) ?? []
        case .nodes(let nodes, let arena): arena.children(of: nodes[index]).prefix(Self.tried).map(arena.key(of:))
        }
    }

    /// So many members are tried.
    private static let tried = 16

    /// The first scalar member that all objects have, and of which no two have the same value.
    ///
    /// - Complexity: O(members) for each of the first thousand objects
    func identifyingKey() -> String? {
        let objects = indices.prefix(1000).filter(isObject)
        guard let first = objects.first else { return nil }
        return keys(first).first { key in
            var seen: Set<ValueHash> = []
            return objects.allSatisfy { member(key, of: $0).map { seen.insert($0).inserted } ?? false }
        }
    }
}
