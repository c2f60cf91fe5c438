import Testing

@testable import Migrations
@testable import VersionedCodec

/// Lines have shapes where texts are made of several values, taken apart, or changed more than once.
extension ShapeTests {
    private static let texts = [
        "Ann Smith", "Ben Okafor", "Zoë Q", "x/y z", "Ann Ann", "a b c", "one", "", " ", #"x\u0041 y"#, #"\"q\" z"#,
        "<b> &", "Carla Rossi", "Dirk Tanaka",
    ]

    struct CombinedCase: CustomTestStringConvertible, Sendable {
        let operations: [JSONOperation]
        var down: [JSONOperation]?
        var hasWayBack = true
        var style: WritingStyle?
        /// Whether shapes come again.
        var hasShapes = true
        var testDescription: String {
            operations.map(\.description).joined(separator: ", ") + (hasWayBack ? "" : ", without a way back")
        }
    }

    private static let splitting = JSONOperation.split(
        "/v", into: ["/p", "/q"], separator: " ", extraParts: .last, ifWrongKind: .skip)
    private static let joining = JSONOperation.join(["/v", "/w"], into: "/name", separator: ", ")

    static let combinedCases: [CombinedCase] = {
        let marks: [String: JSONPointer] = ["a": "/v", "b": "/w"]
        func compose(_ template: String, back: String?) -> JSONOperation {
            do {
                let back = try back.map { try TextPattern($0) }
                return try .compose("/name", TextTemplate(template), from: marks, back: back)
            } catch { return .refuse("no pattern") }
        }
        func match(_ pattern: String, back: String?) -> JSONOperation {
            do {
                return try .match(
                    "/v", TextPattern(pattern), into: ["a": "/p", "b": "/q"],
                    back: back.map { try TextTemplate($0) }, ifWrongKind: .skip)
            } catch { return .refuse("no pattern") }
        }
        let cased: [JSONOperation] = [.transform("/v", by: [.addPrefix("p")]), .transform("/v", by: [.addSuffix("s")])]
        let withShapes = [
            [splitting], [splitting, .copy("/q", to: "/r")],
            [splitting, .split("/q", into: ["/s", "/t"], separator: " ", extraParts: .first, ifWrongKind: .skip)],
            [joining], [joining, .transform("/name", by: [.addPrefix("x")])],
            [.join(["/w", "/o/u"], into: "/w", separator: "-", makingParents: true)],
            cased + [joining], [joining, .split("/name", into: ["/s", "/t"], separator: ", ")],
            [.when(.at("/w", hasPrefix: "A"), [.add("/f", value: true)]), joining],
            [compose("{a}; {b}", back: "(?<a>[^;]*); (?<b>.*)")],
            cased + [compose("{b}={a}", back: "(?<b>[^=]*)=(?<a>.*)")],
            [match("(?<a>[^ ]*) (?<b>.*)", back: "{a} {b}")],
            [.printJSON("/o")], [.printJSON("/o", escapingHTML: true)], [.printJSON("/v", escapingHTML: true)],
            [.move("/v", to: "/o/v"), .move("/w", to: "/o/l/0"), .printJSON("/o", escapingHTML: true)],
            [.printJSON("/o"), .printJSON("/o")],
            [.printJSON("/o", style: .pretty), .rename("/o", to: "é")],
            [match(".(?<a>.*)(?<b>.)", back: nil), .remove("/p")], [match("(?<a>[^ ]*) +(?<b>.*)", back: nil)],
            cased,
            [.derive("/d", from: "/v", by: .lastPathComponent, .dropSuffix("C"), .lowercase)],
            [.derive("/d", from: "/v", by: .addPrefix("x")), .derive("/e", from: "/d", by: .uppercase)],
        ]
        let others = [
            [splitting, .copy("/p", to: "/r"), .remove("/q")],
            [compose("{a}{b}", back: nil)], [match("(?<a>[^ ]*) (?<b>.*)", back: "{b} {a}")],
            [.printJSON("/o"), .parseJSON("/o")],
        ]
        let both = withShapes.map { ($0, true) } + others.map { ($0, false) }
        var cases = both.flatMap { operations, hasShapes in
            [true, false].map { CombinedCase(operations: operations, hasWayBack: $0, hasShapes: hasShapes) }
        }
        let added: [JSONOperation] = [
            .move("/v", to: "/o/v"), .transform("/o/v", by: [.addPrefix("<")]), .printJSON("/o", escapingHTML: true),
        ]
        let derived: [JSONOperation] = cased + [.derive("/d", from: "/v", by: .addSuffix("y")), .remove("/v")]
        let copied: [JSONOperation] = [.copy("/v", to: "/r"), splitting, .remove("/p")]
        func join(_ places: [JSONPointer]) -> [JSONOperation] {
            [.join(places, into: "/v", separator: " ", ifAbsent: .skip)]
        }
        cases += [
            CombinedCase(
                operations: [
                    joining,
                    .split("/name", into: ["/a", "/b"], separator: "B", extraParts: .last, ifWrongKind: .skip),
                    .remove("/b", ifAbsent: .skip),
                ], hasWayBack: false),
            CombinedCase(
                operations: [joining, .transform("/name", by: [.uppercase])], hasWayBack: false, hasShapes: false),
            CombinedCase(operations: added), CombinedCase(operations: added, hasWayBack: false),
            CombinedCase(operations: [splitting, .remove("/p")]),
            CombinedCase(operations: [splitting, .remove("/p")], hasWayBack: false),
            CombinedCase(operations: derived, hasShapes: false), CombinedCase(operations: derived, hasWayBack: false),
            CombinedCase(operations: copied, hasShapes: false), CombinedCase(operations: copied, hasWayBack: false),
            CombinedCase(
                operations: [joining],
                down: [.split("/name", into: ["/v", "/w"], separator: ", ", extraParts: .first, ifWrongKind: .skip)]),
            CombinedCase(operations: [splitting], down: join(["/p", "/q"]), hasShapes: false),
            CombinedCase(operations: [splitting], down: join(["/q", "/p"]), hasShapes: false),
            CombinedCase(operations: [.printJSON("/o")], down: [.remove("/o")], hasShapes: false),
            CombinedCase(operations: [.printJSON("/o")], style: WritingStyle(escapesSlashes: true), hasShapes: false),
            CombinedCase(
                operations: [joining], style: WritingStyle(keyOrder: .sorted, escapesNonASCII: true), hasShapes: false),
        ]
        return cases
    }()

