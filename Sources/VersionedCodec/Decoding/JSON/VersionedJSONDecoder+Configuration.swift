#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Types that are decoded with a configuration, such as a version controller.
///
/// Unsafe code: a payload is borrowed for a call; parts that a model keeps get a copy when the call ends.
extension VersionedJSONDecoder {
    /// Decodes a value with a configuration. Arrays and optionals of such types work too.
    ///
    /// ```swift
    /// let song = try decoder.decode(FeedSong.self, from: payload, configuration: controller)
    /// let list = try decoder.decode([FeedSong].self, from: payload, configuration: controller)
    /// ```
    ///
    /// Everything below finds a controller that is a configuration, even through a plain `Codable` type in between.
    ///
    /// - Throws: `DecodingError`, like ``decode(_:from:)-(_,Data)``, and the errors of the type's own code.
    public func decode<Value: DecodableWithConfiguration>(
        _ type: Value.Type, from payload: Data, configuration: Value.DecodingConfiguration
    ) throws -> Value {
        try payload.withUnsafeBytes { bytes in
            try bytes.withMemoryRebound(to: UInt8.self) { bytes in
                try run(type, bytes) { try $0.value(type, at: $1, configuration) }
            }
        }
    }

    /// Decodes a value with the configuration of a type that provides one.
    ///
    /// ```swift
    /// enum Newest: DecodingConfigurationProviding {
    ///     static var decodingConfiguration: VersionController<FeedVersion> { newest }
    /// }
    ///
    /// let song = try decoder.decode(FeedSong.self, from: payload, configuration: Newest.self)
    /// ```
    ///
    /// - Throws: `DecodingError`, like the call with a configuration.
    public func decode<Value: DecodableWithConfiguration, Provider: DecodingConfigurationProviding>(
        _ type: Value.Type, from payload: Data, configuration: Provider.Type
    ) throws -> Value where Provider.DecodingConfiguration == Value.DecodingConfiguration {
        try decode(type, from: payload, configuration: Provider.decodingConfiguration)
    }

    /// Decodes a value with a configuration from bytes.
    public func decode<Value: DecodableWithConfiguration>(
        _ type: Value.Type, from bytes: [UInt8], configuration: Value.DecodingConfiguration
    ) throws -> Value {
        try bytes.withUnsafeBufferPointer { try run(type, $0) { try $0.value(type, at: $1, configuration) } }
    }

    /// Decodes a value with a configuration from a JSON value, such as the `root` of a scanned document.
    public func decode<Value: DecodableWithConfiguration>(
        _ type: Value.Type, from value: JSONValue, configuration: Value.DecodingConfiguration
    ) throws -> Value {
        try run(type, value) { try $0.value(type, at: $1, configuration) }
    }

    /// Decodes a dictionary of values with a configuration. Foundation has no such call.
    ///
    /// ```swift
    /// let songs = try decoder.decode([String: FeedSong].self, from: payload, configuration: controller)
    /// ```
    public func decode<Value: DecodableWithConfiguration>(
        _ type: [String: Value].Type, from payload: Data, configuration: Value.DecodingConfiguration
    ) throws -> [String: Value] {
        try decode(ConfiguredDictionary<Value>.self, from: payload, configuration: configuration).values
    }

    /// Decodes a dictionary of values with a configuration from bytes.
    public func decode<Value: DecodableWithConfiguration>(
        _ type: [String: Value].Type, from bytes: [UInt8], configuration: Value.DecodingConfiguration
    ) throws -> [String: Value] {
        try decode(ConfiguredDictionary<Value>.self, from: bytes, configuration: configuration).values
    }
}

