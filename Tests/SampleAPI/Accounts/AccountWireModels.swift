public import Foundation
public import Migrations

/// Version 1 of an account, as it was released; never edited.
///
/// ```json
/// {"id": "7", "name": "Ann Smith", "active": 1, "joined_at": "2020-06-13T15:21:42+0800", "mood": "calm",
///  "rates": {"CHF": 0.95, "EUR": 1.1}}
/// ```
public struct FeedAccountV1: Codable, Hashable, Sendable {
    /// How somebody feels.
    public enum Mood: String, Codable, Sendable { case calm, merry }

    /// The number of the account, sent as text.
    public var id: String
    /// The whole name.
    public var name: String
    /// 0 or 1.
    public var active: Int
    /// When the account was made.
    public var joinedAt: Date
    /// How its owner feels.
    public var mood: Mood
    /// What a unit of each currency is worth.
    @Shaped<RatesByCurrency> public var rates: [ExchangeRate]
}

/// Version 2 of an account, as it was released; never edited.
///
/// ```json
/// {"id": 7, "first_name": "Ann", "last_name": "Smith", "active": true, "joined_at": "2020-06-13 15:21:42 +0800",
///  "mood": "pensive", "rates": [{"currency": "CHF", "rate": 0.95}, {"currency": "EUR", "rate": 1.1}], "nick": "ann"}
/// ```
public struct FeedAccountV2: Codable, Hashable, Sendable {
    /// How somebody feels; `pensive` is new.
    public enum Mood: String, Codable, Sendable { case calm, merry, pensive }

    /// The number of the account.
    public var id: Int
    /// The first word of the name.
    public var firstName: String
    /// The others.
    public var lastName: String
    /// Whether the account is in use.
    public var active: Bool
    /// When the account was made.
    public var joinedAt: Date
    /// How its owner feels.
    public var mood: Mood
    /// What a unit of each currency is worth.
    public var rates: [ExchangeRate]
    /// What friends say.
    public var nick: String?
}

/// An account as today's program has it, and version 3 sends it.
///
/// ```json
/// {"id": 7, "firstName": "Ann", "lastName": "Smith", "isActive": true, "joinedAt": "2020-06-13T07:21:42Z",
///  "mood": "pensive", "rates": [{"currency": "CHF", "rate": 0.95}, {"currency": "EUR", "rate": 1.1}], "nick": "ann"}
/// ```
public struct FeedAccount: Codable, Hashable, Sendable {
    /// The number of the account.
    public var id: Int
    /// The first word of the name.
    public var firstName: String
    /// The others.
    public var lastName: String
    /// Whether the account is in use.
    public var isActive: Bool
    /// When the account was made.
    public var joinedAt: Date
    /// How its owner feels.
    public var mood: FeedAccountV2.Mood
    /// What a unit of each currency is worth.
    public var rates: [ExchangeRate]
    /// What friends say.
    public var nick: String?

    /// The parts.
    public init(
        id: Int, firstName: String, lastName: String, isActive: Bool, joinedAt: Date, mood: FeedAccountV2.Mood,
        rates: [ExchangeRate], nick: String?
    ) {
        self.id = id
        self.firstName = firstName
        self.lastName = lastName
        self.isActive = isActive
        self.joinedAt = joinedAt
        self.mood = mood
        self.rates = rates
        self.nick = nick
    }
}

/// What a unit of a currency is worth.
public struct ExchangeRate: Codable, Hashable, Sendable {
    /// The currency's code.
    public var currency: String
    /// What it is worth, exactly.
    public var rate: Decimal

    /// A rate.
    public init(currency: String, rate: Decimal) {
        self.currency = currency
        self.rate = rate
    }
}

/// Version 1 has an object of currencies where later versions have a list: one shape read as another.
public enum RatesByCurrency: ShapeBridge {
    /// The rates of an object; it has no order, so they are sorted.
    public static func value(of shape: [String: Decimal]) -> [ExchangeRate] {
        shape.map { ExchangeRate(currency: $0.key, rate: $0.value) }.sorted { $0.currency < $1.currency }
    }

    /// The object of the rates; of one currency the first counts.
    public static func shape(of value: [ExchangeRate]) -> [String: Decimal] {
        Dictionary(value.map { ($0.currency, $0.rate) }, uniquingKeysWith: { first, _ in first })
    }
}
