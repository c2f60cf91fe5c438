import Foundation
import Testing
import VersionedCodec

/// Coding paths have the model's own keys: in `codingPath` of decoders, encoders and containers, and in errors; over
/// all routes as with Foundation's coders.
@Suite struct CodingPathTests {
    enum Release: String, APIVersion { case only }

    static let controller = VersionController(current: Release.only, legacy: .only) { _ in VersionFormat() }

    // MARK: Routes

    enum Route: CaseIterable {
        case foundation, ours, ofADocument, inAVersion, foundationInAVersion

        func decode<Model: Decodable>(_ type: Model.Type, from payload: Data) throws {
            let controller = CodingPathTests.controller
            switch self {
            case .foundation: _ = try JSONDecoder().decode(type, from: payload)
            case .ours: _ = try VersionedJSONDecoder().decode(type, from: payload)
            case .ofADocument: _ = try VersionedJSONDecoder().decode(type, from: JSONDocument(parsing: payload).root)
            case .inAVersion: _ = try VersionedJSONDecoder(controller).decode(type, from: payload)
            case .foundationInAVersion:
                _ = try JSONDecoder().decode(Versioned<Model, Release>.self, from: payload, configuration: controller)
            }
        }
    }

    /// A path in which each key is shown with its type and number.
    static func shown(_ path: [any CodingKey]) -> String {
        path.map { key in
            // Foundation's keys of indices, dictionaries and superclasses are private, as ours are.
            let own = key is any CodingPathTests.Own ? "\(type(of: key))." : ""
            return own + key.stringValue + (key.intValue.map { "#\($0)" } ?? "")
        }.joined(separator: "/")
    }

    /// The key types of these tests.
    protocol Own {}

    @TaskLocal static var seen = Seen()

    final class Seen: @unchecked Sendable {
        var paths: [String] = []
        func note(_ path: [any CodingKey]) { paths.append(CodingPathTests.shown(path)) }
    }

    /// What each route of decoding notes, errors at the end included.
    private static func told(_ type: (some Decodable).Type, _ payload: String) -> [[String]] {
        Route.allCases.map { route in
            let seen = Seen()
            $seen.withValue(seen) {
                do {
                    try route.decode(type, from: Data(payload.utf8))
                } catch let error as DecodingError {
                    seen.note(error)
                } catch {
                    seen.paths.append("\(error)")
                }
            }
            return seen.paths
        }
    }

    private static func expect(
        _ type: (some Decodable).Type, _ payload: String, _ paths: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for (route, told) in zip(Route.allCases, told(type, payload)) {
            #expect(told == paths, "\(route)", sourceLocation: sourceLocation)
        }
    }

    // MARK: Models

    /// Notes the paths that it sees.
    struct Leaf: Decodable, Sendable {
        enum Key: String, CodingKey, Own { case x, y }

        init(from decoder: any Decoder) throws {
            CodingPathTests.seen.note(decoder.codingPath)
            let container = try decoder.container(keyedBy: Key.self)
            CodingPathTests.seen.note(container.codingPath)
            _ = try container.decode(Int.self, forKey: .x)
        }
    }

    enum Number: Int, CodingKey, Own { case one = 1, two }

    @Test func decoderAndContainersHaveOwnKeys() {
        struct Model: Decodable, Sendable {
            enum CodingKeys: String, CodingKey, Own { case leaf, leaves, table }
            var leaf: Leaf
            var leaves: [Leaf]
            var table: [String: Leaf]
        }
        Self.expect(
            Model.self, #"{"leaf":{"x":1},"leaves":[{"x":1},{"x":1}],"table":{"k":{"x":"no"}}}"#,
            [
                "CodingKeys.leaf", "CodingKeys.leaf", "CodingKeys.leaves/Index 0#0", "CodingKeys.leaves/Index 0#0",
                "CodingKeys.leaves/Index 1#1", "CodingKeys.leaves/Index 1#1", "CodingKeys.table/k",
                "CodingKeys.table/k", "typeMismatch CodingKeys.table/k/Key.x",
            ])
        Self.expect(
            Model.self, #"{"leaf":{"y":1}}"#,
            ["CodingKeys.leaf", "CodingKeys.leaf", "keyNotFound Key.x at CodingKeys.leaf"])
        Self.expect(Model.self, #"{"leaf":[]}"#, ["CodingKeys.leaf", "typeMismatch CodingKeys.leaf"])
        Self.expect(
            Model.self, #"{"leaf":{"x":1},"leaves":[3]}"#,
            [
                "CodingKeys.leaf", "CodingKeys.leaf", "CodingKeys.leaves/Index 0#0",
                "typeMismatch CodingKeys.leaves/Index 0#0",
            ])
    }

    @Test func numbersOfKeysAreKept() {
        struct Model: Decodable, Sendable {
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Number.self)
                _ = try container.decode([Int: Leaf].self, forKey: .two)
            }
        }
        Self.expect(
            Model.self, #"{"two":{"7":{"x":true}}}"#,
            ["Number.two#2/7#7", "Number.two#2/7#7", "typeMismatch Number.two#2/7#7/Key.x"])
        Self.expect(Model.self, #"{"one":{}}"#, ["keyNotFound Number.two#2 at "])
    }

