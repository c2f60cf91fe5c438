import Foundation
import Testing
import VersionedCodec

/// What goes wrong in Foundation's encoder, and does not here; without a version.
@Suite struct EncoderHazardTests {
    enum Key: String, CodingKey { case a, b, c, list }
    enum Other: String, CodingKey { case a, z }

    private func text(
        of encoder: VersionedJSONEncoder = VersionedJSONEncoder(), _ body: @escaping (any Encoder) throws -> Void
    ) throws -> String {
        String(decoding: try encoder.encode(Writer(body: body)), as: UTF8.self)
    }

    struct Failing: Encodable {
        struct Failure: Error {}
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(1, forKey: .a)
            var nested = container.nestedUnkeyedContainer(forKey: .list)
            try nested.encode("left over")
            throw Failure()
        }
    }

    @Test func anErrorThatIsCaughtLeavesNoTrace() throws {
        let keyed = try text { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try? container.encode(Failing(), forKey: .a)
            try container.encode(2, forKey: .b)
            try? container.encode([1: Failing()], forKey: .c)
            try container.encode(3, forKey: .a)
        }
        #expect(keyed == #"{"b":2,"a":3}"#)
        let unkeyed = try text { encoder in
            var container = encoder.unkeyedContainer()
            try? container.encode(Failing())
            #expect(container.count == 0)
            try container.encode(1)
            try? container.encode([1.5, .nan])
            try container.encode("x")
        }
        #expect(unkeyed == #"[1,"x"]"#)
        let single = try text { encoder in
            var container = encoder.singleValueContainer()
            try? container.encode(Failing())
            try container.encode("other")
        }
        #expect(single == #""other""#)
    }

    @Test func numberThatHasNoTextIsToldAtOnceInATree() throws {
        let written = try text { encoder in
            var container = encoder.container(keyedBy: Key.self)
            var nested = container.nestedContainer(keyedBy: Key.self, forKey: .a)
            #expect(throws: EncodingError.self) { try nested.encode(Double.nan, forKey: .b) }
            #expect(throws: EncodingError.self) { try nested.encodeIfPresent(Float.infinity, forKey: .b) }
            try nested.encode(1.5, forKey: .c)
            var list = container.nestedUnkeyedContainer(forKey: .list)
            #expect(throws: EncodingError.self) { try list.encode(-Double.infinity) }
            #expect(throws: EncodingError.self) { try list.encode(Float.nan) }
            try list.encode(Float(2.5))
            var single = list.superEncoder().singleValueContainer()
            #expect(throws: EncodingError.self) { try single.encode(Double.nan) }
            #expect(throws: EncodingError.self) { try single.encode(Float.nan) }
            try single.encode("x")
        }
        #expect(written == #"{"a":{"c":1.5},"list":[2.5,"x"]}"#)
    }

    @Test func theSameKeyAgainReplacesWhatItWrote() throws {
        let written = try text { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try container.encode([1, 2], forKey: .a)
            try container.encode("b", forKey: .b)
            try container.encode(["x": ","], forKey: .a)
            try container.encode(4, forKey: .c)
            try container.encode(5, forKey: .a)
            try container.encode(6, forKey: .c)
        }
        #expect(written == #"{"a":5,"b":"b","c":6}"#)
    }

    struct Text: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    @Test func keysThatAreNoEnumAreComparedByBytes() throws {
        let written = try text { encoder in
            var container = encoder.container(keyedBy: Text.self)
            for (index, name) in ["\u{e9}", "e\u{301}", "\"", "x", "\""].enumerated() {
                try container.encode(index, forKey: Text(stringValue: name))
            }
        }
        #expect(written == "{\"\u{e9}\":0,\"e\u{301}\":1,\"\\\"\":4,\"x\":3}")
    }

    @Test func containersThatComeLateStandInTheirPlaces() throws {
        let written = try text { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(0, forKey: .a)
            var first = container.nestedContainer(keyedBy: Key.self, forKey: .b)
            var list = container.nestedUnkeyedContainer(forKey: .list)
            try container.encode(["k": 1], forKey: .c)
            try list.encode(1)
            try first.encode("x", forKey: .a)
            try list.encode(2)
            var again = container.nestedContainer(keyedBy: Other.self, forKey: .b)
            try again.encode("z", forKey: .z)
        }
        #expect(written == #"{"a":0,"b":{"a":"x","z":"z"},"list":[1,2],"c":{"k":1}}"#)
    }

    @Test func superEncodersWriteWhereTheyStand() throws {
        let kept = Kept<any Encoder>()
        let written = try text { encoder in
            var container = encoder.container(keyedBy: Key.self)
            let (one, two) = (container.superEncoder(), container.superEncoder(forKey: .b))
            _ = container.superEncoder(forKey: .list)
            var second = two.unkeyedContainer()
            try container.encode(1, forKey: .a)
            try second.encode(2)
            var first = one.singleValueContainer()
            try first.encode("s")
            kept.value = two
        }
        #expect(written == #"{"super":"s","b":[2],"list":{},"a":1}"#)
        var late = try #require(kept.value).unkeyedContainer()
        let error = #expect(throws: EncodingError.self) { try late.encode(3) }
        #expect(
            Diagnostic(describing: try #require(error)).message
                == "an encoder was used after the end of the encoding that it was made for")
        let array = try text { encoder in
            var container = encoder.unkeyedContainer()
            try container.encode(0)
            let (one, two) = (container.superEncoder(), container.superEncoder())
            #expect(container.count == 3)
            try container.encode(3)
            try 2.encode(to: two)
            try 1.encode(to: one)
        }
        #expect(array == "[0,1,2,3]")
    }

    @Test func twoKindsOfContainerAreAnError() throws {
        let cases: [(String, (any Encoder) throws -> Void)] = [
            (
                "an array was asked for where an object has been written",
                { encoder in
                    var keyed = encoder.container(keyedBy: Key.self)
                    try keyed.encode(1, forKey: .a)
                    var unkeyed = encoder.unkeyedContainer()
                    try unkeyed.encode(2)
                }
            ),
            (
                "a value was written where an array has been written",
                { encoder in
                    var unkeyed = encoder.unkeyedContainer()
                    try unkeyed.encode(2)
                    var single = encoder.singleValueContainer()
                    try single.encode(1)
                }
            ),
            (
                "a value was written where a single value has been written",
                { encoder in
                    var single = encoder.singleValueContainer()
                    try single.encode(1)
                    try single.encode(2)
                }
            ),
        ]
        for (message, body) in cases {
            let error = #expect(throws: EncodingError.self) { try text(body) }
            #expect(Diagnostic(describing: try #require(error)).message == message)
        }
    }

    @Test func aContainerOfAValueThatIsDoneOrBusyRefuses() throws {
        let kept = Kept<KeyedEncodingContainer<Key>>()
        let done = try text { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(
                Writer { inner in kept.value = inner.container(keyedBy: Key.self) }, forKey: .a)
            let error = #expect(throws: EncodingError.self) { try kept.value?.encode(1, forKey: .b) }
            #expect(
                Diagnostic(describing: try #require(error)).message
                    == "a container was used after the value that it belongs to was done")
        }
        #expect(done == #"{"a":{}}"#)
        let busy = try text { encoder in
            var container = encoder.container(keyedBy: Key.self)
            let outer = container
            try container.encode(
                Writer { inner in
                    var (single, outer) = (inner.singleValueContainer(), outer)
                    let error = #expect(throws: EncodingError.self) { try outer.encode(1, forKey: .b) }
                    #expect(
                        Diagnostic(describing: try #require(error)).message
                            == "a container was used while a value in it was being written")
                    try single.encode(1)
                }, forKey: .a)
        }
        #expect(busy == #"{"a":1}"#)
    }

    @Test func sharedContainersMergeAndAgree() throws {
        let merged = try text { encoder in
            var own = encoder.container(keyedBy: Key.self)
            try own.encode(1, forKey: .a)
            var base = encoder.container(keyedBy: Other.self)
            try base.encode(1, forKey: .a)
            try base.encode(2, forKey: .z)
            try own.encode(3, forKey: .b)
        }
        #expect(merged == #"{"a":1,"z":2,"b":3}"#)
        let error = #expect(throws: EncodingError.self) {
            try text { encoder in
                var own = encoder.container(keyedBy: Key.self)
                try own.encode(1, forKey: .a)
                var base = encoder.container(keyedBy: Other.self)
                try base.encode(2, forKey: .a)
            }
        }
        #expect(
            Diagnostic(describing: try #require(error)).description
                == #"at "/a": "a" of Key and "a" of Other write different values in one place, "/a""#)
    }

    @Test func pathsAreWhole() throws {
        var paths: [[String]] = []
        _ = try text { encoder in
            var container = encoder.container(keyedBy: Key.self)
            var list = container.nestedUnkeyedContainer(forKey: .list)
            var inner = list.nestedContainer(keyedBy: Key.self)
            paths.append(inner.superEncoder(forKey: .a).codingPath.map(\.stringValue))
            try container.encode(
                [
                    [
                        "k\"": Writer {
                            paths.append($0.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue })
                        }
                    ]
                ],
                forKey: .b)
        }
        #expect(paths == [["list", "Index 0", "a"], ["b", "0", "k\""]])
        let error = #expect(throws: EncodingError.self) { try text { try ["x": [1, .infinity]].encode(to: $0) } }
        #expect(
            Diagnostic(describing: try #require(error)).description
                == #"at "/x/1": JSON has no number for inf; nonConformingFloatEncodingStrategy may give it a text"#)
    }

    /// Nothing tells `date.encode(to: encoder)` from a model that writes a number, so the type's own text is, as in
    /// Foundation.
    @Test func encodingOnTheEncoderItselfIsTheTypesOwn() throws {
        var encoder = VersionedJSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let date = Date(timeIntervalSinceReferenceDate: 7)
        #expect(try text(of: encoder) { try date.encode(to: $0) } == "7")
        #expect(
            try text(of: encoder) { encoder in
                var container = encoder.singleValueContainer()
                try container.encode(date)
            } == #""2001-01-01T00:00:07Z""#)
        #expect(try text { try Data([1, 2]).encode(to: $0) } == "[1,2]")
    }

    @Test func whatWritesNothingIsAnEmptyObjectButNoDocument() throws {
        struct Nothing: Encodable { func encode(to encoder: any Encoder) throws {} }
        #expect(try String(decoding: VersionedJSONEncoder().encode([Nothing()]), as: UTF8.self) == "[{}]")
        let error = #expect(throws: EncodingError.self) { try VersionedJSONEncoder().encode(Nothing()) }
        #expect(Diagnostic(describing: try #require(error)).message == "Top-level Nothing did not encode any values")
    }
}
