public import VersionedCodec

/// Implement it for two neighbouring versions with different wire models: it converts between them in both directions.
///
/// A wire model is the frozen `Codable` type of one released version; it is never edited after release. A bridge
/// converts from the older one to the newer one and back. The way back makes it possible to encode for an older
/// version.
///
/// ```swift
/// struct AccountBridgeV1V2: Bridge {
///     func upgrade(_ older: AccountV1, in context: inout BridgeContext) -> AccountV2 {
///         AccountV2(firstName: older.firstWord, lastName: older.otherWords, nick: nil)
///     }
///
///     func downgrade(_ newer: AccountV2, in context: inout BridgeContext) -> AccountV1 {
///         if let nick = newer.nick { context.lose(.string(nick), at: "/nick", "version 1 has no nicknames") }
///         return AccountV1(name: newer.firstName + " " + newer.lastName)
///     }
/// }
/// ```
///
/// A document keeps the members that neither model reads, in their places. This includes elements of arrays, if the
/// bridge leaves the elements unchanged. A member without a place is a loss.
///
/// Do not confuse it with a ``ShapeBridge``, which converts between two shapes of one value within one version.
public protocol Bridge<Older, Newer>: Sendable {
    /// The wire model of the older version.
    associatedtype Older: Codable & SendableMetatype
    /// The wire model of the newer version.
    associatedtype Newer: Codable & SendableMetatype

    /// The possible losses of the bridge in either direction; by default `captures`.
    var lossClass: LossClass { get }

    /// The newer model of an older one.
    ///
    /// Any error fails the conversion, and is reported with path, version and step.
    func upgrade(_ older: Older, in context: inout BridgeContext) throws -> Newer

    /// The older model of a newer one. Values that it cannot hold go to ``BridgeContext/lose(_:at:_:)``.
    ///
    /// Any error fails the conversion, and is reported with path, version and step.
    func downgrade(_ newer: Newer, in context: inout BridgeContext) throws -> Older
}

extension Bridge {
    /// A value may be lost, and is then recorded as a loss.
    public var lossClass: LossClass { .captures }
}

/// Use it in a bridge to read the raw document, and to report losses.
public struct BridgeContext {
    /// The label of the version before the step.
    public let from: String

    /// The label of the version after the step.
    public let to: String

    private let source: () throws -> JSONValue
    /// The losses so far.
    public private(set) var losses: [Loss] = []

    /// A context for testing a bridge.
    public init(from: String, to target: String, document: JSONValue) {
        self.init(from: from, to: target) { document }
    }

    init(from: String, to: String, source: @escaping () throws -> JSONValue) {
        self.from = from
        self.to = to
        self.source = source
    }

    /// The payload before the step, including the members that the wire model does not read.
    ///
    /// ```swift
    /// let hint = try context.document()["x-hint"]?.string
    /// ```
    ///
    /// - Throws: The errors of encoding the model, if the previous step was a bridge too.
    /// - Complexity: O(1) for the first step. After another bridge, each call encodes the model, and looks for members
    ///   that no model has read.
    public func document() throws -> JSONValue { try source() }

    /// Records one value that the step cannot keep.
    ///
    /// - `path`: The place of the value in the payload before the step.
    public mutating func lose(_ value: JSONValue, at path: JSONPointer, _ reason: String) {
        losses.append(Loss(path: path, value: value, reason: reason, group: reason))
    }
}
