import Foundation
import Testing
import VersionedCodec

@testable import Migrations

/// The code of a bridge runs once for a document in each direction, also if it loses something, and the way back and
/// the operation that lost it have to be found out.
@Suite struct BridgeRunsTests {
    enum Level: Int, APIVersion { case v1 = 1, v2, v3 }

    final class Calls: @unchecked Sendable, CustomStringConvertible {
        var up = 0, down = 0
        var description: String { "\(up) up, \(down) down" }
        func take() -> String {
            defer { (up, down) = (0, 0) }
            return description
        }
    }

    struct Old: Codable { var name: String, nick: String? }
    struct New: Codable { var name: String, age: Int? }

    /// Loses the nick of the older model in silence, and the age of the newer one with a report.
    struct PersonBridge: Bridge {
        let calls: Calls

        func upgrade(_ old: Old, in context: inout BridgeContext) throws -> New {
            calls.up += 1
            return New(name: old.name, age: nil)
        }

        func downgrade(_ new: New, in context: inout BridgeContext) throws -> Old {
            calls.down += 1
            if let age = new.age { context.lose(.integer(age), at: "/age", "version 1 has no ages") }
            return Old(name: new.name, nick: nil)
        }
    }

    struct SameBridge: Bridge {
        let calls: Calls
        func upgrade(_ old: New, in context: inout BridgeContext) -> New {
            calls.up += 1
            return old
        }
        func downgrade(_ new: New, in context: inout BridgeContext) -> New {
            calls.down += 1
            return new
        }
    }

    struct People: Codable { var people: [New] }

    private let calls = Calls()

    private static func controller() -> VersionController<Level> {
        VersionController<Level>(location: VersionLocation("/version", as: .integer))
    }

    /// A repeated step gets the models of its first run only as long as the same values go in.
    @Test func anotherValueIsAnotherRun() throws {
        let runs = BridgeRuns()
        var made = 0
        func run(_ value: JSONValue) throws -> Int? {
            let run = BridgeRuns.run(.document(value), in: runs) { _ in
                made += 1
                return made
            }
            return try run.outcome.get() as? Int
        }
        runs.begin("1 → 2")
        #expect(try [run(["a": 1]), run(["a": 2])] == [1, 2])
        runs.begin("1 → 2")
        #expect(try [run(["a": 1]), run(["a": 3]), run(["a": 2])] == [1, 3, 4])
        runs.begin("1 → 2")
        #expect(try [run(["a": 1]), run(["a": 3]), run(["a": 2])] == [1, 3, 4])
        runs.begin("2 → 3")
        #expect(try run(["a": 1]) == 5)
    }

    /// Two bridges, each of which is a whole step.
    private func steps() throws -> Migrator<New, Level> {
        try Migrator(
            New.self, controller: Self.controller(),
            migrations: [
                Migration(from: Level.v1, to: .v2, "People have ages", bridge: PersonBridge(calls: calls)),
                Migration(from: Level.v2, to: .v3, "Nothing", bridge: SameBridge(calls: calls)),
            ])
    }

    /// A bridge in a scope, beside operations that take a look at the document before they run, and on their way back.
    private func scopes(_ others: [JSONOperation] = []) throws -> Migrator<People, Level> {
        try Migrator(
            People.self, controller: Self.controller(),
            migrations: [
                Migration(
                    from: Level.v1, to: .v2, "People have ages",
                    operations: [.each("/people", [.bridge(PersonBridge(calls: calls))])] + others),
                Migration(from: Level.v2, to: .v3, "Nothing", operations: []),
            ])
    }

