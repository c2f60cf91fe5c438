#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension MemberLookup {
    /// The default of the member.
    ///
    /// - Throws: `DecodingError.dataCorrupted` if it is not of the type that the model asks for.
    func fallback<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let form { noteEmpty(type, form) }
        if case .value(let value)? = resolvedKey.fallback, let value = value as? Value { return value }
        var shown = ""
        do {
            guard let json = try fallbackValue() else { throw container.missing(key) }
            shown = json.text()
            let base = try Self.decoder(over: json, named: resolvedKey.name)
            let decoder = ProxyDecoder(base: base, context: valueContext.forJSON)
            return try decoder.singleValueContainer().decode(type)
        } catch {
            let name = JSONValue.string(resolvedKey.name).text()
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: container.codingPath,
                    debugDescription: "the default of the key \(name), \(shown), cannot be read as \(type)",
                    underlyingError: error))
        }
    }

    /// A decoder of the default.
    func fallbackDecoder() throws -> (any Decoder)? {
        try fallbackValue().map { try Self.decoder(over: $0, named: resolvedKey.name) }
    }

    /// The default as the version writes it.
    private func fallbackValue() throws -> JSONValue? {
        switch resolvedKey.fallback {
        case nil: return nil
        case .json(let value): return value
        case .value(let value):
            let context = valueContext.forJSON
            switch try context.part(of: value, at: nil) {
            case .leaf(let leaf): return try EncodedValue.leaf(leaf).json()
            case .node(let node): return try Settlement(context: context).settle(node, at: nil).json()
            }
        }
    }

    /// A decoder of a value that the payload does not have in this form.
    static func decoder(over value: JSONValue, named name: String) throws -> any Decoder {
        var holder = JSONObject()
        holder[name] = value
        return try JSONDecoder().decode(MemberDecoder.self, from: Data(JSONValue.object(holder).bytes())).decoder
    }
}

/// The decoder of the only member of an object.
private struct MemberDecoder: Decodable {
    let decoder: any Decoder

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: PayloadKey.self)
        // One from superDecoder stays valid.
        self.decoder = try container.superDecoder(forKey: container.allKeys.first ?? PayloadKey(""))
    }
}
