import Foundation
import SampleAPI

/// What the fixtures decode to, in every version.
enum Samples {
    static let olga = FeedUser(userID: 3, name: "Ольга", joinedAt: Date(timeIntervalSince1970: 1_546_272_000))

    static let comments = FeedPage(
        count: 31, offset: 0, limit: 2,
        results: [
            FeedComment(
                id: 101, text: "Прекрасно! \"Да\" 🎶", createdAt: Date(timeIntervalSince1970: 1_592_092_800),
                commenter: olga,
                target: .song(
                    FeedSong(
                        songID: 7, title: "月亮代表我的心", artistName: "Ann Müller", imageURL: url("songs/7.jpg"),
                        recordedAt: Date(timeIntervalSince1970: 1_592_032_902),
                        releasedOn: Date(timeIntervalSince1970: 774_489_600), latitude: 52.5, longitude: 13.25,
                        gain: -3.5))),
            FeedComment(
                id: 102, text: "مرحبا", createdAt: Date(timeIntervalSince1970: 1_592_092_801),
                commenter: FeedUser(userID: 4, name: "नीलम", joinedAt: Date(timeIntervalSince1970: 1_546_444_799)),
                target: .user(olga)),
        ])

    static let songs = [
        FeedSong(
            songID: 1, title: "Ünïcode", artistName: "A", imageURL: url("1"),
            recordedAt: Date(timeIntervalSince1970: 1_582_991_999), latitude: 0, longitude: -0.5, gain: .infinity),
        FeedSong(
            songID: 2, title: "二", artistName: "B", imageURL: url("2"),
            recordedAt: Date(timeIntervalSince1970: 1_582_991_999),
            releasedOn: Date(timeIntervalSince1970: 1_582_934_400),
            latitude: 1.5, gain: -.infinity),
    ]

    private static func url(_ path: String) -> URL {
        URL(string: "https://example.com/" + path) ?? URL(filePath: "/")
    }
}
