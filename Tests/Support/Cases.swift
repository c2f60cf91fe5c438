import Foundation

/// How many random cases a test tries: by itself a part of them, the same ones on every machine; all of them with
/// `CASES=all`, as in `.ci/run`.
public enum Cases {
    /// Whether all of them are tried.
    public static let areAll = ProcessInfo.processInfo.environment["CASES"] == "all"

    /// How many of so many cases are tried; an eighth of them, and at least one.
    public static func some(of count: Int) -> Int { areAll ? count : (count + 7) / 8 }

    /// Some of a list: every third one.
    public static func some<Case>(of cases: [Case]) -> [Case] {
        areAll ? cases : stride(from: 0, to: cases.count, by: 3).map { cases[$0] }
    }

    /// How many parts something large has; a quarter of them.
    public static func parts(of count: Int) -> Int { areAll ? count : count / 4 }

    /// Which of so many cases are tried together with another one: a sixteenth of them.
    ///
    /// - `number`: That of the other one, which decides.
    public static func some(of count: Int, with number: Int) -> [Int] {
        if areAll { return Array(0..<count) }
        var random = SplitMix(seed: UInt64(number))
        return (0..<count).filter { _ in random.next().isMultiple(of: 16) }
    }
}
