import Testing

@testable import LosslessJSON
@testable import Migrations
@testable import VersionedCodec

/// Lines whose members have any order, with others beside them: they have shapes if operations ask for members by their
/// names.
@Suite struct AnyOrderTests {
    private let renames: [JSONOperation] = [
        .rename("/name", to: "title"), .move("/note", to: "/meta/note"), .convert("/count", from: .string, to: .number),
    ]

    /// Lines with these members, some of eight others, and all in an order of its own.
    private func lines(
        _ count: Int, comma: String = ",", colon: String = ":", _ members: (Int) -> [(String, String)]
    ) -> [String] {
        var random = SeededRandom(state: 11)
        let others = ["1", "true", #""text""#, "null", "[1,2]", #"{"a":"b"}"#, "[]", "1.50"]
        return (0..<count).map { number in
            let more = others.indices.filter { _ in Bool.random(using: &random) }.map { ("other\($0)", others[$0]) }
            let all = ([("version", "1"), ("last", "0")] + members(number) + more).shuffled(using: &random)
            return "{" + all.map { "\"\($0)\"\(colon)\($1)" }.joined(separator: comma) + "}"
        }
    }

    private func records(_ number: Int) -> [(String, String)] {
        [("name", "\"n\(number)\""), ("note", "\"a\(number)\""), ("count", "\"\(number)\"")]
    }

    private func known(_ operations: [JSONOperation], _ lines: [String]) throws -> Int {
        try ShapeTests().known(operations, lines)
    }

    @Test(arguments: [(",", ":"), (", ", ": "), (" ,", " :")])
    func membersInAnyOrderHaveShapes(comma: String, colon: String) throws {
        #expect(try known(renames, lines(400, comma: comma, colon: colon, records)) > 320)
    }

    @Test func membersThatComeOnceMayBeAnyOthers() throws {
        let lines = lines(400) { records($0) + [("host\($0)", "[\($0)]")] }
        #expect(try known(renames, lines) > 320)
    }

    /// A part is put where the whole text was, so each order has another result.
    @Test func partsTakeThePlaceOfTheirText() throws {
        let split = JSONOperation.split("/name", into: ["/first", "/last name"], separator: " ")
        let lines = lines(400) { [("name", #""Ann \#($0)""#), ("tags", #"["x"]"#)] }
        #expect(try known([split, .rename("/tags", to: "labels")], lines) > 300)
    }

    @Test func whatIsPutBesideAMemberStaysThere() throws {
        let add = JSONOperation.add("/added", value: 1, before: "name")
        #expect(try known([add, .remove("/note"), .copy("/name", to: "/copy")], lines(400, records)) > 300)
    }

    @Test func lossesAreThoseOfEachLine() throws {
        let operations: [JSONOperation] = [
            .remove("/note"), .each("/list", [.remove("/x")]), .calculate("/count", .multiply(JSONNumber(10))),
        ]
        let lines = lines(400) {
            [("note", "\"a\($0)\""), ("list", #"[{"x":\#($0),"y":1},{"x":2,"y":2}]"#), ("count", "\($0)")]
        }
        #expect(try known(operations, lines) > 250)
    }

    @Test func lossesHaveTheOrderOfTheirLine() throws {
        let runner = try runner([.remove("/note"), .remove("/name")])
        for line in lines(300, records) {
            let offsets = try #require(try runner.losses(of: line)).map { $0.value.sourceOffset ?? -1 }
            #expect(offsets.count == 2 && offsets[0] < offsets[1], "\(line)")
        }
        #expect(runner.shapes.known > 200)
    }

    /// A name that an operation asked for, of which there was no member, is none of the others.
    @Test func aMemberInTheWayIsSeen() throws {
        let lines = lines(400) { records($0) + ($0 % 10 == 9 ? [("title", "1")] : []) }
        #expect(try known(renames, lines) > 280)
        let meta = lines.map { $0.replacing("\"last\":0", with: "\"meta\":{\"x\":[0]}") }
        #expect(try known(renames, meta) > 200)
    }

    /// What a reader refuses is refused, wherever it is: repeated and escaped names, broken values, text behind.
    @Test(arguments: [
        #""other1":1,"other1":2"#, #""name":1"#, #""\u006eame":1"#, #""other1":1,"\u006fther1":2"#, #""x":01"#,
        #""x":"\q""#, #""x":[1,]"#, #""x":{"a":1,"a":2}"#, #""x":nul"#, #""x" 1"#, #""x":"#, #""x":1,"#, "1",
    ]) func brokenMembersAreRefused(_ broken: String) throws {
        let good = lines(200, records)
        let bad = good.suffix(60).enumerated().map { number, line in
            number % 2 == 0
                ? "{\(broken)," + line.dropFirst() : String(line.dropLast()) + ",\(broken)}"
        }
        let runner = try runner(renames)
        for line in good { #expect(try runner.losses(of: line) != nil) }
        let known = runner.shapes.known
        #expect(known > 150)
        for line in bad {
            let alone = try self.runner(renames)
            #expect(outcome(runner, line) == outcome(alone, line), "\(line)")
        }
    }

    private func outcome(_ runner: PlanRunner, _ line: String) -> String {
        switch Result(catching: { try runner.losses(of: line) }) {
        case .success(let losses): losses.map { "\($0.count)" } ?? "none"
        case .failure(let error): "\(error)"
        }
    }

    private func runner(_ operations: [JSONOperation]) throws -> PlanRunner {
        let plan = try MigrationPlan(
            "Order", versionAt: VersionLocation("/version", as: .integer),
            versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "Changes", operations: operations)])
        return try #require(PlanRunner(plan, to: "2", from: nil, options: MigrationOptions()))
    }

    /// New members are written with the first colon and comma of the text, which may be those of a container.
    @Test func theFirstMarksOfTheTextDecide() throws {
        let lines = lines(400, records).enumerated().map { number, line in
            number % 3 == 0 ? #"{"first":[1, 2],"# + line.dropFirst() : line
        }
        let moves: [JSONOperation] = [.move("/note", to: "/meta/note"), .move("/count", to: "/meta/count")]
        #expect(try known(moves, lines) > 150)
    }

    @Test func unevenSpacesAreKept() throws {
        let lines = lines(400, records).enumerated().map { number, line -> String in
            switch number % 5 {
            case 1: line.replacing(",\"last\"", with: ", \"last\"")
            case 2: line.replacing("\"last\":", with: "\"last\" :")
            case 3: "{ " + String(line.dropFirst())
            case 4: String(line.dropLast()) + " }"
            default: line
            }
        }
        _ = try known(renames, lines)
    }

    /// Without any other member, what is left may be an empty object.
    @Test func aLineWithoutOtherMembersIsMigratedByItself() throws {
        let remove = JSONOperation.remove("/a", ifAbsent: .skip)
        var lines = (0..<200).map { #"{"x\#($0)":1,"version":1,"a":{"b":\#($0)}}"# }
        lines += [#"{"version":1,"a":{"b":1}}"#, #"{"a":{"b":1},"version":1}"#, #"{"version":1}"#]
        #expect(try known([remove, .add("/c", value: 1)], lines) > 100)
    }

    @Test func whatLooksAtAllMembersHasNoSuchShapes() throws {
        let members = lines(300) { [("member\($0)", "1"), ("name", "\"n\($0)\"")] }
        for operation: JSONOperation in [.pick(["name", "version"]), .renameKeys(by: [.uppercase])] {
            #expect(try known([operation], members) == 0)
        }
    }

    @Test func moreNamesThanASetHolds() throws {
        let operations = (0..<70).map { JSONOperation.remove("/gone\($0)", ifAbsent: .skip) }
        _ = try known(operations, lines(300, records))
    }

    /// The same for documents one after another, as a server gets them, with a line break at their end or without.
    @Test func documentsInAnyOrderHaveShapes() throws {
        let documents = lines(400, records).enumerated().map { $0 % 2 == 0 ? $1 : $1 + "\n" }
        let known = try ShapeTests().knownDocuments(renames + [.remove("/last")], documents)
        #expect(known > 100)
    }

    /// A shape is known by itself: those that come often move to the front.
    @Test func aShapeIsRemovedWhereverItIs() throws {
        let runner = try runner([.mapValues("/state", [("x", "X"), ("y", "Y")], ifUnknown: .skip)])
        let states = ["\"x\"", "true", "1", "null"]
        for line in lines(300, { [("state", states[$0 % 4])] }) { _ = try runner.losses(of: line) }
        let kept = runner.shapes.members
        let members = try #require(kept)
        var left = members.entries.flatMap(\.shapes)
        #expect(left.count > 2)
        while let shape = left.popLast() {
            members.remove(shape)
            #expect(members.entries.flatMap(\.shapes).map(ObjectIdentifier.init) == left.map(ObjectIdentifier.init))
        }
        #expect(members.isEmpty)
    }

    // MARK: Elements of large documents

    /// Migrates the elements of a document one after another, and all at once; returns how many losses there are.
    private func losses(_ operations: [JSONOperation], down: [JSONOperation]? = nil, _ elements: [String]) throws -> Int
    {
        let up = [JSONOperation.each("/items", operations)]
        let plan = try MigrationPlan(
            "Order", versionAt: VersionLocation("/v", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [
                down.map { Migration(from: "1", to: "2", "Changes", up: up, down: [.each("/items", $0)]) }
                    ?? Migration(from: "1", to: "2", "Changes", operations: up)
            ])
        let line = #"{"v":1,"items":[\#(elements.joined(separator: ","))]}"#
        let lines = "{\n  \"v\": 1,\n  \"items\": [\n    \(elements.joined(separator: ",\n    "))\n  ]\n}\n"
        let indented = try JSONDocument(parsing: line).root.text(in: WritingStyle(indentation: .spaces(2)))
        var count = 0
        for text in [line, lines, indented] {
            let together = try plan.migrate(JSONDocument(parsing: text), to: "2")
            let apart = try #require(
                try plan.run(on: Array(text.utf8), to: "2", from: nil, options: .init(), largeFrom: 1 << 11))
            #expect(apart.text == together.text)
            #expect(apart.losses == together.losses)
            #expect(apart.losses.map(\.position) == together.losses.map(\.position))
            count = together.losses.count
        }
        return count
    }

    @Test func elementsInAnyOrderAreMigratedAsOthers() throws {
        let elements = lines(500) { records($0) + ($0 % 3 == 0 ? [("list", #"[{"x":1},{"x":"a"}]"#)] : []) }
        #expect(try losses(renames, elements) == 0)
        #expect(try losses(renames, down: [.remove("/title")], elements) > 500)
        let changes: [JSONOperation] = [
            .remove("/note"), .add("/added", value: 1, before: "count"), .copy("/name", to: "/copy"),
            .each("/list", [.rename("/x", to: "y")], ifAbsent: .skip), .calculate("/number", .multiply(JSONNumber(10))),
        ]
        let numbered = elements.enumerated().map { #"{"number":\#($0),"# + $1.dropFirst() }
        #expect(try losses(changes, numbered) == 500)
    }

    @Test func partsOfTextsInElementsTakeTheirPlace() throws {
        let elements = lines(400) { [("name", #""Ann \#($0)""#), ("tags", #"["x"]"#), ("size", "\($0)")] }
        let split = JSONOperation.split("/name", into: ["/first", "/last name"], separator: " ")
        #expect(try losses([split, .rename("/tags", to: "labels"), .remove("/size")], elements) == 400)
    }

    /// A lost container is that of its element, which has other members before it in each.
    @Test func lostContainersAreThoseOfTheirElements() throws {
        let elements = lines(400) { [("name", "1"), ("gone", #"{"a":[\#($0),{"b":"\#($0)"}]}"#)] }
        #expect(try losses([.remove("/gone"), .rename("/name", to: "title")], elements) == 400)
    }

    /// Where the text decides, each text has a shape of its own, and the rest is migrated as usual.
    @Test func valuesThatDecideAreCompared() throws {
        let operations: [JSONOperation] = [
            .when(.at("/kind", equals: "a"), [.rename("/name", to: "title")]),
            .mapValues("/state", [("x", "X"), ("y", 2)], ifUnknown: .skip),
        ]
        let lines = lines(500) {
            records($0) + [("kind", ["\"a\"", "\"b\""][$0 % 2]), ("state", ["\"x\"", "\"y\"", "1"][$0 % 3])]
        }
        #expect(try known(operations, lines) > 350)
    }
}

extension PlanRunner {
    /// The losses of a line; `nil` where it is left to the plan.
    fileprivate func losses(of line: String) throws -> [Loss]? {
        var (text, output) = (line, [UInt8]())
        return try text.withUTF8 { try migrate($0, to: &output) }
    }
}
