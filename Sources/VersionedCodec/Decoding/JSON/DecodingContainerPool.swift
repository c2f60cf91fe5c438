/// A keyed container of a session that is used again for the next object of its key type, and that object.
struct DecodingContainerSlot {
    fileprivate var reusable: ReusableContainer?

    /// The object that the container reads now, or has read last; ``DecodingSession/nothing`` before.
    fileprivate(set) var node = DecodingSession.nothing

    fileprivate var keys: (any CodingKey.Type)?
}

/// The containers of a session that are used again.
///
/// They hold the session, so the session gives them up before it goes: ``drop()``.
///
/// Unsafe code: `pool` points to `most` slots, which this owns; it lives as long as the session and every container of
/// it.
final class DecodingContainerPool {
    private let places = TypeTable<UnsafeMutablePointer<DecodingContainerSlot>?>(nil)
    private let pool: UnsafeMutablePointer<DecodingContainerSlot>

    /// How many slots are taken.
    private(set) var count = 0
    private static let most = 32

    /// Whether containers are no longer reused.
    private var isOver = false

    init() {
        pool = .allocate(capacity: Self.most)
        pool.initialize(repeating: DecodingContainerSlot(), count: Self.most)
    }

    deinit {
        places.deallocate()
        pool.deinitialize(count: Self.most)
        pool.deallocate()
    }

    /// The container of a key type, for another object; `nil` if there is none, or it is in use.
    @inline(__always)
    func lend<Key: CodingKey>(_ type: Key.Type, _ node: UInt32) -> ReusableContainer? {
        guard let slot = places.find(type)?.pointee, let reusable = slot.pointee.reusable, reusable.isFree else {
            return nil
        }
        slot.pointee.node = node
        return reusable
    }

    /// A place for the container of a key type that has none yet; `nil` if it has one, or there are enough.
    func place<Key: CodingKey>(for type: Key.Type) -> UnsafeMutablePointer<DecodingContainerSlot>? {
        let place = places.place(for: type)
        guard place.pointee == nil, count < Self.most, !isOver, Self.canKeep else { return nil }
        defer { count += 1 }
        place.pointee = pool + count
        return pool + count
    }

    /// Keeps a container, which reads its object in the slot.
    func keep<Key: CodingKey>(
        _ container: KeyedDecodingContainer<Key>, in slot: UnsafeMutablePointer<DecodingContainerSlot>, _ node: UInt32
    ) {
        slot.pointee.reusable = TypedReusableContainer(container)
        slot.pointee.node = node
        slot.pointee.keys = Key.self
    }

    /// Whether all containers are idle. Idle containers forget their objects, whose places may be those
    /// of others in the next document.
    func areFreeAtEnd() -> Bool {
        for index in 0..<count {
            if pool[index].reusable?.isFree == false { return false }
            pool[index].node = DecodingSession.nothing
        }
        return true
    }

    /// The key types whose containers read an object, now or last.
    func forEachKeyType(of object: UInt32, inUse: Bool, _ body: (any CodingKey.Type) -> Void) {
        for index in 0..<count where pool[index].node == object {
            if (pool[index].reusable?.isFree == false) == inUse, let keys = pool[index].keys { body(keys) }
        }
    }

    /// Drops the containers. Those that a model holds continue to read their objects in their slots.
    func drop() {
        for index in 0..<count { pool[index].reusable = nil }
        places.clear()
        isOver = true
    }

    /// Whether keyed containers can be kept.
    private static let canKeep = ReusableContainer.isOneObject(
        KeyedDecodingContainer(
            IndexKeyedContainer<PayloadKey>(session: DecodingSession(rules: DecodingRules()), node: 0, slot: nil)))
}

extension DecodingSession {
    /// A container of an object, newly made.
    @inline(never)
    func newContainer<Key: CodingKey>(_ type: Key.Type, _ node: UInt32) -> KeyedDecodingContainer<Key> {
        let slot = pool.place(for: type)
        let container = KeyedDecodingContainer(IndexKeyedContainer<Key>(session: self, node: node, slot: slot))
        guard let slot else {
            opened.note(type, node, in: self)
            return container
        }
        if pool.count == 1 { opened.add(pool, context) }
        pool.keep(container, in: slot, node)
        return container
    }
}
