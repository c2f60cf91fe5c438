import Testing

@testable import Migrations
@testable import VersionedCodec

/// Lines with more layouts than are compared one after another.
@Suite struct ManyLayoutsTests {
    private let operations: [JSONOperation] = [
        .rename("/name", to: "title"), .when(.at("/kind", equals: 1), [.remove("/m0", ifAbsent: .skip)]),
        .mapValues("/state", [("a", "A"), ("b", "B")], ifUnknown: .skip),
    ]

    private func line(_ members: String, _ number: Int) -> String {
        let state = ["a", "b"][number / 5 % 2]
        return #"{"version":1,"name":"n\#(number)","kind":\#(number / 7 % 2)\#(members),"state":"\#(state)"}"#
    }

    @Test func linesWithManyOptionalMembersHaveShapes() throws {
        let lines = (0..<1_536).map { number in
            let present = (0..<7).filter { number >> $0 & 1 == 1 }
            return line(present.map { #","m\#($0)":"v\#(number)""# }.joined(), number)
        }
        let known = try ShapeTests().known(operations, lines)
        #expect(known > 900)
    }

    /// A layout has three shapes here: what the table says is a number or a string, or nothing.
    @Test func manyLayoutsHaveShapesWhereValuesDecide() throws {
        let lines = (0..<1_536).map { number in
            let present = (0..<7).filter { number >> $0 & 1 == 1 }
            let members = present.map { #","m\#($0)":"v\#(number)""# }.joined()
            return line(members + #","level":"\#(["a", "b", "other"][number % 3])""#, number)
        }
        let map = JSONOperation.mapValues("/level", [("a", "A"), ("b", 2)], ifUnknown: .skip)
        let known = try ShapeTests().known([map], lines)
        #expect(known > 500)
    }

    @Test func linesWithNamesAsKeysHaveShapes() throws {
        let lines = (0..<1_200).map { line(#","names":{"host\#($0 &* 37 % 150)":1}"#, $0) }
        #expect(try ShapeTests().known(operations + [.rename("/names", to: "hosts")], lines) > 600)
    }

    /// Members that come once are in elements that operations open.
    @Test func layoutsThatComeOnceAreNotKept() throws {
        let lines = (0..<3_000).map { line(#","list":[{"name":1,"host\#($0)":1}]"#, $0) }
        #expect(try ShapeTests().known([.each("/list", [.rename("/name", to: "title")])], lines) == 0)
    }
}
