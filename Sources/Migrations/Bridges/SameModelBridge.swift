/// Use it between two versions of one model that differ only in dates and keys. The formats of the versions describe
/// them.
///
/// ```swift
/// Migration(
///     from: FeedVersion.v1, to: .v2, "Keys and dates are written in another way",
///     bridge: SameModelBridge(FeedPage.self))
/// ```
///
/// Prefer `reformatting:` of ``Migration``, which migrates documents without running the model. It refuses formats with
/// `FallbackCases`; use this bridge for those.
///
/// Loss class: captures. A format may write less than another (a date without its fraction, a fallback case), and
/// payloads in the model may have steps of their own.
public struct SameModelBridge<Model: Codable & SendableMetatype>: Bridge {
    /// A step that keeps the model.
    public init(_ model: Model.Type) {}

    /// The same model.
    public func upgrade(_ older: Model, in context: inout BridgeContext) -> Model { older }

    /// The same model.
    public func downgrade(_ newer: Model, in context: inout BridgeContext) -> Model { newer }
}
