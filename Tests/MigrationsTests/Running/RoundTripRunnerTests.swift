import Migrations
import TestSupport
import Testing
import VersionedCodec

/// Lines that are taken there and back in the memory of others lose what they lose alone.
@Suite struct RoundTripRunnerTests {
    private static let documents = [
        #"{"v":1,"a":"x","b":1,"o":{"x":"1","y":2},"l":[{"k":"b","n":1},{"k":"a","n":2}]}"#,
        #"{"v":1,"a":"y","b":2,"o":{"x":"3","y":4},"l":[{"k":"a","n":1},{"k":"b","n":2}]}"#,
        #"{"v":1,"a":"","b":1.50,"o":{"x":"","y":-0},"l":[{"k":"b","n":1e2},{"k":"b","n":2}]}"#,
        #"{"v":1,"b":null,"o":{},"l":[]}"#, #"{"v":1,"a":["x"],"o":[1],"l":{}}"#, #"{"v":1}"#, #"{"v":2,"a":1}"#,
        #"{"v":1.0,"a":"x","b":1,"o":{"x":"1"},"l":[]}"#, #"{"v":1,"zz":{"_carried":1}}"#,
    ]

    private static let lists: [[JSONOperation]] = [
        [.rename("/a", to: "c", ifAbsent: .skip)], [.remove("/a", ifAbsent: .skip)],
        [.each("/l", [.remove("/k", ifAbsent: .skip)], ifAbsent: .skip, ifWrongKind: .skip)],
        [.sort("/l", by: "/k", ifAbsent: .skip, ifWrongKind: .skip)],
        [.add("/made", value: 1)], [.remove("/b", default: 7, ifAbsent: .skip)],
        [.convert("/b", from: .number, to: .string, ifAbsent: .skip, ifWrongKind: .skip)],
        [.convert("/o/x", from: .string, to: .number, ifAbsent: .skip, ifWrongKind: .skip)],
        [.move("/o/x", to: "/x", ifAbsent: .skip), .remove("/o/y", ifAbsent: .skip)],
        [.mapValues("/a", [("x", "eks"), ("y", "why")], ifUnknown: .skip, ifAbsent: .skip)],
    ]

    @Test(arguments: lists.indices) func losesWhatEachLoses(number: Int) throws {
        let plan = try MigrationPlan(
            "lines", versionAt: VersionLocation("/v", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "x", operations: Self.lists[number])])
        let runner = try #require(RoundTripRunner(plan, from: nil, context: nil, JSONParsingOptions(), isOfLines: true))
        var taken = 0
        for text in Self.documents + Self.documents {
            guard let lossy = runner.lossyTrips(of: Array(text.utf8)) else { continue }
            taken += 1
            let trips = try plan.roundTrips(of: JSONDocument(parsing: text))
            let expected = trips.filter { !$0.losses.isEmpty }
            #expect(lossy.map(\.from) == expected.map(\.from) && lossy.map(\.through) == expected.map(\.through))
            #expect(lossy.flatMap(\.losses).map(\.description) == expected.flatMap(\.losses).map(\.description))
            for trip in trips {
                guard case .returned(let returned) = trip.outcome else {
                    Issue.record("\(text) did not come back: \(trip.outcome)")
                    continue
                }
                #expect(returned.additions.isEmpty, "\(text)")
            }
        }
        // What the plan refuses, or gets back with more, is not taken.
        #expect(taken > 0)
    }

    /// Large documents, whose operations on elements wait, have the trips that they have as values; so have those in
    /// a style that sorts members.
    @Test(arguments: lists.indices, [nil, WritingStyle(keyOrder: .sorted)])
    func largeDocumentsComeBackAsValuesDo(number: Int, style: WritingStyle?) throws {
        let operations = Self.lists[number]
        let plan = try MigrationPlan(
            "documents", versionAt: VersionLocation("/v", as: .integer),
            versions: [PlanVersion("1"), PlanVersion("2", style: style), PlanVersion("3")],
            migrations: [
                Migration(
                    from: "1", to: "2", "x",
                    operations: [.each("/items", operations, ifAbsent: .skip, ifWrongKind: .skip)]),
                Migration(from: "2", to: "3", "y", operations: [.rename("/note", to: "text", ifAbsent: .skip)]),
            ])
        let runner = try #require(
            RoundTripRunner(plan, from: nil, context: nil, JSONParsingOptions(), isOfLines: false))
        var (random, taken) = (SeededRandom(state: UInt64(number)), 0)
        for round in 0..<Cases.some(of: 60) {
            let items = (0..<Int.random(in: 0...9, using: &random)).map { _ in
                Self.documents[Int.random(in: 0..<(round % 2 == 0 ? 3 : 9), using: &random)]
            }
            let separator = round % 3 == 0 ? ",\n  " : ","
            let text =
                #"{"v":\#(round % 4 == 3 ? 2 : 1),"note":\#(round),"items":[\#(items.joined(separator: separator))]}"#
            let expected = try plan.roundTrips(of: JSONDocument(parsing: text))
            for deferringFrom in [0, Int.max] {
                guard let trips = runner.trips(of: Array(text.utf8), deferringFrom: deferringFrom) else { continue }
                taken += 1
                #expect(trips.map { "\($0.from) \($0.through)" } == expected.map { "\($0.from) \($0.through)" })
                #expect(trips.map { $0.losses.map(\.description) } == expected.map { $0.losses.map(\.description) })
                for trip in expected {
                    guard case .returned(let returned) = trip.outcome else {
                        Issue.record("\(text) did not come back: \(trip.outcome)")
                        continue
                    }
                    #expect(returned.additions.isEmpty, "\(deferringFrom) \(trip.from) \(trip.through) \(text)")
                }
            }
        }
        #expect(taken > 0)
    }
}
