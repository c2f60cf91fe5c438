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
        #expect(try known(renames, lines) > 150)
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
