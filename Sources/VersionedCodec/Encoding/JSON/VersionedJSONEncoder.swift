#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Use it in place of `JSONEncoder`: it encodes models straight into bytes. With a version controller, it encodes them
/// in the format of a version.
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
/// Options have the names of Foundation's `JSONEncoder` if they mean the same. The encoder is a value: a copy has its
/// own options, and one encoder can serve many tasks at once. Members are written in the order of the model, and
/// members of dictionaries by the bytes of their keys. So equal models give equal bytes.
public struct VersionedJSONEncoder: Sendable {
    /// White space, the order of keys, and slashes, as in Foundation. Not used if ``style`` is set.
    public var outputFormatting: OutputFormatting = [] { didSet { rules = EncodingRules(self) } }

    /// The complete layout of the bytes; `nil` uses ``outputFormatting``.
    public var style: WritingStyle? { didSet { rules = EncodingRules(self) } }

    /// How dates are written if no version has a format for them.
    public var dateEncodingStrategy = DateEncodingStrategy.deferredToDate { didSet { rules = EncodingRules(self) } }

    /// How `Data` is written if no version has a format for it.
    public var dataEncodingStrategy = DataEncodingStrategy.base64 { didSet { rules = EncodingRules(self) } }

    /// How infinite numbers and NaN are written if no version has texts for them.
    public var nonConformingFloatEncodingStrategy = NonConformingFloatEncodingStrategy.throw {
        didSet { rules = EncodingRules(self) }
    }

    /// How coding keys are written outside of versions. In a version, its format and layouts are used.
    public var keyEncodingStrategy = KeyEncodingStrategy.useDefaultKeys { didSet { rules = EncodingRules(self) } }

    /// The maximum nesting of arrays and objects: 512 by default, as in ``VersionedJSONDecoder/maximumDepth``, so that
    /// the output can be read.
    ///
    /// A model that is deeper, or contains itself, is an `EncodingError` with its path. Each level of a model needs
    /// room on the stack; if you allow more levels, the thread needs a larger stack.
    public var maximumDepth = JSONParsingOptions.usualDepth { didSet { rules = EncodingRules(self) } }

    /// The `userInfo` that models see.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:] {
        didSet {
            hasOwnUserInfo = false
            rules = EncodingRules(self)
        }
    }

    /// Rules made of the options; `nil` if no option has been set. Invariant: made of the options that are set.
    private var rules: EncodingRules?

    private let controller: RootVersions?

    /// Whether ``userInfo`` is unchanged, so that the encoder's controller is the one that is in it.
    private var hasOwnUserInfo = true

    /// An encoder without versions. If a controller is in ``userInfo``, `Versioned` models follow it.
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
    /// The version is written at its location, as with `Versioned`. A ``Versioned`` value, and arrays, dictionaries and
    /// optionals of such values, keep their own versions.
    public init<Version: APIVersion>(_ controller: VersionController<Version>) {
        self.controller = RootVersions(controller)
        userInfo.install(controller)
        rules = EncodingRules(self)
    }
}

extension VersionedJSONEncoder {
    /// Encodes a value as JSON.
    ///
    /// ```swift
    /// try VersionedJSONEncoder().encode(["b": 1, "a": 2])    // {"a":2,"b":1}
    /// ```
    ///
    /// - Throws: `EncodingError` with the complete path, whose underlying error may be one of ours, and the errors of
    ///   the model.
    /// - Complexity: O(bytes), plus the time for sorting keys if they are sorted.
    public func encode<Value: Encodable>(_ value: Value) throws -> Data {
        try document {
            try write(value, on: $0)
        } finish: {
            try $0.finishedData()
        }
    }

    /// Encodes a value as JSON into an array. Otherwise like ``encode(_:)``, without a copy.
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

    /// Encodes a value in the format of a version.
    ///
    /// ```swift
    /// try encoder.encode(page, for: FeedVersion.v1)
    /// ```
    ///
    /// - Throws: `EncodingError`, like ``encode(_:)``, with an underlying ``VersionControllerSet/MissingController`` if
    ///   the encoder has no controller for such versions.
    public func encode<Value: Encodable, Version: APIVersion>(_ value: Value, for version: Version) throws -> Data {
        try document {
            try write(value, for: version, on: $0)
        } finish: {
            try $0.finishedData()
        }
    }

    /// Encodes a value in the format of a version into an array. Otherwise like ``encode(_:for:)``.
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

    /// The prepared writing of a version, by the controller that the encoder carries.
    private func writing<Version: APIVersion>(of version: Version, for encoder: OutputEncoder) throws -> VersionWriting
    {
        if hasOwnUserInfo, VersionScope.controllers == nil, let own = controller?.writing(ofTarget: version) {
            return own
        }
        return try carriedWriting(of: version, for: encoder)
    }

