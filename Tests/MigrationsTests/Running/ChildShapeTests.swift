import Testing

@testable import Migrations
@testable import VersionedCodec

/// Children of a large container that have a shape which came before: they are written, and judged, as all others.
@Suite struct ChildShapeTests {
    /// How the children are put into a document.
    private enum Layout: CaseIterable {
        case line, lines, members

        func document(_ children: [String]) -> String {
            switch self {
            case .line: #"{"v":1,"items":[\#(children.joined(separator: ","))],"b":{"a":[1]}}"#
            case .lines: "{\n  \"v\": 1,\n  \"items\": [\n    \(children.joined(separator: ",\n    "))\n  ]\n}\n"
            case .members:
                #"{"v":1,"items":{\#(children.enumerated().map { "\"r\($0)\":\($1)" }.joined(separator: ", "))}}"#
            }
        }
    }

    /// Random plans over children of few shapes and many values give what each step gives on the whole document.
    @Test(arguments: 0..<6) func childrenOfKnownShapesAreAsOthers(seed: UInt64) throws {
        var random = RandomPlans(seed: seed &+ 3000)
        var (ran, lost) = (0, 0)
        for number in 0..<30 {
            let plan = try random.recordPlan()
            let children = random.lines()
            let text = Layout.allCases[number % 3].document(children)
            guard let slow = try? plan.migrate(JSONDocument(parsing: text), to: "3") else { continue }
            // Containers of 16 nodes and more wait: most children are smaller.
            guard
                let fast = try plan.run(on: Array(text.utf8), to: "3", from: nil, options: .init(), largeFrom: 1 << 10)
            else { continue }
            let operations = plan.migrations.map(\.directions)
            #expect(fast.text == slow.text, "\(text)\n\(operations)")
            #expect(fast.losses == slow.losses, "\(text)\n\(operations)")
            #expect(fast.losses.map(\.position) == slow.losses.map(\.position), "\(text)\n\(operations)")
            ran += 1
            if !slow.losses.isEmpty { lost += 1 }
            if fast.text != slow.text || fast.losses != slow.losses { break }
        }
        #expect(ran > 5 && lost > 1)
    }

    /// Runs a plan, and the same without a way back; the losses of the former.
    private func agree(
        _ up: [JSONOperation], _ down: [JSONOperation]?, _ children: [String], _ layouts: [Layout] = Layout.allCases
    ) throws -> [Loss] {
        let up = [JSONOperation.each("/items", up)]
        _ = try agree(Migration(from: "1", to: "2", "Changes", up: up, down: nil), children, layouts)
        return try agree(
            down.map { Migration(from: "1", to: "2", "Changes", up: up, down: $0) }
                ?? Migration(from: "1", to: "2", "Changes", operations: up), children, layouts)
    }

    private func agree(
        _ migration: Migration, _ children: [String], _ layouts: [Layout] = Layout.allCases
    ) throws -> [Loss] {
        let plan = try MigrationPlan(
            "Order", versionAt: VersionLocation("/v", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [migration])
        var losses: [Loss] = []
        for layout in layouts {
            let text = layout.document(children)
            let slow = try plan.migrate(JSONDocument(parsing: text), to: "2")
            let fast = try #require(
                try plan.run(on: Array(text.utf8), to: "2", from: nil, options: .init(), largeFrom: 1 << 11), "\(text)")
            #expect(fast.text == slow.text, "\(text)")
            #expect(fast.losses == slow.losses, "\(text)")
            #expect(fast.losses.map(\.position) == slow.losses.map(\.position), "\(text)")
            losses = slow.losses
        }
        return losses
    }

