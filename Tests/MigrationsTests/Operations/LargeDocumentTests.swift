import Migrations
import TestSupport
import Testing
import VersionedCodec

/// Every operation on many members or elements. The limit ends a run whose time grows with the square of their number.
@Suite(.timeLimit(.minutes(10))) struct LargeDocumentTests {
    private static func object(_ count: Int) -> JSONValue {
        var object = JSONObject()
        for number in 0..<count { object["k\(number)"] = ["a": .integer(number), "b": .null] }
        return .object(object)
    }

    private static func array(_ count: Int) -> JSONValue {
        .array(
            JSONArray((0..<count).map { ["id": .string("i\((count - $0) % 991)x\($0)"), "n": .integer(count - $0)] }))
    }

    private func check(_ operations: JSONOperation..., on root: JSONValue) throws {
        let plan = try MigrationPlan.of(operations)
        let document = try JSONDocument(parsing: root.bytes())
        let result = try plan.migrate(document, to: "2", from: "1")
        #expect(result.bytes.count > 1)
    }

    @Test(arguments: [
        JSONOperation.rename("/k5", to: "x"), .move("/k5", to: "/k6/x"), .move("/k6/a", to: "/x"),
        .copy("/k1", to: "/x"),
        .remove("/k5"), .add("/x", value: 1, before: "k1"), .set("/k1", to: 1), .drop([.null], deep: true),
        .objectToArray("", id: "id"), .each([.rename("/a", to: "c"), .remove("/b"), .move("/c", to: "/d/e")]),
        .each([.drop([.null]), .convert("/a", from: .number, to: .string)]), .move("", to: "/x"),
    ])
    func objectOfManyMembers(_ operation: JSONOperation) throws { try check(operation, on: Self.object(2000)) }

    @Test(arguments: [
        JSONOperation.sort("", by: "/id"), .sort("", by: "/n"), .requireUnique("", by: "/id"), .requireUnique(""),
        .arrayToObject("", id: "id"), .remove("/5"), .move("/0", to: "/1500"),
        .each([.split("/id", into: ["/p", "/q"], separator: "x"), .wrap("/n")]),
        .each([.transform("/id", by: [.uppercase])]),
        .each([.when(.at("/id", hasPrefix: "i1"), [.remove("/n")])]),
    ])
    func arrayOfManyElements(_ operation: JSONOperation) throws { try check(operation, on: Self.array(3000)) }

    @Test func hundredThousandMembersThroughOnePlan() throws {
        try check(
            .rename("/k5", to: "x"), .move("/k6", to: "/k7/x"), .copy("/k1", to: "/y"), .remove("/k8"),
            .add("/k8", value: [:], before: "k1"), .drop([.null], deep: true), .objectToArray("", id: "id"),
            .sort("", by: "/id", descending: true), .requireUnique("", by: "/id"), .arrayToObject("", id: "id"),
            on: Self.object(Cases.parts(of: 100_000)))
    }

    /// What shapes lists and keys. Asked for by number: an operation of ten thousand names would be reported in each
    /// line of a run's report.
    private static let ofMembers: [JSONOperation] = [
        .renameKeys(by: [.addPrefix("x")]), .gather(.except(["k7"]), into: "all"),
        .gather(.all, prefix: "k", in: "", into: "all"), .membersToArray("", (0..<10_000).map { "k\($0)" }),
        .everywhere(where: .present("/a"), [.rename("/a", to: "c")], reverseIf: .present("/c")), .printJSON(""),
    ]

    @Test(arguments: ofMembers.indices)
    func objectOfThousandsOfMembers(_ number: Int) throws {
        let operation = Self.ofMembers[number]
        try check(operation, on: Self.object(10_000))
    }

    @Test(arguments: [
        JSONOperation.listToTree("/l", id: "/id", parent: "/p", children: "c"),
        .listToTree("/l", id: "/id", childIDs: "c"), .listToTree("/l", level: "/d", children: "c"),
        .hoist("/l", member: "/d", to: "/d"), .hoist("/l", member: "/id", to: "/id", ifMixed: .keep),
        .attach("/l", to: "/m", id: "/id", reference: "/id", into: "x"),
        .partition("/l", into: [("/x", .at("/odd", equals: true)), ("/y", nil)]),
        .group("/l", elements: "/e", carrying: [("/odd", "/odd")]), .group("/l", size: 3),
        .each("/l", [.lookUp("/id", in: "/m", by: "/id", to: "/n")]),
        .each("/l", [.keyToIndex("/id", in: "/m", key: "/id")]),
        .each("/l", [.generate("/n", .sequence("n-%d"))]), .each("/l", [.generate("/n", .digest)]),
        .each("/l", [.calculate("/id", .plus(JSONNumber(1)))]),
        .each("/l", [.remove("/d", restoredBy: .copy("/first", to: "/d", in: .document))]),
        .concatenate([("/l", .at("/odd", equals: true)), ("/m", nil)], into: "/x"),
    ])
    func listOfThousandsOfElements(_ operation: JSONOperation) throws {
        let list = JSONValue.array(
            JSONArray((0..<Cases.some(of: 3_000)).map { ["id": .integer($0), "d": 1, "odd": .bool($0 % 2 == 1)] }))
        try check(operation, on: ["l": list, "m": list, "first": 1])
    }

    /// A list whose tree is one long branch: as deep as it is long.
    @Test func listOfOneBranchBecomesATree() throws {
        let list = JSONArray(
            (0..<Cases.some(of: 20_000)).map { ["id": .integer($0), "p": $0 == 0 ? .null : .integer($0 - 1)] })
        let plan = try MigrationPlan.of([.listToTree("", id: "/id", parent: "/p", children: "c", root: .null)])
        let document = try JSONDocument(parsing: JSONValue.array(list).bytes())
        let up = try plan.migrate(document, to: "2", from: "1")
        #expect(up.losses.isEmpty)
    }

    /// The paths of what is in a long branch are as long as it: none is made but for an error.
    @Test func listOfOneBranchOfChildIDsBecomesATree() throws {
        let count = Cases.some(of: 20_000)
        let list = JSONArray(
            (0..<count).map { ["id": .integer($0), "c": $0 == count - 1 ? [] : [.integer($0 + 1)]] })
        let plan = try MigrationPlan.of([.listToTree("", id: "/id", childIDs: "c")])
        let up = try plan.migrate(try JSONDocument(parsing: JSONValue.array(list).bytes()), to: "2", from: "1")
        #expect(up.losses.isEmpty)
    }

    @Test func deepestNestingIsSearched() throws {
        let payload = String(repeating: #"{"n":null,"x":"#, count: 500) + "1" + String(repeating: "}", count: 500)
        let plan = try MigrationPlan.of([.drop([.null], deep: true)])
        let result = try plan.migrate(payload, to: "2", from: "1")
        #expect(result.losses.count == 500)
        #expect(result.text == String(repeating: #"{"x":"#, count: 500) + "1" + String(repeating: "}", count: 500))
    }
}
