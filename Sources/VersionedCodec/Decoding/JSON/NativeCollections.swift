/// An array of values that decode themselves, read from the index without containers, into memory for as many as there
/// are.
protocol NativeList: RangeReplaceableCollection where Element: Decodable {}

/// A dictionary of values that decode themselves, read in the same way.
protocol NativeDictionary {
    /// - `type`: The dictionary's own type, under the name that the caller has for it.
    static func read<Result>(as type: Result.Type, at node: UInt32, in session: DecodingSession) throws -> Result
}

extension DecodingSession {
    /// For how many elements memory is taken at once: no more than the text is large, however many it may promise and
    /// however large they are.
    fileprivate func reserved<Element>(_ count: Int?, _ type: Element.Type) -> Int {
        min(count ?? 0, 16 + 4 * byteCount / max(MemoryLayout<Element>.stride, 1))
    }

    /// Decodes a collection as the standard library does, from containers.
    fileprivate func standard<Collection: Decodable, Result>(
        _ type: Collection.Type, as result: Result.Type, at node: UInt32
    ) throws -> Result {
        SameType.cast(try type.init(from: IndexDecoder(session: self, node: node, isHeld: hasEnded, model: type)))
    }
}

extension Array: NativeList where Element: Decodable {}

/// With `Self` open, and its conformance at hand, the calls below have the metadata that they need; for
/// `Array<Element>` each would ask the runtime for it. So this must not be specialised for arrays of an open element.
extension NativeList {
    /// - `type`: The array's own type, under the name that the caller has for it.
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    static func read<Result>(as type: Result.Type, at node: UInt32, in session: DecodingSession) throws -> Result {
        let header = session.nodes[Int(node)]
        guard header.isArray else { throw session.mismatch([Any].self, at: node) }
        var elements = Self()
        if header.count != 0 { elements.reserveCapacity(session.reserved(header.count, Element.self)) }
        var child = node + 1
        while child < header.next {
            elements.append(try session.value(Element.self, at: child))
            child = session.nodes[Int(child)].next
        }
        return SameType.cast(elements)
    }
}

extension Dictionary: NativeDictionary where Key == String, Value: Decodable {
    static func read<Result>(as type: Result.Type, at node: UInt32, in session: DecodingSession) throws -> Result {
        let header = session.nodes[Int(node)]
        guard session.keysArePlain, header.isObject, !header.hasRepeatedKey else {
            return try session.standard(Self.self, as: type, at: node)
        }
        var members: [String: Value] = [:]
        members.reserveCapacity(session.reserved(header.count, (String, Value).self))
        var key = node + 1
        while key < header.next {
            let name = session.string(session.nodes[Int(key)])
            // Keys of other bytes may be one and the same text.
            if members.updateValue(try session.value(Value.self, at: key + 1), forKey: name) != nil {
                return try session.standard(Self.self, as: type, at: node)
            }
            key = session.nodes[Int(key + 1)].next
        }
        return SameType.cast(members)
    }
}
