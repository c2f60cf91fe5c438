public import Foundation
public import VersionedCodec

/// JSON by our own coders.
public struct OwnJSONRoute: CoderRoute {
    let carrier: Carrier

    /// The name of the route.
    public var description: String { "our JSON by \(carrier.rawValue)" }

    /// JSON has neither dates nor data.
    public var isPropertyList: Bool { false }

    /// Every value has a place in the text.
    public var saysPositions: Bool { true }

    /// Decodes a payload with a controller.
    public func decode<Model: Decodable, Version: APIVersion>(
        _ type: Model.Type, from payload: Data, with controller: VersionController<Version>
    ) throws -> Versioned<Model, Version> {
        var decoder = VersionedJSONDecoder()
        switch carrier {
        case .userInfo:
            decoder.userInfo.install(controller)
            return try decoder.decode(Versioned<Model, Version>.self, from: payload)
        case .configuration:
            return try decoder.decode(Versioned<Model, Version>.self, from: payload, configuration: controller)
        }
    }

    /// Encodes a model with a controller.
    public func encode<Model: Encodable, Version: APIVersion>(
        _ model: Versioned<Model, Version>, with controller: VersionController<Version>
    ) throws -> Data {
        var encoder = VersionedJSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        switch carrier {
        case .userInfo:
            encoder.userInfo.install(controller)
            return try encoder.encode(model)
        case .configuration:
            return try encoder.encode(model, configuration: controller)
        }
    }

    /// The text of the value.
    public func payload(_ value: JSONValue) -> Data { Data(value.bytes()) }

    /// The value of the text.
    public func value(of payload: Data) throws -> JSONValue { try JSONDocument(parsing: payload).root }
}