    @Test(arguments: combinedCases) func linesWithCombinedTextsAreTheSame(_ sample: CombinedCase) throws {
        for start in stride(from: 0, to: Self.texts.count, by: 3) {
            let values = Self.texts[start...] + Self.texts[..<start]
            let lines = zip(values + values, Self.texts + Self.texts).enumerated().map { number, pair in
                #"{"version":1,"n":\#(number),"v":"\#(pair.0)","w":"\#(pair.1)","o":{"u":"\#(pair.1)","l":[\#(number),true]}}"#
            }
            _ = try known(
                sample.operations, down: sample.down, hasWayBack: sample.hasWayBack, style: sample.style, lines)
        }
    }

    /// The same with texts that are all alike, of which most lines have a shape.
    @Test(arguments: combinedCases) func linesWithCombinedTextsHaveAShape(_ sample: CombinedCase) throws {
        let lines = (0..<60).map { number in
            #"{"version":1,"n":\#(number),"v":"Ann B\#(number) C","w":"A\#(number)","o":{"u":"x\#(number)","l":[\#(number),true]}}"#
        }
        let known = try known(
            sample.operations, down: sample.down, hasWayBack: sample.hasWayBack, style: sample.style, lines)
        #expect((known >= 55) == sample.hasShapes, "\(known)")
    }

