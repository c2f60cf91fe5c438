import Testing
import VersionedCodec

@testable import Migrations

@Suite struct WhenScopeTests {
    private static let kinds = JSONOperation.when(
        .at("/l", hasPrefix: "/"), [.add("/k", value: "local")], otherwise: [.add("/k", value: "remote")])

    @Test(arguments: [
        Change(kinds, on: #"{"l": "/a"}"#, gives: #"{"l": "/a", "k": "local"}"#),
        Change(kinds, on: #"{"l":"a"}"#, gives: #"{"l":"a","k":"remote"}"#),
        Change(.when(.present("/a"), [.wrap("/b")]), on: #"{"b":1}"#, gives: #"{"b":1}"#),
        Change(.when(.present("/a"), [.wrap("/a")]), on: #"{"a":1}"#, gives: #"{"a":[1]}"#),
        Change(.when(.present("/a"), [.wrap("/a")]), on: #"{"b":1}"#, gives: #"{"b":1}"#),
        Change(.when(.absent("/a"), [], otherwise: [.wrap("/a")]), on: #"{"a":null}"#, gives: #"{"a":[null]}"#),
        Change(
            .when(.present("/a"), [.inside("/a", [.rename("/b", to: "c"), .wrap("")])]), on: #"{"a":{"b":1}}"#,
            gives: #"{"a":[{"c":1}]}"#),
        Change(
            .when(.all([.present("/a"), .at("/k", equals: "x")]), [.each("/a", [.wrap("")])]),
            on: #"{"k":"x","a":[1,2]}"#, gives: #"{"k":"x","a":[[1],[2]]}"#),
        Change(
            .when(.present("/a"), [.rename("/a", to: "b")], reverseIf: .present("/b")), on: #"{"a":1}"#,
            gives: #"{"b":1}"#),
    ])
    func conditionChoosesOnBothWays(_ change: Change) throws { try change.check() }

    @Test func operationsThatWriteWhatIsAskedHaveNoWayBack() throws {
        let operation = JSONOperation.when(.present("/a"), [.rename("/a", to: "b")])
        #expect(operation.reversed == nil)
        let plan = try MigrationPlan.of([operation])
        let error = #expect(throws: MigrationError.self) { try plan.migrate(#"{"b":1}"#, to: "1", from: "2") }
        #expect(error?.code == .noWay)
        #expect(
            error?.description
                == #"there is no way from version 2 to 1: the operation (when "/a" is present) has no reverse: its operations write "/a", which the condition ("/a" is present) looks at; say with "reverseIf" what the way back asks, or declare "up" and "down""#
        )
        #expect(try plan.migrate(#"{"a":1}"#, to: "2", from: "1").text == #"{"b":1}"#)
    }

    @Test(arguments: [
        JSONOperation.when(.present("/a/b"), [.set("/a", to: 1, from: 2)]),
        .when(.at("/a", is: .number), [.wrap("/a")]),
        .when(.all([.present("/a"), .at("/a", equals: 1)]), [.wrap("/a")]),
        .when(.present("/a"), [.each([.wrap("")])]),
        .when(.present("/a"), [.unwrap("/a", ifEmpty: .remove)]),
        .when(.present("/a"), [.move("/a/b", to: "/b")]),
        .when(.present("/a"), [.remove("/a/b", default: 1, removingEmptyParents: true)]),
        .when(.absent("/a"), [.add("/a/b", value: 1, makingParents: true)]),
        .when(.present("/a/b"), [.inside("/a", [.rename("/b", to: "c")])]),
        .everywhere(where: .present("/a"), [.wrap("/a")]),
        .inside("/x", [.when(.absent("/a"), [], otherwise: [.rename("/a", to: "b")])]),
        .when(.present("/a"), [.when(.present("/z"), [.wrap("/a")], otherwise: [.rename("/a", to: "b")])]),
        .when(.present("/0"), [.wrap("")]),
        .when(.at("/a", is: .object), [.objectToArray("/a", id: "id")]),
        .when(.all([.at("/a", is: .object), .at("/a", .count(1...1))]), [.add("/a/d", value: 1)]),
        .when(.at("/a", is: .object), [.move("/a/b", to: "/b")]),
        .when(.at("/k", equals: 1), [.gather(.only(["k"]), into: "n")]),
        .when(.at("/k", equals: 1), [.gather(.except(["a"]), into: "n")]),
        .when(.at("/b", equals: 1), [.renameKeys(table: [("a", "b")], ifUnknown: .keep)]),
        .when(.at("/k", equals: 1), [.renameKeys(table: [("a", "b")])]),
    ])
    func overlappingPlacesHaveNoWayBack(_ operation: JSONOperation) { #expect(operation.reversed == nil) }

    @Test(arguments: [
        JSONOperation.when(.present("/a"), [.wrap("/b")]),
        .when(.present("/a"), [.refuse("no")]),
        .when(.present("/caf\u{E9}"), [.wrap("/cafe\u{301}")]),
        .when(.present("/ab"), [.wrap("/a")]),
        .when(.present("/a"), [.set("/a/b", to: 1, from: 2)]),
        .when(.present("/a"), [.when(.present("/z"), [.wrap("/a")])]),
        .when(.present("/a"), [.rename("/a/b", to: "c"), .add("/a/d", value: 1), .remove("/a/e")]),
        .when(.at("/a", is: .object), [.rename("/a/b", to: "c"), .add("/a/d", value: 1)]),
        .when(.at("/k", equals: 1), [.gather(.only(["a", "b"]), into: "n")]),
        .when(.at("/k", equals: 1), [.scatter("n", .only(["a"]))]),
        .when(.at("/a", is: .object), [.gather(.only(["b"]), in: "/a", into: "n")]),
        .when(.present("/a"), [.gather(.except(["b"]), in: "/a", into: "n")]),
        .when(.at("/k", equals: 1), [.renameKeys(table: [("a", "b")], ifUnknown: .keep)]),
    ])
    func otherPlacesHaveAWayBack(_ operation: JSONOperation) { #expect(operation.reversed != nil) }

    @Test func reverseOfReverseIsTheOperation() throws {
        let operation = JSONOperation.when(
            .present("/a"), [.rename("/a", to: "b")], otherwise: [.wrap("/c")], reverseIf: .present("/b"))
        let back = try #require(operation.reversed?.first)
        #expect(
            back
                == .when(
                    .present("/b"), [.rename("/b", to: "a")], otherwise: [.unwrap("/c")], reverseIf: .present("/a"))
        )
        #expect(back.reversed == [operation])
    }

    @Test(arguments: [
        FileForm(
            #"{"op":"when","if":{"path":"/a","present":true},"operations":[{"op":"wrap","path":"/a"}]}"#,
            .when(.present("/a"), [.wrap("/a")])),
        FileForm(
            #"{"op":"when","if":{"path":"/a","equals":null},"reverseIf":{"absent":true,"path":"/b"},"operations":[{"op":"refuse","message":"m"}],"otherwise":[{"op":"wrap","path":"/c"}]}"#,
            .when(
                .at("/a", equals: .null), [.refuse("m")], otherwise: [.wrap("/c")], reverseIf: .absent("/b"))),
    ])
    func planFileGivesTheSame(_ form: FileForm) throws { try form.check() }

    @Test func sayWhatTheyAre() {
        #expect(Self.kinds.description == #"when "/l" begins with "/""#)
        #expect(Self.kinds.lossClass == .needsDefault)
        #expect(Self.kinds.inner.count == 2)
    }
}
