/// Gives a settled value to the coder that writes it.
struct Replay: Encodable {
    let value: EncodedValue

    /// Writes the value; errors of the coder have the model's keys.
    func write(to encoder: any Encoder) throws {
        do {
            try encode(to: encoder)
        } catch EncodingError.invalidValue(let refused, let context) {
            let path = encoder.codingPath + value.ownPath(context.codingPath.dropFirst(encoder.codingPath.count))
            throw EncodingError.invalidValue(
                refused,
                .init(
                    codingPath: path, debugDescription: context.debugDescription,
                    underlyingError: context.underlyingError))
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch value {
        case .leaf(let leaf):
            var container = encoder.singleValueContainer()
            try leaf.write(to: &container)
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try Self.write(element, to: &container) }
        case .slots(let slots): try Replay(value: slots.array { .leaf(.null) }).encode(to: encoder)
        case .object(let object):
            var container = encoder.container(keyedBy: PayloadKey.self)
            for member in object.members {
                try Self.write(member.value, to: &container, PayloadKey(member.name))
            }
        }
    }

    private static func write(
        _ value: EncodedValue, to container: inout KeyedEncodingContainer<PayloadKey>, _ key: PayloadKey
    ) throws {
        guard case .leaf(let leaf) = value else { return try container.encode(Replay(value: value), forKey: key) }
        switch leaf {
        case .null: try container.encodeNil(forKey: key)
        case .bool(let value): try container.encode(value, forKey: key)
        case .string(let value): try container.encode(value, forKey: key)
        case .signed(let value): try container.encode(value, forKey: key)
        case .unsigned(let value): try container.encode(value, forKey: key)
        case .wideSigned(let value): try container.encode(value, forKey: key)
        case .wideUnsigned(let value): try container.encode(value, forKey: key)
        case .double(let value): try container.encode(value, forKey: key)
        case .float(let value): try container.encode(value, forKey: key)
        case .date(let value): try container.encode(value, forKey: key)
        case .data(let value): try container.encode(value, forKey: key)
        case .url(let value): try container.encode(value, forKey: key)
        case .decimal(let value): try container.encode(value, forKey: key)
        case .json(let value): try container.encode(value, forKey: key)
        case .written(let text): throw text.isForeign(at: container.codingPath + [key])
        }
    }

    private static func write(_ value: EncodedValue, to container: inout any UnkeyedEncodingContainer) throws {
        guard case .leaf(let leaf) = value else { return try container.encode(Replay(value: value)) }
        switch leaf {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .signed(let value): try container.encode(value)
        case .unsigned(let value): try container.encode(value)
        case .wideSigned(let value): try container.encode(value)
        case .wideUnsigned(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .float(let value): try container.encode(value)
        case .date(let value): try container.encode(value)
        case .data(let value): try container.encode(value)
        case .url(let value): try container.encode(value)
        case .decimal(let value): try container.encode(value)
        case .json(let value): try container.encode(value)
        case .written(let text): throw text.isForeign(at: container.codingPath)
        }
    }
}

extension EncodedValue {
    /// A path that leads through the value, with the keys of the models that wrote it.
    fileprivate func ownPath(_ path: ArraySlice<any CodingKey>) -> [any CodingKey] {
        guard let first = path.first else { return [] }
        switch self {
        case .object(let object):
            guard let index = object.index(of: first.stringValue) else { return Array(path) }
            let member = object.members[index]
            return [member.origin?.key(named: member.name) ?? first] + member.value.ownPath(path.dropFirst())
        case .array(let elements):
            guard let index = first.intValue, elements.indices.contains(index) else { return Array(path) }
            return [first] + elements[index].ownPath(path.dropFirst())
        case .leaf, .slots: return Array(path)
        }
    }
}

extension EncodedLeaf {
    fileprivate func write(to container: inout any SingleValueEncodingContainer) throws {
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .signed(let value): try container.encode(value)
        case .unsigned(let value): try container.encode(value)
        case .wideSigned(let value): try container.encode(value)
        case .wideUnsigned(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .float(let value): try container.encode(value)
        case .date(let value): try container.encode(value)
        case .data(let value): try container.encode(value)
        case .url(let value): try container.encode(value)
        case .decimal(let value): try container.encode(value)
        case .json(let value): try container.encode(value)
        case .written(let text): throw text.isForeign(at: container.codingPath)
        }
    }
}
