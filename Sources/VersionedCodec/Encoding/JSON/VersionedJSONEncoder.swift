#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Encodes models as JSON, straight into bytes; with a version controller, as a version writes them.
///
/// ```swift
/// struct Song: Codable { var title: String, playedAt: Date }
///
/// var encoder = VersionedJSONEncoder()
/// encoder.dateEncodingStrategy = .iso8601
/// try encoder.encode(Song(title: "Hey", playedAt: date))
/// // {"title":"Hey","playedAt":"2023-11-14T22:13:20Z"}
/// ```
///
/// Options carry the names of Foundation's `JSONEncoder` where they mean the same. It is a value: a copy has options of
/// its own, and one encoder may serve many tasks at once. Members are in the order in which the model writes them,
/// those of dictionaries by the bytes of their keys, so equal models give equal bytes.
public struct VersionedJSONEncoder: Sendable {
    /// White space, the order of keys, and slashes, as Foundation names them; not used where ``style`` is set.
    public var outputFormatting: OutputFormatting = [] { didSet { rules = EncodingRules(self) } }

    /// The layout of the bytes in full; `nil` for what ``outputFormatting`` says.
    public var style: WritingStyle? { didSet { rules = EncodingRules(self) } }

    /// How dates are written that no version has a format for.
    public var dateEncodingStrategy = DateEncodingStrategy.deferredToDate { didSet { rules = EncodingRules(self) } }

    /// How `Data` is written that no version has a format for.
    public var dataEncodingStrategy = DataEncodingStrategy.base64 { didSet { rules = EncodingRules(self) } }

    /// How numbers are written that JSON has no number for, where no version has texts for them.
    public var nonConformingFloatEncodingStrategy = NonConformingFloatEncodingStrategy.throw {
        didSet { rules = EncodingRules(self) }
    }

    /// How coding keys are written outside of versions; within one, its format and layouts say it.
    public var keyEncodingStrategy = KeyEncodingStrategy.useDefaultKeys { didSet { rules = EncodingRules(self) } }

    /// How many levels of arrays and objects a text may have: 512, as ``VersionedJSONDecoder/maximumDepth`` has it, so
    /// that what is written can be read.
    ///
    /// A model that is deeper, or holds itself, is an `EncodingError` with its path. Each level of a model takes room
    /// on the stack: where more are allowed, the thread needs it.
    public var maximumDepth = JSONParsingOptions.usualDepth { didSet { rules = EncodingRules(self) } }

    /// What models find in their encoder's `userInfo`.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:] {
        didSet {
            hasOwnUserInfo = false
            rules = EncodingRules(self)
        }
    }

    /// The options, worked out; `nil` where nobody has set any. Invariant: made of the options that are set.
    private var rules: EncodingRules?

    private let controller: (any EncodingController)?

    /// Whether nobody has changed ``userInfo``, so that the encoder's controller is the one that is there.
    private var hasOwnUserInfo = true

    /// An encoder of models without versions; where a controller is in ``userInfo``, `Versioned` models follow it.
    public init() {
        controller = nil
        rules = nil
    }

    /// An encoder of whole payloads that each have a version.
    ///
    /// ```swift
    /// let encoder = VersionedJSONEncoder(controller)
    /// try encoder.encode(page)                          // the version in effect: {"version":2,"results":[…]}
    /// try encoder.encode(page, for: FeedVersion.v1)     // {"version":1,"items":[…]}
    /// ```
    ///
    /// The version is written where it is found on reading, as `Versioned` does. A ``Versioned`` value, and arrays,
    /// dictionaries and optionals of such, keep the versions that they say.
    public init<Version: APIVersion>(_ controller: VersionController<Version>) {
        self.controller = RootVersions(controller: controller)
        userInfo.install(controller)
        rules = EncodingRules(self)
    }
}

extension VersionedJSONEncoder {
    /// The text of a value as JSON.
    ///
    /// ```swift
    /// try VersionedJSONEncoder().encode(["b": 1, "a": 2])    // {"a":2,"b":1}
    /// ```
    ///
    /// - Throws: `EncodingError` with the whole path, and our own error beneath; what the model throws.
    /// - Complexity: O(bytes), plus the sorting of keys where they are sorted.
    public func encode<Value: Encodable>(_ value: Value) throws -> Data {
        try document {
            try write(value, on: $0)
        } finish: {
            try $0.finishedData()
        }
    }

    /// The text of a value as JSON, in an array; otherwise as ``encode(_:)``, without a copy.
    public func bytes<Value: Encodable>(of value: Value) throws -> [UInt8] {
        try document {
            try write(value, on: $0)
        } finish: {
            try $0.finished()
        }
    }

    private func write<Value: Encodable>(_ value: Value, on output: JSONOutput) throws {
        guard let controller, !(Value.self is any SelfVersioned.Type) else { return try output.write(value) }
        try controller.write(value, on: output)
    }

