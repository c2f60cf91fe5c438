/// Decodes `Decodable` types from JSON, straight from an index over the bytes; with a version controller, from any
/// version of it.
///
/// ```swift
/// var decoder = VersionedJSONDecoder()
/// decoder.dateDecodingStrategy = .iso8601
/// let page = try decoder.decode(Page.self, from: payload)
///
/// let versioned = VersionedJSONDecoder(controller)    // finds the version of each payload, and reads as it writes
/// let feed = try versioned.decode(Feed.self, from: payload)
/// ```
///
/// Names and meanings are those of Foundation's `JSONDecoder`; it is a struct, so a decoder that is to be set up is a
/// `var`. What differs on purpose is listed in <doc:MovingFromJSONDecoder>. Reading is strict (RFC 8259), and errors
/// name line, column and path.
///
/// It holds no state of a call: share one between tasks.
public struct VersionedJSONDecoder: Sendable {
    /// How dates are read. The format of a version wins.
    public var dateDecodingStrategy: DateDecodingStrategy = .deferredToDate { didSet { changed() } }

    /// How data is read. The format of a version wins.
    public var dataDecodingStrategy: DataDecodingStrategy = .base64 { didSet { changed() } }

    /// How numbers that are not finite are read. The format of a version wins.
    public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy = .throw { didSet { changed() } }

    /// Which values of another kind are read, such as a number in a text. The format of a version wins. Each is an
    /// issue in the ``DecodingIssueLog`` of ``userInfo``.
    ///
    /// ```swift
    /// decoder.conversions = [.numberFromText]
    /// try decoder.decode([Int].self, from: #"["7", 8]"#)    // [7, 8]
    /// ```
    public var conversions: ValueConversions = [] { didSet { changed() } }

    /// Which values of another kind are read at a path of the payload or below it, in place of ``conversions`` and of
    /// those of a version; `*` stands for any key or index, and of several paths the longest counts. What a layout says
    /// of a type or a member goes first.
    ///
    /// ```swift
    /// decoder.conversionsByPath = ["/legacy/*": [.numberFromText]]
    /// // {"legacy": [{"id": "7"}], "items": [{"id": "8"}]}
    /// // reads 7, and refuses "8"
    /// ```
    public var conversionsByPath: [JSONPointer: ValueConversions] = [:] { didSet { changed() } }

    /// How keys become coding keys; not where a version is in effect, whose format says it.
    public var keyDecodingStrategy: KeyDecodingStrategy = .useDefaultKeys { didSet { changed() } }

    /// What models see as `decoder.userInfo`.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:] { didSet { changed() } }

    /// What the reader of the text accepts: strictly RFC 8259 unless said otherwise, but a byte order mark, UTF-16 and
    /// UTF-32 are read.
    public var parsingOptions = VersionedJSONDecoder.defaultParsingOptions { didSet { changed() } }

    /// How many levels of arrays and objects a text may have, ``parsingOptions`` included: 512, as
    /// ``VersionedJSONEncoder/maximumDepth`` has it.
    public var maximumDepth: Int {
        get { parsingOptions.maximumDepth }
        set { parsingOptions.maximumDepth = newValue }
    }

    /// Whether [JSON5](https://json5.org) is read: comments, trailing commas, keys without quotes, and whatever else
    /// `JSONTolerances.json5` has.
    ///
    /// ```swift
    /// var decoder = VersionedJSONDecoder()
    /// decoder.allowsJSON5 = true
    /// try decoder.decode([String: Int].self, from: "{size: 0x10, /* and */ depth: +2,}")   // ["size": 16, "depth": 2]
    /// ```
    ///
    /// Whether ``parsingOptions`` tolerate all of it; set, it adds or takes away all of it there. Text that is JSON is
    /// read as fast as without.
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

    /// Whether the members of the top-level object may be without its braces: `"a": 1, "b": 2`.
    public var assumesTopLevelDictionary = false

    /// What the options come to, and the memory that is used again from call to call.
    var sessions: SessionPool

    private let controller: RootController?

    /// The options that a decoder begins with, and a migration of payloads: strict, but for a byte order mark, UTF-16
    /// and UTF-32.
    public static let defaultParsingOptions = JSONParsingOptions(tolerating: [.byteOrderMark, .otherEncodings])

    /// A decoder without versions.
    public init() {
        controller = nil
        sessions = SessionPool(DecodingRules())
    }

    /// A decoder of payloads that each have a version: it is found first, and the whole payload is read as that version
    /// writes it.
    ///
    /// ```swift
    /// let decoder = VersionedJSONDecoder(controller)
    /// let page = try decoder.decode(Page.self, from: payload)                                   // of any version
    /// let same = try decoder.decode(Versioned<Page, FeedVersion>.self, from: payload).version   // .v1
    /// ```
    ///
    /// For payloads of which only parts say a version, install the controller instead,
    /// `decoder.userInfo.install(controller)`, and ask for those parts as `Versioned<Part, FeedVersion>`.
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
                nonFinite: NonFiniteTexts(nonConformingFloatDecodingStrategy), conversions: conversions,
                conversionsByPath: ConversionsByPath(conversionsByPath),
                keys: keyDecodingStrategy, userInfo: userInfo, parsing: parsingOptions, controller: controller))
    }
}

extension NonFiniteTexts {
    init?(_ strategy: VersionedJSONDecoder.NonConformingFloatDecodingStrategy) {
        guard case .convertFromString(let positive, let negative, let nan) = strategy else { return nil }
        self.init(positiveInfinity: positive, negativeInfinity: negative, nan: nan)
    }
}
