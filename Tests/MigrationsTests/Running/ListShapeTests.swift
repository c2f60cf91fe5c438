import Testing

@testable import Migrations
@testable import VersionedCodec

/// Lines have shapes where operations move values in and out of the elements of a list, or copy them from elsewhere.
extension ShapeTests {
    private static let lists: [[JSONOperation]] = [
        [.hoist("/l", member: "/c", to: "/c")], [.hoist("/l", member: "/c", to: "/o/c", ifMixed: .keep)],
        [.plunge("/k", into: "/l", as: "/k")], [.plunge("/o/u", into: "/l", as: "/o/u")],
        [.flatten("/g", elements: "/e", carrying: [("/s", "/s")])],
        [.group("/l", elements: "/e", carrying: [("/c", "/c")])],
        [.group("/l", elements: "/e", carrying: [("/id", "/id"), ("/c", "/c")])],
        [.membersToArray("/p", ["x", "y"])], [.arrayToMembers("/q", ["x", "y"])],
        [.each("/l", [.copy("/k", to: "/k", in: .document)])],
        [.transform("/k", by: [.addPrefix("p")]), .each("/l", [.copy("/o", to: "/o", in: .document)])],
        [
            .each("/l", [.when(.elsewhere(.document, .at("/k", hasPrefix: "A")), [.add("/f", value: 1)])]),
            .rename("/k", to: "key"),
        ],
        [.unwrap("/w", ifMany: .first)], [.move("/m/i", to: "/m", ifExists: .overwrite)],
        [.sort("/t", by: "/r", missing: .last)], [.sort("/t", by: "/r", missing: .first), .rename("/t", to: "sorted")],
        [.calculate("/net", .plus(.member("/tax")))],
        [.calculate("/net", .multiply(.member("/tax")), fractionDigits: 2)],
        [.detach("/items", from: "/owned", id: "/id", reference: "/owner", outOf: "list")],
        [.attach("/files", to: "/folders", id: "/id", reference: "/folder", into: "files")],
    ]

    private func line(_ number: Int, k: String, c: (String, String), s: (String, String), _ q: String) -> String {
        let elements = #"[{"id":"a\#(number)","c":\#(c.0)},{"id":"b","c":\#(c.1)}]"#
        let groups = #"[{"s":\#(s.0),"e":[{"v":\#(number)}]},{"e":[{"v":1},{"v":2}],"s":\#(s.1)}]"#
        return #"{"version":1,"n":\#(number),"k":\#(k),"o":{"u":"x\#(number)"},"l":\#(elements),"g":\#(groups),"#
            + #""p":{"x":\#(number),"y":\#(c.0)},"q":\#(q),"w":[\#(k),\#(c.1)],"m":{"i":[\#(number)],"n":\#(c.1)},"#
            + #""t":[{"r":2\#(number)},{"id":\#(s.0)},{"r":1\#(number)}],"net":\#(number),"tax":\#(number % 9 + 1),"#
            + #""owned":[{"id":1\#(number),"list":[{"v":\#(c.0)}]},{"id":\#(s.0)},{"id":\#(s.1),"list":[]}],"#
            + #""folders":[{"id":\#(s.0)},{"id":\#(s.1)}],"files":[{"folder":\#(s.1),"v":\#(k)}]}"#
    }

    @Test(arguments: lists, [true, false])
    func changedListsOfLinesHaveAShape(_ operations: [JSONOperation], hasWayBack: Bool) throws {
        let alike = (100..<160).map {
            line($0, k: #""A\#($0)""#, c: (#""E\#($0)""#, #""E\#($0)""#), s: ("\($0)", "2\($0)"), "[\($0),2]")
        }
        #expect(try known(operations, hasWayBack: hasWayBack, alike) >= 55)
        let texts = [#""E""#, #""F""#, "1", "1.0", "null", #""q\"x""#, #"{"a":1}"#, #"{"a":1.0}"#, "[]", "true"]
        let others = (0..<120).map { number in
            func text(_ seed: Int) -> String { texts[seed % texts.count] }
            let isSame = number % 3 > 0
            return line(
                number, k: text(number / 2), c: (text(number), text(isSame ? number : number / 3)),
                s: (text(number / 5), text(isSame ? number + 1 : number / 5)),
                number % 7 == 0 ? "[1]" : "[\(text(number)),\(number)]")
        }
        _ = try known(operations, hasWayBack: hasWayBack, alike + others)
    }

    /// A container that has lost a part is copied with the values of its line.
    @Test func copyOfAChangedContainerIsThatOfTheLine() throws {
        let lines = (0..<40).map { #"{"version":1,"o":{"t":\#($0 / 20),"n":\#($0)}}"# }
        let operations: [JSONOperation] = [
            .move("/o/t", to: .scratch("v")), .copy("/o", to: "/c", in: .document),
        ]
        _ = try known(operations, hasWayBack: false, lines)
    }
}
