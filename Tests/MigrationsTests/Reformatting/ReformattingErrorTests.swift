import Foundation
import SampleAPI
import Testing
import VersionedCodec

@testable import Migrations

/// What does not follow from formats is reported when the plan is made, with the type and the key.
@Suite struct ReformattingErrorTests {
    private func error<Model: Decodable & SendableMetatype>(
        _ model: Model.Type, _ old: VersionFormat, _ new: VersionFormat, hints: [TypeSketch.Hint] = []
    ) -> String? {
        let error = #expect(throws: PlanError.self) {
            _ = try MigrationPlan(
                "Plan", controller: VersionController<GardenVersion> { $0 == .old ? old : new }, reformatting: model,
                hints: hints)
        }
        #expect(error?.code == .notDerivable)
        let words = "the migration from 1 to 2 does not follow from their formats: "
        #expect(error?.description.hasPrefix(words) == true)
        return error.map { String($0.description.dropFirst(words.count)) }
    }

    @Test func datesThatAreLeftToTheCoderAreAnError() {
        #expect(
            error(FeedTime.self, VersionFormat(), VersionFormat(dates: [.iso8601])) == """
                "time" of FeedTime: one of the versions leaves dates to the coder, so it is not known how it writes them
                """)
    }

    @Test func dataThatIsLeftToTheCoderIsAnError() {
        struct Keyed: Codable { var key: Data? }
        #expect(
            error(Keyed.self, VersionFormat(data: .base64URL), VersionFormat()) == """
                "key" of Keyed: one of the versions leaves data to the coder, so it is not known how it writes them
                """)
    }

    @Test func dictionaryAsAnArrayIsAnError() {
        struct Pairs: Codable { var table: [URL: Date] }
        #expect(
            error(Pairs.self, VersionFormat(dates: [.unixSeconds]), VersionFormat(dates: [.iso8601])) == """
                "table" of Pairs: the keys and values of a dictionary that is written as an array alternate
                """)
    }

    @Test func keysThatCollideAreAnError() {
        struct Alike: Codable { var imageURL, imageUrl: String }
        #expect(
            error(Alike.self, VersionFormat(), VersionFormat(keys: .snakeCase))
                == #"at "/image_url": the keys "imageURL" and "imageUrl" of Alike.CodingKeys use the same key"#)
    }

    @Test func typeThatCannotBeRecordedIsAnError() {
        struct Positive: Codable {
            init(from decoder: any Decoder) throws {
                let text = try decoder.singleValueContainer().decode(String.self)
                guard text.hasSuffix(" EUR") else {
                    throw DecodingError.dataCorrupted(
                        .init(codingPath: decoder.codingPath, debugDescription: "no price"))
                }
            }
            func encode(to encoder: any Encoder) throws {}
        }
        struct Priced: Codable { var price: Positive }
        #expect(
            error(Priced.self, VersionFormat(), VersionFormat(keys: .snakeCase)) == """
                at "/price": Positive cannot be sketched: it refuses what was made up for it (no price, at "/price"); a hint can describe it
                """)
    }

    @Test func modelThatLooksAtTheVersionIsAnError() throws {
        struct Two: Codable {
            enum Keys: String, CodingKey { case old, new }
            init(from decoder: any Decoder) throws {
                let version = try decoder.versionController(for: GardenVersion.self).version
                _ = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: version == .old ? .old : .new)
            }
            func encode(to encoder: any Encoder) throws {}
        }
        #expect(
            error(Two.self, VersionFormat(), VersionFormat())
                == "\"old\" of Two: the model reads it differently in each version")
    }

    @Test func membersWhoseKeysAreDataAmongOthersAreAnError() {
        struct Open: Codable {
            struct AnyKey: CodingKey {
                var stringValue: String
                var intValue: Int? { nil }
                init(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: AnyKey.self)
                _ = try container.decode(Int.self, forKey: AnyKey(stringValue: "count"))
                for key in container.allKeys { _ = try container.decode(Date.self, forKey: key) }
            }
            func encode(to encoder: any Encoder) throws {}
        }
        #expect(
            error(Open.self, VersionFormat(dates: [.unixSeconds]), VersionFormat(dates: [.iso8601])) == """
                Open: members whose keys are data are mixed with others, so they cannot be changed by themselves
                """)
    }

    @Test func planWithoutAControllerIsAnError() {
        let error = #expect(throws: PlanError.self) {
            _ = try MigrationPlan(
                "Plan", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")],
                migrations: [
                    Migration(from: GardenVersion.old, to: .new, "Other keys", reformatting: Garden.Plant.self)
                ])
        }
        #expect(error?.code == .noController)
        #expect(error?.description == "the formats of Plant need a plan that is made with a version controller")
    }
}
