/// Reads and writes a model in versions other than the current one: the work of a migrator for coders.
package struct ModelConversion<Model, Version: APIVersion>: Sendable {
    /// Reads a payload of a version, at a place of the payload around it.
    let decode: @Sendable (JSONValue, Version, JSONPointer) throws -> Model

    /// The payload of a version.
    let encode: @Sendable (Model, Version, JSONPointer) throws -> JSONValue

    package init(
        decode: @escaping @Sendable (JSONValue, Version, JSONPointer) throws -> Model,
        encode: @escaping @Sendable (Model, Version, JSONPointer) throws -> JSONValue
    ) {
        (self.decode, self.encode) = (decode, encode)
    }
}

/// The models that are payloads of their own within others, as a controller declares them.
struct NestedModels: Sendable {
    /// The conversions by the types of their models.
    private var conversions: [ObjectIdentifier: any Sendable] = [:]

    /// The controllers of other versions that travel with this one.
    var companions = VersionControllerSet()

    var isEmpty: Bool { conversions.isEmpty && companions.isEmpty }

    subscript<Model, Version: APIVersion>(model: Model.Type, version: Version.Type) -> ModelConversion<Model, Version>?
    {
        get {
            if conversions.isEmpty { return nil }
            return conversions[ObjectIdentifier(model)] as? ModelConversion<Model, Version>
        }
        set { conversions[ObjectIdentifier(model)] = newValue }
    }
}

extension VersionController {
    /// The same controller, which reads and writes a model in other versions by a conversion, wherever a ``Versioned``
    /// holds the model.
    package func converting<Model>(by conversion: ModelConversion<Model, Version>) -> Self {
        var nested = settings.nested
        nested[Model.self, Version.self] = conversion
        return with(nested)
    }

    /// The same controller, with a conversion of a model that has other versions, and the controller of those.
    package func converting<Model, Other: APIVersion>(
        by conversion: ModelConversion<Model, Other>, of controller: VersionController<Other>
    ) -> Self {
        var nested = settings.nested
        let known = nested.companions.controller(for: Other.self) ?? controller
        nested.companions.install(known.converting(by: conversion))
        return with(nested)
    }

    /// Whether models within others have conversions.
    package var convertsNestedModels: Bool { !settings.nested.isEmpty }

    /// The same controller for the version of a payload; a nested payload may have another.
    func around(_ version: Version) -> Self {
        var copy = fixed(to: version)
        copy.yieldsToPayloads = true
        return copy
    }

    /// The version of a payload that may be within another one, and has a conversion: if it names none, it has that of
    /// the other one.
    func versionOfConverted(in decoder: any Decoder) throws -> FoundVersion<Version> {
        guard yieldsToPayloads else { return try detect(in: decoder) }
        return try ownVersion(in: decoder) ?? FoundVersion(version, .explicit)
    }

    /// The version of a payload that may be within another one, and has no conversion. It names its own, wherever
    /// payloads can: the steps that have changed the other one have left it alone.
    ///
    /// - `object`: The containers of the payload, where they are known.
    func versionOfPart(in decoder: any Decoder, _ object: ObjectCache?) throws -> FoundVersion<Version> {
        guard yieldsToPayloads else { return try detect(in: decoder, object) }
        if location == nil, legacy == nil, !hasShapes { return FoundVersion(version, .explicit) }
        var own = self
        own.forgetExplicitVersion()
        return try own.detect(in: decoder, object)
    }

    /// The version that a payload names; `nil` if it names none.
    private func ownVersion(in decoder: any Decoder) throws -> FoundVersion<Version>? {
        var own = self
        own.forgetExplicitVersion()
        do {
            let found = try own.detect(in: decoder)
            return found.source == .legacy ? nil : found
        } catch DecodingError.dataCorrupted(let context)
            where (context.underlyingError as? VersionError)?.code == .missing
        {
            return nil
        }
    }
}
