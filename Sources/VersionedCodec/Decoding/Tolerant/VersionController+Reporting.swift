#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension VersionController {
    /// Decodes a payload of any version into a model, and records problems instead of stopping.
    ///
    /// ```swift
    /// let page = try controller.decodeReporting(FeedPage.self, from: payload)
    /// page.value?.version    // .v1
    /// page.value?.value      // the model, without what could not be read
    /// page.issues            // what was wrong
    /// ```
    ///
    /// If the version cannot be determined, there is an issue and no value.
    ///
    /// - Throws: `DecodingError` if there is nothing to decode; see
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
