import Migrations
import Testing
import VersionedCodec

/// Documents that name their version where another version is named: nothing of it is left to name a wrong one.
@Suite struct VersionNamedElsewhereTests {
    private static func plan(
        _ location: VersionLocation, _ versions: [PlanVersion],
        _ operations: [JSONOperation] = [.rename("/a", to: "b")]
    ) throws -> MigrationPlan {
        let steps = zip(versions, versions.dropFirst()).enumerated()
        return try MigrationPlan(
            "Test", versionAt: location, versions: versions,
            migrations: steps.map { number, step in
                Migration(
                    from: step.0.label, to: step.1.label, "s",
                    operations: number == versions.count - 2 ? operations : []
                )
            })
    }

    private static let places = [PlanVersion("1"), PlanVersion("2", at: "/openapi"), PlanVersion("3", at: "/spec")]
    private static let minors = [PlanVersion("1"), PlanVersion("2"), PlanVersion("2.3")]
    private static let twoNumbers = VersionLocation("/v", as: .integer, minor: "/m")

    /// Migrates a document by itself, by its text and twice in lines, as a shape may be known the second time.
    private static func migrate(
        _ plan: MigrationPlan, _ text: String, to target: String, from explicit: String? = nil
    ) throws -> MigrationResult {
        let result = try plan.migrate(text, to: target, from: explicit)
        #expect(try plan.migrate(JSONDocument(parsing: text), to: target, from: explicit).text == result.text)
        var (output, isRead) = ([UInt8](), false)
        let reader = LineReader {
            defer { isRead = true }
            return isRead ? nil : Array("\(text)\n\(text)\n\(text)\n".utf8)
        }
        var losses = 0
        _ = try LineMigration(plan: plan, target: target, from: explicit).run(
            reader, write: { output += $0 }, losses: { losses += $0.count })
        #expect(String(decoding: output, as: UTF8.self) == String(repeating: result.text + "\n", count: 3))
        #expect(losses == 3 * result.losses.count)
        return result
    }

    @Test(
        arguments: [
            (#"{"swagger":"2","a":1}"#, "3", #"{"spec":"3","b":1}"#, "/swagger"),
            (#"{"openapi":"2","a":1}"#, "3", #"{"spec":"3","b":1}"#, nil),
            (#"{"swagger":"3","b":1}"#, "2", #"{"openapi":"2","a":1}"#, "/swagger"),
            (#"{"swagger":"1","a":1}"#, "3", #"{"spec":"3","b":1}"#, nil),
        ] as [(String, String, String, JSONPointer?)])
    func inThePlaceOfAnotherVersion(_ text: String, _ target: String, _ wanted: String, _ lost: JSONPointer?) throws {
        let plan = try Self.plan(VersionLocation("/swagger", as: .string), Self.places)
        let result = try Self.migrate(plan, text, to: target)
        #expect(result.text == wanted)
        // It comes back in its own place.
        #expect(result.losses.map(\.path) == [lost].compactMap(\.self))
        // A second run has nothing to do.
        #expect(try plan.migrate(result.text, to: target).text == wanted)
        let carried = try plan.migrate(text, to: target, options: MigrationOptions(losses: .carry))
        let home = try plan.migrate(carried.text, to: result.from.label)
        #expect(try JSONDocument(parsing: home.text).root.isEquivalent(to: JSONDocument(parsing: text).root))
    }

    @Test(
        arguments: [
            (#"{"v":1,"m":3,"a":5}"#, "2", #"{"v":2,"a":5}"#, ["/m"]),
            // Version 1.9 is version 1.
            (#"{"v":2,"m":9,"a":5}"#, "1", #"{"v":1,"m":9,"a":5}"#, []),
            (#"{"v":1,"a":5}"#, "2.3", #"{"v":2,"m":3,"b":5}"#, []),
        ] as [(String, String, String, [JSONPointer])])
    func withASecondNumber(_ text: String, _ target: String, _ wanted: String, _ lost: [JSONPointer]) throws {
        let plan = try Self.plan(Self.twoNumbers, Self.minors)
        let result = try Self.migrate(plan, text, to: target)
        #expect(result.text == wanted)
        #expect(result.losses.map(\.path) == lost)
    }

    /// The step removes it, and none of its operations. So do steps with operations that wait, in large documents.
    @Test(arguments: [1, 3_000]) func theStepLosesIt(count: Int) throws {
        let plan = try Self.plan(
            VersionLocation("/swagger", as: .string), Self.places,
            [.calculate("/price", .multiply(JSONNumber(2))), .each("/items", [.rename("/a", to: "b")])])
        let items = (0..<count).map { #"{"a":\#($0)}"# }.joined(separator: ",")
        let up = try plan.migrate(#"{"swagger":"2","price":1,"items":[\#(items)]}"#, to: "3").losses
        #expect(up.map(\.path) == ["/swagger"] && up.map(\.step) == ["2 → 3"] && up.map(\.operation) == [nil])
        let newer = items.replacing("a", with: "b")
        let down = try plan.migrate(#"{"swagger":"3","price":2,"items":[\#(newer)]}"#, to: "2").losses
        #expect(down.map(\.path) == ["/swagger"] && down.map(\.step) == ["3 → 2"] && down.map(\.operation) == [nil])
        // What the caller says is another version.
        let said = try plan.migrate(#"{"openapi":"7","price":1,"items":[\#(items)]}"#, to: "3", from: "2").losses
        #expect(said.map(\.path) == ["/openapi"] && said.map(\.step) == ["2 → 3"] && said.map(\.operation) == [nil])
    }

    /// What names another version, and is not known to be a version, may not be written.
    @Test func aMemberThatWouldNameAnotherVersion() throws {
        let plan = try Self.plan(
            VersionLocation("/v", as: .integer, minor: "/m", legacy: "1"),
            [PlanVersion("1", isMarked: false), PlanVersion("2"), PlanVersion("2.3")])
        let error = #expect(throws: MigrationError.self) { try plan.migrate(#"{"m":3,"a":5}"#, to: "2") }
        #expect(
            error?.description
                == #"at "/v": the result would not be recognized as version 2: "#
                + #"it would be version 2.3, found at "/v" (version 1, step 1 → 2)"#)
        #expect(error?.code == .unrecognizedResult)
        let known = try Self.migrate(
            Self.plan(Self.twoNumbers, Self.minors), #"{"v":1,"m":3,"a":5}"#, to: "2", from: "1")
        #expect(known.text == #"{"v":2,"a":5}"#)
    }

    /// Operations on all members leave the second number alone, in versions without one too.
    @Test func allMembersAreNotThoseOfTheVersion() throws {
        let plan = try Self.plan(
            Self.twoNumbers, [PlanVersion("1"), PlanVersion("2")], [.each("", [.wrap("")])])
        #expect(try Self.migrate(plan, #"{"v":1,"m":3,"a":5}"#, to: "2").text == #"{"v":2,"m":3,"a":[5]}"#)
    }
}
