import Foundation
import SampleAPI
import Testing
import VersionedCodec

/// Key names that break what treats them as paths, identifiers, or Swift strings.
@Suite struct HostileKeyTests {
    struct Model: Codable, Equatable {
        enum CodingKeys: String, CodingKey, CaseIterable {
            case empty = ""
            case dotted = "a.b"
            case slashed = "a/b"
            case tilde = "~0~1"
            case quoted = "say \"hi\"\\"
            case emoji = "👩‍👩‍👧‍👦 🇩🇪"
            case proto = "__proto__"
            case super_ = "super"
            case line = "\n\t\u{0}"
            case space = " "
            case index = "Index 0"
            case number = "0"
            case long =
                "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
            case rightToLeft = "\u{202e}abc"
            case composed = "\u{e9}"
        }
        var empty = 1
        var dotted = 2
        var slashed = 3
        var tilde = 4
        var quoted = 5
        var emoji = 6
        var proto = 7
        var super_ = 8
        var line = 9
        var space = 10
        var index = 11
        var number = 12
        var long = 13
        var rightToLeft = 14
        var composed = 15
    }

    static func payload(_ spelling: (String) -> String) -> JSONValue {
        var object = JSONObject()
        for (index, key) in Model.CodingKeys.allCases.enumerated() {
            object[spelling(key.rawValue)] = .integer(index + 1)
        }
        return .object(object)
    }

    @Test(arguments: CoderRoutes.json, KeyStyleTests.styles)
    func theyRoundTripUnderEveryStyle(_ route: any CoderRoute, _ style: KeyStyle) throws {
        let payload = Self.payload(style.spelling)
        #expect(payload.object?.count == Model.CodingKeys.allCases.count)
        try Laid(route, format: VersionFormat(keys: style)).check(Model(), payload)
    }

    @Test(arguments: CoderRoutes.json)
    func theyArePlacesAndAliases(_ route: any CoderRoute) throws {
        struct Small: Codable, Equatable {
            typealias CodingKeys = SmallKeys
            var a = 1
            var b = 2
            var c = 3
        }
        for name in Model.CodingKeys.allCases.map(\.rawValue) {
            let layout = try KeyLayout(
                SmallKeys.self,
                [
                    .a: .key(name), .b: .path(JSONPointer(["deep", name + "x", name + "y"])),
                    .c: .key("c").alias(path: JSONPointer(["deep", name + "x", name + "z"])),
                ])
            let laid = Laid(route, [layout])
            let inner: JSONValue = .object([name + "y": 2])
            try laid.check(Small(), .object([name: 1, "deep": .object([name + "x": inner]), "c": 3]))
            let both: JSONValue = .object([name + "y": 2, name + "z": 3])
            #expect(try laid.read(Small.self, .object([name: 1, "deep": .object([name + "x": both])])) == Small())
        }
    }

    enum SmallKeys: String, CodingKey { case a, b, c }
    enum TwoKeys: String, CodingKey { case a, b }
    enum OneKey: String, CodingKey { case a }

    @Test func canonicallyEqualNamesAreTwoPlaces() throws {
        let (composed, decomposed) = ("\u{e9}", "e\u{301}")
        let layout = try KeyLayout(TwoKeys.self, [.a: .key(composed), .b: .key(decomposed)])
        #expect(layout.place(of: TwoKeys.a) == JSONPointer([composed]))
        #expect(layout.place(of: TwoKeys.b) == JSONPointer([decomposed]))
        #expect(layout.place(of: TwoKeys.a) != layout.place(of: TwoKeys.b))
        let controller = VersionController<ShapeVersion>(format: VersionFormat(layouts: [layout]))
        struct Two: Codable, Equatable {
            typealias CodingKeys = TwoKeys
            var a = 1
            var b = 2
        }
        // Foundation's encoder merges the two, because Swift's strings are equal; our own tree does not.
        let written = try controller.value(of: Two(), as: .v1)
        #expect(written.object?.count == 2)
        #expect(written[composed] == 1)
        #expect(written[decomposed] == 2)
    }

    @Test(arguments: CoderRoutes.json)
    func errorsQuoteThem(_ route: any CoderRoute) throws {
        struct One: Codable {
            typealias CodingKeys = OneKey
            var a = 1
        }
        let cases: [(String, String)] = [
            ("say \"hi\"\\", #"at the root: there is no member "say \"hi\"\\" for the key "a"; there is "other""#),
            ("", #"at the root: there is no member "" for the key "a"; there is "other""#),
            ("\n\u{0}", #"at the root: there is no member "\n\u0000" for the key "a"; there is "other""#),
            ("a/b", #"at the root: there is no member "a/b" for the key "a"; there is "other""#),
        ]
        for (name, text) in cases {
            let laid = Laid(route, [try KeyLayout(OneKey.self, [.a: .key(name)])])
            #expect(try laid.fault(One.self, ["other": 1]) == text)
        }
        let deep = Laid(route, [try KeyLayout(OneKey.self, [.a: .path(JSONPointer(["a/b", "~"]))])])
        #expect(
            try deep.fault(One.self, [:]) == #"at the root: there is no member "/a~1b/~0" for the key "a""#)
    }
}
