import Foundation
import TestSupport
import Testing

@testable import Migrations
@testable import VersionedCodec

/// A runner of a set carries and restores what the set does on a document that was read apart, or leaves the payload to
/// it.
@Suite struct SetRunnerCarryingTests {
    private static func shop() throws -> PlanSet {
        let order = try MigrationPlan(
            planFile: """
                {"planFormat": 2, "name": "Order", "version": {"at": "/v", "as": "integer"},
                "versions": [{"version": "1"}, {"version": "2"}, {"version": "3"}],
                "migrations": [
                  {"from": "1", "to": "2", "summary": "s", "operations": [
                    {"op": "join", "from": ["/first", "/last"], "into": "/name", "separator": " "},
                    {"op": "remove", "path": "/note", "ifAbsent": "skip"}]},
                  {"from": "2", "to": "3", "summary": "t", "operations": [
                    {"op": "rename", "path": "/total", "to": "price", "ifAbsent": "skip"},
                    {"op": "remove", "path": "/extra", "ifAbsent": "skip"}]}]}
                """)
        return try PlanSet(
            "Shop",
            entities: [
                PlanSet.Entity("Order", plan: order, nested: [NestedEntity("Order", eachOf: "/parts")]),
                PlanSet.Entity(
                    "Page", nested: [NestedEntity("Order", eachOf: "/items"), NestedEntity("Order", at: "/best")]),
            ],
            pins: [
                VersionPins("a", ["Order": "1"]), VersionPins("b", ["Order": "2"]), VersionPins("c", ["Order": "3"]),
            ])
    }

    /// - `names`: Whether it names its version; `nil`: as it happens.
    private static func order(_ random: inout SeededRandom, names: Bool?, depth: Int = 0) -> JSONValue {
        var object: JSONObject = [
            "v": 1, "id": .integer(Int.random(in: 0..<9, using: &random)), "first": "Ann",
            "last": .string(["Bach", "Coe", "Doe"][Int.random(in: 0..<3, using: &random)]),
        ]
        if Bool.random(using: &random) { object["total"] = .integer(Int.random(in: 0..<99, using: &random)) }
        if Int.random(in: 0..<4, using: &random) == 0 { object["note"] = .string("n") }
        if Int.random(in: 0..<4, using: &random) == 0 { object["extra"] = ["e", [:]] }
        // One that is in a newer version already comes back in the version that is pinned.
        if Int.random(in: 0..<6, using: &random) == 0 {
            (object["v"], object["name"], object["first"], object["last"]) = (2, "Eve Foe", nil, nil)
        }
        if depth < 2, Int.random(in: 0..<4, using: &random) == 0 {
            let part = order(&random, names: names, depth: depth + 1)
            object["parts"] = ["x": part, "y": order(&random, names: names, depth: depth + 1)]
        }
        if object["v"] == 1, !(names ?? Bool.random(using: &random)) { object["v"] = nil }
        return .object(object)
    }

    private static func page(_ random: inout SeededRandom) -> JSONValue {
        let names: Bool? = [true, true, false, nil][Int.random(in: 0..<4, using: &random)]
        var items = JSONObject()
        for number in 0..<Int.random(in: 0...4, using: &random) { items["k\(number)"] = order(&random, names: names) }
        var page: JSONObject = ["items": .object(items), "total": 1]
        if Bool.random(using: &random) { page["items"] = .array(JSONArray(items.map(\.value))) }
        if Bool.random(using: &random) { page["best"] = order(&random, names: names) }
        return .object(page)
    }

    /// A payload with a change that somebody made to it.
    private static func edited(_ text: String, _ random: inout SeededRandom) throws -> String {
        var root = try JSONDocument(parsing: text).root
        switch Int.random(in: 0..<5, using: &random) {
        case 0: root.object?["total"] = "new"
        case 1: root.object?["best"]?.object?["name"] = "Eve Foe"
        case 2: root.object?["items"]?.object?["k0"] = nil
        case 3: root.object?["items"]?.object?["k1"]?.object?["id"] = 77
        default: return text
        }
        return root.text()
    }

