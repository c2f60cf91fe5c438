/// How one version writes things: dates, keys, data, numbers that are not finite, nil, and what a superclass writes.
///
/// ```swift
/// let v1 = VersionFormat(
///     dates: [try .pattern("MMM-dd-yyyy HH:mm:ss zzz")],
///     keys: .snakeCase,
///     nonFinite: NonFiniteTexts(positiveInfinity: "+∞", negativeInfinity: "-∞", nan: "NaN"))
/// // Swift  Song(playedAt: …, gain: .infinity)
/// // JSON   {"played_at": "Nov-14-2017 17:25:55 GMT+8", "gain": "+∞"}
/// ```
///
/// What a format does not say is left to the coder: a format without dates writes them as the coder's own strategy
/// does.
public struct VersionFormat: Sendable {
    /// The formats of a `Date`: the first that matches reads, the first writes. None leaves dates to the coder.
    ///
    /// Each reads what it writes (`DateFormat.readsWhatItWrites`): a pattern that shows no zone says which one to
    /// assume.
    public var dates: DateFormats { didSet { Self.check(dates) } }

    /// How coding keys are spelled that no layout names.
    public var keys: KeyStyle

    /// Where keys are, for coding-key types that are visible where the format is made.
    public var layouts: [KeyLayout]

    /// Whether models that adopt ``VersionedKeys`` are asked for their layouts.
    public var asksModels: Bool

    /// How `Data` is written; `nil` leaves it to the coder.
    public var data: DataFormat?

    /// The texts of `Double` and `Float` values that are not finite; `nil` leaves them to the coder.
    public var nonFinite: NonFiniteTexts?

    /// How a member that is nil is written.
    public var nilMembers: NilMembers

    /// What says on reading that a member is nil.
    public var nilForms: NilForms

    /// Where a superclass is that its subclass codes through `superEncoder()` and `superDecoder()`, unless a layout
    /// says otherwise.
    public var superclass: SuperclassPlacement

    /// Which class of a family a value is of, and how payloads say it.
    public var families: [ClassFamily]

    /// Whether dates and data stay what they are in a property list, which has both.
    public var nativeLeaves: NativeLeaves

    /// Whether encoding a subclass fails that inherits its base's `encode(to:)` and so would lose its own members, and
    /// decoding one that inherits `init(from:)` where the payload has such a member.
    ///
    /// Swift says nothing of it. Switch it off for subclasses whose stored properties are not meant to be written; a
    /// single class says so by ``InheritsCoding``.
    public var checksSubclasses: Bool

    /// Which values of another kind are read, each with an issue; layouts and keys may say otherwise. `nil` leaves it
    /// to the coder.
    public var conversions: ValueConversions?

    /// What becomes of values that a type has no case for, for types that do not say it themselves, or otherwise.
    public var unknownCases: [UnknownCase]

    /// What payloads look like: it tells the version of one that does not say it, and contradicts one that says
    /// another.
    public var shape: PayloadShape?

    /// A format; each argument has the meaning of the property of its name.
    ///
    /// - Precondition: Each of `dates` reads what it writes; for patterns that come from data, ask
    ///   `DateFormat.readsWhatItWrites` first.
    public init(
        dates: DateFormats = [], keys: KeyStyle = .asDeclared, layouts: [KeyLayout] = [], asksModels: Bool = true,
        data: DataFormat? = nil, nonFinite: NonFiniteTexts? = nil, nilMembers: NilMembers = .asEncoded,
        nilForms: NilForms = .usual, superclass: SuperclassPlacement = .under("super"), families: [ClassFamily] = [],
        nativeLeaves: NativeLeaves = .inPropertyLists, checksSubclasses: Bool = true, shape: PayloadShape? = nil,
        conversions: ValueConversions? = nil, unknownCases: [UnknownCase] = []
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
        Self.check(dates)
    }

    /// Traps where dates would be written that cannot be read: a programmer error.
    private static func check(_ dates: DateFormats) {
        guard let faulty = dates.list.first(where: { !$0.readsWhatItWrites }) else { return }
        preconditionFailure("VersionFormat.dates: \(faulty.zonelessFault)")
    }

    /// The models' own keys and the coder's own strategies, and models are not asked for layouts.
    ///
    /// Reading costs nothing beyond finding the version: models get the coder's own decoder.
    public static let unchanged = VersionFormat(asksModels: false)

    /// Whether models may be given the coder's own decoder.
    var leavesReadingToTheCoder: Bool {
        dates.list.isEmpty && keys == .asDeclared && layouts.isEmpty && !asksModels && data == nil && nonFinite == nil
            && nilForms == .usual && superclass == .under("super") && families.isEmpty
            && conversions == nil && unknownCases.isEmpty
    }
}
