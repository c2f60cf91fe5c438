import Foundation
import SampleAPI
import Testing
import VersionedCodec

/// One encoder and one decoder that many tasks use at the same time: each result is that of a coder of one's own.
@Suite struct SharedCodersTests {
    static let tasks = 16

    static let page: FeedPage<FeedComment> = {
        let user = FeedUser(userID: 7, name: "Ann/É", joinedAt: Date(timeIntervalSince1970: 1_592_032_902))
        let song = FeedSong(
            songID: 1, title: "\"T\"", artistName: "A", imageURL: URL(filePath: "/a%20b"),
            recordedAt: Date(timeIntervalSince1970: 60), releasedOn: Date(timeIntervalSince1970: 86_400), latitude: 1.5,
            longitude: -7, gain: .infinity)
        let comments = (0..<20).map { index in
            FeedComment(
                id: index, text: "text \(index)", createdAt: Date(timeIntervalSince1970: Double(index) * 3600),
                commenter: user,
                target: index % 2 == 0 ? .song(song) : .user(user))
        }
        return FeedPage(count: 20, offset: 0, limit: 50, results: comments)
    }()

    /// Runs code in many tasks at once; each gets its number.
    private func inTasks(_ body: @escaping @Sendable (Int) throws -> Bool) async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<Self.tasks { group.addTask { try body(index) } }
            for try await isRight in group { #expect(isRight) }
        }
    }

    @Test func codersWithVersionsServeManyTasks() async throws {
        let controller = try Feed.controller()
        let page = Self.page
        let versions = FeedVersion.allCases
        let expected = try versions.map { try VersionedJSONEncoder(Feed.controller()).encode(page, for: $0) }
        // Fresh ones, whose tables and layouts the tasks fill at the same time.
        let (encoder, decoder) = (VersionedJSONEncoder(controller), VersionedJSONDecoder(controller))
        try await inTasks { task in
            for turn in 0..<3 {
                let place = (task + turn) % versions.count
                let payload = try encoder.encode(page, for: versions[place])
                guard payload == expected[place] else { return false }
                guard try decoder.decode(FeedPage<FeedComment>.self, from: payload) == page else { return false }
                let versioned = try decoder.decode(Versioned<FeedPage<FeedComment>, FeedVersion>.self, from: payload)
                guard versioned.version == versions[place], versioned.value == page else { return false }
                // Failures between them leave nothing to the others.
                let broken = Data(String(decoding: payload, as: UTF8.self).replacing("\"text 19\"", with: "19").utf8)
                guard (try? decoder.decode(FeedPage<FeedComment>.self, from: broken)) == nil else { return false }
                guard (try? encoder.encode(["x": Double.nan])) == nil else { return false }
            }
            return true
        }
    }

    @Test func controllersServeFoundationsCodersInManyTasks() async throws {
        let controller = try Feed.controller()
        let page = Self.page
        try await inTasks { task in
            let version = FeedVersion.allCases[task % FeedVersion.allCases.count]
            let encoder = JSONEncoder()
            let decoder = JSONDecoder()
            encoder.userInfo.install(controller)
            decoder.userInfo.install(controller)
            let payload = try encoder.encode(Versioned(page, version: version))
            let read = try decoder.decode(Versioned<FeedPage<FeedComment>, FeedVersion>.self, from: payload)
            return try read.value == page && controller.decode(FeedPage<FeedComment>.self, from: payload).value == page
        }
    }

    struct Plain: Codable, Equatable, Sendable {
        struct Inner: Codable, Equatable, Sendable { var oneValue: Double, atMoment: Date, someData: Data }
        var innerOnes: [Inner], byName: [String: Inner], byNumber: [Int: [Inner?]]
    }

    @Test(arguments: [false, true])
    func codersWithStrategiesServeManyTasks(_ isCustom: Bool) async throws {
        var (encoder, decoder) = (VersionedJSONEncoder(), VersionedJSONDecoder())
        if isCustom {
            encoder.keyEncodingStrategy = .custom { AnyKey(stringValue: "~" + ($0.last?.stringValue ?? "")) }
            decoder.keyDecodingStrategy = .custom {
                AnyKey(stringValue: String(($0.last?.stringValue ?? "").dropFirst()))
            }
            encoder.dateEncodingStrategy = .custom { date, encoder in
                try Int(date.timeIntervalSince1970).encode(to: encoder)
            }
            decoder.dateDecodingStrategy = .custom { Date(timeIntervalSince1970: try Double(from: $0)) }
        } else {
            encoder.keyEncodingStrategy = .convertToSnakeCase
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            encoder.dateEncodingStrategy = .iso8601
            decoder.dateDecodingStrategy = .iso8601
        }
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        let (sharedEncoder, sharedDecoder) = (encoder, decoder)
        try await inTasks { task in
            for turn in 0..<20 {
                let inner = Plain.Inner(
                    oneValue: Double(task) / 8, atMoment: Date(timeIntervalSince1970: Double(turn)),
                    someData: Data([UInt8(task)]))
                let model = Plain(
                    innerOnes: Array(repeating: inner, count: turn), byName: ["a_b": inner],
                    byNumber: [task: [inner, nil]])
                let payload = try sharedEncoder.encode(model)
                guard try sharedDecoder.decode(Plain.self, from: payload) == model else { return false }
                guard (try? sharedDecoder.decode([Plain].self, from: payload)) == nil else { return false }
            }
            return true
        }
    }

    /// Documents that are scanned once and decoded by many.
    @Test func documentServesManyTasks() async throws {
        let controller = try Feed.controller()
        let page = Self.page
        let document = try JSONDocument(parsing: VersionedJSONEncoder(controller).encode(page, for: FeedVersion.v1))
        let decoder = VersionedJSONDecoder(controller)
        try await inTasks { _ in try decoder.decode(FeedPage<FeedComment>.self, from: document.root) == page }
    }
}
