import VersionedCodec

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

    /// The model of a payload before a bridge, with the places where parts of it may name versions of their own.
    let decodeNoting:
        @Sendable (any (Codable & SendableMetatype).Type, JSONValue, String) throws -> (
            model: any Encodable, partVersions: [JSONPointer]
        )

    /// The same, with what was written for cases that the version does not have.
    let encodeNoting: @Sendable (any Encodable, String) throws -> (value: JSONValue, fallbacks: [WrittenFallback])

    /// Whether models within those of the plan go through migrations of their own.
    let convertsNestedModels: Bool

    init<Version: APIVersion>(_ controller: VersionController<Version>) {
        convertsNestedModels = controller.convertsNestedModels
        let decoders = controller.versions.map { ($0.label, controller.decoder(of: $0)) }
        @Sendable func decode(
            _ type: any (Codable & SendableMetatype).Type, _ value: JSONValue, _ label: String
        ) throws -> any Encodable {
            let known = decoders.first { $0.0.utf8.elementsEqual(label.utf8) }?.1
            return try Self.decode(type, value, known ?? controller.decoder(of: try Version(label: label)))
        }
        self.decode = decode
        let namesVersions = controller.location != nil
        decodeNoting = { type, value, label in
            if !namesVersions { return (try decode(type, value, label), []) }
            let read = try PartVersionLog.collecting { try decode(type, value, label) }
            return (read.result, read.places)
        }
        let writesFallbacks = controller.hasFallbackCases
        @Sendable func encode(
            _ model: any Encodable, _ label: String
        ) throws -> (value: JSONValue, fallbacks: [WrittenFallback]) {
            if !writesFallbacks { return (try Self.encode(model, controller, try Version(label: label)), []) }
            let noted = try FallbackLog.collecting { try Self.encode(model, controller, try Version(label: label)) }
            return (noted.result, noted.fallbacks)
        }
        encodeNoting = { try encode($0, $1) }
        self.encode = { try encode($0, $1).value }
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
