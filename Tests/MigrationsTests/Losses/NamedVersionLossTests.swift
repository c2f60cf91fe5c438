import Migrations
import Testing
import VersionedCodec

/// What a document has where its version is named, or will be, is a loss where the way back does not restore it.
@Suite struct NamedVersionLossTests {
    /// Version 1 is named at "/v", version 2 at "/format".
    private static func plan() throws -> MigrationPlan {
        try MigrationPlan(
            planFile: #"""
                {"planFormat": 1, "name": "note", "version": {"at": "/v", "as": "integer"},
                 "versions": [{"version": "1"}, {"version": "2", "at": "/format"}],
                 "migrations": [{"from": "1", "to": "2", "summary": "text is body", "operations": [
                   {"op": "rename", "path": "/text", "to": "body"}]}]}
                """#)
    }

    @Test(arguments: ["7", "2", #""A4""#, #"{"size":"A4"}"#]) func valueInThePlaceOfTheNewVersionIsLost(
        _ value: String
    ) throws {
        let plan = try Self.plan()
        let payload = #"{"v":1,"format":\#(value),"text":"x"}"#
        let result = try plan.migrate(payload, to: "2")
        #expect(result.text == #"{"format":2,"body":"x"}"#)
        #expect(result.losses.map(\.path) == ["/format"])
        #expect(result.losses.map { $0.value.text() } == [value])
        let trips = try plan.roundTrips(of: JSONDocument(parsing: payload))
        #expect(trips.flatMap(\.losses).map(\.description) == result.losses.map(\.description))
        #expect(throws: MigrationError.self) { try plan.migrate(payload, to: "2", options: .init(losses: .fail)) }
    }

    @Test func anotherVersionThanTheCallersIsLost() throws {
        let plan = try Self.plan()
        #expect(try plan.migrate(#"{"v":5,"text":"x"}"#, to: "2", from: "1").losses.map(\.path) == ["/v"])
        // Another spelling of the number is formatting.
        #expect(try plan.migrate(#"{"v":1.0,"text":"x"}"#, to: "2").losses.isEmpty)
    }

    @Test func needlessNameOfAnUnmarkedVersionIsNotLost() throws {
        let plan = try MigrationPlan(
            planFile: #"""
                {"planFormat": 1, "name": "note", "version": {"at": "/v", "as": "integer"},
                 "versions": [{"version": "1", "unmarked": true, "shape": {"/text": "present"}}, {"version": "2"}],
                 "migrations": [{"from": "1", "to": "2", "summary": "text is body", "operations": [
                   {"op": "rename", "path": "/text", "to": "body"}]}]}
                """#)
        #expect(try plan.migrate(#"{"v":1,"text":"x"}"#, to: "2").losses.isEmpty)
        #expect(try plan.migrate(#"{"v":"x","text":"x"}"#, to: "2", from: "1").losses.map(\.path) == ["/v"])
        #expect(try plan.path(from: "1", to: "2").lossClass == .exact)
    }

    @Test func placeThatIsTakenMakesNoPathExact() throws {
        let plan = try Self.plan()
        #expect(try plan.path(from: "1", to: "2").lossClass == .captures)
        #expect(
            try plan.explanation(from: "1", to: "2").hasSuffix(
                "\na value at \"/format\", where 2 is named, is lost (captures)\n"))
        #expect(
            try plan.comparison(of: "1", and: "2").forward.obstacles.map(\.reason)
                == ["a value at \"/v\", where 1 is named, is lost"])
    }
}
