import VersionedCodec

/// Finds out whether a way back may show that members have come back in another order.
///
/// The order of members is formatting, except where an operation makes a text or a list of them. If a change of the
/// order before that cannot be excluded, it counts.
struct ReorderedMembers {
    private var areReordered: Bool
    /// Where elements have got a member before the others, which may have been behind them.
    private var arrays: [JSONPointer] = []
    private(set) var areShown = false

    /// - Parameters:
    ///   - operations: The operations of the way back, in order.
    ///   - areReordered: Whether the members have another order before.
    init(_ operations: [JSONOperation], areReordered: Bool = false) {
        self.areReordered = areReordered
        run(operations)
    }

    private mutating func run(_ operations: [JSONOperation]) {
        for operation in operations where operation.runs && !areShown {
            let isAbove = arrays.contains { place in
                operation.written.contains { $0.isWithin(place) || place.isWithin($0) }
            }
            if operation.inner.isEmpty {
                let traits = operation.traits
                let hasMoved = isAbove || !arrays.isEmpty && !traits.contains(.showsOwnOrder)
                areShown = traits.contains(.showsOrder) && (areReordered || hasMoved)
                areReordered =
                    areReordered || !traits.contains(.keepsOrder) || isAbove && traits.contains(.movesMembers)
                if traits.contains(.putsFirst) { arrays += operation.written }
            } else {
                areReordered = areReordered || isAbove
                let outer = arrays
                arrays = []
                run(operation.inner)
                // Objects may be in others, for which the operations run later.
                if operation.traits.contains(.runsAtManyDepths) { run(operation.inner) }
                arrays = outer + (arrays.isEmpty ? [] : operation.written)
            }
        }
    }
}
