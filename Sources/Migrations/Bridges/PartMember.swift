/// Use it for a member of a partial document, such as the body of a PATCH: absent, `null`, or a value. An optional
/// cannot distinguish the first two.
///
/// ```swift
/// struct PersonPatch: Codable { var nick: PartMember<String> }
/// // {}                .absent: the nick does not change
/// // {"nick": null}    .null: the nick is removed
/// // {"nick": "Al"}    .value("Al")
/// ```
///
/// See ``Migration/init(from:to:_:notes:bridge:parts:)``.
public enum PartMember<Value> {
    /// The document does not have the member.
    case absent
    /// The member is `null`.
    case null
    /// The member has a value.
    case value(Value)

    /// The same member with another value.
    ///
    /// - Throws: The errors of `transform`.
    public func map<Other>(_ transform: (Value) throws -> Other) rethrows -> PartMember<Other> {
        switch self {
        case .absent: .absent
        case .null: .null
        case .value(let value): .value(try transform(value))
        }
    }

    /// The value; `nil` if the member is absent or `null`.
    public var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }
}

extension PartMember: Sendable where Value: Sendable {}
extension PartMember: Equatable where Value: Equatable {}
extension PartMember: Hashable where Value: Hashable {}

extension PartMember: Decodable where Value: Decodable {
    /// Decodes a value that is present. As a member of a container, an absent one is decoded too.
    ///
    /// - Throws: The errors of decoding the value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .null : .value(try container.decode(Value.self))
    }
}

extension PartMember: Encodable where Value: Encodable {
    /// Encodes the value, or `null`. As a member of a container, an absent one is omitted.
    ///
    /// - Throws: The errors of encoding the value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let value { try container.encode(value) } else { try container.encodeNil() }
    }
}

extension KeyedDecodingContainer {
    /// Decodes a member that may be absent.
    ///
    /// - Throws: The errors of decoding the value.
    public func decode<Value: Decodable>(
        _ type: PartMember<Value>.Type, forKey key: Key
    ) throws -> PartMember<Value> {
        guard contains(key) else { return .absent }
        return try decodeNil(forKey: key) ? .null : .value(try decode(Value.self, forKey: key))
    }
}

extension KeyedEncodingContainer {
    /// Encodes a member, unless it is absent.
    ///
    /// - Throws: The errors of encoding the value.
    public mutating func encode<Value: Encodable>(_ member: PartMember<Value>, forKey key: Key) throws {
        switch member {
        case .absent: break
        case .null: try encodeNil(forKey: key)
        case .value(let value): try encode(value, forKey: key)
        }
    }
}
