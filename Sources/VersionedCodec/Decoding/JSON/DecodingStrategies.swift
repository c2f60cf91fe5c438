#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension VersionedJSONDecoder {
    /// How a `Date` is read if no version's format declares it. The names are those of Foundation's decoder.
    public enum DateDecodingStrategy: Sendable {
        /// The seconds since 2001 that `Date` decodes by itself: `613725702.5`. The default.
        case deferredToDate
        /// The seconds since 1970: `1592032902`.
        case secondsSince1970
        /// The milliseconds since 1970: `1592032902000`.
        case millisecondsSince1970
        /// ISO 8601, strictly: `"2020-06-13T07:21:42Z"`. See `DateFormat.iso8601`.
        case iso8601
        /// Formats of this package, strict. The first that matches the whole text is used.
        case formats(DateFormats)
        /// Code of your own. It is not called for `null`.
        case custom(@Sendable (_ decoder: any Decoder) throws -> Date)

        /// A pattern: `.pattern("yyyy/MM/dd", assuming: .gmt)`.
        ///
        /// - Throws: `DateFormatError` if the pattern cannot work.
        public static func pattern(_ pattern: String, assuming zone: FixedZone? = nil) throws -> Self {
            .formats(DateFormats(try .pattern(pattern, assuming: zone)))
        }
    }

    /// How `Data` is read if no version's format declares it.
    public enum DataDecodingStrategy: Sendable {
        /// The bytes as an array of numbers: `[251, 255]`.
        case deferredToData
        /// RFC 4648, section 4: `"+/8="`. The default.
        case base64
        /// A format of this package: `"-_8"`, `"fbff"`.
        case format(DataFormat)
        /// Code of your own. It is not called for `null`.
        case custom(@Sendable (_ decoder: any Decoder) throws -> Data)
    }

    /// How infinite numbers and NaN are read if no version's format declares it.
    public enum NonConformingFloatDecodingStrategy: Sendable {
        /// They are an error. The default.
        case `throw`
        /// These texts represent them.
        case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    /// How keys of payloads become coding keys if no version is in effect. The keys of dictionaries stay as they are.
    public enum KeyDecodingStrategy: Sendable {
        /// They are unchanged. The default.
        case useDefaultKeys
        /// `first_name` is `firstName`; underscores at both ends stay.
        case convertFromSnakeCase
        /// Code of your own: from the path of a key, which ends with the key itself, to its coding key.
        case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
    }
}
