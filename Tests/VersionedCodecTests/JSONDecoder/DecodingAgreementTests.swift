import Foundation
import Testing
import VersionedCodec

/// Ours against Foundation's decoder on random models, and on payloads that were broken at random: the same value, or
/// the same error.
@Suite struct DecodingAgreementTests {
    struct Random: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state ^ state >> 31) &* 0x9E37_79B9_7F4A_7C15
        }
    }

    @Test(arguments: 0..<60)
    func randomModelsAreTheSame(_ seed: Int) throws {
        var random = Random(state: UInt64(seed))
        let model = Menagerie.random(&random)
        let encoder = JSONEncoder()
        if seed % 2 == 0 { encoder.outputFormatting = .prettyPrinted }
        let payload = try encoder.encode([model, model])
        let theirs = try JSONDecoder().decode([Menagerie].self, from: payload)
        let ours = try VersionedJSONDecoder().decode([Menagerie].self, from: payload)
        #expect(ours == theirs)
        #expect(ours[1].set == theirs[1].set && ours[1].byMood == theirs[1].byMood)
        #expect(ours[0].derived.kind == model.derived.kind)
        #expect(
            try VersionedJSONDecoder().decode([Menagerie].self, from: JSONDocument(parsing: payload).root) == theirs)
    }

    @Test(arguments: 0..<150)
    func brokenPayloadsGiveTheSameErrors(_ seed: Int) throws {
        var random = Random(state: UInt64(seed) &* 77)
        let payload = try JSONEncoder().encode(Menagerie.random(&random))
        for _ in 0..<8 {
            var value = try JSONDocument(parsing: payload).root
            Self.mutate(&value, &random)
            let broken = Data(value.bytes())
            let theirs = Result { try JSONDecoder().decode(Menagerie.self, from: broken) }
            let ours = Result { try VersionedJSONDecoder().decode(Menagerie.self, from: broken) }
            switch (ours, theirs) {
            case (.success(let ours), .success(let theirs)): #expect(ours == theirs)
            case (.failure(let ours), .failure(let theirs)):
                let (left, right) = (ErrorShape(ours), ErrorShape(theirs))
                #expect(left == right || Self.isListed(left, right), "\(left) | \(right) | \(value)")
                #expect((ours as? DecodingError).map(Self.hasPlace) == true, "\(ours)")
            default: Testing.Issue.record("\(ours) | \(theirs) | \(value)")
            }
        }
    }

    /// The differences of the article: a superclass that is missing, and `null` where a `Bool` should be.
    private static func isListed(_ ours: ErrorShape, _ theirs: ErrorShape) -> Bool {
        ours.description.hasPrefix("keyNotFound super")
            || ours.description.hasPrefix("valueNotFound flag")
                && theirs.description == ours.description.replacing("valueNotFound", with: "typeMismatch")
    }

    private static func hasPlace(_ error: DecodingError) -> Bool { Diagnostic(describing: error).position != nil }

    /// Puts something else into a random place.
    static func mutate(_ value: inout JSONValue, _ random: inout Random) {
        let replacements: [JSONValue] = [
            nil, true, 1, -1, 300, 1.5, "", "text", [], [:], ["a": 1], [1], .number(JSONNumber(checkedText: "1e400")),
            .number(JSONNumber(checkedText: "99999999999999999999")), .number(JSONNumber(checkedText: "1.0")),
            .number(JSONNumber(checkedText: "1e2")),
        ]
        let choice = Int.random(in: 0..<4, using: &random)
        if var object = value.object, object.count > 0, choice > 0 {
            let keys = object.map(\.key).sorted()
            let key = keys[Int.random(in: 0..<keys.count, using: &random)]
            if choice == 3 {
                object.removeValue(forKey: key)
            } else {
                var child = object[key] ?? .null
                mutate(&child, &random)
                object[key] = child
            }
            value = .object(object)
        } else if var array = value.array, array.count > 0, choice > 0 {
            let place = Int.random(in: 0..<array.count, using: &random)
            var child = array[place]
            mutate(&child, &random)
            array[place] = child
            value = .array(array)
        } else if !value.isContainer || choice == 0 {
            value = replacements[Int.random(in: 0..<replacements.count, using: &random)]
        }
    }
}

extension JSONNumber {
    /// A number of a text that is one.
    init(checkedText text: String) { self = JSONNumber(text: text) ?? JSONNumber(0) }
}
