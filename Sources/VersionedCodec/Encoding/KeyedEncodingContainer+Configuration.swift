#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension KeyedEncodingContainer {
    /// Encodes a dictionary as a member, each value with the same configuration. Foundation has no such call.
    ///
    /// ```swift
    /// try container.encode(songs, forKey: .songs, configuration: controller)
    /// // {"songs": {"first": {…}, "second": {…}}}
    /// ```
    ///
    /// - Throws: `EncodingError`, and the errors of the type's own code.
    public mutating func encode<Value: EncodableWithConfiguration>(
        _ values: [String: Value], forKey key: Key, configuration: Value.EncodingConfiguration
    ) throws {
        try encode(values.mapValues { WrittenModel($0, configuration) }, forKey: key)
    }

    /// Encodes such a member, or leaves it out if it is `nil`.
    public mutating func encodeIfPresent<Value: EncodableWithConfiguration>(
        _ values: [String: Value]?, forKey key: Key, configuration: Value.EncodingConfiguration
    ) throws {
        if let values { try encode(values, forKey: key, configuration: configuration) }
    }
}
