import VersionedCodec

/// A bridge whose types are known only when it runs: a step of a plan.
struct AnyBridge: Sendable, Equatable, CustomStringConvertible {
    /// The name of the bridge's type, as explanations show it.
    let description: String
    let lossClass: LossClass
    let older: WireModel
    let newer: WireModel

    /// The bridge between the models of parts of documents: one, or none.
    private(set) var ofParts: [AnyBridge] = []

    private let bridgeType: ObjectIdentifier
    private let up: @Sendable (Any, inout BridgeContext) throws -> any Encodable
    private let down: @Sendable (Any, inout BridgeContext) throws -> any Encodable

    init<Erased: Bridge>(_ bridge: Erased) {
        description = "bridge \(Erased.self)"
        lossClass = bridge.lossClass
        bridgeType = ObjectIdentifier(Erased.self)
        older = WireModel(Erased.Older.self)
        newer = WireModel(Erased.Newer.self)
        up = { try bridge.upgrade(try WireModel.cast($0, to: Erased.Older.self), in: &$1) }
        down = { try bridge.downgrade(try WireModel.cast($0, to: Erased.Newer.self), in: &$1) }
    }

    /// The same bridge, beside one for parts of documents.
    init(_ bridge: some Bridge, parts: some Bridge) {
        self.init(bridge)
        ofParts = [AnyBridge(parts)]
    }

    static func == (lhs: AnyBridge, rhs: AnyBridge) -> Bool {
        lhs.bridgeType == rhs.bridgeType && lhs.ofParts == rhs.ofParts
    }

    func crossed(_ model: Any, isUp: Bool, _ context: inout BridgeContext) throws -> any Encodable {
        try isUp ? up(model, &context) : down(model, &context)
    }
}
