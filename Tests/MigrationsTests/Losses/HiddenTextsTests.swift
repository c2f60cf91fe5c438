import TestSupport
import Testing

@testable import Migrations
@testable import VersionedCodec

/// The texts that must not be shown are found wherever they are, as a look at each of them finds them.
@Suite struct HiddenTextsTests {
    private static func isPart(_ part: String, of text: String) -> Bool {
        let (part, text) = (Array(part.utf8), Array(text.utf8))
        return text.indices.contains { text[$0...].starts(with: part) }
    }

    @Test(arguments: 0..<4) func textsAreFoundAsALookAtEachFindsThem(seed: UInt64) throws {
        var random = RandomPlans(seed: seed &+ 7000)
        func text(_ most: Int) -> String { (0..<random.next(most)).map { _ in random.pick(["a", "b", "é"]) }.joined() }
        for _ in 0..<Cases.some(of: 60) {
            let hidden = (0..<random.next(6) + 1).map { _ in text(9) }
            let payload = JSONValue.object(["secret": .array(JSONArray(hidden.map { .string($0) }))])
            let texts = HiddenTexts(of: payload.bytes(), [.key("secret")])
            for _ in 0..<60 {
                let value = text(12)
                let isHidden = hidden.filter { !$0.isEmpty }.contains {
                    $0 == value || value.utf8.count >= 3 && Self.isPart(value, of: $0)
                        || $0.utf8.count >= 3 && Self.isPart($0, of: value)
                }
                #expect(texts.hide(value) == isHidden, "\(value) \(hidden)")
                let isSaid = hidden.contains { !$0.isEmpty && Self.isPart($0, of: value) }
                #expect(texts.areSaid(in: value) == isSaid, "\(value) \(hidden)")
            }
        }
    }

    /// No depth of nesting overflows the stack.
    @Test func valuesMayBeDeep() throws {
        let depth = 50_000
        func nested(_ inner: String) -> String {
            String(repeating: "[", count: depth) + inner + String(repeating: "]", count: depth)
        }
        let payload = Array(#"{"a":\#(nested(#"{"name":"Ann","n":"Ann"}"#)),"name":\#(nested(#""Lovelace""#))}"#.utf8)
        let hidden = HiddenTexts(of: payload, [.key("name")])
        #expect(hidden.hide("Lovelace") && hidden.hide("Ann") && !hidden.hide("Bob"))
        let root = try JSONDocument(parsing: payload, options: .everything).root
        let shown = root.redacted(at: .root, by: [.key("name")], hiding: hidden)
        #expect(
            shown.text()
                == #"{"a":\#(nested(#"{"name":"(redacted)","n":"(redacted)"}"#)),"name":"(redacted)"}"#)
    }

    @Test(arguments: [
        (#"found a string ("Lovelace")"#, true), (#"found a string ("Annabel Lov…")"#, true),
        ("found a number (4711)", true), ("found a number (47)", false), (#"found a string ("Ada")"#, false),
        (#"there is no member "name""#, false), ("without quotes: Lovelac", false),
        (#"found a string ("\"Ann\" B")"#, true),
        (#"found a string ("line\ntwo")"#, true),
        (#"expected "x", found a string ("Annabel Lov…)"#, true),
        (#"expected "x(y", found a string ("Annabel")"#, true),
    ])
    func partsThatAreQuotedAreHidden(text: String, isHidden: Bool) {
        let codes = #"["x-4711-y","\"Ann\" B.","line\ntwo"]"#
        let payload = Array(#"{"name":"Annabel Lovelace","code":\#(codes)}"#.utf8)
        #expect(HiddenTexts(of: payload, [.key("name"), .key("code")]).areSaid(in: text) == isHidden)
    }
}
