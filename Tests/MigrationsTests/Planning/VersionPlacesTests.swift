import Migrations
import Testing
import VersionedCodec

/// Versions that are elsewhere, in two fields, in texts, or nowhere.
@Suite struct VersionPlacesTests {
    private func plan(_ location: VersionLocation?, _ versions: [PlanVersion], _ rules: DetectionRules = .init()) throws
        -> MigrationPlan
    {
        let plan = try MigrationPlan(
            "Test", versionAt: location, detection: rules, versions: versions,
            migrations: zip(versions, versions.dropFirst()).map {
                Migration(from: $0.label, to: $1.label, "a becomes b", operations: [.rename("/a", to: "b")])
            })
        // Whatever is declared, the plan file says the same.
        #expect(try MigrationPlan(planFile: #require(plan.planFile).text()) == plan)
        return plan
    }

    private func there(_ plan: MigrationPlan, _ old: String, _ new: String) throws {
        let labels = plan.labels
        #expect(try plan.migrate(old, to: labels[1]).text == new)
        #expect(try plan.migrate(new, to: labels[0]).text == old)
        let valuesOnly = MigrationOptions(style: .version)
        #expect(try plan.migrate(JSONDocument(parsing: old), to: labels[1], options: valuesOnly).text == new)
    }

    @Test func aVersionMayHaveAPlaceOfItsOwn() throws {
        let plan = try plan(
            VersionLocation("/openapi", as: .string), [PlanVersion("2.0", at: "/swagger"), PlanVersion("3.0.0")])
        try there(plan, #"{"swagger": "2.0", "a": 1}"#, #"{"openapi": "3.0.0", "b": 1}"#)
    }

    @Test func aVersionMayStandInTwoFields() throws {
        let plan = try plan(
            VersionLocation("/major", as: .integer, minor: "/minor"), [PlanVersion("3.1"), PlanVersion("4.0")])
        try there(plan, #"{"major": 3, "minor": 1, "a": 1}"#, #"{"major": 4, "minor": 0, "b": 1}"#)
    }

    @Test func aLabelWithoutASecondNumberTakesItAway() throws {
        let plan = try plan(
            VersionLocation("/major", as: .integer, minor: "/minor"), [PlanVersion("3"), PlanVersion("4.5")])
        try there(plan, #"{"major": 3, "a": 1}"#, #"{"major": 4, "minor": 5, "b": 1}"#)
    }

    @Test func aVersionMayStandInAURL() throws {
        let text = try VersionText("https://acme.example/{version}.json")
        let plan = try plan(
            VersionLocation("/$schema", as: .string, texts: [text]), [PlanVersion("1"), PlanVersion("2")])
        try there(
            plan, #"{"$schema": "https://acme.example/1.json", "a": 1}"#,
            #"{"$schema": "https://acme.example/2.json", "b": 1}"#)
    }

    /// A text matches only with a version of the form in it.
    @Test(arguments: ["2024-09-30", "2024-09-30.acacia"])
    func theFirstTextThatHoldsADayIsRead(_ version: String) throws {
        let texts = [try VersionText("{version}"), try VersionText("{version}.acacia")]
        let plan = try plan(
            VersionLocation("/v", as: .date, texts: texts), [PlanVersion("2024-01-01"), PlanVersion("2025-01-01")])
        let result = try plan.migrate(#"{"v": "\#(version)", "a": 1}"#, to: "2025-01-01")
        #expect(result.text == #"{"v": "2025-01-01", "b": 1}"#)
        let error = #expect(throws: MigrationError.self) {
            try plan.migrate(#"{"v": "2024.acacia"}"#, to: "2025-01-01")
        }
        #expect(error?.message.contains(#"expected a string such as "{version}" or "{version}.acacia", found"#) == true)
    }

    @Test func aSemanticVersionIsWrittenWhole() throws {
        let plan = try plan(VersionLocation("/v", as: .semantic), [PlanVersion("1"), PlanVersion("2")])
        try there(plan, #"{"v": "1.0.0", "a": 1}"#, #"{"v": "2.0.0", "b": 1}"#)
        let same = #"{"v": "2.7.1",  "b": 1}"#
        #expect(try plan.migrate(same, to: "2").text == same)
        #expect(try plan.migrate(#"{"v": "1.4.2", "a": 1}"#, to: "2").from.said == "1.4.2")
    }

    @Test func payloadsWithoutAVersionAreToldByTheirShape() throws {
        let plan = try plan(
            VersionLocation("/v", as: .integer),
            [PlanVersion("1", isMarked: false, shape: ["/a": .present]), PlanVersion("2")])
        try there(plan, #"{"a": 1}"#, #"{"v": 2, "b": 1}"#)
    }

    @Test func aMediaTypeTellsTheVersion() throws {
        let type = try VersionMediaType("application/vnd.acme.v{version}+json")
        let plan = try plan(nil, [PlanVersion("1"), PlanVersion("2")], DetectionRules(mediaType: type))
        var options = MigrationOptions()
        options.hints.mediaType = "application/vnd.acme.v1+json"
        let result = try plan.migrate(#"{"a": 1}"#, to: "2", options: options)
        #expect(result.text == #"{"b": 1}"# && result.from.source == .mediaType)
    }

    @Test func aNewerPayloadIsPassedThroughByteForByte() throws {
        let plan = try plan(
            VersionLocation("/v", as: .integer), [PlanVersion("1"), PlanVersion("2")],
            DetectionRules(newer: .passedThrough))
        let payload = #"{ "v": 3,"a" : 1.0 }"#
        let result = try plan.migrate(payload, to: "2")
        #expect(result.text == payload && result.to == "3" && result.from.isNewer)
        let error = #expect(throws: MigrationError.self) { try plan.migrate(#"{"v": 0}"#, to: "2") }
        #expect(error?.code == .invalidVersion)
    }

    @Test func aContradictionIsToldWithTheResult() throws {
        let shapes: [PlanVersion] = [
            PlanVersion("1", shape: ["/c": .absent]), PlanVersion("2", shape: ["/c": .present]),
        ]
        let location = VersionLocation("/v", as: .integer)
        let payload = #"{"v": 1, "a": 1, "c": 2}"#
        let result = try plan(location, shapes).migrate(payload, to: "2")
        #expect(result.text == #"{"v": 2, "b": 1, "c": 2}"#)
        #expect(
            result.from.contradiction?.description
                == #"line 1, column 23, at "/c": the payload names version 1, but "/c" is not absent; it looks like version 2"#
        )
        let strict = try plan(location, shapes, DetectionRules(contradictions: .refused))
        let error = try #require(throws: MigrationError.self) { try strict.migrate(payload, to: "2") }
        #expect((error.underlying as? VersionError)?.code == .contradicted)
        let lines = LineMigration(plan: try plan(location, shapes), target: "2")
        var told: [String] = []
        var chunks = [Array((payload + "\n" + payload).utf8)][...]
        _ = try lines.run(
            LineReader(chunks: { chunks.popFirst() }), write: { _ in },
            contradictions: { told.append($1.inStream($0.diagnostic).text(file: "x")) })
        #expect(told.map { String($0.prefix(7)) } == ["x:1:23:", "x:2:23:"])
    }

    @Test(arguments: [
        (VersionLocation("/v", as: .semantic), "x", "a semantic version"),
        (VersionLocation("/v", as: .date), "1", "a day"),
        (VersionLocation("/v", as: .integer, minor: "/w"), "1.x", "one integer or two with a point between them"),
    ])
    func aLabelThatCannotBeWrittenIsRefused(location: VersionLocation, label: String, form: String) throws {
        let error = try #require(throws: PlanError.self) {
            try MigrationPlan("Test", versionAt: location, versions: [PlanVersion(label)], migrations: [])
        }
        #expect(error.code == .unwritableLabel)
        #expect(
            error.description
                == "the version \"\(label)\" cannot be written as \(form), as the place of the version asks")
    }

    /// A label that would not be found in the text again.
    @Test(arguments: ["x/y", "ü", ""]) func aLabelThatCannotBeReadBackIsRefused(label: String) throws {
        let location = VersionLocation("/v", as: .string, texts: [try VersionText("v{version}")])
        let error = try #require(throws: PlanError.self) {
            try MigrationPlan("Test", versionAt: location, versions: [PlanVersion(label)], migrations: [])
        }
        let form = #"a string such as "v{version}", with ASCII letters, digits, ".", "-" and "_" there"#
        #expect(error.description.contains("cannot be written as \(form), as the place of the version asks"))
    }

    @Test func anOperationOnAnyPlaceOfAVersionIsRefused() throws {
        for (place, location) in [
            ("/swagger", VersionLocation("/openapi", as: .string)),
            ("/minor", VersionLocation("/openapi", as: .integer, minor: "/minor")),
        ] as [(JSONPointer, VersionLocation)] {
            let error = try #require(throws: PlanError.self) {
                try MigrationPlan(
                    "Test", versionAt: location, versions: [PlanVersion("1", at: "/swagger"), PlanVersion("2")],
                    migrations: [Migration(from: "1", to: "2", "no", operations: [.remove(place)])])
            }
            #expect(error.code == .writesVersion)
        }
    }

    @Test func aPlaceOfItsOwnNeedsAForm() throws {
        let error = try #require(throws: PlanError.self) {
            try MigrationPlan("Test", versionAt: nil, versions: [PlanVersion("1", at: "/v")], migrations: [])
        }
        #expect(error.code == .untold)
        #expect(error.description == "the plan does not say how versions are written, so they are not allowed anywhere")
    }
}