    /// A call of its own, so that the usual one asks for no metadata.
    @inline(never)
    private func carriedWriting<Version: APIVersion>(
        of version: Version, for encoder: OutputEncoder
    ) throws -> VersionWriting {
        try encoder.versionController(for: Version.self).writing(ofTarget: version)
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

    /// Encodes a value as JSON with a configuration.
    ///
    /// ```swift
    /// let encoder = VersionedJSONEncoder(controller.fixed(to: .v1))
    /// try encoder.encode(photo, configuration: server)                                   // {"file_path":"/a.png"}
    /// try VersionedJSONEncoder().encode(song, configuration: controller.fixed(to: .v1))  // {"played_at":…}
    /// ```
    ///
    /// With a controller, the version in effect is written, as by ``encode(_:)``. A controller that is the
    /// configuration decides by itself.
    ///
    /// - Throws: `EncodingError`, like ``encode(_:)``.
    public func encode<Value: EncodableWithConfiguration>(
        _ value: Value, configuration: Value.EncodingConfiguration
    ) throws -> Data {
        try document { output in
            guard let controller = controller(for: Value.EncodingConfiguration.self) else {
                return try output.writeOpen(Swift.type(of: value as Any), value) {
                    try value.encode(to: $0, configuration: configuration)
                }
            }
            try controller.write(WrittenModel(value, configuration), on: output)
        } finish: {
            try $0.finishedData()
        }
    }

    /// Encodes a value as JSON with the configuration of a type that provides one.
    ///
    /// - Throws: `EncodingError`, like ``encode(_:)``.
    public func encode<Value: EncodableWithConfiguration, Provider: EncodingConfigurationProviding>(
        _ value: Value, configuration: Provider.Type
    ) throws -> Data where Provider.EncodingConfiguration == Value.EncodingConfiguration {
        try encode(value, configuration: Provider.encodingConfiguration)
    }

    /// Encodes a dictionary as JSON, each value with the same configuration.
    ///
    /// ```swift
    /// try VersionedJSONEncoder().encode(["first": song], configuration: controller.fixed(to: .v1))
    /// // {"first":{"played_at":…}}
    /// ```
    ///
    /// - Throws: `EncodingError`, like ``encode(_:)``.
    public func encode<Value: EncodableWithConfiguration>(
        _ values: [String: Value], configuration: Value.EncodingConfiguration
    ) throws -> Data {
        try document { output in
            let written = values.mapValues { WrittenModel($0, configuration) }
            guard let controller = controller(for: Value.EncodingConfiguration.self) else {
                return try output.write(written)
            }
            try controller.write(written, on: output)
        } finish: {
            try $0.finishedData()
        }
    }

    /// The encoder's controller, for values with a configuration of such a type.
    private func controller(for configuration: Any.Type) -> RootVersions? {
        configuration is any ControllingConfiguration.Type ? nil : controller
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

/// Writes payloads in the versions of a controller. The type of the versions is erased, so that no document asks for
/// metadata or a cast.
private final class RootVersions: Sendable {
    private let controller: any Sendable
    private let versions: Any.Type
    private let inEffect: VersionWriting
    private let writings: ControllerWritings?
    private let targetKind: VersionWriting.Kind

    init<Version: APIVersion>(_ controller: VersionController<Version>) {
        self.controller = controller
        versions = Version.self
        inEffect = controller.inside(controller.version).writing
        (writings, targetKind) = (controller.caches?.writings, controller.targetKind)
    }

    func write<Value: Encodable>(_ value: Value, on output: JSONOutput) throws {
        try output.writeOpen(nil, value) { try $0.write(value, as: inEffect, stamps: true) }
    }

    /// The prepared writing of a version that a call names; `nil` if the versions are of another type.
    func writing<Version: APIVersion>(ofTarget version: Version) -> VersionWriting? {
        guard versions == Version.self else { return nil }
        return writings?.known(version, targetKind) ?? make(version)
    }

    @inline(never)
    private func make<Version: APIVersion>(_ version: Version) -> VersionWriting? {
        (controller as? VersionController<Version>)?.writing(ofTarget: version)
    }
}

/// A type whose values have their own versions.
protocol SelfVersioned {}
extension Versioned: SelfVersioned {}
extension Array: SelfVersioned where Element: SelfVersioned {}
extension Optional: SelfVersioned where Wrapped: SelfVersioned {}
extension Dictionary: SelfVersioned where Value: SelfVersioned {}

/// A configuration that sets the version itself.
private protocol ControllingConfiguration {}
extension VersionController: ControllingConfiguration {}
