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
    /// - Throws: `DecodingError`. Beneath it: a `JSONSyntaxError` with line and column where the payload is not JSON, a
    ///   ``VersionError`` where the version cannot be determined or is not known, a ``DecodingFault`` with line and
    ///   column where a value is not what the model asks for.
    public func decode<Model: Decodable>(
        _ type: Model.Type, from payload: Data
    ) throws -> Versioned<Model, Version> {
        try jsonDecoder.decode(Versioned<Model, Version>.self, from: payload)
    }

    /// Encodes a model as a version writes it.
    ///
    /// ```swift
    /// let old = try controller.encode(page, for: .v1)
    /// ```
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - target: The version to write; unless said, the version in effect, which is the current one where none is
    ///     fixed.
    ///   - formatting: The order of the keys and the white space, as Foundation names them.
    /// - Throws: `EncodingError` where two keys write different values in one place, the version included, and where
    ///   the version has no place, as in an array: then ``fixed(to:)`` a version on both sides, wrap the elements in
    ///   ``Versioned``, or encode a model that holds the array.
    public func encode<Model: Encodable>(
        _ model: Model, for target: Version? = nil, formatting: JSONEncoder.OutputFormatting = [.sortedKeys]
    ) throws -> Data {
        var encoder = VersionedJSONEncoder()
        encoder.outputFormatting = formatting
        encoder.userInfo.install(self)
        return try encoder.encode(Versioned(model, version: target ?? version), configuration: writing(for: target))
    }
}
