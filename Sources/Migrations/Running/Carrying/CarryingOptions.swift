import VersionedCodec

/// Where carried data stands, and how much of it there may be.
///
/// ```swift
/// var options = MigrationOptions(losses: .carry)
/// options.carrying.isSidecar = true
/// let new = try plan.migrate(payload, to: "2", options: options)
/// options.carrying.given = new.carried                    // to be kept beside the document
/// try plan.migrate(new.data, to: "1", options: options)   // all of the payload is back
/// ```
public struct CarryingOptions: Sendable, Equatable {
    /// What happens where carried data would be larger than it may be.
    public enum BeyondLimit: String, Sendable, Hashable, CaseIterable {
        /// The conversion fails, with the code `tooMuchCarriedData`.
        case fail
        /// Nothing is carried for the version, and what is lost is reported.
        case report
    }

    /// The member at the root of documents that carries. Operations and what a version knows do not apply to it.
    public var member = CarriedData.member

    /// Whether the data goes into ``MigrationResult/carried`` instead of the member: a document that is no object has
    /// no members.
    public var isSidecar = false

    /// The sidecar of the document, from an earlier conversion.
    public var given: CarriedData?

    /// How many bytes of compact JSON the data may have; 64 KiB, by default.
    public var limit = 1 << 16

    /// What happens beyond the limit.
    public var beyondLimit: BeyondLimit = .fail

    /// Whether the result has no carried data: what was carried is restored, and then dropped.
    public var isDropped = false

    /// The defaults: the member `x-carried-data`, 64 KiB, an error beyond that.
    public init() {}
}

extension MigrationOptions {
    /// Whether a document is to be looked at for more than its steps.
    var isCarrying: Bool {
        losses == .carry || carrying.given != nil || carrying.isDropped || carrying.isSidecar
    }
}
