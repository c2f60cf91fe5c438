import Migrations
import Testing
import VersionedCodec

/// Comments go with the value whose line they are on, or that they are above; both writers agree.
@Suite struct CommentTests {
    private static var options: MigrationOptions {
        var options = MigrationOptions()
        options.parsing.tolerances = .comments
        return options
    }

    private static func plan(_ operations: [JSONOperation]) throws -> MigrationPlan {
        try MigrationPlan(
            "test", versionAt: nil,
            versions: [PlanVersion("1", isMarked: false), PlanVersion("2", isMarked: false)],
            migrations: [Migration(from: "1", to: "2", "", operations: operations)])
    }

    private static let example = """
        { // of the object
          // above a
          "a": 1, // of a
          "b": [1, /* of 2 */ 2, 3 /* of 3 */], // of b
          /* above c
             on two lines */
          "c": 3 // of c
          // at the end
        }
        """

    @Test(
        arguments: [
            (.remove("/a"), [#"  // above a"#, #"  "a": 1, // of a"#], []),
            (
                .remove("/c"),
                [
                    #"  "b": [1, /* of 2 */ 2, 3 /* of 3 */], // of b"#, #"  /* above c"#, #"     on two lines */"#,
                    #"  "c": 3 // of c"#,
                ], [#"  "b": [1, /* of 2 */ 2, 3 /* of 3 */] // of b"#]
            ),
            (
                .remove("/b/1"), [#"  "b": [1, /* of 2 */ 2, 3 /* of 3 */], // of b"#],
                [#"  "b": [1, 3 /* of 3 */], // of b"#]
            ),
            (
                .remove("/b/2"), [#"  "b": [1, /* of 2 */ 2, 3 /* of 3 */], // of b"#],
                [#"  "b": [1, /* of 2 */ 2], // of b"#]
            ),
            (.add("/d", value: 4), [#"  "c": 3 // of c"#], [#"  "c": 3, // of c"#, #"  "d": 4"#]),
            (.add("/d", value: 4, before: "a"), [#"  // above a"#], [#"  "d": 4,"#, #"  // above a"#]),
            (.rename("/a", to: "x"), [#"  "a": 1, // of a"#], [#"  "x": 1, // of a"#]),
            (.renameKeys(table: [("a", "x")], ifUnknown: .keep), [#"  "a": 1, // of a"#], [#"  "x": 1, // of a"#]),
            (
                .add("/b/-", value: 4), [#"  "b": [1, /* of 2 */ 2, 3 /* of 3 */], // of b"#],
                [#"  "b": [1, /* of 2 */ 2, 3 /* of 3 */, 4], // of b"#]
            ),
        ] as [(JSONOperation, [String], [String])])
    func commentsGoWithTheirValues(operation: JSONOperation, lines: [String], become: [String]) throws {
        let old = lines.joined(separator: "\n") + "\n"
        let new = become.map { $0 + "\n" }.joined()
        #expect(Self.example.contains(old))
        let result = try Self.plan([operation]).migrate(Self.example, to: "2", from: "1", options: Self.options)
        #expect(result.text == Self.example.replacing(old, with: new))
    }

    @Test(arguments: ["\n", "\r\n"])
    func commentThatTheEndOfTheLineEnds(lineEnding: String) throws {
        let text = #"{"a": 1, "b": 2 // of b\#n}"#.replacing("\n", with: lineEnding)
        let result = try Self.plan([.add("/c", value: 3)]).migrate(text, to: "2", from: "1", options: Self.options)
        #expect(try JSONDocument(parsing: result.text, options: Self.options.parsing).root == ["a": 1, "b": 2, "c": 3])
        #expect(result.text.hasPrefix(#"{"a": 1, "b": 2, // of b"# + lineEnding))
    }

    /// What an operation does not move keeps the text around it.
    @Test func restKeepsItsLayout() throws {
        let text = "{\n  \"a\" :  1,   \"b\": 2, // b\n\n  \"o\": { \"c\" :1, \"d\": [2,  1] } // o\n}"
        func result(_ operation: JSONOperation) throws -> String {
            try Self.plan([operation]).migrate(text, to: "2", from: "1", options: Self.options).text
        }
        let gathered =
            "{\n  \"a\" :  1,\n\n  \"o\": { \"c\" :1, \"d\": [2,  1] }, // o\n  \"g\" :  {\n    \"b\" :  2\n  }\n}"
        #expect(try result(.gather(.only(["b"]), into: "g")) == gathered)
        let scattered = "{\n  \"a\" :  1,   \"b\": 2, // b\n  \"c\" :  1,\n  \"d\" :  [2,  1]\n}"
        #expect(try result(.scatter("o")) == scattered)
        #expect(try result(.sort("/o/d")) == text.replacing("[2,  1]", with: "[1,  2]"))
        let renamed = text.replacing("{ \"c\" :1,", with: "{ \"x\" :1,")
        #expect(try result(.renameKeys("/o", table: [("c", "x")], ifUnknown: .keep)) == renamed)
    }

    /// The comments of an empty object are its own, and so is one at the end of an object that becomes empty.
    @Test(
        arguments: [
            ("{\n  // nothing yet\n}", .add("/a", value: 1), "{\n  // nothing yet\n  \"a\":1\n}"),
            ("{ // of it\n  \"a\": 1 // of a\n  // end\n}", .remove("/a"), "{ // of it\n  // end\n}"),
            ("{ \"a\": 1 /* of a */ }", .remove("/a"), "{}"),
            ("{ /* of it */\n  \"a\": 1\n}", .remove("/a"), "{ /* of it */\n}"),
        ] as [(String, JSONOperation, String)])
    func commentsOfEmptyObjects(text: String, operation: JSONOperation, becomes: String) throws {
        let plan = try Self.plan([operation])
        #expect(try plan.migrate(text, to: "2", from: "1", options: Self.options).text == becomes)
        let document = try JSONDocument(parsing: text, options: Self.options.parsing)
        var value = document.root
        let hasMember = value.object?["a"] != nil
        value.object?["a"] = hasMember ? nil : 1
        #expect(String(decoding: document.bytes(with: value), as: UTF8.self) == becomes)
    }

    /// Comments do not count when the indentation and the colon of a document are found.
    @Test func commentsAreNoLayout() throws {
        let text = "{ // a : comment\n  \"a\": [1]\n}"
        let plan = try Self.plan([.add("/b", value: ["c": [1]])])
        #expect(
            try plan.migrate(text, to: "2", from: "1", options: Self.options).text
                == "{ // a : comment\n  \"a\": [1],\n  \"b\": {\n    \"c\": [\n      1\n    ]\n  }\n}")
    }

    @Test func trailingCommaStays() throws {
        var options = Self.options
        options.parsing.tolerances = [.comments, .trailingCommas]
        let text = "[\n  1, // one\n  2, // two\n  3, // three\n]"
        let plan = try Self.plan([.remove("/2")])
        #expect(try plan.migrate(text, to: "2", from: "1", options: options).text == "[\n  1, // one\n  2, // two\n]")
        let adding = try Self.plan([.add("/-", value: 4)])
        #expect(
            try adding.migrate(text, to: "2", from: "1", options: options).text
                == "[\n  1, // one\n  2, // two\n  3, // three\n  4,\n]")
    }

    /// Members that are removed take exactly their comments with them, over the arena and over values.
    @Test(arguments: 0..<40)
    func randomMembersTakeTheirComments(seed: UInt64) throws {
        var random = SeededRandom(state: seed)
        let names = (0..<Int.random(in: 2...9, using: &random)).map { "m\($0)" }
        var text = Bool.random(using: &random) ? "{ // object" : "{"
        for (place, name) in names.enumerated() {
            let isLast = place == names.count - 1
            let breaksLine = text.hasSuffix("object") || Int.random(in: 0..<4, using: &random) > 0
            text += breaksLine ? "\n  " : " "
            if Bool.random(using: &random) { text += breaksLine ? "// \(name);\n  " : "/* \(name); */ " }
            text += "\"\(name)\": \(Bool.random(using: &random) ? "\(place)" : "[ /* \(name); */ ]")"
            if Int.random(in: 0..<3, using: &random) == 0 { text += " /* \(name); */" }
            if !isLast { text += "," }
            if Int.random(in: 0..<3, using: &random) == 0 { text += " // \(name);\n " }
        }
        text += "\n  // end\n}"
        let document = try JSONDocument(parsing: text, options: Self.options.parsing)
        let removed = names.filter { _ in Bool.random(using: &random) }
        guard removed.count < names.count else { return }
        let operations: [JSONOperation] = removed.map { .remove(JSONPointer([$0])) } + [.add("/new", value: 1)]
        let plan = try Self.plan(operations)
        let result = try plan.migrate(text, to: "2", from: "1", options: Self.options).text
        var root = document.root
        for name in removed { root.object?[name] = nil }
        root.object?["new"] = 1
        #expect(String(decoding: document.bytes(with: root), as: UTF8.self) == result)
        #expect(try JSONDocument(parsing: result, options: Self.options.parsing).root == root)
        for name in names {
            let count = removed.contains(name) ? 0 : text.ranges(of: name + ";").count
            #expect(result.ranges(of: name + ";").count == count, "\(name): \(text) became \(result)")
        }
        #expect(result.contains("// end") && result.contains("// object") == text.contains("// object"))
    }
}
