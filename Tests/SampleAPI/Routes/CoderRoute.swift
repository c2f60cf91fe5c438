public import Foundation
public import VersionedCodec

/// One way of coding in a version: a coder, and a way in which the controller travels. Suites run over all of them.
public protocol CoderRoute: Sendable, CustomStringConvertible {
    /// Whether the coder writes property lists: dates and data of their own, no null.
    var isPropertyList: Bool { get }

    /// Whether its decoding errors say line and column.
    var saysPositions: Bool { get }

    /// Decodes a payload with a controller.
    func decode<Model: Decodable, Version: APIVersion>(
        _ type: Model.Type, from payload: Data, with controller: VersionController<Version>
    ) throws -> Versioned<Model, Version>

    /// Encodes a model with a controller, keys sorted where the coder keeps no order.
    func encode<Model: Encodable, Version: APIVersion>(
        _ model: Versioned<Model, Version>, with controller: VersionController<Version>
    ) throws -> Data

    /// The coder's payload for a value written as JSON.
    func payload(_ value: JSONValue) throws -> Data

    /// What a payload of the coder says, as JSON.
    func value(of payload: Data) throws -> JSONValue
}

extension CoderRoute {
    /// Foundation's coders know neither.
    public var saysPositions: Bool { false }
}

/// The routes that there are; coders of our own join them here.
public enum CoderRoutes {
    /// All routes.
    public static let all: [any CoderRoute] = json + propertyList

    /// Those that write JSON.
    public static let json: [any CoderRoute] = [
        JSONRoute(carrier: .userInfo), JSONRoute(carrier: .configuration), OwnJSONRoute(carrier: .userInfo),
        OwnJSONRoute(carrier: .configuration),
    ]

    /// Those that write property lists.
    public static let propertyList: [any CoderRoute] = [
        PropertyListRoute(carrier: .userInfo), PropertyListRoute(carrier: .configuration),
    ]
}

/// How a controller reaches the models.
public enum Carrier: String, Sendable {
    /// In the coder's `userInfo`.
    case userInfo
    /// As the coder's configuration.
    case configuration
}

/// Foundation's JSON coders.
public struct JSONRoute: CoderRoute {
    let carrier: Carrier

    /// The name of the route.
    public var description: String { "JSON by \(carrier.rawValue)" }

    /// JSON has neither dates nor data.
    public var isPropertyList: Bool { false }

    /// Decodes a payload with a controller.
    public func decode<Model: Decodable, Version: APIVersion>(
        _ type: Model.Type, from payload: Data, with controller: VersionController<Version>
    ) throws -> Versioned<Model, Version> {
        let decoder = JSONDecoder()
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
        let encoder = JSONEncoder()
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

/// Foundation's property-list coders.
public struct PropertyListRoute: CoderRoute {
    let carrier: Carrier

    /// The name of the route.
    public var description: String { "property list by \(carrier.rawValue)" }

    /// A property list has dates and data.
    public var isPropertyList: Bool { true }

    /// Decodes a payload with a controller.
    public func decode<Model: Decodable, Version: APIVersion>(
        _ type: Model.Type, from payload: Data, with controller: VersionController<Version>
    ) throws -> Versioned<Model, Version> {
        let decoder = PropertyListDecoder()
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
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        switch carrier {
        case .userInfo:
            encoder.userInfo.install(controller)
            return try encoder.encode(model)
        case .configuration:
            return try encoder.encode(model, configuration: controller)
        }
    }

    /// A property list of the value.
    public func payload(_ value: JSONValue) throws -> Data {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        return try encoder.encode(AnyTree(value: value))
    }

    /// The value that a property list says; dates and data as text that marks them.
    public func value(of payload: Data) throws -> JSONValue {
        try PropertyListDecoder().decode(AnyTree.self, from: payload).value
    }
}
