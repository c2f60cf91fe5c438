#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension VersionedJSONEncoder {
    /// White space, the order of keys, and slashes, as in Foundation.
    public typealias OutputFormatting = JSONEncoder.OutputFormatting

    /// How a `Date` is written if no version's format declares it. The names are those of Foundation's encoder.
    ///
    /// ```swift
    /// encoder.dateEncodingStrategy = .iso8601                                  // "2023-11-14T22:13:20Z"
    /// encoder.dateEncodingStrategy = .formats([try .pattern("yyyy/MM/dd")])    // "2023/11/14"
    /// ```
    public enum DateEncodingStrategy: Sendable {
        /// Seconds since the year 2001, as `Date` encodes itself: `721692800.5`. The default.
        case deferredToDate
        /// Seconds since the year 1970: `1700000000.5`.
        case secondsSince1970
        /// Milliseconds since the year 1970: `1700000000500`.
        case millisecondsSince1970
        /// ISO 8601 with whole seconds, in GMT: `"2023-11-14T22:13:20Z"`. A fraction is cut, as in Foundation.
        case iso8601
        /// The first of the formats. An empty list fails at the first date.
        case formats(DateFormats)
        /// Code of your own, which writes one value to the encoder.
        case custom(@Sendable (_ date: Date, _ encoder: any Encoder) throws -> Void)
    }

    /// How `Data` is written if no version's format declares it. The names are those of Foundation's encoder.
    public enum DataEncodingStrategy: Sendable {
        /// An array of bytes, as `Data` encodes itself: `[1,2,255]`.
        case deferredToData
        /// RFC 4648, section 4: `"AQL/"`. The default.
        case base64
        /// A format of this package: `.format(.hexadecimal)` gives `"0102ff"`.
        case format(DataFormat)
        /// Code of your own, which writes one value to the encoder.
        case custom(@Sendable (_ data: Data, _ encoder: any Encoder) throws -> Void)
    }

    /// How infinite numbers and NaN are written if no version's format declares it.
    public enum NonConformingFloatEncodingStrategy: Sendable {
        /// They are an error. The default.
        case `throw`
        /// These texts represent them.
        case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    /// How coding keys are written if no version is in effect. The keys of dictionaries stay as they are, because they
    /// are data.
    public enum KeyEncodingStrategy: Sendable {
        /// As Swift declares them. The default.
        case useDefaultKeys
        /// Words in lower case with `_` between them, by Foundation's rule for words: `imageURL` becomes `image_url`,
        /// and `URLString` becomes `u_rl_string`.
        ///
        /// ``KeyStyle/snakeCase``, the style of a ``VersionFormat``, gives `url_string` for the latter.
        case convertToSnakeCase
        /// Code of your own: from the path of a key, which ends with the key itself, to the key that is written.
        case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
    }
}

/// Strategies as values are written by them.
extension VersionedJSONEncoder.DateEncodingStrategy {
    enum Kind: Sendable {
        case seconds(since1970: Bool)
        case milliseconds
        case format(DateFormat)
        case none(DateFormats)
        case custom(@Sendable (Date, any Encoder) throws -> Void)
    }

    var kind: Kind {
        switch self {
        case .deferredToDate: .seconds(since1970: false)
        case .secondsSince1970: .seconds(since1970: true)
        case .millisecondsSince1970: .milliseconds
        case .iso8601: .format(.iso8601)
        case .formats(let formats): formats.writing.map { .format($0) } ?? .none(formats)
        case .custom(let write): .custom(write)
        }
    }
}

extension VersionedJSONEncoder.NonConformingFloatEncodingStrategy {
    var texts: VersionFormat.NonFiniteTexts? {
        switch self {
        case .throw: nil
        case .convertToString(let positiveInfinity, let negativeInfinity, let nan):
            VersionFormat.NonFiniteTexts(
                positiveInfinity: positiveInfinity, negativeInfinity: negativeInfinity, nan: nan)
        }
    }
}
