#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Values of any type, at the end of the bytes.
extension JSONOutput {
    /// Writes a value. If that fails, its bytes stay; the caller removes them.
    @inline(__always)
    func write<Value: Encodable>(_ value: Value) throws {
        if Value.self == String.self {
            write(Cast.bits(value, as: String.self))
        } else if Value.self == Int.self {
            write(Int64(Cast.bits(value, as: Int.self)))
        } else if Value.self == Double.self {
            try write(Cast.bits(value, as: Double.self))
        } else {
            try writeOther(value)
        }
    }

    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    private func writeOther<Value: Encodable>(_ value: Value) throws {
        if hasMet(Value.self) { return try writeAsked(value) }
        if Value.self == [Double].self {
            return try writeList(Cast.bits(value, as: [Double].self)) { try self.write($0) }
        }
        if Value.self == Date.self { return try write(Cast.bits(value, as: Date.self)) }
        if Value.self == Bool.self { return write(Cast.bits(value, as: Bool.self)) }
        if Value.self == [String].self { return try writeList(Cast.bits(value, as: [String].self)) { self.write($0) } }
        if Value.self == [Int].self { return try writeList(Cast.bits(value, as: [Int].self)) { self.write(Int64($0)) } }
        if Value.self == URL.self { return write(Cast.bits(value, as: URL.self).absoluteString) }
        if Value.self == Decimal.self { return try write(Cast.bits(value, as: Decimal.self)) }
        if Value.self == Data.self { return try write(Cast.bits(value, as: Data.self)) }
        if Value.self == JSONValue.self { return try write(Cast.bits(value, as: JSONValue.self)) }
        if stampDepth < 0, let dictionary = dictionary(Value.self) { return try dictionary.write(value, on: self) }
        try writeModel(value)
    }

    /// Writes a value by its own code.
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    func writeModel<Value: Encodable>(_ value: Value) throws {
        // The cast is slow, and a class instance always has the size of a reference.
        if MemoryLayout<Value>.size == MemoryLayout<AnyObject>.size, Value.self is AnyObject.Type {
            return try writeObject(value)
        }
        try ask(Value.self)
        guard kind(of: Value.self).isEmpty else { return try writeKeeping(value) }
        if Value.self != Data.self { noteMet(Value.self) }
        try writeAsked(value)
    }

    /// Writes a value that may keep what it does not know.
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    private func writeKeeping<Value: Encodable>(_ value: Value) throws {
        let reference = try begin(Value.self)
        try encode(value, Value.self, reference)
        try end(reference, value)
    }

    /// Writes a value that is not an object by its own code; its type has been asked for its layouts.
    @inline(__always)
    private func writeAsked<Value: Encodable>(_ value: Value) throws {
        let reference = try begin(Value.self)
        try value.encode(to: OutputEncoder(output: self, value: reference))
        try end(reference, value)
    }

    /// Writes an instance of a class by its own code; it may be of a subclass.
    @inline(never)
    private func writeObject<Value: Encodable>(_ value: Value) throws {
        let model = Swift.type(of: value as Any)
        try ask(model)
        let reference = try begin(model)
        try encode(value, model, reference)
        if values[Int(reference.index)].state == .object { try checkSubclass(value, model, reference) }
        try end(reference, value)
    }

    /// Writes a value; returns the table of the key type that wrote its members, if it is an object of one.
    func writePart<Value: Encodable>(_ value: Value) throws -> KeyTable? {
        guard !(value is any WholeLeaf) else {
            try write(value)
            return nil
        }
        let model: Any.Type = Swift.type(of: value as Any)
        try ask(model)
        let reference = try begin(model)
        try encode(value, model, reference)
        let open = values[Int(reference.index)]
        if open.state == .object { try checkSubclass(value, model, reference) }
        try end(reference, value)
        return open.state == .object && !open.hasSeveralKeyTypes ? open.table?.takeUnretainedValue() : nil
    }

    /// Calls the value's own code. A value of a class family goes into a tree, which gets the name of its class.
    @_semantics("optimize.sil.specialize.generic.never")
    func encode<Value: Encodable>(_ value: Value, _ model: Any.Type, _ reference: FrameReference) throws {
        let kind = kind(of: model)
        if kind.contains(.hasFallbackCases), try writeFallback(for: value, reference) { return }
        if kind.contains(.keepsUnknownCase), let document = (value as? any UnknownCaseDecodable)?.unknownDocument {
            return try write(document, as: reference)
        }
        if kind.contains(.keepsUnknownMembers), (value as? any UnknownMembersKeeping)?.unknownMembers.isEmpty == false {
            return setTree(try treeContext.node(of: value, model, at: TreePath(path(of: reference))), of: reference)
        }
        guard scope.isVersioned, let context = scope.context, context.family(of: model) != nil else {
            return try value.encode(to: OutputEncoder(output: self, value: reference))
        }
        setTree(try treeContext.node(of: value, model, at: TreePath(path(of: reference))), of: reference)
    }

