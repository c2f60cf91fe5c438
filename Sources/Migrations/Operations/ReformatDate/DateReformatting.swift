import VersionedCodec

/// From one date format to another, on bytes.
struct DateReformatting: Sendable, Equatable {
    let from: DateFormat
    let to: DateFormat

    /// The result for a text.
    enum Outcome: Equatable {
        /// The way back gives the same text.
        case exact
        /// It does not, for this reason; whether that is one only where the way back is the reverse.
        case loses(String, isAboutWayBack: Bool)
        case noDate
    }

    /// Appends a date in the other format.
    func append(_ text: UnsafeBufferPointer<UInt8>, _ notation: DateFormat.Notation, to bytes: inout [UInt8]) -> Outcome
    {
        do throws(DateFormat.Mismatch) {
            let date = try from.read(text, notation: notation)
            let start = bytes.count
            let loss = try to.append(reformatting: date, to: &bytes)
            let end = bytes.count
            if !loss.isEmpty, let words = loss.description(of: date) {
                return .loses("the other format cannot say \(words)", isAboutWayBack: false)
            }
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
            return isExact ? .exact : .loses("its spelling does not come back", isAboutWayBack: true)
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

    /// Appends the date in the other format; whether that loses nothing.
    func append(_ text: UnsafeBufferPointer<UInt8>, _ notation: DateFormat.Notation, to bytes: inout [UInt8]) -> Bool {
        reformatting.append(text, notation, to: &bytes) == .exact
    }

    static func == (lhs: SharedReformatting, rhs: SharedReformatting) -> Bool { lhs.reformatting == rhs.reformatting }
}
