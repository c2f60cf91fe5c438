import Foundation
import TestSupport
import Testing
import VersionedCodec

/// Keys of random letters, digits, underscores and other characters, as both coders convert them.
@Suite struct SnakeCaseAgreementTests {
    private static let parts = [
        "a", "b", "word", "A", "B", "URL", "1", "22", "_", "__", "é", "É", "ß", "ſ", "日", "ǆ", "ﬁ", "İ", "ı",
        "e\u{301}", "Σ", "ς", "-", " ", "🎈", ".",
        "ǅ", "Ǆ", "'", "’", ":", "·", "\u{200d}", "Ⅳ", "ª", "٣",
    ]

    private static func keys(_ seed: Int) -> [String] {
        var chance = Chance(seed)
        return (0..<200).map { _ in (0..<chance.below(7)).map { _ in chance.pick(parts) }.joined() }
    }

    /// The keys that a payload is found to have.
    struct Found: Decodable, Equatable {
        let names: [[UInt32]]
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            names = container.allKeys.map { $0.stringValue.unicodeScalars.map(\.value) }
            for key in container.allKeys where try container.decode(Int.self, forKey: key) != 7 {
                throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "another value")
            }
        }
    }

    @Test(arguments: 0..<Cases.some(of: 12))
    func randomKeysAreConvertedAlike(_ seed: Int) throws {
        let both = FoundationCasesKeysTests.snakes
        for key in Self.keys(seed) {
            let written = WrittenBy { encoder in
                var container = encoder.container(keyedBy: AnyKey.self)
                try container.encode(7, forKey: AnyKey(stringValue: key))
            }
            let text = try both.encoders.ours.encode(written)
            #expect(try text == both.encoders.theirs.encode(written), "\(key)")
            for payload in [text, try JSONEncoder().encode([key: 7])] {
                let (ours, theirs) = both.decoders.outcomes(Found.self, payload)
                #expect(ours == theirs, "\(key) of \(String(decoding: payload, as: UTF8.self))")
            }
        }
    }

    /// Letters with both properties, or none, between others: no way of finding words may trap on them.
    @Test func everyCharacterIsConverted() throws {
        let both = FoundationCasesKeysTests.snakes
        var scalars: [Unicode.Scalar] = []
        for value in UInt32(0x20)...0x2FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let (category, isCased) = (scalar.properties.generalCategory, scalar.properties.isCased)
            // Of scripts without case, some.
            if isCased || scalar.properties.isCaseIgnorable || (category != .unassigned && value % 97 == 0) {
                scalars.append(scalar)
            }
        }
        let names = scalars.map { "x\($0)Ab\($0)C\($0)d" }
        let all = try both.encoders.ours.encode(Named(names: names))
        #expect(try JSONDocument(parsing: all).root.array?.count == names.count)
        for (name, object) in zip(names, try JSONDocument(parsing: all).root.array ?? []) {
            // Nothing is lost or written twice.
            let letters = (object.object?.first?.key ?? "").unicodeScalars.filter { $0 != "_" }
            let expected = name.lowercased().unicodeScalars.filter { $0 != "_" }
            if letters.count != expected.count { Testing.Issue.record("\(name)") }
        }
        // On a sign that joins the letter behind it, Foundation's encoder traps.
        let apart = names.filter { $0.count == 8 }
        #expect(try both.encoders.ours.encode(Named(names: apart)) == both.encoders.theirs.encode(Named(names: apart)))
        for start in stride(from: 0, to: names.count, by: 100) {
            let some = names[start..<min(start + 100, names.count)]
            let list = try JSONEncoder().encode(some.map { ["a_\($0)": 7] })
            if let ours = try? both.decoders.ours.decode([Found].self, from: list),
                let theirs = try? both.decoders.theirs.decode([Found].self, from: list), ours == theirs
            {
                continue
            }
            // Where one is refused, each is compared by itself.
            for name in some {
                let payload = try JSONEncoder().encode(["a_\(name)": 7])
                let (ours, theirs) = both.decoders.outcomes(Found.self, payload)
                if ours != theirs { Testing.Issue.record("\(name): \(ours) | \(theirs)") }
            }
        }
    }

    struct Named: Encodable {
        let names: [String]
        func encode(to encoder: any Encoder) throws {
            var list = encoder.unkeyedContainer()
            for name in names {
                var object = list.nestedContainer(keyedBy: AnyKey.self)
                try object.encode(1, forKey: AnyKey(stringValue: name))
            }
        }
    }
}
