import TestSupport
import Testing

@testable import Migrations
@testable import VersionedCodec

/// Lines of many layouts, each of which comes again.
extension ShapeTests {
    @Test(arguments: [20, 50]) func linesOfManyLayoutsHaveShapes(_ count: Int) throws {
        var random = SplitMix(seed: 7)
        let lines = (0..<20).flatMap { round in
            (0..<count).map { #"{"version":1,"a":\#(round),"k\#($0)":"x\#(round)"}"# }
                .sorted { _, _ in random.next() % 2 == 0 }
        }
        #expect(try known([.rename("/a", to: "b")], lines) > lines.count / 2)
    }

    /// New layouts between them do not end the search.
    @Test func linesBetweenNewLayoutsHaveShapes() throws {
        let lines = (0..<1000).map { number in
            let key = number % 5 == 0 ? "n\(number)" : "k\(number % 3)"
            return #"{"version":1,"a":\#(number),"\#(key)":"x\#(number)"}"#
        }
        #expect(try known([.rename("/a", to: "b")], lines) > 700)
    }

    /// Where one of the layouts has values that decide, the others keep their shapes.
    @Test func valuesThatDecideAreOfTheirLayoutAlone() throws {
        let lines = (0..<1000).map { number in
            number % 2 == 0
                ? #"{"version":1,"a":"x\#(number)","b":"y\#(number)"}"# : #"{"version":1,"n":\#(number)}"#
        }
        let join = JSONOperation.join(["/a", "/b"], into: "/c", separator: " ", ifAbsent: .skip)
        #expect(try known([join, .add("/o", value: [:])], lines) > 400)
    }

    /// What is in elements that were made comes from where it was.
    @Test func linesWhoseGroupsAreMadeAgainHaveAShape() throws {
        let flatten = JSONOperation.flatten("/groups", elements: "/cells", rest: ["meta": [:]])
        let lines = (0..<50).map {
            #"{"version":1,"n":\#($0),"groups":[{"cells":[{"t":"a\#($0)"},{"t":""},[\#($0)]],"meta":{}}]}"#
        }
        #expect(try known([flatten, .remove("/n")], lines) == 49)
        let two = (0..<50).map {
            #"{"version":1,"n":\#($0),"groups":[{"cells":[{"t":"a\#($0)"}],"meta":{}},{"cells":[\#($0)],"meta":{}}]}"#
        }
        _ = try known([flatten, .remove("/n")], two)
        let wrap = JSONOperation.each("/groups", [.wrap("/cells")])
        #expect(try known([wrap, .remove("/n")], two) == 49)
    }

    /// A computed text that another operation looks at is the same in each line that has the same source.
    @Test func computedTextsThatDecideAreOfTheShape() throws {
        let operations: [JSONOperation] = [
            .transform("/a", by: [.lowercase]), .join(["/a", "/b"], into: "/c", separator: " "),
        ]
        let lines = (0..<50).map { #"{"version":1,"n":\#($0),"a":"abc","b":"y"}"# }
        #expect(try known(operations, lines) == 49)
        #expect(try known(operations + [.remove("/n")], lines) == 49)
        let twice: [JSONOperation] = [.transform("/a", by: [.uppercase]), .transform("/a", by: [.addSuffix("!")])]
        #expect(try known(twice, lines) == 49)
        _ = try known(twice, (0..<60).map { #"{"version":1,"n":\#($0),"a":"A\#($0 % 4)","b":"y"}"# })
        _ = try known(operations, (0..<60).map { #"{"version":1,"n":\#($0),"a":"A\#($0 % 4)","b":"y\#($0 % 3)"}"# })
    }
}
