/// Where values stand: paths, worked out from the index when an error or a model asks for them.
extension DecodingScope {
    /// The keys and indices that lead from the root to a value, as models see them: where a strategy converts keys, the converted ones.
    /// O(depth · members); in large containers O(members) for many values in their order
    func codingPath(of target: UInt32) -> [any CodingKey] {
        var path: [any CodingKey] = []
        walk(to: target) { container, place, child in
            path.append(nodes[Int(container)].isObject ? codingKey(of: child, in: container) : PayloadKey(index: place))
        }
        return path
    }

    /// The place of a value in the payload, by its keys. O(depth · members), as ``codingPath(of:)``
    func pointer(to target: UInt32) -> JSONPointer {
        var tokens: [String] = []
        walk(to: target) { container, place, child in
            tokens.append(nodes[Int(container)].isObject ? string(nodes[Int(child - 1)]) : String(place))
        }
        return JSONPointer(tokens)
    }

    /// How many steps lead from the root to a value.
    func depth(of target: UInt32) -> Int {
        var depth = 0
        walk(to: target) { _, _, _ in depth += 1 }
        return depth
    }

    /// The containers on the way from the root to a value, each with the place and node of its child on that way.
    private func walk(to target: UInt32, _ step: (_ container: UInt32, _ place: Int, _ child: UInt32) -> Void) {
        var container = root
        while container != target, nodes[Int(container)].isContainer {
            let (place, child) = self.child(of: container, leadingTo: target)
            step(container, place, child)
            container = child
        }
    }

    private func child(of container: UInt32, leadingTo target: UInt32) -> (place: Int, child: UInt32) {
        let header = nodes[Int(container)]
        let step: UInt32 = header.isObject ? 1 : 0
        var (place, child) = (0, container + 1 + step)
        let isLarge = header.next - container > 256
        if isLarge, let landmark = rare?.landmarks[container], landmark.child <= target { (place, child) = landmark }
        while nodes[Int(child)].next <= target {
            child = nodes[Int(child)].next + step
            place += 1
        }
        if isLarge { rareState().landmarks[container] = (place, child) }
        return (place, child)
    }

    /// The key of a member: the model's own, where the type that the object was read by has it.
    private func codingKey(of value: UInt32, in object: UInt32) -> any CodingKey {
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
