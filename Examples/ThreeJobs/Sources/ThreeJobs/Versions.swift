import VersionedCodec

/// The versions of the shop's API, oldest first.
enum ShopVersion: Int, APIVersion {
    case v1 = 1
    case v2
}

extension VersionController<ShopVersion> {
    /// Knows how each version writes dates and keys, and where a payload names its version.
    static func shop() throws -> VersionController<ShopVersion> {
        try VersionController(location: VersionLocation("/version", as: .integer)) { version in
            switch version {
            case .v1:
                VersionFormat(dates: [try .pattern("MMM-dd-yyyy HH:mm:ss zzz", zone: .hours(8))], keys: .snakeCase)
            case .v2: VersionFormat(dates: [.iso8601])
            }
        }
    }
}
