import Migrations
import Testing
import VersionedCodec

/// An array that comes back as another one is lost, even if that has all of its elements and more. An object that has
/// more members than before is not.
@Suite struct ReplacedArrayTests {
    private static func plan(_ operations: JSONOperation...) throws -> MigrationPlan {
        try MigrationPlan(
            "test", versionAt: VersionLocation("/v", as: .integer, legacy: nil),
            versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "", operations: operations)])
    }

    @Test(
        arguments: [
            (JSONOperation.remove("/a", default: ["x"]), #"{"v":1,"a":[]}"#, ["/a"]),
            (.remove("/a", default: ["x"]), #"{"v":1,"a":["x"]}"#, []),
            (.remove("/a", default: ["b": 1, "c": 2]), #"{"v":1,"a":{"b":1}}"#, []),
            (.remove("/a", default: ["b": 1, "c": 2]), #"{"v":1,"a":{}}"#, []),
            (.remove("/a", default: ["b": 1, "c": 2]), #"{"v":1,"a":{"z":1}}"#, ["/a/z"]),
            (.remove("/a", default: ["b": 1, "c": 2]), #"{"v":1,"a":{"b":1,"z":1}}"#, ["/a/z"]),
            (.remove("/a", default: [[3], [1]]), #"{"v":1,"a":[[1],[2]]}"#, ["/a/1"]),
            (.remove("/a", default: [3, 1]), #"{"v":1,"a":[1,2]}"#, ["/a/1"]),
            (.add("/a", value: ["x", "y"]), #"{"v":2,"a":["y"]}"#, ["/a"]),
            (.add("/a", value: [[]]), #"{"v":2,"a":[]}"#, ["/a"]),
            (.copy("/d", to: "/a"), #"{"v":2,"a":["y"],"d":["x","y"]}"#, ["/a"]),
            (.derive("/a", from: "/d", by: .split(" ")), #"{"v":2,"a":["y"],"d":"x y"}"#, ["/a"]),
            (.set("/a", to: ["x", "y"]), #"{"v":1,"a":["y"]}"#, ["/a"]),
            (.remove("/a/b", default: 1, ifAbsent: .skip), #"{"v":1,"a":{}}"#, []),
            (.each("/l", [.remove("/b", default: 1, ifAbsent: .skip)]), #"{"v":1,"l":[{},{"b":1}]}"#, []),
            (.remove("/b", default: ["x"], ifAbsent: .skip), #"{"v":1}"#, []),
        ] as [(JSONOperation, String, [JSONPointer])])
    func isLost(operation: JSONOperation, payload: String, lost: [JSONPointer]) throws {
        let (from, to) = payload.contains(#""v":1"#) ? ("1", "2") : ("2", "1")
        // The same single, of a known shape, and in a large document.
        let plan = try Self.plan(operation)
        for _ in 0..<3 { #expect(try plan.migrate(payload, to: to).losses.map(\.path) == lost) }
        let padding = #","end":"\#(String(repeating: "x", count: 1_100_000))"}"#
        #expect(try plan.migrate(payload.dropLast() + padding, to: to).losses.map(\.path) == lost, "from \(from)")
    }

    @Test func linesOfOneShapeLoseTheirOwn() throws {
        let plan = try Self.plan(.remove("/a", default: ["x"]))
        let lists = (0..<60).map { ["[\"x\"]", "[]", "[\"y\"]", "[\"x\",\"y\"]"][$0 % 4] }
        var chunks = [Array(lists.map { #"{"v":1,"a":\#($0)}"# + "\n" }.joined().utf8)]
        var counts: [Int] = []
        _ = try LineMigration(plan: plan, target: "2").run(
            LineReader { chunks.popLast() }, write: { _ in }, losses: { counts += $0.map { $0.position?.line ?? 0 } })
        #expect(counts == lists.indices.filter { lists[$0] != "[\"x\"]" }.map { $0 + 1 })
    }

    /// Looking for the old elements in the new array makes nodes of them, and the memory of nodes moves.
    @Test(arguments: [100, 1_000, 1_300, 1_450, 2_900, 3_000, 5_800])
    func elementsThatChangePartsAreLost(count: Int) throws {
        let plan = try Self.plan(
            .concatenate([("/b", .at("/n", equals: 0)), ("/c", nil)], into: "/a"))
        let (b, c) = ((0..<count).map { $0 % 2 }, (0..<count).map { $0 % 3 % 2 })
        func list(_ numbers: [Int]) -> String { numbers.map { #"{"n":\#($0)}"# }.joined(separator: ",") }
        let payload = #"{"v":1,"b":[\#(list(b))],"c":[\#(list(c))]}"#
        let lost = b.filter { $0 == 1 }.count + c.filter { $0 == 0 }.count
        #expect(try plan.migrate(payload, to: "2").losses.count == lost)
    }
}
