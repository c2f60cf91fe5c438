import Foundation
import VersionedCodec

/// Models of the events that GitHub sends, as a program would write them: plain, synthesised, with dates, links and
/// enums.
enum Webhook {
    struct Event: Decodable, Equatable {
        var action: String?
        var number: Int?
        var label: Label?
        var issue: Issue?
        var pull_request: PullRequest?
        var repository: Repository?
        var sender: User?
    }

    enum UserType: String, Decodable { case User, Bot, Organization }

    struct User: Decodable, Equatable {
        var login: String
        var id: Int
        var node_id: String
        var avatar_url: URL
        var type: UserType
        var site_admin: Bool
    }

    struct Label: Decodable, Equatable {
        var id: Int
        var url: URL
        var name: String
        var color: String
        var `default`: Bool
    }

    enum State: String, Decodable { case open, closed }

    struct Issue: Decodable, Equatable {
        var number: Int
        var title: String
        var user: User
        var labels: [Label]
        var state: State
        var locked: Bool
        var assignees: [User]
        var created_at: Date
        var closed_at: Date?
        var body: String?
    }

    struct PullRequest: Decodable, Equatable {
        var id: Int
        var state: State
        var title: String
        var user: User
        var assignees: [User]
        var labels: [Label]
        var head: Branch
        var base: Branch
        var merged: Bool?
        var additions: Int
    }

    struct Branch: Decodable, Equatable {
        var label: String
        var sha: String
        var user: User
        var repo: Repository?
    }

    struct Repository: Decodable, Equatable {
        var id: Int
        var name: String
        var `private`: Bool
        var owner: User
        var description: String?
        var topics: [String]?
        var size: Int
    }
}

/// The same models as a tree, in the order in which their members are decoded.
indirect enum WebhookShape: Sendable {
    case int, string, bool, url, date, choice
    case optional(WebhookShape)
    case list(WebhookShape)
    case object([(key: String, shape: WebhookShape)])

    static let user = object([
        ("login", .string), ("id", .int), ("node_id", .string), ("avatar_url", .url), ("type", .choice),
        ("site_admin", .bool),
    ])
    static let label = object([
        ("id", .int), ("url", .url), ("name", .string), ("color", .string), ("default", .bool),
    ])
    static let repository = object([
        ("id", .int), ("name", .string), ("private", .bool), ("owner", user), ("description", .optional(.string)),
        ("topics", .optional(.list(.string))), ("size", .int),
    ])
    static let branch = object([
        ("label", .string), ("sha", .string), ("user", user), ("repo", .optional(repository)),
    ])
    static let issue = object([
        ("number", .int), ("title", .string), ("user", user), ("labels", .list(label)), ("state", .choice),
        ("locked", .bool), ("assignees", .list(user)), ("created_at", .date), ("closed_at", .optional(.date)),
        ("body", .optional(.string)),
    ])
    static let pullRequest = object([
        ("id", .int), ("state", .choice), ("title", .string), ("user", user), ("assignees", .list(user)),
        ("labels", .list(label)), ("head", branch), ("base", branch), ("merged", .optional(.bool)),
        ("additions", .int),
    ])
    static let event = object([
        ("action", .optional(.string)), ("number", .optional(.int)), ("label", .optional(label)),
        ("issue", .optional(issue)), ("pull_request", .optional(pullRequest)),
        ("repository", .optional(repository)), ("sender", .optional(user)),
    ])

    /// A value that is wrong here.
    func wrong(_ number: Int) -> JSONValue {
        let others: [JSONValue]
        switch self {
        case .int: others = ["seven", true, .array([]), 1.5, .null]
        case .string: others = [7, false, .object([:]), .null]
        case .bool: others = ["true", 1, .null]
        case .url: others = [5, .array([]), .null]
        case .date: others = ["yesterday", "2021-02-31T00:00:00Z", true, .null]
        case .choice: others = ["unheard-of", 3, .null]
        case .list: others = ["none", 5, .object([:]), .null]
        case .object: others = ["none", 5, .array([]), .null]
        case .optional(let shape):
            let value = shape.wrong(number)
            return value.isNull ? shape.wrong(number + 1) : value
        }
        return others[number % others.count]
    }
}
