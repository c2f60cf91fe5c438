import Foundation
import Migrations
import Testing
import VersionedCodec

/// Formats as one operation among others.
@Suite struct ReformattingOperationTests {
    enum Version: Int, APIVersion { case v1 = 1, v2 }

    struct Day: Codable, Equatable { var day: Date }

    /// A format that no text describes.
    struct DayNumber: CustomDateFormat {
        var name: String { "day number" }
        var notation: DateFormat.Notation { .number }

        func read(_ text: UnsafeBufferPointer<UInt8>) throws(DateFormat.Mismatch) -> ZonedDate {
            guard let days = Double(String(decoding: text, as: UTF8.self)) else {
                throw DateFormat.Mismatch(.custom, at: 0, reason: "a day number is digits")
            }
            return try ZonedDate(Date(timeIntervalSince1970: days * 86_400))
        }

        func append(_ date: ZonedDate, to bytes: inout [UInt8]) throws(DateFormat.Mismatch) {
            bytes += "\(date.secondsSince1970 / 86_400)".utf8
        }
    }

    private func plan(_ old: DateFormats, _ operations: [JSONOperation]) throws -> MigrationPlan {
        let controller = VersionController<Version>(location: VersionLocation("/version", as: .integer)) { version in
            VersionFormat(dates: version == .v1 ? old : [.iso8601])
        }
        return try MigrationPlan(
            "Days", controller: controller,
            migrations: [Migration(from: Version.v1, to: .v2, "s", operations: operations)])
    }

    @Test func versionMayHaveSeveralDateFormats() throws {
        let formats: [DateFormats] = [
            [try .pattern("yyyy-MM-dd HH:mm:ss Z"), .iso8601],
            [try .pattern("yyyy-MM-dd HH:mm:ss", assuming: .gmt), try .pattern("yyyyMMdd", assuming: .gmt), .iso8601],
        ]
        for (dates, text) in zip(formats, ["2020-01-02 00:00:00 +0000", "2020-01-02 00:00:00"]) {
            let plan = try plan(dates, [.reformatting(Day.self)])
            for day in [text, "2020-01-02T00:00:00Z"] {
                #expect(
                    try plan.migrate(#"{"version":1,"day":"\#(day)"}"#, to: "2").text
                        == #"{"version":2,"day":"2020-01-02T00:00:00Z"}"#)
            }
            #expect(
                try plan.migrate(#"{"version":2,"day":"2020-01-02T00:00:00Z"}"#, to: "1").text
                    == #"{"version":1,"day":"\#(text)"}"#)
        }
    }

    @Test func dateFormatMayBeOneOfYourOwn() throws {
        for operation in [
            JSONOperation.reformatting(Day.self), .reformatDate("/day", from: .custom(DayNumber()), to: .iso8601),
        ] {
            let plan = try plan([.custom(DayNumber())], [operation])
            #expect(plan.planFile == nil)
            #expect(
                try plan.migrate(#"{"version":1,"day":18263}"#, to: "2").text
                    == #"{"version":2,"day":"2020-01-02T00:00:00Z"}"#)
            #expect(
                try plan.migrate(#"{"version":2,"day":"2020-01-02T00:00:00Z"}"#, to: "1").text
                    == #"{"version":1,"day":18263}"#)
        }
    }

    @Test func patternWithoutAZoneStaysAnError() throws {
        let error = #expect(throws: PlanError.self) {
            try plan([.iso8601], [.reformatDate("/day", from: .pattern("yyyyMMdd"), to: .iso8601)])
        }
        #expect(error?.description.contains("shows no zone") == true)
    }
}
