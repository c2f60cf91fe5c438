/// The operations of a list that another list leads back over.
final class WayThere: Sendable {
    let operations: [JSONOperation]

    init(_ operations: some Sequence<JSONOperation>) { self.operations = Array(operations) }
}

/// What an operation leads back over: one operation of a list. Those after it have changed what it finds.
struct Reversal: Sendable {
    let wayThere: WayThere
    let index: Int

    init(_ wayThere: WayThere, _ index: Int) { (self.wayThere, self.index) = (wayThere, index) }

    /// Which operation that is.
    struct ID: Hashable, Sendable {
        private let wayThere: ObjectIdentifier
        private let index: Int

        fileprivate init(_ reversal: Reversal) {
            (wayThere, index) = (ObjectIdentifier(reversal.wayThere), reversal.index)
        }
    }

    var id: ID { ID(self) }
}

/// An operation that runs, and how often the operations around it have applied themselves again (`NamedOperations`).
struct OperationRun: Hashable {
    private let operation: ObjectIdentifier
    private let level: Int

    init(_ operation: ObjectIdentifier, _ level: Int) { (self.operation, self.level) = (operation, level) }
}
