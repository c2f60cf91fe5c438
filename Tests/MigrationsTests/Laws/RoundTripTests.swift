import Migrations
import Testing
import VersionedCodec

@Suite struct RoundTripTests {
    private func trip(_ operations: JSONOperation..., on payload: String) throws -> RoundTrip {
        let trips = try MigrationPlan.of(operations).roundTrips(of: JSONDocument(parsing: payload), from: "1")
        return try #require(trips.first)
    }

    private func returned(_ trip: RoundTrip) throws -> RoundTrip.Returned {
        guard case .returned(let returned) = trip.outcome else { throw Unexpected() }
        return returned
    }

    private struct Unexpected: Error {}

    @Test func exactTripReturnsEverything() throws {
        let trip = try trip(.rename("/a", to: "b"), on: #"{"a":1}"#)
        #expect(trip.isSound)
        #expect(trip.from == "1" && trip.through == "2")
        let returned = try returned(trip)
        #expect(returned.losses.isEmpty && returned.additions.isEmpty)
    }

    @Test func valueThatIsRemovedIsLost() throws {
        let returned = try returned(try trip(.remove("/a"), on: #"{"a":{"x":1}}"#))
        #expect(returned.losses.map(\.path) == ["/a"])
    }

    @Test func defaultIsAnAddition() throws {
        let returned = try returned(try trip(.remove("/a", default: 1, ifAbsent: .skip), on: "{}"))
        #expect(returned.additions.map(\.description) == [#"at "/a": 1 was not there before"#])
    }

    @Test func valueThatComesBackElsewhereIsLost() throws {
        let plan = try MigrationPlan(
            "p", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [
                Migration(
                    from: "1", to: "2", "", up: [.rename("/a", to: "b")], down: [.rename("/b", to: "c")])
            ])
        let trip = try #require(try plan.roundTrips(of: JSONDocument(parsing: #"{"a":1,"z":2}"#), from: "1").first)
        let returned = try returned(trip)
        #expect(
            returned.losses.map(\.description) == [
                #"line 1, column 6, at "/a": lost 1: it does not come back (step 1 → 2, rename "/a" to "b")"#
            ])
        #expect(returned.additions.map(\.description) == [#"at "/c": 1 was not there before"#])
    }

    @Test func eachValueIsLostForItself() throws {
        let plan = try MigrationPlan(
            "p", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [
                Migration(
                    from: "1", to: "2", "", up: [.remove("/z"), .rename("/a", to: "b")],
                    down: [.move("/b", to: "/z")])
            ])
        let trip = try #require(try plan.roundTrips(of: JSONDocument(parsing: #"{"a":1,"z":2}"#), from: "1").first)
        #expect(try returned(trip).losses.map(\.path) == ["/a", "/z"])
    }

    @Test func refusalIsSoundAndMisfitIsNot() throws {
        let refused = try trip(.refuse("no"), on: "{}")
        #expect(refused.isSound)
        guard case .refused(let error) = refused.outcome else { throw Unexpected() }
        #expect(error.message == "no")
        let failed = try trip(.rename("/a", to: "b"), on: "{}")
        #expect(!failed.isSound)
        guard case .failed(let misfit) = failed.outcome else { throw Unexpected() }
        #expect(misfit.code == .absent)
    }

    @Test func wayThereIsTriedEvenWhereThereIsNoneBack() throws {
        let plan = try MigrationPlan(
            "p", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "", up: [.rename("/a", to: "b")], down: nil)])
        let fits = try #require(try plan.roundTrips(of: JSONDocument(parsing: #"{"a":1}"#), from: "1").first)
        guard case .refused(let error) = fits.outcome else { throw Unexpected() }
        #expect(error.code == .noWay)
        let misfit = try #require(try plan.roundTrips(of: JSONDocument(parsing: "{}"), from: "1").first)
        guard case .failed(let error) = misfit.outcome else { throw Unexpected() }
        #expect(error.code == .absent)
    }

    @Test func elementThatIsGoneMakesNoOtherDiffer() throws {
        let returned = try returned(try trip(.remove("/0"), on: "[1,2,3,2]"))
        #expect(returned.additions.isEmpty)
        #expect(returned.losses.map(\.path) == ["/0"])
    }

    @Test func changedOrderIsFound() throws {
        let plan = try MigrationPlan(
            "p", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "", up: [.move("/0", to: "/1")], down: [])])
        let trip = try #require(try plan.roundTrips(of: JSONDocument(parsing: "[1,2]"), from: "1").first)
        #expect(
            try self.returned(trip).losses.map(\.described) == [
                "line 1, column 1, at the root: lost [1,2]: the order of the elements is not kept"
            ])
    }

    @Test func manyLossesTakeLinearTime() throws {
        let elements = (0..<20_000).map { #"{"a":\#($0),"b":1}"# }.joined(separator: ",")
        let plan = try MigrationPlan.of([.each([.remove("/a")])])
        let trip = try #require(try plan.roundTrips(of: JSONDocument(parsing: "[\(elements)]"), from: "1").first)
        #expect(trip.isSound)
        #expect(try returned(trip).losses.count == 20_000)
    }
}
