#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
public import VersionedCodec

/// Payloads that are texts.
extension Migrator {
    /// Decodes a payload of any version into the model. Otherwise like
    /// ``decode(_:from:parsing:losses:carrying:)-(Data,_,_,_,_)``.
    ///
    /// ```swift
    /// try migrator.decode(#"{"version": 1, "name": "Ann Lee"}"#).model
    /// ```
    public func decode(
        _ payload: String, from explicit: Version? = nil,
        parsing: JSONParsingOptions = VersionedJSONDecoder.defaultParsingOptions, losses policy: LossPolicy = .report,
        carrying: CarriedData.Options = CarriedData.Options()
    ) throws(MigrationError) -> Decoded {
        try decode(Data(payload.utf8), from: explicit, parsing: parsing, losses: policy, carrying: carrying)
    }

    /// Decodes a payload of any version into the model, and records problems instead of stopping. Otherwise like
    /// ``decodeReporting(_:from:parsing:options:)-(Data,_,_,_)``.
    public func decodeReporting(
        _ payload: String, from explicit: Version? = nil,
        parsing: JSONParsingOptions = VersionedJSONDecoder.defaultParsingOptions,
        options: ReportingOptions = ReportingOptions()
    ) throws(MigrationError) -> Reported {
        try decodeReporting(Data(payload.utf8), from: explicit, parsing: parsing, options: options)
    }

    /// Migrates a payload of any version to another version.
    ///
    /// - Throws: ``MigrationError`` with line, column and path.
    public func migrate(
        _ payload: String, to target: Version, from explicit: Version? = nil, options: MigrationOptions = .init()
    ) throws(MigrationError) -> MigrationResult {
        try migrate(Data(payload.utf8), to: target, from: explicit, options: options)
    }
}