    /// Writes the version's fallback for a value; `false` if the version has the value. A call of its own, so that
    /// nested values take less of the stack.
    @inline(never)
    private func writeFallback<Value: Encodable>(for value: Value, _ reference: FrameReference) throws -> Bool {
        guard let other = try scope.context?.fallback(for: value, at: path(of: reference)) else { return false }
        try other.encode(to: OutputEncoder(output: self, value: reference))
        return true
    }

    /// Writes a document in the place of an open value.
    func write(_ document: JSONValue, as reference: FrameReference) throws {
        guard stampDepth == Int(reference.index), document.kind == .object else {
            try write(document)
            return finish(reference)
        }
        // The version is to be written into it.
        let node = EncodingNode()
        node.content = .settled(EncodedValue(document))
        _ = treeContext
        setTree(node, of: reference)
    }

    /// Continues an open value of which nothing has been written as a tree.
    func setTree(_ node: EncodingNode, of reference: FrameReference) {
        nodes[reference.id] = node
        values[Int(reference.index)].state = .tree
    }

    /// Checks that a class wrote its own members.
    func checkSubclass(_ value: Any, _ model: Any.Type, _ reference: FrameReference) throws {
        guard scope.isVersioned, model is AnyObject.Type, let table = values[Int(reference.index)].table else { return }
        try scope.context?.checkSubclass(
            value, model,
            keyTypes: [table.takeUnretainedValue().type] + otherTables(at: Int(reference.index)).map(\.type),
            TreePath(path(of: reference)))
    }

    /// Writes a value by code that gets an encoder for it.
    func writeOpen(
        _ model: Any.Type?, _ value: @autoclosure () -> Any, _ write: (OutputEncoder) throws -> Void
    ) throws {
        let reference = try begin(model)
        try write(OutputEncoder(output: self, value: reference))
        try end(reference, value())
    }

    /// Ends the innermost open value.
    @inline(__always)
    func end(_ reference: FrameReference, _ value: @autoclosure () -> Any) throws {
        let index = Int(reference.index)
        switch values[index].state {
        case .object where !values[index].isUnsettled: bytes.pointee.append(UInt8(ascii: "}"))
        case .array where !values[index].hasSegments: bytes.pointee.append(UInt8(ascii: "]"))
        case .value: break
        default: try endRare(index, value)
        }
        drop(to: index)
    }

    @inline(never)
    private func endRare(_ index: Int, _ value: () -> Any) throws {
        if values[index].hasSegments { try joinSegments(of: index) }
        defer { if values[index].hasSeveralKeyTypes { forgetShared(from: index) } }
        switch values[index].state {
        case .nothing:
            // As in Foundation, a value that writes nothing is an empty object; but not a whole document, unless a
            // strategy wrote it.
            guard index > 0 || document != nil || stampDepth >= 0 || values[index].model == nil else {
                let value = value()
                throw EncodingError.invalidValue(
                    value,
                    .init(
                        codingPath: [],
                        debugDescription: "Top-level \(type(of: value)) did not encode any values."))
            }
            bytes.pointee.append(ascii: "{}")
        case .object:
            if values[index].notesMembers {
                try settleMembers(of: index)
            } else if values[index].repeatsStamp {
                try settleStamp(of: index)
            }
            guard values[index].state == .object else { return try reserveTree(for: index, value()) }
            bytes.pointee.append(UInt8(ascii: "}"))
        case .tree: try reserveTree(for: index, value())
        case .array: bytes.pointee.append(UInt8(ascii: "]"))
        case .value: break
        }
    }

    /// Writes a list whose elements need no encoder; it is an open value, so that errors know their index.
    @inline(__always)
    private func writeList<Element>(_ list: [Element], _ write: (Element) throws -> Void) throws {
        let index = Int(try begin(nil).index)
        values[index].state = .array
        bytes.pointee.append(UInt8(ascii: "["))
        for element in list {
            if values[index].count > 0 { bytes.pointee.append(UInt8(ascii: ",")) }
            values[index].count &+= 1
            try write(element)
        }
        bytes.pointee.append(UInt8(ascii: "]"))
        drop(to: index)
    }
}

extension Cast {
    /// A value whose type was compared before, without a cast at run time.
    ///
    /// Invariant: `Value` is `Target`; the caller has compared the two.
    @inline(__always)
    static func bits<Value, Target>(_ value: Value, as type: Target.Type) -> Target {
        unsafeBitCast(value, to: type)
    }
}

/// A type that has a text of its own in JSON, regardless of its `encode(to:)`.
protocol WholeLeaf {}
extension Date: WholeLeaf {}
extension Data: WholeLeaf {}
extension URL: WholeLeaf {}
extension Decimal: WholeLeaf {}
extension JSONValue: WholeLeaf {}
