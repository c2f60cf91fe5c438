import Testing

@testable import Migrations
@testable import VersionedCodec

/// Objects of which many members are carried.
@Suite struct ManyCarriedMembersTests {
    private static func object(_ members: [(String, JSONValue)]) -> JSONObject {
        var object = JSONObject()
        for (key, value) in members { object[key] = value }
        return object
    }

    /// Time grows with the number of members, and not with its square.
    @Test(.timeLimit(.minutes(10))) func allOfManyAreRestored() throws {
        let count = 20_000
        let (wanted, base): (JSONValue, JSONValue) = (
            ["a": .object(Self.object((0..<count).map { ("k\($0)", .string("x\($0)")) }))],
            [
                "a": .object(
                    Self.object((0..<count).flatMap { [("k\($0)", .string("X\($0)")), ("n\($0)", .integer($0))] }))
            ]
        )
        // As they are after the way back, places in a document.
        var value = try JSONDocument(parsing: base.text()).root
        let changes = CarriedChange.between(try JSONDocument(parsing: wanted.text()).root, value)
        #expect(changes.count == 2 * count)
        #expect(CarriedRestoring.apply(changes, to: &value).isEmpty)
        #expect(value.text() == wanted.text())
    }

    @Test(arguments: 0..<20) func membersBesideAreThoseOfEachAlone(seed: Int) throws {
        var random = SeededRandom(state: UInt64(seed))
        let members = (0..<Int.random(in: 0..<30, using: &random)).map { _ in
            let key = "k\(Int.random(in: 0..<14, using: &random))"
            return "\"\(key)\":" + ["{}", "[1]", "1", "null", "\"s\""].randomElement(using: &random)!
        }
        let text = "{" + members.joined(separator: ",") + "}"
        let value = try JSONDocument(parsing: text, options: JSONParsingOptions(duplicateKeys: .keep)).root
        let memory = ArenaMemory()
        memory.arena.begin(value)
        let all = ValueHash.scalarsForAll(in: memory.arena, memory.arena.root)
        for key in (0..<15).map({ "k\($0)" }) {
            #expect(ValueHash.beside(key, in: all) == ValueHash.ofScalars(in: value, except: key), "\(text)")
        }
    }

    /// Damaged data may name a member twice: what comes after its removal finds it gone.
    @Test func aMemberIsRemovedBeforeOthersAreRestored() {
        func gone(_ path: JSONPointer, _ was: JSONValue) -> CarriedChange {
            CarriedChange(path: path, was: ValueHash.of(was), now: .absent)
        }
        var value: JSONValue = ["a": 1, "b": 2, "c": ["d": 3, "e": 4]]
        let outdated = CarriedRestoring.apply(
            [
                gone("/a", 1), gone("/b", 9), gone("/a", 7), CarriedChange(path: "/a", now: .value("new")),
                gone("/c/d", 3), gone("/b", 2), gone("/c/d", 3),
            ], to: &value)
        #expect(value.text() == #"{"c":{"e":4},"a":"new"}"#)
        #expect(outdated == ["/b"])
    }
}
