/// A decoder's whole value.
struct ProxySingleValueContainer: SingleValueDecodingContainer {
    let base: any SingleValueDecodingContainer
    let decoder: ProxyDecoder

    var codingPath: [any CodingKey] { base.codingPath }

    func decodeNil() -> Bool { base.decodeNil() }

    /// Reads the value by the coder's own rules.
    func leaf<Value>(_ read: (any SingleValueDecodingContainer) throws -> Value) throws -> Value {
        try Located.run(codingPath) { try read(base) }
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        // A flattened dictionary has only the members that nobody else has.
        let isPartial = decoder.flattening != nil && type is any DictionaryValue.Type
        let whole = isPartial ? nil : try Unaffected.read(type, decoder.context) { try leaf { try $0.decode(type) } }
        if let whole { return whole }
        if let value = try LeafReader.read(type, as: type, from: WholeSource(container: base), decoder.context) {
            return value
        }
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

/// A dictionary, whatever it holds.
private protocol DictionaryValue {}
extension Dictionary: DictionaryValue {}
