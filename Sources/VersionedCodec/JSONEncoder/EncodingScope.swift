#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What values are written with, worked out once for a document or for a value with a version of its own.
struct EncodingScope {
    typealias Strategy = VersionedJSONEncoder

    var tables: KeyTables
    var dates: Strategy.DateEncodingStrategy.Kind
    var data: Strategy.DataEncodingStrategy
    var nonFinite: NonFiniteTexts?
    var keys: Strategy.KeyEncodingStrategy
    /// What was given to the encoder.
    let givenUserInfo: [CodingUserInfoKey: any Sendable]

    /// What models see.
    var userInfo: [CodingUserInfoKey: Any] {
        if isVersioned, let context { return context.userInfo }
        return givenUserInfo
    }

    /// The same, not yet in the form in which models see it.
    var userInfoEntries: GivenUserInfo {
        if isVersioned, let context { return .any(context.userInfo) }
        return .sendable(givenUserInfo)
    }

    /// The version that is being written; `nil` outside of all versions, until a value needs the tree.
    var context: FormatContext?

    var nilMembers: NilMembers = .asEncoded

    /// Whether a version is in effect.
    var isVersioned = false

    /// Whether models are asked for their layouts.
    var asksModels = false

    init(
        tables: KeyTables, dates: Strategy.DateEncodingStrategy.Kind, data: Strategy.DataEncodingStrategy,
        nonFinite: NonFiniteTexts?, keys: Strategy.KeyEncodingStrategy, givenUserInfo: [CodingUserInfoKey: any Sendable]
    ) {
        self.tables = tables
        self.dates = dates
        self.data = data
        self.nonFinite = nonFinite
        self.keys = keys
        self.givenUserInfo = givenUserInfo
    }

    /// A scope of nobody.
    init(emptyWith tables: KeyTables) {
        self.init(
            tables: tables, dates: .seconds(since1970: false), data: .base64, nonFinite: nil, keys: .useDefaultKeys,
            givenUserInfo: [:])
    }
}
