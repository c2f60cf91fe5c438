/// Use it in place of `JSONDecoder`: it decodes straight from an index over the bytes, with a line in every error. With
/// a version controller, it decodes every version.
///
/// ```swift
/// var decoder = VersionedJSONDecoder()
/// decoder.dateDecodingStrategy = .iso8601
/// let page = try decoder.decode(Page.self, from: payload)
///
/// let versioned = VersionedJSONDecoder(controller)    // finds the version of each payload, and uses its format
/// let feed = try versioned.decode(Feed.self, from: payload)
/// ```
///
/// Names and meanings are those of Foundation's `JSONDecoder`. The type is a struct, so use `var` to set options.
/// <doc:MovingFromJSONDecoder> lists all differences. Reading is strict (RFC 8259), and errors name line, column and
/// path.
///
/// It holds no state of a call, so tasks can share one.
public struct VersionedJSONDecoder: Sendable {
    /// How dates are read. The format of a version wins.
    public var dateDecodingStrategy: DateDecodingStrategy = .deferredToDate { didSet { changed() } }

    /// How data is read. The format of a version wins.
    public var dataDecodingStrategy: DataDecodingStrategy = .base64 { didSet { changed() } }

    /// How infinite numbers and NaN are read. The format of a version wins.
    public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy = .throw { didSet { changed() } }

    /// Conversions for values of another kind, such as a number in a text. The format of a version wins. Each use is an
    /// issue in the ``DecodingIssue/Log`` of ``userInfo``.
    ///
    /// ```swift
    /// decoder.conversions = [.numberFromText]
    /// try decoder.decode([Int].self, from: #"["7", 8]"#)    // [7, 8]
    /// ```
    public var conversions: ValueConversions = [] { didSet { changed() } }

    /// Conversions at a path of the payload or below it, in place of ``conversions`` and of those of a version. `*`
    /// means any key or index. If several paths match, the longest one is used. Layouts for a type or a member win.
    ///
    /// ```swift
    /// decoder.conversionsByPath = ["/legacy/*": [.numberFromText]]
    /// // {"legacy": [{"id": "7"}], "items": [{"id": "8"}]}
    /// // reads 7, and refuses "8"
    /// ```
    public var conversionsByPath: [JSONPointer: ValueConversions] = [:] { didSet { changed() } }

    /// How keys become coding keys. Not used if a version is in effect, because its format declares it.
    public var keyDecodingStrategy: KeyDecodingStrategy = .useDefaultKeys { didSet { changed() } }

    /// The `userInfo` of models.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:] { didSet { changed() } }

    /// The text that the reader accepts. By default this is strict RFC 8259, and in addition a byte order mark, UTF-16
    /// and UTF-32.
    public var parsingOptions = VersionedJSONDecoder.defaultParsingOptions { didSet { changed() } }

    /// The maximum nesting of arrays and objects, shared with ``parsingOptions``: 512 by default, as in
    /// ``VersionedJSONEncoder/maximumDepth``.
    public var maximumDepth: Int {
        get { parsingOptions.maximumDepth }
        set { parsingOptions.maximumDepth = newValue }
    }

    /// Whether [JSON5](https://json5.org) is read: comments, trailing commas, keys without quotes, and all other parts
    /// of `JSONParsingOptions.Tolerances.json5`.
    ///
    /// ```swift
    /// var decoder = VersionedJSONDecoder()
    /// decoder.allowsJSON5 = true
    /// try decoder.decode([String: Int].self, from: "{size: 0x10, /* and */ depth: +2,}")   // ["size": 16, "depth": 2]
    /// ```
    ///
    /// True if ``parsingOptions`` contain all of these tolerances. Setting it adds or removes all of them. Text that is
    /// already JSON is read at full speed.
    public var allowsJSON5: Bool {
        get { parsingOptions.tolerances.isSuperset(of: .json5) }
        set {
            if newValue {
                parsingOptions.tolerances.formUnion(.json5)
            } else {
                parsingOptions.tolerances.subtract(.json5)
            }
        }
    }

    /// Whether the top-level object may lack its braces: `"a": 1, "b": 2`. An empty text is an object without members.
    public var assumesTopLevelDictionary = false

    /// The compiled options, and the memory that is reused from call to call.
    var sessions: SessionPool

    private let controller: RootController?

    /// The initial options of a decoder, and of a migration of payloads: strict, but with a byte order mark, UTF-16 and
    /// UTF-32.
    public static let defaultParsingOptions = JSONParsingOptions(tolerating: [.byteOrderMark, .otherEncodings])

    /// A decoder without versions.
    public init() {
        controller = nil
        sessions = SessionPool(DecodingRules())
    }

    /// A decoder of payloads that each have a version. The version is found first, and the whole payload is read in its
    /// format.
    ///
    /// ```swift
    /// let decoder = VersionedJSONDecoder(controller)
    /// let page = try decoder.decode(Page.self, from: payload)                                   // of any version
    /// let same = try decoder.decode(Versioned<Page, FeedVersion>.self, from: payload).version   // .v1
    /// ```
    ///
    /// If only parts of a payload have a version, install the controller instead
    /// (`decoder.userInfo.install(controller)`), and decode those parts as `Versioned<Part, FeedVersion>`.
    public init<Version: APIVersion>(_ controller: VersionController<Version>) {
        self.controller = RootController(controller)
        sessions = SessionPool(DecodingRules())
        userInfo.install(controller)
        changed()  // An initialiser calls no observers.
    }

    private mutating func changed() {
        sessions = SessionPool(
            DecodingRules(
                dates: DateRule(dateDecodingStrategy), data: dataDecodingStrategy,
                nonFinite: .init(nonConformingFloatDecodingStrategy), conversions: conversions,
                conversionsByPath: ConversionsByPath(conversionsByPath),
                keys: keyDecodingStrategy, userInfo: userInfo, parsing: parsingOptions, controller: controller))
    }
}

extension VersionFormat.NonFiniteTexts {
    init?(_ strategy: VersionedJSONDecoder.NonConformingFloatDecodingStrategy) {
        guard case .convertFromString(let positive, let negative, let nan) = strategy else { return nil }
        self.init(positiveInfinity: positive, negativeInfinity: negative, nan: nan)
    }
}
