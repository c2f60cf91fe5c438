public import VersionedCodec

/// The step between two neighbouring versions of a model: a bridge between wire models, or operations on documents.
///
/// ```swift
/// .bridge(from: .v1, to: .v2, "A name is one text", OrderBridgeV1V2())
/// .operations(from: .v2, to: .v3, "The total is called price", [.rename("/total", to: "price")])
/// .format(from: .v3, to: .v4, "Keys are in camel case", OrderV3.self)
/// ```
public struct VersionStep<Version: APIVersion>: Sendable {
    /// The version that the step leads up from.
    public let from: Version

    /// The version that the step leads up to.
    public let to: Version

    /// What changes, for whoever reads the changelog.
    public let summary: String

    let kind: Kind

    enum Kind: Sendable {
        case bridge(AnyBridge<Version>)
        case migration(Migration)
    }

    /// A step by a bridge between the wire models of the two versions.
    public static func bridge(
        from: Version, to target: Version, _ summary: String, _ bridge: some Bridge
    ) -> VersionStep {
        VersionStep(from: from, to: target, summary: summary, kind: .bridge(AnyBridge(bridge)))
    }

    /// A step that changes only how a model is written.
    public static func format<Model: Codable & Sendable>(
        from: Version, to target: Version, _ summary: String, _ model: Model.Type
    ) -> VersionStep {
        bridge(from: from, to: target, summary, FormatBridge(model))
    }

    /// A step by operations on the document of the older version; the way back is their reverse.
    public static func operations(
        from: Version, to target: Version, _ summary: String, _ operations: [JSONOperation]
    ) -> VersionStep {
        let migration = Migration(from: from.label, to: target.label, summary, operations: operations)
        return VersionStep(from: from, to: target, summary: summary, kind: .migration(migration))
    }
}

/// A bridge whose models are erased.
struct AnyBridge<Version: APIVersion>: Sendable {
    let name: String
    let older: WireModel<Version>
    let newer: WireModel<Version>
    let upgrade: @Sendable (Any, inout BridgeContext) throws -> Any?
    let downgrade: @Sendable (Any, inout BridgeContext) throws -> Any?

    /// `nil` from a direction means that the value is not of the model: the plan is checked, so it never is.
    init<Typed: Bridge>(_ bridge: Typed) {
        name = String(describing: Typed.self)
        older = WireModel(Typed.Older.self)
        newer = WireModel(Typed.Newer.self)
        upgrade = { value, context in
            try (value as? Typed.Older).map { try bridge.upgrade($0, in: &context) }
        }
        downgrade = { value, context in
            try (value as? Typed.Newer).map { try bridge.downgrade($0, in: &context) }
        }
    }
}

/// A wire model whose type is erased: how its values become documents, and the other way.
struct WireModel<Version: APIVersion>: Sendable {
    let type: Any.Type
    let decode: @Sendable (JSONValue, Version, VersionController<Version>) throws -> Any
    let encode: @Sendable (Any, Version, VersionController<Version>) throws -> JSONValue?

    init<Model: Codable & SendableMetatype>(_ type: Model.Type) {
        self.type = type
        decode = { document, version, controller in try controller.decode(type, from: document, of: version) }
        encode = { value, version, controller in
            try (value as? Model).map { try controller.document(of: $0, for: version) }
        }
    }
}
