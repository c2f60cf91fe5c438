import Foundation
import Testing
import VersionedCodec

/// Foundation's formatter, with the `en_US_POSIX` locale, prints what a pattern prints.
///
/// With one exception that is ours: `zzzz` of a zone at GMT is `GMT`, where Foundation has `Greenwich Mean Time`.
@Suite struct DateFormatterAgreementTests {
    static let patterns: [String] =
        [
            "MMM-dd-yyyy HH:mm:ss zzz", "MMM-dd-yyyy HH:mm:ssZ", "yyyy-MM-dd HH:mm:ss Z", "yyyy/MM/dd", "y", "yyy",
            "yyyy",
            "yyyy年M月d日", "EEE, dd MMM yyyy HH:mm:ss Z", "h:mm b", "h:mm:ss b", "HH 'o''clock' ''mm''", "HH:mm:ss.SSS",
        ]
        + ["M", "MM", "MMM", "MMMM", "L", "LL", "LLL", "LLLL", "D", "DD", "DDD"].map { "yyyy " + $0 }
        + ["d", "dd"].map { "yyyy MM " + $0 } + ["E", "EE", "EEE", "EEEE"].map { "yyyy MM dd " + $0 }
        + ["h", "hh", "K", "KK"].map { $0 + " a" } + ["H", "HH", "k", "kk", "H:m", "H:mm:s"]
        + ["Z", "ZZ", "ZZZ", "ZZZZ", "ZZZZZ", "X", "XX", "XXX", "XXXX", "XXXXX"].map { "HH:mm " + $0 }
        + ["x", "xx", "xxx", "xxxx", "xxxxx", "z", "zz", "zzz", "zzzz", "O", "OOOO"].map { "HH:mm " + $0 }

    @Test(arguments: patterns, [0, 8 * 3600, -(3 * 3600 + 1800)])
    func printsTheSame(_ pattern: String, _ offset: Int) throws {
        if offset == 0, pattern.hasSuffix("zzzz") { return }
        let formatter = DateFormatter()
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: offset)
        formatter.dateFormat = pattern
        let format = try DateFormat.pattern(pattern, zone: FixedZone(secondsFromGMT: offset))
        let noon = Double(43_200 - offset)
        for seconds in [noon, noon + 60, noon + 1, noon - 43_200] + stride(from: -6e8, to: 2.5e9, by: 91_234_567.125) {
            let date = Date(timeIntervalSince1970: seconds)
            #expect(try format.string(from: date) == formatter.string(from: date))
        }
    }
}
