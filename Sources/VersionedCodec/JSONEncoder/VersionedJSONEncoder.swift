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
/// Options carry the names of Foundation's `JSONEncoder` where they mean the same. It is a value: a copy has options of its own, and one
/// encoder may serve many tasks at once. Members stand in the order in which the model writes them, those of dictionaries by
/// the bytes of their keys, so equal models give equal bytes.
public struct VersionedJSONEncoder: Sendable {
    /// White space, the order of keys, and slashes, as Foundation names them; not used where ``style`` is set.
    public var outputFormatting: OutputFormatting = []

    /// The layout of the bytes in full; `nil` for what ``outputFormatting`` says.
    public var style: WritingStyle?

    /// How dates are written that no version has a format for.
    public var dateEncodingStrategy = DateEncodingStrategy.deferredToDate

    /// How `Data` is written that no version has a format for.
    public var dataEncodingStrategy = DataEncodingStrategy.base64

    /// How numbers are written that JSON has no number for, where no version has texts for them.
    public var nonConformingFloatEncodingStrategy = NonConformingFloatEncodingStrategy.throw

    /// How coding keys are written outside of versions; within one, its format and layouts say it.
    public var keyEncodingStrategy = KeyEncodingStrategy.useDefaultKeys

    /// What models find in their encoder's `userInfo`.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:] { didSet { hasOwnUserInfo = false } }

    private let controller: (any EncodingController)?

    /// Whether nobody has changed ``userInfo``, so that the encoder's controller is the one that stands there.
    private var hasOwnUserInfo = true

    /// An encoder of models without versions; where a controller is in ``userInfo``, `Versioned` models follow it.
    public init() { controller = nil }

