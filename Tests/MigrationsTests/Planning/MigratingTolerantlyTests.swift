import Migrations
import Testing
import VersionedCodec

/// What comes out of documents that are not JSON by the standard.
@Suite struct MigratingTolerantlyTests {
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
        options.parsing.tolerances = [
            .trailingCommas, .comments, .byteOrderMark, .nonFiniteNumbers, .controlCharacters, .otherEncodings,
        ]
        return options
    }()

    private static let payload =
        "\u{FEFF}{ // one\n \"v\": 1, /* two */ \"a\": [1, 2,], \"n\": NaN, \"s\": \"x\ty\", }\n"

    @Test func payloadOfTheTargetIsPassedByteForByte() throws {
        let plan = try Self.plan([.rename("/a", to: "b")])
        #expect(try plan.migrate(Self.payload, to: "1", options: Self.options).text == Self.payload)
        let wide: [UInt8] = [0xFF, 0xFE] + #"{"v":1,"a":"é"}"#.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try plan.migrate(wide, to: "1", options: Self.options).bytes == wide)
        #expect(try plan.migrate(wide, to: "2", options: Self.options).text == #"{"v":2,"b":"é"}"#)
    }

    /// What `VersionedJSONDecoder` reads unless it is set otherwise, migrations do: a byte order mark, UTF-16, UTF-32.
    @Test func whatADecoderReadsIsMigrated() throws {
        #expect(MigrationOptions().parsing == VersionedJSONDecoder.defaultParsingOptions)
        let plan = try Self.plan([.rename("/a", to: "b")])
        let text = #"{"v":1,"a":"é"}"#
        let marked = "\u{FEFF}" + text
        #expect(try plan.migrate(marked, to: "2").text == "\u{FEFF}{\"v\":2,\"b\":\"é\"}")
        #expect(try plan.migrate(marked, to: "1").text == marked)
        #expect(try plan.migrate(marked, to: "3").bytes.first == UInt8(ascii: "{"))
        let wide = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let widest = text.unicodeScalars.flatMap { [0, 0, UInt8($0.value >> 8), UInt8($0.value & 0xFF)] }
        for payload in [wide, [0xFF, 0xFE] + wide, widest, [0, 0, 0xFE, 0xFF] + widest] {
            #expect(try plan.migrate(payload, to: "2").text == #"{"v":2,"b":"é"}"#)
            #expect(try plan.migrate(payload, to: "1").bytes == payload)
            #expect(try VersionedJSONDecoder().decode([String: AnyValue].self, from: payload).count == 2)
        }
        var strict = MigrationOptions()
        strict.parsing = JSONParsingOptions()
        for payload in [Array(marked.utf8), wide] {
            let error = #expect(throws: MigrationError.self) { try plan.migrate(payload, to: "2", options: strict) }
            #expect(error?.code == .invalidJSON)
        }
    }

    private struct AnyValue: Decodable { init(from decoder: any Decoder) {} }

    @Test func linesWithAMarkAreMigrated() throws {
        let plan = try Self.plan([.rename("/a", to: "b")])
        var output: [UInt8] = []
        var chunks = [Array("\u{FEFF}{\"v\":1,\"a\":1}\n{\"v\":1,\"a\":2}\n".utf8)]
        let reader = LineReader { chunks.popLast() }
        _ = try LineMigration(plan: plan, target: "2").run(reader, write: { output += $0 })
        #expect(String(decoding: output, as: UTF8.self) == "\u{FEFF}{\"v\":2,\"b\":1}\n{\"v\":2,\"b\":2}\n")
    }

    @Test func styleOfTheInputKeepsWhatNothingChanged() throws {
        let plan = try Self.plan([.rename("/a", to: "b")])
        let result = try plan.migrate(Self.payload, to: "2", options: Self.options)
        #expect(result.text == Self.payload.replacing("1, /*", with: "2, /*").replacing("\"a\"", with: "\"b\""))
        #expect(try plan.migrate(result.bytes, to: "1", options: Self.options).text == Self.payload)
    }

    @Test func declaredStyleIsJSONButForNumbersThatHaveNone() throws {
        let text = try Self.plan([.remove("/n"), .rename("/a", to: "b")])
            .migrate(Self.payload, to: "3", options: Self.options).text
        #expect(text.hasPrefix("{\n") && !text.contains("/*") && text.contains(#""s": "x\ty""#))
        _ = try JSONDocument(parsing: text)
        let kept = try Self.plan([.rename("/a", to: "b")]).migrate(Self.payload, to: "3", options: Self.options).text
        #expect(kept.contains(#""n": NaN"#))
    }

    /// What an operation adds, takes away or moves between comments and trailing commas can be read again, and means
    /// what it would without those.
    @Test(
        arguments: [
            [JSONOperation.remove("/a")], [.remove("/o/l")], [.remove("/o/k"), .remove("/o/l")], [.remove("/a/2")],
            [.remove("/a/0")],
            [.add("/new", value: [1, 2])], [.add("/o/m", value: "x")], [.add("/a/-", value: 4)],
            [.add("/e/x", value: 4)],
            [.add("/new", value: 1, before: "a")], [.move("/o", to: "/e/o")], [.wrap("/o")], [.sort("/a")],
            [.set("/o/l", to: [:])],
            [.move("/a", to: "/o/a"), .remove("/e")],
        ] as [[JSONOperation]])
    func tolerantOutputIsReadAgain(_ operations: [JSONOperation]) throws {
        let plan = try Self.plan(operations)
        let tolerant = """
            // head
            {"v": 1, // version
              "a": [3, /* two */ 2, 1, /* end */ ], // after
              /* before o */ "o": {"k": 1, /* in */ "l": 2, /* tail */ }, "e": { /* empty */ }, // last
            } // foot
            """
        let plain = #"{"v": 1, "a": [3, 2, 1], "o": {"k": 1, "l": 2}, "e": {}}"#
        let expected = try JSONDocument(parsing: plan.migrate(plain, to: "2").bytes).root
        for style in MigrationOptions.Style.allCases {
            var options = Self.options
            options.style = style
            let result = try plan.migrate(tolerant, to: "2", options: options)
            #expect(
                try JSONDocument(parsing: result.bytes, options: options.parsing).root == expected, "\(result.text)")
        }
        let lines = try plan.migrate(tolerant, to: "3", options: Self.options)
        #expect(try JSONDocument(parsing: lines.bytes).root["v"] == 3)
    }

    @Test(arguments: [
        (JSONParsingOptions.DuplicateKeyPolicy.first, #"{"v":2,"b":1}"#), (.last, #"{"v":2,"b":2}"#),
        (.keep, #"{"v":2,"b":1,"b":2}"#),
    ])
    func keyThatStandsTwiceIsAsThePolicySays(_ policy: JSONParsingOptions.DuplicateKeyPolicy, _ output: String) throws {
        var options = MigrationOptions()
        options.parsing.duplicateKeys = policy
        let plan = try Self.plan([.rename("/a", to: "b")])
        let payload = #"{"v":1,"a":1,"a":2}"#
        #expect(try plan.migrate(payload, to: "2", options: options).text == output)
        #expect(try plan.migrate(payload, to: "1", options: options).text == payload)
        let error = #expect(throws: MigrationError.self) { try plan.migrate(payload, to: "2") }
        #expect(error?.code == .invalidJSON)
    }
}
