/// The decoder of one value: a session and a node of its index.
///
/// The decoder of a model's `init(from:)` is refused when the call is over; decoders from `superDecoder` stay valid.
struct IndexDecoder: Decoder, JSONValueDecoder {
    let session: DecodingSession
    let node: UInt32

    /// Whether a model asked for it by `superDecoder`.
    var isHeld = false

    /// Whether the key types are noted that are asked for.
    var isTracked = false

    /// The type that is being built, if that is known.
    var model: Any.Type?

    init(session: DecodingSession, node: UInt32, isHeld: Bool = false, model: Any.Type?, isTracked: Bool = false) {
        self.session = session
        self.node = node
        self.isHeld = isHeld
        self.isTracked = isTracked
        self.model = model
    }

    var codingPath: [any CodingKey] { session.codingPath(of: node) }
    var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        if session.hasEnded { try checkIsHeld() }
        if isTracked { session.track(type, at: node) }
        // With a layout, a value that is not an object may be the value of one of its members.
        if !session.keysArePlain, let proxy = session.proxy(for: type, at: self) {
            return try proxy.container(keyedBy: type)
        }
        guard session.nodes[Int(node)].isObject else { return try ownContainer(keyedBy: type) }
        if let reusable = session.pool.lend(type, node) { return reusable.lend(KeyedDecodingContainer<Key>.self) }
        return session.newContainer(type, node)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        if session.hasEnded { try checkIsHeld() }
        session.endNativeAttempts()
        guard session.nodes[Int(node)].isArray else { throw session.mismatch([Any].self, at: node) }
        return IndexUnkeyedContainer(session: session, array: node)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        if session.hasEnded { try checkIsHeld() }
        session.endNativeAttempts()
        return IndexSingleValueContainer(session: session, node: node)
    }

    private func checkIsHeld() throws {
        if isHeld { return }
        throw DecodingError.dataCorrupted(
            .init(
                codingPath: [],
                debugDescription: "a decoder was used after the end of the decoding that it was made for;"
                    + " keep one from superDecoder() instead"))
    }
}
