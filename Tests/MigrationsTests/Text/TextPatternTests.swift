import Migrations
import Testing

@Suite struct TextPatternTests {
    @Test(
        arguments: [
            ("abc", "abc", [:]), ("a.c", "axc", [:]), ("[a-c]+", "abcab", [:]), (#"\d{2,3}"#, "123", [:]),
            ("(?<m>#+)\\s*(?<t>.*)", "## x y", ["m": "##", "t": "x y"]), ("(a|b)*c", "abac", ["1": "a"]),
            ("(?<x>a*)(?<y>a*)", "aaa", ["x": "aaa", "y": ""]), ("(?<x>a*?)(?<y>a*)", "aaa", ["x": "", "y": "aaa"]),
            ("(?:a|ab)(?<r>c|bcd)(?<d>d*)", "abcd", ["r": "bcd", "d": ""]), ("(x)?y", "y", [:]), ("^a$", "a", [:]),
            ("[^/]*/[]]", "a/]", [:]), (#"[\d\-.]+"#, "1-2.3", [:]), ("(?<e>é+)", "éé", ["e": "éé"]),
            ("(a*)*", "aaa", ["1": "aaa"]), ("", "", [:]), (#"\S+\W\D"#, "ab x", [:]),
        ] as [(String, String, [String: String])])
    func matches(pattern: String, text: String, captures: [String: String]) throws {
        #expect(try TextPattern(pattern).captures(in: text) == captures)
    }

    @Test(arguments: [
        ("abc", "abcd"), ("abc", "xabc"), ("a.c", "a\nc"), (#"\d+"#, ""), ("[^a]", "a"), ("a{2}", "aaa"), ("a|b", "c"),
        ("\u{E9}", "e\u{301}"),
    ])
    func doesNotMatch(pattern: String, text: String) throws {
        #expect(try TextPattern(pattern).captures(in: text) == nil)
    }

    @Test(arguments: [
        ("(a", "a \")\" is missing (at character 3)"), ("a)", "a \")\" closes nothing (at character 2)"),
        ("*a", "\"*\" repeats nothing (at character 1)"),
        ("a**", "\"*\" repeats what is repeated already; put it into a group (at character 3)"),
        ("[a", "a \"]\" is missing (at character 3)"),
        ("[b-a]", "the ends of a range are in the wrong order (at character 5)"),
        (#"(a)\1"#, "back references are not matched in linear time (at character 6)"),
        (
            "(?=a)",
            "a group begins with \"(\", \"(?:\" or \"(?<name>\"; looking ahead is not matched in linear time (at character 3)"
        ),
        ("(?<!a)b", "looking behind is not matched in linear time (at character 4)"),
        (#"\q"#, "\"\\q\" is unknown; known: \\d \\w \\s \\D \\W \\S \\n \\r \\t (at character 3)"),
        ("a\\", "nothing follows the \"\\\" (at character 3)"),
        ("a{3,2}", "the counts are in the wrong order (at character 7)"),
        ("a{9999}", "the count is too large (at character 7)"),
        ("(?<x>a)(?<x>b)", "the group \"x\" appears twice (at character 13)"),
        ("((a{100}){100}){100}", "the pattern is too large: it may have 2000 steps"),
        ("a^", "\"^\" is allowed only at the start: a pattern matches the whole text (at character 3)"),
    ])
    func mistakeIsToldWithItsPlace(pattern: String, says: String) {
        let error = #expect(throws: TextPattern.SyntaxError.self) { try TextPattern(pattern) }
        #expect(error?.description == says)
    }

    @Test func nestingIsLimited() {
        let deep = String(repeating: "(", count: 10_000) + String(repeating: ")", count: 10_000)
        #expect(throws: TextPattern.SyntaxError.self) { try TextPattern(deep) }
    }

    /// What takes a backtracking matcher longer than the age of the universe.
    @Test(.timeLimit(.minutes(10)), arguments: ["(a*)*b", "(a|aa)+b", "(a|a)*b", "(.*)(.*)(.*)(.*)x", "a*a*a*a*a*b"])
    func matchingIsLinear(pattern: String) throws {
        #expect(try TextPattern(pattern).captures(in: String(repeating: "a", count: 20_000)) == nil)
    }
}

@Suite struct TextTemplateTests {
    @Test(arguments: [("{a} {b}", "1 2"), ("{{{a}}}", "{1}"), ("x", "x"), ("{é}", "3")])
    func holesAreFilled(template: String, text: String) throws {
        #expect(try TextTemplate(template).filled { ["a": "1", "b": "2", "é": "3"][$0] } == text)
    }

    @Test func holeThatNothingFillsIsNoText() throws { #expect(try TextTemplate("{a}").filled { _ in nil } == nil) }

    @Test(arguments: [
        ("{a", "a \"}\" is missing; a brace is written \"{{\""),
        ("a}", "a \"}\" closes nothing; a brace is written \"}}\""),
    ])
    func mistakeIsTold(template: String, says: String) {
        let error = #expect(throws: TextPattern.SyntaxError.self) { try TextTemplate(template) }
        #expect(error?.description == says)
    }
}
