/// The key type that the standard library's `Dictionary` codes itself with; its keys are data, so no style changes
/// them.
enum RawDictionaryKey {
    /// The private type of the standard library, learnt from a dictionary that is decoded from nothing.
    static let type = KeyTypeProbe.keyType(of: [String: Bool].self)

    static func isRaw<Key: CodingKey>(_ keys: Key.Type) -> Bool {
        ObjectIdentifier(keys) == type || keys == ConfiguredKey.self
    }
}

/// A decoder that notes the key type that it is asked for.
final class KeyTypeProbe: Decoder {
    private var seen: (any CodingKey.Type)?
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The keys by which a type decodes itself; `nil` if it asks for none first.
    static func keyType(of type: any Decodable.Type) -> ObjectIdentifier? {
        let probe = KeyTypeProbe()
        // It fails as soon as it has asked.
        _ = try? type.init(from: probe)
        return probe.seen.map { ObjectIdentifier($0) }
    }

    private var nothing: DecodingError {
        DecodingError.valueNotFound(Never.self, .init(codingPath: [], debugDescription: "there is no value"))
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        seen = type
        throw nothing
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw nothing }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw nothing }
}
