import Synchronization

/// Keeps at most two idle objects for the next tasks that need one. Further tasks make objects of their own.
///
/// Unsafe code: a place holds the address of an object and owns one reference to it, or is zero. The task that
/// exchanges the address for zero takes the reference over, so an object is given out once, without a lock. That makes
/// it `@unchecked Sendable`: no task uses an object while it is kept, and the task that takes it out is its only user.
package final class RecyclingPool<Element: AnyObject>: @unchecked Sendable {
    private let first = Atomic<UInt>(0)
    private let second = Atomic<UInt>(0)

    package init() {}

    deinit { while take() != nil {} }

    /// An object that was kept, if there is one.
    package func take() -> Element? {
        var place = first.exchange(0, ordering: .acquiringAndReleasing)
        if place == 0 { place = second.exchange(0, ordering: .acquiringAndReleasing) }
        guard let address = UnsafeRawPointer(bitPattern: place) else { return nil }
        return Unmanaged<Element>.fromOpaque(address).takeRetainedValue()
    }

    /// Keeps an object that nothing else uses; false where there are enough.
    package func keep(_ element: Element) -> Bool {
        let reference = Unmanaged.passRetained(element)
        let place = UInt(bitPattern: reference.toOpaque())
        if first.compareExchange(expected: 0, desired: place, ordering: .acquiringAndReleasing).exchanged
            || second.compareExchange(expected: 0, desired: place, ordering: .acquiringAndReleasing).exchanged
        {
            return true
        }
        reference.release()
        return false
    }
}
