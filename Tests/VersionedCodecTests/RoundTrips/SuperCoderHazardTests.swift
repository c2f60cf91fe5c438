import Foundation
import SampleAPI
import Testing
import VersionedCodec

/// What Foundation's coders do wrong with `superEncoder` and `superDecoder`, and how it is here.
@Suite struct SuperCoderHazardTests {
    static func write(
        _ route: any CoderRoute, format: VersionFormat = VersionFormat(), _ body: @escaping (any Encoder) throws -> Void
    ) throws -> JSONValue {
        let controller = VersionController<ShapeVersion>(format: format)
        return try route.value(of: route.encode(Versioned(Writer(body: body), version: .v1), with: controller))
    }

    static func read<Value>(
        _ route: any CoderRoute, _ payload: JSONValue, format: VersionFormat = VersionFormat(),
        _ body: @escaping (any Decoder) throws -> Value
    ) throws -> Value {
        let controller = VersionController<ShapeVersion>(format: format).fixed(to: .v1)
        var result: Value?
        try Reader.$body.withValue(Reader.Body { result = try body($0) }) {
            _ = try route.decode(Reader.self, from: route.payload(payload), with: controller)
        }
        return try #require(result)
    }

    enum Key: String, CodingKey { case x, n1, n2 }

    // MARK: superEncoder

    @Test(arguments: CoderRoutes.all)
    func superEncoderKeptPastTheEndKeepsItsValue(_ route: any CoderRoute) throws {
        let kept = Kept<any Encoder>()
        let written = try Self.write(route) { encoder in
            var container = encoder.container(keyedBy: Key.self)
            let other = container.superEncoder()
            kept.value = other
            try container.encode(1, forKey: .x)
            var single = other.singleValueContainer()
            try single.encode(2)
        }
        #expect(written.isEquivalent(to: ["super": 2, "x": 1]), "wrote \(written)")
        let late = try #require(kept.value)
        var single = late.singleValueContainer()
        #expect(throws: EncodingError.self) { try single.encode(3) }
    }

    @Test(arguments: CoderRoutes.all)
    func unusedSuperEncoderIsAnEmptyObject(_ route: any CoderRoute) throws {
        let written = try Self.write(route) { encoder in
            var container = encoder.container(keyedBy: Key.self)
            _ = container.superEncoder()
            try container.encode(1, forKey: .x)
        }
        #expect(written.isEquivalent(to: ["super": [:], "x": 1]), "wrote \(written)")
    }

    @Test(arguments: CoderRoutes.all)
    func superEncodersOfAnArrayKeepTheirPlacesAndCount(_ route: any CoderRoute) throws {
        let written = try Self.write(route) { encoder in
            var container = encoder.unkeyedContainer()
            let first = container.superEncoder()
            let second = container.superEncoder()
            #expect(container.count == 2)
            try container.encode(3)
            var single = second.singleValueContainer()
            try single.encode(2)
            single = first.singleValueContainer()
            try single.encode(1)
        }
        #expect(written == [1, 2, 3])
    }

    @Test(arguments: CoderRoutes.all)
    func twoSuperEncodersOfOneObjectWriteIntoOneValue(_ route: any CoderRoute) throws {
        let written = try Self.write(route) { encoder in
            var container = encoder.container(keyedBy: Key.self)
            let (first, second) = (container.superEncoder(), container.superEncoder())
            var one = first.container(keyedBy: Key.self)
            var two = second.container(keyedBy: Key.self)
            try one.encode(1, forKey: .n1)
            try two.encode(2, forKey: .n2)
        }
        #expect(written.isEquivalent(to: ["super": ["n1": 1, "n2": 2]]), "wrote \(written)")
    }

    @Test(arguments: CoderRoutes.all)
    func superEncoderOfANestedContainerHasTheWholePath(_ route: any CoderRoute) throws {
        let written = try Self.write(route) { encoder in
            var container = encoder.container(keyedBy: Key.self)
            var nested = container.nestedContainer(keyedBy: Key.self, forKey: .n1)
            var inner = nested.nestedContainer(keyedBy: Key.self, forKey: .n2)
            let other = inner.superEncoder(forKey: .x)
            #expect(other.codingPath.map(\.stringValue) == ["n1", "n2", "x"])
            #expect(nested.superEncoder().codingPath.map(\.stringValue) == ["n1", "super"])
            var single = other.singleValueContainer()
            try single.encode(1)
        }
        #expect(written.isEquivalent(to: ["n1": ["n2": ["x": 1], "super": [:]]]), "wrote \(written)")
    }