    /// A type that holds itself: no container of it can be used for two objects at once.
    struct Tree: Decodable, Sendable {
        enum CodingKeys: String, CodingKey, Own { case left, children }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            _ = try container.decodeIfPresent([Tree].self, forKey: .children)
            if try container.decodeIfPresent(Boxed.self, forKey: .left) == nil {
                CodingPathTests.seen.note(decoder.codingPath)
            }
        }

        final class Boxed: Decodable {
            required init(from decoder: any Decoder) throws { _ = try Tree(from: decoder) }
        }
    }

    @Test func keysOfATypeThatHoldsItselfAreItsOwn() {
        let (c, l) = ("CodingKeys.children", "CodingKeys.left")
        Self.expect(
            Tree.self, #"{"children":[{"children":[{}]},{"left":{"left":{}}}],"left":{"children":[7]}}"#,
            [
                "\(c)/Index 0#0/\(c)/Index 0#0", "\(c)/Index 0#0", "\(c)/Index 1#1/\(l)/\(l)",
                "typeMismatch \(l)/\(c)/Index 0#0",
            ])
    }

    @Test func nestedContainersAndSuperDecodersHaveOwnKeys() {
        struct Model: Decodable, Sendable {
            enum Outer: String, CodingKey, Own { case a, list }
            enum Inner: String, CodingKey, Own { case b }

            init(from decoder: any Decoder) throws {
                let nested = try decoder.container(keyedBy: Outer.self).nestedContainer(keyedBy: Inner.self, forKey: .a)
                CodingPathTests.seen.note(nested.codingPath)
                let base = try nested.superDecoder(forKey: .b)
                // The containers of the same types are used again, within.
                _ = try Inside(from: base)
                CodingPathTests.seen.note(base.codingPath)
                var list = try decoder.container(keyedBy: Outer.self).nestedUnkeyedContainer(forKey: .list)
                CodingPathTests.seen.note(list.codingPath)
                let element = try list.nestedContainer(keyedBy: Inner.self)
                CodingPathTests.seen.note(element.codingPath)
                CodingPathTests.seen.note(try list.superDecoder().codingPath)
                CodingPathTests.seen.note(nested.codingPath)
                _ = try list.decode(Int.self)
            }

            struct Inside: Decodable {
                init(from decoder: any Decoder) throws {
                    let nested = try decoder.container(keyedBy: Outer.self).nestedContainer(
                        keyedBy: Inner.self, forKey: .a)
                    CodingPathTests.seen.note(try nested.superDecoder(forKey: .b).codingPath)
                    CodingPathTests.seen.note(try decoder.container(keyedBy: Outer.self).superDecoder().codingPath)
                }
            }
        }
        Self.expect(
            Model.self, #"{"a":{"b":{"a":{"b":1},"super":2}},"list":[{"b":2},3,true]}"#,
            [
                "Outer.a", "Outer.a/Inner.b/Outer.a/Inner.b", "Outer.a/Inner.b/super", "Outer.a/Inner.b", "Outer.list",
                "Outer.list/Index 0#0", "Outer.list/Index 1#1", "Outer.a", "typeMismatch Outer.list/Index 2#2",
            ])
    }

    @Test func errorsThatAModelCatchesHaveOwnKeys() {
        struct Model: Decodable, Sendable {
            enum CodingKeys: String, CodingKey, Own { case date, url, text, list }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                func note(_ read: () throws -> Any) {
                    do { CodingPathTests.seen.paths.append("\(try read())") } catch {
                        (error as? DecodingError).map { CodingPathTests.seen.note($0) }
                    }
                }
                note { try container.decode(Date.self, forKey: .date) }
                note { try container.decode(URL.self, forKey: .url) }
                note { try container.decode(Int8.self, forKey: .text) }
                note { try container.decode([Int].self, forKey: .list) }
                note { try container.nestedUnkeyedContainer(forKey: .text) }
                note { try container.nestedContainer(keyedBy: Number.self, forKey: .list) }
                note { try container.superDecoder(forKey: .list).singleValueContainer().decode(String.self) }
            }
        }
        let payload = #"{"date":"x","url":7,"text":"t","list":[1,"2"]}"#
        let paths = Self.told(Model.self, payload)
        for (route, paths) in zip(Route.allCases, paths).dropFirst() {
            #expect(
                paths == [
                    "typeMismatch CodingKeys.date", "typeMismatch CodingKeys.url", "typeMismatch CodingKeys.text",
                    "typeMismatch CodingKeys.list/Index 1#1", "typeMismatch CodingKeys.text",
                    "typeMismatch CodingKeys.list", "typeMismatch CodingKeys.list",
                ], "\(route)")
        }
        #expect(paths[0] == paths[1])
    }

    @Test func keysThatAStrategyConvertsAreOwn() throws {
        struct Model: Decodable {
            enum CodingKeys: String, CodingKey, Own { case firstLeaf, byName }
            var firstLeaf: [Int]
            var byName: [Int: Leaf]
        }
        let payload = Data(#"{"first_leaf":[1],"by_name":{"4":{"x":null}}}"#.utf8)
        for strategy in 0..<2 {
            var ours = VersionedJSONDecoder()
            let theirs = JSONDecoder()
            if strategy == 0 {
                ours.keyDecodingStrategy = .convertFromSnakeCase
                theirs.keyDecodingStrategy = .convertFromSnakeCase
            } else {
                let convert: @Sendable ([any CodingKey]) -> any CodingKey = { path in
                    let text = path.last?.stringValue ?? ""
                    return AnyKey(
                        stringValue: ["first_leaf": "firstLeaf", "by_name": "byName"][text] ?? text)
                }
                ours.keyDecodingStrategy = .custom(convert)
                theirs.keyDecodingStrategy = .custom(convert)
            }
            for decode in [
                { try ours.decode(Model.self, from: payload) }, { try theirs.decode(Model.self, from: payload) },
            ] as [() throws -> Model] {
                let error = #expect(throws: DecodingError.self) { try decode() }
                guard case .valueNotFound(_, let context) = error else { throw try #require(error) }
                #expect(Self.shown(context.codingPath) == "CodingKeys.byName/4#4/Key.x")
            }
        }
    }

    // MARK: A version that spells keys otherwise

    enum Style: String, APIVersion { case only }

    /// A path leads into the payload: a key that the version spells otherwise is the payload's.
    @Test func keysThatAVersionSpellsOtherwiseAreThoseOfThePayload() throws {
        struct Model: Decodable {
            enum CodingKeys: String, CodingKey, Own { case aList, leaf }
            var aList: [Leaf]
            var leaf: Leaf
        }
        let controller = VersionController(current: Style.only, legacy: .only) { _ in VersionFormat(keys: .snakeCase) }
        func paths(_ payload: String) throws -> [String] {
            try [
                { try controller.decode(Model.self, from: Data(payload.utf8)).value },
                {
                    try JSONDecoder().decode(
                        Versioned<Model, Style>.self, from: Data(payload.utf8), configuration: controller
                    ).value
                },
            ].map { (decode: () throws -> Model) in
                let seen = Seen()
                Self.$seen.withValue(seen) {
                    do { _ = try decode() } catch { (error as? DecodingError).map { seen.note($0) } }
                }
                return try #require(seen.paths.last)
            }
        }
        let renamed = "typeMismatch a_list/Index 0#0/Key.x"
        #expect(try paths(#"{"a_list":[{"x":""}]}"#) == [renamed, renamed])
        let own = "typeMismatch CodingKeys.leaf/Key.x"
        #expect(try paths(#"{"a_list":[],"leaf":{"x":""}}"#) == [own, own])
    }

    // MARK: Encoding

    @Test func encodersAndContainersHaveOwnKeys() throws {
        enum Key: String, CodingKey, Own { case a, b, list, table, numbers }
        var paths: [String] = []
        func note(_ path: [any CodingKey]) { paths.append(Self.shown(path)) }
        let leaf = WrittenBy { encoder in
            note(encoder.codingPath)
            var container = encoder.container(keyedBy: Number.self)
            note(container.codingPath)
            try container.encode(1, forKey: .one)
            let base = container.superEncoder(forKey: .two)
            note(base.codingPath)
            var single = base.singleValueContainer()
            note(single.codingPath)
            try single.encode(2)
        }
        let value = WrittenBy { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(leaf, forKey: .a)
            try container.encode([leaf], forKey: .list)
            try container.encode(["k": leaf], forKey: .table)
            try container.encode([7: leaf], forKey: .numbers)
            var nested = container.nestedContainer(keyedBy: Number.self, forKey: .b)
            note(nested.codingPath)
            try nested.encode(leaf, forKey: .two)
            var list = nested.nestedUnkeyedContainer(forKey: .one)
            note(list.codingPath)
            try list.encode(leaf)
        }
        let routes: [() throws -> Data] = [
            { try JSONEncoder().encode(value) }, { try VersionedJSONEncoder().encode(value) },
            { try VersionedJSONEncoder(Self.controller).encode(value) },
            { try JSONEncoder().encode(Versioned(value, version: Release.only), configuration: Self.controller) },
        ]
        func four(_ path: String) -> [String] { [path, path, "\(path)/Number.two#2", "\(path)/Number.two#2"] }
        for (index, route) in routes.enumerated() {
            paths = []
            _ = try route()
            var expected = four("Key.a") + four("Key.list/Index 0#0") + four("Key.table/k") + four("Key.numbers/7#7")
            expected += ["Key.b"] + four("Key.b/Number.two#2")
            expected += ["Key.b/Number.one#1"] + four("Key.b/Number.one#1/Index 0#0")
            // Foundation's paths lack the key of a nested container.
            if index > 0 { #expect(paths == expected, "route \(index)") }
            if index == 0 { #expect(Array(paths.prefix(16)) == Array(expected.prefix(16)), "Foundation's") }
        }
    }

    @Test func errorsOfEncodingHaveOwnKeys() throws {
        struct Model: Encodable {
            enum CodingKeys: String, CodingKey, Own { case list, table }
            var list: [Double] = [1]
            var table: [Int: Inner] = [:]

            struct Inner: Encodable {
                enum CodingKeys: Int, CodingKey, Own { case gain = 3 }
                var gain: Double
            }
        }
        for (value, path) in [
            (Model(list: [1, .infinity]), "CodingKeys.list/Index 1#1"),
            (Model(table: [7: .init(gain: .nan)]), "CodingKeys.table/7#7/CodingKeys.gain#3"),
        ] {
            let routes: [() throws -> Data] = [
                { try JSONEncoder().encode(value) }, { try VersionedJSONEncoder().encode(value) },
                { try VersionedJSONEncoder(Self.controller).encode(value) },
                { try JSONEncoder().encode(Versioned(value, version: Release.only), configuration: Self.controller) },
            ]
            for (index, route) in routes.enumerated() {
                let error = #expect(throws: EncodingError.self) { try route() }
                guard case .invalidValue(_, let context) = error else { throw try #require(error) }
                #expect(Self.shown(context.codingPath) == path, "route \(index)")
            }
        }
    }

    /// A number beside a key's text is not an index.
    @Test func pointersHaveTheTextOfKeys() throws {
        struct Model: Decodable {
            init(from decoder: any Decoder) throws {
                _ = try decoder.container(keyedBy: Number.self).decode(String.self, forKey: .two)
            }
        }
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(
                Versioned<Model, Release>.self, from: Data(#"{"two":2}"#.utf8), configuration: Self.controller)
        }
        #expect(Diagnostic(describing: try #require(error)).path == "/two")
    }
}

extension CodingPathTests.Seen {
    func note(_ error: DecodingError) {
        switch error {
        case .typeMismatch(_, let context): paths.append("typeMismatch \(CodingPathTests.shown(context.codingPath))")
        case .valueNotFound(_, let context): paths.append("valueNotFound \(CodingPathTests.shown(context.codingPath))")
        case .keyNotFound(let key, let context):
            paths.append("keyNotFound \(CodingPathTests.shown([key])) at \(CodingPathTests.shown(context.codingPath))")
        case .dataCorrupted(let context): paths.append("dataCorrupted \(CodingPathTests.shown(context.codingPath))")
        @unknown default: paths.append("\(error)")
        }
    }
}
