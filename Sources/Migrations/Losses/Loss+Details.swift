import LosslessJSON

extension Loss {
    /// Everything except the value and its position. Losses of documents of one shape share it.
    struct Details: Sendable, Equatable {
        var path: JSONPointer
        var reason: String
        var operation: String?
        var step: String?

        /// The version whose document the path leads through.
        var version: String?

        /// The reason without the values that it names, so that losses of one kind are counted together.
        var group: String

        /// What has made the value, if it has the words for other values too.
        var computation: LossComputation?

        /// Whether the reason names a value that is another one in other documents of the same shape.
        var isOfOneDocument = false

        /// Whether it is the order of elements that is lost, and none of them.
        let isOfOrder: Bool

        /// Whether the offset is that of what held the value: an earlier operation had made it.
        var isPlacedByHolder = false

        /// Whether a bridge has reported it: that counts, even if the value comes back.
        var isReportedByBridge = false

        /// Further facts from the operation.
        var traits: Traits = []

        /// Whether it is to be reported in whose document the path leads to the value.
        var isInOtherDocument = false

        /// Whether both are written with the same bytes.
        func isSame(as other: Details) -> Bool {
            self == other && reason.hasSameBytes(as: other.reason) && group.hasSameBytes(as: other.group)
                && operation.isSame(as: other.operation) && step.isSame(as: other.step)
        }
    }

    /// The details of losses that were copied from each other. It is changed only where one loss has it, so accesses
    /// cannot overlap.
    final class Storage: @unchecked Sendable {
        @exclusivity(unchecked) var details: Details

        init(_ details: Details) { self.details = details }
    }

    struct Traits: OptionSet, Sendable {
        let rawValue: Int

        /// The reason is one only where the way back is the reverse of the operation.
        static let isAboutWayBack = Traits(rawValue: 1)

        /// The reason is in words of the plan, or of code of the user.
        static let isInWordsOfPlan = Traits(rawValue: 4)

        /// The value was made into one with less information; it was not removed.
        static let isChange = Traits(rawValue: 2)

        /// The operation tried what its own reverse makes of its result.
        static let isTried = Traits(rawValue: 8)

        /// The value was removed, and nothing makes it again.
        static let isForGood = Traits(rawValue: 32)

        /// The version that is written does not know the value, which is true even if a copy of it stays.
        static let isUnknown = Traits(rawValue: 16)
    }
}

extension Loss {
    var version: String? {
        get { details.version }
        set { details.version = newValue }
    }

    var group: String { details.group }

    var isOfOrder: Bool { details.isOfOrder }

    var isPlacedByHolder: Bool {
        get { details.isPlacedByHolder }
        set { details.isPlacedByHolder = newValue }
    }

    var isReportedByBridge: Bool {
        get { details.isReportedByBridge }
        set { details.isReportedByBridge = newValue }
    }

    var traits: Traits {
        get { details.traits }
        set { details.traits = newValue }
    }

    /// The byte offset of the value itself.
    var ownOffset: Int? { isPlacedByHolder ? nil : offset }

    /// Whether the reason was written by the plan, or by a bridge, for the value.
    var isInWordsOfPlan: Bool { isReportedByBridge || traits.contains(.isInWordsOfPlan) }
}

extension String? {
    /// Whether two texts have the same bytes, or there is none.
    func isSame(as other: String?) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        return self.hasSameBytes(as: other)
    }
}
