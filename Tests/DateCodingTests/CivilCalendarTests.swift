import Testing

@testable import DateCoding

@Suite struct CivilCalendarTests {
    static let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

    static func length(_ month: Int, _ year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return lengths[month - 1] + (month == 2 && isLeap ? 1 : 0)
    }

    @Test func monthsHaveTheirDays() {
        for year in 0...9999 {
            for month in 1...12 where CivilCalendar.daysInMonth(month, year: year) != Self.length(month, year) {
                Issue.record("\(year)-\(month)")
            }
        }
    }

    @Test(arguments: [1, 4, 100, 400, 1582, 1900, 2000, 2023, 2024, 9999])
    func everyDayOfAYearIsReadOrRefused(_ year: Int) throws {
        let named: [DateFormat] = [.dateOnly, .iso8601Date]
        let patterns = try ["yyyyMMdd", "d.M.yyyy", "EEE, d MMM yyyy"].map {
            try DateFormat.pattern($0, assuming: .gmt)
        }
        for month in 0...13 {
            for day in 0...32 {
                let exists = (1...12).contains(month) && day >= 1 && day <= Self.length(month, year)
                let text = Self.padded(year, 4) + "-" + Self.padded(month, 2) + "-" + Self.padded(day, 2)
                let joined = text.replacing("-", with: "")
                let dotted = "\(day).\(month).\(Self.padded(year, 4))"
                let texts = [text, text, joined, dotted]
                for (format, text) in zip(named + patterns, texts) {
                    if ((try? format.date(from: text)) != nil) != exists { Issue.record("\(format): \(text)") }
                }
            }
        }
    }

    static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
