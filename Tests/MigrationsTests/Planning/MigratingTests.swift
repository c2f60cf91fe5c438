import Migrations
import Testing
import VersionedCodec

@Suite struct MigratingTests {
    private static func plan(
        at location: VersionLocation?, labels: [String] = ["1", "2"], isMarked: Bool = true, style: WritingStyle? = nil,
        _ operations: JSONOperation...
    ) throws -> MigrationPlan {
        try MigrationPlan(
            "p", versionAt: location,
            versions: [PlanVersion(labels[0], isMarked: isMarked), PlanVersion(labels[1], style: style)],
            migrations: [Migration(from: labels[0], to: labels[1], "", operations: operations)])
    }

    // MARK: Detection

    @Test func missingVersionThrowsMissing() throws {
        let plan = try Self.plan(at: VersionLocation("/v", as: .integer))
        let error = #expect(throws: MigrationError.self) { try plan.migrate("{}", to: "2") }
        #expect((error?.underlying as? VersionError)?.code == .missing)
        #expect(
            error?.description
                == #"line 1, column 1, at "/v": the payload names no version: looked for a version at "/v"; known versions: 1, 2; to accept such payloads, declare a default version"#
        )
    }

    @Test(arguments: [("3", VersionError.Code.tooNew), ("0", .tooOld), ("\"2\"", .unreadable), ("2.5", .unreadable)])
    func otherVersionThrowsItsCode(version: String, code: VersionError.Code) throws {
        let plan = try Self.plan(at: VersionLocation("/v", as: .integer))
        let error = #expect(throws: MigrationError.self) { try plan.migrate("{\"v\": \(version)}", to: "2") }
        #expect((error?.underlying as? VersionError)?.code == code)
    }

    @Test func legacyPayloadHasTheDeclaredVersion() throws {
        let plan = try Self.plan(at: VersionLocation("/v", as: .integer, legacy: "1"))
        let result = try plan.migrate(#"{"a": 1}"#, to: "2")
        #expect(result.text == #"{"v": 2, "a": 1}"#)
        #expect(result.from.label == "1")
        #expect(result.from.source == .legacy)
    }

    @Test func explicitVersionWins() throws {
        let plan = try Self.plan(at: VersionLocation("/v", as: .integer), .rename("/a", to: "b"))
        let result = try plan.migrate(#"{"v":2,"a":1}"#, to: "2", from: "1")
        #expect(result.text == #"{"v":2,"b":1}"#)
        #expect(result.from.source == .explicit)
        let error = #expect(throws: MigrationError.self) { try plan.migrate("{}", to: "2", from: "7") }
        #expect(error?.code == .invalidVersion)
    }

    @Test func planWithoutALocationNeedsAnExplicitVersion() throws {
        let plan = try Self.plan(at: nil)
        let error = #expect(throws: MigrationError.self) { try plan.migrate("{}", to: "2") }
        #expect(
            error?.description
                == "the payload names no version: no place for one is declared; known versions: 1, 2")
    }

    @Test func faultyJSONHasItsOwnCode() throws {
        let plan = try Self.plan(at: nil)
        let error = #expect(throws: MigrationError.self) { try plan.migrate("{", to: "2", from: "1") }
        #expect(error?.code == .invalidJSON && error?.underlying is JSONSyntaxError)
    }

    // MARK: Stamping

    @Test(arguments: [
        (#"{"a":0,"v":1.0}"#, #"{"a":0,"v":2}"#), (#"{"v":1}"#, #"{"v":2}"#),
        (#"{"v": 1, "w": []}"#, #"{"v": 2, "w": []}"#),
    ])
    func integerIsReplacedWhereItStands(payload: String, result: String) throws {
        let plan = try Self.plan(at: VersionLocation("/v", as: .integer))
        #expect(try plan.migrate(payload, to: "2").text == result)
    }

    @Test func textIsReplacedWhereItStands() throws {
        let plan = try Self.plan(at: VersionLocation("/apiVersion", as: .string), labels: ["g/v1", "g/v2"])
        #expect(try plan.migrate(#"{"a":0,"apiVersion":"g/v1"}"#, to: "g/v2").text == #"{"a":0,"apiVersion":"g/v2"}"#)
        #expect(try plan.migrate(#"{"a":0,"apiVersion":"g/v2"}"#, to: "g/v1").text == #"{"a":0,"apiVersion":"g/v1"}"#)
    }

    @Test(arguments: [
        (#"{"a":0,"meta":{"x":1}}"#, #"{"a":0,"meta":{"v":2,"x":1}}"#), (#"{"a":0}"#, #"{"a":0,"meta":{"v":2}}"#),
        ("{}", #"{"meta":{"v":2}}"#),
    ])
    func absentVersionBecomesTheFirstMember(payload: String, result: String) throws {
        let plan = try Self.plan(at: VersionLocation("/meta/v", as: .integer, legacy: "1"))
        #expect(try plan.migrate(payload, to: "2").text == result)
    }

    @Test func unmarkedVersionSaysNone() throws {
        let plan = try Self.plan(at: VersionLocation("/v", as: .integer, legacy: "1"), isMarked: false)
        #expect(try plan.migrate(#"{"v":2,"a":0}"#, to: "1").text == #"{"a":0}"#)
        #expect(try plan.migrate(#"{"a":0}"#, to: "2").text == #"{"v":2,"a":0}"#)
    }

    @Test func objectThatWasMadeForTheVersionIsLeftEmpty() throws {
        let plan = try Self.plan(at: VersionLocation("/meta/v", as: .integer, legacy: "1"), isMarked: false)
        #expect(try plan.migrate(#"{"a":0}"#, to: "2").text == #"{"a":0,"meta":{"v":2}}"#)
        #expect(try plan.migrate(#"{"a":0,"meta":{"v":2}}"#, to: "1").text == #"{"a":0,"meta":{}}"#)
    }

    @Test(arguments: ["[]", "7", #"{"meta":[]}"#, #"{"meta":null}"#])
    func versionThatHasNoPlaceThrows(payload: String) throws {
        let plan = try Self.plan(at: VersionLocation("/meta/v", as: .integer, legacy: "1"))
        let error = #expect(throws: MigrationError.self) { try plan.migrate(payload, to: "2") }
        #expect(error?.code == .unwritableVersion)
        #expect(
            error?.description
                == #"line 1, column 1, at "/meta/v": there is no object to write the version into (version 1, step 1 → 2)"#
        )
    }

    // MARK: Writing

    @Test func payloadOfTheTargetComesOutByteForByte() throws {
        let plan = try Self.plan(at: VersionLocation("/v", as: .integer), style: .pretty, .refuse("never"))
        let payload = " {\"v\" : 2,\"a\":1.00 , \"b\":\"\\u0041\\/\"}\r\n\n"
        #expect(try plan.migrate(payload, to: "2").text == payload)
    }

    @Test func styleIsThatOfTheVersionOrOfTheInput() throws {
        let plan = try Self.plan(at: VersionLocation("/v", as: .integer), style: .pretty)
        let payload = "{\n\t\"v\": 1,\n\t\"a\": [\n\t\t1e3\n\t]\n}"
        let pretty = "{\n  \"v\": 2,\n  \"a\": [\n    1e3\n  ]\n}\n"
        let kept = payload.replacing("\"v\": 1", with: "\"v\": 2")
        #expect(try plan.migrate(payload, to: "2").text == pretty)
        #expect(try plan.migrate(payload, to: "2", options: .init(style: .keep)).text == kept)
        #expect(try plan.migrate(pretty, to: "1").text == pretty.replacing("\"v\": 2", with: "\"v\": 1"))
        var options = MigrationOptions()
        options.isOneLine = true
        #expect(try plan.migrate(payload, to: "2", options: options).text == #"{"v":2,"a":[1e3]}"#)
    }

    // MARK: Losses

    @Test func lossesComeInDocumentOrderAcrossSteps() throws {
        let plan = try MigrationPlan(
            "p", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2"), PlanVersion("3")],
            migrations: [
                Migration(from: "1", to: "2", "", operations: [.rename("/a", to: "x"), .remove("/c")]),
                Migration(from: "2", to: "3", "", operations: [.remove("/x"), .remove("/b")]),
            ])
        let result = try plan.migrate("{\"a\": 1,\n \"b\": 2,\n \"c\": 3}", to: "3", from: "1")
        #expect(
            result.losses.map(\.description) == [
                #"line 1, column 7, at "/a": lost 1: the other version does not have it (step 2 → 3, remove "/x")"#,
                #"line 2, column 7, at "/b": lost 2: the other version does not have it (step 2 → 3, remove "/b")"#,
                #"line 3, column 7, at "/c": lost 3: the other version does not have it (step 1 → 2, remove "/c")"#,
            ])
    }

    @Test func policyToFailThrowsAllLosses() throws {
        let plan = try MigrationPlan.of([.remove("/a"), .remove("/b", default: 2)])
        let options = MigrationOptions(losses: .fail)
        var error = #expect(throws: MigrationError.self) {
            try plan.migrate(#"{"a":1,"b":3}"#, to: "2", from: "1", options: options)
        }
        #expect(error?.code == .losses)
        #expect(
            error?.description
                == #"line 1, column 6, at "/a": 2 values would be lost: 1, and 1 more; the first:"#
                + #" the other version does not have it (version 1, step 1 → 2, remove "/a")"#)
        #expect(error?.losses.map(\.path) == ["/a", "/b"])
        error = #expect(throws: MigrationError.self) {
            try plan.migrate(#"{"a":1,"b":2}"#, to: "2", from: "1", options: options)
        }
        #expect(
            error.map { Diagnostic(describing: $0).description }
                == #"line 1, column 6, at "/a": a value would be lost: 1; the other version does not have it"#
                + #" (version 1, step 1 → 2, remove "/a")"#)
    }

    @Test func failingMigrationLeavesTheDocumentAsItWas() throws {
        let plan = try MigrationPlan.of([.rename("/a", to: "b"), .add("/c", value: 1), .refuse("no")])
        let document = try JSONDocument(parsing: #"{"a":{"x":[1,2]}}"#)
        let before = document.root
        #expect(throws: MigrationError.self) { try plan.migrate(document, to: "2", from: "1") }
        #expect(document.root == before)
        #expect(document.root.text() == #"{"a":{"x":[1,2]}}"#)
    }
}