    @Test(arguments: 0..<8 as Range<UInt64>) func runnersCarryWhatSetsCarry(seed: UInt64) throws {
        let (set, labels) = (try Self.shop(), ["a", "b", "c"])
        let entity = try set.entity(of: "Page")
        var (random, taken, carried, back, both, large) = (SeededRandom(state: seed &+ 70), 0, 0, 0, 0, 0)
        for _ in 0..<Cases.some(of: 120) {
            let target = try set.pins(of: Bool.random(using: &random) ? "b" : "c")
            let source = try set.pins(of: "a")
            var options = MigrationOptions(losses: .carry)
            options.carrying.isSidecar = Bool.random(using: &random)
            let runner = try #require(SetRunner(set, entity, to: target, from: source, options))
            // Payloads of one shape follow each other.
            let first = Self.page(&random)
            for page in [first, first, Self.page(&random)] {
                let document = try JSONDocument(parsing: page.text())
                let apart = try set.migrateCarrying(
                    document, document.bytes, entity, to: target, from: source, options)
                let there = Self.migrated(document.bytes, nil, by: runner)
                var returning = MigrationOptions()
                #expect(
                    (try set.migrate(document.bytes, entity: "Page", to: target.label, from: "a", options: options))
                        .text == apart.text)
                if let there {
                    taken += 1
                    carried += runner.lossList.array.count
                    #expect(there == apart.text && runner.sidecar == apart.carried, "\(page)")
                    #expect(
                        Loss.inDocumentOrder(runner.lossList.array, document.bytes) == apart.carriedLosses, "\(page)")
                }
                // The children of each container wait for each other, as in a large payload.
                if let bytes = runner.migrated(document.bytes, largeFrom: 0) {
                    if apart.bytes != document.bytes { large += 1 }
                    #expect(String(decoding: bytes, as: UTF8.self) == apart.text, "\(page)")
                    #expect(runner.sidecar == apart.carried, "\(page)")
                    #expect(runner.lossList.inDocumentOrder(document.bytes).array == apart.carriedLosses, "\(page)")
                }
                // It comes back as it was, and with or without the versions that its entities named.
                returning.carrying.given = apart.carried
                let home = try set.migrate(apart.bytes, entity: "Page", to: "a", from: target.label, options: returning)
                #expect(try JSONDocument(parsing: home.text).root.isEquivalent(to: document.root), "\(page)")
                // And the way back, after a change, to any version; what is lost there may be carried, too.
                returning.losses = Bool.random(using: &random) ? .carry : .report
                returning.carrying.isSidecar = options.carrying.isSidecar
                let changed = try Self.edited(apart.text, &random)
                let next = try set.pins(of: labels.filter { $0 != target.label }.randomElement(using: &random)!)
                returning.carrying.given = apart.carried
                let changedDocument = try JSONDocument(parsing: changed)
                let homeApart = try set.migrateCarrying(
                    changedDocument, changedDocument.bytes, entity, to: next, from: target, returning)
                returning.carrying.given = nil
                let homeRunner = try #require(SetRunner(set, entity, to: next, from: target, returning))
                guard let text = Self.migrated(changedDocument.bytes, apart.carried, by: homeRunner) else { continue }
                back += 1
                #expect(text == homeApart.text && homeRunner.outdated == homeApart.outdatedCarried, "\(changed)")
                #expect(homeRunner.sidecar == homeApart.carried, "\(changed)")
                if returning.losses == .carry { both += 1 }
                let large = homeRunner.migrated(changedDocument.bytes, given: apart.carried, largeFrom: 0)
                if let large { #expect(String(decoding: large, as: UTF8.self) == text, "\(changed)") }
            }
        }
        #expect(taken > 5 && carried > 0 && back > 5 && large > 5, "\(taken) \(carried) \(back) \(large)")
        if Cases.areAll { #expect(both > 5, "\(both)") }
    }

