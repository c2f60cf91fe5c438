import Foundation
public import Migrations
import VersionedCodec

/// Version 1 to 2: numbers are numbers, the name is split, rates are a list.
public struct FeedBridgeV1V2: Bridge {
    /// A bridge.
    public init() {}

    /// The account of version 2.
    public func upgrade(_ old: FeedAccountV1, in context: inout BridgeContext) throws -> FeedAccountV2 {
        guard let id = Int(old.accountID) else { throw FeedRefusal("the account's number is no number") }
        let parts = old.name.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        var kind = FeedAccountV2.Kind.listener
        if let known = FeedAccountV2.Kind(rawValue: old.kind) {
            kind = known
        } else {
            context.lose(.string(old.kind), at: "/kind", "version 2 has no such kind of account")
        }
        return FeedAccountV2(
            accountID: id, givenName: parts[0], familyName: parts.count > 1 ? parts[1] : "",
            isPublic: old.isPublic != 0,
            kind: kind, rates: old.rates, openedAt: old.openedAt)
    }

    /// The account of version 1.
    public func downgrade(_ new: FeedAccountV2, in context: inout BridgeContext) -> FeedAccountV1 {
        FeedAccountV1(
            accountID: String(new.accountID),
            name: new.familyName.isEmpty ? new.givenName : new.givenName + " " + new.familyName,
            isPublic: new.isPublic ? 1 : 0, kind: new.kind.rawValue, rates: new.rates, openedAt: new.openedAt)
    }
}

/// Version 2 to 3: nicknames, and accounts of labels.
public struct FeedBridgeV2V3: Bridge {
    /// A bridge.
    public init() {}

    /// The account of version 3.
    public func upgrade(_ old: FeedAccountV2, in context: inout BridgeContext) -> FeedAccount {
        FeedAccount(
            accountID: old.accountID, givenName: old.givenName, familyName: old.familyName, isPublic: old.isPublic,
            kind: old.kind == .artist ? .artist : .listener, rates: old.rates, openedAt: old.openedAt)
    }

    /// The account of version 2.
    public func downgrade(_ new: FeedAccount, in context: inout BridgeContext) -> FeedAccountV2 {
        if let nickname = new.nickname {
            context.lose(.string(nickname), at: "/nickname", "version 2 has no nicknames")
        }
        var kind = FeedAccountV2.Kind.listener
        switch new.kind {
        case .listener: break
        case .artist: kind = .artist
        case .label: context.lose(.string(new.kind.rawValue), at: "/kind", "version 2 has no such kind of account")
        }
        return FeedAccountV2(
            accountID: new.accountID, givenName: new.givenName, familyName: new.familyName, isPublic: new.isPublic,
            kind: kind, rates: new.rates, openedAt: new.openedAt)
    }
}

extension Feed {
    /// All versions of an account.
    public static func accounts() throws -> VersionedPlan<FeedAccount, FeedVersion> {
        try VersionedPlan(
            FeedAccount.self, controller: controller(legacy: nil),
            steps: [
                .bridge(from: .v1, to: .v2, "Numbers are numbers, names are two, rates are a list", FeedBridgeV1V2()),
                .bridge(from: .v2, to: .v3, "Accounts have nicknames and may be those of labels", FeedBridgeV2V3()),
            ])
    }
}