    /// The text of a value as a version writes it.
    ///
    /// ```swift
    /// try encoder.encode(page, for: FeedVersion.v1)
    /// ```
    ///
    /// - Throws: `EncodingError`, as ``encode(_:)`` does; beneath it a ``MissingVersionController`` where the encoder
    ///   carries none for such versions.
    public func encode<Value: Encodable, Version: APIVersion>(_ value: Value, for version: Version) throws -> Data {
        try document {
            try write(value, for: version, on: $0)
        } finish: {
            try $0.finishedData()
        }
    }

    /// The text of a value as a version writes it, in an array; otherwise as ``encode(_:for:)``.
    public func bytes<Value: Encodable, Version: APIVersion>(of value: Value, for version: Version) throws -> [UInt8] {
        try document {
            try write(value, for: version, on: $0)
        } finish: {
            try $0.finished()
        }
    }

    private func write<Value: Encodable, Version: APIVersion>(
        _ value: Value, for version: Version, on output: JSONOutput
    ) throws {
        try output.writeOpen(nil, value) { encoder in
            try encoder.write(value, as: writing(of: version, for: encoder), stamps: true)
        }
    }

    /// What a version is written with, by the controller that the encoder carries.
    private func writing<Version: APIVersion>(of version: Version, for encoder: OutputEncoder) throws -> VersionWriting
    {
        if hasOwnUserInfo, VersionScope.controllers == nil, let own = controller as? RootVersions<Version> {
            return own.controller.writing(ofTarget: version)
        }
        return try encoder.versionController(for: Version.self).writing(ofTarget: version)
    }

    /// The text of a value as a controller's version writes it, without the version in it.
    func bytes<Value: Encodable, Version: APIVersion>(
        of value: Value, by controller: VersionController<Version>
    ) throws -> [UInt8] {
        try document { output in
            try output.writeOpen(nil, value) { try $0.write(value, by: controller, stamps: false) }
        } finish: {
            try $0.finished()
        }
    }

    /// The text of a value as JSON, by its configuration.
    ///
    /// ```swift
    /// try VersionedJSONEncoder().encode(song, configuration: controller.fixed(to: .v1))
    /// ```
    ///
    /// - Throws: `EncodingError`, as ``encode(_:)`` does.
    public func encode<Value: EncodableWithConfiguration>(
        _ value: Value, configuration: Value.EncodingConfiguration
    ) throws -> Data {
        try document { output in
            try output.writeOpen(Swift.type(of: value as Any), value) {
                try value.encode(to: $0, configuration: configuration)
            }
        } finish: {
            try $0.finishedData()
        }
    }

    /// The text of a value as JSON, by the configuration of a type that provides one.
    ///
    /// - Throws: `EncodingError`, as ``encode(_:)`` does.
    public func encode<Value: EncodableWithConfiguration, Provider: EncodingConfigurationProviding>(
        _ value: Value, configuration: Provider.Type
    ) throws -> Data where Provider.EncodingConfiguration == Value.EncodingConfiguration {
        try encode(value, configuration: Provider.encodingConfiguration)
    }

    /// The text of a dictionary as JSON, each value by the same configuration.
    ///
    /// ```swift
    /// try VersionedJSONEncoder().encode(["first": song], configuration: controller.fixed(to: .v1))
    /// // {"first":{"played_at":…}}
    /// ```
    ///
    /// - Throws: `EncodingError`, as ``encode(_:)`` does.
    public func encode<Value: EncodableWithConfiguration>(
        _ values: [String: Value], configuration: Value.EncodingConfiguration
    ) throws -> Data {
        try encode(ConfiguredDictionary(values: values), configuration: configuration)
    }

    private func document<Result>(
        _ write: (JSONOutput) throws -> Void, finish: (JSONOutput) throws -> Result
    ) throws -> Result {
        let output = JSONOutput.open(rules ?? .usual)
        defer { output.close() }
        try write(output)
        return try finish(output)
    }
}

/// Writes payloads in the version that a controller has in effect; the type of the versions is erased.
private protocol EncodingController: Sendable {
    func write<Value: Encodable>(_ value: Value, on output: JSONOutput) throws
}

private final class RootVersions<Version: APIVersion>: EncodingController {
    let controller: VersionController<Version>
    private let writing: VersionWriting

    init(controller: VersionController<Version>) {
        self.controller = controller
        writing = controller.inside(controller.version).writing
    }

    func write<Value: Encodable>(_ value: Value, on output: JSONOutput) throws {
        try output.writeOpen(nil, value) { try $0.write(value, as: writing, stamps: true) }
    }
}

/// A type whose values say their own versions.
private protocol SelfVersioned {}
extension Versioned: SelfVersioned {}
extension Array: SelfVersioned where Element: SelfVersioned {}
extension Optional: SelfVersioned where Wrapped: SelfVersioned {}
extension Dictionary: SelfVersioned where Value: SelfVersioned {}

/// A dictionary of values that take a configuration.
private struct ConfiguredDictionary<Value: EncodableWithConfiguration>: EncodableWithConfiguration {
    let values: [String: Value]

    func encode(to encoder: any Encoder, configuration: Value.EncodingConfiguration) throws {
        var container = encoder.container(keyedBy: PayloadKey.self)
        for (key, value) in values.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            try container.encode(value, forKey: PayloadKey(key), configuration: configuration)
        }
    }
}
