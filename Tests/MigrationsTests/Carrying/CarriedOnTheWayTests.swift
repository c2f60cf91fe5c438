import Migrations
import Testing
import VersionedCodec

/// Carried data of versions of an API that a way passes, that pin the same versions, or that are not reached.
@Suite struct CarriedOnTheWayTests {
    private static let carry = MigrationOptions(losses: .carry)

    /// Version 3 has no `/a`.
    private static func plan() throws -> MigrationPlan {
        try MigrationPlan(
            "O", versionAt: VersionLocation("/v", as: .integer),
            versions: ["1", "2", "3"].map { PlanVersion($0) },
            migrations: [
                Migration(from: "1", to: "2", "s", operations: [.rename("/o", to: "p", ifAbsent: .skip)]),
                Migration(from: "2", to: "3", "s", operations: [.remove("/a", default: "EUR")]),
            ])
    }

    private static func set(_ pins: [(String, String)]) throws -> PlanSet {
        try PlanSet("S", entities: [PlanSet.Entity("O", plan: plan())], pins: pins.map { VersionPins($0, ["O": $1]) })
    }

    @Test(arguments: [nil, "C"], [LossPolicy.report, .fail, .carry])
    func aWayOverTheVersionRestores(_ from: String?, _ policy: LossPolicy) throws {
        let set = try Self.set([("A", "1"), ("B", "2"), ("C", "3")])
        let payload = #"{"v":2,"p":1,"a":"CHF"}"#
        let there = try set.migrate(payload, entity: "O", to: "C", from: "B", options: Self.carry)
        #expect(there.carriedLosses.map(\.path) == ["/a"])
        if policy == .carry, from == nil { return }  // Carrying needs the version that the payload comes from.
        let result = try set.migrate(
            there.text, entity: "O", to: "A", from: from, options: MigrationOptions(losses: policy))
        #expect(result.text == #"{"v":1,"o":1,"a":"CHF"}"#)
        #expect(result.losses.isEmpty && result.outdatedCarried.isEmpty)
        // As the plan alone, and as one version after the other.
        #expect(try Self.plan().migrate(payload, to: "1").text == result.text)
        let between = try set.migrate(there.text, entity: "O", to: "B", from: "C")
        #expect(between.text == payload)
        #expect(try set.migrate(between.text, entity: "O", to: "A", from: "B").text == result.text)
    }

    /// What was given up behind the start of the way may be absent on it.
    /// What a version on the way does not know is left out there before what is carried for it is restored.
    @Test func versionOnTheWayKnowsWhatItKnew() throws {
        let plan = try MigrationPlan(
            "O", versionAt: VersionLocation("/v", as: .integer),
            versions: [PlanVersion("1"), PlanVersion("2", knows: ["b": .anything]), PlanVersion("3")],
            migrations: [
                Migration(from: "1", to: "2", "s", operations: [.introduce("/e")]),
                Migration(from: "2", to: "3", "s", operations: [.move("/meta", to: "/b", ifAbsent: .skip)]),
            ])
        let payload = #"{"v":1,"b":true,"meta":{"x":1}}"#
        let middle = try plan.migrate(payload, to: "2", options: Self.carry)
        let newest = try plan.migrate(middle.text, to: "3", options: Self.carry)
        let back = try plan.migrate(newest.text, to: "1")
        #expect(back.text == payload && back.outdatedCarried.isEmpty)
        #expect(try plan.migrate(plan.migrate(newest.text, to: "2").text, to: "1").text == payload)
    }

    @Test func aWayInTwoCallsRestoresAsInOne() throws {
        let plan = try MigrationPlan(
            "O", versionAt: VersionLocation("/v", as: .integer), versions: ["1", "2", "3"].map { PlanVersion($0) },
            migrations: [
                Migration(from: "1", to: "2", "s", operations: [.convert("/a", from: .string, to: .number)]),
                Migration(from: "2", to: "3", "s", operations: [.remove("/a")]),
            ])
        let payload = #"{"v":1,"a":"5"}"#
        let there = try plan.migrate(payload, to: "3", options: Self.carry)
        let between = try plan.migrate(there.text, to: "2")
        #expect(try plan.migrate(between.text, to: "1").text == payload)
        #expect(try plan.migrate(there.text, to: "1").text == payload)
        // Nothing is carried for it.
        #expect(throws: MigrationError.self) { try plan.migrate(#"{"v":2}"#, to: "1") }
    }

