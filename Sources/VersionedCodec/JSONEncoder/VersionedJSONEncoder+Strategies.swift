#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension VersionedJSONEncoder {
    /// White space, the order of keys, and slashes, as Foundation names them.
    public typealias OutputFormatting = JSONEncoder.OutputFormatting

    /// How a `Date` is written; the names are Foundation's, and the list may grow.
    ///
    /// ```swift
    /// encoder.dateEncodingStrategy = .iso8601                                  // "2023-11-14T22:13:20Z"
    /// encoder.dateEncodingStrategy = .formats([try .pattern("yyyy/MM/dd")])    // "2023/11/14"
    /// ```
    public struct DateEncodingStrategy: Sendable {
        enum Kind: Sendable {
            case seconds(since1970: Bool)
            case milliseconds
            case format(DateFormat)
            case none(DateFormats)
            case custom(@Sendable (Date, any Encoder) throws -> Void)
        }
        let kind: Kind

        /// Seconds since the year 2001, as `Date` does for itself: `721692800.5`.
        public static let deferredToDate = Self(kind: .seconds(since1970: false))
        /// Seconds since the year 1970: `1700000000.5`.
        public static let secondsSince1970 = Self(kind: .seconds(since1970: true))
        /// Milliseconds since the year 1970: `1700000000500`.
        public static let millisecondsSince1970 = Self(kind: .milliseconds)
        /// ISO 8601 with whole seconds, in GMT: `"2023-11-14T22:13:20Z"`. A fraction is cut, as in Foundation.
        public static let iso8601 = Self(kind: .format(.iso8601))

        /// As the first of the formats writes it. An empty list fails at the first date.
        public static func formats(_ formats: DateFormats) -> Self {
            Self(kind: formats.writing.map { .format($0) } ?? .none(formats))
        }

        /// By code of your own, which writes one value into the encoder.
        public static func custom(_ write: @escaping @Sendable (Date, any Encoder) throws -> Void) -> Self {
            Self(kind: .custom(write))
        }
    }

    /// How `Data` is written; the names are Foundation's, and the list may grow.
    public struct DataEncodingStrategy: Sendable {
        enum Kind: Sendable {
            case deferred
            case format(DataFormat)
            case custom(@Sendable (Data, any Encoder) throws -> Void)
        }
        let kind: Kind

        /// An array of bytes, as `Data` does for itself: `[1,2,255]`.
        public static let deferredToData = Self(kind: .deferred)
        /// Base64 (RFC 4648, section 4): `"AQL/"`.
        public static let base64 = Self(kind: .format(.base64))

        /// As a format of ours writes it: `.format(.hexadecimal)` gives `"0102ff"`.
        public static func format(_ format: DataFormat) -> Self { Self(kind: .format(format)) }

        /// By code of your own, which writes one value into the encoder.
        public static func custom(_ write: @escaping @Sendable (Data, any Encoder) throws -> Void) -> Self {
            Self(kind: .custom(write))
        }
    }

    /// How numbers are written that JSON has no number for; the names are Foundation's, and the list may grow.
    public struct NonConformingFloatEncodingStrategy: Sendable {
        let texts: NonFiniteTexts?

        /// They are an error.
        public static let `throw` = Self(texts: nil)

        /// They are texts.
        public static func convertToString(
            positiveInfinity: String, negativeInfinity: String, nan: String
        ) -> Self {
            Self(
                texts: NonFiniteTexts(
                    positiveInfinity: positiveInfinity, negativeInfinity: negativeInfinity, nan: nan))
        }
    }

    /// How coding keys are written; the names are Foundation's, and the list may grow. The keys of dictionaries are data, and stay.
    public struct KeyEncodingStrategy: Sendable {
        enum Kind: Sendable {
            case declared
            case snakeCase
            case custom(@Sendable ([any CodingKey]) -> any CodingKey)
        }
        let kind: Kind

        /// As Swift declares them.
        public static let useDefaultKeys = Self(kind: .declared)

        /// Words in lower case with `_` between them, as Foundation finds words: `imageURL` is `image_url`, and `URLString` is `u_rl_string`.
        ///
        /// ``KeyStyle/snakeCase``, the style of a ``VersionFormat``, makes `url_string` of the latter.
        public static let convertToSnakeCase = Self(kind: .snakeCase)

        /// By code of your own, which gets the keys from the root to the one that is asked for.
        public static func custom(_ key: @escaping @Sendable ([any CodingKey]) -> any CodingKey) -> Self {
            Self(kind: .custom(key))
        }
    }
}
