public import Foundation
public import VersionedCodec

/// Unsafe code: bytes are borrowed for the call and copied.
extension DateFormat {
    /// An existing `DateFormatter` as a format, for patterns, locales and styles that the library does not have.
    ///
    /// ```swift
    /// let formatter = DateFormatter()
    /// formatter.locale = Locale(identifier: "de_DE")
    /// formatter.timeZone = TimeZone(identifier: "Europe/Berlin")
    /// formatter.dateFormat = "d. MMMM yyyy"
    /// let format = DateFormat.formatter(formatter, name: "German day")
    /// ```
    ///
    /// The formatter is copied, and calls to one format wait for each other. It is as strict as the formatter, with one
    /// addition: a text is accepted only if the formatter prints the date as the same text. So trailing characters and
    /// dates that do not exist are refused.
    ///
    /// Set the formatter's calendar, locale and zone. Otherwise it takes them from the machine.
    ///
    /// - Complexity: The complexity of the formatter, about a thousand times that of a pattern format.
    public static func formatter(_ formatter: DateFormatter, name: String) -> DateFormat {
        .custom(FormatterDateFormat(name: name, box: FormatterBox(formatter)))
    }
}

/// A formatter behind a lock.
struct FormatterDateFormat: CustomDateFormat {
    let name: String
    let box: FormatterBox

    var notation: DateFormat.Notation { .text }

    func read(_ text: UnsafeBufferPointer<UInt8>) throws(DateFormat.Mismatch) -> ZonedDate {
        let text = String(decoding: text, as: UTF8.self)
        guard let date = box.date(from: text) else {
            throw DateFormat.Mismatch(.custom, at: 0, reason: "the formatter does not read this text")
        }
        guard box.string(from: date) == text else {
            throw DateFormat.Mismatch(
                .custom, at: 0, reason: "the formatter writes the date it reads here as another text")
        }
        return try ZonedDate(date)
    }

    func append(_ date: ZonedDate, to bytes: inout [UInt8]) throws(DateFormat.Mismatch) {
        bytes.append(contentsOf: box.string(from: date.date).utf8)
    }

    func zone(at date: ZonedDate) -> FixedZone {
        FixedZone(secondsFromGMT: box.offset(at: date.date)) ?? .gmt
    }
}

/// A copy of a formatter that one caller at a time uses, which is what makes it safe to send; compared by identity.
final class FormatterBox: @unchecked Sendable, Hashable {
    private let formatter: DateFormatter
    private let lock = NSLock()

    init(_ formatter: DateFormatter) {
        self.formatter = formatter.copy() as? DateFormatter ?? formatter
    }

    func date(from text: String) -> Date? {
        lock.withLock { formatter.date(from: text) }
    }

    func string(from date: Date) -> String {
        lock.withLock { formatter.string(from: date) }
    }

    func offset(at date: Date) -> Int {
        lock.withLock { (formatter.timeZone ?? TimeZone.current).secondsFromGMT(for: date) }
    }

    static func == (lhs: FormatterBox, rhs: FormatterBox) -> Bool { lhs === rhs }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
