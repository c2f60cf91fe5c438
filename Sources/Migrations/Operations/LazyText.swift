import Synchronization

/// A text that is made when it is first asked for, and kept.
final class LazyText: Sendable {
    private let text = Mutex<String?>(nil)

    /// The text; it is made by a function of values that do not change.
    func value(_ make: () -> String) -> String {
        if let known = text.withLock({ $0 }) { return known }
        let made = make()
        text.withLock { $0 = made }
        return made
    }
}
