import Migrations
import TestSupport
import Testing
import VersionedCodec

/// Values that are made: none that is taken, and only those are removed again that would be made again.
@Suite struct GenerateOperationTests {
    private static let cells = JSONOperation.each("/c", [.generate("/id", .sequence("n-%d"))])

    @Test(arguments: [
        Change(cells, on: #"{"c":[{},{"id":"x"},{}]}"#, gives: #"{"c":[{"id":"n-1"},{"id":"x"},{"id":"n-2"}]}"#),
        Change(
            cells, on: #"{"c":[{},{"id":"n-2"},{}]}"#, gives: #"{"c":[{"id":"n-1"},{"id":"n-2"},{"id":"n-3"}]}"#,
            losing: [
                #"line 1, column 16, at "/c/1/id": lost "n-2": it is kept, and the way back takes it away"#
            ], back: #"{"c":[{},{},{}]}"#),
        Change(
            cells, on: #"{"c":[{"id":"n-7"},{}]}"#, gives: #"{"c":[{"id":"n-7"},{"id":"n-1"}]}"#),
        Change(
            .each("/c", [.rename("/key", to: "id", ifAbsent: .skip), .generate("/id", .sequence("n-%d"))]),
            on: #"{"c":[{},{"key":"n-1"}]}"#, gives: #"{"c":[{"id":"n-2"},{"id":"n-1"}]}"#,
            losing: [#"line 1, column 17, at "/c/1/key": lost "n-1": it does not come back"#],
            back: #"{"c":[{"key":"n-2"},{}]}"#),
        Change(
            .each("/a", [.generate("/id", .sequence("%d"))]), .each("/b", [.generate("/id", .sequence("%d"))]),
            on: #"{"a":[{},{}],"b":[{"id":"2"},{}]}"#,
            gives: #"{"a":[{"id":"1"},{"id":"3"}],"b":[{"id":"2"},{"id":"4"}]}"#,
            back: #"{"a":[{},{"id":"3"}],"b":[{"id":"2"},{"id":"4"}]}"#),
        Change(.generate("/id", .uuid()), on: #"{"id":"x"}"#, gives: #"{"id":"x"}"#),
    ])
    func whatIsTakenIsNotMade(_ change: Change) throws { try change.check() }

    @Test func wayBackKeepsWhatItWouldNotMakeAgain() throws {
        let plan = try MigrationPlan.of([Self.cells])
        let down = try plan.migrate(#"{"c":[{"id":"n-1"},{"id":"x"},{"id":"n-2"},{"id":"n-9"}]}"#, to: "1", from: "2")
        #expect(down.text == #"{"c":[{},{"id":"x"},{},{"id":"n-9"}]}"#)
        #expect(down.losses.isEmpty)
    }

    /// Two of one id: the first would be made again as another one, as the second stays.
    @Test func wayBackTellsOfWhatComesBackInAnotherWay() throws {
        let plan = try MigrationPlan.of([Self.cells])
        let down = try plan.migrate(#"{"c":[{"id":"n-1"},{"id":"n-1"}]}"#, to: "1", from: "2")
        #expect(down.text == #"{"c":[{},{"id":"n-1"}]}"#)
        #expect(
            down.losses.map(\.described) == [
                #"line 1, column 13, at "/c/0/id": lost "n-1": it does not come back as it was: it comes back as "n-2""#
            ])
    }

    @Test func randomUUIDIsRemovedAndIsALoss() throws {
        let plan = try MigrationPlan.of([.each("/c", [.generate("/id", .uuid())])])
        let up = try plan.migrate(#"{"c":[{},{"id":"mine"}]}"#, to: "2", from: "1")
        let down = try plan.migrate(up.text, to: "1", from: "2")
        #expect(down.text == #"{"c":[{},{"id":"mine"}]}"#)
        #expect(down.losses.map(\.path) == ["/c/0/id"])
    }

    /// A document that has been migrated before, and has a new element at the front: what the seed gives there is
    /// taken.
    @Test func seededUUIDThatIsTakenIsNotMadeTwice() throws {
        let plan = try MigrationPlan.of([.each("/c", [.generate("/id", .uuid(seed: "s"))])])
        let first = try plan.migrate(#"{"c":[{}]}"#, to: "2", from: "1")
        let id = try #require(JSONDocument(parsing: first.bytes).root[at: "/c/0/id"]?.string)
        let second = try plan.migrate(#"{"c":[{},{"id":"\#(id)"}]}"#, to: "2", from: "1")
        let ids = try JSONDocument(parsing: second.bytes).root["c"]?.array?.compactMap { $0["id"]?.string } ?? []
        #expect(ids.count == 2 && Set(ids).count == 2 && ids[1] == id)
        #expect(try plan.migrate(#"{"c":[{},{"id":"\#(id)"}]}"#, to: "2", from: "1").text == second.text)
    }

    @Test func takenValuesCostNoSearch() throws {
        let count = Cases.parts(of: 20_000)
        let elements = (1...count).map { $0.isMultiple(of: 2) ? "{}" : #"{"id":"n-\#($0)"}"# }
        let payload = #"{"c":[\#(elements.joined(separator: ","))]}"#
        let up = try MigrationPlan.of([Self.cells]).migrate(payload, to: "2", from: "1")
        let ids = try JSONDocument(parsing: up.bytes).root["c"]?.array?.compactMap { $0["id"]?.string } ?? []
        #expect(ids.count == count && Set(ids).count == count)
    }

    @Test(arguments: [
        #"{"c":[{},{"id":"n-2"},{}]}"#, #"{"c":[{"id":"n-1"},{"id":"n-1"}]}"#, #"{"c":[{"id":"n-2"},{"id":"n-1"},{}]}"#,
        #"{"c":[{"id":"n-0"},{"id":"n-01"},{"id":1}]}"#,
    ])
    func nothingIsLostInSilence(payload: String) throws {
        let operations: [JSONOperation] = [
            Self.cells,
            .named("x", [.each("/c", [.generate("/id", .sequence("n-%d")), .when(.present("/c"), [.again("x")])])]),
            .each("/c", [.generate("/no", .sequence("n-%d")), .generate("/id", .sequence("n-%d"))]),
            .each("/c", [.remove("/id", restoredBy: .generate("/id", .sequence("n-%d")), ifAbsent: .skip)]),
        ]
        for operation in operations {
            for from in ["1", "2"] {
                let document = try JSONDocument(parsing: payload)
                for trip in try MigrationPlan.of([operation]).roundTrips(of: document, from: from) {
                    #expect(trip.isSound, "\(operation.json.text()) from \(from): \(trip.outcome)")
                }
            }
        }
    }

    /// There is no number behind the largest one: the sequence neither wraps nor traps.
    @Test func aSequenceEndsAtTheLargestNumber() throws {
        let plan = try MigrationPlan.of([.each("/c", [.generate("/id", .sequence("n-%d", start: .max))])])
        let last = try plan.migrate(#"{"c":[{}]}"#, to: "2", from: "1")
        #expect(last.text == #"{"c":[{"id":"n-9223372036854775807"}]}"#)
        for payload in [#"{"c":[{},{}]}"#, #"{"c":[{"id":"n-9223372036854775807"},{}]}"#] {
            let error = #expect(throws: MigrationError.self) { try plan.migrate(payload, to: "2", from: "1") }
            #expect(error?.code == .unexpectedValue)
            #expect(
                error?.description.contains(
                    #"at "/c/1/id": the sequence "n-%d" has no number after 9223372036854775807"#) == true)
        }
    }
}
