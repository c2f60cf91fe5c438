/// Declare in a ``VersionFormat`` how a version writes `Data`. The list may grow.
public struct DataFormat: Sendable, Hashable {
    enum Kind { case base64, base64URL, hexadecimal }
    let kind: Kind

    /// RFC 4648, section 4: `"+/8="`.
    public static let base64 = DataFormat(kind: .base64)
    /// RFC 4648, section 5, without padding: `"-_8"`. Padding is accepted when reading.
    public static let base64URL = DataFormat(kind: .base64URL)
    /// Two digits a byte, in lower case: `"fbff"`. Capitals are accepted when reading.
    public static let hexadecimal = DataFormat(kind: .hexadecimal)
}

extension VersionFormat {
    /// Texts for numbers that JSON cannot write.
    ///
    /// ```swift
    /// VersionFormat.NonFiniteTexts(positiveInfinity: "+∞", negativeInfinity: "-∞", nan: "NaN")
    /// // {"gain": "+∞"}
    /// ```
    public struct NonFiniteTexts: Sendable, Hashable {
        /// The text of positive infinity.
        public var positiveInfinity: String
        /// The text of negative infinity.
        public var negativeInfinity: String
        /// The text of a value that is not a number.
        public var nan: String

        /// The three texts.
        public init(positiveInfinity: String, negativeInfinity: String, nan: String) {
            self.positiveInfinity = positiveInfinity
            self.negativeInfinity = negativeInfinity
            self.nan = nan
        }

        func text<Number: BinaryFloatingPoint>(of value: Number) -> String? {
            if value.isNaN { return nan }
            return value.isInfinite ? (value < 0 ? negativeInfinity : positiveInfinity) : nil
        }

        func value<Number: BinaryFloatingPoint>(of text: String, as type: Number.Type) -> Number? {
            switch text {
            case positiveInfinity: .infinity
            case negativeInfinity: -.infinity
            case nan: .nan
            default: nil
            }
        }
    }
}

extension VersionFormat {
    /// How a nil member is written. A property list has no null, so nil members are always omitted there.
    public enum NilMembers: Sendable, Hashable {
        /// As the model encodes it: synthesised code omits nil, `encodeNil(forKey:)` and `encode(nil, forKey:)` write
        /// `null`.
        case asEncoded
        /// Omitted, even if the model writes `null` (except in dictionaries, and for a `JSONValue` or an unknown
        /// document, where `null` is a value).
        case omitted
        /// `null`, even if synthesised code would omit it.
        case null
    }
}

extension VersionFormat {
    /// The placement of the members of a superclass.
    ///
    /// ```swift
    /// .inline            // {"x": 0, "y": 0, "z": 0}
    /// .under("super")    // {"super": {"x": 0, "y": 0}, "z": 0}
    /// .under("point2D")  // {"point2D": {"x": 0, "y": 0}, "z": 0}
    /// ```
    public enum SuperclassPlacement: Sendable, Hashable {
        /// Among the members of the subclass.
        case inline
        /// In an object under a key.
        case under(String)

        var path: [String] {
            switch self {
            case .inline: []
            case .under(let key): [key]
            }
        }
    }
}

extension VersionFormat {
    /// Whether `Date` and `Data` stay native if the coder supports them.
    public enum NativeLeaves: Sendable, Hashable {
        /// Native in a property list, text in JSON.
        case inPropertyLists
        /// Always as the format declares.
        case never
    }
}
