import TestSupport
import Testing

@testable import Migrations
@testable import VersionedCodec

/// A runner of a set gives what the set gives on a document that was read apart, or leaves the payload to it.
@Suite struct SetRunnerTests {
    private static func plan(
        _ name: String, version: String = #""version": {"at": "/v", "as": "integer"}, "#, second: String = "",
        _ operations: String
    ) throws -> MigrationPlan {
        try MigrationPlan(
            planFile: """
                {"planFormat": 2, "name": "\(name)", \(version)"versions": [{"version": "1"}, {"version": "2"\(second)}],
                "migrations": [{"from": "1", "to": "2", "summary": "s", "operations": [\(operations)]}]}
                """)
    }

    private static func shop(style: String = "") throws -> PlanSet {
        let order = try plan(
            "Order", second: style,
            #"""
            {"op": "rename", "path": "/total", "to": "price"}, {"op": "remove", "path": "/note", "ifAbsent": "skip"},
            {"op": "rename", "path": "/buyer", "to": "customer", "ifAbsent": "skip"}
            """#)
        let customer = try plan(
            "Customer", version: "", #"{"op": "rename", "path": "/mail", "to": "email"}"#)
        let job = try plan(
            "Job", second: #", "knows": {"v": true, "kind": true, "n": true, "size": true}"#,
            #"""
            {"op": "when", "if": {"path": "/n", "atLeast": 10},
             "operations": [{"op": "add", "path": "/size", "value": "big"}]}
            """#)
        return try PlanSet(
            "Shop",
            entities: [
                PlanSet.Entity(
                    "Order", plan: order,
                    nested: [NestedEntity("Customer", at: "/customer"), NestedEntity("Order", eachOf: "/parts")]),
                PlanSet.Entity("Customer", plan: customer), PlanSet.Entity("Job", plan: job),
                PlanSet.Entity("Page", nested: [NestedEntity("Order", eachOf: "/items")]),
                PlanSet.Entity(
                    "List",
                    nested: [
                        NestedEntity(
                            NestedEntity.Kinds(by: "/kind", ["order": "Order", "job": "Job"], ifUnknown: .skip),
                            eachOf: "/items")
                    ]),
            ],
            pins: [
                VersionPins("a", ["Order": "1", "Customer": "1", "Job": "1"]),
                VersionPins("b", ["Order": "2", "Customer": "2", "Job": "2"]),
            ])
    }

    /// Payloads of entities; whether a runner takes each.
    static let payloads: [(entity: String, text: String, isTaken: Bool)] = [
        ("Order", #"{"v":1,"total":1.50,"buyer":{"mail":"a@b"}}"#, true),
        ("Order", #"{"v":1,"total":2,"buyer":{"mail":"c@d/é"}}"#, true),
        ("Order", #"{"v":1,"total":2,"buyer":null}"#, true),
        ("Order", #"{"v":2,"price":2,"customer":{"mail":"x"}}"#, true),
        ("Order", #"{"total":2}"#, true),
        (
            "Order", #"{"v":1,"total":1,"parts":[{"v":1,"total":2},{"v":2,"price":3},null,{"total":4,"parts":[]}]}"#,
            true
        ),
        ("Order", #"{"v":1,"total":1,"parts":{"x":{"v":1,"total":2},"y":{"v":2}}}"#, true),
        ("Page", #"{"items":[{"v":1,"total":1,"buyer":{"mail":"a"}},{"v":2,"price":1}]}"#, true),
        ("Page", #"{"items":[]}"#, true), ("Page", "{}", true), ("Page", #"{ "items": null }"#, true),
        ("List", #"{"items":[{"kind":"order","v":1,"total":1},{"kind":"job","v":1,"n":9},{"kind":"x"},{}]}"#, true),
        ("List", #"{"items":[{"kind":"job","v":1,"n":10},{"kind":"job","v":1,"n":8}]}"#, true),
        ("Order", #"{"v":1,"total":1,"note":"lost"}"#, true), ("Order", #"{"v":1,"total":1,"note":["\u0065"]}"#, true),
        (
            "Order", #"{"v":1,"note":{"a":[]},"total":1,"parts":[{"total":2,"note":3},{"v":1,"total":4,"note":5}]}"#,
            true
        ),
        ("Page", #"{"items":[{"v":1,"total":1,"note":0,"parts":{"é":{"v":1,"total":2,"note":7}}},{"v":2}]}"#, true),
        ("List", #"{"items":[{"kind":"job","v":1,"n":1,"unknown":2}]}"#, true),
        ("List", #"{"items":[{"kind":"job","v":1,"n":1,"unknown":2},{"kind":"job","v":1,"n":10,"other":[]}]}"#, true),
        // What does not fit is for the set to say.
        ("Order", #"{"v":1}"#, false), ("Order", #"{"v":7,"total":1}"#, false),
        ("Order", #"{"v":1,"total":1,"parts":3}"#, false), ("Order", #"{"v":1,"total":1,"buyer":{}}"#, false),
        ("Order", "[", false), ("Order", #"{"v":1,"total":1,"x-carried-data":1}"#, false),
    ]

    @Test(arguments: ["", #", "style": {"keyOrder": "sorted"}"#])
    func runnersGiveWhatSetsGive(style: String) throws {
        let set = try Self.shop(style: style)
        let pins = (try set.pins(of: "a"), try set.pins(of: "b"))
        for (name, text, isTaken) in Self.payloads {
            let entity = try set.entity(of: name)
            let runner = try #require(SetRunner(set, entity, to: pins.1, from: pins.0, MigrationOptions()))
            // Each twice: the second time by its shape.
            for _ in 0..<2 {
                var bytes = Array("before".utf8)
                let taken = Array(text.utf8).withUnsafeBufferPointer { runner.migrate($0, to: &bytes) }
                #expect(taken == isTaken, "\(text)")
                guard taken else {
                    #expect(bytes.count == 6, "\(text)")
                    continue
                }
                let document = try JSONDocument(parsing: text)
                var state = SetMigrationState(
                    set: set, document: document, target: pins.1, source: pins.0, MigrationEnvironment())
                var value = document.root
                let isChanged = try state.convert(&value, entity)
                let apart = try set.result(
                    of: value, isChanged: isChanged, [], state, Array(text.utf8), entity, MigrationOptions())
                let losses = [runner.lossList.array, state.losses].map { Loss.inDocumentOrder($0, document.bytes) }
                #expect(losses[0] == losses[1], "\(text)")
                let records = losses.map { String(decoding: Loss.array(of: $0), as: UTF8.self) }
                #expect(records[0] == records[1], "\(text)")
                #expect(String(decoding: bytes, as: UTF8.self) == "before" + apart.text, "\(text)")
                #expect(runner.found == apart.from, "\(text)")
                // And the whole way, through runners that are kept.
                let whole = try set.migrate(text, entity: name, to: "b", from: "a")
                #expect(whole.text == apart.text && whole.from == apart.from && whole.to == apart.to, "\(text)")
            }
        }
    }

    /// Entities in large containers are converted when these are written, those that lose something one by one.
    @Test(arguments: 0..<6, ["", #", "style": {"indent": 2}"#])
    func largePayloadsBecomeWhatTheSetMakesOfThem(seed: UInt64, style: String) throws {
        let set = try Self.shop(style: style)
        let pins = (try set.pins(of: "a"), try set.pins(of: "b"))
        var random = SeededRandom(state: seed &+ 400)
        let fitting = Self.payloads.filter { $0.text.hasPrefix(#"{"v""#) && !$0.text.contains("carried") }
        var (taken, lost) = (0, 0)
        for number in 0..<Cases.some(of: 320) {
            let isBroken = number % 8 == 0
            let items = try (0..<Int.random(in: 1...20, using: &random)).map { _ in
                var item = try JSONDocument(parsing: fitting.randomElement(using: &random)!.text).root
                if !isBroken, item["total"] == nil { item.object?["total"] = 5 }
                if item["v"]?.int == 7 || !isBroken, item["parts"]?.int != nil { item.object?["parts"] = [] }
                if !isBroken, item["v"]?.int == 7 { item.object?["v"] = 1 }
                if !isBroken, item["buyer"]?.object?.isEmpty == true { item.object?["buyer"] = nil }
                return item
            }
            let page: JSONValue = ["items": .array(JSONArray(items)), "total": .integer(number)]
            let text = page.text(in: WritingStyle(indentation: number % 2 == 0 ? .none : .spaces(2)))
            let (entity, document) = (try set.entity(of: "Page"), try JSONDocument(parsing: text))
            let runner = try #require(SetRunner(set, entity, to: pins.1, from: pins.0, MigrationOptions()))
            let large = runner.migrated(Array(text.utf8), largeFrom: 0)
            var state = SetMigrationState(
                set: set, document: document, target: pins.1, source: pins.0,
                set.environment(of: entity, for: pins.1, MigrationOptions()))
            var value = document.root
            guard let isChanged = try? state.convert(&value, entity) else {
                #expect(large == nil, "\(text)")
                continue
            }
            let apart = try set.result(
                of: value, isChanged: isChanged, [], state, document.bytes, entity, MigrationOptions())
            guard let large else { continue }
            #expect(String(decoding: large, as: UTF8.self) == apart.text, "\(text)")
            let losses = [runner.lossList.array, state.losses].map { Loss.inDocumentOrder($0, document.bytes) }
            #expect(losses[0] == losses[1], "\(text)")
            #expect(runner.contradictions.count == state.contradictions.count)
            taken += 1
            lost += losses[0].count
        }
        #expect(taken > 10 && lost > 0, "\(taken) \(lost)")
    }

    /// A large payload that is written into a file piece by piece is the one that is made in memory; also where an
    /// entity at its end does not fit, and all pieces are taken back.
    @Test(arguments: [0, 1, 2, 3]) func largePayloadsAreWrittenIntoFiles(kind: Int) throws {
        let (set, folder) = (try Self.shop(), try TemporaryFolder())
        var items = (0..<4_000).map {
            kind == 3
                ? #"{"v":2,"price":\#($0)}"#
                : #"{"v":1,"total":\#($0),"note":"\#($0)","parts":[{"total":2,"note":[\#($0)]}]}"#
        }
        if kind == 1 { items.append(#"{"v":1}"#) }
        let payload = Array(#"{"items": [\#(items.joined(separator: ",\n"))]}"#.utf8)
        let options = MigrationOptions(losses: kind == 2 ? .fail : .report)
        let inMemory = Result { try set.migrate(payload, entity: "Page", to: "b", from: "a", options: options) }
        let file = try FileReplacement(of: folder.path("page.json"))
        let intoFile = Result {
            try set.migrate(payload, entity: "Page", to: "b", from: "a", options: options, into: file)
        }
        if kind == 1 || kind == 2 {
            let errors = [inMemory, intoFile].map { result in
                #expect(throws: MigrationError.self) { try result.get() }.map { "\($0) \($0.losses.count)" }
            }
            #expect(errors[0] == errors[1] && errors[0] != nil)
            return
        }
        try file.commit()
        let (expected, report) = (try inMemory.get(), try intoFile.get())
        #expect(try folder.text("page.json") == expected.text && report.bytes.isEmpty)
        #expect(report.losses == expected.losses && report.losses.count == (kind == 3 ? 0 : 8_000))
        #expect(report.losses.map(\.position) == expected.losses.map(\.position))
        if kind == 3 { #expect(expected.bytes == payload) }
    }

    /// Entities are in each other to a depth at which recursion overflows a stack.
    @Test func entitiesNestToAnyDepth() throws {
        let depth = 5_000
        let parts = { (innermost: String) in
            String(repeating: #"{"v":1,"total":1,"parts":["#, count: depth) + innermost
                + String(repeating: "]}", count: depth)
        }
        var options = MigrationOptions()
        options.parsing.maximumDepth = 1_000_000
        let set = try Self.shop()
        let fits = try set.migrate(
            parts(#"{"v":1,"total":7}"#), entity: "Order", to: "b", from: "a", options: options)
        #expect(fits.text.hasPrefix(#"{"v":2,"price":1,"parts":[{"v":2,"price":1,"#))
        #expect(fits.text.utf8.count == parts(#"{"v":1,"total":7}"#).utf8.count)
        #expect(fits.text.contains(#"[{"v":2,"price":7}]"#))
        // What does not fit is for the set to say.
        let loses = try set.migrate(
            parts(#"{"v":1,"total":7,"note":0}"#), entity: "Order", to: "b", from: "a", options: options)
        #expect(loses.text == fits.text)
        #expect(loses.losses.map(\.path.tokens.count) == [2 * depth + 1])
        #expect(loses.losses.first?.path.tokens.suffix(3) == ["parts", "0", "note"])
        let fails = #expect(throws: MigrationError.self) {
            try set.migrate(parts(#"{"v":1}"#), entity: "Order", to: "b", from: "a", options: options)
        }
        #expect(fails?.path?.tokens.count == 2 * depth + 1)
        #expect(fails?.position?.column == 26 * depth + 1)
    }

    /// Lines of which some fit, some lose values and some are bad stay in their order.
    @Test func linesKeepTheirOrder() throws {
        let set = try Self.shop()
        let lines = (0..<300).map { number in
            switch number % 5 {
            case 3: #"{"v":1,"total":\#(number),"note":"\#(number)"}"#
            case 4: number % 2 == 0 ? "" : #"{"v":1,"wrong":\#(number)}"#
            default: #"{"v":1,"total":\#(number),"buyer":{"mail":"\#(number)"}}"#
            }
        }
        var (output, lost, bad): ([UInt8], [Loss], [Int]) = ([], [], [])
        let text = lines.joined(separator: "\n") + "\n"
        let summary = try set.migrateLines(
            LineReader(Array(text.utf8), linesBefore: 0, bytesBefore: 0), entity: "Order", to: "b", from: "a",
            write: { output += $0 }, losses: { lost += $0 }, keepBad: { bad.append($0.line.number) })
        #expect(lost.compactMap(\.position?.line) == stride(from: 4, through: 300, by: 5).map { $0 })
        #expect(bad == stride(from: 10, through: 300, by: 10).map { $0 })
        #expect(summary.migrated == 300 - 60 && summary.bad == 30)
        let expected = try lines.enumerated().compactMap { number, line -> String? in
            if line.isEmpty { return "" }
            return bad.contains(number + 1) ? nil : try set.migrate(line, entity: "Order", to: "b", from: "a").text
        }
        #expect(String(decoding: output, as: UTF8.self) == expected.joined(separator: "\n") + "\n")
    }

    /// An error of a function that receives losses is not one of the line.
    @Test func errorOfReceiverIsPassedOn() throws {
        let lines = Array(#"{"v":1,"total":1,"note":"n"}"#.utf8)
        // Parts are migrated as values.
        for isPartial in [false, true] {
            let options = MigrationOptions(isPartial: isPartial)
            let error = #expect(throws: MigrationError.self) {
                try Self.shop().migrateLines(
                    LineReader(lines, linesBefore: 0, bytesBefore: 0), entity: "Order", to: "b", from: "a",
                    options: options, write: { _ in },
                    losses: { _ in throw MigrationError(.refused, "not today", at: nil) }, keepBad: { _ in })
            }
            #expect(error?.message == "not today")
        }
    }
}
