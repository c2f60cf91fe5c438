import Foundation
import SampleAPI
import TestSupport
import Testing
import VersionedCodec

/// What the encoder keeps from one object or document to the next shows nowhere.
@Suite struct EncoderReuseTests {
    enum Key: CodingKey { case name, children, a, b }

    /// A tree: containers of one key type are within each other.
    struct Node: Encodable {
        var name: String
        var children: [Node] = []

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(children, forKey: .children)
            try container.encode(name, forKey: .name)
        }
    }

    private func text(_ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting = []) throws -> String {
        var encoder = VersionedJSONEncoder()
        encoder.outputFormatting = formatting
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test func containersOfOneKeyTypeMayBeOpenAtOnce() throws {
        let tree = Node(name: "1", children: [Node(name: "2", children: [Node(name: "3")]), Node(name: "4")])
        let expected =
            #"{"children":[{"children":[{"children":[],"name":"3"}],"name":"2"},{"children":[],"name":"4"}],"name":"1"}"#
        for _ in 0..<3 { #expect(try text(tree) == expected) }
        #expect(try text(tree, .sortedKeys) == expected)
    }

    /// Something that a model keeps for later.
    final class Kept { var encoders: [any Encoder] = [], containers: [KeyedEncodingContainer<Key>] = [] }

    @Test func whatAModelKeepsNeverWritesIntoAnotherDocument() throws {
        let kept = Kept()
        let keeping = WrittenBy { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(kept.encoders.count, forKey: .a)
            kept.encoders.append(encoder)
            kept.containers.append(container)
        }
        for count in 0..<6 {
            #expect(try text([keeping]) == "[{\"a\":\(count)}]")
            let late = WrittenBy { encoder in
                var container = encoder.container(keyedBy: Key.self)
                try container.encode("now", forKey: .name)
                for index in kept.containers.indices {
                    #expect(throws: EncodingError.self) { try kept.containers[index].encode(1, forKey: .b) }
                    var old = kept.encoders[index].container(keyedBy: Key.self)
                    #expect(throws: EncodingError.self) { try old.encode(1, forKey: .b) }
                    var single = kept.encoders[index].singleValueContainer()
                    #expect(throws: EncodingError.self) { try single.encode(1) }
                }
                try container.encode(2, forKey: .b)
            }
            #expect(try text(late) == #"{"name":"now","b":2}"#)
        }
        kept.containers.removeAll()
        kept.encoders.removeAll()
        #expect(try text(["a": 1]) == #"{"a":1}"#)
    }

    @Test func aDocumentThatFailsLeavesNothingForTheNext() throws {
        struct Fault: Error {}
        for _ in 0..<4 {
            let failing = WrittenBy { encoder in
                var container = encoder.container(keyedBy: Key.self)
                try container.encode("x", forKey: .a)
                var nested = container.nestedContainer(keyedBy: Key.self, forKey: .b)
                try nested.encode(1, forKey: .a)
                throw Fault()
            }
            #expect(throws: Fault.self) { try text(["k": [failing]]) }
            #expect(try text(Node(name: "n")) == #"{"children":[],"name":"n"}"#)
        }
    }

    @Test func aNestedContainerThatFailsLeavesNothingForTheNext() throws {
        struct Fault: Error {}
        let kept = Kept()
        let failing = WrittenBy { encoder in
            var container = encoder.container(keyedBy: Key.self)
            var nested = container.nestedContainer(keyedBy: Key.self, forKey: .b)
            try nested.encode(1, forKey: .a)
            kept.containers.append(nested)
            _ = container.superEncoder(forKey: .a)
            throw Fault()
        }
        let value = WrittenBy { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try? container.encode(failing, forKey: .name)
            for index in kept.containers.indices {
                #expect(throws: EncodingError.self) { try kept.containers[index].encode(2, forKey: .b) }
            }
            var nested = container.nestedContainer(keyedBy: Key.self, forKey: .children)
            try nested.encode(3, forKey: .a)
        }
        for _ in 0..<4 { #expect(try text(value) == #"{"children":{"a":3}}"#) }
    }

    @Test func optionsOfOneDocumentAreNotThoseOfTheNext() throws {
        struct Model: Encodable {
            var userName = "a/b"
            var at = Date(timeIntervalSince1970: 0)
        }
        var snakes = VersionedJSONEncoder()
        snakes.keyEncodingStrategy = .convertToSnakeCase
        snakes.dateEncodingStrategy = .iso8601
        snakes.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for _ in 0..<3 {
            #expect(
                try String(decoding: snakes.encode(Model()), as: UTF8.self)
                    == #"{"at":"1970-01-01T00:00:00Z","user_name":"a/b"}"#)
            #expect(try text(Model()) == #"{"userName":"a\/b","at":-978307200}"#)
        }
    }

    @Test func encodersWithinEncodersAndInManyTasksAreApart() async throws {
        let inner = WrittenBy { encoder in
            let data = try VersionedJSONEncoder().encode(Node(name: "inner"))
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(String(decoding: data, as: UTF8.self), forKey: .a)
        }
        #expect(try text(inner) == #"{"a":"{\"children\":[],\"name\":\"inner\"}"}"#)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<64 {
                group.addTask {
                    let node = Node(name: "\(index)", children: [Node(name: "c")])
                    return try (0..<50).allSatisfy { _ in
                        try String(decoding: VersionedJSONEncoder().encode(node), as: UTF8.self)
                            == "{\"children\":[{\"children\":[],\"name\":\"c\"}],\"name\":\"\(index)\"}"
                    }
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }

    /// Memory for a large document is taken at once after two others; it must not stay with small ones.
    @Test func documentsOfAnySizeFollowLargeOnes() throws {
        let encoder = VersionedJSONEncoder()
        for count in [50_000, 60_000, 70_000, 3, 50_000, 50_000, 400, 50_000] {
            let numbers = Array(0..<count)
            let expected = "[" + numbers.map(String.init).joined(separator: ",") + "]"
            let bytes = try encoder.bytes(of: numbers)
            #expect(bytes == Array(expected.utf8))
            #expect(bytes.capacity < 4 * bytes.count + 64)
            #expect(try encoder.encode(numbers) == Data(bytes))
        }
    }

    /// Each of these took the square of its size once, or would if members were looked for one by one.
    @Test(.timeLimit(.minutes(10))) func largeDocumentsTakeTimeInProportion() throws {
        let count = Cases.parts(of: 20_000)
        let last = count - 1
        let tables = (0..<count).map { ["b": $0, "a": $0] }
        #expect(try text(tables).hasSuffix(#"{"a":\#(last),"b":\#(last)}]"#))
        let based = (0..<count).map { index in
            WrittenBy { encoder in
                var container = encoder.container(keyedBy: Key.self)
                try index.encode(to: container.superEncoder())
                try container.encode(index, forKey: .a)
            }
        }
        #expect(try text(based).hasSuffix(#"{"super":\#(last),"a":\#(last)}]"#))
        let nested = WrittenBy { encoder in
            var list = encoder.unkeyedContainer()
            for index in 0..<count {
                var element = list.nestedContainer(keyedBy: Key.self)
                try element.encode(index, forKey: .a)
                try list.encode(index)
            }
        }
        #expect(try text(nested).hasSuffix(#"{"a":\#(last)},\#(last)]"#))
        let twice = WrittenBy { encoder in
            var container = encoder.container(keyedBy: AnyKey.self)
            for _ in 0..<2 {
                for index in 0..<count { try container.encode(index, forKey: AnyKey(stringValue: "k\(index)")) }
            }
        }
        #expect(try text(twice).hasSuffix(#""k\#(last)":\#(last)}"#))
        let wide = Dictionary(uniqueKeysWithValues: (0..<count).map { ("k\($0)", based[$0]) })
        let greatest = count > 9999 ? 9999 : 999
        #expect(try text(wide).hasSuffix(#""k\#(greatest)":{"super":\#(greatest),"a":\#(greatest)}}"#))
    }

    // MARK: Stamps

    struct Page: Codable, Equatable { var title = "t" }

    /// Each form that a location has, and what says the version then.
    static let stamps: [(VersionLocation, String)] = [
        (VersionLocation("/version", as: .integer), #"{"version":2,"title":"t"}"#),
        (VersionLocation("/v", as: .string), #"{"v":"2","title":"t"}"#),
        (VersionLocation("/meta/api/v", as: .integer), #"{"meta":{"api":{"v":2}},"title":"t"}"#),
        (VersionLocation("/a~1b", as: .integer), #"{"a/b":2,"title":"t"}"#),
    ]

    @Test(arguments: stamps)
    func theVersionStandsWhereItIsFound(_ location: VersionLocation, _ expected: String) throws {
        let controller = VersionController<ShapeVersion>(location: location)
        var encoder = VersionedJSONEncoder(controller)
        encoder.outputFormatting = .withoutEscapingSlashes
        let written = try encoder.encode(Page(), for: ShapeVersion.v2)
        #expect(String(decoding: written, as: UTF8.self) == expected)
        #expect(try controller.decode(Page.self, from: written).version == .v2)
    }

    enum Minor: String, APIVersion, CaseIterable { case v45 = "4.5", v5 = "5" }

    @Test func aMinorVersionStandsInAMemberOfItsOwn() throws {
        let controller = VersionController<Minor>(
            location: VersionLocation("/nbformat", as: .integer, minor: "/nbformat_minor"))
        let encoder = VersionedJSONEncoder(controller)
        #expect(
            try String(decoding: encoder.encode(Page(), for: Minor.v45), as: UTF8.self)
                == #"{"nbformat":4,"nbformat_minor":5,"title":"t"}"#)
        #expect(
            try String(decoding: encoder.encode(Page(), for: Minor.v5), as: UTF8.self) == #"{"nbformat":5,"title":"t"}"#
        )
    }
}
