public import VersionedCodec

/// Use it to generate values of any `Codable` type from its sketch.
///
/// ```swift
/// let songs = try SketchGenerator(of: Song.self)
/// var random = SeededGenerator(seed: 1)
/// try songs.model(Song.self, &random)    // a song; the same one for the same seed
/// ```
///
/// Arrays have up to three elements. Optional members are present, `null`, or absent. Numbers are often at the limits
/// of their type, and texts are often ones that programs handle wrongly. Dates are whole seconds between 1970 and 2100.
public struct SketchGenerator: Sendable {
    /// The sketch of the type.
    public let sketch: TypeSketch

    /// Deeper than that, arrays are empty, and what may be absent is.
    private static let deepest = 6

    /// A generator for a type.
    ///
    /// - Throws: `TypeSketch.RecordingError` if the type cannot be sketched without a hint.
    public init<Model: Decodable>(of model: Model.Type, hints: [TypeSketch.Hint] = []) throws {
        sketch = try TypeSketch(of: model, hints: hints)
    }

    /// A random value of the type.
    ///
    /// - Throws: `DecodingError` if the type refuses values that its sketch allows.
    public func model<Model: Decodable>(_ type: Model.Type, _ random: inout SeededGenerator) throws -> Model {
        try VersionedJSONDecoder().decode(type, from: json(&random).bytes().asData)
    }

    /// A random value as JSON. Its keys are the coding keys, and dates are seconds since 2001.
    public func json(_ random: inout SeededGenerator) -> JSONValue { value(sketch.value, 0, &random) }

    private func value(_ sketch: TypeSketch.Value, _ depth: Int, _ random: inout SeededGenerator) -> JSONValue {
        switch sketch {
        case .text: return .string(random.pick(RandomScalar.texts, or: ""))
        case .boolean: return .bool(random.below(2) == 0)
        case .integer(let bits, let isSigned): return integer(bits, isSigned, &random)
        case .floatingPoint: return random.pick([0, 1, -1, 0.5, 1e10, 0.1], or: 0)
        case .decimal: return RandomScalar.number(&random)
        case .date: return .integer(random.below(4_102_444_800) - 978_307_200)
        case .data: return .string(random.pick(["", "AA==", "aGVsbG8=", "/+8="], or: ""))
        case .url: return .string(random.pick(["https://example.org/a?b=c#d", "file:///tmp/x"], or: ""))
        case .uuid: return .string(uuid(&random))
        case .oneOf(let values): return values.randomElement(using: &random)?.json ?? .null
        case .array(let element):
            return .array(JSONArray((0..<count(depth, &random)).map { _ in value(element, depth + 1, &random) }))
        case .tuple(let elements): return .array(JSONArray(elements.map { value($0, depth + 1, &random) }))
        case .pairs(let key, let inner):
            // Keys that are the same would be one.
            return count(depth, &random) == 0
                ? [] : [value(key, depth + 1, &random), value(inner, depth + 1, &random)]
        case .dictionary(let key, let inner):
            var object = JSONObject()
            for _ in 0..<count(depth, &random) {
                object[self.key(key, &random)] = value(inner, depth + 1, &random)
            }
            return .object(object)
        case .optional(let inner):
            return depth > Self.deepest || random.below(4) == 0 ? .null : value(inner, depth, &random)
        case .versioned(let inner): return value(inner, depth, &random)
        case .object(let type): return object(type, depth, &random)
        case .chosen(_, let choices): return choices.first.map { value($0.sketch, depth + 1, &random) } ?? .null
        case .anything: return random.pick([nil, true, 1.50, "a", [], [:], ["a": [1]]], or: .null)
        }
    }

    private func key(_ sketch: TypeSketch.Value, _ random: inout SeededGenerator) -> String {
        if case .text = sketch { return random.pick(["a", "b c", "é/~", "1"], or: "a") }
        let key = value(sketch, Self.deepest, &random)
        return key.string ?? key.text()
    }

    private func count(_ depth: Int, _ random: inout SeededGenerator) -> Int {
        depth > Self.deepest ? 0 : random.below(4)
    }

    private func object(_ type: TypeSketch.RecordedType, _ depth: Int, _ random: inout SeededGenerator) -> JSONValue {
        guard let sketch = sketch[type] else { return [:] }
        var object = JSONObject()
        var decided: [String: JSONValue] = [:]
        for member in sketch.members {
            guard member.isRequired || depth <= Self.deepest && random.below(3) > 0 else { continue }
            if case .chosen(let key, let choices) = member.value, let choice = choices.randomElement(using: &random) {
                decided[key] = choice.value.json
                object[member.name] = value(choice.sketch, depth + 1, &random)
            } else {
                object[member.name] = value(member.value, depth + 1, &random)
            }
        }
        for (key, value) in decided { object[key] = value }
        if let others = sketch.others, random.below(2) == 0 { object["other"] = value(others, depth + 1, &random) }
        if let superclass = sketch.superclass { object["super"] = value(superclass, depth + 1, &random) }
        return .object(object)
    }

    private func integer(_ bits: Int, _ isSigned: Bool, _ random: inout SeededGenerator) -> JSONValue {
        let most = (UInt128(1) << UInt128(isSigned ? bits - 1 : bits)) - 1
        switch random.below(8) {
        case 0: return .integer(most)
        case 1 where isSigned && bits < 128: return .integer(-Int128(most) - 1)
        case 2: return 0
        case 3 where isSigned: return -1
        default: return .integer(random.below(100))
        }
    }

    private func uuid(_ random: inout SeededGenerator) -> String {
        let digits = (0..<32).map { _ in Character(String(random.below(16), radix: 16, uppercase: true)) }
        let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
        return parts.map { String(digits[$0]) }.joined(separator: "-")
    }
}

extension [UInt8] {
    fileprivate var asData: Data { Data(self) }
}

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