    private func old(_ count: Int) -> String {
        let people = (0..<count).map { #"{"name":"\#($0)","nick":"n"}"# }
        return #"{"version":1,"people":[\#(people.joined(separator: ","))],"x":1}"#
    }

    private func new(_ count: Int) -> String {
        let people = (0..<count).map { #"{"name":"\#($0)","age":\#($0)}"# }
        return #"{"version":3,"people":[\#(people.joined(separator: ","))],"x":1}"#
    }

    private static func reader(_ text: String) -> LineReader {
        var chunks = [Array(text.utf8)]
        return LineReader { chunks.popLast() }
    }

    private static let oldPerson = #"{"version":1,"name":"Ann","nick":"A"}"#
    private static let newPerson = #"{"version":3,"name":"Ann","age":7}"#

    // MARK: Whole steps

    @Test func wholeStepsRunOnce() throws {
        let people = try steps()
        #expect(try people.migrate(Data(Self.oldPerson.utf8), to: .v3).losses.map(\.path) == ["/nick"])
        #expect(calls.take() == "2 up, 2 down")
        #expect(try people.migrate(Data(Self.newPerson.utf8), to: .v1).losses.map(\.path) == ["/age"])
        #expect(calls.take() == "2 up, 2 down")
    }

    @Test func decodingRunsEachOnceAndItsLossesTheWayBackOnly() throws {
        let people = try steps()
        for payload in [Self.oldPerson, #"{"name":"Ann","nick":"A","version":1}"#] {
            let decoded = try people.decode(Data(payload.utf8))
            #expect(calls.take() == "2 up, 0 down")
            #expect(decoded.losses.map { "\($0.path) \($0.step ?? "")" } == ["/nick 1 → 2"])
            #expect(calls.take() == "0 up, 2 down")
        }
        let reported = try people.decodeReporting(Data(Self.oldPerson.utf8))
        #expect(calls.take() == "2 up, 0 down")
        #expect(reported.losses.map(\.path) == ["/nick"])
        #expect(calls.take() == "0 up, 2 down")
        #expect(throws: MigrationError.self) { try people.decode(Data(Self.oldPerson.utf8), losses: .fail) }
        #expect(calls.take() == "2 up, 2 down")
    }

    @Test func encodingRunsEachOnce() throws {
        let encoded = try steps().encode(New(name: "Ann", age: 7), for: .v1)
        #expect(encoded.losses.map(\.reason) == ["version 1 has no ages"])
        #expect(calls.take() == "2 up, 2 down")
    }

    @Test func carryingRunsEachOnce() throws {
        var options = MigrationOptions(losses: .carry)
        let there = try steps().migrate(Data(Self.oldPerson.utf8), to: .v3, options: options)
        #expect(there.carriedLosses.map(\.path) == ["/nick"])
        #expect(calls.take() == "2 up, 2 down")
        options.losses = .report
        #expect(try steps().migrate(there.data, to: .v1, options: options).text == Self.oldPerson)
        #expect(calls.take() == "2 up, 2 down")
    }

    @Test func roundTripsToEachVersionGoEachStepOnce() throws {
        let document = try JSONDocument(parsing: Self.oldPerson)
        #expect(try steps().plan.roundTrips(of: document).map(\.losses.count) == [1, 1])
        #expect(calls.up == 2)
    }

    // MARK: Scopes

    @Test func bridgesInScopesRunOnceForEachElement() throws {
        let generating: [JSONOperation] = [.generate("/id", .uuid(seed: "s"))]
        for people in [try scopes(), try scopes(generating)] {
            #expect(try people.migrate(Data(old(3).utf8), to: .v3).losses.count == 3)
            #expect(calls.take() == "3 up, 3 down")
        }
        let result = try scopes().migrate(Data(new(3).utf8), to: .v1)
        #expect(result.losses.map(\.path) == ["/people/0/age", "/people/1/age", "/people/2/age"])
        #expect(calls.take() == "3 up, 3 down")
    }

    @Test func decodingScopesRunsEachOnce() throws {
        for count in [2, 400] {
            let decoded = try scopes().decode(Data(old(count).utf8))
            #expect(calls.take() == "\(count) up, 0 down")
            #expect(decoded.losses.map(\.path.description).first == "/people/0/nick")
            #expect(calls.take() == "0 up, \(count) down")
        }
        _ = try scopes().encode(People(people: [New(name: "Ann", age: 1)]), for: .v1)
        #expect(calls.take() == "1 up, 1 down")
    }

    /// The way back may fail, and the document may be one that the fast way leaves to another one.
    @Test func errorsRunNoBridgeAgain() throws {
        let people = try scopes([.remove("/x"), .rename("/gone", to: "y")])
        #expect(throws: MigrationError.self) { try people.migrate(Data(old(2).utf8), to: .v3) }
        #expect(calls.take() == "2 up, 0 down")
        #expect(throws: MigrationError.self) {
            try scopes().migrate(Data(old(2).utf8), to: .v3, options: MigrationOptions(losses: .fail))
        }
        #expect(calls.take() == "2 up, 2 down")
    }

    @Test func linesRunEachOnce() throws {
        for (payload, target) in [(old(2), "3"), (new(2), "1")] {
            var lost = 0
            _ = try LineMigration(plan: scopes().plan, target: target).run(
                Self.reader(payload + "\n" + payload), write: { _ in },
                losses: { lost += $0.count })
            #expect(lost == 4)
            #expect(calls.take() == "4 up, 4 down")
        }
        _ = try LineMigration(plan: steps().plan, target: "3").run(
            Self.reader(Self.oldPerson), write: { _ in })
        #expect(calls.take() == "2 up, 2 down")
    }

    @Test func largeDocumentsRunEachOnce() throws {
        for (payload, target) in [(old(40), "3"), (new(40), "1")] {
            let payload = Array(payload.utf8)
            let plan = try scopes().plan
            let large = try plan.run(on: payload, to: target, from: nil, options: MigrationOptions(), largeFrom: 64)
            #expect(large?.losses.count == 40)
            #expect(calls.take() == "40 up, 40 down")
            #expect(try large?.losses == plan.migrate(payload, to: target).losses)
            _ = calls.take()
        }
    }

    @Test func planSetsRunEachOnceForEachEntity() throws {
        let set = try PlanSet(
            "API",
            entities: [
                PlanSet.Entity("Person", plan: steps().plan), PlanSet.Entity("People", plan: scopes().plan),
                PlanSet.Entity(
                    "Page", nested: [NestedEntity("Person", at: "/person"), NestedEntity("People", at: "/all")]),
            ],
            pins: [
                VersionPins("old", ["Person": "1", "People": "1"]), VersionPins("new", ["Person": "3", "People": "3"]),
            ])
        let page = #"{"person":\#(Self.oldPerson),"all":\#(old(2))}"#
        #expect(
            try set.migrate(page, entity: "Page", to: "new").losses.map(\.path)
                == ["/person/nick", "/all/people/0/nick", "/all/people/1/nick"])
        #expect(calls.take() == "4 up, 4 down")
    }

