import TestSupport
import Testing

@testable import Migrations
@testable import VersionedCodec

/// Arrays of which elements carry values, and that are edited: a value comes back in its own element, or in none.
@Suite struct CarriedElementsTests {
    private let plan = Result {
        try MigrationPlan(
            "Items", versionAt: VersionLocation("/v", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [
                Migration(
                    from: "1", to: "2", "Changes", operations: [.each("/items", [.remove("/note", ifAbsent: .skip)])])
            ])
    }

    private func back(
        _ items: [JSONValue], _ edit: ([JSONValue]) -> [JSONValue]
    ) throws -> (items: [JSONValue], outdated: [JSONPointer]) {
        let document: JSONValue = ["v": 1, "items": .array(JSONArray(items))]
        let there = try plan.get().migrate(document.text(), to: "2", options: MigrationOptions(losses: .carry))
        var root = try JSONDocument(parsing: there.bytes).root
        let edited = edit(Array(root["items"]?.array ?? []))
        root.object?["items"] = .array(JSONArray(edited))
        let home = try plan.get().migrate(root.text(), to: "1")
        return (Array(try JSONDocument(parsing: home.bytes).root["items"]?.array ?? []), home.outdatedCarried)
    }

    private static func items(_ text: String) throws -> [JSONValue] {
        Array(try JSONDocument(parsing: text).root.array ?? [])
    }

    @Test func elementThatCarriedNothingGetsNothing() throws {
        let items = try Self.items(#"[{"id":0,"t":"c","note":"n0"},{"id":1,"t":"b"},{"id":2,"t":"c"}]"#)
        let home = try back(items) { Array($0.dropFirst()) }
        #expect(home.items == Array(items.dropFirst()) && home.outdated == ["/items"])
    }

    @Test func editedElementGetsItsOwn() throws {
        let items = try Self.items(
            #"[{"name":"web","image":"a","policy":"x","note":1},{"name":"db","image":"b","policy":"x","note":2}]"#)
        let edited = try back(items) { _ in [["name": "db", "image": "c", "policy": "x"]] }
        #expect(edited.items.map { $0["note"]?.int } == [2] && edited.outdated == ["/items"])
        let appended = try back(items) { $0.dropFirst() + [["name": "new", "image": "d", "policy": "x"]] }
        #expect(appended.items.map { $0["note"]?.int } == [2, nil] && appended.outdated == ["/items"])
    }

    /// An order is one of certain elements.
    @Test func newElementsGetNoOrder() throws {
        let plan = try MigrationPlan(
            planFile: """
                {"planFormat": 2, "name": "M", "version": {"at": "/v", "as": "integer"},
                "versions": [{"version": "1"}, {"version": "2"}],
                "migrations": [{"from": "1", "to": "2", "summary": "s", "operations": [
                  {"op": "sort", "path": "/l", "by": "/id"}]}]}
                """)
        let there = try plan.migrate(
            #"{"v":1,"l":[{"id":2,"t":"a"},{"id":1,"t":"b"}]}"#, to: "2", options: MigrationOptions(losses: .carry)
        ).text
        let old = #"{"id":1,"t":"b"},{"id":2,"t":"a"}"#
        for (new, isReported) in [(#"{"id":8},{"id":9},{"id":10}"#, true), (#"{"id":8}"#, true), ("", false)] {
            let edited = there.replacing(old, with: new)
            #expect(edited != there)
            let back = try plan.migrate(edited, to: "1")
            #expect(back.text == #"{"v":1,"l":[\#(new)]}"#)
            #expect(back.outdatedCarried == (isReported ? ["/l"] : []))
        }
        let edited = try plan.migrate(there.replacing(#""t":"b""#, with: #""t":"c""#), to: "1")
        #expect(edited.text == #"{"v":1,"l":[{"id":2,"t":"a"},{"id":1,"t":"c"}]}"#)
    }

    @Test func editedElementOfTwoMembersIsFoundByItsKey() throws {
        let items = try Self.items(#"[{"id":0,"t":"a","note":1},{"id":1,"t":"a","note":2},{"id":2,"t":"b","note":3}]"#)
        let home = try back(items) { _ in [["id": 2, "t": "b"], ["id": 1, "t": "new"]] }
        #expect(home.items.map { $0["note"]?.int } == [3, 2] && home.outdated == ["/items"])
    }

    /// Nobody knows which of two equal elements has gone.
    @Test func equalElementsGetNothingWhereOneHasGone() throws {
        let items = try Self.items(#"[{"t":"c","note":"n0"},{"t":"b"},{"t":"d"},{"t":"c"}]"#)
        let home = try back(items) { Array($0.dropFirst()) }
        #expect(home.items == Array(items.dropFirst()) && home.outdated == ["/items"])
        #expect(try back(items) { $0 }.items == items)
        let same = try Self.items(#"[{"t":"c","note":1},{"t":"c","note":1}]"#)
        #expect(try back(same) { Array($0.dropFirst()) }.items == [same[0]])
    }

    /// Data of an earlier version does not say what distinguishes elements: then an edited one is still in its place.
    @Test func earlierDataIsRead() throws {
        let items = try Self.items(
            #"[{"id":0,"t":"c","k":1,"note":"n0"},{"id":1,"t":"b","k":1},{"id":2,"t":"c","k":1}]"#)
        let document: JSONValue = ["v": 1, "items": .array(JSONArray(items))]
        let there = try plan.get().migrate(document.text(), to: "2", options: MigrationOptions(losses: .carry)).text
        let earlier = there.replacing(#","by":"id""#, with: "")
        #expect(earlier != there)
        for (text, notes) in [
            (earlier, ["n0", nil, nil]), (earlier.replacing(#"{"id":0,"t":"c","k":1},"#, with: ""), [nil, nil]),
            (earlier.replacing(#"{"id":0,"t":"c","k":1}"#, with: #"{"id":0,"t":"d","k":1}"#), ["n0", nil, nil]),
        ] as [(String, [String?])] {
            let home = try JSONDocument(parsing: plan.get().migrate(text, to: "1").bytes).root
            #expect(home["items"]?.array?.map { $0["note"]?.string } == notes, "\(text)")
        }
    }

    /// Random arrays, edited at random. The test knows who is who by the place in a list of its own.
    @Test(arguments: 0..<4) func elementsGetTheirOwn(seed: UInt64) throws {
        var random = SeededRandom(state: seed &+ 5)
        func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
        var (restored, edited) = (0, 0)
        for _ in 0..<Cases.some(of: 1200) {
            func item(_ id: Int) -> JSONValue {
                var item: JSONObject = ["id": .integer(id), "t": .integer(below(3)), "k": .integer(below(2))]
                if below(2) == 0 { item["s"] = .integer(below(4)) }
                if below(4) == 0 { item["o"] = ["p": .integer(below(3))] }
                return .object(item)
            }
            var items = (0..<below(9) + 1).map(item)
            for id in items.indices where below(3) > 0 { items[id].object?["note"] = .integer(id) }
            var list: [(owner: Int?, isEdited: Bool)] = items.indices.map { ($0, false) }
            let home = try back(items) { values in
                var values = values
                for number in 0..<below(4) {
                    let place = below(max(1, values.count))
                    switch (below(6), values.isEmpty) {
                    case (0, false):
                        values.remove(at: place)
                        list.remove(at: place)
                    case (1, _):
                        values.insert(item(100 + number), at: place)
                        list.insert((nil, false), at: place)
                    case (2, false):
                        values.swapAt(0, place)
                        list.swapAt(0, place)
                    case (3, false):
                        let order = values.indices.shuffled(using: &random)
                        (values, list) = (order.map { values[$0] }, order.map { list[$0] })
                    case (4, false):
                        values[place].object?["t"] = .integer(below(5))
                        list[place].isEdited = true
                    case (_, false):
                        values[place].object?["new"] = .integer(below(2))
                        list[place].isEdited = true
                    default: break
                    }
                }
                return values
            }
            #expect(home.items.count == list.count)
            for (value, known) in zip(home.items, list) {
                let own = known.owner.flatMap { items[$0]["note"] }
                if value["note"] != nil || !known.isEdited { #expect(value["note"] == own, "\(items) \(home.items)") }
                if known.isEdited, own != nil {
                    (edited, restored) = (edited + 1, restored + (value["note"] == nil ? 0 : 1))
                }
            }
            let notes = home.items.count { $0["note"] != nil }
            #expect(notes + home.outdated.count == items.count { $0["note"] != nil })
        }
        #expect(edited > 20 && restored * 10 > edited * 9, "\(restored) of \(edited)")
    }
}
