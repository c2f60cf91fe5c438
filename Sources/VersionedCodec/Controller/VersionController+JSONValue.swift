#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Models as values of our own document, for the steps of a plan.
extension VersionController {
    /// The value that a model is in a version, without a version stamped into it.
    package func value<Model: Encodable>(of model: Model, as version: Version) throws -> JSONValue {
        var encoder = VersionedJSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let bytes = try encoder.bytes(of: model, by: fixed(to: version).inside(version))
        return try JSONDocument(parsing: bytes, options: .ofValues).root
    }

    /// A decoder that reads all payloads as ones of a version, without detection.
    package func decoder(of version: Version) -> VersionedJSONDecoder { around(version).jsonDecoder }

    /// The model that a value is in a version.
    package func decode<Model: Decodable>(
        _ type: Model.Type, from value: JSONValue, as version: Version
    ) throws -> Model {
        try decoder(of: version).decode(Model.self, from: value)
    }
}
