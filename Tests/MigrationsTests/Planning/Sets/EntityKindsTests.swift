import Migrations
import Testing
import VersionedCodec

/// Which of several entities is in a place is told by a member.
@Suite struct EntityKindsTests {
    private static func plan(_ name: String, _ operation: JSONOperation) throws -> MigrationPlan {
        try MigrationPlan(
            name, versionAt: VersionLocation("/v", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "", operations: [operation])])
    }

    private static func set(ifUnknown unknown: JSONOperation.UnexpectedRule = .error) throws -> PlanSet {
        let kinds = NestedEntity.Kinds(by: "/kind", ["Job": "Job", "Note": "Note", "List": "List"], ifUnknown: unknown)
        return try PlanSet(
            "API",
            entities: [
                PlanSet.Entity("Job", plan: plan("Job", .rename("/cmd", to: "command"))),
                PlanSet.Entity("Note", plan: plan("Note", .remove("/body", ifAbsent: .skip))),
                PlanSet.Entity("List", nested: [NestedEntity(kinds, eachOf: "/items")]),
                PlanSet.Entity("Any", nested: [NestedEntity(kinds, at: "")]),
            ],
            pins: [VersionPins("old", ["Job": "1", "Note": "1"]), VersionPins("new", ["Job": "2", "Note": "2"])])
    }

    private static let list =
        #"{"kind":"List","items":[{"kind":"Job","v":1,"cmd":"x"},{"kind":"List","items":[{"kind":"Note","v":1}]},null]}"#
    private static let newList =
        #"{"kind":"List","items":[{"kind":"Job","v":2,"command":"x"},{"kind":"List","items":[{"kind":"Note","v":2}]},null]}"#

    @Test(arguments: ["List", "Any"]) func eachIsMigratedByItsKind(entity: String) throws {
        let result = try Self.set().migrate(Self.list, entity: entity, to: "new")
        #expect(result.text == Self.newList)
        #expect(try Self.set().migrate(Self.newList, entity: entity, to: "old").text == Self.list)
        #expect(try Self.set().migrate(Self.newList, entity: entity, to: "new").text == Self.newList)
    }

    @Test func documentOfOneKindIsThatEntity() throws {
        let result = try Self.set().migrate(#"{"kind":"Note","v":1,"body":"b"}"#, entity: "Any", to: "new")
        #expect(result.text == #"{"kind":"Note","v":2}"#)
        #expect(result.losses.map(\.path) == ["/body"])
        #expect(result.losses.first?.step == "Note 1 → 2")
    }

    @Test(arguments: [
        (
            #"{"kind":"Pod","v":1}"#,
            #"line 1, column 30, at "/items/0/kind": no entity is of the kind "Pod"; known: "Job", "List", "Note""#
        ),
        (
            #"{"v":1}"#,
            #"line 1, column 22, at "/items/0/kind": the entity names no kind; known: "Job", "List", "Note""#
        ),
    ])
    func unknownKindIsRefusedOrPasses(element: String, says: String) throws {
        let payload = #"{"x":true,"items":  [\#(element)]}"#
        let error = #expect(throws: MigrationError.self) {
            try Self.set().migrate(payload, entity: "List", to: "new")
        }
        #expect(error?.description == says)
        #expect(try Self.set(ifUnknown: .skip).migrate(payload, entity: "List", to: "new").text == payload)
    }

    @Test func fileGivesTheSame() throws {
        let file = #"""
            {"planSetFormat": 2, "name": "API",
             "entities": [
               {"name": "Job", "plan": "Job"}, {"name": "Note", "plan": "Note"},
               {"name": "List", "nested": [
                 {"by": "/kind", "kinds": {"Job": "Job", "Note": "Note", "List": "List"}, "eachOf": "/items"}]},
               {"name": "Any", "nested": [
                 {"by": "/kind", "kinds": {"Job": "Job", "Note": "Note", "List": "List"}, "at": ""}]}],
             "apiVersions": [
               {"version": "old", "pins": {"Job": "1", "Note": "1"}},
               {"version": "new", "pins": {"Job": "2", "Note": "2"}}]}
            """#
        let set = try Self.set()
        #expect(try PlanSet(setFile: Array(file.utf8)) { try #require(set[$0]?.plan) } == set)
        let error = #expect(throws: PlanFileError.self) {
            try PlanSet(setFile: Array(file.replacing("\": 2, \"name\": \"API", with: "\": 1, \"name\": \"API").utf8)) {
                try #require(set[$0]?.plan)
            }
        }
        #expect(error?.code == .newerWord)
        #expect(error?.message == #""by" needs plan-set format 2; write "planSetFormat": 2"#)
    }

    @Test(arguments: [
        (NestedEntity(NestedEntity.Kinds(by: "/kind", ["a": "Zzz"]), at: "/x"), PlanError.Code.unknownEntity),
        (NestedEntity(NestedEntity.Kinds(by: "/kind", ["a": "A"]), at: ""), .duplicate),
    ])
    func whatHasNoEndOrNoEntityIsRefused(nested: NestedEntity, code: PlanError.Code) {
        let error = #expect(throws: PlanError.self) {
            try PlanSet("s", entities: [PlanSet.Entity("A", nested: [nested])], pins: [])
        }
        #expect(error?.code == code)
    }

    @Test func explanationTellsTheKinds() throws {
        let text = try Self.set().explanation(from: "old", to: "new")
        #expect(text.contains(#"in it: Job or List or Note, by "/kind" at each of "/items""#))
    }

    @Test func tripsThereAndBackAreThoseOfEachKind() throws {
        let trips = try Self.set().roundTrips(of: JSONDocument(parsing: Self.list), entity: "Any", from: "old")
        #expect(trips.trips.count == 1)
        #expect(trips.trips.allSatisfy { $0.losses.isEmpty })
    }

    /// The containers between a list and the entities in its elements stay, whether or not anything is lost.
    @Test(arguments: ["", ",\"body\":\"b\""]) func entitiesMayBeDeepInElements(lost: String) throws {
        let set = try PlanSet(
            "API",
            entities: [
                PlanSet.Entity("Note", plan: Self.plan("Note", .remove("/body", ifAbsent: .skip))),
                PlanSet.Entity("Page", nested: [NestedEntity("Note", eachOf: "/groups", "/items")]),
                PlanSet.Entity("Deep", nested: [NestedEntity("Note", eachOf: "/g", "/h/x", "/i")]),
            ],
            pins: [VersionPins("old", ["Note": "1"]), VersionPins("new", ["Note": "2"])])
        let old = #"{"v":1\#(lost)}"#
        let page = try set.migrate(
            #"{"groups":[{"items":[\#(old),\#(old)],"z":1},{"y":2},{"items":{"a":\#(old)}}]}"#, entity: "Page",
            to: "new")
        #expect(page.text == #"{"groups":[{"items":[{"v":2},{"v":2}],"z":1},{"y":2},{"items":{"a":{"v":2}}}]}"#)
        #expect(
            page.losses.map(\.path.description)
                == (lost.isEmpty ? [] : ["/groups/0/items/0/body", "/groups/0/items/1/body", "/groups/2/items/a/body"]))
        let deep = try set.migrate(
            #"{"g":{"p":{"h":{"x":[{"i":[\#(old)],"s":1}],"t":2}}}}"#, entity: "Deep", to: "new")
        #expect(deep.text == #"{"g":{"p":{"h":{"x":[{"i":[{"v":2}],"s":1}],"t":2}}}}"#)
    }
}
