import TestSupport
import Testing

@testable import LosslessJSON
@testable import Migrations
@testable import VersionedCodec

/// Containers that nothing looks into may differ from line to line, and the lines have a shape nevertheless.
extension ShapeTests {
    /// Lines with an object and an array that are never alike.
    private static func lines(_ count: Int = 60) -> [String] {
        let texts = ["x", "a,b", "}{", #"\"]"#, #"\u00e9"#, "é", "", #"\\"#]
        return (0..<count).map { number in
            let members = (0..<number % 5).map {
                #""k\#(number * 7 + $0)" : [\#($0), {"\#(texts[($0 + number) % 8])": null}]"#
            }
            let elements = (0..<(number * 5) % 7).map { #"{"sku":"\#(texts[(number + $0) % 8])","n":\#($0).50}"# }
            return
                #"{"version":1,"id":\#(number),"o":{\#(members.joined(separator: ", "))},"l":[\#(elements.joined(separator: ","))],"t":"\#(texts[number % 2])","on":\#(number % 2 == 0)}"#
        }
    }

    @Test(arguments: [
        [JSONOperation.rename("/t", to: "text")], [.move("/o", to: "/more/o"), .remove("/t")],
        [.copy("/l", to: "/m")], [.remove("/l")], [.remove("/o"), .remove("/t", reason: "old")],
        [.pick(["version", "l", "id"])], [.inside("", [.rename("/l", to: "list")])],
        [.when(.present("/o"), [.add("/new", value: 1)])], [.convert("/id", from: .number, to: .string)],
        [.transform("/t", by: [.uppercase])],
    ]) func closedContainersMayVary(_ operations: [JSONOperation]) throws {
        #expect(try known(operations, Self.lines()) > 20)
    }

    /// What decides in a container, or is written otherwise because of it, is not taken for that of another line.
    @Test(arguments: [
        [JSONOperation.when(.at("/o", equals: [:]), [.add("/empty", value: true)])],
        [.when(.at("/l", equals: []), [.remove("/t")], otherwise: [.rename("/t", to: "u")])],
        [.remove("/l", default: [])], [.set("/o", to: [:])], [.renameKeys("/o", by: [.addPrefix("k")])],
        [.each("/l", [.rename("/n", to: "count")])], [.sort("/l")], [.unwrap("/l", ifWrongKind: .skip)],
        [.everywhere(where: .present("/sku"), [.add("/here", value: "é/")])],
        [.split("/t", into: ["/t1", "/t2"], separator: ",", ifWrongKind: .skip)],
        [.add("/made", value: ["a": [:], "b": []])], [.move("/t", to: "/o/t"), .move("/on", to: "/l/-")],
        [.objectToArray("/o", id: "name", value: "value")], [.printJSON("/o")], [.wrap("/o"), .wrap("/t")],
        [.move("/t", to: "/deep/in/t")],
    ]) func openedContainersDecide(_ operations: [JSONOperation]) throws {
        for lines in [
            Self.lines(),
            Self.lines().map {
                $0.replacing(#""version":1,"#, with: "").replacing(#"{"id""#, with: #"{"version" : 1 , "id""#)
            },
        ] {
            _ = try known(operations, lines)
            _ = try known(operations, down: [.add("/back", value: "x", ifExists: .skip)], lines)
            _ = try known(operations, style: WritingStyle(colon: ": ", comma: ", "), lines)
        }
    }

    /// First lines with an empty container, then lines where it has members, and the other way round.
    @Test(arguments: [
        [JSONOperation.rename("/t", to: "text")], [.when(.at("/o", equals: [:]), [.add("/empty", value: true)])],
        [.set("/o", to: [:])], [.remove("/o", default: [:])], [.printJSON("/o")],
    ]) func emptyContainersAreThoseOfTheirLine(_ operations: [JSONOperation]) throws {
        let lines = (0..<120).map { number in
            let elements = Array(repeating: "1", count: number % 9).joined(separator: ",")
            let members = number < 60 ? #""x\#(number)":\#(number), "y": [\#(elements)]"# : ""
            return #"{"version":1,"id":\#(number),"o":{\#(members)},"t":"a"}"#
        }
        for lines in [lines + lines.reversed(), lines.reversed() + lines] {
            _ = try known(operations, lines)
            _ = try known(operations, style: WritingStyle(colon: ": ", comma: ", "), lines)
        }
    }

    /// The first comma of a line may be in a container of which nothing else is read.
    @Test func newCommasAreThoseOfTheirLine() throws {
        let lines = (0..<60).map { number in
            #"{"o":{"a":\#(number)\#(number % 3 == 0 ? " , \"b\":2" : number % 3 == 1 ? ",\"c\":[1]" : "")}, "version":1, "t":{}}"#
        }
        _ = try known([.add("/t/x", value: 1), .add("/t/y", value: 2)], lines)
        _ = try known([.move("/o", to: "/p/q/o"), .add("/p/q/r", value: 2)], lines)
    }

    @Test func containersThatAreNotRightHaveNoShape() throws {
        let bad = [
            #"{"a":1,}"#, #"{"a":1,"a":2}"#, "{\"a\":\"\u{1}\"}", #"{"a":01}"#, #"[1 2]"#, #"{"a"}"#, #"["\x"]"#, "{",
            "[]]", #"{"a":[}]"#, "[1,]", "[1]x", #"["#, #"["]"#,
            String(repeating: "[", count: 511) + String(repeating: "]", count: 511),
            String(repeating: "[", count: 512) + String(repeating: "]", count: 512),
        ]
        let good = (0..<60).map { #"{"k\#($0)":\#($0)}"# }
        let lines = (good + bad + good).map { #"{"version":1,"o":\#($0),"t":"x"}"# }
        #expect(try known([.rename("/t", to: "u")], lines) > 50)
    }

    /// Some lines of a known shape do not keep the others from being tried.
    @Test func linesOfWhichSomeVaryHaveShapes() throws {
        let varying = Self.lines(400)
        let lines = (0..<400).map { $0 % 3 == 0 ? varying[$0] : #"{"version":1,"id":\#($0),"t":"x\#($0)"}"# }
        #expect(try known([.rename("/t", to: "text")], lines) > 300)
    }
}
