import VersionedCodec

/// From one date format to another, on bytes; an object, as formats would be copied for each use.
final class DateReformatting: Sendable, Equatable {
    private let formats: Formats
    /// Whether the new value is a text.
    let isText: Bool

    init(from: DateFormat, to target: DateFormat) {
        formats = Formats(from: from, to: target)
        isText = target.notation == .text
    }

    var from: DateFormat { formats.from }
    var to: DateFormat { formats.to }

    /// The other way.
    var reversed: DateReformatting { DateReformatting(from: to, to: from) }

    func reverses(_ other: DateReformatting) -> Bool { from == other.to && to == other.from }

    static func == (lhs: DateReformatting, rhs: DateReformatting) -> Bool {
        lhs === rhs || lhs.from == rhs.from && lhs.to == rhs.to
    }

    /// The result for a text.
    enum Outcome: Equatable {
        /// The way back gives the same text.
        case exact
        /// The other format cannot say these parts of the date.
        case losesParts(ReformattedDate.Loss, of: ZonedDate)
        /// The spelling of the date does not come back.
        case losesSpelling
        case noDate
    }

    /// Appends a scalar that is a date, in the other format.
    func append(
        _ characters: UnsafeBufferPointer<UInt8>, of kind: JSONKind, to bytes: inout [UInt8]
    ) -> Outcome {
        guard kind == .string || kind == .number else { return .noDate }
        return formats.append(characters, kind == .number ? .number : .text, to: &bytes)
    }

    /// The kind of the new value.
    var kind: JSONKind { isText ? .string : .number }
}

/// Not copyable: a copy counts the references of both formats.
private struct Formats: ~Copyable, Sendable {
    let from: DateFormat
    let to: DateFormat

    /// Appends a date in the other format.
    func append(
        _ text: UnsafeBufferPointer<UInt8>, _ notation: DateFormat.Notation, to bytes: inout [UInt8]
    ) -> DateReformatting.Outcome {
        do throws(DateFormat.Mismatch) {
            var isAsWritten = false
            let date = try from.read(text, notation: notation, &isAsWritten)
            let start = bytes.count
            let loss = try to.append(reformatting: date, to: &bytes)
            let end = bytes.count
            if !loss.isEmpty { return .losesParts(loss, of: date) }
            if isAsWritten, to.keepsAll(of: date) { return .exact }
            // Converted back for comparison, after the new text.
            defer { bytes.removeLast(bytes.count - end) }
            let isExact: Bool
            do throws(DateFormat.Mismatch) {
                let back = try to.keepsAll(of: date) ? date : to.read(bytes, start..<end)
                _ = try from.append(reformatting: back, to: &bytes)
                isExact = bytes.withUnsafeBufferPointer { ByteSearch.isEqual($0[end...], text) }
            } catch {
                isExact = false
            }
            return isExact ? .exact : .losesSpelling
        } catch {
            return .noDate
        }
    }
}

extension DateFormat {
    /// The date of a part of a text.
    fileprivate func read(_ bytes: [UInt8], _ range: Range<Int>) throws(DateFormat.Mismatch) -> ZonedDate {
        try bytes.withUnsafeBufferPointer { buffer throws(DateFormat.Mismatch) in
            try read(UnsafeBufferPointer(rebasing: buffer[range]))
        }
    }
}
