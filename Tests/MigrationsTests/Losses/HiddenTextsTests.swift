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
                #expect(texts.occur(in: value) == isSaid, "\(value) \(hidden)")
            }
        }
    }

    @Test(arguments: 0..<4) func beginningsBeforeAMarkAreFound(seed: UInt64) {
        var random = RandomPlans(seed: seed &+ 7100)
        func text(_ most: Int) -> String { (0..<random.next(most)).map { _ in random.pick(["a", "b", "…"]) }.joined() }
        for _ in 0..<Cases.some(of: 200) {
            let texts = Set((0..<random.next(6) + 1).map { _ in text(9) }).filter { !$0.isEmpty }
            let bytes = texts.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
            let (value, least) = (text(20), random.next(5) + 1)
            let before = value.indices.filter { value[$0] == "…" }.map { Array(value[..<$0].utf8) }
            let isBegun = before.contains { before in
                bytes.contains { text in
                    text.indices.contains { $0 + 1 >= least && before.suffix($0 + 1).elementsEqual(text[...$0]) }
                }
            }
            let found = TextAutomaton(bytes).isBegun(before: Array("…".utf8), in: Array(value.utf8), ofAtLeast: least)
            #expect(found == isBegun, "\(value) \(texts) \(least)")
        }
    }

    /// A reason shows the beginning of a value, up to any place in it.
    @Test(arguments: [
        "4711 Secret Street, c/o Nobody", "Zoë \"Q\" \\ Quick\tand so on", "\u{1F511}\u{E9}\u{1F511} \n\u{1}key",
    ])
    func beginningsOfCutValuesAreHidden(secret: String) {
        let payload = JSONValue.object(["name": .string(secret)]).bytes()
        let hidden = HiddenTexts(of: payload, [.key("name")])
        let spelled =
            "\""
            + secret.utf16.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined() + "\""
        let inText = JSONValue.string(JSONValue.object(["n": .string(secret)]).text()).text()
        // Each with the number of characters that show three of the secret.
        let forms = [
            (JSONValue.string(secret).text(), 4), (spelled, 31), (inText, 13), (JSONValue.string(inText).text(), 21),
        ]
        for (text, least) in forms {
            for padding in 0..<81 {
                let whole = #"["Ann","\#(String(repeating: "=", count: padding))",\#(text)]"#
                let shown = Loss.shortened(whole)
                guard shown.hasSuffix("…") else { continue }
                let isShown = shown.count - 1 - (whole.count - 1 - text.count) >= least
                for reason in ["it comes back as \(shown)", "\(shown) was not there before", "\(shown), and is lost"] {
                    #expect(!isShown || hidden.occur(in: reason), "\(reason)")
                }
                if padding == 80 { #expect(!hidden.occur(in: shown)) }
            }
        }
    }

    @Test(arguments: [
        (#"it comes back as {"first":"Bob","last":"Lovela…, and is lost"#, true),
        (#"{"first":"Bob","last":"Lovela… was not there before"#, true),
        (#"{"first":"Bob","last":"Lo… was not there before"#, false),
        (#"["{\"last\":\"Lovela… was not there before"#, true), ("found a number (1181…)", true),
        (#"found "Ann Lovela… was not"#, false),
    ])
    func partsOfCutValuesAreHidden(text: String, isHidden: Bool) {
        let payload = Array(#"{"name":"Annabel Lovelace","code":"4711811"}"#.utf8)
        #expect(HiddenTexts(of: payload, [.key("name"), .key("code")]).occur(in: text) == isHidden)
    }

    @Test func partsThatBecameKeysAreHidden() throws {
        let list = String(repeating: "0,", count: 150) + "0"
        let payload = Array(
            #"{"name":"Annabel Lovelace the price","tel":"0145-147-999","list":[\#(list)],"bel":1}"#.utf8)
        let hidden = HiddenTexts(of: payload, [.key("name"), .key("tel")], words: ["price"])
        func shown(_ path: String) throws -> String { try hidden.shown(JSONPointer(parsing: path)).description }
        #expect(try shown("/users/Lovelace/age") == "/users/(redacted)/age")
        #expect(try shown("/users/Lo/14") == "/users/Lo/14")
        // Keys of the document and of the plan are shown, and numbers of elements.
        #expect(try shown("/bel/price/145") == "/bel/price/145")
        #expect(try shown("/list/147/999/0145") == "/list/147/(redacted)/(redacted)")
        #expect(hidden.occur(in: #"there is another at "/users/Lovelace""#))
        #expect(!hidden.occur(in: #"there is another at "/bel/price/145""#))
    }

    @Test func keysWithinHiddenValuesOfUnreadablePayloadsAreHidden() throws {
        let hidden = HiddenTexts(of: Array(#"{"name":{"Ann":tru}}"#.utf8), [.key("name"), .path("/list/*")])
        func shown(_ path: String) throws -> String { try hidden.shown(JSONPointer(parsing: path)).description }
        #expect(try shown("/name/Ann/2") == "/name/(redacted)/2")
        #expect(try shown("/a/name/Ann") == "/a/name/(redacted)" && shown("/a/Ann/list") == "/a/Ann/list")
        #expect(try shown("/list/Ann/Ann") == "/list/Ann/(redacted)")
        let all = HiddenTexts(of: Array("{".utf8), [.path(.root)])
        #expect(try all.shown(JSONPointer(parsing: "/Ann")).description == "/(redacted)")
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
        #expect(HiddenTexts(of: payload, [.key("name"), .key("code")]).occur(in: text) == isHidden)
    }
}
