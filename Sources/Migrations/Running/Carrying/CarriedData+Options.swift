import VersionedCodec

extension CarriedData {
    /// The place and the limit of carried data.
    ///
    /// ```swift
    /// var options = MigrationOptions(losses: .carry)
    /// options.carrying.isSidecar = true
    /// let new = try plan.migrate(payload, to: "2", options: options)
    /// options.carrying.given = new.carried                    // keep it beside the document
    /// try plan.migrate(new.data, to: "1", options: options)   // the whole payload is restored
    /// ```
    public struct Options: Sendable, Equatable {
        /// How carried data that exceeds the limit is handled.
        public enum BeyondLimit: String, Sendable, Hashable, CaseIterable {
            /// The conversion fails, with the code `tooMuchCarriedData`.
            case fail
            /// Nothing is carried for the version, and the losses are reported.
            case report
        }

        /// The reserved member at the root of documents. Operations and known members of a version ignore it.
        public var member = CarriedData.member

        /// Whether the data goes into ``MigrationResult/carried`` instead of the member. A document that is not an
        /// object has no members. Migrations of many documents ignore it: lines have ``CarriedData/Lines``, and stored
        /// documents carry their own data.
        public var isSidecar = false

        /// The sidecar of the document, from an earlier conversion.
        public var given: CarriedData?

        /// The maximum size of the data in bytes of compact JSON; 64 KiB by default.
        public var limit = 1 << 16

        /// How data beyond the limit is handled.
        public var beyondLimit: BeyondLimit = .fail

        /// Whether the result has no carried data: it is restored and then dropped.
        public var isDropped = false

        /// The defaults: the member `x-carried-data`, 64 KiB, an error beyond the limit.
        public init() {}
    }
}

extension CarriedData.Options {
    /// The error for data of so many bytes.
    func tooMuch(_ count: Int) -> MigrationError {
        MigrationError(
            .tooMuchCarriedData, "carried data would take \(count) bytes; the limit is \(limit)", at: nil)
    }
}

extension MigrationOptions {
    /// Whether a document is to be looked at for more than its steps.
    var isCarrying: Bool {
        losses == .carry || carrying.given != nil || carrying.isDropped || carrying.isSidecar
    }
}
