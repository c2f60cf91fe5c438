#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The same over Foundation's property-list coders.
extension VersionController {
    /// Decodes a property list of any version into a model.
    ///
    /// - Throws: `DecodingError`, like ``decode(_:from:)``.
    public func decode<Model: Decodable>(
        _ type: Model.Type, fromPropertyList payload: Data
    ) throws -> Versioned<Model, Version> {
        let decoder = PropertyListDecoder()
        decoder.userInfo.install(self)
        return try decoder.decode(Versioned<Model, Version>.self, from: payload)
    }

    /// Encodes a model as a property list in the format of a version. Dates and data stay native unless the format
    /// declares texts, and nil members are omitted. Nil elements of arrays and nil values of dictionaries keep their
    /// place, as in Foundation's coder: they become the string `$null`.
    ///
    /// - Throws: `EncodingError`, like ``encode(_:for:formatting:)``.
    public func encodePropertyList<Model: Encodable>(
        _ model: Model, for target: Version? = nil, format: PropertyListDecoder.PropertyListFormat = .xml
    ) throws -> Data {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = format
        encoder.userInfo.install(self)
        do {
            return try encoder.encode(Versioned(model, version: target ?? version), configuration: writing(for: target))
        } catch EncodingError.invalidValue(let value, let context) {
            // Foundation puts an error of its own around the precise one.
            throw context.underlyingError as? EncodingError ?? EncodingError.invalidValue(value, context)
        }
    }
}
