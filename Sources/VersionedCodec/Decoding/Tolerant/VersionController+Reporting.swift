#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension VersionController {
    /// Decodes a payload of any version into a model, and records what is wrong instead of stopping at it.
    ///
    /// ```swift
    /// let page = try controller.decodeReporting(FeedPage.self, from: payload)
    /// page.value?.version    // .v1
    /// page.value?.value      // the model, without what could not be read
    /// page.issues            // what was wrong
    /// ```
    ///
    /// A version that cannot be determined is an issue, and there is no value.
    ///
    /// - Throws: `DecodingError` where there is nothing to decode; see
    ///   ``VersionedJSONDecoder/decodeReporting(_:from:options:)-(_,Data,_)``.
    public func decodeReporting<Model: Decodable>(
        _ type: Model.Type, from payload: Data, options: ReportingOptions = ReportingOptions()
    ) throws -> DecodingReport<Versioned<Model, Version>> {
        try jsonDecoder.decodeReporting(Versioned<Model, Version>.self, from: payload, options: options)
    }

    /// The model that a value is in a version, and what was wrong.
    package func decodeReporting<Model: Decodable>(
        _ type: Model.Type, from value: JSONValue, as version: Version, options: ReportingOptions
    ) throws -> DecodingReport<Model> {
        try decoder(of: version).decodeReporting(type, from: value, options: options)
    }
}
