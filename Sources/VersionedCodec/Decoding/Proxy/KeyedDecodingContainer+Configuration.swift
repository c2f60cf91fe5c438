#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension KeyedDecodingContainer {
    /// Decodes a member with a controller as its configuration, or returns `nil` if it is absent or `null`.
    ///
    /// Foundation's method of this name fails on an explicit `null` in Swift 6.3. For controllers, this method is
    /// called instead.
    ///
    /// ```swift
    /// // {"next": null}
    /// try container.decodeIfPresent(FeedSong.self, forKey: .next, configuration: controller)    // nil
    /// ```
    ///
    /// - Throws: The errors of the model's `init(from:configuration:)`.
    public func decodeIfPresent<Model: DecodableWithConfiguration, Version: APIVersion>(
        _ type: Model.Type, forKey key: Key, configuration: VersionController<Version>
    ) throws -> Model? where Model.DecodingConfiguration == VersionController<Version> {
        guard contains(key), try !decodeNil(forKey: key) else { return nil }
        return try type.init(from: superDecoder(forKey: key), configuration: configuration)
    }
}
