import Testing
import LosslessJSON

@Suite struct PreservingWriterTests {
    private func edited(_ text: String, _ change: (inout JSONValue) -> Void) throws -> String {
        let document = try JSONDocument(parsing: text)
        var root = document.root
        change(&root)
        return String(decoding: document.bytes(with: root), as: UTF8.self)
    }

    @Test(arguments: [
        "1", " \"a\\u0041\" \n", "[ ]", "{\n}", "{\"a\" : 1.0 ,\t\"b\":[1,  2]}\r\n", "[\n\n1,\n\n2 ]",
        "{\"é\":\"\\/\"}",
    ])
    func documentWithoutEditsIsWrittenAsItWas(text: String) throws {
        #expect(try edited(text) { _ in } == text)
        // An edit that is taken back, too.
        #expect(
            try edited(text) { root in
                root.object?["new"] = 1; root.object?["new"] = nil
            } == text)
    }

    @Test func untouchedBytesStay() throws {
        let text = #"{ "a" : 1.0,"b": [1,  2e3 ],   "c":"\u0041" }"#
        #expect(try edited(text) { $0.object?["a"] = 2 } == #"{ "a" : 2,"b": [1,  2e3 ],   "c":"\u0041" }"#)
        #expect(
            try edited(text) { $0.object?["b"]?.array?[0] = nil }
                == #"{ "a" : 1.0,"b": [null,  2e3 ],   "c":"\u0041" }"#)
        #expect(
            try edited(text) { $0.object?.rename("b", to: "é") } == #"{ "a" : 1.0,"é": [1,  2e3 ],   "c":"\u0041" }"#)
        #expect(try edited(text) { $0.object?["a"] = nil } == #"{ "b": [1,  2e3 ],   "c":"\u0041" }"#)
        #expect(try edited(text) { $0.object?["b"] = nil } == #"{ "a" : 1.0,   "c":"\u0041" }"#)
        #expect(try edited(text) { $0.object?["c"] = nil } == #"{ "a" : 1.0,"b": [1,  2e3 ] }"#)
        #expect(
            try edited(text) { $0.object?["d"] = [true] }
                == #"{ "a" : 1.0,"b": [1,  2e3 ],   "c":"\u0041",   "d" : [true] }"#)
    }

    @Test func newMembersFollowTheStyleAroundThem() throws {
        #expect(
            try edited("{\n\t\"a\": 1\n}\n") { $0.object?["b"] = ["c": [1]] } == """
                {
                \t"a": 1,
                \t"b": {
                \t\t"c": [
                \t\t\t1
                \t\t]
                \t}
                }

                """)
        #expect(
            try edited("{\n  \"a\": {}\n}") { $0.object?["a"]?.object?["b"] = 1 } == """
                {
                  "a": {
                    "b": 1
                  }
                }
                """)
        #expect(try edited(#"{"a": 1}"#) { $0.object?["b"] = 2 } == #"{"a": 1, "b": 2}"#)
        #expect(try edited(#"{"a":1}"#) { $0.object?.insert(2, forKey: "b", at: 0) } == #"{"b":2,"a":1}"#)
    }

    @Test func movedLinesTakeTheIndentationOfTheirPlace() throws {
        let text = """
            {
              "a": {
                "b": [
                  1.0
                ]
              },
              "c": 1
            }
            """
        #expect(
            try edited(text) { root in
                let moved = root["a"]?["b"]
                root.object?["a"] = nil
                root.object?["b"] = moved
            } == """
                {
                  "c": 1,
                  "b": [
                    1.0
                  ]
                }
                """)
    }

    @Test func commentsStayWithTheirValues() throws {
        let options = JSONParsingOptions(tolerating: [.comments, .trailingCommas])
        let document = try JSONDocument(
            parsing: "{ // first\n  \"a\": 1, /* b */ \"b\": 2, // end\n}", options: options)
        var root = document.root
        root.object?["a"] = 3
        root.object?["c"] = 4
        let written = String(decoding: document.bytes(with: root), as: UTF8.self)
        #expect(written == "{ // first\n  \"a\": 3, /* b */ \"b\": 2, // end\n  \"c\": 4,\n}")
        #expect(try JSONDocument(parsing: written, options: options).root == ["a": 3, "b": 2, "c": 4])
    }
}
