import Testing

@testable import LosslessJSON
@testable import Migrations
@testable import VersionedCodec

/// Lines have shapes where strings become keys: others may be there in the next line.
@Suite struct TextKeyTests {
    private func line(_ number: Int, _ ids: [String], more: String = "") -> String {
        let elements = ids.enumerated().map { #"{"id":\#($1),"n":\#(number + $0)}"# }
        return #"{"version":1,"a":"\#(number)","list":[\#(elements.joined(separator: ","))]\#(more)}"#
    }

    private func lines(_ numbers: Range<Int>, more: String = "") -> [String] {
        numbers.map { line($0, ["\"x\($0)\"", "\"y\($0 / 2)\""], more: more) }
    }

    private let toObject = JSONOperation.arrayToObject("/list", id: "id", value: "n")

    @Test(arguments: [true, false]) func idsBecomeKeys(hasWayBack: Bool) throws {
        let lines = lines(100..<160)
        #expect(try ShapeTests().known([toObject], hasWayBack: hasWayBack, lines) >= 55)
        let whole = JSONOperation.arrayToObject("/list", id: "id")
        #expect(try ShapeTests().known([whole, .rename("/a", to: "b")], hasWayBack: hasWayBack, lines) >= 55)
    }

    @Test(arguments: [true, false]) func keysBecomeIDsAgain(hasWayBack: Bool) throws {
        let back = JSONOperation.objectToArray("/list", id: "key", value: "value")
        #expect(try ShapeTests().known([toObject, back], hasWayBack: hasWayBack, lines(100..<160)) >= 55)
    }

    @Test func listsOfRecordsOfListsHaveShapes() throws {
        let lines = (100..<160).map { number in
            let lists = [2, 3].map { line(number, (0..<$0).map { "\"k\(number)\($0)\"" }) }
            return #"{"version":1,"records":[\#(lists.joined(separator: ","))]}"#
        }
        #expect(try ShapeTests().known([.each("/records", [toObject])], lines) >= 55)
    }

    /// Two equal ids, ids of other kinds, and ids that are written in another way are as without a shape.
    @Test(arguments: [true, false]) func otherIDsAreAsTheyAre(hasWayBack: Bool) throws {
        let ids = [
            #""same""#, #""same""#, #""x""#, "1", "null", #""é""#, #""a/b""#, #""a\/b""#, #""\u00e9""#, #""q\"""#,
            #""""#,
        ]
        var lines = lines(100..<130)
        for (number, id) in ids.enumerated() {
            for other in ids { lines.append(line(number, [id, other])) }
            let plain = line(number, [id, "\"z\""])
            lines += [plain, plain.replacing("\"a\":\"\(number)\"", with: #""a":"\u00fc\/""#)]
        }
        _ = try ShapeTests().known([toObject], hasWayBack: hasWayBack, lines)
        _ = try ShapeTests().known([.arrayToObject("/list", id: "id", value: "n", ifExists: .skip)], lines)
        _ = try ShapeTests().known([.arrayToObject("/list", id: "id")], hasWayBack: hasWayBack, lines)
    }

    /// What asks for a key looks at all of them.
    @Test(arguments: [true, false]) func aKeyThatIsAskedForDecides(hasWayBack: Bool) throws {
        let lines = (0..<200).map { line($0, ["\"k\($0 % 7)\"", "\"m\($0 % 5)\""]) }
        let others: [JSONOperation] = [
            .rename("/list/k3", to: "renamed", ifAbsent: .skip), .copy("/list/k1", to: "/copy", ifAbsent: .skip),
            .renameKeys("/list", by: [.uppercase]), .pick(["k1", "k2", "m0"], in: "/list"),
            .add("/list/m2", value: 1, ifExists: .skip), .when(.at("/list/k4", is: .number), [.remove("/a")]),
        ]
        for other in others {
            _ = try ShapeTests().known([toObject, other], hasWayBack: hasWayBack, lines)
        }
        let style = WritingStyle(keyOrder: .sorted)
        _ = try ShapeTests().known([toObject], style: style, lines)
    }

    /// Where something else ends the operation, two equal ids before that count, too.
    @Test func whatIsSkippedOrFailsLooksAtTheIDs() throws {
        let lines = (1..<120).map { number in
            let id = number % 3 == 0 ? "\"x\(number)\"" : "\"y\(number)\""
            let line = line(number, ["\"x\(number)\"", id, "\"z\""])
            return number % 2 == 0 ? line.replacing("\"n\":\(number + 2)", with: "\"m\":3") : line
        }
        let skips = JSONOperation.arrayToObject("/list", id: "id", value: "n", ifAbsent: .skip)
        for hasWayBack in [true, false] { _ = try ShapeTests().known([skips], hasWayBack: hasWayBack, lines) }
        for down in [[toObject], [toObject, .rename("/b", to: "a")], [skips]] {
            _ = try ShapeTests().known([.rename("/a", to: "b")], down: down, lines)
        }
    }

    @Test func anIDThatWasCopiedIsInBothPlaces() throws {
        let copy = JSONOperation.copy("/list/0/id", to: "/first")
        #expect(try ShapeTests().known([copy, toObject], lines(100..<160)) >= 55)
    }

    /// An object that is copied, or quoted in a reason, has the keys of its own line.
    @Test func anObjectThatIsReadAsAWholeLooksAtItsKeys() throws {
        let lines = lines(100..<160)
        let copy = JSONOperation.copy("/list", to: "/copy")
        for hasWayBack in [true, false] {
            _ = try ShapeTests().known([toObject, copy], hasWayBack: hasWayBack, lines)
        }
        // What the way back makes of the list is in the words of the loss.
        let same = (100..<160).map { line(7, ["\"x\($0)\""]) }
        _ = try ShapeTests().known([.rename("/a", to: "b")], down: [.rename("/b", to: "a"), toObject], same)
    }

    @Test func valuesThatAreLostAreThoseOfEachLine() throws {
        let standard = JSONOperation.arrayToObject("/list", id: "id", value: "n", default: 5)
        let lines = (0..<120).map { line($0 % 9, ["\"k\($0)\"", "\"l\($0)\""]) }
        _ = try ShapeTests().known([standard], lines)
        _ = try ShapeTests().known([toObject, .remove("/a")], lines)
    }
}
