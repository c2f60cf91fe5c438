/// Values of any type.
extension DecodingSession {
    /// Decodes a value: known types straight from the bytes; other types decode themselves.
    @inline(__always)
    func value<Value: Decodable>(_ type: Value.Type, at node: UInt32) throws -> Value {
        let known = try types.known(type) ?? meet(type)
        if known.rawValue == KnownType.model.rawValue {
            // After the call, only code that holds the session decodes.
            return try type.init(from: IndexDecoder(session: self, node: node, isHeld: hasEnded, model: type))
        }
        return try leaf(known, type, at: node)
    }

    /// The kind of a new type, which is asked for its layouts here.
    @inline(never)
    func meet(_ type: Any.Type) throws -> KnownType {
        var known = KnownType(type)
        if let context, known.asksForLayouts {
            try context.ask(type)
            if context.declaresLayouts {
                keysArePlain = false
                layouts.forget()  // The model may have declared one of them.
            }
            if context.family(of: type) != nil {
                known = .family
            } else if known == .model, context.format.checksSubclasses, type is AnyObject.Type {
                known = .object
            }
        }
        if known == .model, let rule = unknownCaseRule(of: type) {
            known = rule.isForKeys ? .caseKeyed : .hasUnknownCase
        }
        types.note(type, known)
        return known
    }

    @inline(never)
    private func leaf<Value: Decodable>(_ known: KnownType, _ type: Value.Type, at node: UInt32) throws -> Value {
        switch known {
        case .model, .versioned:
            return try type.init(from: IndexDecoder(session: self, node: node, isHeld: hasEnded, model: type))
        case .list:
            guard let list = types.list(type) else {
                return try type.init(from: IndexDecoder(session: self, node: node, isHeld: hasEnded, model: type))
            }
            return try list.read(as: type, at: node, in: self)
        case .dictionary:
            guard let dictionary = types.dictionary(type) else {
                return try type.init(from: IndexDecoder(session: self, node: node, isHeld: hasEnded, model: type))
            }
            return try dictionary.read(as: type, at: node, in: self)
        case .unknownMembers: return try value(keepingUnknownMembers: type, at: node)
        case .family: return try member(ofFamily: type, at: node)
        case .object: return try object(type, at: node)
        case .hasUnknownCase: return try valueOrUnknown(type, at: node)
        case .caseKeyed: return try caseKeyed(type, at: node)
        case .ruled:
            let value = try type.init(from: IndexDecoder(session: self, node: node, isHeld: hasEnded, model: type))
            checkRules(type, at: node)
            return value
        case .bool: return SameType.cast(try bool(at: node))
        case .string: return SameType.cast(try string(at: node))
        case .double: return SameType.cast(try double(at: node))
        case .float: return SameType.cast(try float(at: node))
        case .int: return SameType.cast(try integer(Int.self, at: node))
        case .int8: return SameType.cast(try integer(Int8.self, at: node))
        case .int16: return SameType.cast(try integer(Int16.self, at: node))
        case .int32: return SameType.cast(try integer(Int32.self, at: node))
        case .int64: return SameType.cast(try integer(Int64.self, at: node))
        case .int128: return SameType.cast(try integer(Int128.self, at: node))
        case .uint: return SameType.cast(try integer(UInt.self, at: node))
        case .uint8: return SameType.cast(try integer(UInt8.self, at: node))
        case .uint16: return SameType.cast(try integer(UInt16.self, at: node))
        case .uint32: return SameType.cast(try integer(UInt32.self, at: node))
        case .uint64: return SameType.cast(try integer(UInt64.self, at: node))
        case .uint128: return SameType.cast(try integer(UInt128.self, at: node))
        case .date: return SameType.cast(try date(at: node))
        case .data: return SameType.cast(try data(at: node))
        case .url: return SameType.cast(try url(at: node))
        case .decimal: return SameType.cast(try decimal(at: node))
        case .json: return SameType.cast(json(at: node))
        case .strings: return SameType.cast(try list(at: node) { try $0.string(at: $1) })
        case .ints: return SameType.cast(try list(at: node) { try $0.integer(Int.self, at: $1) })
        case .doubles: return SameType.cast(try list(at: node) { try $0.double(at: $1) })
        case .bools: return SameType.cast(try list(at: node) { try $0.bool(at: $1) })
        case .doubleLists:
            return SameType.cast(
                try list(at: node) { session, node in try session.list(at: node) { try $0.double(at: $1) } })
        }
    }

    /// The elements of an array, read one by one.
    @inline(__always)
    private func list<Element>(
        at node: UInt32, _ read: (DecodingSession, UInt32) throws -> Element
    ) throws -> [Element] {
        let header = nodes[Int(node)]
        guard header.isArray else { throw mismatch([Any].self, at: node) }
        var elements: [Element] = []
        if header.count != 0 { elements.reserveCapacity(header.count ?? 0) }
        var child = node + 1
        while child < header.next {
            elements.append(try read(self, child))
            child = nodes[Int(child)].next
        }
        return elements
    }
}

/// A value of one type as a value of another that is the same.
enum SameType {
    /// Unsafe code: the types are compared first, so the memory holds what it is read as. Another type is a programmer
    /// error.
    @inline(__always)
    static func cast<Source, Target>(_ value: Source, as type: Target.Type = Target.self) -> Target {
        precondition(Source.self == Target.self, "the decoder took one type for another")
        return withUnsafePointer(to: value) { UnsafeRawPointer($0).assumingMemoryBound(to: Target.self).pointee }
    }
}
