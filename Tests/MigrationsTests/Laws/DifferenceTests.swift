import Migrations
import Testing
import VersionedCodec

@Suite struct DifferenceTests {
    @Test(arguments: [
        (#"{"a":1,"b":2}"#, #"{"b":2.0,"a":1}"#, []), ("1", "2", ["at the root: 1 became 2"]),
        (#"{"a":1}"#, "{}", [#"at "/a": 1 became absent"#]),
        ("{}", #"{"a":null}"#, [#"at "/a": null was not there before"#]),
        ("[1,2,3]", "[1,3]", [#"at "/1": 2 became 3"#, #"at "/2": 3 became absent"#]),
        (#"{"a":[1]}"#, #"{"a":{"0":1}}"#, [#"at "/a": [1] became {"0":1}"#]),
        (
            #"{"a/b":{"x":1},"c":0}"#, #"{"a/b":{"x":2,"y":3},"c":1}"#,
            [
                #"at "/a~1b/x": 1 became 2"#, #"at "/a~1b/y": 3 was not there before"#, #"at "/c": 0 became 1"#,
            ]
        ),
        ("[]", "{}", ["at the root: [] became {}"]), ("{\"caf\u{E9}\":1}", "{\"caf\u{E9}\":1}", []),
        (
            "{\"caf\u{E9}\":1}", "{\"cafe\u{301}\":1}",
            [
                "at \"/caf\u{E9}\": 1 became absent", "at \"/cafe\u{301}\": 1 was not there before",
            ]
        ),
    ])
    func placesThatDiffer(before: String, after: String, expected: [String]) throws {
        let differences = Loss.Difference.between(
            try JSONDocument(parsing: before).root, try JSONDocument(parsing: after).root)
        #expect(differences.map(\.description) == expected)
    }
}
