extension ClassFamily {
    /// Makes a value of the class that the payload names.
    ///
    /// - Throws: `DecodingError` where the name is missing, or is not that of a class which fits.
    func read<Value: Decodable>(_ type: Value.Type, from decoder: ProxyDecoder) throws -> Value {
        let members = try decoder.object.own()
        let name: String
        var inner = decoder
        if let key = discriminator.key {
            name = try Self.name(under: key, in: members, naming: "the class of the \(baseName)")
            if let payload = discriminator.payload {
                let found = try decoder.object.find(MemberPath(member: payload))
                guard found.isThere, let base = try found.decoder() else {
                    throw DecodingError.keyNotFound(
                        PayloadKey(payload),
                        .init(
                            codingPath: decoder.codingPath,
                            debugDescription: "there is no member \(Self.quoted(payload)), which holds the \(baseName)")
                    )
                }
                inner = ProxyDecoder(base: base, context: decoder.context)
            }
        } else {
            let keys = members.allKeys
            guard keys.count == 1, let key = keys.first else {
                throw DecodingError.typeMismatch(
                    type,
                    .init(
                        codingPath: decoder.codingPath,
                        debugDescription:
                            "expected one member, whose key names the class of the \(baseName), found \(keys.count)"))
            }
            name = key.stringValue
            inner = ProxyDecoder(base: try members.superDecoder(forKey: key), context: decoder.context)
        }
        let path = decoder.codingPath + (discriminator.key.map { [PayloadKey($0)] } ?? [])
        guard let listed = self.type(named: name) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: path,
                    debugDescription: "\(Self.quoted(name)) names no class of the family of \(baseName): \(nameList)"))
        }
        guard let subtype = listed as? Value.Type else {
            throw DecodingError.typeMismatch(
                type,
                .init(codingPath: path, debugDescription: "\(Self.quoted(name)) names \(listed), which is no \(type)"))
        }
        try decoder.context.ask(subtype)
        return try subtype.init(from: inner.sharing(model: subtype))
    }

    /// The name under a key.
    static func name(
        under key: String, in members: KeyedDecodingContainer<PayloadKey>, naming what: String
    ) throws -> String {
        let payloadKey = PayloadKey(key)
        guard members.contains(payloadKey) else {
            throw DecodingError.keyNotFound(
                payloadKey,
                .init(
                    codingPath: members.codingPath,
                    debugDescription: "there is no member \(quoted(key)), which names \(what)"))
        }
        return try Located.run(members.codingPath + [payloadKey]) {
            try members.decode(String.self, forKey: payloadKey)
        }
    }

    static func quoted(_ text: String) -> String { JSONValue.string(text).text() }
}
