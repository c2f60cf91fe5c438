import Migrations
import Testing
import VersionedCodec

/// Every operation on many members or elements. The limit ends a run whose time grows with the square of their number.
@Suite(.serialized, .timeLimit(.minutes(10))) struct LargeDocumentTests {
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
            on: Self.object(100_000))
    }

    @Test func deepestNestingIsSearched() throws {
        let payload = String(repeating: #"{"n":null,"x":"#, count: 500) + "1" + String(repeating: "}", count: 500)
        let plan = try MigrationPlan.of([.drop([.null], deep: true)])
        let result = try plan.migrate(payload, to: "2", from: "1")
        #expect(result.losses.count == 500)
        #expect(result.text == String(repeating: #"{"x":"#, count: 500) + "1" + String(repeating: "}", count: 500))
    }
}
