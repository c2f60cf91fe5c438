public import Foundation
public import Migrations

/// What a unit of a currency is worth.
public struct FeedRate: Codable, Hashable, Sendable {
    /// The code of the currency.
    public var currency: String
    /// What it is worth.
    public var rate: Decimal

    /// A rate.
    public init(currency: String, rate: Decimal) {
        self.currency = currency
        self.rate = rate
    }
}

/// An object of currencies, read as a list of rates.
public enum FeedRatesShape: ShapeBridge {
    /// The list of an object, by currency.
    public static func value(of shape: [String: Decimal]) -> [FeedRate] {
        shape.sorted { $0.key < $1.key }.map { FeedRate(currency: $0.key, rate: $0.value) }
    }

    /// The object of a list; one currency twice is an error.
    public static func shape(of value: [FeedRate]) throws -> [String: Decimal] {
        try Dictionary(value.map { ($0.currency, $0.rate) }) { _, _ in throw FeedRefusal("a currency stands twice") }
    }
}

/// What a bridge of the feed refuses.
public struct FeedRefusal: Error, Equatable, CustomStringConvertible {
    /// Why.
    public let description: String

    /// A refusal.
    public init(_ description: String) { self.description = description }
}

/// An account as version 1 writes it: a number as text, 0 or 1, one name, rates by currency.
public struct FeedAccountV1: Codable, Hashable, Sendable {
    /// The number of the account, as text.
    public var accountID: String
    /// The whole name.
    public var name: String
    /// 0 or 1.
    public var isPublic: Int
    /// What the account is for.
    public var kind: String
    /// The rates of the account.
    @Shaped<FeedRatesShape> public var rates: [FeedRate]
    /// When the account was opened.
    public var openedAt: Date
}

/// An account as version 2 writes it.
public struct FeedAccountV2: Codable, Hashable, Sendable {
    /// What an account is for.
    public enum Kind: String, Codable, Sendable { case listener, artist }

    /// The number of the account.
    public var accountID: Int
    /// The first name.
    public var givenName: String
    /// The rest of the name; empty where there is none.
    public var familyName: String
    /// Whether anybody may see it.
    public var isPublic: Bool
    /// What it is for.
    public var kind: Kind
    /// The rates of the account.
    public var rates: [FeedRate]
    /// When it was opened.
    public var openedAt: Date

    /// The parts.
    public init(
        accountID: Int, givenName: String, familyName: String, isPublic: Bool, kind: Kind, rates: [FeedRate],
        openedAt: Date
    ) {
        self.accountID = accountID
        self.givenName = givenName
        self.familyName = familyName
        self.isPublic = isPublic
        self.kind = kind
        self.rates = rates
        self.openedAt = openedAt
    }
}

/// An account of today: version 3.
public struct FeedAccount: Codable, Hashable, Sendable {
    /// What an account is for.
    public enum Kind: String, Codable, Sendable { case listener, artist, label }

    /// The number of the account.
    public var accountID: Int
    /// The first name.
    public var givenName: String
    /// The rest of the name; empty where there is none.
    public var familyName: String
    /// What others call the owner.
    public var nickname: String?
    /// Whether anybody may see it.
    public var isPublic: Bool
    /// What it is for.
    public var kind: Kind
    /// The rates of the account.
    public var rates: [FeedRate]
    /// When it was opened.
    public var openedAt: Date
}
