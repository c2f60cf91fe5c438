import Foundation
import Testing
import VersionedCodec

/// Collections that a model decodes with a configuration: failing elements are skipped.
@Suite struct ConfiguredCollectionsTests {
    struct Host: Sendable { var name: String }

    struct Image: CodableWithConfiguration, Equatable {
        enum CodingKeys: CodingKey { case path, takenAt }
        var address: String
        var takenAt: Date

        init(_ address: String, _ second: Double) {
            self.address = address
            takenAt = Date(timeIntervalSince1970: second)
        }

        init(from decoder: any Decoder, configuration host: Host) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            address = host.name + (try container.decode(String.self, forKey: .path))
            takenAt = try container.decode(Date.self, forKey: .takenAt)
        }

        func encode(to encoder: any Encoder, configuration host: Host) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(String(address.dropFirst(host.name.count)), forKey: .path)
            try container.encode(takenAt, forKey: .takenAt)
        }
    }

    /// Reads the same type with two configurations.
    struct Album: CodableWithConfiguration, Equatable {
        enum CodingKeys: CodingKey { case pictures, byDay, best, mirrored }
        var pictures: [Image]
        var byDay: [String: Image]
        var best: [Image?]?
        var mirrored: [Image]

        init(pictures: [Image], byDay: [String: Image], best: [Image?]?, mirrored: [Image]) {
            (self.pictures, self.byDay, self.best, self.mirrored) = (pictures, byDay, best, mirrored)
        }

        init(from decoder: any Decoder, configuration host: Host) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let mirror = Host(name: "m.org")
            pictures = try container.decode([Image].self, forKey: .pictures, configuration: host)
            byDay = try container.decode([String: Image].self, forKey: .byDay, configuration: host)
            best = try container.decodeIfPresent([Image?].self, forKey: .best, configuration: host)
            mirrored = try container.decode([Image].self, forKey: .mirrored, configuration: mirror)
        }

        func encode(to encoder: any Encoder, configuration host: Host) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(pictures, forKey: .pictures, configuration: host)
            try container.encode(byDay, forKey: .byDay, configuration: host)
            try container.encodeIfPresent(best, forKey: .best, configuration: host)
            try container.encode(mirrored, forKey: .mirrored, configuration: Host(name: "m.org"))
        }
    }

    /// Passes a configuration on that its own call does not have.
    struct Library: Decodable {
        enum CodingKeys: CodingKey { case images }
        var images: [Image]

        init(from decoder: any Decoder) throws {
            images = try decoder.container(keyedBy: CodingKeys.self)
                .decode([Image].self, forKey: .images, configuration: Host(name: "l.org"))
        }
    }

    enum Release: Int, APIVersion { case v1 = 1, v2 }

    let host = Host(name: "b.org")
    let api = VersionController<Release>(location: VersionLocation("/version", as: .integer)) { version in
        switch version {
        case .v1: VersionFormat(dates: [.unixSeconds], keys: .snakeCase)
        case .v2: VersionFormat(dates: [.iso8601])
        }
    }

    static let good =
        #"{"version":1,"pictures":[{"path":"/a","taken_at":1}],"by_day":{"mon":{"path":"/b","taken_at":2}},"#
        + #""best":[null,{"path":"/c","taken_at":3}],"mirrored":[{"path":"/d","taken_at":4}]}"#
    static let bad =
        #"{"version":1,"pictures":[{"path":"/a","taken_at":1},{"path":"/x","taken_at":"soon"},7],"#
        + #""by_day":{"mon":{"path":"/b","taken_at":2},"tue":{"path":5,"taken_at":"late"}},"#
        + #""best":[null,{"path":"/c","taken_at":3},{"path":"/y"}],"#
        + #""mirrored":[{"taken_at":1},{"path":"/d","taken_at":4}]}"#

    let album = Album(
        pictures: [Image("b.org/a", 1)], byDay: ["mon": Image("b.org/b", 2)], best: [nil, Image("b.org/c", 3)],
        mirrored: [Image("m.org/d", 4)])

    @Test func failingElementsAreSkipped() throws {
        let report = try VersionedJSONDecoder(api).decodeReporting(
            Album.self, from: Data(Self.bad.utf8), configuration: host)
        #expect(report.value == album)
        #expect(
            report.issues.map(\.path.description) == [
                "/pictures/1/taken_at", "/pictures/2", "/by_day/tue/path", "/by_day/tue/taken_at", "/best/2",
                "/mirrored/0",
            ])
    }

    @Test func failingElementsOfAnArrayOfAlbumsAreSkipped() throws {
        let report = try VersionedJSONDecoder(api.fixed(to: .v1)).decodeReporting(
            [Album].self, from: Data("[\(Self.bad),\(Self.good),{}]".utf8), configuration: host)
        #expect(report.value == [album, album])
        #expect(report.issues.count == 7)
    }

    @Test func plainModelPassesAConfigurationOn() throws {
        let text =
            #"{"images": [{"path": "/a", "takenAt": 1}, {"path": 1, "takenAt": 1}, {"path": "/b", "takenAt": 2}]}"#
        let ours = try VersionedJSONDecoder().decodeReporting(Library.self, from: text)
        #expect(ours.value?.images.map(\.address) == ["l.org/a", "l.org/b"])
        #expect(ours.issues.map(\.path.description) == ["/images/1/path"])
        let theirs = try JSONDecoder().decodeReporting(Library.self, from: Data(text.utf8))
        #expect(theirs.value?.images == ours.value?.images)
        #expect(theirs.issues.map(\.path) == ours.issues.map(\.path))
    }

    @Test func strictDecodingIsUnchanged() throws {
        let decoder = VersionedJSONDecoder(api)
        #expect(try decoder.decode(Album.self, from: Data(Self.good.utf8), configuration: host) == album)
        let error = #expect(throws: DecodingError.self) {
            try decoder.decode(Album.self, from: Data(Self.bad.utf8), configuration: host)
        }
        #expect(
            error.map { Diagnostic(describing: $0).description }
                == #"line 1, column 77, at "/pictures/1/taken_at": "soon" is not a date: the format is a number, and this is a text (version 1)"#
        )
    }

    @Test(arguments: [Release.v1, .v2])
    func dictionariesAreWrittenWithAConfiguration(_ version: Release) throws {
        let written = try VersionedJSONEncoder(api.fixed(to: version)).encode(album, configuration: host)
        #expect(try VersionedJSONDecoder(api).decode(Album.self, from: written, configuration: host) == album)
        let theirs = try JSONEncoder().encode(album, configuration: host)
        #expect(try JSONDecoder().decode(Album.self, from: theirs, configuration: host) == album)
    }

    @Test func nullIsNoArray() throws {
        let text = Self.good.replacingOccurrences(
            of: #"[null,{"path":"/c","taken_at":3}]"#, with: "null")
        let read = try VersionedJSONDecoder(api).decode(Album.self, from: Data(text.utf8), configuration: host)
        #expect(read.best == nil)
    }
}
