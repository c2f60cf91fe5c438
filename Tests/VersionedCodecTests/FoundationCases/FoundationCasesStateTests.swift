import Foundation
import Testing
import VersionedCodec

/// What a decoder has to forget after a failure that a model caught.
@Suite struct FoundationCasesStateTests {
    /// One type, or another where the first fails.
    enum Either<First: Codable & Equatable, Second: Codable & Equatable>: Codable, Equatable {
        case first(First)
        case second(Second)
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            do { self = .first(try container.decode(First.self)) } catch {
                self = .second(try container.decode(Second.self))
            }
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .first(let value): try container.encode(value)
            case .second(let value): try container.encode(value)
            }
        }
    }

    /// Nothing but null.
    struct Null: Codable, Equatable {
        struct Refusal: Error {}
        init(from decoder: any Decoder) throws {
            guard try decoder.singleValueContainer().decodeNil() else { throw Refusal() }
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        }
    }

    struct Pair: Codable, Equatable { var a: Int, b: [Int] }

    @Test(arguments: [
        "[]", "[1]", "[null]", "[null, 1, null]", "[[1], [\"x\"]]", "[{\"a\": 1, \"b\": [1]}, {\"a\": 1}, 3, null]",
        "[true]",
        "[[[1, 2], [\"x\", \"y\"]], [[1, \"x\"]]]", "[{\"a\": 1, \"b\": [1, \"x\"]}]", "[[null], [[null, 2]]]",
        "[\"x\", [1]]",
    ])
    func aSecondTypeIsTriedAfterAFailure(_ payload: String) {
        let both = BothDecoders()
        both.agree([Either<Int, Null>].self, payload)
        both.agree([Either<Null, Int>].self, payload)
        both.agree([Either<[Int], [String]>].self, payload)
        both.agree([Either<Either<[Int], [String]>, Either<[Int], [String]>>].self, payload)
        both.agree([Either<[Either<[Int], [String]>], Either<Pair, Null>>].self, payload)
        both.agree([Either<Pair, Either<Int, Either<[String: Int], Null>>>].self, payload)
        both.agree([Either<[Either<Pair, Int>], Either<Either<Null, Pair>, [String?]>>].self, payload)
        both.agree(Either<[Pair], [Either<Int?, Bool>]>.self, payload)
    }

    struct Failure: Error {}

    @Test func strategiesOfOnesOwnMayFailWhereAnotherTypeIsTried() {
        var both = BothDecoders()
        let date: @Sendable (any Decoder) throws -> Date = { decoder in
            var list = try decoder.unkeyedContainer()
            _ = try list.decode(Int.self)
            throw Failure()
        }
        let data: @Sendable (any Decoder) throws -> Data = { decoder in
            _ = try decoder.container(keyedBy: AnyKey.self)
            throw Failure()
        }
        (both.ours.dateDecodingStrategy, both.theirs.dateDecodingStrategy) = (.custom(date), .custom(date))
        (both.ours.dataDecodingStrategy, both.theirs.dataDecodingStrategy) = (.custom(data), .custom(data))
        for payload in ["[7]", "[[7]]", "[{}]", "[[7], 7, {}, null]", "[[7], [\"x\"]]", "[]"] {
            both.agree([Either<Date, Either<Int, Data>>].self, payload)
            both.agree([Either<Either<Date, Data>, Int>].self, payload)
            both.agree([Either<[Date], [Int]>].self, payload)
            both.agree([Either<Data, [Int]>].self, payload)
            both.agree([Date].self, payload)
            both.agree(Date?.self, payload)
        }
    }

    @Test func strategiesOfOnesOwnAreNotAskedForNull() {
        var both = BothDecoders()
        let date: @Sendable (any Decoder) throws -> Date = { _ in .distantPast }
        let data: @Sendable (any Decoder) throws -> Data = { _ in Data([7]) }
        (both.ours.dateDecodingStrategy, both.theirs.dateDecodingStrategy) = (.custom(date), .custom(date))
        (both.ours.dataDecodingStrategy, both.theirs.dataDecodingStrategy) = (.custom(data), .custom(data))
        both.expect([Date?].self, "[1, null]", [.distantPast, nil])
        both.expectFault([Date].self, "[1, null]", "valueNotFound Date at 1")
        both.expectFault(Date.self, "null", "valueNotFound Date at ")
        both.expect([Data?].self, "[{}, null]", [Data([7]), nil])
        both.expectFault([String: Data].self, #"{"k": null}"#, "valueNotFound Data at k")
    }

    /// Reads three elements by itself, the second one in a way that may fail.
    struct Lenient: Codable, Equatable {
        var texts: [String] = []
        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            texts.append("\(try list.decode(Int.self))")
            if let pair = try? list.decode(Pair.self) {
                texts.append("\(pair)")
            } else if let inner = try? list.decode([Int].self) {
                texts.append("\(inner)")
            } else {
                texts.append("\(try list.decodeNil())")
            }
            texts.append("at \(list.currentIndex)")
            texts.append("\((try? list.nestedContainer(keyedBy: AnyKey.self).allKeys.count) ?? -1)")
            texts.append("at \(list.currentIndex) \(list.isAtEnd)")
        }
    }

    @Test(arguments: [
        "[1, {\"a\": 1, \"b\": []}, {}]", "[1, [2], {}]", "[1, null, 3]", "[1, [\"x\"], {}]", "[1]",
        "[1, {\"a\": 1, \"b\": [null]}]",
    ])
    func anElementThatFailedIsStillThere(_ payload: String) {
        BothDecoders().agree(Lenient.self, payload)
        BothDecoders().agree([Lenient].self, "[\(payload), \(payload)]")
    }

    @Test func decoderThatFailedServesAgain() throws {
        let both = BothDecoders()
        for _ in 0..<3 {
            both.agree([Pair].self, "[{\"a\": 1, \"b\": [1, null]}]")
            both.agree([Pair].self, "[{\"a\": 1, \"b\": [1]}]")
            both.agree([Pair].self, "[{\"a\": 1, \"b\": [1]}")
        }
    }

    /// An encoder's failure in the value of a strategy, caught by the model.
    @Test func encoderForgetsWhatFailed() throws {
        var encoder = VersionedJSONEncoder()
        encoder.dateEncodingStrategy = .custom { _, encoder in
            var list = encoder.unkeyedContainer()
            try list.encode(7)
            throw Failure()
        }
        encoder.dataEncodingStrategy = .custom { _, encoder in
            var object = encoder.container(keyedBy: AnyKey.self)
            try object.encode(7, forKey: AnyKey(stringValue: "left"))
            throw Failure()
        }
        let model = WrittenBy { encoder in
            var list = encoder.unkeyedContainer()
            try? list.encode(Date())
            try? list.encode([Data()])
            try list.encode("a")
            var nested = list.nestedContainer(keyedBy: AnyKey.self)
            try? nested.encode(Date(), forKey: AnyKey(stringValue: "d"))
            try? nested.encode(Data(), forKey: AnyKey(stringValue: "e"))
            try nested.encode("b", forKey: AnyKey(stringValue: "f"))
            var base = list.superEncoder().singleValueContainer()
            try? base.encode([Date()])
            try base.encode("c")
        }
        #expect(try String(decoding: encoder.encode(model), as: UTF8.self) == #"["a",{"f":"b"},"c"]"#)
        #expect(throws: Failure.self) { try encoder.encode([Date()]) }
        #expect(throws: Failure.self) { try encoder.encode(["k": ["l": Data()]]) }
        #expect(try String(decoding: encoder.encode([1]), as: UTF8.self) == "[1]")
    }
}
