import Synchronization

/// The rules of a decoder, and the sessions of calls that are over, kept for the next ones.
///
/// A session belongs to one call at a time: it is taken out of its place by one atomic exchange, and put back by
/// another, so there is no lock. More calls at once than places make sessions of their own. `@unchecked Sendable`
/// because of that: a session in a place is held by nobody else, and whoever takes it out is its only holder.
final class SessionPool: @unchecked Sendable {
    let rules: DecodingRules

    private let first = Atomic<Unmanaged<DecodingSession>?>(nil)
    private let second = Atomic<Unmanaged<DecodingSession>?>(nil)

    /// Up to so many nodes (4 MB) are kept from one call to the next.
    private static let largestKept = 1 << 18

    init(_ rules: DecodingRules) { self.rules = rules }

    deinit {
        first.exchange(nil, ordering: .acquiring)?.takeRetainedValue().dropContainers()
        second.exchange(nil, ordering: .acquiring)?.takeRetainedValue().dropContainers()
    }

    /// A session for one call.
    func take() -> DecodingSession {
        if let kept = first.exchange(nil, ordering: .acquiring) ?? second.exchange(nil, ordering: .acquiring) {
            return kept.takeRetainedValue()
        }
        return DecodingSession(rules: rules)
    }

    /// Keeps a session that nobody else holds.
    ///
    /// - `own`: Its own memory, where it was lent another.
    func keep(_ session: consuming DecodingSession, backTo own: IndexBuffer? = nil) {
        guard session.memory.capacity <= Self.largestKept else { return session.dropContainers() }
        if let own { session.memory = own }
        let kept = Unmanaged.passRetained(session)
        if first.compareExchange(expected: nil, desired: kept, ordering: .releasing).exchanged { return }
        if second.compareExchange(expected: nil, desired: kept, ordering: .releasing).exchanged { return }
        kept.takeRetainedValue().dropContainers()
    }
}
