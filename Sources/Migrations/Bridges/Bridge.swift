public import VersionedCodec

/// A two-way conversion between the wire models of two neighbouring versions.
///
/// ```swift
/// struct OrderBridgeV1V2: Bridge {
///     func upgrade(_ old: OrderV1, in context: inout BridgeContext) throws -> OrderV2 {
///         OrderV2(name: old.first + " " + old.last, isPaid: old.paid != 0)
///     }
///
///     func downgrade(_ new: OrderV2, in context: inout BridgeContext) throws -> OrderV1 {
///         let parts = new.name.split(separator: " ", maxSplits: 1)
///         return OrderV1(first: …, last: …, paid: new.isPaid ? 1 : 0)
///     }
/// }
/// // version 1    {"first": "Ann", "last": "Lee", "paid": 1}
/// // version 2    {"name": "Ann Lee", "isPaid": true}
/// ```
///
/// Both wire models are frozen once their versions are released, and so is the bridge. What a direction cannot carry over
/// it records: ``BridgeContext/lose(_:at:_:)``. Either direction may throw; the plan says in which step.
public protocol Bridge: Sendable {
    /// The wire model of the older version.
    associatedtype Older: Codable & SendableMetatype

    /// The wire model of the newer version.
    associatedtype Newer: Codable & SendableMetatype

    /// The newer model of an older one.
    func upgrade(_ old: Older, in context: inout BridgeContext) throws -> Newer

    /// The older model of a newer one.
    func downgrade(_ new: Newer, in context: inout BridgeContext) throws -> Older
}

/// What a bridge is given beside the value: the document that it came from, and a recorder of losses.
public struct BridgeContext: Sendable {
    /// The payload as it was read, before any step; `nil` where a model is encoded that came from no payload.
    ///
    /// For members that the wire model does not have.
    public let document: JSONValue?

    /// The losses so far.
    public private(set) var losses: [Loss] = []

    /// A context for a test of a bridge of your own.
    public init(document: JSONValue? = nil) { self.document = document }

    /// Records a value that cannot be carried over.
    ///
    /// ```swift
    /// context.lose(.string(new.nickname), at: "/nickname", "version 1 has no nicknames")
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value that is lost.
    ///   - path: Where it stands in the payload of the version that it is lost from.
    ///   - reason: Why, without a full stop.
    public mutating func lose(_ value: JSONValue, at path: JSONPointer, _ reason: String) {
        losses.append(Loss(path: path, value: value, reason: reason, group: reason))
    }
}

/// The step between two versions whose payloads differ only in how things are written: dates, keys, places.
///
/// One model serves both; the formats and layouts of the two versions do the rest.
public struct FormatBridge<Model: Codable & Sendable>: Bridge {
    /// A step that changes no values of a model.
    public init(_ model: Model.Type = Model.self) {}

    /// The model itself.
    public func upgrade(_ old: Model, in context: inout BridgeContext) -> Model { old }

    /// The model itself.
    public func downgrade(_ new: Model, in context: inout BridgeContext) -> Model { new }
}

/// An error that a bridge threw, with the step in which it did.
public struct BridgeError: DiagnosableError {
    /// The type of the bridge.
    public let bridge: String

    /// The step, such as `2 → 1`.
    public let step: String

    /// What the bridge threw.
    public let underlying: any Error

    /// The parts of the error, for one renderer.
    public var diagnostic: Diagnostic {
        var inner = Diagnostic(describing: underlying)
        inner.step = step
        inner.operation = bridge
        return inner
    }
}
