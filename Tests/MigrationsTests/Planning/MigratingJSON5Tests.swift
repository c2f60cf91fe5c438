import Foundation
import Migrations
import Testing
import VersionedCodec

/// What becomes of documents in JSON5: JSON, with the places of the text in errors and losses.
@Suite struct MigratingJSON5Tests {
    private static func plan(_ operations: [JSONOperation]) throws -> MigrationPlan {
        try MigrationPlan(
            "p", versionAt: VersionLocation("/v", as: .integer),
            versions: [PlanVersion("1"), PlanVersion("2"), PlanVersion("3", style: .pretty)],
            migrations: [
                Migration(from: "1", to: "2", "", operations: operations),
                Migration(from: "2", to: "3", "", operations: []),
            ])
    }

    private static let options: MigrationOptions = {
        var options = MigrationOptions()
        options.parsing.tolerances = .json5
        return options
    }()

    private static let payload = """
        // head
        {
          v: 0x1, // the version
          'a': [+1, .5, 0x1F,], /* three */ s: 'it\\'s "x"', "kept": [1.0, 1e2, "\\u0041/\\/"],
        }
        // foot

        """

    @Test func styleOfTheInputIsKeptAsJSON() throws {
        let plan = try Self.plan([.rename("/a", to: "b")])
        #expect(
            try plan.migrate(Self.payload, to: "2", options: Self.options).text == """
                {
                  "v": 2,
                  "b": [1, 0.5, 31], "s": "it's \\"x\\"", "kept": [1.0, 1e2, "\\u0041/\\/"]
                }

                """)
        let plain = try JSONDocument(parsing: Self.payload, options: Self.options.parsing).root.text()
        let expected = try JSONDocument(parsing: plan.migrate(plain, to: "2").bytes).root
        #expect(
            try JSONDocument(parsing: plan.migrate(Self.payload, to: "2", options: Self.options).bytes).root == expected
        )
    }

    @Test func payloadOfTheTargetIsMadeJSON() throws {
        let plan = try Self.plan([.rename("/a", to: "b")])
        #expect(
            try plan.migrate("{v: 1, /* x */ a: 0x10,}", to: "1", options: Self.options).text == #"{"v": 1, "a": 16}"#)
        let json = #" {"v": 1, "a": 1.0, "a\u0062": [ ]} "#
        #expect(try plan.migrate(json, to: "1", options: Self.options).text == json)
        // Another encoding is none of JSON's (RFC 8259, section 8.1).
        var options = Self.options
        options.parsing.tolerances.insert([.otherEncodings, .byteOrderMark, .controlCharacters])
        let wide: [UInt8] = [0xFF, 0xFE] + #"{"v":1,"a":"é"}"#.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try plan.migrate(wide, to: "1", options: options).text == #"{"v":1,"a":"é"}"#)
        #expect(
            try plan.migrate("\u{FEFF}{\"v\":1,\"a\":\"x\ny\"}", to: "1", options: options).text
                == #"{"v":1,"a":"x\ny"}"#)
        let newer = try MigrationPlan(
            "p", versionAt: VersionLocation("/v", as: .integer), detection: DetectionRules(newer: .passedThrough),
            versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "", operations: [.rename("/a", to: "b")])])
        #expect(try newer.migrate("{v: 7, a: .5}", to: "2", options: Self.options).text == #"{"v": 7, "a": 0.5}"#)
    }

    @Test(
        arguments: [
            [JSONOperation.remove("/a")], [.move("/o/l", to: "/l")], [.add("/new", value: [1, 2])],
            [.add("/a/-", value: "x")], [.wrap("/o")], [.sort("/a")],
            [.convert("/o/k", from: .number, to: .string)], [.copy("/s", to: "/t")],
            [.move("/a", to: "/o/a"), .remove("/s")],
            [.each("/a", [.convert("", from: .number, to: .string)])],
        ] as [[JSONOperation]])
    func operationsMeetJSON(_ operations: [JSONOperation]) throws {
        let plan = try Self.plan(operations)
        let text = "{v: 1, a: [0x3, /* two */ .5, +1,], // after\n o: {'k': 0x1F, l: 'it\\'s',}, s: '\\x41\\\n',}"
        let json = #"{"v": 1, "a": [3, 0.5, 1], "o": {"k": 31, "l": "it's"}, "s": "\u0041"}"#
        let expected = try JSONDocument(parsing: plan.migrate(json, to: "2").bytes).root
        for style in MigrationOptions.Style.allCases {
            for isOneLine in [false, true] {
                var options = Self.options
                (options.style, options.isOneLine) = (style, isOneLine)
                let result = try plan.migrate(text, to: "2", options: options)
                #expect(try JSONDocument(parsing: result.bytes).root == expected, "\(result.text)")
                #expect(!isOneLine || !result.text.contains("\n"))
                _ = try JSONDocument(parsing: plan.migrate(text, to: "3", options: options).bytes)
                // A document that was read with the option needs no other.
                let document = try JSONDocument(parsing: text, options: options.parsing)
                var plain = options
                plain.parsing = JSONParsingOptions()
                #expect(try plan.migrate(document, to: "2", options: plain).bytes == result.bytes)
            }
        }
    }

    @Test func numbersThatNoJSONCanSayAreRefused() throws {
        let plan = try Self.plan([.rename("/a", to: "b")])
        for target in ["1", "2", "3"] {
            let error = #expect(throws: MigrationError.self) {
                try plan.migrate("// x\n{v: 1, a: [1, -Infinity]}", to: target, options: Self.options)
            }
            #expect(error?.code == .noJSON)
            let name = target == "1" ? "a" : "b"
            #expect(error?.description == "line 2, column 15, at \"/\(name)/1\": no JSON can say -Infinity")
        }
        let removing = try Self.plan([.remove("/a")])
        #expect(try removing.migrate("{v: 1, a: NaN}", to: "2", options: Self.options).text == #"{"v": 2}"#)
    }

    @Test func lossesAndErrorsNamePlacesOfTheText() throws {
        let plan = try Self.plan([.remove("/a"), .each("/l", [.remove("/x")])])
        let text = "// one\n{v: 1, /* two */ a: 0x1F, l: [{y: 1, x: 'x'},\n\t{x: .5,},],}"
        let result = try plan.migrate(text, to: "2", options: Self.options)
        #expect(
            result.losses.map { "\($0.path) \($0.position?.line ?? 0):\($0.position?.column ?? 0) \($0.value.text())" }
                == [
                    "/a 2:21 31", "/l/0/x 2:41 \"x\"", "/l/1/x 3:6 0.5",
                ])
        #expect(result.text == "{\"v\": 2, \"l\": [{\"y\": 1},\n\t{}]}")
        let failing = try Self.plan([.convert("/a/b", from: .number, to: .string)])
        let error = #expect(throws: MigrationError.self) {
            try failing.migrate("{v: 1, // x\n a: {'b': true}}", to: "2", options: Self.options)
        }
        #expect(error?.position.map { [$0.line, $0.column] } == [2, 11])
        let unknown = #expect(throws: MigrationError.self) {
            try plan.migrate("/**/{v: +9}", to: "2", options: Self.options)
        }
        #expect(unknown?.diagnostic.position?.column == 9)
        let broken = #expect(throws: MigrationError.self) {
            try plan.migrate("{v: 1, a: 0x}", to: "2", options: Self.options)
        }
        #expect(broken?.code == .invalidJSON && broken?.position?.column == 13)
    }

    @Test func payloadsOfSetsAreMadeJSON() throws {
        let orders = try MigrationPlan(
            "Order", versionAt: VersionLocation("/v", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "", operations: [.rename("/a", to: "b")])])
        let shop = try PlanSet(
            "Shop",
            entities: [
                PlanSet.Entity("Order", plan: orders),
                PlanSet.Entity("Page", nested: [NestedEntity("Order", eachOf: "/items")]),
            ], pins: [VersionPins("2025", ["Order": "1"]), VersionPins("2026", ["Order": "2"])])
        let text = "{items: [{v: 0x1, a: .5}, // one\n {v: 2, 'b': +1,},]}"
        let moved = try shop.migrate(text, entity: "Page", to: "2026", options: Self.options)
        #expect(moved.text == #"{"items": [{"v": 2, "b": 0.5},"# + "\n" + #" {"v": 2, "b": 1}]}"#)
        let same = try shop.migrate("{items: [{v: +1, a: .5},],}", entity: "Page", to: "2025", options: Self.options)
        #expect(same.text == #"{"items": [{"v": 1, "a": 0.5}]}"#)
        for target in ["2025", "2026"] {
            let error = #expect(throws: MigrationError.self) {
                try shop.migrate("{items: [\n{v: 1, a: NaN}]}", entity: "Page", to: target, options: Self.options)
            }
            #expect(error?.code == .noJSON && error?.position?.line == 2 && error?.position?.column == 11)
        }
        let document = try JSONDocument(parsing: text, options: Self.options.parsing)
        #expect(try shop.versions(in: document, entity: "Page").map(\.version.label) == ["1", "2"])
    }

    @Test func linesStayLines() throws {
        let migration = LineMigration(plan: try Self.plan([.rename("/a", to: "b")]), target: "2", options: Self.options)
        let input = "{v:1,a:0x10}\n\n{'v':2,\u{2028}b:.5}\r\n{\"v\":1,\"a\":1e2}\n// no document\n"
        var output: [UInt8] = []
        var bad: [String] = []
        var chunks = [Array(input.utf8)]
        let reader = LineReader(chunks: { chunks.popLast() })
        let summary = try migration.run(
            reader, write: { output += $0 }, keepBad: { bad.append($0.diagnostic.description) })
        #expect(
            String(decoding: output, as: UTF8.self)
                == "{\"v\":2,\"b\":16}\n\n{\"v\":2, \"b\":0.5}\r\n{\"v\":2,\"b\":1e2}\n")
        #expect(summary.migrated == 3 && summary.bad == 1)
        #expect(bad == ["line 5, column 15, at the root: expected a value, but the text ends"])
    }

    @Test func roundTripsAreThoseOfTheJSON() throws {
        let plan = try Self.plan([.rename("/a", to: "b")])
        let document = try JSONDocument(parsing: Self.payload, options: Self.options.parsing)
        #expect(try plan.roundTrips(of: document).allSatisfy(\.isSound))
    }

    // MARK: Models

    private enum Release: Int, APIVersion { case v1 = 1, v2 }
    private struct Model: Codable, Equatable { var b: Int; var s: String }

    @Test func migratorReadsWhatItIsAskedToRead() throws {
        let migrator = try Migrator(
            Model.self,
            controller: VersionController<Release>(location: VersionLocation("/v", as: .integer), format: .unchanged),
            migrations: [Migration(from: Release.v1, to: .v2, "", operations: [.rename("/a", to: "b")])])
        let parsing = JSONParsingOptions(tolerating: .json5)
        for text in ["{v: 1, a: 0x10, s: '\\x41'}", "{v: 0x2, 'b': +16, s: \"A\",}"] {
            let payload = Data(text.utf8)
            #expect(try migrator.decode(payload, parsing: parsing).model == Model(b: 16, s: "A"))
            let error = #expect(throws: MigrationError.self) { try migrator.decode(payload) }
            #expect(error?.code == .invalidJSON)
            let moved = try migrator.migrate(payload, to: .v1, options: Self.options)
            #expect(try JSONDocument(parsing: moved.bytes).root == ["v": 1, "a": 16, "s": "A"])
        }
        let error = #expect(throws: (any Error).self) {
            try migrator.decode(Data("// x\n{v: 2, b: .5, s: ''}".utf8), parsing: parsing)
        }
        #expect(
            error.map { Diagnostic(describing: $0).description }
                == #"line 2, column 11, at "/b": the number .5 does not fit Int (version 2)"#)
    }
}