    // MARK: What is kept

    /// A bridge that answers otherwise each time is still one answer for a document; another document gets another one.
    @Test func whatTheBridgeSaysTheFirstTimeCounts() throws {
        struct Counting: Bridge {
            let calls: Calls
            func upgrade(_ old: Old, in context: inout BridgeContext) -> New {
                calls.up += 1
                return New(name: "\(calls.up)", age: nil)
            }
            func downgrade(_ new: New, in context: inout BridgeContext) -> Old { Old(name: new.name, nick: nil) }
        }
        let plan = try MigrationPlan(
            "People", controller: Self.controller(),
            migrations: [
                Migration(
                    from: Level.v1, to: .v2, "s",
                    operations: [.each("/people", [.bridge(Counting(calls: calls))])]),
                Migration(from: Level.v2, to: .v3, "s", operations: []),
            ])
        let payload = #"{"version":1,"people":[{"name":"x"},{"name":"x"}]}"#
        for names in [("1", "2"), ("3", "4")] {
            let result = try plan.migrate(payload, to: "3")
            #expect(result.text == #"{"version":3,"people":[{"name":"\#(names.0)"},{"name":"\#(names.1)"}]}"#)
            #expect(result.losses.map(\.path) == ["/people/0/name", "/people/1/name"])
        }
    }
}
