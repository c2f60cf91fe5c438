import TestSupport
import Testing

@testable import Migrations
@testable import VersionedCodec

/// Large documents that are to carry what they lose: what is found child by child is what is found as a whole.
@Suite struct LargeCarryingTests {
    private func options(limit: Int = 1 << 20, _ beyond: CarriedData.Options.BeyondLimit = .fail) -> MigrationOptions {
        var options = MigrationOptions(losses: .carry)
        (options.carrying.limit, options.carrying.beyondLimit) = (limit, beyond)
        return options
    }

    @Test(arguments: 0..<8) func documentsCarryWhatTheyCarryAsAWhole(seed: UInt64) throws {
        var random = RandomPlans(seed: seed &+ 3000)
        var (ran, carried, beside) = (0, 0, 0)
        for number in 0..<Cases.some(of: 640) {
            let plan = try number % 2 == 0 ? random.recordPlan() : random.twoWayPlan()
            let text = number % 2 == 0 ? random.records() : random.document()
            var options = options(limit: number % 5 == 0 ? 300 : 1 << 20, number % 10 == 0 ? .report : .fail)
            options.carrying.isSidecar = number % 3 == 1
            let operations = plan.migrations.map(\.directions)
            let result = Result {
                try plan.run(
                    on: Array(text.utf8), to: "3", from: nil, options: options, largeFrom: number % 4 == 1 ? nil : 0)
            }
            let slow = Result { try plan.migrate(JSONDocument(parsing: text), to: "3", options: options) }
            switch (result, slow) {
            case (.success(nil), _): continue
            case (.success(let fast?), .success(let slow)):
                #expect(fast.text == slow.text, "\(text)\n\(operations)")
                #expect(fast.losses == slow.losses, "\(text)\n\(operations)")
                #expect(fast.carried == slow.carried, "\(text)\n\(operations)")
                // Reasons are not said of what is carried.
                let carriedValues = [fast, slow].map {
                    $0.carriedLosses.map { "\($0.path) \($0.value) \($0.step ?? "")" }
                }
                #expect(carriedValues[0] == carriedValues[1], "\(text)\n\(operations)")
                ran += 1
                if fast.text.contains("carriedFormat") { carried += 1 }
                if fast.carried != nil { beside += 1 }
                if fast.text != slow.text { return }
                let home = Result { try plan.migrate(JSONDocument(parsing: fast.text), to: "1") }
                let large = Result {
                    try plan.run(on: Array(fast.bytes), to: "1", from: nil, options: .init(), largeFrom: 0)
                }
                if let home = try? home.get(), let large = try? large.get() { #expect(home.text == large.text) }
            case (.failure(let error), .failure(let other)):
                #expect("\(error)" == "\(other)", "\(text)\n\(operations)")
            default: Issue.record("\(result), \(slow)\n\(text)\n\(operations)")
            }
        }
        #expect(ran > 10 && carried + beside > 0, "\(ran) \(carried) \(beside)")
    }

    /// Arrays in which elements are equal, so that those that differ have partners elsewhere.
    @Test(arguments: 0..<6) func equalElementsHaveThePartnersOfTheWhole(seed: UInt64) throws {
        var random = SeededRandom(state: seed &+ 17)
        let plan = try MigrationPlan(
            "lists", versionAt: VersionLocation("/v", as: .integer), versions: ["1", "2", "3"].map { PlanVersion($0) },
            migrations: [
                Migration(
                    from: "1", to: "2", "x",
                    operations: [
                        .each("/o/l", [.remove("/x", ifAbsent: .skip), .rename("/k", to: "n", ifAbsent: .skip)]),
                        .each("/m", [.remove("/x", ifAbsent: .skip)], ifAbsent: .skip),
                    ]),
                Migration(
                    from: "2", to: "3", "y",
                    operations: [
                        .rename("/o", to: "p"), .remove("/z", ifAbsent: .skip),
                        .each("/p/l", [.mapValues("/n", [("a", "c"), ("b", "c")], ifUnknown: .skip, ifAbsent: .skip)]),
                    ]),
            ])
        var hunks = 0
        for _ in 0..<Cases.some(of: 200) {
            func element() -> String {
                let x = random.next() % 4 == 0 ? #","x":\#(random.next() % 2)"# : ""
                return ["{\"k\":\"a\"\(x)}", "{\"k\":\"b\"\(x)}", "{\"k\":\"d\",\"i\":1\(x)}", "{\"x\":[1,{}]}", "{}"][
                    Int(random.next() % 5)]
            }
            let list = (0..<Int(random.next() % 9)).map { _ in element() }.joined(separator: ",")
            let members = (0..<Int(random.next() % 4)).map { "\"\($0)\":\(element())" }.joined(separator: ",")
            let text = #"{"v":1,"z":[2],"o":{"s":"t","l":[\#(list)],"q":1},"m":{\#(members)}}"#
            let slow = try plan.migrate(JSONDocument(parsing: text), to: "3", options: options())
            let ran = try plan.run(on: Array(text.utf8), to: "3", from: nil, options: options(), largeFrom: 0)
            guard let fast = ran else { continue }
            #expect(fast.text == slow.text, "\(text)")
            #expect(fast.carriedLosses == slow.carriedLosses, "\(text)")
            let (before, home) = (
                try JSONDocument(parsing: text), try JSONDocument(parsing: plan.migrate(fast.text, to: "1").bytes)
            )
            #expect(CarriedChange.between(before.root, home.root).isEmpty, "\(text)")
            if fast.text.contains("hunks") { hunks += 1 }
        }
        #expect(hunks > 3)
    }

    @Test func dataBeyondTheLimitIsRefusedOrReported() throws {
        let plan = try MigrationPlan(
            "lists", versionAt: VersionLocation("/v", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "x", operations: [.each("/l", [.remove("/x")])])])
        let text = #"{"v":1,"l":[{"x":1},{"x":2}]}"#
        let error = #expect(throws: MigrationError.self) {
            try plan.run(on: Array(text.utf8), to: "2", from: nil, options: options(limit: 20), largeFrom: 0)
        }
        let other = #expect(throws: MigrationError.self) {
            try plan.migrate(JSONDocument(parsing: text), to: "2", options: options(limit: 20))
        }
        #expect(error?.code == .tooMuchCarriedData && error?.description == other?.description)
        let result = try plan.run(
            on: Array(text.utf8), to: "2", from: nil, options: options(limit: 20, .report), largeFrom: 0)
        #expect(result?.text == #"{"v":2,"l":[{},{}]}"#)
        #expect(result?.losses.count == 2 && result?.carriedLosses.isEmpty == true)
    }
}
