import Synchronization

extension Polymorphic: Codable {
    /// Decodes a value of the type that the payload names.
    ///
    /// - Throws: `DecodingError` if the name is missing or not listed and the family has no type for unknown values,
    ///   and the errors of the type.
    public init(from decoder: any Decoder) throws {
        let types = try FamilyTypes.of(Family.self, userInfo: decoder.userInfo, isOurs: decoder.isOurs)
        let value: any Decodable
        switch try Self.place(in: decoder, types) {
        case .named(let type, let place): value = try place.singleValueContainer().decode(type)
        case .unnamed(let error, let found):
            guard let unknown = types.unknown else { throw error }
            let words = found.map { Self.misnamed($0, types) } ?? error.sentence
            decoder.noteIssue("\(words); the document is kept as \(unknown)", code: .unknownCase)
            value = try decoder.singleValueContainer().decode(unknown)
        }
        guard let wrapped = value as? Family.Value else {
            throw DecodingError.typeMismatch(
                Family.Value.self,
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription:
                        "\(Swift.type(of: value)) is listed in \(Family.self), but is not of the type \(Family.Value.self)"
                ))
        }
        self.init(wrapped)
    }

    /// Encodes the value with the name of its type in the version in effect.
    ///
    /// - Throws: `EncodingError` if the type is not listed, or if there is no object for its name.
    public func encode(to encoder: any Encoder) throws {
        let isOurs = encoder.asVersionAware?.isInVersion ?? false
        let types = try FamilyTypes.of(Family.self, userInfo: encoder.userInfo, isOurs: isOurs)
        let type = Swift.type(of: wrappedValue as Any)
        guard let value = wrappedValue as? any Encodable else {
            throw encoder.fault(wrappedValue, "\(type) is not Encodable")
        }
        if let unknown = types.unknown, unknown == type {
            var container = encoder.singleValueContainer()
            return try container.encode(value)
        }
        guard let name = types.namesOfTypes[ObjectIdentifier(type)] else {
            throw encoder.fault(wrappedValue, "\(type) has no name in \(Family.self): \(types.nameList)")
        }
        guard let key = types.discriminator.key else {
            var container = encoder.container(keyedBy: PayloadKey.self)
            return try container.encode(value, forKey: PayloadKey(name))
        }
        guard let payload = types.discriminator.payload else { return try value.encode(to: encoder, named: name, key) }
        var container = encoder.container(keyedBy: PayloadKey.self)
        try container.encode(name, forKey: PayloadKey(key))
        try container.encode(value, forKey: PayloadKey(payload))
    }

    private enum Place {
        case named(PolymorphicTypes.Listed, any Decoder)
        /// Why, and what is in the place of the name, if it is not a text.
        case unnamed(DecodingError, found: String? = nil)
    }

    private static func misnamed(_ found: String, _ types: PolymorphicTypes) -> String {
        "\(found) names no type of \(Family.self): \(types.nameList)"
    }

    private static func place(in decoder: any Decoder, _ types: PolymorphicTypes) throws -> Place {
        let members: KeyedDecodingContainer<PayloadKey>
        let (name, key): (String, PayloadKey)
        do {
            members = try decoder.container(keyedBy: PayloadKey.self)
        } catch let error as DecodingError {
            return .unnamed(error)
        }
        do {
            if let named = types.discriminator.key {
                key = PayloadKey(named)
                name = try ClassFamily.name(under: named, in: members, naming: "the type of \(Family.self)")
            } else {
                let keys = members.allKeys
                guard keys.count == 1 else {
                    return .unnamed(
                        .typeMismatch(
                            Family.Value.self,
                            .init(
                                codingPath: decoder.codingPath,
                                debugDescription:
                                    "expected one member, whose key names the type of \(Family.self), found \(keys.count)"
                            )))
                }
                (key, name) = (keys[0], keys[0].stringValue)
            }
        } catch let error as DecodingError {
            return .unnamed(error, found: types.discriminator.found(in: members))
        }
        guard let type = types.types[ByteKey(name)] else {
            let text = misnamed(JSONValue.string(name).text(), types)
            let path = types.discriminator.key == nil ? decoder.codingPath : decoder.codingPath + [key]
            return .unnamed(.dataCorrupted(.init(codingPath: path, debugDescription: text)))
        }
        guard types.discriminator.key != nil else {
            try decoder.asProxy?.claimIfFlattened(name)
            return .named(type, try members.superDecoder(forKey: key))
        }
        guard let payload = types.discriminator.payload else {
            try decoder.claim(key.stringValue)
            return .named(type, decoder)
        }
        guard members.contains(PayloadKey(payload)) else {
            throw DecodingError.keyNotFound(
                PayloadKey(payload),
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription:
                        "there is no member \(JSONValue.string(payload).text()), which holds the value of \(Family.self)"
                ))
        }
        try decoder.asProxy?.claimIfFlattened(key.stringValue, payload)
        return .named(type, try members.superDecoder(forKey: PayloadKey(payload)))
    }
}

