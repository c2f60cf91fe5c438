import Foundation
import Migrations
import Testing
import VersionedCodec

/// The Swift of the article "Field guide: dates", run word for word.
@Suite struct FieldGuideDatesTests: GuideSuite {
    let page = GuidePage("FieldGuideDates")
    let printed = PrintedLines()

    @Test func aFormatForEachVersion() throws {
        // guide begin
        struct Meeting: Codable { var startsAt: Date }

        let api = try VersionController<API>(location: versionField) { version in
            switch version {
            case .v1: VersionFormat(dates: [try .pattern("MMM-dd-yyyy HH:mm:ss zzz", zone: .hours(8))])
            case .v2: VersionFormat(dates: [.iso8601])
            }
        }
        let sent = #"{"version": 1, "startsAt": "Nov-14-2017 17:25:55 GMT+8"}"#
        let meeting = try api.decode(Meeting.self, from: sent.data).value
        print(try api.encode(meeting, for: .v1).text)
        // {"startsAt":"Nov-14-2017 17:25:55 GMT+8","version":1}
        print(try api.encode(meeting, for: .v2).text)
        // {"startsAt":"2017-11-14T09:25:55Z","version":2}
        // guide end
        try check()
    }

    @Test func twoFormatsInOnePayload() throws {
        // guide begin
        struct Visit: Codable {
            var from: Date
            var to: Date
        }

        let api = try VersionController<API>(location: versionField) { version in
            switch version {
            case .v1: VersionFormat(dates: [.iso8601, try .pattern("dd.MM.yyyy HH:mm", assuming: .gmt)])
            case .v2: VersionFormat(dates: [.iso8601])
            }
        }
        let visit = try api.decode(
            Visit.self, from: #"{"version": 1, "from": "2020-06-13T07:21:42Z", "to": "14.06.2020 18:00"}"#.data
        ).value
        print(try api.encode(visit, for: .v1).text)
        // {"from":"2020-06-13T07:21:42Z","to":"2020-06-14T18:00:00Z","version":1}
        print(try api.encode(visit, for: .v2).text)
        // {"from":"2020-06-13T07:21:42Z","to":"2020-06-14T18:00:00Z","version":2}
        // guide end
        // guide begin
        struct Stay: Codable, VersionedKeys {
            var from: Date
            var to: Date

            static func keyLayouts(for version: API) throws -> [KeyLayout] {
                [try KeyLayout(CodingKeys.self, [.to: .kept.dates([.dateOnly])])]
            }
        }

        let stay = try api.decode(
            Stay.self, from: #"{"version": 2, "from": "2020-06-13T07:21:42Z", "to": "2020-06-14"}"#.data
        ).value
        print(try api.encode(stay, for: .v2).text)
        // {"from":"2020-06-13T07:21:42Z","to":"2020-06-14","version":2}
        // guide end
        try check()
    }

    @Test func unixSecondsAndMilliseconds() throws {
        // guide begin
        struct Ping: Codable { var at: Date }

        let api = VersionController<API>(location: versionField) { version in
            switch version {
            case .v1: VersionFormat(dates: [.unixSeconds])
            case .v2: VersionFormat(dates: [.unixMilliseconds])
            }
        }
        let ping = try api.decode(Ping.self, from: #"{"version": 1, "at": 1510651555}"#.data).value
        print(try api.encode(ping, for: .v1).text)
        // {"at":1510651555,"version":1}
        print(try api.encode(ping, for: .v2).text)
        // {"at":1510651555000,"version":2}
        // guide end
        try check()
    }

    @Test func fractionsOfASecond() throws {
        // guide begin
        struct Frame: Codable { var at: Date }

        let api = VersionController<API>(location: versionField) { version in
            switch version {
            case .v1: VersionFormat(dates: [.iso8601(fractionDigits: 3)])
            case .v2: VersionFormat(dates: [.iso8601WithFraction])
            }
        }
        let frame = try api.decode(Frame.self, from: #"{"version": 2, "at": "2020-06-13T07:21:42.125Z"}"#.data).value
        print(try api.encode(frame, for: .v1).text)
        // {"at":"2020-06-13T07:21:42.125Z","version":1}
        print(try api.encode(frame, for: .v2).text)
        // {"at":"2020-06-13T07:21:42.125Z","version":2}
        // guide end
        try check()
    }

    @Test func aTextWithoutAZone() throws {
        // guide begin
        let guess = try DateFormat.pattern("yyyy-MM-dd HH:mm")
        do {
            _ = try guess.date(from: "2020-06-13 07:21")
        } catch {
            print(Diagnostic(describing: error))
        }
        // the text has no time zone, and the format declares none
        //   2020-06-13 07:21
        //                   ^
        // format: yyyy-MM-dd HH:mm
        let declared = try DateFormat.pattern("yyyy-MM-dd HH:mm", assuming: .hours(2))
        print(try DateFormat.iso8601.string(from: declared.date(from: "2020-06-13 07:21")))
        // 2020-06-13T05:21:00Z
        // guide end
        // guide begin
        struct Train: Codable { var leavesAt: Date }

        let trains = VersionController<API>(location: versionField) { version in
            switch version {
            case .v1: VersionFormat(dates: [declared], keys: .snakeCase)
            case .v2: VersionFormat(dates: [.iso8601])
            }
        }
        let train = try trains.decode(Train.self, from: #"{"version": 1, "leaves_at": "2020-06-13 07:21"}"#.data).value
        print(try trains.encode(train, for: .v1).text)
        // {"leaves_at":"2020-06-13 07:21","version":1}
        print(try trains.encode(train, for: .v2).text)
        // {"leavesAt":"2020-06-13T05:21:00Z","version":2}
        // guide end
        try check()
    }

    @Test func aDayThatDoesNotExist() throws {
        // guide begin
        struct Day: Codable { var on: Date }

        let api = VersionController<API>(location: versionField, format: VersionFormat(dates: [.dateOnly]))
        do {
            _ = try api.decode(Day.self, from: #"{"version": 1, "on": "2020-02-31"}"#.data)
        } catch {
            print(Diagnostic(describing: error))
        }
        // line 1, column 22, at "/on": "2020-02-31" is not a date: there is no 31 February 2020; the month has 29 days (version 1)
        // guide end
        try check()
    }

    @Test func everyBlockOfTheArticleIsRunHere() throws {
        try page.expectSameBlocks()
        try page.expectEveryTestIsChecked()
    }
}
