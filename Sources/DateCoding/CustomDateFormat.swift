/// Implement it for a date format of your own, as fast as the built-in ones: one call for each date, on bytes.
///
/// ```swift
/// /// A day as its number since 1970: 19782.
/// struct DayNumber: CustomDateFormat {
///     var name: String { "day number" }
///     var notation: DateFormat.Notation { .number }
///     func read(_ text: UnsafeBufferPointer<UInt8>) throws(DateFormat.Mismatch) -> ZonedDate { … }
///     func append(_ date: ZonedDate, to bytes: inout [UInt8]) throws(DateFormat.Mismatch) { … }
/// }
/// let format = DateFormat.custom(DayNumber())
/// ```
public protocol CustomDateFormat: Sendable, Hashable {
    /// The name of the format in errors.
    var name: String { get }

    /// Whether the format is a JSON number or a JSON text.
    var notation: DateFormat.Notation { get }

    /// The zone that a `Date` is written in; ``FixedZone/gmt`` by default.
    var zone: FixedZone { get }

    /// The zone that a date is written in. By default this is ``zone``; override it if the offset depends on the date.
    func zone(at date: ZonedDate) -> FixedZone

    /// The number of fraction digits that are written. A `Date` is cut to them before ``append(_:to:)`` gets it. Nil,
    /// the default, means as many digits as the `Date` has.
    var fractionDigits: Int? { get }

    /// Whether the offset from GMT is written, so that a text that is reformatted into this format keeps its own. False
    /// by default.
    var showsOffset: Bool { get }

    /// Reads a whole text, in UTF-8, without its quotes and escapes.
    ///
    /// - Throws: ``DateFormat/Mismatch`` for every text that the format does not read, trailing characters included.
    func read(_ text: UnsafeBufferPointer<UInt8>) throws(DateFormat.Mismatch) -> ZonedDate

    /// Appends a date's text in UTF-8, without quotes and escapes.
    ///
    /// - Throws: ``DateFormat/Mismatch`` for a date that the format cannot write.
    func append(_ date: ZonedDate, to bytes: inout [UInt8]) throws(DateFormat.Mismatch)
}

extension CustomDateFormat {
    /// GMT.
    public var zone: FixedZone { .gmt }
    /// The zone of every date.
    public func zone(at date: ZonedDate) -> FixedZone { zone }
    /// As many as the `Date` has.
    public var fractionDigits: Int? { nil }
    /// The offset is not written.
    public var showsOffset: Bool { false }
}

extension DateFormat {
    /// Whether a date is a JSON number or a JSON text.
    public enum Notation: Sendable, Hashable {
        /// `1700000000`
        case number
        /// `"2023-11-14T22:13:20Z"`
        case text
    }
}

/// A custom format behind one existential, comparable.
struct AnyCustomDateFormat: Sendable, Hashable {
    let base: any CustomDateFormat

    static func == (lhs: AnyCustomDateFormat, rhs: AnyCustomDateFormat) -> Bool {
        func isEqual<Format: CustomDateFormat>(_ left: Format) -> Bool {
            (rhs.base as? Format) == left
        }
        return isEqual(lhs.base)
    }

    func hash(into hasher: inout Hasher) {
        base.hash(into: &hasher)
    }
}