    private static func migrated(_ payload: [UInt8], _ given: CarriedData?, by runner: SetRunner) -> String? {
        var bytes: [UInt8] = []
        let isTaken = payload.withUnsafeBufferPointer { runner.migrate($0, given: given, to: &bytes) }
        return isTaken ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// Entities that name no versions come back without them, which takes one word, however many there are.
    @Test(arguments: [2, 3000]) func entitiesWithoutVersionsComeBackWithoutThem(count: Int) throws {
        let order = #"{"id":1,"first":"A","last":"B"}"#
        let text = #"{"items":["# + Array(repeating: order, count: count).joined(separator: ",") + "]}"
        let set = try Self.shop()
        let there = try set.migrate(
            text, entity: "Page", to: "b", from: "a", options: MigrationOptions(losses: .carry))
        #expect(
            there.text.hasSuffix(
                #""x-carried-data":{"carriedFormat":1,"versions":{"a":{"from":"b","unnamed":true,"changes":[]}}}}"#))
        #expect(there.text.hasPrefix(#"{"items":[{"v":2,"id":1,"name":"A B"},"#) && there.carriedLosses.isEmpty)
        let back = try set.migrate(there.text, entity: "Page", to: "a", from: "b").text
        #expect(try JSONDocument(parsing: back).root.isEquivalent(to: JSONDocument(parsing: text).root))
        // One that names its version comes back with it.
        let mixed = #"{"items":["# + order + #",{"v":1,"id":2,"first":"C","last":"D"}]}"#
        let mixedThere = try set.migrate(
            mixed, entity: "Page", to: "b", from: "a", options: MigrationOptions(losses: .carry))
        let mixedBack = try set.migrate(mixedThere.text, entity: "Page", to: "a", from: "b").text
        #expect(try JSONDocument(parsing: mixedBack).root.isEquivalent(to: JSONDocument(parsing: mixed).root))
    }

    /// An entity that loses something computes texts where the next one does: each gets its own.
    @Test func entitiesOfOnePayloadComeBackWithTheirOwnTexts() throws {
        let text =
            #"{"items":{"k0":{"v":1,"first":"A","last":"B","note":1},"k1":{"v":1,"first":"C","last":"D","note":2}}}"#
        let there = try Self.shop().migrate(
            text, entity: "Page", to: "b", from: "a", options: MigrationOptions(losses: .carry))
        #expect(there.text.contains(#""k0":{"v":2,"name":"A B"},"k1":{"v":2,"name":"C D"}"#))
        #expect(there.carriedLosses.map(\.path) == ["/items/k0/note", "/items/k1/note"])
        #expect(there.text.components(separatedBy: #""path""#).count == 3, "\(there.text)")
        #expect(
            try JSONDocument(parsing: Self.shop().migrate(there.text, entity: "Page", to: "a", from: "b").text).root
                .isEquivalent(to: JSONDocument(parsing: text).root))
    }

    /// Plans that lose nothing by themselves do so together, and an entity may have come from another version.
    @Test(arguments: [#"{"lines":[{"p":1}]}"#, #"{"v":2,"lines":[{"v":2,"r":1}]}"#, #"{"lines":[{"v":2,"r":1}]}"#])
    func whatExactPlansLoseTogetherIsCarried(payload: String) throws {
        func plan(_ name: String, _ operation: JSONOperation) throws -> MigrationPlan {
            try MigrationPlan(
                name, versionAt: VersionLocation("/v", as: .integer, legacy: "1"),
                versions: [PlanVersion("1"), PlanVersion("2")],
                migrations: [Migration(from: "1", to: "2", "s", operations: [operation])])
        }
        let outer = try plan("Outer", .each("/lines", [.rename("/p", to: "q", ifAbsent: .skip)]))
        let inner = try plan("Inner", .rename("/q", to: "r", ifAbsent: .skip))
        let set = try PlanSet(
            "Set",
            entities: [
                PlanSet.Entity("Outer", plan: outer, nested: [NestedEntity("Inner", eachOf: "/lines")]),
                PlanSet.Entity("Inner", plan: inner),
            ],
            pins: [VersionPins("a", ["Outer": "1", "Inner": "1"]), VersionPins("b", ["Outer": "2", "Inner": "2"])])
        let there = try set.migrate(
            payload, entity: "Outer", to: "b", from: "a", options: MigrationOptions(losses: .carry))
        #expect(there.text.contains("x-carried-data"), "\(there.text)")
        let back = try set.migrate(there.text, entity: "Outer", to: "a", from: "b")
        #expect(try JSONDocument(parsing: back.text).root.isEquivalent(to: JSONDocument(parsing: payload).root))
    }

    /// A payload that is carried as a whole, from a version on the way, comes back in one call as in two.
    @Test func wholePayloadsComeBackOverSeveralVersions() throws {
        let plan = try MigrationPlan(
            planFile: """
                {"planFormat": 2, "name": "P", "versions": [{"version": "1"}, {"version": "2"}, {"version": "3"}],
                "migrations": [
                  {"from": "1", "to": "2", "summary": "s", "operations": [{"op": "rename", "path": "/x", "to": "y"}]},
                  {"from": "2", "to": "3", "summary": "s", "operations": [
                    {"op": "split", "from": "/name", "into": ["/f", "/l"], "separator": " "}]}]}
                """)
        let set = try PlanSet(
            "Set", entities: [PlanSet.Entity("P", plan: plan)],
            pins: (1...3).map { VersionPins("a\($0)", ["P": "\($0)"]) })
        func migrate(_ text: String, from: String, to: String) throws -> String {
            try set.migrate(text, entity: "P", to: to, from: from, options: MigrationOptions(losses: .carry)).text
        }
        let payload = #"{"f":"A","l":"B C","y":2}"#
        let lowest = try migrate(migrate(payload, from: "a3", to: "a2"), from: "a2", to: "a1")
        #expect(try set.migrate(lowest, entity: "P", to: "a3", from: "a1").text == payload)
        let middle = try set.migrate(lowest, entity: "P", to: "a2", from: "a1").text
        #expect(try set.migrate(middle, entity: "P", to: "a3", from: "a2").text == payload)
    }
}
