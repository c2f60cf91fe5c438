import Migrations
import Testing
import VersionedCodec

@Suite struct ConditionTests {
    @Test(arguments: [
        (Condition.present("/a"), #"{"a":null}"#, true), (.present("/a"), "{}", false), (.present(""), "null", true),
        (.absent("/a"), "{}", true), (.absent("/l/1"), #"{"l":[0]}"#, true),
        (.at("/a", is: .null), #"{"a":null}"#, true),
        (.at("/a", is: .null), "{}", false), (.kind("/a", [.array, .object]), #"{"a":{}}"#, true),
        (.at("/a", equals: 1), #"{"a":1.0}"#, true), (.at("/a", equals: 1), #"{"a":"1"}"#, false),
        (.at("/a", equals: ["x": 1, "y": 2]), #"{"a":{"y":2,"x":1}}"#, true),
        (.oneOf("/a", [1, "x"]), #"{"a":"x"}"#, true), (.oneOf("/a", []), #"{"a":"x"}"#, false),
        (.at("/a", hasPrefix: "e"), "{\"a\":\"e\u{301}\"}", true), (.at("/a", hasPrefix: ""), #"{"a":1}"#, false),
        (.all([.present("/a"), .not(.present("/b"))]), #"{"a":1}"#, true), (.all([]), "{}", true),
        (.any([.present("/a"), .present("/b")]), #"{"b":1}"#, true), (.any([]), "{}", false),
    ])
    func holds(condition: Condition, payload: String, expected: Bool) throws {
        #expect(try condition.holds(for: try JSONDocument(parsing: payload).root) == expected)
    }

    @Test(arguments: [
        (Condition.present("/a"), #""/a" is present"#), (.absent("/a"), #""/a" is absent"#),
        (.kind("/a", [.array, .null]), #""/a" is an array or null"#),
        (.oneOf("", [1, "x"]), #"the whole value is 1 or "x""#),
        (.at("/a", hasPrefix: "/"), #""/a" begins with "/""#),
        (.all([.present("/a"), .absent("/b")]), #"("/a" is present) and ("/b" is absent)"#),
        (.any([.present("/a")]), #""/a" is present"#), (.not(.all([.present("/a")])), #"not ("/a" is present)"#),
    ])
    func saysWhatItAsks(condition: Condition, text: String) { #expect(condition.description == text) }

    @Test(arguments: [
        (#"{"path":"/a","absent":false}"#, Condition.present("/a")), (#"{"present":false}"#, .absent("")),
        (#"{"path":"/a","kind":"null"}"#, .kind("/a", [.null])),
        (#"{"path":"/a","kind":["null","array"]}"#, .kind("/a", [.null, .array])),
        (#"{"path":"/a","oneOf":[1,2]}"#, .oneOf("/a", [1, 2])),
        (#"{"path":"/a","kind":"string","prefix":"x"}"#, .all([.kind("/a", [.string]), .prefix("/a", "x")])),
        (#"{"any":[{"path":"/a","present":true}]}"#, .any([.present("/a")])),
        (#"{"all":[{"not":{"path":"/a","equals":1}}]}"#, .all([.not(.at("/a", equals: 1))])),
    ])
    func planFileGivesTheSame(json: String, condition: Condition) throws {
        let text = #"{"op":"when","if":\#(json),"operations":[{"op":"wrap","path":"/a"}]}"#
        try FileForm(text, .when(condition, [.wrap("/a")])).check()
    }
}
