#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Use several date formats where payloads of one version differ. The first that matches the whole text is used for
/// reading, the first in the list for writing.
///
/// ```swift
/// let formats: DateFormats = [.iso8601, .unixSeconds]
/// try formats.date(from: "1700000000")                         // 2023-11-14T22:13:20Z
/// try formats.string(from: Date(timeIntervalSince1970: 0))     // "1970-01-01T00:00:00Z"
/// ```
///
/// A format that matches only the start of a text does not match.
///
/// Unsafe code: bytes are borrowed for the call and only passed on.
public struct DateFormats: Sendable, Hashable, ExpressibleByArrayLiteral, CustomStringConvertible {
    /// The formats in order.
    public let list: [DateFormat]

    /// Formats in order. An empty list is allowed; every use of it fails with ``DateFormatError/Code/noFormats``.
    public init(_ list: [DateFormat]) {
        self.list = list
    }

    /// One format.
    public init(_ format: DateFormat) {
        self.init([format])
    }

    /// Formats in order, as an array literal.
    public init(arrayLiteral elements: DateFormat...) {
        self.init(elements)
    }

    /// The formats' descriptions, with semicolons between them.
    public var description: String { list.map(\.description).joined(separator: "; ") }

    /// The date of a text by the first format that matches. If that format is a number, the text of that number.
    ///
    /// - Throws: ``DateFormatError`` with each format's reason.
    /// - Complexity: O(*n* · *f*) in the text's length and the number of formats.
    public func date(from text: String) throws(DateFormatError) -> Date {
        try Self.read(text, list).date
    }

    /// The date of a text by the first format that matches, with the offset and the digits of the text.
    ///
    /// - Throws: ``DateFormatError``, as ``date(from:)`` does.
    public func zonedDate(from text: String) throws(DateFormatError) -> ZonedDate {
        try Self.read(text, list)
    }

    /// The date of a JSON number or text in UTF-8, without quotes and escapes, by the first format that matches.
    ///
    /// Formats of the other notation are skipped. Nothing is allocated, unless no format matches.
    ///
    /// - Throws: ``DateFormatError`` with each format's reason.
    public func read(
        _ text: UnsafeBufferPointer<UInt8>, notation: DateFormat.Notation
    ) throws(DateFormatError) -> ZonedDate {
        for format in list {
            do throws(DateFormat.Mismatch) {
                return try format.read(text, notation: notation)
            } catch {
                continue
            }
        }
        throw DateFormatError(text, notation: notation, formats: list)
    }

    static func read(_ text: String, _ formats: [DateFormat]) throws(DateFormatError) -> ZonedDate {
        var text = text
        let date: ZonedDate? = text.withUTF8 { bytes in
            for format in formats {
                do throws(DateFormat.Mismatch) {
                    return try format.read(bytes)
                } catch {
                    continue
                }
            }
            return nil
        }
        if let date { return date }
        throw text.withUTF8 { DateFormatError($0, notation: nil, formats: formats) }
    }

    /// A date's text by the first format.
    ///
    /// - Throws: ``DateFormatError`` if the format cannot write the date, or if there is no format.
    public func string(from date: Date) throws(DateFormatError) -> String {
        guard let first = list.first else { throw DateFormatError("".utf8.map { $0 }, notation: nil, formats: []) }
        return try first.string(from: date)
    }

    /// The format that is used for writing; nil in an empty list.
    public var writing: DateFormat? { list.first }
}

extension DateFormatError {
    /// The error of one mismatch for each format, in the same order.
    public init(_ mismatches: [DateFormat.Mismatch], text: String, formats: [DateFormat]) {
        let mismatches = mismatches.isEmpty ? [DateFormat.Mismatch(.noFormats, at: 0, .text)] : mismatches
        // The format that came furthest is most likely the one that was meant; the first of them, where several did.
        var best = mismatches[0]
        for mismatch in mismatches where mismatch.offset > best.offset { best = mismatch }
        self.init(
            code: best.code, text: text, offset: best.offset, reason: best.reason(in: text),
            attempts: zip(formats, mismatches).map { format, mismatch in
                Attempt(
                    format: format.description, code: mismatch.code, offset: mismatch.offset,
                    reason: mismatch.reason(in: text))
            })
    }

    /// The error of a text that none of the formats reads; they are tried once more for their reasons.
    init(_ bytes: some Collection<UInt8>, notation: DateFormat.Notation?, formats: [DateFormat]) {
        let copy = Array(bytes)
        let mismatches = copy.withUnsafeBufferPointer { buffer in
            formats.map { format -> DateFormat.Mismatch in
                do throws(DateFormat.Mismatch) {
                    if let notation {
                        _ = try format.read(buffer, notation: notation)
                    } else {
                        _ = try format.read(buffer)
                    }
                    return DateFormat.Mismatch(.custom, at: 0, .text)
                } catch {
                    return error
                }
            }
        }
        let text = String(decoding: copy, as: UTF8.self)
        guard text.utf8.count != copy.count else {
            self.init(mismatches, text: text, formats: formats)
            return
        }
        // Bytes that are not UTF-8 became replacement characters, which are longer, so the places move.
        let moved = mismatches.map { mismatch in
            let before = copy.prefix(max(0, mismatch.offset))
            return DateFormat.Mismatch(mismatch, at: String(decoding: before, as: UTF8.self).utf8.count)
        }
        self.init(moved, text: text, formats: formats)
    }
}
