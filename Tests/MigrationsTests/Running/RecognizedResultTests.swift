import Migrations
import Testing
import VersionedCodec

/// A result that no member names a version of must be recognized by its contents when it is read again.
@Suite struct RecognizedResultTests {
    /// Version 1 has an object at the root with a number at `/b`, version 2 names itself.
    private static func plan(
        _ operations: JSONOperation..., contradictions: DetectionRules.Contradictions = .reported,
        isMarked: Bool = false
    ) throws -> MigrationPlan {
        try MigrationPlan(
            "test", versionAt: VersionLocation("/v", as: .integer, legacy: nil),
            detection: DetectionRules(contradictions: contradictions),
            versions: [PlanVersion("1", isMarked: isMarked, shape: ["/b": .kind(.number)]), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "", operations: operations)])
    }

    @Test(
        arguments: [
            (#"{"v":2,"c":1}"#, #"{"b":1}"#, nil),
            (
                #"{"v":2,"c":"1"}"#, nil,
                #"line 1, column 12, at "/b": the result would not be recognized as version 1: "/b" is not a number"#
                    + " (version 2, step 2 → 1)"
            ),
            (
                #"{"v":2,"d":1}"#, nil,
                #"line 1, column 1, at "/b": the result would not be recognized as version 1: "/b" is not a number"#
                    + " (version 2, step 2 → 1)"
            ),
        ] as [(String, String?, String?)])
    func shape(payload: String, result: String?, error: String?) throws {
        let plan = try Self.plan(.rename("/b", to: "c", ifAbsent: .skip))
        func check(_ migrate: () throws -> MigrationResult) throws {
            guard let error else {
                #expect(try migrate().text == result)
                return
            }
            let failure = #expect(throws: MigrationError.self) { try migrate() }
            #expect(failure?.code == .unrecognizedResult)
            #expect(failure?.description == error)
        }
        try check { try plan.migrate(payload, to: "1") }
        try check { try plan.migrate(JSONDocument(parsing: payload), to: "1") }
        try check { try plan.migrate(payload, to: "1", options: MigrationOptions(losses: .fail)) }
    }

    /// What carries its losses, or has a style, is asked too; a part is not, and neither is a document that stays in
    /// its version.
    @Test func everyWayAsks() throws {
        let plan = try Self.plan(.rename("/b", to: "c", ifAbsent: .skip))
        var carrying = MigrationOptions(losses: .carry)
        #expect(throws: MigrationError.self) { try plan.migrate(#"{"v":2,"c":"1"}"#, to: "1", options: carrying) }
        carrying.carrying.isSidecar = true
        #expect(throws: MigrationError.self) { try plan.migrate(#"{"v":2,"c":"1"}"#, to: "1", options: carrying) }
        #expect(
            try plan.migrate(#"{"c":"1"}"#, to: "1", from: "2", options: MigrationOptions(isPartial: true)).text
                == #"{"b":"1"}"#)
        #expect(try plan.migrate(#"{"b":"1"}"#, to: "1", from: "1").text == #"{"b":"1"}"#)
    }

    @Test func linesOfAKnownShape() throws {
        let plan = try Self.plan(.rename("/b", to: "c"))
        let kinds = (0..<40).map { $0 % 7 == 3 ? #""x""# : "\($0)" }
        var chunks = [Array(kinds.map { #"{"v":2,"c":\#($0)}"# + "\n" }.joined().utf8)]
        var bad: [Int] = []
        _ = try LineMigration(plan: plan, target: "1").run(
            LineReader { chunks.popLast() }, write: { _ in }, keepBad: { bad.append($0.line.number) })
        #expect(bad == kinds.indices.filter { $0 % 7 == 3 }.map { $0 + 1 })
    }

    /// Version 1 is recognized by the lack of a version: a step must not bring another one there.
    @Test func defaultVersion() throws {
        let plan = try MigrationPlan(
            "test", versionAt: VersionLocation("/v", as: .integer, legacy: "1"),
            versions: [
                PlanVersion("1", isMarked: false), PlanVersion("2"), PlanVersion("3", shape: ["/three": .present]),
            ],
            migrations: [
                Migration(from: "1", to: "2", "", operations: [.move("/three", to: "/x/three", ifAbsent: .skip)]),
                Migration(from: "2", to: "3", "", operations: []),
            ])
        #expect(try plan.migrate(#"{"v":2,"x":{}}"#, to: "1").text == #"{"x":{}}"#)
        let error = #expect(throws: MigrationError.self) {
            try plan.migrate(#"{"v":2,"x":{"three":3}}"#, to: "1")
        }
        #expect(
            error?.description
                == "line 1, column 1: the result would not be recognized as version 1: it would be version 3,"
                + " found by its shape (version 2, step 2 → 1)")
    }

    /// Normalizing must leave a document that is recognized one that is.
    @Test func normalizedDocument() throws {
        let plan = try MigrationPlan(
            "test", versionAt: VersionLocation("/v", as: .integer, legacy: nil),
            versions: [
                PlanVersion(
                    "1", isMarked: false, shape: ["/b": .absent], normalizing: [.rename("/a", to: "b", ifAbsent: .skip)]
                ),
                PlanVersion("2"),
            ], migrations: [Migration(from: "1", to: "2", "", operations: [])])
        let error = #expect(throws: MigrationError.self) { try plan.migrate(#"{"a":1}"#, to: "1") }
        #expect(
            error?.description
                == #"line 1, column 6, at "/b": the result would not be recognized as version 1: "/b" is"#
                + " not absent (version 1, step 1, normalized)")
        #expect(try plan.migrate(#"{"c":1}"#, to: "1").text == #"{"c":1}"#)
        // A caller who says the version may have such documents.
        #expect(try plan.migrate(#"{"b":1}"#, to: "1", from: "1").text == #"{"b":1}"#)
    }

    /// The default finds what the shape does not.
    @Test(arguments: [false, true]) func defaultBesideAShape(isSidecar: Bool) throws {
        let plan = try MigrationPlan(
            "test", versionAt: VersionLocation("/v", as: .integer, legacy: "1"),
            versions: [PlanVersion("1", isMarked: false, shape: ["/c": .kind(.array)]), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "", operations: [.introduce("/x")])])
        var options = MigrationOptions(losses: .carry)
        options.carrying.isSidecar = isSidecar
        let result = try plan.migrate(#"{"v":2,"a":1,"x":5}"#, to: "1", options: options)
        #expect(result.text.hasPrefix(#"{"a":1"#) && result.carriedLosses.count == 1)
    }

    /// Two shapes fit.
    @Test func ambiguousResult() throws {
        let plan = try MigrationPlan(
            "test", versionAt: nil,
            versions: [
                PlanVersion("1", isMarked: false, shape: ["/a": .present]),
                PlanVersion("2", isMarked: false, shape: ["/b": .present]),
            ],
            migrations: [Migration(from: "1", to: "2", "", operations: [.add("/b", value: 1)])])
        let error = #expect(throws: MigrationError.self) { try plan.migrate(#"{"a":1}"#, to: "2") }
        #expect(
            error?.description
                == "line 1, column 1: the result would not be recognized as version 2: the payload names no version,"
                + " and looks like 1 and 2; known versions: 1, 2 (version 1, step 1 → 2)")
    }

    /// A version that its documents name, where a document that looks different is refused.
    @Test func contradictionThatIsRefused() throws {
        let payload = #"{"v":2,"c":"1"}"#
        let lenient = try Self.plan(.rename("/b", to: "c"), isMarked: true)
        #expect(try lenient.migrate(payload, to: "1").text == #"{"v":1,"b":"1"}"#)
        let strict = try Self.plan(.rename("/b", to: "c"), contradictions: .refused, isMarked: true)
        let error = #expect(throws: MigrationError.self) { try strict.migrate(payload, to: "1") }
        #expect(error?.code == .unrecognizedResult)
        guard case .failed(let failure) = try strict.roundTrips(of: JSONDocument(parsing: payload)).first?.outcome
        else {
            Issue.record("it came back")
            return
        }
        #expect(failure.description == error?.description)
    }

    /// A document that would be refused when it comes back is lost, also where all of its values come back.
    @Test(
        arguments: [
            // Its shape shows in a member that is removed.
            (#"{"a":2,"b":1}"#, [JSONOperation.remove("/b", ifAbsent: .skip)], nil, true),
            // It is of the version because the caller says so, or although it looks different.
            (#"{"a":2}"#, [.rename("/b", to: "c", ifAbsent: .skip)], "1", false),
            (#"{"v":1,"a":2}"#, [.rename("/b", to: "c", ifAbsent: .skip)], nil, false),
        ] as [(String, [JSONOperation], String?, Bool)])
    func wayBackToAnUnrecognizedDocument(
        payload: String, operations: [JSONOperation], explicit: String?, comesBackCarried: Bool
    ) throws {
        let plan = try MigrationPlan(
            "test", versionAt: VersionLocation("/v", as: .integer, legacy: nil),
            versions: [PlanVersion("1", isMarked: false, shape: ["/b": .present]), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "", operations: operations)])
        let reason =
            #"the way back fails: the result would not be recognized as version 1: "/b" is not present"#
        let pad = Array(repeating: #"{"k":1}"#, count: 20_000).joined(separator: ",")
        for document in [payload, #"{"pad":[\#(pad)],"# + payload.dropFirst()] {
            let losses = try plan.migrate(document, to: "2", from: explicit).losses
            #expect(losses.map(\.path) == [.root] && losses.map(\.reason) == [reason])
            #expect(throws: MigrationError.self) {
                try plan.migrate(document, to: "2", from: explicit, options: MigrationOptions(losses: .fail))
            }
            let trip = try plan.roundTrips(of: JSONDocument(parsing: document), from: explicit).first
            guard case .failed(let failure) = trip?.outcome else {
                Issue.record("it came back")
                continue
            }
            #expect(failure.code == .unrecognizedResult)
            let carrying = MigrationOptions(losses: .carry)
            if comesBackCarried {
                let there = try plan.migrate(document, to: "2", from: explicit, options: carrying)
                #expect(there.losses.isEmpty && there.carriedLosses.map(\.path) == ["/b"])
                let home = try plan.migrate(there.text, to: "1")
                #expect(home.text == document)
            } else {
                let error = #expect(throws: MigrationError.self) {
                    try plan.migrate(document, to: "2", from: explicit, options: carrying)
                }
                #expect(error?.code == .losses && error?.message.contains(reason) == true)
            }
        }
    }

    /// A document without its version, which is given beside it, comes back with it if only that tells its version.
    @Test func carriedDocumentKeepsTheVersionItNeeds() throws {
        let plan = try MigrationPlan(
            planFile: """
                {"planFormat": 1, "name": "A", "version": {"at": "/openapi", "as": "string"},
                "versions": [{"version": "1", "at": "/swagger"}, {"version": "2"}],
                "migrations": [{"from": "1", "to": "2", "summary": "s", "operations": [
                  {"op": "rename", "path": "/a", "to": "b"}, {"op": "remove", "path": "/x", "ifAbsent": "skip"}]}]}
                """)
        let options = MigrationOptions(losses: .carry)
        for (document, home) in [
            (#"{"a":1}"#, #"{"swagger":"1","a":1}"#), (#"{"a":1,"x":3}"#, #"{"swagger":"1","a":1,"x":3}"#),
        ] {
            let there = try plan.migrate(document, to: "2", from: "1", options: options)
            #expect(there.losses.isEmpty)
            #expect(
                try plan.migrate(JSONDocument(parsing: document), to: "2", from: "1", options: options).text
                    == there.text)
            #expect(try plan.migrate(there.text, to: "1").text == home)
        }
        // Another value in its place would be lost.
        #expect(throws: MigrationError.self) {
            try plan.migrate(#"{"swagger":"7","a":1}"#, to: "2", from: "1", options: options)
        }
    }
}
