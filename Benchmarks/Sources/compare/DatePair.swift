import Foundation
import VersionedCodec

/// One format of ours and the same of Foundation's.
struct DatePair {
    let name: String
    let format: DateFormat
    let parse: (String) throws -> Date
    let print: (Date) -> String

    struct Disagreement: Error {
        let text: String
    }

    /// Whole seconds from 1970 to 2100, seeded.
    static let dates: [Date] = {
        var random = SeededGenerator(seed: 2026)
        return (0..<1000).map { _ in
            Date(timeIntervalSince1970: Double(Int.random(in: 0..<4_102_444_800, using: &random)))
        }
    }()

    func rows(parseTarget: Double, printTarget: Double) throws -> [Row] {
        let (format, parse, print, dates) = (format, parse, print, Self.dates)
        let texts = try dates.map { date in
            let text = try format.string(from: date)
            guard text == print(date), try parse(text) == date else { throw Disagreement(text: text) }
            return text
        }
        let (bytes, ranges) = Self.packed(texts)
        let reading = Row(name: "date parse \(name)", units: dates.count, target: parseTarget) {
            try bytes.withUnsafeBufferPointer { buffer in
                var sum = 0.0
                for range in ranges {
                    sum += try format.read(UnsafeBufferPointer(rebasing: buffer[range])).date
                        .timeIntervalSinceReferenceDate
                }
                return Int(sum)
            }
        } baseline: {
            var sum = 0.0
            for text in texts { sum += try parse(text).timeIntervalSinceReferenceDate }
            return Int(sum)
        }
        let writing = Row(name: "date print \(name)", units: dates.count, target: printTarget) {
            var output: [UInt8] = []
            output.reserveCapacity(64 * dates.count)
            for date in dates { try format.append(date, to: &output) }
            return output.count
        } baseline: {
            var count = 0
            for date in dates { count += print(date).utf8.count }
            return count
        }
        return [reading, writing]
    }

    /// All texts in one buffer, each with its place, as in a document.
    static func packed(_ texts: [String]) -> ([UInt8], [Range<Int>]) {
        var places: [Range<Int>] = []
        for text in texts {
            let start = places.last?.upperBound ?? 0
            places.append(start..<start + text.utf8.count)
        }
        return (texts.flatMap(\.utf8), places)
    }
}