    /// A text that went into another one is lost where what is left of that does not have it.
    @Test func linesDifferInWhatIsLeftOfAJoinedText() throws {
        let operations: [JSONOperation] = [
            Self.joining, .split("/name", into: ["/a", "/b"], separator: "|", extraParts: .last), .remove("/a"),
        ]
        let texts = [("a|b", "c"), ("a", "b|c"), ("d|e", "f"), ("g", "h|i"), ("j|k", "l"), ("m", "n|o")]
        let lines = texts.enumerated().map { #"{"version":1,"n":\#($0),"v":"\#($1.0)","w":"\#($1.1)"}"# }
        let known = try known(operations, hasWayBack: false, lines)
        #expect(known == 4, "\(known)")
    }

    /// What decides about a value that is fixed, or computed, or only about whether there is something in it, keeps no
    /// line from having a shape.
    @Test(arguments: [
        [JSONOperation.derive("/d", from: "/k", by: .lowercase), .when(.at("/k", hasPrefix: "A"), [.remove("/x")])],
        [.each("/l", [.transform("/id", by: [.addPrefix("x")])]), .sort("/l", by: "/id")],
        [.each("/l", [.transform("/id", by: [.addPrefix("x")])]), .requireUnique("/l", by: "/id")],
        [.when(.at("/l", equals: []), [.add("/none", value: true)], otherwise: [.rename("/l", to: "list")])],
    ]) func decisionsOfLinesAreOfTheShape(_ operations: [JSONOperation]) throws {
        func line(_ number: Int, _ key: String, _ list: String) -> String {
            #"{"version":1,"n":\#(number),"k":"\#(key)","x":\#(number),"l":\#(list)}"#
        }
        let alike = (100..<160).map { line($0, "Abc", #"[{"id":"a\#($0)"},{"id":"b\#($0)"}]"#) }
        #expect(try known(operations, alike) >= 55)
        let lists = [#"[{"id":"b"},{"id":"a"}]"#, "[]", #"[{"id":"a"},{"id":"a"}]"#, #"[{"id":"a"},{"id":"b"}]"#]
        let others = (0..<60).map { line($0, ["Abc", "abc", "Ab"][$0 % 3], lists[$0 % 4]) }
        _ = try known(operations, alike + others)
    }

    @Test func derivedTextsThatAreRemovedAreOfTheShape() throws {
        func line(_ number: Int, _ key: String, _ derived: String) -> String {
            #"{"version":1,"n":\#(number),"k":"\#(key)","d":\#(derived)}"#
        }
        let operation = JSONOperation.remove("/d", derivedFrom: "/k", by: .lastPathComponent, .lowercase)
        let alike = (100..<160).map { line($0, "x/Ab\($0)", #""ab\#($0)""#) }
        #expect(try known([operation], alike) >= 55)
        let derived = [#""ab""#, #""aB""#, "1", "null", #""\u0061b""#, #""x/ab""#]
        let others = (0..<60).map { line($0, ["x/Ab", "ab", "x/y"][$0 % 3], derived[$0 % 6]) }
        _ = try known([operation], alike + others)
    }

    /// What the way back computes is in the memory of another arena.
    @Test func decisionsOfTheWayBackAreOfTheShape() throws {
        let up: [JSONOperation] = [.each("/l", [.remove("/id", derivedFrom: "/u", by: .lowercase)])]
        let down: [JSONOperation] = [
            .each("/l", [.derive("/id", from: "/u", by: .lowercase)]), .requireUnique("/l", by: "/id"),
        ]
        func line(_ number: Int, _ names: String...) -> String {
            let elements = names.map { #"{"u":"\#($0)","id":"\#($0.lowercased())"}"# }
            return #"{"version":1,"n":\#(number),"l":[\#(elements.joined(separator: ","))]}"#
        }
        let alike = (100..<160).map { line($0, "Ab", "Cd") }
        #expect(try known(up, down: down, alike) >= 55)
        let names = ["Ab", "aB", "Cd", "ab"]
        let others = (0..<60).map { line($0, names[$0 % 4], names[$0 / 4 % 4]) }
        _ = try known(up, down: down, alike + others)
    }

    /// A value that another one repeats is removed without a look at it; where it does not, it is lost.
    @Test(arguments: [true, false]) func whatIsTheSameAsAnotherScalarIsRemoved(hasWayBack: Bool) throws {
        func line(_ number: Int, _ id: String, _ copy: String) -> String {
            #"{"version":1,"id":\#(id),"copy":\#(copy),"n":\#(number)}"#
        }
        let remove = JSONOperation.remove("/copy", derivedFrom: "/id")
        let same = (100..<160).map { line($0, "\"x\($0)\"", "\"x\($0)\"") }
        #expect(try ShapeTests().known([remove], hasWayBack: hasWayBack, same) >= 55)
        let values = ["1", "1.0", "10", "\"1\"", "\"é\"", "\"\\u00e9\"", "null", "true", "[1]", "[1.0]", "{}"]
        let others = values.flatMap { id in values.map { line(1, id, $0) } }
        _ = try ShapeTests().known([remove], hasWayBack: hasWayBack, same + others + others)
    }
}