    /// Children with more layouts than are compared one after another, and values that decide.
    @Test func childrenWithManyOptionalMembersAreAsOthers() throws {
        let children = (0..<1_500).map { number in
            let present = (0..<7).filter { number &* 37 >> $0 & 1 == 1 }
            let members = present.map { #","m\#($0)":"v\#(number)""# }.joined()
            return #"{"a":\#(number)\#(members),"s":"\#(["x", "y", "z"][number / 3 % 3])"}"#
        }
        let losses = try agree(
            [.remove("/a"), .rename("/s", to: "t"), .mapValues("/t", [("x", "X"), ("y", 2)], ifUnknown: .skip)], nil,
            children)
        #expect(losses.count == 1_500)
    }

    /// What depends on the place of a child, or on those before it, is done for each.
    @Test func placesAndSequencesAreOfEachChild() throws {
        let children = (0..<30).map { #"{"a":\#($0),"b":"x"}"# }
        _ = try agree([.generate("/n", .index(start: 1))], nil, children, [.line, .lines])
        _ = try agree([.generate("/n", .sequence("id-%d"))], nil, children)
        _ = try agree([.generate("/n", .uuid(seed: "s"))], nil, children)
        _ = try agree([.remove("/b"), .generate("/n", .index(start: 1))], [], children, [.line, .lines])
    }

    /// Each lost value is that of its own child, of any kind, also where what was found depends on values.
    @Test func lossesAreOfEachChild() throws {
        let children = (0..<40).map {
            #"{"a":\#($0 % 7),"b":"x\#($0)","c":[\#($0 % 2),1],"d":{"e":\#($0)},"f":[{"s":"\#($0 * 7 % 5)"},{"s":"2"}]}"#
        }
        #expect(try agree([.remove("/b"), .remove("/d")], nil, children).count == 80)
        #expect(try agree([.rename("/b", to: "title"), .remove("/c")], [], children).count > 40)
        #expect(try agree([.sort("/f", by: "/s")], nil, children).count == 16)
        #expect(try agree([.sort("/f", by: "/s", anyOrder: true)], nil, children).isEmpty)
        #expect(try agree([.sort("/f", by: "/s", anyOrder: true), .remove("/b")], nil, children).count == 40)
        #expect(
            try agree([.move("/c/0", to: "/c/1")], [.each("/items", [.remove("/zz", ifAbsent: .skip)])], children).count
                == 20)
        #expect(
            try agree([.mapValues("/a", [(0, "none"), (1, "one"), (2, "one")], ifUnknown: .skip)], nil, children).count
                == 6)
        _ = try agree(
            [.when(.present("/b"), [.convert("/a", from: .number, to: .string)]), .remove("/d/e")], nil, children)
    }

    /// Without a way back, a value is lost unless something in the document comes from it, in whichever child that is.
    @Test func withoutAWayBackValuesMayBeInOtherChildren() throws {
        func lost(_ up: [JSONOperation], _ layouts: [Layout] = Layout.allCases) throws -> Int {
            let children = (0..<40).map {
                #"{"a":"k\#($0)","b":"k\#(39 - $0)","c":{"d":[\#($0),{"e":true}]},"f":1.50}"#
            }
            return try agree(Migration(from: "1", to: "2", "Changes", up: up, down: nil), children, layouts).count
        }
        let remove = JSONOperation.each("/items", [.remove("/c")])
        #expect(try lost([remove]) == 40)
        #expect(try lost([.each("/items", [.copy("/c/d/1", to: "/e"), .remove("/c")])]) == 40)
        #expect(try lost([.copy("/items/3/c", to: "/first"), remove], [.line, .lines]) == 39)
        #expect(try lost([.copy("/items/3/c/d", to: "/first"), remove], [.line, .lines]) == 39)
        let calculated = try lost([.each("/items", [.calculate("/f", .multiply(JSONNumber(2))), .remove("/a")])])
        #expect(calculated == 40)
        let names = JSONOperation.lookUp("/b", in: "/items", by: "/a", take: "/c", to: "/other")
        let lookedUp = try lost([.each("/items", [names]), remove], [.line, .lines])
        #expect(lookedUp == 0)
        #expect(try lost([.each("/items", [.join(["/a", "/b"], into: "/j", separator: " "), .remove("/f")])]) == 40)
        #expect(try lost([remove, .remove("/items")]) == 1)
    }
}
