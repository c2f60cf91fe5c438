import Testing
import LosslessJSON

@Suite struct JSONValueEqualityTests {
    @Test(arguments: [
        "null", "true", "false", "1", "1.0", #""a""#, "[]", "{}", "[1,[2]]", #"{"a":1,"b":[{}]}"#,
    ])
    func valueIsEqualToItselfReadAgain(text: String) throws {
        let (left, right) = try (read(text), read(text))
        #expect(left == right)
        #expect(left.isEquivalent(to: right))
    }

    @Test(arguments: [
        ("null", "false"), ("true", "false"), ("0", "false"), ("1", #""1""#), ("1", "2"), ("[]", "{}"),
        ("[]", "[null]"),
        ("[1,2]", "[2,1]"), ("[1,2]", "[1,2,3]"), (#"{"a":1}"#, #"{"b":1}"#), (#"{"a":1}"#, #"{"a":2}"#),
        (#"{"a":1}"#, #"{"a":1,"b":2}"#), (#"{"a":null}"#, "{}"), (#"{"a":{"b":[1]}}"#, #"{"a":{"b":[2]}}"#),
        ("\"\u{E9}\"", "\"e\u{301}\""), ("{\"\u{E9}\":1}", "{\"e\u{301}\":1}"), ("[0.1]", "[0.10000000000000000001]"),
    ])
    func differentValuesAreNeitherEqualNorEquivalent(left: String, right: String) throws {
        let (left, right) = try (read(left), read(right))
        #expect(left != right && right != left)
        #expect(!left.isEquivalent(to: right) && !right.isEquivalent(to: left))
    }

    @Test(arguments: [
        ("1", "1.0"), ("100", "1e2"), ("-0", "0"), ("1e2", "1E2"), (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#),
        (#"[{"x":{"a":1.0,"b":[1e1]}}]"#, #"[{"x":{"b":[10],"a":1}}]"#),
    ])
    func spellingsAndOrdersOfOneMeaningAreEquivalentOnly(left: String, right: String) throws {
        let (left, right) = try (read(left), read(right))
        #expect(left != right)
        #expect(left.isEquivalent(to: right) && right.isEquivalent(to: left))
    }

    @Test func spellingOfEscapesDoesNotCount() throws {
        #expect(try read(#"{"\u0061":"\/"}"#) == read(#"{"a":"/"}"#))
    }

    @Test func placeInTheSourceDoesNotCount() throws {
        #expect(try read("   [ 1 ]") == [1])
    }

    @Test func manyMembersInAnotherOrderAreEquivalent() throws {
        let members = (0..<20_000).map { #""k\#($0)":\#($0)"# }
        let left = try read("{" + members.joined(separator: ",") + "}")
        let right = try read("{" + members.reversed().joined(separator: ",") + "}")
        #expect(left.isEquivalent(to: right))
        #expect(left != right)
    }
}
