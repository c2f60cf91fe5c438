import Foundation
import Testing
import VersionedCodec

/// What both decoders refuse: the case of the error, its type or key, and its path.
@Suite struct FoundationCasesFaultTests {
    let both = BothDecoders()

    struct Inner: Codable, Equatable { var number: Int, list: [UInt8]?, text: String? }
    struct Outer: Codable, Equatable { var inner: Inner, table: [String: [Inner]]?, flag: Bool? }

    @Test(arguments: [
        "{}", "[]", "1", "null", #""x""#, "true", #"{"inner":null}"#, #"{"inner":[]}"#, #"{"inner":{}}"#,
        #"{"inner":{"number":null}}"#, #"{"inner":{"number":"1"}}"#, #"{"inner":{"number":true}}"#,
        #"{"inner":{"number":{}}}"#, #"{"inner":{"number":1,"list":{}}}"#, #"{"inner":{"number":1,"list":[1,null]}}"#,
        #"{"inner":{"number":1,"list":[1,"x"]}}"#, #"{"inner":{"number":1,"text":7}}"#,
        #"{"inner":{"number":1},"table":[]}"#, #"{"inner":{"number":1},"table":{"a":{}}}"#,
        #"{"inner":{"number":1},"table":{"a b":[{"number":1},{"numbers":1}]}}"#,
        #"{"inner":{"number":1},"table":{"":[{"number":1},null]}}"#,
        #"{"inner":{"number":1},"table":{"0":[[]]}}"#, #"{"inner":{"number":1},"flag":1}"#,
        #"{"inner":{"number":1},"flag":"true"}"#, #"{"inner":{"number":1},"flag":0}"#,
    ])
    func whatAModelLacksIsToldAlike(_ payload: String) {
        both.agree(Outer.self, payload)
        both.agree([Outer].self, "[\(payload)]")
        both.agree([String: Outer?].self, #"{"k":\#(payload)}"#)
    }

    /// Asks containers for each thing that they can give.
    struct Asking: Decodable, Equatable {
        enum Key: String, CodingKey { case a, b }
        @TaskLocal static var ask: @Sendable (any Decoder) throws -> String = { _ in "" }
        let answer: String
        init(from decoder: any Decoder) throws { answer = try Self.ask(decoder) }
    }

    static let questions: [(String, @Sendable (any Decoder) throws -> String)] = [
        ("keyed", { "\(try $0.container(keyedBy: Asking.Key.self).allKeys.count)" }),
        ("unkeyed", { "\(try $0.unkeyedContainer().count ?? -1)" }),
        ("nil", { "\(try $0.singleValueContainer().decodeNil())" }),
        (
            "nested keyed",
            {
                "\(try $0.container(keyedBy: Asking.Key.self).nestedContainer(keyedBy: Asking.Key.self, forKey: .a).allKeys.count)"
            }
        ),
        (
            "nested unkeyed",
            { "\(try $0.container(keyedBy: Asking.Key.self).nestedUnkeyedContainer(forKey: .a).count ?? -1)" }
        ),
        ("nil of a key", { "\(try $0.container(keyedBy: Asking.Key.self).decodeNil(forKey: .a))" }),
        ("contains", { "\(try $0.container(keyedBy: Asking.Key.self).contains(.a))" }),
        ("if present", { "\(try $0.container(keyedBy: Asking.Key.self).decodeIfPresent(Int.self, forKey: .a) ?? -1)" }),
        (
            "dictionary if present",
            { "\(try $0.container(keyedBy: Asking.Key.self).decodeIfPresent([String: Int].self, forKey: .a) ?? [:])" }
        ),
        (
            "below a nested one",
            {
                let inner = try $0.container(keyedBy: Asking.Key.self).nestedContainer(
                    keyedBy: Asking.Key.self, forKey: .a)
                return "\(try inner.decode(Int.self, forKey: .b))"
            }
        ),
        (
            "elements of a nested one",
            {
                var inner = try $0.container(keyedBy: Asking.Key.self).nestedUnkeyedContainer(forKey: .a)
                if !inner.isAtEnd { _ = try inner.decodeIfPresent(Int.self) }
                return "\(try inner.decode(String.self))"
            }
        ),
        (
            "elements",
            {
                var list = try $0.unkeyedContainer()
                return "\(try list.decode(Int.self)) \(try list.decode(String.self)) \(try list.decode([Int].self))"
            }
        ),
        (
            "nested in elements",
            {
                var list = try $0.unkeyedContainer()
                return "\(try list.nestedContainer(keyedBy: Asking.Key.self).allKeys.count)"
            }
        ),
        (
            "nested lists in elements",
            {
                var list = try $0.unkeyedContainer()
                var inner = try list.nestedUnkeyedContainer()
                return
                    "\(try inner.decode(Int.self)) \(list.currentIndex) \(inner.isAtEnd) \(try inner.nestedUnkeyedContainer().isAtEnd)"
            }
        ),
        (
            "nil elements",
            {
                var list = try $0.unkeyedContainer()
                return "\(try list.decodeNil()) \(try list.decodeNil()) \(list.currentIndex)"
            }
        ),
        (
            "elements if present",
            {
                var list = try $0.unkeyedContainer()
                return
                    "\(try list.decodeIfPresent(String.self) ?? "-") \(try list.decodeIfPresent(Int.self) ?? -1) \(list.isAtEnd)"
            }
        ),
        (
            "super of an element",
            {
                var list = try $0.unkeyedContainer()
                let inner = try list.superDecoder()
                return "\(Fault.path(inner.codingPath)) \(try inner.singleValueContainer().decode(Int.self))"
            }
        ),
        (
            "a fault of its own",
            {
                let container = try $0.container(keyedBy: Asking.Key.self)
                throw DecodingError.dataCorruptedError(forKey: .b, in: container, debugDescription: "mine")
            }
        ),
        (
            "a fault of its own in a list",
            {
                var list = try $0.unkeyedContainer()
                _ = try list.decodeNil()
                throw DecodingError.dataCorruptedError(in: list, debugDescription: "mine")
            }
        ),
        (
            "a fault of its own at a value",
            {
                throw DecodingError.dataCorruptedError(in: try $0.singleValueContainer(), debugDescription: "mine")
            }
        ),
    ]

    static let answered = [
        "{}", "[]", "1", "null", #""x""#, #"{"a":1}"#, #"{"a":null}"#, #"{"a":[]}"#, #"{"a":[null]}"#,
        #"{"a":[1,"x"]}"#,
        #"{"a":[1,2]}"#, #"{"a":{}}"#, #"{"a":{"b":1}}"#, #"{"a":{"b":"x"}}"#, "[null]", "[null,null]", "[1]",
        #"[1,"x",[1,2]]"#,
        #"[1,"x",[1,null]]"#, "[[]]", "[[1]]", "[[1,[]]]", "[{}]", #"["x"]"#, #"["x",7]"#,
    ]

    @Test(arguments: questions.indices)
    func containersAnswerAlike(_ index: Int) {
        let (name, ask) = Self.questions[index]
        Asking.$ask.withValue(ask) {
            for payload in Self.answered {
                let flat = both.outcomes(Asking.self, Data(payload.utf8))
                #expect(flat.ours == flat.theirs, "\(name) of \(payload)")
                let deep = both.outcomes([String: [Asking]].self, Data(#"{"k":[\#(payload)]}"#.utf8))
                #expect(deep.ours == deep.theirs, "\(name) of {k:[\(payload)]}")
            }
        }
    }

    @Test(arguments: ["", "x", "AQ=", "A", "====", "AQ==\\n", "!!!!", "AQ"])
    func textsThatAreNoDataOrIdentifier(_ text: String) {
        both.agree([Data].self, #"["\#(text)"]"#)
        both.agree([UUID].self, #"["\#(text)"]"#)
        both.agree([String: [URL]].self, #"{"k":["\#(text)"]}"#)
    }
}
