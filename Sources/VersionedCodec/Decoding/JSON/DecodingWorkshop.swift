import Synchronization

/// The rules of a decoder, and the scopes of calls that are over, kept for the next ones.
///
/// A scope belongs to one call at a time: it is taken out of its place by one atomic exchange, and put back by another,
/// so there is no lock. More calls at once than places make scopes of their own. `@unchecked Sendable` because of that:
/// a scope in a place is held by nobody else, and whoever takes it out is its only holder.
final class DecodingWorkshop: @unchecked Sendable {
    let rules: DecodingRules

    private let first = Atomic<Unmanaged<DecodingScope>?>(nil)
    private let second = Atomic<Unmanaged<DecodingScope>?>(nil)

    /// Up to so many nodes (4 MB) are kept from one call to the next.
    private static let largestKept = 1 << 18

    init(_ rules: DecodingRules) { self.rules = rules }

    deinit {
        first.exchange(nil, ordering: .acquiring)?.takeRetainedValue().dropBoxes()
        second.exchange(nil, ordering: .acquiring)?.takeRetainedValue().dropBoxes()
    }

    /// A scope for one call.
    func take() -> DecodingScope {
        if let kept = first.exchange(nil, ordering: .acquiring) ?? second.exchange(nil, ordering: .acquiring) {
            return kept.takeRetainedValue()
        }
        return DecodingScope(rules: rules)
    }

    /// Keeps a scope that nobody else holds.
    ///
    /// - `own`: Its own memory, where it was lent another.
    func keep(_ scope: consuming DecodingScope, backTo own: IndexBuffer? = nil) {
        guard scope.memory.capacity <= Self.largestKept else { return scope.dropBoxes() }
        if let own { scope.memory = own }
        let kept = Unmanaged.passRetained(scope)
        if first.compareExchange(expected: nil, desired: kept, ordering: .releasing).exchanged { return }
        if second.compareExchange(expected: nil, desired: kept, ordering: .releasing).exchanged { return }
        kept.takeRetainedValue().dropBoxes()
    }
}
