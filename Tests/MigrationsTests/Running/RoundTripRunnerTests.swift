import Migrations
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
        let runner = try #require(RoundTripRunner(plan, from: nil, context: nil, JSONParsingOptions()))
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
}
