extension ClassFamily {
    /// Makes a value of the class that the payload names.
    ///
    /// - Throws: `DecodingError` if the name is missing, or is not that of a class which fits.
    func read<Value: Decodable>(_ type: Value.Type, from decoder: ProxyDecoder) throws -> Value {
        let (subtype, place) = try find(type, decoder)
        return try place.made(subtype)
    }

    /// The class that the payload names, and the decoder of its value.
    func find<Value: Decodable>(
        _ type: Value.Type, _ decoder: ProxyDecoder
    ) throws -> (type: Value.Type, decoder: ProxyDecoder) {
        var (listed, name, place): (any Decodable.Type, String, ProxyDecoder?) = (type, "", nil)
        do {
            (listed, name, place) = try named(type, in: decoder)
        } catch let error as Unnamed {
            guard let unknown else { throw error.error }
            decoder.context.note(
                .unknownCase, "\(error.words); the document is kept as \(unknown)", at: .root, in: decoder.base,
                path: JSONPointer(codingPath: decoder.codingPath))
            (listed, name, place) = (unknown, baseName, decoder)
        }
        guard let place else {
            let payload = discriminator.payload ?? ""
            throw DecodingError.keyNotFound(
                PayloadKey(payload),
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "there is no member \(Self.quoted(payload)), which holds the \(baseName)"))
        }
        guard let subtype = listed as? Value.Type else {
            let path = decoder.codingPath + (discriminator.key.map { [PayloadKey($0)] } ?? [])
            throw DecodingError.typeMismatch(
                type,
                .init(
                    codingPath: path,
                    debugDescription: "\(Self.quoted(name)) names \(listed), which is not of the type \(type)"))
        }
        try decoder.context.ask(subtype)
        return (subtype, place.sharing(model: subtype))
    }

    /// No class is named in a way that is listed.
    private struct Unnamed: Error {
        let error: DecodingError

        /// The problem, in one sentence without a full stop.
        let words: String
    }

    /// The class that a payload names, and the place of its members; `nil` as the place if the payload does not have
    /// it.
    ///
    /// - Throws: `Unnamed`.
    private func named(
        _ type: any Decodable.Type, in decoder: ProxyDecoder
    ) throws -> (type: any Decodable.Type, name: String, place: ProxyDecoder?) {
        let members: KeyedDecodingContainer<PayloadKey>
        let name: String
        do {
            members = try decoder.object.own()
        } catch let error as DecodingError {
            throw Unnamed(error: error, words: "no class of the family of \(baseName) is named here")
        }
        do {
            if let key = discriminator.key {
                name = try Self.name(under: key, in: members, naming: "the class of the \(baseName)")
            } else {
                let keys = members.allKeys.filter { decoder.flattening?.isTaken($0.stringValue) != true }
                guard keys.count == 1 else {
                    throw DecodingError.typeMismatch(
                        type,
                        .init(
                            codingPath: decoder.codingPath,
                            debugDescription:
                                "expected one member, whose key names the class of the \(baseName), found \(keys.count)"
                        ))
                }
                name = keys[0].stringValue
            }
        } catch let error as DecodingError {
            throw Unnamed(
                error: error,
                words: discriminator.found(in: members).map(misnamed) ?? error.sentence)
        }
        guard let listed = self.type(named: name) else {
            let path = decoder.codingPath + (discriminator.key.map { [PayloadKey($0)] } ?? [])
            let words = misnamed(Self.quoted(name))
            throw Unnamed(error: .dataCorrupted(.init(codingPath: path, debugDescription: words)), words: words)
        }
        guard let key = discriminator.key else {
            try decoder.claimIfFlattened(name)
            let base = try members.superDecoder(forKey: PayloadKey(name))
            return (listed, name, ProxyDecoder(base: base, context: decoder.context, around: decoder))
        }
        guard let payload = discriminator.payload else {
            try decoder.claim(key)
            return (listed, name, decoder)
        }
        try decoder.claimIfFlattened(key, payload)
        let found = try decoder.object.find(MemberPath(member: payload))
        guard found.isThere, let base = try found.decoder() else { return (listed, name, nil) }
        return (listed, name, ProxyDecoder(base: base, context: decoder.context, around: decoder))
    }

    /// The problem of a value that is the name of no class.
    private func misnamed(_ found: String) -> String {
        "\(found) names no class of the family of \(baseName): \(nameList)"
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

extension Discriminator {
    /// What a payload has in the place of a name, if it is not a text; `nil` if there is nothing.
    func found(in members: KeyedDecodingContainer<PayloadKey>) -> String? {
        // A value that is not JSON, such as a date of a property list, has no text.
        guard let key, let value = try? members.decode(JSONValue.self, forKey: PayloadKey(key)) else { return nil }
        return value.nameInMessages
    }
}
