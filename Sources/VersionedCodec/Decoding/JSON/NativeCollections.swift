/// A collection of values that decode themselves: read from the index without containers, into memory for as many as
/// there are.
protocol NativeCollection {
    /// - `type`: The collection's own type, under the name that the caller has for it.
    static func read<Result>(as type: Result.Type, at node: UInt32, in scope: DecodingScope) throws -> Result
}

extension DecodingScope {
    /// For how many elements memory is taken at once: no more than the text is large, however many it may promise and
    /// however large they are.
    fileprivate func reserved<Element>(_ count: Int?, _ type: Element.Type) -> Int {
        min(count ?? 0, 16 + 4 * byteCount / max(MemoryLayout<Element>.stride, 1))
    }

    /// Decodes a collection as the standard library does, from containers.
    fileprivate func standard<Collection: Decodable, Result>(
        _ type: Collection.Type, as result: Result.Type, at node: UInt32
    ) throws -> Result {
        SameType.cast(try type.init(from: IndexDecoder(scope: self, node: node, isHeld: hasEnded, model: type)))
    }
}

extension Array: NativeCollection where Element: Decodable {
    static func read<Result>(as type: Result.Type, at node: UInt32, in scope: DecodingScope) throws -> Result {
        let header = scope.nodes[Int(node)]
        guard header.isArray else { throw scope.mismatch([Any].self, at: node) }
        var elements: [Element] = []
        elements.reserveCapacity(scope.reserved(header.count, Element.self))
        var child = node + 1
        while child < header.next {
            elements.append(try scope.value(Element.self, at: child))
            child = scope.nodes[Int(child)].next
        }
        return SameType.cast(elements)
    }
}

extension Dictionary: NativeCollection where Key == String, Value: Decodable {
    static func read<Result>(as type: Result.Type, at node: UInt32, in scope: DecodingScope) throws -> Result {
        let header = scope.nodes[Int(node)]
        guard scope.keysArePlain, header.isObject, !header.hasRepeatedKey else {
            return try scope.standard(Self.self, as: type, at: node)
        }
        var members: [String: Value] = [:]
        members.reserveCapacity(scope.reserved(header.count, (String, Value).self))
        var key = node + 1
        while key < header.next {
            let name = scope.string(scope.nodes[Int(key)])
            // Keys of other bytes may be one and the same text.
            if members.updateValue(try scope.value(Value.self, at: key + 1), forKey: name) != nil {
                return try scope.standard(Self.self, as: type, at: node)
            }
            key = scope.nodes[Int(key + 1)].next
        }
        return SameType.cast(members)
    }
}
