import Foundation
import SampleAPI
import TestSupport
import Testing
import VersionedCodec

@testable import Migrations

/// The fixtures of the sample API, taken from each version to each other one by what their formats say, without a
/// bridge and without an operation of ours.
@Suite struct FeedReformattingTests {
    static let plan = Result { () throws -> MigrationPlan in
        try MigrationPlan("Feed", controller: Feed.controller(legacy: nil), reformatting: FeedPage<FeedComment>.self)
    }

    @Test(arguments: FeedVersion.allCases, FeedVersion.allCases)
    func migratedFixtureIsTheModelInTheOtherVersion(_ version: FeedVersion, _ target: FeedVersion) throws {
        let payload = try RepositoryFiles.fixture("v\(version)/comments.json")
        let result = try Self.plan.get().migrate(payload, to: target.label)
        let controller = try Feed.controller(legacy: nil)
        let page = try controller.decode(FeedPage<FeedComment>.self, from: result.data)
        #expect(page.version == target)
        #expect(try page.value == controller.decode(FeedPage<FeedComment>.self, from: payload).value)
        #expect(result.losses == [])
        let written = try controller.encode(page.value, for: target)
        #expect(
            try JSONDocument(parsing: result.data).root.inSameZones
                .isEquivalent(to: JSONDocument(parsing: written).root.inSameZones))
        // And back: nothing is lost, and only members that moved are elsewhere in their object.
        let back = try JSONDocument(parsing: Self.plan.get().migrate(result.data, to: version.label).data).root
        #expect(try back.isEquivalent(to: JSONDocument(parsing: payload).root))
    }

    @Test func commonPayloadsNeedNoDocument() throws {
        let payload = try [UInt8](RepositoryFiles.fixture("v2/comments.json"))
        let plan = try Self.plan.get()
        for target in ["1", "3"] {
            let migrated = try plan.migrate(JSONDocument(parsing: payload), to: target)
            #expect(try plan.run(on: payload, to: target, from: nil, options: .init())?.bytes == migrated.bytes)
        }
    }

    @Test func whatADateCannotSayIsALoss() throws {
        let clock = VersionController<FeedVersion>(location: VersionLocation("/version", as: .integer)) {
            version in
            VersionFormat(dates: [version == .v1 ? .iso8601WithFraction : version == .v2 ? .iso8601 : .unixSeconds])
        }
        let plan = try MigrationPlan("Clock", controller: clock, reformatting: FeedTime.self)
        let result = try plan.migrate(#"{"version":1,"time":"2020-06-13T23:21:42.125+08:00"}"#, to: "3")
        #expect(result.text == #"{"version":3,"time":1592061702}"#)
        #expect(
            result.losses.map(\.description) == [
                """
                line 1, column 21, at "/time": lost "2020-06-13T23:21:42.125+08:00": the other format cannot say the \
                fraction .125 from "2020-06-13T23:21:42+08:00" (step 1 → 2, reformat the date "/time" from ISO 8601 with fraction to ISO 8601)
                """
            ])
        let error = #expect(throws: MigrationError.self) {
            try plan.migrate(#"{"version":1,"time":"yesterday"}"#, to: "2")
        }
        #expect(
            error?.description == """
                line 1, column 21, at "/time": expected a date in the format ISO 8601 with fraction, found a string \
                ("yesterday") (version 1, step 1 → 2, reformat the date "/time" from ISO 8601 with fraction to ISO 8601)
                """)
        let absent = #expect(throws: MigrationError.self) { try plan.migrate(#"{"version":1}"#, to: "2") }
        #expect(absent?.code == .absent)
    }

    @Test func explanationShowsTheOperations() throws {
        let explanation = try Self.plan.get().explanation(from: "1", to: "2")
        #expect(
            explanation == """
                Feed: 1 → 2 (captures)
                captures: a value may be lost, and is then reported as a loss

                1 → 2 (captures): Dates and keys are written as version 2 has them
                    each of "/results" (captures)
                        reformat the date "/created_at" from yyyy-MM-dd'T'HH:mm:ssZ to yyyy-MM-dd HH:mm:ss Z (captures)
                        inside "/commenter" (captures)
                            reformat the date "/joined_at" from yyyy-MM-dd'T'HH:mm:ssZ to yyyy-MM-dd HH:mm:ss Z (captures)
                        when "/type" is "song" (captures)
                            inside "/target_object" (captures)
                                reformat the date "/recorded_at" from yyyy-MM-dd'T'HH:mm:ssZ to yyyy-MM-dd HH:mm:ss Z (captures)
                                when ("/released_on" is present) and (not ("/released_on" is null)) (captures)
                                    reformat the date "/released_on" from yyyy/MM/dd to yyyy-MM-dd (captures)
                                rename "/artist" to "artist_name" (exact)
                                move "/lat" to "/location/latitude" (captures)
                                  - if it is absent: nothing happens
                                move "/lng" to "/location/longitude" (captures)
                                  - if it is absent: nothing happens
                        when "/type" is "user" (captures)
                            inside "/target_object" (captures)
                                reformat the date "/joined_at" from yyyy-MM-dd'T'HH:mm:ssZ to yyyy-MM-dd HH:mm:ss Z (captures)
                        rename "/body" to "text" (exact)

                """)
    }
}

extension JSONValue {
    /// The value with its dates in ISO 8601 as the same instants in GMT: documents keep the offsets that they have, and
    /// models have none.
    fileprivate var inSameZones: JSONValue {
        if let object {
            var result = JSONObject()
            for member in object { result[member.key] = member.value.inSameZones }
            return .object(result)
        }
        if let array { return .array(JSONArray(array.map(\.inSameZones))) }
        let formats = (try? Feed.format(of: .v2).dates) ?? []
        guard let text = string, let date = try? formats.date(from: text),
            let same = try? DateFormat.iso8601.string(from: date)
        else { return self }
        return .string(same)
    }
}
