import Foundation
import Testing
import VersionedCodec

@testable import Migrations

/// Superclasses are in other places in other versions, and numbers and nil are written in other ways.
@Suite struct SuperclassReformattingTests {
    class Base: Codable {
        var startedAt: Date?
        var itemID: Int?
        init() {}
        fileprivate enum CodingKeys: String, CodingKey { case startedAt, itemID }
    }

    final class Derived: Base {
        var name = ""
        private enum Keys: String, CodingKey { case name }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            name = try container.decode(String.self, forKey: .name)
            try super.init(from: container.superDecoder())
        }
    }

    final class Sharing: Base {
        var name = ""
        private enum Keys: String, CodingKey { case name }

        required init(from decoder: any Decoder) throws {
            name = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .name)
            try super.init(from: decoder)
        }
    }

    /// Its superclass is behind `superDecoder()`.
    class Middle: Top, VersionedKeys {
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

        class func keyLayouts(for version: GardenVersion) throws -> [KeyLayout] {
            version == .old ? [] : [try KeyLayout(Keys.self, superclass: .under("base"))]
        }
    }

    class Top: Codable {
        var a = 1
        init() {}
    }

    /// It shares the container of its superclass, and has keys of its own.
    class Bottom: Middle {
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

    final class Inlining: Bottom {
        override class func keyLayouts(for version: GardenVersion) throws -> [KeyLayout] {
            version == .old ? [] : [try KeyLayout(Middle.Keys.self, superclass: .inline)]
        }
    }

    /// Those of its superclass are in an object of their own.
    final class Apart: Bottom {
        override class func keyLayouts(for version: GardenVersion) throws -> [KeyLayout] {
            let layout = try KeyLayout(
                Middle.Keys.self, of: Middle.self, inSubclasses: .under("middle"), superclass: .under("base"))
            return version == .old ? [] : [layout]
        }
    }

    /// Its members, and those of all superclasses, are behind `superDecoder()`.
    final class Outer: Bottom {
        enum Keys: String, CodingKey { case d }
        var d = 4
        override init() { super.init() }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            d = try container.decode(Int.self, forKey: .d)
            try super.init(from: container.superDecoder())
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(d, forKey: .d)
            try super.encode(to: container.superEncoder())
        }
    }

    static let placements: [VersionFormat.SuperclassPlacement] = [.inline, .under("super"), .under("base")]

    private func plan<Model: Decodable & SendableMetatype>(
        _ model: Model.Type, _ old: VersionFormat, _ new: VersionFormat
    ) throws -> MigrationPlan {
        try MigrationPlan(
            "Items", controller: VersionController<GardenVersion> { $0 == .old ? old : new }, reformatting: model)
    }

    @Test(arguments: placements, placements)
    func membersOfTheSuperclassGoWhereTheFormatPutsThem(
        _ old: VersionFormat.SuperclassPlacement, _ new: VersionFormat.SuperclassPlacement
    ) throws {
        let plan = try plan(
            Derived.self, VersionFormat(dates: [.iso8601], keys: .snakeCase, superclass: old),
            VersionFormat(dates: [.unixSeconds], superclass: new))
        func text(_ placement: VersionFormat.SuperclassPlacement, _ members: String) -> String {
            switch placement {
            case .inline: members.isEmpty ? #"{"name":"a"}"# : #"{"name":"a",\#(members)}"#
            case .under(let key): #"{"name":"a","\#(key)":{\#(members)}}"#
            }
        }
        let pairs = [
            (#""started_at":"1970-01-01T00:00:05Z","item_id":7"#, #""startedAt":5,"itemID":7"#),
            (#""item_id":7"#, #""itemID":7"#), ("", ""),
        ]
        for (before, after) in pairs {
            let there = try plan.migrate(text(old, before), to: "2", from: "1")
            #expect(try there.value.isEquivalent(to: JSONDocument(parsing: text(new, after)).root), "\(there.text)")
            let back = try plan.migrate(text(new, after), to: "1", from: "2")
            #expect(try back.value.isEquivalent(to: JSONDocument(parsing: text(old, before)).root), "\(back.text)")
            #expect(there.losses + back.losses == [])
        }
    }

    @Test func sharedContainersFollowTheLayoutOfTheBase() throws {
        let apart = try KeyLayout(Base.CodingKeys.self, of: Base.self, inSubclasses: .under("base"))
        let plan = try plan(Sharing.self, VersionFormat(layouts: [apart]), VersionFormat())
        #expect(
            try plan.migrate(#"{"base":{"itemID":1},"name":"a"}"#, to: "2", from: "1").value
                .isEquivalent(to: ["name": "a", "itemID": 1]))
        #expect(
            try plan.migrate(#"{"itemID":1,"name":"a"}"#, to: "1", from: "2").value
                .isEquivalent(to: ["name": "a", "base": ["itemID": 1]]))
        // Of the base itself nothing moves.
        let base = try self.plan(Base.self, VersionFormat(layouts: [apart]), VersionFormat())
        #expect(try base.path(from: "1", to: "2").steps[0].operations == [])
    }

    @Test func layoutOfASuperclassThatSharesItsContainerDecides() throws {
        try expectAgreement(Middle(), #"{"b":2,"base":{"a":1}}"#)
        try expectAgreement(Bottom(), #"{"b":2,"c":3,"base":{"a":1}}"#)
        try expectAgreement(Inlining(), #"{"b":2,"c":3,"a":1}"#)
        try expectAgreement(Outer(), #"{"d":4,"super":{"b":2,"c":3,"base":{"a":1}}}"#)
        try expectAgreement(Apart(), #"{"c":3,"middle":{"b":2,"base":{"a":1}}}"#)
    }

    /// The plan makes of a payload what the controller makes of it.
    private func expectAgreement<Model: Codable & SendableMetatype>(
        _ model: Model, _ expected: String
    ) throws {
        let controller = VersionController<GardenVersion>()
        let plan = try MigrationPlan("Items", controller: controller, reformatting: Model.self)
        let old = try controller.encode(model, for: .old)
        let new = try controller.encode(model, for: .new)
        let root = try JSONDocument(parsing: [UInt8](new)).root
        #expect(try root.isEquivalent(to: JSONDocument(parsing: expected).root), "\(root)")
        let up = try plan.migrate(old, to: "2", from: "1")
        #expect(try up.value.isEquivalent(to: root), "\(up.text)")
        let down = try plan.migrate(new, to: "1", from: "2")
        #expect(try down.value.isEquivalent(to: JSONDocument(parsing: [UInt8](old)).root), "\(down.text)")
        #expect(up.losses + down.losses == [])
    }

    @Test func numberWithoutATextInTheOtherVersionIsRefused() throws {
        struct Loud: Codable { var gain: Float }
        let texts = VersionFormat.NonFiniteTexts(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        let plan = try plan(Loud.self, VersionFormat(nonFinite: texts), VersionFormat())
        #expect(try plan.migrate(#"{"gain":1.50}"#, to: "2", from: "1").text == #"{"gain":1.50}"#)
        let error = #expect(throws: MigrationError.self) { try plan.migrate(#"{"gain":"inf"}"#, to: "2", from: "1") }
        #expect(error?.code == .refused)
    }

    @Test func deepRecursionIsAnErrorAndNoTrap() throws {
        let controller = try Garden.controller()
        let plan = try MigrationPlan("Trees", controller: controller, reformatting: Garden.Tree.self)
        func tree(_ depth: Int) -> String {
            let open = #"{"planted_at":"2020-06-13 23:21:42 +0800","sub_trees":["#
            return String(repeating: open, count: depth) + String(repeating: "]}", count: depth)
        }
        var options = MigrationOptions()
        options.parsing.maximumDepth = 10_000
        _ = try plan.migrate(tree(NamedOperations.limit), to: "2", from: "1", options: options)
        let error = #expect(throws: MigrationError.self) {
            try plan.migrate(tree(600), to: "2", from: "1", options: options)
        }
        #expect(error?.message == "\"Tree\" again is more than 128 levels deep")
    }
}

extension MigrationResult {
    fileprivate var value: JSONValue { get throws { try JSONDocument(parsing: bytes).root } }
}
