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
    public var outputFormatting: OutputFormatting = [] { didSet { tables = KeyTables() } }

    /// The layout of the bytes in full; `nil` for what ``outputFormatting`` says.
    public var style: WritingStyle? { didSet { tables = KeyTables() } }

    /// How dates are written that no version has a format for.
    public var dateEncodingStrategy = DateEncodingStrategy.deferredToDate

    /// How `Data` is written that no version has a format for.
    public var dataEncodingStrategy = DataEncodingStrategy.base64

    /// How numbers are written that JSON has no number for, where no version has texts for them.
    public var nonConformingFloatEncodingStrategy = NonConformingFloatEncodingStrategy.throw

    /// How coding keys are written outside of versions; within one, its format and layouts say it.
    public var keyEncodingStrategy = KeyEncodingStrategy.useDefaultKeys { didSet { tables = KeyTables() } }

    /// What models find in their encoder's `userInfo`.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// The names of keys that have been written, shared by copies with the same options.
    private var tables = KeyTables()

    /// An encoder of models without versions.
    public init() {}
}

extension VersionedJSONEncoder {
    /// The text of a value as JSON.
    ///
    /// - Throws: `EncodingError` with the whole path; what the model throws.
    /// - Complexity: O(bytes), plus the sorting of keys where they are sorted.
    public func encode<Value: Encodable>(_ value: Value) throws -> Data { Data(try bytes(of: value)) }

    /// The text of a value as JSON, in an array.
    ///
    /// - Throws: `EncodingError`, as ``encode(_:)-(Value)`` does.
    public func bytes<Value: Encodable>(of value: Value) throws -> [UInt8] {
        try document { try $0.write(value) }
    }

    private func document(_ write: (EncodingSheet) throws -> Void) throws -> [UInt8] {
        let scope = EncodingScope(
            tables: tables, dates: dateEncodingStrategy.kind, data: dataEncodingStrategy.kind,
            nonFinite: nonConformingFloatEncodingStrategy.texts, keys: keyEncodingStrategy.kind, userInfo: userInfo)
        let sheet = EncodingSheet(scope: scope, escapes: escapes)
        defer { sheet.close() }
        sheet.output.reserveCapacity(512)
        try write(sheet)
        return try sheet.finished()
    }

    private var escapes: StringEscapes {
        style.map { StringEscapes(slashes: $0.escapesSlashes, nonASCII: $0.escapesNonASCII) }
            ?? StringEscapes(slashes: !outputFormatting.contains(.withoutEscapingSlashes))
    }
}
