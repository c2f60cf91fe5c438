/// The possible losses of an operation, known before it runs; from harmless to severe. Look at it before you release a
/// plan.
public enum LossClass: String, Sendable, Hashable, CaseIterable, Comparable {
    /// A round trip gives the same value.
    case exact
    /// A value is created that the payload does not contain: a default.
    case needsDefault = "needs default"
    /// A value may be lost. Each one is returned as a loss.
    case captures
    /// The older value cannot be distinguished from the newer one, and there is no way back.
    case oneWay = "one-way"

    /// Whether the left class is less severe.
    public static func < (lhs: LossClass, rhs: LossClass) -> Bool { lhs.rank < rhs.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension Sequence where Element == JSONOperation {
    /// The gravest class of all operations; of none, exact.
    var lossClass: LossClass { map(\.lossClass).max() ?? .exact }

    /// The class of a scope of these operations, if the way back may have a condition of its own: the way back changes
    /// values for which that already holds.
    func lossClass(withReverse condition: Condition?) -> LossClass {
        let hasWork = contains { !$0.written.isEmpty }
        return condition != nil && hasWork ? Swift.max(lossClass, .captures) : lossClass
    }
}
