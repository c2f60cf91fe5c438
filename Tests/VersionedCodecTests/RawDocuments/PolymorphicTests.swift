import Foundation
import Testing
import VersionedCodec

protocol TestShape: Codable { var name: String { get } }

private struct Circle: TestShape, Equatable {
    var radius: Double
    var name: String { "circle" }
}

private struct Square: TestShape, Equatable, VersionedKeys {
    var side: Int
    var name: String { "square" }
    static func keyLayouts(for version: Edition) throws -> [KeyLayout] {
        version == .v1 ? [try KeyLayout(CodingKeys.self, [.side: .key("edge")])] : []
    }
}

private struct UnknownShape: TestShape {
    var document: JSONValue
    var name: String { "unknown" }
    init(from decoder: any Decoder) throws { document = try JSONValue(from: decoder) }
    func encode(to encoder: any Encoder) throws { try document.encode(to: encoder) }
}

private enum Shapes: PolymorphicFamily {
    typealias Value = any TestShape

    static func types(for version: Edition?) throws -> PolymorphicTypes {
        switch version {
        case .v1:
            try PolymorphicTypes(
                .beside("kind"), ["circle": Circle.self, "sq": Square.self], unknown: UnknownShape.self)
        case .v2:
            try PolymorphicTypes(
                .beside("type", payload: "it"), ["circle": Circle.self, "square": Square.self],
                unknown: UnknownShape.self)
        case nil:
            try PolymorphicTypes(.around, ["circle": Circle.self, "square": Square.self], unknown: UnknownShape.self)
        }
    }
}

@Suite struct PolymorphicTests {
    private struct Drawing: Codable {
        var id: Int
        @Polymorphic<Shapes> var frame: any TestShape
        var shapes: [Polymorphic<Shapes>]
        var last: Polymorphic<Shapes>?
    }

    static let controller = VersionController<Edition>()
    static let texts: [(Edition?, String)] = [
        (
            .v1,
            #"{"id":1,"frame":{"kind":"sq","edge":2},"shapes":[{"kind":"circle","radius":1.5},{"kind":"star","points":5.0},{"kind":null},4]}"#
        ),
        (
            .v2,
            #"{"id":1,"frame":{"type":"square","it":{"side":2}},"shapes":[{"type":"circle","it":{"radius":1.5}},{"type":"star"},{"it":1e3},{}]}"#
        ),
        (
            nil,
            #"{"id":1,"frame":{"square":{"side":2}},"shapes":[{"circle":{"radius":1.5}},{"star":{"points":5.0}},{"a":1,"b":2},[]]}"#
        ),
    ]

    @Test(arguments: texts) func shapesComeBackByteForByte(_ edition: Edition?, _ text: String) throws {
        let data = Data(text.utf8)
        var drawing =
            try edition.map { try Self.controller.fixed(to: $0).decode(Drawing.self, from: data).value }
            ?? VersionedJSONDecoder().decode(Drawing.self, from: data)
        func written() throws -> String {
            let bytes =
                try edition.map { try VersionedJSONEncoder(Self.controller).encode(drawing, for: $0) }
                ?? VersionedJSONEncoder().encode(drawing)
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(drawing.frame as? Square == Square(side: 2))
        #expect(drawing.shapes.values().map(\.name) == ["circle", "unknown", "unknown", "unknown"])
        #expect(try written() == text)
        drawing.shapes[0] = Polymorphic(Circle(radius: 2.5))
        drawing.id = 2
        #expect(try written() == text.replacing("1.5", with: "2.5").replacing("\"id\":1", with: "\"id\":2"))
    }

    @Test(arguments: texts) func shapesComeBackOverFoundation(_ edition: Edition?, _ text: String) throws {
        let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
        let data = Data(text.utf8)
        let bytes: Data
        if let edition {
            decoder.userInfo.install(Self.controller.fixed(to: edition))
            encoder.userInfo.install(Self.controller.fixed(to: edition))
            bytes = try encoder.encode(decoder.decode(Versioned<Drawing, Edition>.self, from: data))
        } else {
            bytes = try encoder.encode(decoder.decode(Drawing.self, from: data))
        }
        let written = try JSONValue(parsingForTests: String(decoding: bytes, as: UTF8.self))
        #expect(written.isEquivalent(to: try JSONValue(parsingForTests: text)))
    }

    @Test func oneVersionIsReadAndAnotherWritten() throws {
        let drawing = try Self.controller.fixed(to: .v1).decode(Drawing.self, from: Data(Self.texts[0].1.utf8)).value
        let bytes = try VersionedJSONEncoder(Self.controller).encode(drawing, for: Edition.v2)
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"id":1,"frame":{"type":"square","it":{"side":2}},"shapes":[{"type":"circle","it":{"radius":1.5}},{"kind":"star","points":5.0},{"kind":null},4]}"#
        )
    }

    @Test func aTypeThatIsNotListedIsAnError() throws {
        struct Star: TestShape { var name = "star" }
        let drawing = Drawing(id: 1, frame: Star(), shapes: [])
        #expect {
            try VersionedJSONEncoder().encode(drawing)
        } throws: { error in
            guard case EncodingError.invalidValue(_, let context) = error else { return false }
            return context.debugDescription == #"Star has no name in Shapes: "circle", "square""#
                && context.codingPath.map(\.stringValue) == ["frame"]
        }
    }

    private enum Strict: PolymorphicFamily {
        typealias Value = any TestShape
        static func types(for version: Unversioned?) throws -> PolymorphicTypes {
            try PolymorphicTypes(.beside("kind"), ["circle": Circle.self, "wrong": [Int].self])
        }
    }

    @Test(arguments: [
        (#"{"kind":"star"}"#, #"at "/kind": "star" names no type of Strict: "circle", "wrong""#),
        (#"{"kind":4}"#, #"at "/kind": expected a string, found a number (4)"#),
        (#"{}"#, #"there is no member "kind", which names the type of Strict"#),
    ])
    func withoutATypeForThemTheyAreErrors(_ text: String, _ expected: String) throws {
        #expect {
            try VersionedJSONDecoder().decode(Polymorphic<Strict>.self, from: text)
        } throws: { error in
            let text = Diagnostic(describing: error).description
            if text.contains(expected) { return true }
            Issue.record("\(text)")
            return false
        }
    }
}
