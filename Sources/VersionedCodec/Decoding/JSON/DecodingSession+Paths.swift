/// Where values are: paths, worked out from the index when an error or a model asks for them.
extension DecodingSession {
    /// The keys and indices that lead from the root to a value, as models see them: where a strategy converts keys, the
    /// converted ones. O(depth · members); O(depth) for many values in their order
    func codingPath(of target: UInt32) -> [any CodingKey] {
        let slowPath = lead(to: target)
        var path: [any CodingKey] = []
        path.reserveCapacity(slowPath.way.count)
        for index in slowPath.way.indices {
            if let known = slowPath.way[index].key {
                path.append(known)
                continue
            }
            let container = slowPath.way[index].container
            let key: any CodingKey =
                nodes[Int(container)].isObject
                ? codingKey(of: slowPath.way[index].child, in: container) : PayloadKey(index: slowPath.way[index].place)
            // Strictly, a path is asked for once; models may open the object by other keys before the next time.
            if recorder.isReporting { slowPath.way[index].key = key }
            path.append(key)
        }
        return path
    }

    /// The place of a value in the payload, by its keys. O(depth · members), as ``codingPath(of:)``
    func pointer(to target: UInt32) -> JSONPointer {
        let slowPath = lead(to: target)
        return JSONPointer(slowPath.way.indices.map { step(slowPath, $0).token })
    }

    /// The same as a link to the way of the container, which all values of it share. O(1) for many values in their
    /// order
    func place(of target: UInt32) -> IssuePlace {
        let slowPath = lead(to: target)
        guard let last = slowPath.way.indices.last else { return .pointer(.root) }
        var known = last
        while known > 0, slowPath.way[known - 1].way == nil { known -= 1 }
        var way = known > 0 ? slowPath.way[known - 1].way : nil
        for index in known..<last {
            way = IssueWay(way, step(slowPath, index))
            slowPath.way[index].way = way
        }
        return .step(step(slowPath, last), of: way)
    }

    private func step(_ slowPath: SlowPathState, _ index: Int) -> IssueStep {
        nodes[Int(slowPath.way[index].container)].isObject
            ? .member(string(nodes[Int(slowPath.way[index].child - 1)])) : .element(slowPath.way[index].place)
    }

    /// How many steps lead from the root to a value.
    func depth(of target: UInt32) -> Int { lead(to: target).way.count }

    /// Leads the way of the document to a value: from where it was last, so that many values in their order take no
    /// more than one walk over them.
    private func lead(to target: UInt32) -> SlowPathState {
        let slowPath = slowPathState()
        while let last = slowPath.way.last, target <= last.container || target >= last.end { slowPath.leave() }
        if slowPath.way.isEmpty {
            guard target != root, nodes[Int(root)].isContainer else { return slowPath }
            slowPath.enter(root, towards: target, nodes)
        }
        while true {
            let child = slowPath.advance(to: target, nodes)
            if child == target || !nodes[Int(child)].isContainer { return slowPath }
            slowPath.enter(child, towards: target, nodes)
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
            return PayloadKey(slowPath?.dictionaries.contains(object) == true ? name : SnakeCase.camelCase(name))
        case .custom: return slowPath?.converted[object]?.key(of: value).map { PayloadKey($0) } ?? PayloadKey(name)
        }
    }

    /// The value that a coding path leads to, as far as there is one, and the names after it.
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
