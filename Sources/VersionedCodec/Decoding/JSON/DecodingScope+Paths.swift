/// Where values stand: paths, worked out from the index when an error or a model asks for them.
extension DecodingScope {
    /// The keys and indices that lead from the root to a value, as models see them: where a strategy converts keys, the
    /// converted ones. O(depth · members); O(depth) for many values in their order
    func codingPath(of target: UInt32) -> [any CodingKey] {
        let rare = lead(to: target)
        var path: [any CodingKey] = []
        path.reserveCapacity(rare.way.count)
        for index in rare.way.indices {
            if let known = rare.way[index].key {
                path.append(known)
                continue
            }
            let container = rare.way[index].container
            let key: any CodingKey =
                nodes[Int(container)].isObject
                ? codingKey(of: rare.way[index].child, in: container) : PayloadKey(index: rare.way[index].place)
            // Strictly, a path is asked for once; models may open the object by other keys before the next time.
            if recorder.isReporting { rare.way[index].key = key }
            path.append(key)
        }
        return path
    }

    /// The place of a value in the payload, by its keys. O(depth · members), as ``codingPath(of:)``
    func pointer(to target: UInt32) -> JSONPointer {
        let rare = lead(to: target)
        return JSONPointer(rare.way.indices.map { step(rare, $0).token })
    }

    /// The same as a link to the way of the container, which all values of it share. O(1) for many values in their
    /// order
    func place(of target: UInt32) -> IssuePlace {
        let rare = lead(to: target)
        guard let last = rare.way.indices.last else { return .pointer(.root) }
        var known = last
        while known > 0, rare.way[known - 1].way == nil { known -= 1 }
        var way = known > 0 ? rare.way[known - 1].way : nil
        for index in known..<last {
            way = IssueWay(way, step(rare, index))
            rare.way[index].way = way
        }
        return .step(step(rare, last), of: way)
    }

    private func step(_ rare: RareState, _ index: Int) -> IssueStep {
        nodes[Int(rare.way[index].container)].isObject
            ? .member(string(nodes[Int(rare.way[index].child - 1)])) : .element(rare.way[index].place)
    }

    /// How many steps lead from the root to a value.
    func depth(of target: UInt32) -> Int { lead(to: target).way.count }

    /// Leads the way of the document to a value: from where it was last, so that many values in their order take no
    /// more than one walk over them.
    private func lead(to target: UInt32) -> RareState {
        let rare = rareState()
        while let last = rare.way.last, target <= last.container || target >= last.end { rare.leave() }
        if rare.way.isEmpty {
            guard target != root, nodes[Int(root)].isContainer else { return rare }
            rare.enter(root, towards: target, nodes)
        }
        while true {
            let child = rare.advance(to: target, nodes)
            if child == target || !nodes[Int(child)].isContainer { return rare }
            rare.enter(child, towards: target, nodes)
        }
    }

    /// The key of a member: the model's own, where the type that the object was read by has it.
    private func codingKey(of value: UInt32, in object: UInt32) -> any CodingKey {
        guard convertsKeys else {
            let name = string(nodes[Int(value - 1)])
            return opened.key(named: name, raw: name, of: object) ?? PayloadKey(name)
        }
        let name = convertedKey(of: value, in: object)
        return opened.key(named: name.stringValue, raw: string(nodes[Int(value - 1)]), of: object) ?? name
    }

    /// The key of a member, as the strategy converts it where the object was read as a model.
    private func convertedKey(of value: UInt32, in object: UInt32) -> PayloadKey {
        let name = string(nodes[Int(value - 1)])
        guard convertsKeys else { return PayloadKey(name) }
        switch rules.keys {
        case .useDefaultKeys: return PayloadKey(name)
        case .convertFromSnakeCase:
            return PayloadKey(rare?.dictionaries.contains(object) == true ? name : SnakeCase.camelCase(name))
        case .custom: return rare?.converted[object]?.key(of: value).map { PayloadKey($0) } ?? PayloadKey(name)
        }
    }

    /// The value that a coding path leads to, as far as there is one, and the names behind it.
    func node(at path: [any CodingKey]) -> (node: UInt32, rest: [String]) {
        var node = root
        for (depth, key) in path.enumerated() {
            let header = nodes[Int(node)]
            var next = Self.nothing
            if header.isObject {
                next = member(key.stringValue, of: node)
                if convertsKeys, next == Self.nothing || convertedKey(of: next, in: node).stringValue != key.stringValue
                {
                    let members = keys(of: node).map { $0 + 1 }
                    next = members.first { convertedKey(of: $0, in: node).stringValue == key.stringValue } ?? next
                }
            } else if header.isArray, let index = key.intValue, index >= 0 {
                var child = node + 1
                for _ in 0..<index where child < header.next { child = nodes[Int(child)].next }
                if child < header.next { next = child }
            }
            if next == Self.nothing { return (node, JSONPointer(codingPath: Array(path[depth...])).tokens) }
            node = next
        }
        return (node, [])
    }
}
