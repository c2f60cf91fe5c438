/// A member of a part of a document, such as the body of a PATCH: absent, `null`, or a value. An optional does not tell
/// the first two apart.
///
/// ```swift
/// struct PersonPatch: Codable { var nick: PartMember<String> }
/// // {}                .absent: the nick stays what it is
/// // {"nick": null}    .null: the nick goes
/// // {"nick": "Al"}    .value("Al")
/// ```
///
/// See ``Migration/init(from:to:_:notes:bridge:parts:)``.
public enum PartMember<Value> {
    /// The part does not have the member.
    case absent
    /// The part says `null`.
    case null
    /// The part has a value.
    case value(Value)

    /// The same with another value.
    ///
    /// - Throws: What `transform` throws.
    public func map<Other>(_ transform: (Value) throws -> Other) rethrows -> PartMember<Other> {
        switch self {
        case .absent: .absent
        case .null: .null
        case .value(let value): .value(try transform(value))
        }
    }

    /// The value; `nil` where the member is absent or `null`.
    public var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }
}

extension PartMember: Sendable where Value: Sendable {}
extension PartMember: Equatable where Value: Equatable {}
extension PartMember: Hashable where Value: Hashable {}

extension PartMember: Decodable where Value: Decodable {
    /// Reads a value that is there: as a member of a container, an absent one is read too.
    ///
    /// - Throws: What reading the value throws.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .null : .value(try container.decode(Value.self))
    }
}

extension PartMember: Encodable where Value: Encodable {
    /// Writes the value, and `null` where there is none: as a member of a container, an absent one is left out.
    ///
    /// - Throws: What writing the value throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let value { try container.encode(value) } else { try container.encodeNil() }
    }
}

extension KeyedDecodingContainer {
    /// Reads a member that may be absent.
    ///
    /// - Throws: What reading the value throws.
    public func decode<Value: Decodable>(
        _ type: PartMember<Value>.Type, forKey key: Key
    ) throws -> PartMember<Value> {
        guard contains(key) else { return .absent }
        return try decodeNil(forKey: key) ? .null : .value(try decode(Value.self, forKey: key))
    }
}

extension KeyedEncodingContainer {
    /// Writes a member, unless it is absent.
    ///
    /// - Throws: What writing the value throws.
    public mutating func encode<Value: Encodable>(_ member: PartMember<Value>, forKey key: Key) throws {
        switch member {
        case .absent: break
        case .null: try encodeNil(forKey: key)
        case .value(let value): try encode(value, forKey: key)
        }
    }
}
