import Migrations
import Testing
import VersionedCodec

/// Formats that show no zone, each with the one that it assumes.
@Suite struct ReformatDateOperationTests {
    private static func operation(from: FixedZone, to: FixedZone) throws -> JSONOperation {
        .reformatDate(
            "/d", from: try .pattern("yyyyMMdd HHmm", assuming: from),
            to: try .pattern("yyyy-MM-dd HH:mm", assuming: to))
    }

    @Test func dateWithoutAZoneIsReadInTheOneAssumed() throws {
        try Change(
            try Self.operation(from: .gmt, to: .gmt), on: #"{"d":"20261121 1830"}"#,
            gives: #"{"d":"2026-11-21 18:30"}"#
        ).check()
    }

    @Test func planFileSaysTheZone() throws {
        let text =
            #"{"op":"reformatDate","path":"/d","from":{"pattern":"yyyyMMdd HHmm","assuming":"GMT"},"#
            + #""to":{"pattern":"yyyy-MM-dd HH:mm","assuming":"+02:00"}}"#
        try FileForm(text, try Self.operation(from: .gmt, to: .hours(2))).check()
    }
}
