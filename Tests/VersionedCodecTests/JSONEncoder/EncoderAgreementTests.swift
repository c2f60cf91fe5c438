import Foundation
import Testing
import VersionedCodec

/// Our encoder beside Foundation's on random models: the same text, for every option that both have.
@Suite struct EncoderAgreementTests {
    /// A value of any shape, which writes itself in the ways that models do.
    indirect enum Shape: Encodable {
        case null, bool(Bool), int(Int), small(Int8), unsigned(UInt64), wide(Int128), double(Double), float(Float)
        case text(String), date(Date), data(Data), url(URL), decimal(Decimal), uuid(UUID)
        case list([Shape]), numbers([Double]), optionals([Int?]), table([String: Shape]), ids([Int: Shape])
        case model([(Key, Shape)]), nested([(Key, Shape)]), base([(Key, Shape)]), elements([Shape]), single(Shape)

        enum Key: String, CodingKey, CaseIterable {
            case id, title, imageURL, createdAt, a, URLString, `super`, userInfo = "user/info", quoted = "\"q\""
            case `class` = "klasse", long = "a key that is longer than the small strings of Swift"
        }

        func encode(to encoder: any Encoder) throws {
            var single = encoder.singleValueContainer()
            switch self {
            case .null: try single.encodeNil()
            case .bool(let value): try single.encode(value)
            case .int(let value): try single.encode(value)
            case .small(let value): try single.encode(value)
            case .unsigned(let value): try single.encode(value)
            case .wide(let value): try single.encode(value)
            case .double(let value): try single.encode(value)
            case .float(let value): try single.encode(value)
            case .text(let value): try single.encode(value)
            case .date(let value): try single.encode(value)
            case .data(let value): try single.encode(value)
            case .url(let value): try single.encode(value)
            case .decimal(let value): try single.encode(value)
            case .uuid(let value): try single.encode(value)
            case .list(let value): try single.encode(value)
            case .numbers(let value): try single.encode(value)
            case .optionals(let value): try single.encode(value)
            case .table(let value): try single.encode(value)
            case .ids(let value): try single.encode(value)
            case .single(let value): try single.encode(value)
            case .elements(let values):
                var container = encoder.unkeyedContainer()
                for (index, value) in values.enumerated() {
                    switch index % 3 {
                    case 0: try container.encode(value)
                    case 1:
                        var nested = container.nestedUnkeyedContainer()
                        try nested.encode(value)
                    default:
                        var nested = container.nestedContainer(keyedBy: Key.self)
                        try nested.encode(value, forKey: .a)
                    }
                }
            case .model(let members):
                var container = encoder.container(keyedBy: Key.self)
                for (key, value) in members { try container.encode(value, forKey: key) }
            case .nested(let members):
                var container = encoder.container(keyedBy: Key.self)
                for (index, (key, value)) in members.enumerated() {
                    if index == 1 {
                        var nested = container.nestedContainer(keyedBy: Key.self, forKey: key)
                        try nested.encode(value, forKey: .id)
                    } else {
                        try container.encode(value, forKey: key)
                    }
                }
            case .base(let members):
                var container = encoder.container(keyedBy: Key.self)
                for (key, value) in members where key != .super { try container.encode(value, forKey: key) }
                var base = container.superEncoder().container(keyedBy: Key.self)
                try base.encode(1, forKey: .id)
            }
        }
    }

    /// Makes shapes from a seed.
    struct Maker {
        var random: SplitMix

        mutating func text() -> String {
            let stock = [
                "", "plain", "a/b", "\"quoted\"", "back\\slash", "tab\tnew\nline", "\u{1}\u{1f}\u{7f}", "Müller",
                "𝄞 clef", "e\u{301}",
            ]
            return (0..<Int.random(in: 1...3, using: &random)).map { _ in stock.randomElement(using: &random) ?? "" }
                .joined(separator: " and ")
        }

        mutating func members(_ depth: Int) -> [(Shape.Key, Shape)] {
            var members: [(Shape.Key, Shape)] = []
            for key in Shape.Key.allCases.shuffled(using: &random).prefix(Int.random(in: 0...6, using: &random)) {
                members.append((key, shape(depth)))
            }
            return members
        }

        mutating func shapes(_ depth: Int) -> [Shape] {
            (0..<Int.random(in: 0...4, using: &random)).map { _ in shape(depth) }
        }

        mutating func shape(_ depth: Int) -> Shape {
            switch Int.random(in: 0..<(depth > 0 ? 24 : 14), using: &random) {
            case 0: .null
            case 1: .bool(Bool.random(using: &random))
            case 2: .int(Int.random(in: .min ... .max, using: &random))
            case 3: .small(Int8.random(in: .min ... .max, using: &random))
            case 4: .unsigned(UInt64.random(in: 0 ... .max, using: &random))
            case 5: .wide(Int128(Int.random(in: .min ... .max, using: &random)) * 1_000_003)
            case 6: .double(number())
            case 7: .float(Float(Int.random(in: -100_000...100_000, using: &random)) / 1000)
            case 8: .text(text())
            case 9:
                .date(
                    Date(
                        timeIntervalSince1970: Double(Int.random(in: -9_000_000_000...9_000_000_000, using: &random))
                            / 8))
            case 10:
                .data(Data((0..<Int.random(in: 0..<9, using: &random)).map { UInt8(truncatingIfNeeded: $0 &* 37) }))
            case 11: .url(URL(fileURLWithPath: "/tmp/\(Int.random(in: 0..<99, using: &random))"))
            case 12: .decimal(Decimal(Int.random(in: -99_999...99_999, using: &random)) / 1000)
            case 13:
                .uuid(
                    UUID(
                        uuid: (
                            1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, UInt8.random(in: 0...255, using: &random)
                        )))
            case 14: .list(shapes(depth - 1))
            case 15: .numbers((0..<Int.random(in: 0..<5, using: &random)).map { _ in number() })
            case 16: .optionals([1, nil, 3])
            case 17: .table(Dictionary(shapes(depth - 1).map { (text(), $0) }, uniquingKeysWith: { $1 }))
            case 18: .ids(Dictionary(uniqueKeysWithValues: shapes(depth - 1).enumerated().map { ($0 * 7, $1) }))
            case 19: .model(members(depth - 1))
            case 20: .nested(members(depth - 1))
            case 21: .base(members(depth - 1))
            case 22: .elements(shapes(depth - 1))
            default: .single(shape(depth - 1))
            }
        }

