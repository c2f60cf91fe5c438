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