    /// An encoder of whole payloads that each have a version.
    ///
    /// ```swift
    /// let encoder = VersionedJSONEncoder(controller)
    /// try encoder.encode(page)                          // the version in effect: {"version":2,"results":[…]}
    /// try encoder.encode(page, for: FeedVersion.v1)     // {"version":1,"items":[…]}
    /// ```
    ///
    /// The version is written where it is found on reading, as `Versioned` does. A ``Versioned`` value, and arrays, dictionaries and optionals
    /// of such, keep the versions that they say.
    public init<Version: APIVersion>(_ controller: VersionController<Version>) {
        self.controller = RootVersions(controller: controller)
        userInfo.install(controller)
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
    public func encode<Value: Encodable>(_ value: Value) throws -> Data { try Self.data(bytes(of: value)) }

    /// The text of a value as JSON, in an array; otherwise as ``encode(_:)``, without a copy.
    public func bytes<Value: Encodable>(of value: Value) throws -> [UInt8] {
        guard let controller, !(Value.self is any SelfVersioned.Type) else {
            return try document { try $0.write(value) }
        }
        return try document { try controller.write(value, on: $0) }
    }

    /// The text of a value as a version writes it.
    ///
    /// ```swift
    /// try encoder.encode(page, for: FeedVersion.v1)
    /// ```
    ///
    /// - Throws: `EncodingError`, as ``encode(_:)`` does; beneath it a ``MissingVersionController`` where the encoder carries none for such versions.
    public func encode<Value: Encodable, Version: APIVersion>(_ value: Value, for version: Version) throws -> Data {
        try Self.data(bytes(of: value, for: version))
    }

    /// The text of a value as a version writes it, in an array; otherwise as ``encode(_:for:)``.
    public func bytes<Value: Encodable, Version: APIVersion>(of value: Value, for version: Version) throws -> [UInt8] {
        try document { sheet in
            try sheet.writeOpen(nil, value) { encoder in
                try encoder.write(value, as: writing(of: version, for: encoder), stamps: true)
            }
        }
    }

    /// What a version is written with, by the controller that the encoder carries.
    private func writing<Version: APIVersion>(of version: Version, for encoder: SheetEncoder) throws -> VersionWriting {
        if hasOwnUserInfo, VersionScope.controllers == nil, let own = controller as? RootVersions<Version> {
            return own.controller.writing(fixedTo: version)
        }
        return try encoder.versionController(for: Version.self).writing(fixedTo: version)
    }

    /// The text of a value as a controller's version writes it, without the version in it.
    func bytes<Value: Encodable, Version: APIVersion>(
        of value: Value, by controller: VersionController<Version>
    ) throws -> [UInt8] {
        try document { sheet in
            try sheet.writeOpen(nil, value) { try $0.write(value, by: controller, stamps: false) }
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
        try Self.data(
            document { sheet in
                try sheet.writeOpen(Swift.type(of: value as Any), value) {
                    try value.encode(to: $0, configuration: configuration)
                }
            })
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
    /// try VersionedJSONEncoder().encode(["first": song], configuration: controller.fixed(to: .v1))    // {"first":{"played_at":…}}
    /// ```
    ///
    /// - Throws: `EncodingError`, as ``encode(_:)`` does.
    public func encode<Value: EncodableWithConfiguration>(
        _ values: [String: Value], configuration: Value.EncodingConfiguration
    ) throws -> Data {
        try encode(ConfiguredDictionary(values: values), configuration: configuration)
    }

    private func document(_ write: (EncodingSheet) throws -> Void) throws -> [UInt8] {
        let scope = EncodingScope(
            tables: tables, dates: dateEncodingStrategy.kind, data: dataEncodingStrategy,
            nonFinite: nonConformingFloatEncodingStrategy.texts, keys: keyEncodingStrategy, givenUserInfo: userInfo
        )
        let sheet = EncodingSheet.open(scope: scope, escapes: escapes, sortsMembers: sortsMembers)
        defer { sheet.close() }
        sheet.bytes.pointee.reserveCapacity(512)
        try write(sheet)
        let text = try sheet.finished()
        return layoutStyle.map { TextLayout($0).bytes(of: text) } ?? text
    }

    /// The names of keys as they have been written.
    private var tables: KeyTables {
        switch keyEncodingStrategy {
        case .useDefaultKeys: .asDeclared
        case .convertToSnakeCase: .snakeCase
        case .custom: KeyTables()
        }
    }

    private static func data(_ bytes: [UInt8]) -> Data { Data(bytes) }

    private var escapes: StringEscapes {
        style.map { StringEscapes(slashes: $0.escapesSlashes, nonASCII: $0.escapesNonASCII) }
            ?? StringEscapes(slashes: !outputFormatting.contains(.withoutEscapingSlashes))
    }

    private var sortsMembers: Bool { style.map { $0.keyOrder == .sorted } ?? outputFormatting.contains(.sortedKeys) }

    /// The layout of text that is written on one line, sorted, and with its escapes first; `nil` where it stays so.
    private var layoutStyle: WritingStyle? {
        var layout: WritingStyle
        if let style {
            layout = style
        } else if outputFormatting.contains(.prettyPrinted) {
            layout = WritingStyle(indentation: .spaces(2), colon: " : ", emptyArray: "[\n\n]", emptyObject: "{\n\n}")
        } else {
            return nil
        }
        layout.keyOrder = .kept
        (layout.escapesSlashes, layout.escapesNonASCII, layout.keepsEscapes) = (false, false, false)
        return layout == .compact ? nil : layout
    }
}

/// Writes payloads in the version that a controller has in effect; the type of the versions is erased.
private protocol EncodingController: Sendable {
    func write<Value: Encodable>(_ value: Value, on sheet: EncodingSheet) throws
}

private final class RootVersions<Version: APIVersion>: EncodingController {
    let controller: VersionController<Version>
    private let writing: VersionWriting

    init(controller: VersionController<Version>) {
        self.controller = controller
        writing = controller.inside(controller.version).writing
    }

    func write<Value: Encodable>(_ value: Value, on sheet: EncodingSheet) throws {
        try sheet.writeOpen(nil, value) { try $0.write(value, as: writing, stamps: true) }
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
