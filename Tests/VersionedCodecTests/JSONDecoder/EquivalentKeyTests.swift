import Foundation
import Testing
import VersionedCodec

/// Keys that are one Swift text in other characters (`é` in one and in two scalars) are found, as with Foundation; one
/// of the same characters goes before.
@Suite struct EquivalentKeyTests {
    struct Model: Decodable, Equatable {
        var cafe: Int?
        var angstrom: Int?
        var plain: Int?
        enum CodingKeys: String, CodingKey {
            case cafe = "caf\u{e9}"
            case angstrom = "A\u{30a}"
            case plain
        }
    }

    enum Release: String, APIVersion { case only }

    private static func all(_ payload: Data, _ snake: Bool = false) throws -> [Model] {
        var ours = VersionedJSONDecoder()
        let theirs = JSONDecoder()
        if snake {
            ours.keyDecodingStrategy = .convertFromSnakeCase
            theirs.keyDecodingStrategy = .convertFromSnakeCase
        }
        let controller = VersionController(current: Release.only, legacy: .only) { _ in VersionFormat() }
        return try [
            theirs.decode(Model.self, from: payload), ours.decode(Model.self, from: payload),
            controller.decode(Model.self, from: payload).value,
            JSONDecoder().decode(Versioned<Model, Release>.self, from: payload, configuration: controller).value,
        ]
    }

    @Test(
        arguments: [
            "{\"cafe\u{301}\": 1, \"\u{c5}\": 2, \"plain\": 3}", #"{"cafe\u0301": 1, "\u212b": 2, "plain": 3}"#,
            "{\"plain\": 3, \"\u{c5}\": 2, \"\\u0063af\u{e9}\": 1}",
        ], [false, true])
    func keyInOtherCharactersIsFound(payload: String, snake: Bool) throws {
        for model in try Self.all(Data(payload.utf8), snake) {
            #expect(model == Model(cafe: 1, angstrom: 2, plain: 3))
        }
    }

    @Test func keyOfTheSameCharactersGoesBefore() throws {
        let payload = Data("{\"cafe\u{301}\": 1, \"caf\u{e9}\": 2}".utf8)
        #expect(try VersionedJSONDecoder().decode(Model.self, from: payload).cafe == 2)
        #if os(Linux)
            #expect(try JSONDecoder().decode(Model.self, from: payload).cafe == 1)
        #endif
    }

    @Test func keyThatIsAnotherTextIsNotFound() throws {
        for model in try Self.all(Data("{\"cafe\": 1, \"caf\u{e8}\": 2, \"A\": 3}".utf8)) { #expect(model == Model()) }
    }

    /// In objects so large that their keys are put into a table, and in ones with a key that appears twice.
    @Test func keyInOtherCharactersIsFoundInLargeObjects() throws {
        let many = (0..<2000).map { "\"k\($0)\": \($0)" }.joined(separator: ", ")
        let list = "[" + Array(repeating: "{\(many), \"cafe\u{301}\": 1}", count: 1).joined(separator: ",") + "]"
        struct Often: Decodable {
            let values: [Int?]
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Model.CodingKeys.self)
                values = try (0..<200).map { _ in try container.decodeIfPresent(Int.self, forKey: .cafe) }
            }
        }
        #expect(try VersionedJSONDecoder().decode([Often].self, from: list)[0].values.allSatisfy { $0 == 1 })
        var decoder = VersionedJSONDecoder()
        decoder.parsingOptions.duplicateKeys = .last
        let twice = "{\"a\": 1, \"cafe\u{301}\": 2, \"a\": 3}"
        #expect(try decoder.decode(Model.self, from: twice).cafe == 2)
    }
}
