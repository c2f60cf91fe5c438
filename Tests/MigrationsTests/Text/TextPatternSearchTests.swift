import Foundation
import Testing
import VersionedCodec

@testable import Migrations

@Suite struct TextPatternSearchTests {
    @Test(arguments: [
        ("[^a-z0-9]+", "-", "a, b -- c", "a-b-c"), ("a", "", "banana", "bnn"), ("aa", "x", "aaaaa", "xxa"),
        ("(?<k>[a-z]+)=(?<v>[0-9]+)", "{v}:{k}", "a=1&bc=22", "1:a&22:bc"), ("a|ab", "<>", "abab", "<>b<>b"),
        ("ab|a", "<>", "aba", "<><>"), ("a+?", "x", "aaa", "xxx"), ("(x)?y", "[{1}]", "xyy", "[x][]"),
        ("^a", "-", "aaa", "-aa"), ("a$", "-", "aaa", "aa-"), ("^(?:a|b)+", "", "abba!a", "!a"),
        (#"\$"#, "S", "a$b$", "aSbS"),
        (#"[$|^]"#, "-", "a$|^", "a---"), ("e\u{301}", "e", "cafe\u{301}", "cafe"),
        ("\u{1F600}", ":)", "x\u{1F600}y", "x:)y"),
        ("z", "-", "", ""), (".", "{{}}", "ab", "{}{}"),
    ])
    func matchesAreReplaced(pattern: String, template: String, text: String, result: String) throws {
        let pattern = try TextPattern(pattern)
        #expect(pattern.searchFault == nil)
        let replaced = pattern.replacing(by: try TextTemplate(template), in: text)
        #expect(Array(replaced.utf8) == Array(result.utf8))
    }

    @Test(arguments: [
        (",\\s*", "a, b,c", ["a", "b", "c"]), (",", "", [""]), (",", ",", ["", ""]), ("[;,]+", "a;,b", ["a", "b"]),
        ("(?:ab)+", "xababy", ["x", "y"]),
    ])
    func textIsSplit(pattern: String, text: String, parts: [String]) throws {
        #expect(try TextPattern(pattern).parts(of: text) == parts)
    }

    @Test(arguments: [
        ("a*", "matches the empty text, which is everywhere"),
        ("(a|b?)", "matches the empty text, which is everywhere"),
        ("^a|b", #"has "|" beside "^" or "$", which are about all of it; put the alternatives into a group"#),
        ("a|b$", #"has "|" beside "^" or "$", which are about all of it; put the alternatives into a group"#),
    ])
    func patternCannotBeSearchedFor(pattern: String, fault: String) throws {
        #expect(try TextPattern(pattern).searchFault == fault)
    }

    /// A search that begins anew behind each match would look at the rest of the text each time.
    @Test(arguments: ["a.*z|a", "a(?:a*b)?", "(?:a|aa|aaa)+?"])
    func timeIsLinearForEachPattern(pattern: String) throws {
        let text = String(repeating: "a", count: 30_000)
        #expect(try TextPattern(pattern).parts(of: text).count == 30_001)
    }

    /// Against the matches that a backtracking matcher finds.
    @Test func randomPatternsMatchAsElsewhere() throws {
        var random = SeededRandom(state: 21)
        var compared = 0
        for _ in 0..<3_000 {
            let text = Self.pattern(depth: 0, &random)
            guard let pattern = try? TextPattern(text), pattern.searchFault == nil,
                let other = try? NSRegularExpression(pattern: text)
            else { continue }
            for _ in 0..<4 {
                let count = Int.random(in: 0...150, using: &random) / 6
                let subject = String((0..<count).map { _ in "abc".randomElement(using: &random) ?? "a" })
                let found = pattern.replacing(by: try TextTemplate("<>"), in: subject)
                #expect(found == other.replacing(in: subject, by: "<>"), "\(text) in \(subject)")
                #expect(
                    (pattern.captures(in: subject) != nil) == other.matchesAll(of: subject), "\(text) in \(subject)")
                compared += 1
            }
        }
        #expect(compared > 2_000)
    }

    /// Long texts are gone through in blocks.
    @Test(arguments: [0, 63, 4_095, 4_096, 4_097, 8_191, 8_192, 8_193, 30_000])
    func blocksMakeNoDifference(count: Int) throws {
        let text = String((0..<count).map { "abcab".utf8.map(Character.init(_:))[$0 % 5] })
        let pattern = try TextPattern("ab|c(?:ab)*")
        let expected = try NSRegularExpression(pattern: "ab|c(?:ab)*").replacing(in: text, by: "<>")
        #expect(pattern.replacing(by: try TextTemplate("<>"), in: text) == expected)
    }

    @Test func blocksDivideCharacters() throws {
        let pattern = try TextPattern("(?<x>a+)é(?<y>b?)")
        let template = try TextTemplate("{y}{x}")
        let part = String(repeating: "a", count: 700) + "ébé-aéé\u{1F600}"
        let short = pattern.replacing(by: template, in: part)
        #expect(
            pattern.replacing(by: template, in: String(repeating: part, count: 200))
                == String(repeating: short, count: 200))
    }

    /// Whether a match begins is decided by a character twelve places on, so there are thousands of states.
    @Test func patternOfManyStatesForgetsThem() throws {
        var random = SeededRandom(state: 7)
        let text = String((0..<60_000).map { _ in Bool.random(using: &random) ? "a" : "b" } as [Character])
        let expected = try NSRegularExpression(pattern: "a[ab]{12}b").replacing(in: text, by: "!")
        let pattern = try TextPattern("a[ab]{12}b")
        #expect(pattern.replacing(by: try TextTemplate("!"), in: text) == expected)
    }

    @Test func setOfManyCharactersMakesFewClasses() throws {
        let many = String(String.UnicodeScalarView((0x4E00..<0x9F00).compactMap(Unicode.Scalar.init)))
        let pattern = try TextPattern("[\(many)]+x")
        #expect(pattern.captures(in: many + "x") != nil)
        #expect(pattern.captures(in: many + "ax") == nil)
        #expect(PatternClasses(pattern.program, words: 1).count == 3)
    }

    private static func pattern(depth: Int, _ random: inout SeededRandom) -> String {
        switch Int.random(in: 0...(depth < 3 ? 9 : 3), using: &random) {
        case 0, 1: return ["a", "b", "c"].randomElement(using: &random) ?? "a"
        case 2: return ["[ab]", "[^a]", "."].randomElement(using: &random) ?? "."
        case 3: return "ab"
        case 4, 5: return pattern(depth: depth + 1, &random) + pattern(depth: depth + 1, &random)
        case 6: return "(?:" + pattern(depth: depth + 1, &random) + "|" + pattern(depth: depth + 1, &random) + ")"
        case 7: return "(" + pattern(depth: depth + 1, &random) + ")"
        default:
            // Of what may be empty, repetitions differ from matcher to matcher.
            let repeated = ["a", "[ab]", "(?:ab)", "(?:a|bc)", "(?:b|ab)"].randomElement(using: &random) ?? "a"
            return repeated + (["*", "+", "?", "+?", "*?", "{2}", "{1,2}"].randomElement(using: &random) ?? "")
        }
    }
}

extension NSRegularExpression {
    fileprivate func replacing(in text: String, by template: String) -> String {
        stringByReplacingMatches(in: text, range: NSRange(text.startIndex..., in: text), withTemplate: template)
    }

    fileprivate func matchesAll(of text: String) -> Bool {
        guard let whole = try? NSRegularExpression(pattern: "^(?:\(pattern))$") else { return false }
        return whole.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }
}

extension Character {
    fileprivate init(_ byte: UInt8) { self.init(Unicode.Scalar(byte)) }
}
