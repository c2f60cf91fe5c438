import Foundation
import SampleAPI
import Testing
import VersionedCodec

/// What is nested too deep is an error with its path, on writing as on reading, and never a stack that overflows.
@Suite struct EncoderDepthTests {
    /// Objects within objects; so many of them.
    final class Link: Codable {
        var next: Link?

        init(levels: Int) {
            next = nil
            if levels > 1 {
                var last = self
                for _ in 1..<levels {
                    let link = Link()
                    last.next = link
                    last = link
                }
            }
        }

        private init() {}
    }

    /// Values that write nothing of their own around the one that they hold, and arrays.
    indirect enum Wrapped: Codable {
        case leaf, wrapper(Wrapped), list([Wrapped])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            self = container.decodeNil() ? .leaf : .list(try container.decode([Wrapped].self))
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .leaf: try container.encodeNil()
            case .wrapper(let inner): try container.encode(inner)
            case .list(let list): try container.encode(list)
            }
        }

        static func lists(_ levels: Int, wrappers: Int) -> Wrapped {
            var value = Wrapped.leaf
            for _ in 0..<levels {
                value = .list([value])
                for _ in 0..<wrappers { value = .wrapper(value) }
            }
            return value
        }
    }

    private static func said(_ levels: Int = 512) -> String {
        "nested deeper than \(levels) levels; maximumDepth allows more, on both sides; a model that holds itself has no end"
    }

    private static func fault(_ body: () throws -> some Any) -> (path: [any CodingKey], text: String)? {
        let error = #expect(throws: EncodingError.self) { try body() }
        guard case .invalidValue(_, let context) = error else { return nil }
        return (context.codingPath, context.debugDescription)
    }

    @Test func whatIsWrittenCanBeRead() throws {
        let payload = try VersionedJSONEncoder().encode(Link(levels: 512))
        _ = try VersionedJSONDecoder().decode(Link.self, from: payload)
        let lists = try VersionedJSONEncoder().encode(Wrapped.lists(512, wrappers: 1))
        #expect(lists.count == 2 * 512 + 4)
        _ = try VersionedJSONDecoder().decode(Wrapped.self, from: lists)
    }

    @Test(arguments: [0, 1, 2, 3]) func oneLevelMoreIsAnErrorWithItsPath(kind: Int) throws {
        var encoder = VersionedJSONEncoder()
        if kind == 1 { encoder.outputFormatting = .sortedKeys }
        if kind == 2 { encoder.outputFormatting = .prettyPrinted }
        if kind == 3 { encoder.keyEncodingStrategy = .custom { $0[$0.count - 1] } }
        let objects = try #require(Self.fault { try encoder.encode(Link(levels: 513)) })
        #expect(objects.text == Self.said())
        #expect(objects.path.map(\.stringValue) == Array(repeating: "next", count: 512))
        let lists = try #require(Self.fault { try encoder.encode(Wrapped.lists(513, wrappers: 1)) })
        #expect(lists.text == Self.said())
        #expect(lists.path.map(\.intValue) == Array(repeating: 0, count: 512))
        #expect(try encoder.encode(Link(levels: 512)).count > 512)
    }

    @Test func leavesBelowTheLastLevelAreNoLevel() throws {
        struct Leaf: Codable { var value = [1.5] }
        var encoder = VersionedJSONEncoder()
        encoder.maximumDepth = 2
        #expect(String(decoding: try encoder.encode(Leaf()), as: UTF8.self) == #"{"value":[1.5]}"#)
        encoder.maximumDepth = 1
        let fault = try #require(Self.fault { try encoder.encode(Leaf()) })
        #expect(
            fault.text == Self.said(1).replacing("levels;", with: "level;")
                && fault.path.map(\.stringValue) == ["value"])
        #expect(String(decoding: try encoder.encode(["a": "[[{"]), as: UTF8.self) == #"{"a":"[[{"}"#)
        encoder.maximumDepth = 0
        #expect(try encoder.encode(1) == Data("1".utf8))
        #expect(Self.fault { try encoder.encode([1]) }?.path.isEmpty == true)
    }

    @Test func bothSidesAllowAsMuchAsIsSaid() throws {
        var (encoder, decoder) = (VersionedJSONEncoder(), VersionedJSONDecoder())
        #expect(
            encoder.maximumDepth == 512 && decoder.maximumDepth == 512 && decoder.parsingOptions.maximumDepth == 512)
        encoder.maximumDepth = 700
        decoder.maximumDepth = 700
        let payload = try encoder.encode(Link(levels: 700))
        #expect(throws: DecodingError.self) { try VersionedJSONDecoder().decode(Link.self, from: payload) }
        _ = try decoder.decode(Link.self, from: payload)
        #expect(Self.fault { try encoder.encode(Link(levels: 701)) }?.text == Self.said(700))
        // The same encoder goes on after an error.
        #expect(try encoder.encode(Link(levels: 2)) == Data(#"{"next":{}}"#.utf8))
    }

    @Test func manyWrappersAreNoLevels() throws {
        #expect(try VersionedJSONEncoder().encode(Wrapped.lists(400, wrappers: 3)).count == 2 * 400 + 4)
    }

    // MARK: Models that hold themselves

    final class Ring: Encodable {
        var next: Ring?
        var others: [Ring] = []
        init() { next = self }
    }

    final class Wrapper: Encodable {
        var inner: Wrapper?
        init() { inner = self }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(inner)
        }
    }

    final class Lists: Encodable {
        var lists: [Lists] = []
        init() { lists = [self] }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for list in lists { try container.encode(list) }
        }
    }

    /// One whose parts are written through a super encoder, which takes the way over trees.
    final class Supers: Encodable {
        var next: Supers?
        init() { next = self }
        enum Keys: String, CodingKey { case a, next }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            let other = container.superEncoder(forKey: .a)
            try container.encodeIfPresent(next, forKey: .next)
            var last = other.singleValueContainer()
            try last.encode(1)
        }
    }

    private static let endless: [@Sendable () -> any Encodable] = [
        { Ring() }, { Wrapper() }, { Lists() }, { Supers() }, { [Ring()] }, { ["a": Lists()] },
    ]

    @Test(arguments: endless.indices) func modelsThatHoldThemselvesAreErrors(number: Int) throws {
        let fault = Self.fault { try VersionedJSONEncoder().encode(Boxed(Self.endless[number]())) }
        #expect(fault?.text == Self.said())
    }

    /// The same over Foundation's coders, and as values of our own document, where a tree is written first.
    @Test(arguments: endless.indices, CoderRoute.Kind.allCases) func treesHaveTheSameLimit(
        number: Int, kind: CoderRoute.Kind
    ) throws {
        let controller = VersionController<ShapeVersion>(location: VersionLocation("/v", as: .integer))
        struct Holder: Encodable { var value: Boxed }
        let holder = Holder(value: Boxed(Self.endless[number]()))
        let error = #expect(throws: EncodingError.self) { try kind.encode(Versioned(holder, version: .v2), controller) }
        guard case .invalidValue(_, let context) = error else { throw try #require(error) }
        let inner = context.underlyingError as? EncodingError
        if case .invalidValue(_, let context)? = inner {
            #expect(context.debugDescription == Self.said())
        } else {
            #expect(context.debugDescription == Self.said())
        }
    }

    @Test(arguments: CoderRoute.Kind.allCases) func treesAreAsDeepAsTheyMayBe(kind: CoderRoute.Kind) throws {
        let controller = VersionController<ShapeVersion>(location: VersionLocation("/v", as: .integer))
        // Foundation's own encoder refuses the last level that ours writes.
        let levels = kind == .foundation ? 511 : 512
        #expect(try kind.encode(Versioned(Link(levels: levels), version: .v2), controller) > levels)
        #expect(throws: EncodingError.self) { try kind.encode(Versioned(Link(levels: 513), version: .v2), controller) }
    }

    /// Any value that can be written.
    struct Boxed: Encodable {
        let value: any Encodable
        init(_ value: any Encodable) { self.value = value }
        func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }

    enum CoderRoute {
        enum Kind: CaseIterable, Sendable {
            case own, foundation, propertyList

            func encode<Model: Encodable>(
                _ value: Versioned<Model, ShapeVersion>, _ controller: VersionController<ShapeVersion>
            ) throws -> Int {
                switch self {
                case .own:
                    return try VersionedJSONEncoder(controller).encode(value).count
                case .foundation:
                    let encoder = JSONEncoder()
                    encoder.userInfo.install(controller)
                    return try encoder.encode(value).count
                case .propertyList:
                    let encoder = PropertyListEncoder()
                    encoder.outputFormat = .binary
                    encoder.userInfo.install(controller)
                    return try encoder.encode(value).count
                }
            }
        }
    }
}