        private mutating func number() -> Double {
            switch Int.random(in: 0..<5, using: &random) {
            case 0: Double(Int.random(in: -1000...1000, using: &random))
            case 1: Double(Int.random(in: -100_000...100_000, using: &random)) / 100
            case 2: .random(in: -180..<180, using: &random)
            case 3:
                [0, -0.0, 1e16, 1e15, 1e-5, 0.0001, .leastNonzeroMagnitude, .greatestFiniteMagnitude].randomElement(
                    using: &random) ?? 0
            default: Double(bitPattern: UInt64.random(in: 0..<0x7FF0_0000_0000_0000, using: &random))
            }
        }
    }

    /// SplitMix64: the same numbers in every run.
    struct SplitMix: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    struct Options: Sendable, CustomTestStringConvertible {
        var formatting: JSONEncoder.OutputFormatting = [.sortedKeys]
        var ours = VersionedJSONEncoder.DateEncodingStrategy.deferredToDate
        var theirs = JSONEncoder.DateEncodingStrategy.deferredToDate
        var isSnake = false
        var testDescription: String { "formatting \(formatting.rawValue), \(theirs), snake \(isSnake)" }
    }

    static let options: [Options] = [
        Options(),
        Options(formatting: [.sortedKeys, .prettyPrinted], ours: .secondsSince1970, theirs: .secondsSince1970),
        Options(formatting: [.sortedKeys, .withoutEscapingSlashes], ours: .iso8601, theirs: .iso8601),
        Options(ours: .millisecondsSince1970, theirs: .millisecondsSince1970, isSnake: true),
    ]

    @Test(arguments: options, [UInt64](1...8))
    func randomModelsHaveFoundationsText(_ options: Options, _ seed: UInt64) throws {
        let (theirs, ours) = (JSONEncoder(), encoder(options))
        theirs.outputFormatting = options.formatting
        theirs.dateEncodingStrategy = options.theirs
        if options.isSnake { theirs.keyEncodingStrategy = .convertToSnakeCase }
        var maker = Maker(random: SplitMix(state: seed))
        for _ in 0..<150 {
            let shape = Shape.list([maker.shape(4)])
            let expected = String(decoding: try theirs.encode(shape), as: UTF8.self)
            let written = String(decoding: try ours.encode(shape), as: UTF8.self)
            #expect(written == expected)
        }
    }

    private func encoder(_ options: Options) -> VersionedJSONEncoder {
        var encoder = VersionedJSONEncoder()
        encoder.outputFormatting = options.formatting
        encoder.dateEncodingStrategy = options.ours
        if options.isSnake { encoder.keyEncodingStrategy = .convertToSnakeCase }
        return encoder
    }

    @Test func numbersHaveTheTextOfSwift() throws {
        var random = SplitMix(state: 11)
        var doubles = (0..<20_000).map { _ in Double(bitPattern: random.next()) }.filter(\.isFinite)
        doubles += (0..<2047).flatMap { exponent in
            [0, 1, 0xF_FFFF_FFFF_FFFF].map { Double(bitPattern: UInt64(exponent) << 52 | $0) }
        }
        let written = String(decoding: try VersionedJSONEncoder().encode(doubles), as: UTF8.self)
        let expected = doubles.map { plain("\($0)") }.joined(separator: ",")
        #expect(written == "[\(expected)]")
        let floats = (0..<20_000).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: random.next())) }.filter(
            \.isFinite)
        let texts = String(decoding: try VersionedJSONEncoder().encode(floats), as: UTF8.self)
        #expect(texts == "[\(floats.map { plain("\($0)") }.joined(separator: ","))]")
    }

    private func plain(_ text: String) -> String { text.hasSuffix(".0") ? String(text.dropLast(2)) : text }

    @Test func oneEncoderServesManyTasks() async throws {
        var maker = Maker(random: SplitMix(state: 3))
        let shape = UncheckedShape(shape: .list((0..<30).map { _ in maker.shape(4) }))
        var encoder = VersionedJSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let (shared, expected) = (encoder, try encoder.encode(shape.shape))
        encoder.keyEncodingStrategy = .convertToSnakeCase  // Fresh tables, which the tasks fill at the same time.
        let fresh = encoder
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<32 {
                group.addTask { try (index % 2 == 0 ? fresh : shared).encode(shape.shape) == expected }
            }
            for try await isEqual in group { #expect(isEqual) }
        }
    }

    struct UncheckedShape: @unchecked Sendable { let shape: Shape }
}
