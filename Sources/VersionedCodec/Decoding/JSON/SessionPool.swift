/// The rules of a decoder, and the sessions of calls that are over, kept for the next ones. A session belongs to one
/// call at a time.
final class SessionPool: Sendable {
    let rules: DecodingRules

    private let idle = RecyclingPool<DecodingSession>()

    /// Up to so many nodes (4 MB) are kept from one call to the next.
    private static let largestKept = 1 << 18

    init(_ rules: DecodingRules) { self.rules = rules }

    deinit { while let session = idle.take() { session.dropContainers() } }

    /// A session for one call.
    func take() -> DecodingSession { idle.take() ?? DecodingSession(rules: rules) }

    /// Keeps a session that nothing else holds.
    ///
    /// - `own`: Its own memory, if it borrowed another's.
    func keep(_ session: consuming DecodingSession, backTo own: IndexBuffer? = nil) {
        guard session.memory.capacity <= Self.largestKept else { return session.dropContainers() }
        if let own { session.memory = own }
        if !idle.keep(session) { session.dropContainers() }
    }
}
