import Foundation
import Migrations
import Testing
import VersionedCodec

/// What the models of a bridge do not know stays where it was.
@Suite struct UnreadMembersTests {
    @Test(
        arguments: [
            // At the root, in a map, in an object that the bridge renames nothing in; the order is that of the
            // document.
            (
                #"{"v":1,"x-trace":"t","name":"a b","tags":{"k":"1"},"lines":[],"x-more":null}"#,
                #"{"v":2,"first":"a","last":"b","tags":{"k":"1"},"lines":[],"x-trace":"t","x-more":null}"#, []
            ),
            // In an element that the bridge leaves as it is.
            (
                #"{"v":1,"name":"a b","tags":{},"lines":[{"n":1,"x":"y"}],"box":{"w":1,"x":[1.50]}}"#,
                #"{"v":2,"first":"a","last":"b","tags":{},"lines":[{"n":1,"x":"y"}],"box":{"w":1,"x":[1.50]}}"#, []
            ),
            // A member that an old model reads is none, whatever it says.
            (
                #"{"v":1,"name":"a b","tags":{},"lines":[],"box":null,"nick":null}"#,
                #"{"v":2,"first":"a","last":"b","tags":{},"lines":[]}"#,
                [
                    #"line 1, column 48, at "/box": lost null: it does not come back (step 1 → 2, bridge NameBridge)"#,
                    #"line 1, column 60, at "/nick": lost null: the model of version 2 reads it as its own (step 1 → 2, bridge NameBridge)"#,
                ]
            ),
            // The bridge turns the lines around: which is which cannot be told.
            (
                #"{"v":1,"name":"turn x","tags":{},"lines":[{"n":1,"x":"y"},{"n":2}]}"#,
                #"{"v":2,"first":"turn","last":"x","tags":{},"lines":[{"n":2},{"n":1}]}"#,
                [
                    #"line 1, column 42, at "/lines": lost [{"n":1,"x":"y"},{"n":2}]: the order of the elements is not kept (step 1 → 2, bridge NameBridge)"#,
                    #"line 1, column 54, at "/lines/0/x": lost "y": the models of the bridge leave no place for it (step 1 → 2, bridge NameBridge)"#,
                ]
            ),
            // The place is gone.
            (
                #"{"v":1,"name":"unbox x","tags":{},"lines":[],"box":{"w":1,"x":2}}"#,
                #"{"v":2,"first":"unbox","last":"x","tags":{},"lines":[]}"#,
                [
                    #"line 1, column 52, at "/box": lost {"w":1,"x":2}: it does not come back (step 1 → 2, bridge NameBridge)"#
                ]
            ),
        ] as [(String, String, [String])])
    func memberStaysOrIsALoss(payload: String, gives: String, losses: [String]) throws {
        let result = try Self.plan().migrate(payload, to: "2")
        #expect(result.text == gives)
        #expect(result.losses.map(\.description) == losses)
    }

    @Test func itGoesThroughSeveralBridgesAndOperations() throws {
        let plan = try Self.plan()
        let payload = #"{"v":1,"name":"a b","tags":{},"lines":[],"x":1}"#
        let up = try plan.migrate(payload, to: "4")
        #expect(up.text == #"{"v":4,"first":"a","last":"b","tags":{},"lines":[],"y":1}"#)
        #expect(up.losses.isEmpty)
        #expect(try plan.migrate(up.text, to: "1").text == payload)
        #expect(try plan.roundTrips(of: JSONDocument(parsing: payload)).allSatisfy(\.isSound))
    }

    /// A thousand members that the new model would read: each is tried with others, and what could not be told is a
    /// loss.
    @Test(.timeLimit(.minutes(10))) func manyMembersAreTriedInBoundedTime() throws {
        let tags = (0..<1_000).map { #""k\#($0)":{"x":1}"# }.joined(separator: ",")
        let payload = #"{"v":1,"name":"a b","tags":{},"lines":[],"more":{\#(tags)},"nick":"n"}"#
        let result = try Self.plan().migrate(payload, to: "2")
        #expect(result.losses.map(\.path) == ["/nick"])
        #expect(try JSONDocument(parsing: result.bytes).root["more"]?.object?.count == 1_000)
    }

    @Test func partOfADocumentCannotCrossABridge() throws {
        let error = #expect(throws: MigrationError.self) {
            try Self.plan().migrate(#"{"v":1,"name":"a b"}"#, to: "2", options: MigrationOptions(isPartial: true))
        }
        #expect(error?.code == .tooPartial)
        #expect(
            error?.description
                == "line 1, column 1: a bridge needs a whole document: its models do not tell absent from nil"
                + " (version 1, step 1 → 2, bridge NameBridge)")
    }

    private static func plan() throws -> MigrationPlan {
        let controller = VersionController<PersonVersion>(location: VersionLocation("/v", as: .integer))
        return try MigrationPlan(
            "person", controller: controller,
            migrations: [
                Migration(from: PersonVersion.one, to: .two, "Names have two parts", bridge: NameBridge()),
                Migration(from: PersonVersion.two, to: .three, "nothing", bridge: SameModel<Person2>()),
                Migration(
                    from: PersonVersion.three, to: .four, "x is y",
                    operations: [.rename("/x", to: "y", ifAbsent: .skip)]),
            ])
    }
}

private enum PersonVersion: String, APIVersion {
    case one = "1"
    case two = "2"
    case three = "3"
    case four = "4"
}

private struct Line: Codable { var n: Int }
private struct Box: Codable { var w: Int }

private struct Person1: Codable {
    var name: String
    var tags: [String: String]
    var lines: [Line]
    var box: Box?
}

private struct Person2: Codable {
    var first: String
    var last: String
    var tags: [String: String]
    var lines: [Line]
    var box: Box?
    var nick: String?
}

private struct NameBridge: Bridge {
    func upgrade(_ older: Person1, in context: inout BridgeContext) -> Person2 {
        let parts = older.name.split(separator: " ").map(String.init)
        return Person2(
            first: parts[0], last: parts[1], tags: older.tags,
            lines: parts[0] == "turn" ? older.lines.reversed() : older.lines, box: parts[0] == "unbox" ? nil : older.box
        )
    }

    func downgrade(_ newer: Person2, in context: inout BridgeContext) -> Person1 {
        Person1(name: newer.first + " " + newer.last, tags: newer.tags, lines: newer.lines, box: newer.box)
    }
}
