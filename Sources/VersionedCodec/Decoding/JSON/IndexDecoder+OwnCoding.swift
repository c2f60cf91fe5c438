#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// `URL(from: decoder)` and `Decimal(from: decoder)` ask for members of their own, where payloads have a text and a
/// number.
extension IndexDecoder {
    /// The members that such a type asks for, of the text or number that is here; for other keys and values that is
    /// an error.
    ///
    /// Not one optional container: the runtime would look up its type for every object.
    @inline(never)
    func ownContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        session.endNativeAttempts()
        let found = session.nodes[Int(node)]
        if found.isString, ObjectIdentifier(type) == OwnKeys.url {
            return try OwnMembers.container(of: session.url(at: node))
        }
        if found.isNumber, ObjectIdentifier(type) == OwnKeys.decimal {
            return try OwnMembers.container(of: session.decimal(at: node))
        }
        throw session.mismatch([String: Any].self, at: node)
    }
}

/// The private key types of Foundation, learnt from values that are decoded from nothing.
private enum OwnKeys {
    static let url = KeyTypeProbe.keyType(of: URL.self)
    static let decimal = KeyTypeProbe.keyType(of: Decimal.self)
}

/// The members that a value writes by itself, for the same type to read.
private struct OwnMembers<Key: CodingKey>: Decodable {
    let container: KeyedDecodingContainer<Key>

    init(from decoder: any Decoder) throws { container = try decoder.container(keyedBy: Key.self) }

    static func container(of value: some Encodable) throws -> KeyedDecodingContainer<Key> {
        let bytes = try VersionedJSONEncoder().bytes(of: ByItself(value: value))
        // A container outlives the call that it was made in.
        return try VersionedJSONDecoder().decode(Self.self, from: bytes).container
    }

    private struct ByItself<Value: Encodable>: Encodable {
        let value: Value
        func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }
}
