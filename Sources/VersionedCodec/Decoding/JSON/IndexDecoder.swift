/// The decoder of one value: a scope and a node of its index.
///
/// The one that a model's `init(from:)` is given is lent to it, and refused when the call is over; those from
/// `superDecoder` stay valid.
struct IndexDecoder: Decoder, JSONValueDecoder {
    let scope: DecodingScope
    let node: UInt32

    /// Whether a model asked for it by `superDecoder`.
    var isHeld = false

    /// Whether the key types are noted that are asked for.
    var isTracked = false

    /// The type that is being built, where that is known.
    var model: Any.Type?

    init(scope: DecodingScope, node: UInt32, isHeld: Bool = false, model: Any.Type?, isTracked: Bool = false) {
        self.scope = scope
        self.node = node
        self.isHeld = isHeld
        self.isTracked = isTracked
        self.model = model
    }

    var codingPath: [any CodingKey] { scope.codingPath(of: node) }
    var userInfo: [CodingUserInfoKey: Any] { scope.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        if scope.hasEnded { try checkIsHeld() }
        if isTracked { scope.track(type, at: node) }
        // A layout may let a value that is no object stand for one of its members.
        if !scope.keysArePlain, let proxy = scope.proxy(for: type, at: self) {
            return try proxy.container(keyedBy: type)
        }
        guard scope.nodes[Int(node)].isObject else { return try ownContainer(keyedBy: type) }
        if let lender = scope.boxes.lend(type, node) { return lender.lend(KeyedDecodingContainer<Key>.self) }
        return scope.newContainer(type, node)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        if scope.hasEnded { try checkIsHeld() }
        scope.endNativeAttempts()
        guard scope.nodes[Int(node)].isArray else { throw scope.mismatch([Any].self, at: node) }
        return IndexUnkeyedContainer(scope: scope, array: node)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        if scope.hasEnded { try checkIsHeld() }
        scope.endNativeAttempts()
        return IndexSingleValueContainer(scope: scope, node: node)
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