    @Test(arguments: CoderRoutes.all)
    func aliasOfOneKeyInBaseAndSubclassIsAnErrorThatNamesBoth(_ route: any CoderRoute) throws {
        enum Base: String, CodingKey { case x }
        let error = #expect(throws: EncodingError.self) {
            try Self.write(route) { encoder in
                var own = encoder.container(keyedBy: Key.self)
                try own.encode(1, forKey: .x)
                var base = encoder.container(keyedBy: Base.self)
                try base.encode(2, forKey: .x)
            }
        }
        guard case .invalidValue(_, let context) = innermost(error) else { throw try #require(error) }
        #expect(
            context.debugDescription
                == "\"x\" of Key and \"x\" of Base write different values in one place, \"/x\"")
        let same = try Self.write(route) { encoder in
            var own = encoder.container(keyedBy: Key.self)
            try own.encode(1, forKey: .x)
            var base = encoder.container(keyedBy: Base.self)
            try base.encode(1, forKey: .x)
        }
        #expect(same == ["x": 1])
    }

    @Test(arguments: CoderRoutes.all)
    func keyTypesOfOneNameAreToldApart(_ route: any CoderRoute) throws {
        enum Base { enum CodingKeys: String, CodingKey { case x } }
        enum Derived { enum CodingKeys: String, CodingKey { case x } }
        let error = #expect(throws: EncodingError.self) {
            try Self.write(route) { encoder in
                var own = encoder.container(keyedBy: Derived.CodingKeys.self)
                try own.encode(1, forKey: .x)
                var base = encoder.container(keyedBy: Base.CodingKeys.self)
                try base.encode(2, forKey: .x)
            }
        }
        let text = Diagnostic(describing: try #require(error)).message
        #expect(text.contains("Derived.CodingKeys and \"x\" of "))
        #expect(text.contains("Base.CodingKeys write different values in one place, \"/x\""))
    }

    @Test(arguments: CoderRoutes.all)
    func twoKindsOfContainerAreAnErrorNotATrap(_ route: any CoderRoute) throws {
        let error = #expect(throws: EncodingError.self) {
            try Self.write(route) { encoder in
                var keyed = encoder.container(keyedBy: Key.self)
                try keyed.encode(1, forKey: .x)
                var unkeyed = encoder.unkeyedContainer()
                try unkeyed.encode(2)
            }
        }
        guard case .invalidValue(_, let context) = innermost(error) else { throw try #require(error) }
        #expect(context.debugDescription == "an array was asked for where an object has been written")
    }

    // MARK: superDecoder

    @Test(arguments: CoderRoutes.all)
    func superDecoderOfAMissingKeyIsKeyNotFound(_ route: any CoderRoute) throws {
        try Self.read(route, ["x": 1]) { decoder in
            let container = try decoder.container(keyedBy: Key.self)
            for attempt in [{ try container.superDecoder() }, { try container.superDecoder(forKey: .n1) }] {
                let error = #expect(throws: DecodingError.self) { _ = try attempt() }
                guard case .keyNotFound = error else { throw try #require(error) }
            }
        }
    }

    @Test(arguments: CoderRoutes.all)
    func anElementThatFailedStaysTheCurrentOne(_ route: any CoderRoute) throws {
        try Self.read(route, ["a", ["x": 1], 3]) { decoder in
            var container = try decoder.unkeyedContainer()
            #expect(throws: DecodingError.self) { try container.decode(Int.self) }
            #expect(container.currentIndex == 0)
            #expect(try container.decode(String.self) == "a")
            #expect(throws: DecodingError.self) { try container.decode(Date.self) }
            #expect(container.currentIndex == 1)
            #expect(throws: DecodingError.self) { try container.decode(Int.self) }
            #expect(try container.decode([String: Int].self) == ["x": 1])
            #expect(try container.decode(Int.self) == 3)
            #expect(container.isAtEnd)
        }
    }

    @Test(arguments: CoderRoutes.all)
    func naiveLossyLoopEnds(_ route: any CoderRoute) throws {
        struct Item: Decodable { var x: Int }
        let found = try Self.read(route, [["x": 1], ["x": "bad"], 5, ["x": 2], "worse"]) { decoder in
            var container = try decoder.unkeyedContainer()
            var items: [Int] = []
            for _ in 0..<100 where !container.isAtEnd {
                if let item = try? container.decode(Item.self) {
                    items.append(item.x)
                } else if let number = try? container.decode(Int.self) {
                    items.append(number)
                }
            }
            return items
        }
        #expect(found == [1, 5, 2])
    }

    @Test(arguments: CoderRoutes.all)
    func unkeyedSuperDecoderGoesOnByOne(_ route: any CoderRoute) throws {
        try Self.read(route, [["x": 1], 2]) { decoder in
            var container = try decoder.unkeyedContainer()
            #expect(throws: DecodingError.self) { try container.decode(String.self) }
            let first = try container.superDecoder()
            #expect(container.currentIndex == 1)
            #expect(try container.decode(Int.self) == 2)
            #expect(try first.container(keyedBy: Key.self).decode(Int.self, forKey: .x) == 1)
        }
    }

    @Test(arguments: CoderRoutes.all)
    func aDecoderKeptForLaterIsSafeOrRefused(_ route: any CoderRoute) throws {
        let (root, nested) = try Self.read(route, ["n1": ["x": 7]]) { decoder in
            (decoder, try decoder.container(keyedBy: Key.self).superDecoder(forKey: .n1))
        }
        #expect(try nested.container(keyedBy: Key.self).decode(Int.self, forKey: .x) == 7)
        let error = #expect(throws: DecodingError.self) { _ = try root.container(keyedBy: Key.self) }
        guard case .dataCorrupted(let context) = error else { throw try #require(error) }
        #expect(
            context.debugDescription
                == "a decoder was used after the end of the decoding that it was made for;"
                + " keep one from superDecoder() instead")
    }
}

/// The error that a model, or we, threw: Foundation's property-list encoder puts one of its own around it.
func innermost(_ error: EncodingError?) -> EncodingError? {
    guard case .invalidValue(_, let context) = error, let inner = context.underlyingError as? EncodingError else {
        return error
    }
    return innermost(inner)
}

/// Writes what a test says.
struct Writer: Encodable {
    let body: (any Encoder) throws -> Void
    func encode(to encoder: any Encoder) throws { try body(encoder) }
}

/// Reads what a test says.
struct Reader: Decodable {
    /// Run within one call, on one thread.
    struct Body: @unchecked Sendable { var run: (any Decoder) throws -> Void = { _ in } }

    @TaskLocal static var body = Body()
    init(from decoder: any Decoder) throws { try Self.body.run(decoder) }
}

/// Something that a closure hands out.
final class Kept<Value> {
    var value: Value?
}