/// The types of families by their versions, each asked once.
private enum FamilyTypes {
    private struct Place: Hashable {
        let family: ObjectIdentifier
        let version: String?
    }

    private static let known = Mutex<[Place: PolymorphicTypes]>([:])

    static func of<Family: PolymorphicFamily>(
        _ family: Family.Type, userInfo: [CodingUserInfoKey: Any], isOurs: Bool
    ) throws -> PolymorphicTypes {
        let controller = VersionScope.controller(for: Family.Version.self, userInfo: userInfo, isOurs: isOurs)
        let version = controller.flatMap { $0.isSettled || $0.explicitVersion != nil ? $0.version : nil }
        let place = Place(family: ObjectIdentifier(family), version: version?.label)
        if let types = known.withLock({ $0[place] }) { return types }
        let types = try family.types(for: version)
        known.withLock { $0[place] = types }
        return types
    }
}

extension Encodable {
    /// Writes a value with the name of its type among its members.
    fileprivate func encode(to encoder: any Encoder, named name: String, _ key: String) throws {
        if let tree = encoder.asTree { return try tree.write(self, named: name, key) }
        if let output = encoder.asOutput { return try output.write(self, named: name, key) }
        var container = encoder.container(keyedBy: PayloadKey.self)
        try container.encode(name, forKey: PayloadKey(key))
        try encode(to: encoder)
    }
}

extension TreeEncoder {
    fileprivate func write<Value: Encodable>(_ value: Value, named name: String, _ key: String) throws {
        guard case .nothing = node.content else {
            throw fault("a value was written where \(node.phrase) has been written")
        }
        let named = try context.node(of: value, named: name, key, at: TreePath(codingPath))
        node.take(named)
        node.fault = node.fault ?? named.fault
    }
}

extension OutputEncoder {
    fileprivate func write<Value: Encodable>(_ value: Value, named name: String, _ key: String) throws {
        guard let reference = current, output.values[Int(reference.index)].state == .nothing else {
            return try output.tree(of: self.value).write(value, named: name, key)
        }
        let node = try output.treeContext.node(of: value, named: name, key, at: TreePath(output.path(of: reference)))
        output.setTree(node, of: reference)
    }
}

extension FormatContext {
    /// The node that a value wrote, with the name of its type among its members.
    fileprivate func node<Value: Encodable>(
        of value: Value, named name: String, _ key: String, at path: TreePath?
    ) throws -> EncodingNode {
        let model: Any.Type = Swift.type(of: value as Any)
        try ask(model)
        let node = try node(of: value, model, at: path)
        guard node.prepend(name, key) else {
            throw EncodingError.invalidValue(
                value,
                .init(
                    codingPath: path?.keys ?? [],
                    debugDescription:
                        "\(model) writes no object, so the name of the type cannot be combined with its members"))
        }
        return node
    }
}

extension Encoder {
    fileprivate func fault(_ value: Any, _ text: String) -> EncodingError {
        .invalidValue(value, .init(codingPath: codingPath, debugDescription: text))
    }
}
