/// A decoder's whole value.
struct ProxySingleValueContainer: SingleValueDecodingContainer {
    let base: any SingleValueDecodingContainer
    let decoder: ProxyDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { base.decodeNil() }

    /// Reads the value by the coder's own rules.
    func leaf<Value: Decodable>(_ read: (any SingleValueDecodingContainer) throws -> Value) throws -> Value {
        let context = decoder.context
        if context.scalars != nil,
            let value = try LeafReader.formed(Value.self, from: WholeSource(container: base), context)
        {
            return value
        }
        do {
            return try decoder.owning { try Located.run(base.codingPath) { try read(base) } }
        } catch {
            return try LeafReader.converted(error, Value.self, from: WholeSource(container: base), context)
        }
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if decoder.flattening != nil, type == JSONValue.self { return SameType.cast(try decoder.ownDocument()) }
        // A flattened dictionary has only the members that nothing else has.
        let isPartial = decoder.flattening != nil && type is any DictionaryValue.Type
        let kind = isPartial ? LeafKind.model : LeafKind(type, decoder.context)
        if kind == .scalar { return try leaf { try $0.decode(type) } }
        if kind == .collection { return try collection(type) }
        if kind.hasReader {
            return try decoder.owning {
                try LeafReader.read(kind, type, from: WholeSource(container: base), decoder.context)
            }
        }
        return try decoder.build(type)
    }

    /// A collection that the coder reads by itself; else element by element.
    @inline(never)
    private func collection<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let whole = LeafReader.whole({ try base.decode(type) }) { return whole }
        return try decoder.build(type)
    }

    func decode(_ type: Double.Type) throws -> Double { try number(type) { try $0.decode(type) } }
    func decode(_ type: Float.Type) throws -> Float { try number(type) { try $0.decode(type) } }

    private func number<Value: BinaryFloatingPoint & Decodable>(
        _ type: Value.Type, _ read: (any SingleValueDecodingContainer) throws -> Value
    ) throws -> Value {
        do {
            return try leaf(read)
        } catch {
            return try LeafReader.nonFinite(error, as: type, from: WholeSource(container: base), decoder.context)
        }
    }
}

/// A dictionary with any types.
private protocol DictionaryValue {}
extension Dictionary: DictionaryValue {}
