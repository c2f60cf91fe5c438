#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The compiled rules for writing values, made once: the options of an encoder, or those and the format of a version.
///
/// Shared by all documents and tasks of an encoder.
final class EncodingRules: Sendable {
    typealias Strategy = VersionedJSONEncoder

    /// The names of keys as they have been written.
    let tables: KeyTables
    let dates: Strategy.DateEncodingStrategy.Kind
    let data: Strategy.DataEncodingStrategy
    let nonFinite: VersionFormat.NonFiniteTexts?
    let keys: Strategy.KeyEncodingStrategy
    let escapes: StringEscapes

    /// Whether the members of all objects are sorted by the bytes of their names.
    let sortsMembers: Bool

    /// The layout of text that is written on one line, sorted, and with its escapes first; `nil` if it stays so.
    let layout: WritingStyle?

    /// How JSON values are written, on one line; ``layout`` comes afterwards.
    let json: WritingStyle

    /// Whether strings of JSON values that were read are written as they were spelled.
    let copiesStrings: Bool
    /// How deep values may be nested.
    let depth: DepthLimits

    /// The `userInfo` that was given to the encoder.
    let userInfo: [CodingUserInfoKey: any Sendable]

    /// The version that is written; `nil` outside of all versions.
    let version: VersionWriting?

    /// How members that are nil are written.
    let nilMembers: VersionFormat.NilMembers

    /// Whether models are asked for their layouts.
    let asksModels: Bool

    /// The rules of an encoder.
    init(_ encoder: VersionedJSONEncoder) {
        switch encoder.keyEncodingStrategy {
        case .useDefaultKeys: tables = .asDeclared
        case .convertToSnakeCase: tables = .snakeCase
        case .custom: tables = KeyTables()
        }
        dates = encoder.dateEncodingStrategy.kind
        data = encoder.dataEncodingStrategy
        nonFinite = encoder.nonConformingFloatEncodingStrategy.texts
        keys = encoder.keyEncodingStrategy
        escapes = encoder.escapes
        sortsMembers = encoder.sortsMembers
        layout = encoder.layout
        json = encoder.styleOfJSON
        copiesStrings = encoder.style == nil
        userInfo = encoder.userInfo
        depth = DepthLimits(encoder.maximumDepth)
        (version, nilMembers, asksModels) = (nil, .asEncoded, false)
    }

    /// The same rules in a version, whose format takes precedence.
    init(_ rules: EncodingRules, in version: VersionWriting) {
        let format = version.registry.format
        tables = version.registry.keyTables
        dates = format.dates.writing.map { .format($0) } ?? rules.dates
        data = format.data.map { .format($0) } ?? rules.data
        nonFinite = format.nonFinite ?? rules.nonFinite
        keys = .useDefaultKeys
        (escapes, sortsMembers, layout, userInfo) = (rules.escapes, rules.sortsMembers, rules.layout, rules.userInfo)
        (json, copiesStrings) = (rules.json, rules.copiesStrings)
        depth = rules.depth
        self.version = version
        nilMembers = format.nilMembers
        asksModels = format.asksModels
    }

    /// The same rules for a member whose dates have formats of their own.
    init(_ rules: EncodingRules, dates: DateFormats) {
        self.dates = Strategy.DateEncodingStrategy.formats(dates).kind
        (tables, data, nonFinite, keys) = (rules.tables, rules.data, rules.nonFinite, rules.keys)
        (escapes, sortsMembers, layout, userInfo) = (rules.escapes, rules.sortsMembers, rules.layout, rules.userInfo)
        (json, copiesStrings) = (rules.json, rules.copiesStrings)
        depth = rules.depth
        (version, nilMembers, asksModels) = (rules.version, rules.nilMembers, rules.asksModels)
    }

    /// The rules of an encoder without changes.
    static let usual = EncodingRules(VersionedJSONEncoder())
}

extension VersionedJSONEncoder {
    fileprivate var escapes: StringEscapes {
        style.map { StringEscapes($0) }
            ?? StringEscapes(slashes: !outputFormatting.contains(.withoutEscapingSlashes))
    }

    fileprivate var sortsMembers: Bool {
        style.map { $0.keyOrder == .sorted } ?? outputFormatting.contains(.sortedKeys)
    }

    /// How JSON values are written before the layout: their members in their own order, unless a style declares
    /// otherwise.
    fileprivate var styleOfJSON: WritingStyle {
        var json = WritingStyle(keepsEscapes: true)
        json.escapesSlashes = escapes.slashes
        guard let style else { return json }
        (json.keyOrder, json.keepsEscapes) = (style.keyOrder, style.keepsEscapes)
        json.escapesNonASCII = style.escapesNonASCII
        return json
    }

    /// The layout of text that is written on one line, sorted, and with its escapes first; `nil` if it stays so.
    fileprivate var layout: WritingStyle? {
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
