#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the options of a decoder come to; made once, when they are set.
struct DecodingRules: Sendable {
    var dates = DateRule.deferred
    var data = VersionedJSONDecoder.DataDecodingStrategy.base64
    var nonFinite: NonFiniteTexts?
    var keys = VersionedJSONDecoder.KeyDecodingStrategy.useDefaultKeys
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    var parsing = VersionedJSONDecoder.defaultParsingOptions
    var controller: RootController?
}

/// How dates are read.
enum DateRule: Sendable {
    case deferred
    case secondsSince1970
    case millisecondsSince1970
    case formats(DateFormats)
    case custom(@Sendable (any Decoder) throws -> Date)

    init(_ strategy: VersionedJSONDecoder.DateDecodingStrategy) {
        switch strategy {
        case .deferredToDate: self = .deferred
        case .secondsSince1970: self = .secondsSince1970
        case .millisecondsSince1970: self = .millisecondsSince1970
        case .iso8601: self = .formats([.iso8601])
        case .formats(let formats): self = .formats(formats)
        case .custom(let read): self = .custom(read)
        }
    }
}

/// The controller of a decoder, its versions erased: it takes a document into the version that it says.
struct RootController: Sendable {
    /// The scope in which the whole document is read.
    let enter: @Sendable (DecodingScope) throws -> DecodingScope

    init<Version: APIVersion>(_ controller: VersionController<Version>) {
        enter = { scope in
            let version = try controller.version(in: scope, at: scope.root)
            return scope.inside(controller.inside(version))
        }
    }
}
