/// A version as semver.org writes it: up to three numbers, with the allowed suffixes.
///
/// `4.2.1`, `4.2.1-rc.1+build.7`; a label of the plan may leave out numbers from the end: `4.2`, `4`.
struct SemanticLabel {
    /// The label as it was given.
    let text: String

    /// Its numbers, without what comes after them; as texts, because they may be of any length.
    let numbers: [Substring]

    /// Whether it is a version before the one that its numbers name.
    let isPrerelease: Bool

    init?(_ text: String) {
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        let build = text.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
        let release = build[0].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let tails = build.dropFirst() + release.dropFirst()
        guard tails.allSatisfy(Self.isTail) else { return nil }
        let numbers = release[0].split(separator: ".", omittingEmptySubsequences: false)
        guard numbers.count <= 3, numbers.allSatisfy(Self.isNumber) else { return nil }
        self.text = text
        self.numbers = numbers
        isPrerelease = release.count > 1
    }

    private static func isNumber(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
            && (text.utf8.count == 1 || text.utf8.first != 0x30)
    }

    private static func isTail(_ text: Substring) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty
                && part.utf8.allSatisfy { byte in
                    switch byte {
                    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"): true
                    default: false
                    }
                }
        }
    }

    /// The label with all three numbers: `4.2.0` for `4.2`, `4.2.0-rc` for `4.2-rc`.
    var full: String {
        let missing = max(0, 3 - numbers.count)
        let written = numbers.joined(separator: ".")
        return written + String(repeating: ".0", count: missing) + text.dropFirst(written.count)
    }

    /// Of the known labels that it begins with, number by number, the one with the most numbers.
    ///
    /// A version before `4.2.0` is not `4.2.0`, but it is one of `4`.
    ///
    /// - `isComplete`: Whether a version has three numbers, so that those that are left out are zero: `2` is `2.0.0`.
    func closest(in known: [String], isComplete: Bool) -> String? {
        if isComplete, let same = known.first(where: { SemanticLabel($0)?.full == full }) { return same }
        let numbers = isComplete ? numbers + Array(repeating: "0", count: max(0, 3 - numbers.count)) : numbers
        let fitting = known.compactMap(SemanticLabel.init).filter { label in
            !label.isPrerelease && numbers.starts(with: label.numbers) && (!isPrerelease || label.numbers.count < 3)
        }
        return fitting.max { $0.numbers.count < $1.numbers.count }?.text
    }

    /// The code of a version that is not a known one: too old, too new, or in between.
    func code(known: [String]) -> VersionError.Code {
        let others = known.compactMap(SemanticLabel.init)
        guard !others.isEmpty, others.count == known.count else { return .unknown }
        if others.allSatisfy(precedes) { return .tooOld }
        return others.allSatisfy { $0.precedes(self) } ? .tooNew : .unknown
    }

    func precedes(_ other: SemanticLabel) -> Bool {
        for index in 0..<3 {
            let (own, its) = (number(index), other.number(index))
            if own == its { continue }
            return own.utf8.count == its.utf8.count ? own < its : own.utf8.count < its.utf8.count
        }
        return isPrerelease && !other.isPrerelease
    }

    private func number(_ index: Int) -> Substring { index < numbers.count ? numbers[index] : "0" }
}

/// A version that is a day: `2026-03-14`.
struct DateLabel {
    let text: String

    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, (try? DateFormat.dateOnly.date(from: text)) != nil else { return nil }
        self.text = text
    }

    /// Of the known days, this one or the closest earlier one.
    func closest(in known: [String]) -> String? {
        // Ten ASCII characters of one form: their order is that of time.
        known.filter { DateLabel($0) != nil && $0 <= text }.max()
    }
}