    /// A loss of such a value has the place of the document.
    @Test func lossOnTheWayNamesTheDocument() throws {
        let plan = try MigrationPlan(
            "O", versionAt: VersionLocation("/v", as: .integer), versions: ["1", "2", "3"].map { PlanVersion($0) },
            migrations: [
                Migration(from: "1", to: "2", "s", operations: [.introduce("/x")]),
                Migration(from: "2", to: "3", "s", operations: [.remove("/x", ifAbsent: .skip)]),
            ])
        let there = try plan.migrate(" " + #"{"v":2,"x":9}"#, to: "3", options: Self.carry)
        let losses = try plan.migrate(there.text, to: "1").losses
        #expect(losses.map { "\($0.path) \($0.position?.column ?? 0)" } == ["/x 2"])
    }

    /// A value that is restored in a version on the way, and that the later versions cannot hold, is lost, as in two
    /// calls.
    @Test(arguments: [LossPolicy.report, .fail, .carry], [false, true])
    func whatIsRestoredOnTheWayIsLostAgain(_ policy: LossPolicy, _ inSet: Bool) throws {
        let plan = try MigrationPlan(
            "O", versionAt: VersionLocation("/v", as: .integer), versions: ["1", "2", "3"].map { PlanVersion($0) },
            migrations: [
                Migration(from: "1", to: "2", "s", operations: [.introduce("/x")]),
                Migration(from: "2", to: "3", "s", operations: [.remove("/x", ifAbsent: .skip)]),
            ])
        let set = try PlanSet(
            "S", entities: [PlanSet.Entity("O", plan: plan)],
            pins: [("A", "1"), ("B", "2"), ("C", "3")].map { VersionPins($0, ["O": $1]) })
        func migrate(_ text: String, to target: String, from source: String, _ policy: LossPolicy) throws
            -> (text: String, losses: [Loss], carried: [Loss])
        {
            let options = MigrationOptions(losses: policy)
            if inSet {
                let labels = ["1": "A", "2": "B", "3": "C"]
                let result = try set.migrate(
                    text, entity: "O", to: labels[target] ?? "", from: labels[source], options: options)
                return (result.text, result.losses, result.carriedLosses)
            }
            let result = try plan.migrate(text, to: target, options: options)
            return (result.text, result.losses, result.carriedLosses)
        }
        let document = #"{"v":2,"x":1,"y":2}"#
        let newest = try migrate(document, to: "3", from: "2", .carry).text
        if policy == .fail {
            let error = #expect(throws: MigrationError.self) { try migrate(newest, to: "1", from: "3", .fail) }
            #expect(error?.code == .losses)
            return
        }
        let oldest = try migrate(newest, to: "1", from: "3", policy)
        #expect((policy == .carry ? oldest.carried : oldest.losses).map(\.path) == ["/x"])
        #expect((policy == .carry ? oldest.losses : oldest.carried).isEmpty)
        let home = try migrate(oldest.text, to: "2", from: "1", .report).text
        #expect(home == (policy == .carry ? #"{"v":2,"y":2,"x":1}"# : #"{"v":2,"y":2}"#))
        // As two calls, one after the other.
        let between = try migrate(newest, to: "2", from: "3", policy).text
        #expect(try migrate(between, to: "1", from: "2", policy).text == oldest.text)
    }

    /// The rest of a way may lack what was given up before its version: then it cannot be gone by itself.
    @Test(arguments: [LossPolicy.report, .carry]) func restOfAWayThatFailsByItselfIsNoError(_ policy: LossPolicy) throws
    {
        let plan = try MigrationPlan(
            "O", versionAt: VersionLocation("/v", as: .integer), versions: ["1", "2", "3"].map { PlanVersion($0) },
            migrations: [
                Migration(
                    from: "1", to: "2", "s",
                    operations: [.rename("/a", to: "b"), .introduce("/x"), .rename("/k", to: "l")]),
                Migration(
                    from: "2", to: "3", "s",
                    operations: [.remove("/b", ifAbsent: .skip), .remove("/x", ifAbsent: .skip)]),
            ])
        let document = #"{"v":2,"x":1,"l":2}"#
        let newest = try plan.migrate(document, to: "3", options: Self.carry).text
        let oldest = try plan.migrate(newest, to: "1", options: MigrationOptions(losses: policy))
        let lost = policy == .carry ? oldest.carriedLosses : oldest.losses
        #expect(lost.map(\.path) == ["/x"], "\(lost)")
        guard policy == .carry else {
            #expect(oldest.text == #"{"v":1,"k":2}"#)
            return
        }
        #expect(try plan.migrate(oldest.text, to: "3").text.contains(#""l":2"#))
    }

    @Test func versionsThatPinTheSameRestoreTheSame() throws {
        let set = try Self.set([("A", "2"), ("B", "2"), ("C", "3")])
        let payload = #"{"v":2,"a":"CHF"}"#
        for (carrying, restoring) in [("A", "B"), ("B", "A"), ("A", "A"), ("B", "B")] {
            let there = try set.migrate(payload, entity: "O", to: "C", from: carrying, options: Self.carry)
            #expect(try set.migrate(there.text, entity: "O", to: restoring, from: "C").text == payload)
        }
    }

    /// A version on the way in which an entity does not exist restores nothing, and its data stays.
    @Test func anEntityThatAVersionOnTheWayLacks() throws {
        let inner = try PlanSet.Entity("I", plan: Self.plan())
        let outer = PlanSet.Entity("O", plan: try Self.plan(), nested: [NestedEntity("I", at: "/i")])
        let set = try PlanSet(
            "S", entities: [outer, inner],
            pins: [
                VersionPins("A", ["O": "1", "I": "1"]), VersionPins("B", ["O": "2"]),
                VersionPins("C", ["O": "3", "I": "3"]),
            ])
        let there = try set.migrate(#"{"v":2,"a":"CHF"}"#, entity: "O", to: "C", from: "B", options: Self.carry)
        let edited = there.text.replacing(#""v":3"#, with: #""v":3,"i":{"v":3}"#)
        let result = try set.migrate(edited, entity: "O", to: "A", from: "C")
        #expect(result.text.hasPrefix(#"{"v":1,"i":{"v":1,"a":"EUR"},"a":"EUR","x-carried-data""#), "\(result.text)")
    }

    @Test func whatKeepsItsVersionOfTheAPICarriesNothing() throws {
        let set = try Self.set([("C", "3")])
        let error = #expect(throws: MigrationError.self) {
            try set.migrate(#"{"v":2,"a":"CHF"}"#, entity: "O", to: "C", from: "C", options: Self.carry)
        }
        #expect(error?.code == .losses)
        #expect(
            error?.message.hasSuffix("the payload stays in its version of the API, so nothing can be carried") == true)
    }

    /// What is dropped without being restored is named.
    @Test func whatIsDroppedIsReported() throws {
        let plan = try MigrationPlan(
            "O", versionAt: VersionLocation("/v", as: .integer),
            versions: ["1", "2", "3"].map { PlanVersion($0) },
            migrations: [
                Migration(from: "1", to: "2", "s", operations: [.add("/n", value: 0)]),
                Migration(from: "2", to: "3", "s", operations: []),
            ])
        let there = try plan.migrate(#"{"v":3,"n":7}"#, to: "1", options: Self.carry)
        var options = MigrationOptions()
        options.carrying.isDropped = true
        for target in ["1", "2"] {
            let result = try plan.migrate(there.text, to: target, options: options)
            #expect(result.outdatedCarried == ["/n"])
            #expect(!result.text.contains("carried"))
        }
        let home = try plan.migrate(there.text, to: "3", options: options)
        #expect(home.text == #"{"v":3,"n":7}"# && home.outdatedCarried.isEmpty)
    }

    /// A document that has the target version keeps every byte, with a sidecar too.
    @Test func aSidecarDoesNotChangeADocumentThatStays() throws {
        var options = Self.carry
        options.carrying.isSidecar = true
        let there = try Self.plan().migrate(#"{"v":2,"a":"CHF"}"#, to: "3", options: options)
        var given = MigrationOptions()
        given.carrying.given = try #require(there.carried)
        let same = #"{"v": 3 }"#
        #expect(try Self.plan().migrate(same, to: "3", options: given).text == same)
    }
}
