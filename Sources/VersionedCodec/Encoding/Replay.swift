/// Gives a settled value to the coder that writes it.
struct Replay: Encodable {
    let value: EncodedValue

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
