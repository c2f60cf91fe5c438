import Migrations
import Testing
import VersionedCodec

/// A style that sorts members decides about the lists and texts that the way back makes of them.
@Suite struct SortedStyleTests {
    private static func plan(_ operations: [JSONOperation]) throws -> MigrationPlan {
        try MigrationPlan(
            "p", versionAt: nil,
            versions: [PlanVersion("1"), PlanVersion("2", style: WritingStyle(keyOrder: .sorted))],
            migrations: [Migration(from: "1", to: "2", "s", operations: operations)])
    }

    private static func losses(_ losses: [Loss]) -> [String] { losses.map { "\($0.path): \($0.reason)" } }

    private static let document = #"{"l":[{"k":"b"},{"k":"a"}]}"#
    private static let order = ["/l: the order of the elements is not kept"]

    @Test func orderOfAListIsLostWithThatOfMembers() throws {
        let plan = try Self.plan([.arrayToObject("/l", id: "k")])
        let result = try plan.migrate(Self.document, to: "2", from: "1")
        #expect(result.text == #"{"l":{"a":{},"b":{}}}"#)
        #expect(Self.losses(result.losses) == Self.order)
        let read = try JSONDocument(parsing: Self.document)
        #expect(try Self.losses(plan.migrate(read, to: "2", from: "1").losses) == Self.order)
        #expect(try Self.losses(plan.roundTrips(of: read, from: "1").flatMap(\.losses)) == Self.order)
        #expect(try plan.path(from: "1", to: "2").lossClass == .captures)
        #expect(try plan.migrate(#"{"l":[{"k":"a"},{"k":"b"}]}"#, to: "2", from: "1").losses.isEmpty)
    }

    @Test func largeDocumentLosesTheSame() throws {
        let plan = try Self.plan([.each("/all", [.arrayToObject("/l", id: "k")])])
        let all = Array(repeating: Self.document, count: 4_000).joined(separator: ",")
        let losses = try plan.migrate(#"{"all":[\#(all)]}"#, to: "2", from: "1").losses
        #expect(losses.count == 4_000 && losses.last.map { "\($0.path): \($0.reason)" } == "/all/3999" + Self.order[0])
    }

    @Test func styleThatIsKeptSortsNothing() throws {
        let plan = try Self.plan([.arrayToObject("/l", id: "k")])
        let result = try plan.migrate(Self.document, to: "2", from: "1", options: MigrationOptions(style: .keep))
        #expect(result.text == #"{"l":{"b":{},"a":{}}}"#)
        #expect(result.losses.isEmpty)
    }

    @Test func orderThatNothingShowsIsNotLost() throws {
        let plan = try Self.plan([.rename("/b", to: "c")])
        #expect(try plan.migrate(#"{"b":{"z":1,"y":2},"a":3}"#, to: "2", from: "1").losses.isEmpty)
        #expect(try plan.path(from: "1", to: "2").lossClass == .exact)
    }

    /// Which of two members gets a key depends on their order.
    @Test func orderDecidesAboutMembersThatGetOneKey() throws {
        let plan = try Self.plan([
            .renameKeys("", by: [.addPrefix("p_")], ifExists: .skip),
            .add("/c", value: true, before: "p_a").only(.down),
        ])
        let result = try plan.migrate(#"{"c":"k-v","a":1}"#, to: "2", from: "1")
        #expect(result.text == #"{"p_a":1,"p_c":"k-v"}"# && result.losses.map(\.path) == ["/c"])
        #expect(try plan.migrate(result.text, to: "1", from: "2").text == #"{"c":true,"a":1}"#)
    }

    @Test func carriedDataRestoreTheOrder() throws {
        let plan = try Self.plan([.arrayToObject("/l", id: "k")])
        let options = MigrationOptions(losses: .carry)
        let there = try plan.migrate(Self.document, to: "2", from: "1", options: options)
        #expect(there.losses.isEmpty)
        #expect(try plan.migrate(there.text, to: "1", from: "2").text.contains(#"[{"k":"b"},{"k":"a"}]"#))
    }

    /// A payload of a set has the style of its outermost entity.
    @Test func entitiesAreWrittenInTheStyleOfThePayload() throws {
        let list = try Self.plan([.arrayToObject("/l", id: "k")])
        let page = try MigrationPlan(
            "page", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "s", operations: [.rename("/a", to: "b", ifAbsent: .skip)])])
        let set = try PlanSet(
            "s",
            entities: [
                .init("page", plan: page, nested: [.init("list", at: "/list")]), .init("list", plan: list),
            ],
            pins: [VersionPins("1", ["page": "1", "list": "1"]), VersionPins("2", ["page": "2", "list": "2"])])
        let whole = try set.migrate(#"{"list":\#(Self.document)}"#, entity: "page", to: "2", from: "1")
        #expect(whole.losses.isEmpty)
        let alone = try set.migrate(Self.document, entity: "list", to: "2", from: "1")
        #expect(Self.losses(alone.losses) == Self.order)
    }
}