extension KeyedDecodingContainer {
    /// Decodes a member that is an array of values with a configuration. Swift prefers it to Foundation's method of
    /// this name, so that tolerant decoding skips failing elements. Otherwise it does the same.
    ///
    /// ```swift
    /// // {"photos": [{…}, {…}]}
    /// let photos = try container.decode([Photo].self, forKey: .photos, configuration: server)
    /// ```
    ///
    /// - Throws: `DecodingError`, and the errors of the type's own code.
    public func decode<Value: DecodableWithConfiguration>(
        _ type: [Value].Type, forKey key: Key, configuration: Value.DecodingConfiguration
    ) throws -> [Value] {
        let decoder = try superDecoder(forKey: key)
        let list = try tolerantly(Value.self, key, decoder, configuration) {
            try decode([Configured<Value>].self, forKey: key).map(\.value)
        }
        return try list ?? type.init(from: decoder, configuration: configuration)
    }

    /// Decodes such a member, or returns `nil` if it is absent or `null`. Foundation's method of this name fails on
    /// an explicit `null` in Swift 6.3.
    public func decodeIfPresent<Value: DecodableWithConfiguration>(
        _ type: [Value].Type, forKey key: Key, configuration: Value.DecodingConfiguration
    ) throws -> [Value]? {
        guard contains(key), try !decodeNil(forKey: key) else { return nil }
        let decoder = try superDecoder(forKey: key)
        guard decoder.asTolerant != nil else { return try type.init(from: decoder, configuration: configuration) }
        return try tolerantly(Value.self, key, decoder, configuration) {
            try decodeIfPresent([Configured<Value>].self, forKey: key)?.map(\.value)
        } ?? nil
    }

    /// Decodes a member that is a dictionary of values with a configuration. Foundation has no such call.
    ///
    /// ```swift
    /// // {"songs": {"first": {…}, "second": {…}}}
    /// let songs = try container.decode([String: FeedSong].self, forKey: .songs, configuration: controller)
    /// ```
    ///
    /// - Throws: `DecodingError`, and the errors of the type's own code.
    public func decode<Value: DecodableWithConfiguration>(
        _ type: [String: Value].Type, forKey key: Key, configuration: Value.DecodingConfiguration
    ) throws -> [String: Value] {
        let decoder = try superDecoder(forKey: key)
        let values = try tolerantly(Value.self, key, decoder, configuration) {
            try decode([String: Configured<Value>].self, forKey: key).mapValues(\.value)
        }
        return try values ?? ConfiguredDictionary(from: decoder, configuration: configuration).values
    }

    /// Decodes such a member, or returns `nil` if it is absent or `null`.
    public func decodeIfPresent<Value: DecodableWithConfiguration>(
        _ type: [String: Value].Type, forKey key: Key, configuration: Value.DecodingConfiguration
    ) throws -> [String: Value]? {
        guard contains(key), try !decodeNil(forKey: key) else { return nil }
        return try decode(type, forKey: key, configuration: configuration)
    }
}

/// A dictionary whose values are decoded with a configuration: its own type, to avoid other conformances of
/// `Dictionary`.
private struct ConfiguredDictionary<Value: DecodableWithConfiguration>: DecodableWithConfiguration,
    PassesConfigurationOn
{
    static var configuredElement: Any.Type { Value.self }

    let values: [String: Value]

    init(from decoder: any Decoder, configuration: Value.DecodingConfiguration) throws {
        let container = try decoder.container(keyedBy: ConfiguredKey.self)
        var values: [String: Value] = [:]
        for key in container.allKeys {
            let value = try Value(from: container.superDecoder(forKey: key), configuration: configuration)
            if values.updateValue(value, forKey: key.stringValue) != nil {
                throw DecodingError.dataCorrupted(
                    .init(
                        codingPath: container.codingPath + [key],
                        debugDescription: "two keys of the dictionary are one and the same Swift text,"
                            + " though their characters differ"))
            }
        }
        self.values = values
    }
}

extension DecodingSession {
    /// Decodes a value with a configuration.
    fileprivate func value<Value: DecodableWithConfiguration>(
        _ type: Value.Type, at node: UInt32, _ configuration: Value.DecodingConfiguration
    ) throws -> Value {
        _ = try meet(ConfiguredModel.type(of: type))
        return try type.init(from: IndexDecoder(session: self, node: node, model: type), configuration: configuration)
    }
}
