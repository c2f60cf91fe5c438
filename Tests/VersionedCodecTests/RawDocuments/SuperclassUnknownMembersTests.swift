import Foundation
import Testing
import VersionedCodec

/// Unknown members of a superclass that is in an object of its own.
@Suite struct SuperclassUnknownMembersTests {
    private static let controller = VersionController<Edition>(location: VersionLocation("/version", as: .integer))

    private static func written<Model: Codable>(
        _ type: Model.Type, _ text: String, for version: Edition,
        by controller: VersionController<Edition> = Self.controller
    ) throws -> String {
        let model = try controller.decode(type, from: Data(text.utf8)).value
        return String(decoding: try controller.encode(model, for: version, formatting: []), as: UTF8.self)
    }

    // MARK: Behind superDecoder(forKey:)

    class Base: Codable, UnknownMembersKeeping {
        enum CodingKeys: String, CodingKey { case b }
        var b: Int
        var unknownMembers = UnknownMembers()
        required init(from decoder: any Decoder) throws {
            b = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .b)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(b, forKey: .b)
        }
    }

    final class ByKey: Base {
        enum CodingKeys: String, CodingKey { case s, theBase }
        var s: Int
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            s = try container.decode(Int.self, forKey: .s)
            try super.init(from: container.superDecoder(forKey: .theBase))
        }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try super.encode(to: container.superEncoder(forKey: .theBase))
            try container.encode(s, forKey: .s)
        }
    }

    @Test func membersBehindAKeyComeBack() throws {
        let text = #"{"version":1,"theBase":{"a":[1.0],"b":1,"y":5},"s":2,"u":3}"#
        #expect(try Self.written(ByKey.self, text, for: .v1) == text)
        #expect(try Self.written(ByKey.self, text, for: .v2) == text.replacing(#""version":1"#, with: #""version":2"#))
        let model = try VersionedJSONDecoder().decode(ByKey.self, from: text)
        #expect(model.unknownMembers.places == ["/version", "/u", "/theBase/a", "/theBase/y"])
        #expect(String(decoding: try VersionedJSONEncoder().encode(model), as: UTF8.self) == text)
        model.b = 7
        #expect(
            String(decoding: try VersionedJSONEncoder().encode(model), as: UTF8.self)
                == text.replacing(#""b":1"#, with: #""b":7"#))
    }

    @Test(arguments: [VersionFormat(), VersionFormat(keys: .snakeCase)])
    func membersBehindAKeyComeBackWithStylesLayoutsAndFoundation(_ format: VersionFormat) throws {
        var moved = format
        moved.layouts = [try KeyLayout(ByKey.CodingKeys.self, [.theBase: .path("/in/base")])]
        let key = format.keys == .snakeCase ? "the_base" : "theBase"
        for (format, text) in [
            (format, #"{"s":2,"\#(key)":{"b":1,"y":5}}"#), (moved, #"{"in":{"base":{"b":1,"y":5},"z":1},"s":2}"#),
        ] {
            let controller = VersionController<Edition>(format: format).fixed(to: .v1)
            let model = try controller.decode(ByKey.self, from: Data(text.utf8)).value
            #expect(String(decoding: try controller.encode(model), as: UTF8.self) == text)
            let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
            decoder.userInfo.install(controller)
            encoder.userInfo.install(controller)
            encoder.outputFormatting = .sortedKeys
            let versioned = try decoder.decode(Versioned<ByKey, Edition>.self, from: Data(text.utf8))
            #expect(String(decoding: try encoder.encode(versioned), as: UTF8.self) == text)
        }
    }

    final class Lenient: Base {
        enum CodingKeys: String, CodingKey { case theBase, o }
        var o: Int?
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            o = try container.decodeIfPresent(Int.self, forKey: .o)
            try super.init(from: container.superDecoder(forKey: .theBase))
        }
    }

    @Test func tolerantDecodingKeepsMembersBehindAKeyToo() throws {
        let text = #"{"theBase":{"b":1,"y":5},"o":"x","u":3}"#
        let controller = Self.controller.fixed(to: .v1)
        for report in [
            try VersionedJSONDecoder().decodeReporting(Lenient.self, from: text),
            try VersionedJSONDecoder(controller).decodeReporting(Lenient.self, from: text),
        ] {
            #expect(report.value?.unknownMembers.places == ["/u", "/theBase/y"])
            #expect(report.issues.map(\.path) == ["/o"])
        }
    }

    struct Part: Codable, UnknownMembersKeeping {
        var p: Int
        var n: Inner
        var unknownMembers = UnknownMembers()
        struct Inner: Codable { var i: Int }
        enum CodingKeys: CodingKey { case p, n }
        enum InnerKeys: CodingKey { case i }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            p = try container.decode(Int.self, forKey: .p)
            let nested = try container.nestedContainer(keyedBy: InnerKeys.self, forKey: .n)
            n = Inner(i: try nested.decode(Int.self, forKey: .i))
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(p, forKey: .p)
            try container.encode(n, forKey: .n)
        }
    }

    /// A subclass whose members are read by decoders of their own, as wholes.
    final class WithParts: Base {
        enum CodingKeys: String, CodingKey { case part, list, json }
        var part: Part
        var list: [Int]
        var json: JSONValue
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let inner = try container.superDecoder(forKey: .part)
            part = try inner.singleValueContainer().decode(Part.self)
            var numbers = try container.superDecoder(forKey: .list).unkeyedContainer()
            list = [try numbers.decode(Int.self)]
            json = try JSONValue(from: container.superDecoder(forKey: .json))
            try super.init(from: decoder)
        }
        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(part, forKey: .part)
            try container.encode(list, forKey: .list)
            try container.encode(json, forKey: .json)
        }
    }

    @Test func wholeValuesBehindAKeyKeepTheirOwn() throws {
        let text = #"{"b":1,"part":{"p":1,"n":{"i":1,"j":2},"q":2},"list":[1,2],"json":{"x":1},"u":3}"#
        let plain = try VersionedJSONDecoder().decode(WithParts.self, from: text)
        let decoder = JSONDecoder()
        decoder.userInfo.install(VersionController<Edition>().fixed(to: .v1))
        let other = try decoder.decode(Versioned<WithParts, Edition>.self, from: Data(text.utf8)).value
        for model in [
            plain, try Self.controller.fixed(to: .v1).decode(WithParts.self, from: Data(text.utf8)).value, other,
        ] {
            #expect(model.unknownMembers.places == ["/u"])
            #expect(Set(model.part.unknownMembers.places) == ["/q", "/n/j"])
        }
    }

    // MARK: In another place in each version

    class Moved: Codable, UnknownMembersKeeping, VersionedKeys {
        enum CodingKeys: String, CodingKey { case b }
        var b: Int
        var unknownMembers = UnknownMembers()
        required init(from decoder: any Decoder) throws {
            b = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .b)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(b, forKey: .b)
        }
        class func keyLayouts(for version: Edition) throws -> [KeyLayout] {
            version == .v1
                ? [] : [try KeyLayout(CodingKeys.self, of: Moved.self, inSubclasses: .under("base"))]
        }
    }

    final class Shared: Moved {
        enum CodingKeys: String, CodingKey { case s }
        var s: Int
        required init(from decoder: any Decoder) throws {
            s = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .s)
            try super.init(from: decoder)
        }
        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(s, forKey: .s)
        }
    }

    final class Apart: Base {
        enum CodingKeys: String, CodingKey { case s }
        var s: Int
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            s = try container.decode(Int.self, forKey: .s)
            try super.init(from: container.superDecoder())
        }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try super.encode(to: container.superEncoder())
            try container.encode(s, forKey: .s)
        }
    }

    @Test func membersComeBackOverAVersionWithoutTheObject() throws {
        let text = #"{"version":2,"base":{"b":1,"y":5,"z":{"w":1.0}},"s":2,"u":3}"#
        let older = try Self.written(Shared.self, text, for: .v1)
        #expect(older == #"{"version":1,"base":{"y":5,"z":{"w":1.0}},"b":1,"s":2,"u":3}"#)
        #expect(try Self.written(Shared.self, older, for: .v2) == text)
    }

    @Test(arguments: [false, true]) func formatAndLayoutsMoveThemToo(_ isDeep: Bool) throws {
        let layouts = isDeep ? [try KeyLayout(Base.CodingKeys.self, [.b: .path("/in/b")])] : []
        let controller = VersionController<Edition>(location: VersionLocation("/version", as: .integer)) {
            $0 == .v1
                ? VersionFormat(superclass: .inline) : VersionFormat(layouts: layouts, superclass: .under("base"))
        }
        let text =
            isDeep
            ? #"{"version":2,"base":{"in":{"b":1,"y":5},"z":6},"s":2}"#
            : #"{"version":2,"base":{"b":1,"y":5,"z":6},"s":2}"#
        let older = try Self.written(Apart.self, text, for: .v1, by: controller)
        #expect(try Self.written(Apart.self, older, for: .v2, by: controller) == text, "\(older)")
    }

    class Shape: Codable, UnknownMembersKeeping, VersionedKeys {
        enum CodingKeys: String, CodingKey { case type, x }
        var type: String
        var x: Int
        var unknownMembers = UnknownMembers()
        class func keyLayouts(for version: Edition) throws -> [KeyLayout] {
            let place: KeyPlace = version == .v1 ? .key("kind") : .kept
            let placement: VersionFormat.SuperclassPlacement = version == .v1 ? .inline : .under("shape")
            return [try KeyLayout(CodingKeys.self, of: Shape.self, inSubclasses: placement, [.type: place.outside])]
        }
    }

    final class Circle: Shape {
        enum CodingKeys: String, CodingKey { case r }
        var r: Int
        required init(from decoder: any Decoder) throws {
            r = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .r)
            try super.init(from: decoder)
        }
        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(r, forKey: .r)
        }
    }

    @Test func keysOutsideOfTheObjectAreKnownOutsideOnly() throws {
        let text = #"{"version":2,"type":"circle","shape":{"x":1,"type":5,"y":6},"r":2}"#
        let model = try Self.controller.decode(Circle.self, from: Data(text.utf8)).value
        #expect(model.unknownMembers.places == ["/shape/type", "/shape/y"])
        #expect(try Self.written(Circle.self, text, for: .v2) == text)
        let older = try Self.written(Circle.self, text, for: .v1)
        #expect(older == #"{"version":1,"kind":"circle","shape":{"type":5,"y":6},"x":1,"r":2}"#)
        #expect(try Self.written(Circle.self, older, for: .v2) == text)
    }
}
