import Foundation
import Testing
import VersionedCodec

/// A superclass in a member of its own, and then a container of another key type in the same object.
@Suite struct SuperBeforeSharedTests {
    enum Version: Int, APIVersion { case v1 = 1 }

    struct Writer: Codable {
        enum First: String, CodingKey { case a }
        enum Second: String, CodingKey { case b }

        init() {}
        init(from decoder: any Decoder) throws {}

        func encode(to encoder: any Encoder) throws {
            var first = encoder.container(keyedBy: First.self)
            var superclass = first.superEncoder().singleValueContainer()
            try superclass.encode("s")
            var second = encoder.container(keyedBy: Second.self)
            try second.encode(2, forKey: .b)
        }
    }

    class Top: Codable {
        var a = 1
        init() {}
    }

    class Middle: Top {
        enum Keys: String, CodingKey { case b }
        var b = 2
        override init() { super.init() }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            b = try container.decode(Int.self, forKey: .b)
            try super.init(from: container.superDecoder())
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(b, forKey: .b)
            try super.encode(to: container.superEncoder())
        }
    }

    final class Bottom: Middle {
        enum Keys: String, CodingKey { case c }
        var c = 3
        override init() { super.init() }

        required init(from decoder: any Decoder) throws {
            c = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .c)
            try super.init(from: decoder)
        }

        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(c, forKey: .c)
        }
    }

    struct Page: Codable {
        var items = [Versioned(Bottom(), version: Version.v1)]
        var next = Bottom()
    }

    static let formats: [(String, VersionFormat)] = [
        ("super", VersionFormat()), ("super", VersionFormat(dates: [.iso8601])),
        ("super", VersionFormat(keys: .snakeCase)),
        ("super", VersionFormat(nilMembers: .null)), ("x", VersionFormat(superclass: .under("x"))),
        ("super", .unchanged),
    ]

    /// What each coder writes, with its name.
    private static func written<Value: Encodable>(
        _ value: Value, _ controller: VersionController<Version>
    ) throws -> [(String, JSONValue)] {
        let foundation = JSONEncoder()
        foundation.userInfo.install(controller)
        var own = VersionedJSONEncoder()
        own.userInfo.install(controller)
        let versioned = Versioned(value, version: Version.v1)
        let texts = [
            ("encode", try controller.encode(value, for: .v1)),
            ("unsorted", try controller.encode(value, for: .v1, formatting: [])),
            ("VersionedJSONEncoder", try own.encode(versioned)), ("JSONEncoder", try foundation.encode(versioned)),
        ]
        return try texts.map { ($0, try JSONDocument(parsing: [UInt8]($1)).root) }
    }

    @Test(arguments: formats)
    func superclassAndVersionKeepTheirMembers(_ name: String, _ format: VersionFormat) throws {
        let controller = VersionController<Version>(
            location: VersionLocation("/version", as: .integer), format: format)
        for (coder, value) in try Self.written(Writer(), controller) {
            let expected: JSONValue = .object([name: "s", "version": 1, "b": 2])
            #expect(value.isEquivalent(to: expected), "\(coder) wrote \(value)")
        }
        let bottom: JSONValue = .object([name: ["a": 1], "version": 1, "b": 2, "c": 3])
        for (coder, value) in try Self.written(Bottom(), controller) {
            #expect(value.isEquivalent(to: bottom), "\(coder) wrote \(value)")
            #expect(try controller.decode(Bottom.self, from: Data(value.bytes())).value.c == 3)
        }
        let next: JSONValue = .object([name: ["a": 1], "b": 2, "c": 3])
        for (coder, value) in try Self.written(Page(), controller) {
            let expected: JSONValue = ["version": 1, "items": [bottom], "next": next]
            #expect(value.isEquivalent(to: expected), "\(coder) wrote \(value)")
        }
        let fixed = try JSONDocument(parsing: [UInt8](controller.fixed(to: .v1).encode(Bottom()))).root
        #expect(fixed.isEquivalent(to: bottom), "wrote \(fixed)")
    }

    @Test func versionThatTheModelWritesTooIsTheVersion() throws {
        struct Model: Encodable {
            enum First: String, CodingKey { case version, a }

            func encode(to encoder: any Encoder) throws {
                var first = encoder.container(keyedBy: First.self)
                try first.encode(1, forKey: .version)
                var superclass = first.superEncoder().singleValueContainer()
                try superclass.encode("s")
                var second = encoder.container(keyedBy: Writer.Second.self)
                try second.encode(2, forKey: .b)
            }
        }
        let controller = VersionController<Version>(location: VersionLocation("/version", as: .integer))
        let value = try JSONDocument(parsing: [UInt8](controller.encode(Model(), for: .v1))).root
        #expect(value.isEquivalent(to: ["version": 1, "super": "s", "b": 2]), "wrote \(value)")
    }
}
