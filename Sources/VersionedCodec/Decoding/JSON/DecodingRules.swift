#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The compiled options of a decoder; made once, when they are set.
///
/// Unsafe code: a label is borrowed for the call.
struct DecodingRules: Sendable {
    var dates = DateRule.deferred
    var data = VersionedJSONDecoder.DataDecodingStrategy.base64
    var nonFinite: VersionFormat.NonFiniteTexts?
    var conversions: ValueConversions = []
    var conversionsByPath: ConversionsByPath?
    var keys = VersionedJSONDecoder.KeyDecodingStrategy.useDefaultKeys
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    var parsing = VersionedJSONDecoder.defaultParsingOptions
    var controller: RootController?

    /// The options of the first scan: of a text that may be JSON5, those for JSON, since comments end in more places
    /// there.
    var scanning: JSONParsingOptions { parsing.tolerances.makesJSON ? parsing.ofConvertedJSON5 : parsing }
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

/// The controller of a decoder, its versions erased: it takes a document into the version that the document names.
final class RootController: Sendable {
    /// One version, worked out when the decoder is made.
    private struct Known: Sendable {
        let registry: LayoutRegistry
        let enter: @Sendable (DecodingSession) -> DecodingSession
    }

    private let known: [Known]

    /// The labels of the known versions, one after the other, and where each ends.
    private let labels: [UInt8]
    private let ends: [Int]

    /// The version that is not to be looked for.
    private let fixed: Int?
    private let isExplicit: Bool

    /// Where most payloads name their version, and whether as a number; `nil` if one member is not enough.
    private let usual: (tokens: [String], isInteger: Bool)?

    private let enterOther: @Sendable (DecodingSession) throws -> DecodingSession

    init<Version: APIVersion>(_ controller: VersionController<Version>) {
        let versions = controller.versions
        known = versions.map { version in
            let inside = controller.inside(version)
            return Known(registry: inside.registry) { $0.inside(inside) }
        }
        var (labels, ends) = ([UInt8](), [Int]())
        for version in versions {
            labels += version.label.utf8
            ends.append(labels.count)
        }
        (self.labels, self.ends) = (labels, ends)
        fixed = controller.explicitVersion.flatMap(versions.firstIndex)
        isExplicit = controller.explicitVersion != nil
        usual = controller.usualLocation.map { ($0.pointer.tokens, $0.form == .integer) }
        enterOther = { session in
            let found = try controller.version(in: session, at: session.root)
            if let contradiction = found.contradiction { session.recorder.noteDocument(contradiction) }
            return session.inside(controller.inside(found.version))
        }
    }

    /// The session in which the whole document is read.
    func enter(_ session: DecodingSession) throws -> DecodingSession {
        guard let place = fixed ?? stated(in: session) else { return try enterOther(session) }
        return session.child(of: known[place].registry, isExplicit: isExplicit) ?? known[place].enter(session)
    }

    private func stated(in session: DecodingSession) -> Int? {
        guard let usual else { return nil }
        var node = session.root
        for token in usual.tokens {
            guard session.nodes[Int(node)].isObject else { return nil }
            node = session.member(token, of: node)
            if node == DecodingSession.nothing { return nil }
        }
        let found = session.nodes[Int(node)]
        guard usual.isInteger ? found.isInteger : found.isString && !found.isEscaped else { return nil }
        return place(of: session.bytes(of: found))
    }

    private func place(of label: UnsafeBufferPointer<UInt8>) -> Int? {
        var start = 0
        for (place, end) in ends.enumerated() {
            if end - start == label.count {
                while start < end, labels[start] == label[label.count - (end - start)] { start += 1 }
                if start == end { return place }
            }
            start = end
        }
        return nil
    }
}

extension VersionController {
    /// The location, if only the label there determines the version.
    var usualLocation: VersionLocation? {
        guard let location, !hasShapes, !hasHints, location.minor == nil, location.texts.isEmpty else { return nil }
        return location.form == .integer || location.form == .string ? location : nil
    }
}
