/// A Unicode date pattern as its author wrote it, and how it becomes steps.
///
/// Unicode Technical Standard 35, part 4, "Date Format Patterns" and "Date Field Symbol Table". Letters are symbols,
/// text in single quotes and all other characters are literal, and two single quotes are one.
struct DatePattern {
    let text: String
    private(set) var steps: [DateStep] = []
    /// The parts seen so far, each with the offset of its symbol.
    private(set) var parts: [(part: Part, symbol: Character, offset: Int)] = []
    /// The symbols of the steps, with their repetitions; none of a literal.
    private var runs: [Int: (text: String, offset: Int)] = [:]

    /// The part of the date that a symbol writes; no two symbols of a pattern may write the same part.
    enum Part: String {
        case year, month, day, weekday, hour, minute, second, fraction, zone
        case dayPeriod = "AM or PM"
        case dayOfYear = "day of the year"
    }

    /// Compiles a pattern.
    ///
    /// - Throws: ``DateFormatError`` that names the symbol that was probably meant.
    init(_ text: String, hasPivot: Bool) throws(DateFormatError) {
        self.text = text
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { throw error(.emptyText, 0, "the pattern is empty") }
        var at = 0
        while at < bytes.count {
            let byte = bytes[at]
            if byte == UInt8(ascii: "'") {
                at = try quoted(bytes, at)
            } else if byte & 0xDF >= 65, byte & 0xDF <= 90 {
                var count = 1
                while at + count < bytes.count, bytes[at + count] == byte { count += 1 }
                try append(byte, count, at, hasPivot: hasPivot)
                at += count
            } else {
                steps.append(.literal(byte))
                at += 1
            }
        }
        try checkParts()
        try checkEnds()
    }

    /// Takes the text in quotes that starts at an offset; returns where it ends.
    private mutating func quoted(_ bytes: [UInt8], _ start: Int) throws(DateFormatError) -> Int {
        let quote = UInt8(ascii: "'")
        var at = start + 1
        if at < bytes.count, bytes[at] == quote {
            steps.append(.literal(quote))
            return at + 1
        }
        while at < bytes.count {
            if bytes[at] == quote {
                guard at + 1 < bytes.count, bytes[at + 1] == quote else { return at + 1 }
                at += 1
            }
            steps.append(.literal(bytes[at]))
            at += 1
        }
        let reason = "the quote never closes; a literal quote is written twice"
        throw error(.unterminatedQuote, start, reason)
    }

    private mutating func append(
        _ symbol: UInt8, _ count: Int, _ offset: Int, hasPivot: Bool
    ) throws(DateFormatError) {
        let letter = Character(UnicodeScalar(symbol))
        let run = String(repeating: letter, count: count)
        guard let (part, step) = DatePatternSymbol.step(letter, count) else {
            throw error(.unsupportedSymbol, offset, "\"\(run)\" \(DatePatternSymbol.advice(letter, count))")
        }
        if let earlier = parts.first(where: { $0.part == part }) {
            let reason = "\"\(run)\" gives the \(part.rawValue) again, after \"\(earlier.symbol)\""
            throw error(.repeatedPart, offset, reason)
        }
        if step.kind == .twoDigitYear, !hasPivot {
            let reason = "\"yy\" has no century; write \"yyyy\", or in Swift give twoDigitYearsFrom, such as 1970"
            throw error(.missingPivot, offset, reason)
        }
        parts.append((part, letter, offset))
        runs[steps.count] = (run, offset)
        steps.append(step)
    }

    /// The parts must make an instant: no part without the greater ones that it needs.
    private func checkParts() throws(DateFormatError) {
        guard let first = parts.first else { throw error(.missingPart, 0, "the pattern has no date symbol") }
        try require(.month, [.year])
        try require(.day, [.month])
        try require(.dayOfYear, [.year])
        try require(.weekday, [.day, .dayOfYear])
        try require(.minute, [.hour])
        try require(.second, [.minute])
        try require(.fraction, [.second])
        try require(.dayPeriod, [.hour])
        if let day = offset(of: .dayOfYear), let month = offset(of: .month) {
            let reason =
                "\"D\" gives the month and the day already; \"dd\", the day of the month, was probably meant"
            throw error(.repeatedPart, max(day, month), reason)
        }
        if parts.count == 1, first.part == .zone {
            throw error(.missingPart, first.offset, "a zone alone is not a date")
        }
        for entry in parts where entry.part == .hour && (entry.symbol == "h" || entry.symbol == "K") {
            guard offset(of: .dayPeriod) == nil else { continue }
            let meant = entry.symbol == "h" ? "H" : "H (0 to 23)"
            let reason = "\"\(entry.symbol)\" is an hour of twelve and needs \"a\"; \(meant) was probably meant"
            throw error(.missingPart, entry.offset, reason)
        }
    }

    /// Each number must show where it ends: `2024111`, for `yyyyMd`, would be two days. So must each zone: the minute
    /// of `GMT+8:30`, for `z:mm`, would belong to it.
    private func checkEnds() throws(DateFormatError) {
        for (index, pair) in zip(steps, steps.dropFirst()).enumerated() {
            guard let run = runs[index] else { continue }
            if pair.1.kind == .literal, pair.0.mayContinue(with: pair.1.least) {
                let sign = Character(UnicodeScalar(pair.1.least))
                let reason = "the text of \"\(run.text)\" may go on with \"\(sign)\", which follows it: put other text "
                throw error(.ambiguousDigits, run.offset, reason + "between them")
            }
            guard pair.1.beginsWithDigit, pair.0.mayHaveMoreDigits else { continue }
            let reason = "the text of \"\(run.text)\" has a varying number of digits, and a digit follows: "
            let fixed = pair.0.mostDigits.map { String(repeating: String(run.text.prefix(1)), count: $0) }
            let advice = fixed.map { "\"\($0)\" was probably meant" } ?? "put other text between them"
            throw error(.ambiguousDigits, run.offset, reason + advice)
        }
    }

    private func require(_ part: Part, _ others: [Part]) throws(DateFormatError) {
        guard let offset = offset(of: part), others.allSatisfy({ self.offset(of: $0) == nil }) else { return }
        var reason = "the \(part.rawValue) needs the \(others[0].rawValue), which the pattern does not have"
        let takesMonthsForMinutes = part == .minute && self.offset(of: .month) == nil
        if takesMonthsForMinutes { reason += "; \"MM\", the month, was probably meant" }
        throw error(.missingPart, offset, reason)
    }

    private func offset(of part: Part) -> Int? {
        parts.first { $0.part == part }?.offset
    }

    func error(_ code: DateFormatError.Code, _ offset: Int, _ reason: String) -> DateFormatError {
        DateFormatError(code: code, text: text, offset: offset, reason: reason, attempts: [])
    }
}
