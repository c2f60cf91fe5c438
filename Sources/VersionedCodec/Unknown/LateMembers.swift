import Synchronization

/// Unknown members that may change until the object that they are in has been read.
final class LateMembers: Sendable {
    private let content = Mutex<[UnknownMembers.Holder]>([])

    var holders: [UnknownMembers.Holder] {
        get { content.withLock { $0 } }
        set { content.withLock { $0 = newValue } }
    }
}

extension LateMembers: CustomDebugStringConvertible {
    /// The members, where a model is printed.
    var debugDescription: String { "\(holders)" }
}
