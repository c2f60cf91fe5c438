import Foundation
import SampleAPI
import Testing
import VersionedCodec

@Suite struct NilFormsTests {
    struct Note: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case text, extra, number, day }
        var text: String?
        var extra: [String: Int]?
        var number: Double?
        var day: Date?
    }

    static let forms: [(KeyPlace.NilForms, JSONValue, String?)] = [
        (.usual, [:], nil), (.usual, ["text": nil], nil), (.absent, [:], nil),
        (.absent, ["text": nil], #"at "/text": the member is null, and only an absent member means nil here"#),
        (.null, [:], #"at the root: there is no member "text""#),
        (.null, ["text": nil], nil),
        ([.absent, .emptyText], ["text": ""], nil),
        (
            [.absent, .emptyText], ["text": nil],
            #"at "/text": the member is null, and only an absent member or an empty text means nil here"#
        ),
        ([], ["text": nil], #"at "/text": the member is null, and nothing means nil here"#),
        ([.usual, .emptyObject], ["text": [:]], nil),
        ([.usual, .emptyText, .emptyObject], ["text": ""], nil),
    ]

    @Test(arguments: CoderRoutes.json, forms)
    func formsOfNilAreSaidForAKey(_ route: any CoderRoute, _ form: (KeyPlace.NilForms, JSONValue, String?)) throws {
        let layout = try KeyLayout(Note.CodingKeys.self, [.text: .kept.readingNil(from: form.0)])
        try Self.check(Laid(route, [layout]), form.1, form.2)
    }

    @Test(arguments: CoderRoutes.json, forms)
    func formsOfNilAreSaidForAVersion(_ route: any CoderRoute, _ form: (KeyPlace.NilForms, JSONValue, String?)) throws {
        struct Only: Codable, Equatable { var text: String? }
        let laid = Laid(route, format: VersionFormat(nilForms: form.0))
        if let text = form.2 {
            #expect(try laid.fault(Only.self, form.1) == text)
        } else {
            #expect(try laid.read(Only.self, form.1) == Only())
        }
    }

    private static func check(_ laid: Laid, _ payload: JSONValue, _ fault: String?) throws {
        if let fault {
            #expect(try laid.fault(Note.self, payload) == fault)
        } else {
            #expect(try laid.read(Note.self, payload) == Note())
        }
    }

    @Test(arguments: CoderRoutes.json)
    func theKeyWinsOverTheVersion(_ route: any CoderRoute) throws {
        let layout = try KeyLayout(Note.CodingKeys.self, [.text: .kept.readingNil(from: .usual)])
        let laid = Laid(route, [layout], format: VersionFormat(dates: [.dateOnly], nilForms: .null))
        let nothing: JSONValue = ["extra": nil, "number": nil, "day": nil]
        #expect(try laid.read(Note.self, nothing) == Note())
        #expect(
            try laid.fault(Note.self, ["extra": nil, "number": nil])
                == #"at the root: there is no member "day""#)
    }

    @Test(arguments: CoderRoutes.json)
    func emptyValuesOfMembersThatAreNotNilAreValues(_ route: any CoderRoute) throws {
        let layout = try KeyLayout(Note.CodingKeys.self, [.text: .kept.readingNil(from: [.usual, .emptyObject])])
        let laid = Laid(route, [layout])
        #expect(try laid.read(Note.self, ["text": "", "extra": [:]]) == Note(text: "", extra: [:]))
        let strict = try KeyLayout(
            Note.CodingKeys.self,
            [
                .extra: .kept.readingNil(from: [.usual, .emptyObject]),
                .number: .path("/a/n").readingNil(from: [.usual, .emptyText]),
                .day: .kept.dates([.dateOnly]).readingNil(from: [.usual, .emptyText]),
            ])
        let read = try Laid(route, [strict]).read(Note.self, ["extra": [:], "a": ["n": ""], "day": ""])
        #expect(read == Note())
        let values: JSONValue = ["extra": ["x": 1], "a": ["n": 1.5], "day": "1970-01-02"]
        try Laid(route, [strict]).check(
            Note(extra: ["x": 1], number: 1.5, day: Date(timeIntervalSince1970: 86_400)), values)
    }

    @Test(arguments: CoderRoutes.json)
    func nilIsWrittenAsTheKeySays(_ route: any CoderRoute) throws {
        let null = try KeyLayout(
            Note.CodingKeys.self, [.text: .kept.writingNil(.null), .number: .path("/a/n").writingNil(.null)])
        #expect(try Laid(route, [null]).write(Note()).isEquivalent(to: ["text": nil, "a": ["n": nil]]))
        let omitted = try KeyLayout(Note.CodingKeys.self, [.text: .kept.writingNil(.omitted)])
        let format = VersionFormat(nilMembers: .null)
        #expect(
            try Laid(route, [omitted], format: format).write(Note())
                .isEquivalent(to: ["extra": nil, "number": nil, "day": nil]))
        let written = try SuperCoderHazardTests.write(route, format: VersionFormat(layouts: [omitted])) { encoder in
            var container = encoder.container(keyedBy: Note.CodingKeys.self)
            try container.encodeNil(forKey: .text)
            try container.encodeNil(forKey: .number)
        }
        #expect(written == ["number": nil])
    }

    @Test(arguments: CoderRoutes.json)
    func codeOfOnesOwnIsToldTheSame(_ route: any CoderRoute) throws {
        let layout = try KeyLayout(
            Note.CodingKeys.self,
            [.text: .kept.readingNil(from: [.absent, .emptyText]), .number: .kept.readingNil(from: .absent)])
        let payload: JSONValue = ["text": "", "number": nil]
        let told = try SuperCoderHazardTests.read(route, payload, format: VersionFormat(layouts: [layout])) { decoder in
            let container = try decoder.container(keyedBy: Note.CodingKeys.self)
            return [
                container.contains(.text), try container.decodeNil(forKey: .text), container.contains(.number),
                try container.decodeNil(forKey: .number), container.contains(.extra),
            ]
        }
        #expect(told == [true, true, true, false, false])
    }

    class Base: Codable {
        enum CodingKeys: String, CodingKey { case a, part }
        var a = "A"
        var part: Part?
        init() {}
    }

    struct Part: Codable { var p: Int }

    final class Derived: Base {
        enum CodingKeys: String, CodingKey { case s }
        var s = 5
        override init() { super.init() }
        required init(from decoder: any Decoder) throws {
            s = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .s)
            try super.init(from: decoder)
        }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(s, forKey: .s)
            try super.encode(to: encoder)
        }
    }

    @Test(arguments: CoderRoutes.json)
    func flattenedNilOfASuperclassInAnObjectWritesNothing(_ route: any CoderRoute) throws {
        let layout = try KeyLayout(
            Base.CodingKeys.self, of: Base.self, inSubclasses: .under("base"), [.part: .flattened])
        for nilMembers in [VersionFormat.NilMembers.null, .asEncoded, .omitted] {
            let laid = Laid(route, [layout], format: VersionFormat(nilMembers: nilMembers))
            let value = try laid.write(Derived())
            #expect(value.isEquivalent(to: ["s": 5, "base": ["a": "A"]]), "\(value.text())")
            let read = try laid.read(Derived.self, value)
            #expect(read.a == "A" && read.part == nil && read.s == 5)
            let other = Derived()
            other.part = Part(p: 1)
            #expect(try laid.write(other).isEquivalent(to: ["s": 5, "base": ["a": "A", "p": 1]]))
        }
    }
}
