#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Reading and writing bytes without an allocation.
///
/// Unsafe code: bytes to read are borrowed for the call. A date is written into a part of the array with room for
/// `longest` bytes, and the writer returns how many it used.
extension DateFormat {
    /// The date of a text in UTF-8, without its quotes and escapes. If the format is a number, the text of that number.
    ///
    /// Nothing is allocated, also when the text does not match.
    ///
    /// - Throws: ``DateFormat/Mismatch``. ``DateFormatError/init(_:text:formats:)`` turns mismatches into an error with
    ///   words.
    /// - Complexity: O(*n*) in the length of the text.
    public func read(_ text: UnsafeBufferPointer<UInt8>) throws(DateFormat.Mismatch) -> ZonedDate {
        defer { withExtendedLifetime(engine) {} }
        guard let base = text.baseAddress, !text.isEmpty else { throw DateFormat.Mismatch(.emptyText, at: 0, .text) }
        if code.kind == .custom, case .custom(let format) = engine { return try format.base.read(text) }
        return try code.readText(base, text.count, rules)
    }

    /// The date of a JSON number or text in UTF-8. A number is not a date in a text format, and a text is not one in a
    /// number format.
    ///
    /// - Throws: ``DateFormat/Mismatch``.
    public func read(
        _ text: UnsafeBufferPointer<UInt8>, notation: DateFormat.Notation
    ) throws(DateFormat.Mismatch) -> ZonedDate {
        guard code.notation == notation else {
            throw DateFormat.Mismatch(notation == .number ? .expectedText : .expectedNumber, at: 0, .text)
        }
        return try read(text)
    }

    /// The date of a JSON number or text in UTF-8; see ``read(_:notation:)``.
    ///
    /// - `isAsWritten`: Whether this format writes the date, with its own zone and fraction, as this text. `false`
    ///   where only writing would show it.
    package func read(
        _ text: UnsafeBufferPointer<UInt8>, notation: DateFormat.Notation, _ isAsWritten: inout Bool
    ) throws(DateFormat.Mismatch) -> ZonedDate {
        guard code.kind == .pattern, notation == .text, let base = text.baseAddress, !text.isEmpty else {
            isAsWritten = false
            return try read(text, notation: notation)
        }
        defer { withExtendedLifetime(engine) {} }
        return try code.read(base, text.count, rules, &isAsWritten)
    }

    /// Appends a date's text in UTF-8, without quotes and escapes.
    ///
    /// Allocates nothing if the array has room (64 bytes are enough for all named formats).
    ///
    /// - Throws: ``DateFormat/Mismatch`` with ``DateFormatError/Code/yearOutOfRange`` if the format cannot write the
    ///   year. Nothing is appended then.
    public func append(_ date: Date, to bytes: inout [UInt8]) throws(DateFormat.Mismatch) {
        let zoned = try ZonedDate(date, digits: code.fractionDigits, isRounded: rules.isRounded, zone: rules.zone)
        try append(asIs: zoned, to: &bytes)
    }

    /// Appends a date in its own zone with its own fraction.
    @inline(__always)
    package func append(asIs date: ZonedDate, to bytes: inout [UInt8]) throws(DateFormat.Mismatch) {
        defer { withExtendedLifetime(engine) {} }
        if code.kind == .custom {
            if case .custom(let format) = engine { try format.base.append(date, to: &bytes) }
            return
        }
        if date.offset % 60 != 0, showsOffset, !code.showsOffsetSeconds {
            return try append(asIs: date.inWholeMinutes, to: &bytes)
        }
        let code = code
        let rules = rules
        // Straight into the array's own room: bytes that are copied right after they were written cost a stall.
        try bytes.append(addingCapacity: code.longest) { (span: inout OutputSpan<UInt8>) throws(DateFormat.Mismatch) in
            try span.withUnsafeMutableBufferPointer { (room, count) throws(DateFormat.Mismatch) in
                guard let base = room.baseAddress else { return }
                count = try code.writeText(date, rules, to: base)
            }
        }
    }
}
