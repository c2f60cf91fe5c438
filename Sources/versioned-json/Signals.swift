#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif
import Migrations
import Synchronization

/// The signals that end the tool: temporary files go first, then the process ends as by the signal, so that a shell
/// sees why.
///
/// Signals that the parent process ignores or blocks stay as they are. The others are blocked, and a thread waits
/// for them, which may do what a signal handler must not. Those that belong to a write that fails (`SIGPIPE`,
/// `SIGXFSZ`) wait for the thread that wrote.
enum Signals {
    /// The signals that are taken over.
    private static let taken: [Int32] = {
        var blocked = sigset_t()
        sigemptyset(&blocked)
        pthread_sigmask(SIG_BLOCK, nil, &blocked)
        return [SIGINT, SIGTERM, SIGHUP, SIGXFSZ, SIGPIPE].filter {
            sigismember(&blocked, $0) == 0 && !isIgnored($0)
        }
    }()

    /// Takes the signals over, before any other thread is started.
    static func start() {
        var signals = set(of: taken)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        // Without a thread that waits, each signal does what it does to other programs.
        if !startThread() { pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
    }

    // MARK: Cancelling

    /// The signal that a run is to end for; 0: none has come; -1: signals end the process at once.
    private static let cancelling = Atomic<Int32>(-1)

    /// From now on, a first signal lets the run finish what is under way; a second one ends the process at once.
    static func cancelInsteadOfEnding() { cancelling.store(0, ordering: .relaxed) }

    /// Whether a signal has come that the run is to end for.
    static var isCancelled: Bool { cancelling.load(ordering: .relaxed) > 0 }

    /// Ends the process by the signal that the run has ended for.
    static func endWhereCancelled() {
        let number = cancelling.load(ordering: .relaxed)
        if number > 0 { end(by: number) }
    }

    private static func cancels(for number: Int32) -> Bool {
        guard [SIGINT, SIGTERM, SIGHUP].contains(number) else { return false }
        return cancelling.compareExchange(expected: 0, desired: number, ordering: .relaxed).exchanged
    }

    /// Ends the process if a signal has come that no thread waited for: that of a failed write.
    static func endWhereOneIsPending() {
        var pending = sigset_t()
        sigemptyset(&pending)
        sigpending(&pending)
        if let number = taken.first(where: { sigismember(&pending, $0) == 1 }) { end(by: number) }
    }

    private static func end(by number: Int32) -> Never {
        FileReplacement.abandonAll()
        signal(number, SIG_DFL)
        var signals = set(of: [number])
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)
        // The status that a shell would report, if the signal has not ended the process.
        exit(128 + number)
    }

    /// A signal that is ignored is found by setting another disposition: the struct of `sigaction` is another one on
    /// each system.
    private static func isIgnored(_ number: Int32) -> Bool {
        let ignored = unsafeBitCast(SIG_IGN, to: UInt.self)
        guard let before = signal(number, SIG_DFL), unsafeBitCast(before, to: UInt.self) == ignored else {
            return false
        }
        signal(number, SIG_IGN)
        return true
    }

    private static func set(of numbers: [Int32]) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        return set
    }

    private static func startThread() -> Bool {
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        return pthread_create(
            &thread, nil,
            { _ in
                var signals = Signals.set(of: Signals.taken)
                var number: Int32 = 0
                while true {
                    while sigwait(&signals, &number) != 0 {}
                    if !Signals.cancels(for: number) { Signals.end(by: number) }
                }
            }, nil) == 0
    }
}
