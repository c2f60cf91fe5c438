#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Decoding and encoding JSON with our own coders.
extension VersionController {
    /// Decodes a payload of any version into a model.
    ///
    /// ```swift
    /// let page = try controller.decode(FeedPage.self, from: payload)
    /// page.version    // .v1
    /// let old = try controller.fixed(to: .v1).decode(FeedPage.self, from: payload)    // even if the payload says
    /// another version
    /// ```
    ///
    /// - Throws: `DecodingError`. The underlying error is a `JSONSyntaxError` with line and column if the payload is
    ///   not JSON, a ``VersionError`` if the version cannot be determined or is unknown, or a ``DecodingFault`` with
    ///   line and column if a value does not fit the model.
    public func decode<Model: Decodable>(
        _ type: Model.Type, from payload: Data
    ) throws -> Versioned<Model, Version> {
        try jsonDecoder.decode(Versioned<Model, Version>.self, from: payload)
    }

    /// Encodes a model in the format of a version.
    ///
    /// ```swift
    /// let old = try controller.encode(page, for: .v1)
    /// ```
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - target: The version to write; by default the version in effect, which is the fixed or the current one.
    ///   - formatting: The order of keys and the white space, as in Foundation.
    /// - Throws: `EncodingError` if two keys write different values to one place, including the version, and if the
    ///   value cannot hold the version, such as an array. In that case use ``fixed(to:)`` on both sides, wrap the
    ///   elements in ``Versioned``, or encode a model that contains the array.
    public func encode<Model: Encodable>(
        _ model: Model, for target: Version? = nil, formatting: JSONEncoder.OutputFormatting = [.sortedKeys]
    ) throws -> Data {
        var encoder = VersionedJSONEncoder()
        encoder.outputFormatting = formatting
        encoder.userInfo.install(self)
        return try encoder.encode(Versioned(model, version: target ?? version), configuration: writing(for: target))
    }
}
