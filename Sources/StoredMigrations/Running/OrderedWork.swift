import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import CSystemFiles
    import Glibc
#elseif canImport(Musl)
    import CSystemFiles
    import Musl
#elseif canImport(Android)
    import Android
    import CSystemFiles
#endif

/// Does pieces of work on several threads, and hands out the results in the order in which the pieces came. With one
/// thread, that is the caller's.
final class OrderedWork<Input: Sendable, Output> {
    private let body: @Sendable (Input) -> Output
    private let threads: Int
    private let queue: WorkQueue?
    /// The pieces whose results have not been handed out, the oldest first.
    private var pieces: [Piece] = []

    /// A piece: one thread writes its result before it reports it, and the caller reads it afterwards.
    private final class Piece: @unchecked Sendable {
        let input: Input
        var output: Output?
        let done = Signal()

        init(_ input: Input) { self.input = input }
    }

    /// - `isBeside`: Whether even one thread is another than the caller's.
    init(threads: Int, isBeside: Bool = false, body: @escaping @Sendable (Input) -> Output) {
        (self.threads, self.body) = (threads, body)
        let queue = threads > 1 || isBeside ? WorkQueue(threads: threads) : nil
        // Where the system has no thread left, the caller does all.
        self.queue = queue?.isEmpty == true ? nil : queue
    }

    /// Whether there is room for another piece, so that no thread has to wait, and no more is in memory than that
    /// needs.
    var wantsMore: Bool { pieces.count < (queue == nil ? 1 : 2 * threads + 1) }

    func add(_ input: Input) {
        let piece = Piece(input)
        pieces.append(piece)
        guard let queue else { return }
        let body = body
        queue.add {
            piece.output = body(piece.input)
            piece.done.raise()
        }
    }

    /// The result of the oldest piece, after waiting if necessary; `nil` if there is none.
    func next() -> Output? {
        if pieces.isEmpty { return nil }
        // Pieces hold open folders, so none is kept.
        let piece = pieces.removeFirst()
        guard queue != nil else { return body(piece.input) }
        piece.done.wait()
        // A thread that is late in letting go of the piece must not keep files that the caller has done with.
        defer { piece.output = nil }
        return piece.output
    }

    /// Waits for what is under way, and ends the threads.
    func finish() {
        while queue != nil, next() != nil {}
        queue?.end()
    }

    deinit { queue?.end() }
}

/// Threads that run the given functions, one after another.
final class WorkQueue: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var isEnding = false
    }

    private let state = Mutex(State())
    private let signal = Signal()
    private let threads = Atomic(0)

    init(threads: Int) {
        for _ in 0..<threads where WorkThread.start({ self.work() }) { self.threads.add(1, ordering: .relaxed) }
    }

    /// Whether no thread could be started.
    var isEmpty: Bool { threads.load(ordering: .relaxed) == 0 }

    func add(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.waiting.append(body) }
        signal.raise()
    }

    func end() {
        let isFirst = state.withLock { state in
            defer { state.isEnding = true }
            return !state.isEnding
        }
        if isFirst { for _ in 0..<threads.load(ordering: .relaxed) { signal.raise() } }
    }

    private func work() {
        while true {
            signal.wait()
            let (body, isEnding) = state.withLock { state in
                (state.waiting.isEmpty ? nil : state.waiting.removeFirst(), state.isEnding)
            }
            if let body { body() } else if isEnding { return }
        }
    }
}

/// A count that threads wait for: each ``raise()`` lets one ``wait()`` continue.
///
/// Unsafe code: it owns the mutex and the condition from `init` to `deinit`; `count` is only accessed under the mutex.
final class Signal: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var count = 0

    init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    func raise() {
        pthread_mutex_lock(mutex)
        count += 1
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    func wait() {
        pthread_mutex_lock(mutex)
        while count == 0 { pthread_cond_wait(condition, mutex) }
        count -= 1
        pthread_mutex_unlock(mutex)
    }
}

/// A thread of the operating system, with a stack as large as that of the first one: threads of the runtime have much
/// smaller ones.
///
/// Unsafe code: the new thread takes over the one reference to the body; if there is no thread, it is released here.
enum WorkThread {
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a thread; false where the system has none left.
    static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, 8 << 20)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let body = Unmanaged.passRetained(Body(run))
        #if canImport(Darwin)
            var thread: pthread_t?
            let status = pthread_create(
                &thread, &attributes,
                {
                    Unmanaged<Body>.fromOpaque($0).takeRetainedValue().run()
                    return nil
                }, body.toOpaque())
        #else
            var thread = pthread_t()
            let status = pthread_create(
                &thread, &attributes,
                {
                    if let body = $0 { Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
                    return nil
                }, body.toOpaque())
        #endif
        if status != 0 { body.release() }
        return status == 0
    }
}

/// The processors of the machine.
enum Processors {
    static var count: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}

/// Open files.
enum OpenFiles {
    /// How many the process may have at once.
    static var most: Int {
        let count = sysconf(Int32(_SC_OPEN_MAX))
        return count > 0 ? Int(count) : 256
    }
}
