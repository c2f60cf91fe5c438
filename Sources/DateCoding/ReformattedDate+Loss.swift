extension ReformattedDate {
    /// The parts of a date that are lost when its text is written in another format.
    ///
    /// A set of bits, so that reformatting many dates allocates no value for each date.
    public struct Loss: OptionSet, Sendable, Hashable {
        /// The bits.
        public let rawValue: UInt8

        /// A set of bits.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// The text names an offset that the other format does not show. The instant is the same.
        public static let offset = ReformattedDate.Loss(rawValue: 1)
        /// The fraction of the second has more digits than the other format can write.
        public static let fraction = ReformattedDate.Loss(rawValue: 2)
        /// The hour, minute or second, where the other format does not show it.
        public static let time = ReformattedDate.Loss(rawValue: 4)
        /// The year, month or day, where the other format does not show it.
        public static let day = ReformattedDate.Loss(rawValue: 8)

        /// The lost parts of a date, in words: `the offset +08:00, the fraction .789`; nil if nothing was lost.
        ///
        /// - `date`: The date before.
        public func description(of date: ZonedDate) -> String? {
            var parts: [String] = []
            if contains(.day) { parts.append("the day \(Self.text(DateFormat.iso8601Date, date))") }
            if contains(.time) { parts.append("the time \(Self.text(Self.clock, date))") }
            if contains(.fraction) {
                parts.append("the fraction \(Self.fraction(date))")
            }
            if contains(.offset) { parts.append("the offset \(date.zone.offsetText)") }
            return parts.isEmpty ? nil : parts.joined(separator: ", ")
        }

        /// The lost parts without the date: `the time, the fraction`.
        package var names: String {
            let parts: [(ReformattedDate.Loss, String)] = [
                (.day, "the day"), (.time, "the time"), (.fraction, "the fraction"), (.offset, "the offset"),
            ]
            return parts.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
        }

        private static let clock = DateFormat(
            .pattern(
                DateProgram([
                    DateStep(.twoDigitHour), .literal(58), DateStep(.twoDigitMinute), .literal(58),
                    DateStep(.twoDigitSecond),
                ])), "HH:mm:ss", DateRules(allowsYearZero: true))

        private static func text(_ format: DateFormat, _ date: ZonedDate) -> String {
            var bytes: [UInt8] = []
            do throws(DateFormat.Mismatch) {
                try format.append(asIs: date, to: &bytes)
            } catch {
                return "outside the years 0 to 9999"
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        private static func fraction(_ date: ZonedDate) -> String {
            let digits = String(date.attoseconds)
            let padded = String(repeating: "0", count: 18 - digits.count) + digits
            return "." + padded.prefix(max(date.fractionDigits, date.neededDigits))
        }
    }
}
