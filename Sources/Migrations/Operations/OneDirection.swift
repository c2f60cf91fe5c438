extension JSONOperation {
    /// A direction of a migration.
    public enum Direction: String, Sendable, Hashable, CaseIterable {
        /// From the older version to the newer one.
        case up
        /// From the newer version to the older one.
        case down

        var opposite: JSONOperation.Direction { self == .up ? .down : .up }
    }
}

/// The one direction of a migration in which an operation runs.
struct OneDirection: Sendable, Hashable {
    var direction: JSONOperation.Direction

    /// Whether the list that the operation is in leads in that direction.
    var runs: Bool

    /// The same in the list that leads back.
    var back: OneDirection { OneDirection(direction: direction, runs: !runs) }
}

extension JSONOperation {
    /// The same operation, limited to one direction of its migration. In the other direction nothing happens.
    ///
    /// ```swift
    /// Migration(from: "1", to: "2", "Scores are counted anew", operations: [
    ///     .remove("/score").only(.up),
    ///     .add("/score", value: 0).only(.down),
    /// ])
    /// ```
    ///
    /// The way down runs the list from the last operation to the first, including operations of one direction. To keep
    /// an order, put operations into one ``inside(_:_:ifAbsent:ifWrongKind:)``, whose operations run in their own
    /// order.
    ///
    /// Loss class: captures, because the operation has no reverse; each document is judged by the whole way back.
    public func only(_ direction: JSONOperation.Direction) -> JSONOperation {
        var operation = self
        operation.oneDirection = OneDirection(direction: direction, runs: direction == .up)
        return operation
    }

    /// The only direction in which the operation runs; `nil`: both.
    public var onlyDirection: JSONOperation.Direction? { oneDirection?.direction }

    /// Whether the operation runs in the direction of the list that it is in.
    var runs: Bool { facts.runs }

    /// Whether the operation, or one within it, runs in one direction only.
    var hasOneDirection: Bool { oneDirection != nil || inner.hasOneDirection }

    /// The operations of a list that leads back over this one.
    func leadingBack() throws(NoWayBack) -> [JSONOperation] {
        guard let oneDirection else {
            var back = try usesScratch == .alone ? scratchReversed : body.reversed()
            // Of several, none is what the sentence is about.
            if back.count == 1, var sentence {
                sentence.isBack.toggle()
                back[0].sentence = sentence
            }
            return back
        }
        var operation = self
        operation.oneDirection = oneDirection.back
        return [operation]
    }
}

extension Sequence where Element == JSONOperation {
    /// Whether one of the operations, or one within it, runs in one direction only.
    var hasOneDirection: Bool { contains(where: \.hasOneDirection) }
}

extension MemberReader {
    /// The direction in which alone an operation runs.
    mutating func optionalDirection(of operation: JSONOperation) throws(PlanFileError) -> JSONOperation.Direction? {
        guard try optionalValue("only") != nil else { return nil }
        noteNewWord("only")
        let direction: JSONOperation.Direction = try choice("only")
        if operation.inner.hasOneDirection {
            throw fault("encloses an operation that has \"only\" too", in: "only")
        }
        return direction
    }
}
