import Foundation
import VersionedCodec

/// Dates: ours on bytes, against the fastest that Foundation has for the same format. Both sides handle the same dates,
/// and their results are compared before anything is measured.
var dateRows: RowGroup {
    RowGroup(
        names: [
            "date parse iso8601", "date print iso8601", "date parse MMM-dd-yyyy HH:mm:ss zzz",
            "date print MMM-dd-yyyy HH:mm:ss zzz", "date parse yyyy-MM-dd HH:mm:ss Z",
            "date print yyyy-MM-dd HH:mm:ss Z", "date parse second of two formats",
            "date reformat yyyy-MM-dd HH:mm:ss Z",
        ],
        make: {
            let style = Date.ISO8601FormatStyle()
            var rows = try DatePair(
                name: "iso8601", format: .iso8601, parse: { try style.parse($0) }, print: { style.format($0) }
            ).rows(parseTarget: 15, printTarget: 6)
            for pattern in ["MMM-dd-yyyy HH:mm:ss zzz", "yyyy-MM-dd HH:mm:ss Z"] {
                let formatter = formatter(pattern)
                let pair = DatePair(
                    name: pattern, format: try .pattern(pattern, zone: .hours(8)),
                    parse: { text in
                        guard let date = formatter.date(from: text) else { throw DatePair.Disagreement(text: text) }
                        return date
                    },
                    print: { formatter.string(from: $0) })
                rows += try pair.rows(parseTarget: 300, printTarget: 25)
            }
            return rows + [try secondOfTwo(), try reformatting()]
        })
}

/// A formatter as its documentation asks for, kept.
private func formatter(_ pattern: String) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 8 * 3600)
    formatter.dateFormat = pattern
    return formatter
}

/// A list whose first format does not match: the price of a mismatch is in it.
private func secondOfTwo() throws -> Row {
    let formats: DateFormats = [.iso8601, try .pattern("yyyy-MM-dd HH:mm:ss Z", zone: .hours(8))]
    let (style, formatter) = (Date.ISO8601FormatStyle(), formatter("yyyy-MM-dd HH:mm:ss Z"))
    let texts = DatePair.dates.map { formatter.string(from: $0) }
    let (bytes, ranges) = DatePair.packed(texts)
    return Row(name: "date parse second of two formats", units: texts.count) {
        try bytes.withUnsafeBufferPointer { buffer in
            var sum = 0.0
            for range in ranges {
                let date = try formats.read(UnsafeBufferPointer(rebasing: buffer[range]), notation: .text)
                sum += date.date.timeIntervalSinceReferenceDate
            }
            return Int(sum)
        }
    } baseline: {
        var sum = 0.0
        for text in texts {
            let date = (try? style.parse(text)) ?? formatter.date(from: text)
            sum += date?.timeIntervalSinceReferenceDate ?? .nan
        }
        return Int(sum)
    }
}

/// Text to text, as on documents; ours keeps the offset as well.
private func reformatting() throws -> Row {
    let source = try DateFormat.pattern("yyyy-MM-dd HH:mm:ss Z", zone: .hours(8))
    let (style, formatter) = (Date.ISO8601FormatStyle(), formatter("yyyy-MM-dd HH:mm:ss Z"))
    let texts = DatePair.dates.map { formatter.string(from: $0) }
    let (bytes, ranges) = DatePair.packed(texts)
    return Row(name: "date reformat yyyy-MM-dd HH:mm:ss Z", units: texts.count) {
        var output: [UInt8] = []
        output.reserveCapacity(64 * ranges.count)
        try bytes.withUnsafeBufferPointer { buffer in
            for range in ranges {
                let date = try source.read(UnsafeBufferPointer(rebasing: buffer[range]))
                _ = try DateFormat.iso8601.append(reformatting: date, to: &output)
            }
        }
        return output.count
    } baseline: {
        var count = 0
        for text in texts {
            guard let date = formatter.date(from: text) else { throw DatePair.Disagreement(text: text) }
            count += style.format(date).utf8.count
        }
        return count
    }
}
