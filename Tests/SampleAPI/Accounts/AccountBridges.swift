import Foundation
public import Migrations
import VersionedCodec

/// Names get two parts, numbers and booleans stop being text and 0/1, rates become a list.
public struct FeedAccountBridgeV1V2: Bridge {
    /// A bridge.
    public init() {}

    /// An account of version 2. An `id` that is not a number, or an `active` that is neither 0 nor 1, is refused.
    public func upgrade(_ older: FeedAccountV1, in context: inout BridgeContext) throws -> FeedAccountV2 {
        guard let id = Int(older.id) else { throw AccountFault(description: "the id \"\(older.id)\" is not a number") }
        guard [0, 1].contains(older.active) else {
            throw AccountFault(description: "active is \(older.active), neither 0 nor 1")
        }
        let words = older.name.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return FeedAccountV2(
            id: id, firstName: words[0], lastName: words.count > 1 ? words[1] : "", active: older.active == 1,
            joinedAt: older.joinedAt, mood: older.mood == .calm ? .calm : .merry, rates: older.rates,
            nick: try context.document()["x_nick"]?.string)
    }

    /// An account of version 1, which knows neither nicknames nor pensive moods.
    public func downgrade(_ newer: FeedAccountV2, in context: inout BridgeContext) -> FeedAccountV1 {
        if let nick = newer.nick { context.lose(.string(nick), at: "/nick", "version 1 has no nicknames") }
        var mood = FeedAccountV1.Mood(rawValue: newer.mood.rawValue)
        if mood == nil {
            context.lose(.string(newer.mood.rawValue), at: "/mood", "version 1 does not know this mood")
            mood = .calm
        }
        return FeedAccountV1(
            id: String(newer.id),
            name: newer.lastName.isEmpty ? newer.firstName : newer.firstName + " " + newer.lastName,
            active: newer.active ? 1 : 0, joinedAt: newer.joinedAt, mood: mood ?? .calm,
            rates: newer.rates)
    }
}

/// One member gets another name in Swift; the keys' style and the dates are the business of the formats.
public struct FeedAccountBridgeV2V3: Bridge {
    /// A bridge.
    public init() {}

    /// Nothing is given up.
    public var lossClass: LossClass { .exact }

    /// An account of version 3.
    public func upgrade(_ older: FeedAccountV2, in context: inout BridgeContext) -> FeedAccount {
        FeedAccount(
            id: older.id, firstName: older.firstName, lastName: older.lastName, isActive: older.active,
            joinedAt: older.joinedAt, mood: older.mood, rates: older.rates, nick: older.nick)
    }

    /// An account of version 2.
    public func downgrade(_ newer: FeedAccount, in context: inout BridgeContext) -> FeedAccountV2 {
        FeedAccountV2(
            id: newer.id, firstName: newer.firstName, lastName: newer.lastName, active: newer.isActive,
            joinedAt: newer.joinedAt, mood: newer.mood, rates: newer.rates, nick: newer.nick)
    }
}

/// An account that no later version can express.
public struct AccountFault: Error, CustomStringConvertible {
    /// What is wrong.
    public let description: String
}

extension Feed {
    /// Decodes accounts of any version, encodes them for any, migrates any to any.
    public static func accounts() throws -> Migrator<FeedAccount, FeedVersion> {
        try Migrator(
            FeedAccount.self, controller: controller(legacy: nil), style: { _ in .pretty },
            migrations: [
                Migration(
                    from: FeedVersion.v1, to: .v2, "Names have two parts, and rates are a list",
                    bridge: FeedAccountBridgeV1V2()),
                Migration(
                    from: FeedVersion.v2, to: .v3, "active is called isActive", bridge: FeedAccountBridgeV2V3()),
            ])
    }
}
