import VersionedCodec

/// From one date format to another, on bytes.
struct DateReformatting: Sendable, Equatable {
    let from: DateFormat
    let to: DateFormat

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

    /// Appends a date in the other format.
    func append(_ text: UnsafeBufferPointer<UInt8>, _ notation: DateFormat.Notation, to bytes: inout [UInt8]) -> Outcome
    {
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

/// A reformatting that is used without copies of its formats.
final class SharedReformatting: Sendable, Equatable {
    let reformatting: DateReformatting
    /// Whether the new value is a text.
    let isText: Bool

    init(_ reformatting: DateReformatting) {
        self.reformatting = reformatting
        isText = reformatting.to.notation == .text
    }

    /// Appends a scalar that is a date, in the other format.
    func append(
        _ characters: UnsafeBufferPointer<UInt8>, of kind: JSONKind, to bytes: inout [UInt8]
    ) -> DateReformatting.Outcome {
        guard kind == .string || kind == .number else { return .noDate }
        return reformatting.append(characters, kind == .number ? .number : .text, to: &bytes)
    }

    /// The kind of the new value.
    var kind: JSONKind { isText ? .string : .number }

    static func == (lhs: SharedReformatting, rhs: SharedReformatting) -> Bool { lhs.reformatting == rhs.reformatting }
}
