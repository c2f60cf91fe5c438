import VersionedCodec

/// A bridge whose types are known only when it runs: a step of a plan.
struct AnyBridge: Sendable, Equatable, CustomStringConvertible {
    /// The name of the bridge's type, as explanations show it.
    let description: String
    let lossClass: LossClass
    let older: WireModel
    let newer: WireModel

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

    static func == (lhs: AnyBridge, rhs: AnyBridge) -> Bool { lhs.bridgeType == rhs.bridgeType }

    func crossed(_ model: Any, isUp: Bool, _ context: inout BridgeContext) throws -> any Encodable {
        try isUp ? up(model, &context) : down(model, &context)
    }
}

/// The type of a wire model.
struct WireModel: Sendable, Equatable, CustomStringConvertible {
    let type: any (Codable & SendableMetatype).Type

    init(_ type: any (Codable & SendableMetatype).Type) { self.type = type }

    static func == (lhs: WireModel, rhs: WireModel) -> Bool { ObjectIdentifier(lhs.type) == ObjectIdentifier(rhs.type) }

    var description: String { "\(type)" }

    /// The model as its type. A plan is validated when built, so another one cannot come.
    static func cast<Model>(_ model: Any, to type: Model.Type) throws -> Model {
        guard let typed = model as? Model else {
            throw MigrationError(
                .wrongKind, "expected a \(Model.self), the bridge before gave a \(Swift.type(of: model))", at: nil)
        }
        return typed
    }
}

/// Reads and writes wire models in the format of each version: a controller whose version type is forgotten.
struct WireCoder: Sendable {
    let decode: @Sendable (any (Codable & SendableMetatype).Type, JSONValue, String) throws -> any Encodable
    let encode: @Sendable (any Encodable, String) throws -> JSONValue

    init<Version: APIVersion>(_ controller: VersionController<Version>) {
        let decoders = controller.versions.map { ($0.label, controller.decoder(of: $0)) }
        decode = { type, value, label in
            let known = decoders.first { $0.0.utf8.elementsEqual(label.utf8) }?.1
            return try Self.decode(type, value, known ?? controller.decoder(of: try Version(label: label)))
        }
        encode = { model, label in try Self.encode(model, controller, try Version(label: label)) }
    }

    private static func decode<Model: Codable>(
        _ type: Model.Type, _ value: JSONValue, _ decoder: VersionedJSONDecoder
    ) throws -> any Encodable {
        try decoder.decode(type, from: value)
    }

    private static func encode<Model: Encodable, Version: APIVersion>(
        _ model: Model, _ controller: VersionController<Version>, _ version: Version
    ) throws -> JSONValue {
        try controller.value(of: model, as: version)
    }
}
