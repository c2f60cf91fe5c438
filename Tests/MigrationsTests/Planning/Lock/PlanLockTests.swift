import Migrations
import SampleAPI
import Testing
import VersionedCodec

@Suite struct PlanLockTests {
    private static func plan(
        _ operations: [JSONOperation], summary: String = "s", notes: String? = nil, versions: Int = 2
    ) throws -> MigrationPlan {
        try MigrationPlan(
            "Shop order", versionAt: nil, versions: (1...versions).map { PlanVersion(String($0)) },
            migrations: (1..<versions).map { number in
                Migration(
                    from: String(number), to: String(number + 1), summary, notes: notes, operations: operations)
            })
    }

    private static let released: [JSONOperation] = [
        .rename("/total", to: "price"), .each("/items", [.add("/kind", value: 1), .wrap("/x")]), .remove("/note"),
    ]

    private static func lock() throws -> PlanLock {
        var lock = PlanLock()
        #expect(try lock.add(plan(released)) == ["1 → 2"])
        return lock
    }

    @Test func theFingerprintIsThatOfTheStepOnOneLine() throws {
        var lock = PlanLock()
        try lock.add(Self.plan([.rename("/total", to: "price")]))
        // printf '{"from":"1","to":"2","step":{"operations":[{"op":"rename","path":"/total","to":"price"}]}}' |
        // sha256sum
        #expect(
            lock.steps.map(\.fingerprint) == ["sha256:e47c54e46414591378b1227bf2d943768882a38e9bfd862cd7fea281e573afb3"]
        )
        #expect(
            lock.file.text()
                == #"{"lockFormat":2,"plan":"Shop order","steps":[{"from":"1","to":"2","fingerprint":"sha256:e47c54e46414591378b1227bf2d943768882a38e9bfd862cd7fea281e573afb3","step":{"operations":[{"op":"rename","path":"/total","to":"price"}]}}]}"#
        )
    }

    @Test func readingGivesWhatWasWritten() throws {
        let lock = try Self.lock()
        #expect(try PlanLock(lockFile: lock.file.bytes(in: .pretty)) == lock)
        #expect(lock.name == "Shop order" && PlanLock.format == 2)
    }

    @Test func wordsMayBeEdited() throws {
        let edited = try Self.plan(Self.released, summary: "other words", notes: "more of them")
        #expect(try Self.lock().violations(in: edited).isEmpty)
    }

    @Test(arguments: [
        (
            [
                JSONOperation.rename("/total", to: "cost"), released[1], released[2],
            ],
            [
                #"operations/0 was {"op":"rename","path":"/total","to":"price"}, is {"op":"rename","path":"/total","to":"cost"}"#
            ]
        ),
        (
            [released[0], .each("/items", [.add("/kind", value: 2), .wrap("/x")]), released[2]],
            [
                #"operations/1/operations/0 was {"op":"add","path":"/kind","value":1}, is {"op":"add","path":"/kind","value":2}"#
            ]
        ),
        (
            [released[0], .each("/pins", [.add("/kind", value: 1), .wrap("/x")]), released[2]],
            [
                #"operations/1 was {"op":"each","path":"/items","operations":[{"op":"add","path":"/kind","value":1},{"op":"wrap","path":"/x"}]}, is {"op":"each","path":"/pins","operations":[{"op":"add","path":"/kind","value":1},{"op":"wrap","path":"/x"}]}"#
            ]
        ),
        (
            [released[0], released[1]],
            [#"operations/2 was {"op":"remove","path":"/note"}, is gone"#]
        ),
        (
            [.wrap("/a"), released[0], released[1], released[2]],
            [#"operations/0 was not there, is {"op":"wrap","path":"/a"}"#]
        ),
    ])
    func editsAreTold(_ operations: [JSONOperation], _ changes: [String]) throws {
        let violations = try Self.lock().violations(in: Self.plan(operations))
        #expect(violations.map(\.changes) == [changes])
        #expect(
            violations.first?.description
                == "the released step 1 → 2 has been edited; make the next change a separate step\n    "
                + changes.joined(separator: "\n    "))
    }

    @Test func whatAVersionKnowsIsLocked() throws {
        func plan(_ knows: PlanVersion.KnownMembers?) throws -> MigrationPlan {
            try MigrationPlan(
                "p", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2", knows: knows)],
                migrations: [Migration(from: "1", to: "2", "", operations: [])])
        }
        var lock = PlanLock()
        try lock.add(plan(nil))
        #expect(
            try lock.violations(in: plan(["a": .anything])).map(\.changes)
                == [[#"knows was not there, is {"a":true}"#]])
        var other = PlanLock()
        try other.add(plan(["a": .anything]))
        #expect(try other.violations(in: plan(["a": .anything])).isEmpty)
        #expect(
            try other.violations(in: plan(["b": .anything])).map(\.changes)
                == [[#"knows was {"a":true}, is {"b":true}"#]])
        #expect(try other.violations(in: plan(nil)).map(\.changes) == [[#"knows was {"a":true}, is gone"#]])
        // Older lock files do not tell what a version knows.
        let old = try PlanLock(lockFile: lock.file.text().replacing("\"lockFormat\":2", with: "\"lockFormat\":1"))
        #expect(try old.violations(in: plan(["a": .anything])).isEmpty)
        #expect(old.file["lockFormat"] == 1)
    }

    @Test func halvesAreTold() throws {
        let plan = try MigrationPlan(
            "p", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "", up: Self.released, down: nil)])
        let violation = try #require(Self.lock().violations(in: plan).first)
        #expect(violation.changes.count == 3 && violation.from == "1" && violation.to == "2")
        #expect(violation.changes[0].hasPrefix("operations was [{") && violation.changes[0].hasSuffix(", is gone"))
        #expect(violation.changes[1].hasPrefix("up was not there, is [{"))
        #expect(
            violation.changes[2]
                == "the path from 2 back to 1, which it had, is missing: the migration declares no way down")
    }

    @Test func aStepThatIsGoneIsTold() throws {
        let plan = try MigrationPlan("p", versionAt: nil, versions: [PlanVersion("1")], migrations: [])
        #expect(
            try Self.lock().violations(in: plan).map(\.changes) == [["the plan no longer has the step"]])
    }

    @Test func onlyReleasedStepsAreLocked() throws {
        let plan = try Self.plan([.wrap("/a")], versions: 4)
        var lock = PlanLock()
        #expect(try lock.add(plan, through: "2") == ["1 → 2"])
        #expect(try lock.add(plan, through: "2") == [])
        #expect(try lock.add(plan) == ["2 → 3", "3 → 4"])
        let error = #expect(throws: MigrationError.self) { try lock.add(plan, through: "9") }
        #expect(error?.code == .unknownVersion)
    }

    @Test func aLockedStepStaysAsItWasReleased() throws {
        let released = try Self.lock()
        var lock = released
        try lock.add(Self.plan([.wrap("/a")], versions: 3))
        #expect(lock.steps.count == 2 && lock.steps[0] == released.steps[0])
    }

    @Test(arguments: [
        (
            #"{"lockFormat": 3}"#,
            "line 1, column 16, at \"/lockFormat\": lock files of format 3 are not known; known: 1, 2"
        ),
        (
            #"{"lockFormat": 1, "plan": "p", "steps": [{"from": "1", "to": "2", "step": {}, "fingerprint": "sha256:0"}]}"#,
            "line 1, column 94, at \"/steps/0/fingerprint\": the fingerprint is not that of the step 1 → 2 in this file, which is sha256:30d2c26b40e8116b526b25b07f68f70fe0bebfbe75886e7377002d452a89dd25: the lock file has been edited"
        ),
        (
            #"{"lockFormat": 1, "plan": "p", "step": []}"#,
            "line 1, column 40, at \"/step\": the member \"steps\" is missing; is \"step\" meant to be it?"
        ),
    ])
    func mistakesInALockFileAreTold(_ text: String, _ says: String) {
        let error = #expect(throws: PlanFileError.self) { try PlanLock(lockFile: text) }
        #expect(error?.description == says)
    }
}
