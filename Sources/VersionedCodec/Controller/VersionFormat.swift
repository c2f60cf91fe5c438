/// Declare one for each version: how it writes dates, keys, data, infinite numbers and NaN, nil, and the members of a
/// superclass.
///
/// ```swift
/// let v1 = VersionFormat(
///     dates: [try .pattern("MMM-dd-yyyy HH:mm:ss zzz")],
///     keys: .snakeCase,
///     nonFinite: .init(positiveInfinity: "+∞", negativeInfinity: "-∞", nan: "NaN"))
/// // Swift  Song(playedAt: …, gain: .infinity)
/// // JSON   {"played_at": "Nov-14-2017 17:25:55 GMT+8", "gain": "+∞"}
/// ```
///
/// Parts that a format omits are left to the coder: without dates, for example, the coder's own strategy is used.
public struct VersionFormat: Sendable {
    /// The formats of a `Date`. The first that matches is used for reading, the first in the list for writing. An empty
    /// list leaves dates to the coder.
    ///
    /// Each must read its own output (`DateFormat.readsWhatItWrites`). So a pattern that shows no zone must declare the
    /// zone to assume.
    public var dates: DateFormats { didSet { Self.check(dates) } }

    /// The spelling of coding keys that no layout names.
    public var keys: KeyStyle

    /// Layouts for coding-key types that are visible where the format is created.
    public var layouts: [KeyLayout]

    /// Whether the layouts of models that adopt ``VersionedKeys`` are used.
    public var asksModels: Bool

    /// How `Data` is written; `nil` leaves it to the coder.
    public var data: DataFormat?

    /// The texts of `Double` and `Float` values that are infinite or NaN; `nil` leaves them to the coder.
    public var nonFinite: VersionFormat.NonFiniteTexts?

    /// How a nil member is written.
    public var nilMembers: VersionFormat.NilMembers

    /// The values that count as nil when a member is read.
    public var nilForms: KeyPlace.NilForms

    /// The placement of a superclass that is coded through `superEncoder()` and `superDecoder()`. A layout can override
    /// it.
    public var superclass: VersionFormat.SuperclassPlacement

    /// The families of classes, and how payloads name the class of a value.
    public var families: [ClassFamily]

    /// Whether dates and data stay native in a property list.
    public var nativeLeaves: VersionFormat.NativeLeaves

    /// Whether it is an error to encode a subclass that inherits `encode(to:)` and so would lose its own members, and
    /// to decode one that inherits `init(from:)` if the payload has such a member.
    ///
    /// Swift gives no warning about this. Switch the check off if stored properties of subclasses are not meant to be
    /// written. ``InheritsCoding`` does the same for a single class.
    public var checksSubclasses: Bool

    /// The conversions for values of another kind; each use is an issue. Layouts and keys can override them. `nil`
    /// leaves them to the coder.
    public var conversions: ValueConversions?

    /// How values without a case are handled, for types that do not declare it themselves, or to override them.
    public var unknownCases: [UnknownCase]

    /// The cases that the version does not have, with what is written for them. Each use is a loss.
    public var fallbackCases: [FallbackCases]

    /// The shape of payloads. It identifies the version of a payload that does not name it, and contradicts a payload
    /// that names another one.
    public var shape: PayloadShape?

    /// A format with the given properties.
    ///
    /// - Precondition: Each of `dates` reads its own output. For patterns from data, check
    ///   `DateFormat.readsWhatItWrites` first.
    public init(
        dates: DateFormats = [], keys: KeyStyle = .asDeclared, layouts: [KeyLayout] = [], asksModels: Bool = true,
        data: DataFormat? = nil, nonFinite: VersionFormat.NonFiniteTexts? = nil,
        nilMembers: VersionFormat.NilMembers = .asEncoded,
        nilForms: KeyPlace.NilForms = .usual, superclass: VersionFormat.SuperclassPlacement = .under("super"),
        families: [ClassFamily] = [],
        nativeLeaves: VersionFormat.NativeLeaves = .inPropertyLists, checksSubclasses: Bool = true,
        shape: PayloadShape? = nil,
        conversions: ValueConversions? = nil, unknownCases: [UnknownCase] = [],
        fallbackCases: [FallbackCases] = []
    ) {
        self.dates = dates
        self.keys = keys
        self.layouts = layouts
        self.asksModels = asksModels
        self.data = data
        self.nonFinite = nonFinite
        self.nilMembers = nilMembers
        self.nilForms = nilForms
        self.superclass = superclass
        self.families = families
        self.nativeLeaves = nativeLeaves
        self.checksSubclasses = checksSubclasses
        self.shape = shape
        self.conversions = conversions
        self.unknownCases = unknownCases
        self.fallbackCases = fallbackCases
        Self.check(dates)
    }

    /// Traps where dates would be written that cannot be read: a programmer error.
    private static func check(_ dates: DateFormats) {
        guard let faulty = dates.list.first(where: { !$0.readsWhatItWrites }) else { return }
        preconditionFailure("VersionFormat.dates: \(faulty.zonelessFault)")
    }

    /// The models' own keys and the coder's own strategies. The layouts of models are not used.
    ///
    /// Reading costs nothing except finding the version: models get the coder's own decoder.
    public static let unchanged = VersionFormat(asksModels: false)

    /// Whether models may be given the coder's own decoder.
    var leavesReadingToTheCoder: Bool {
        dates.list.isEmpty && keys == .asDeclared && layouts.isEmpty && !asksModels && data == nil && nonFinite == nil
            && nilForms == .usual && superclass == .under("super") && families.isEmpty
            && conversions == nil && unknownCases.isEmpty
    }

    /// Whether another version reads the unknown cases that this one reads.
    package func unknownCasesAreRead(in other: VersionFormat) -> Bool {
        (unknownCases + other.unknownCases).allSatisfy {
            !$0.isRead(by: unknownCases) || $0.isRead(by: other.unknownCases)
        }
    }
}
