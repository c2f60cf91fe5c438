/// A keyed container of a scope that is used again for the next object of its key type, and that object.
struct ObjectBox {
    fileprivate var lender: ContainerLender?

    /// The object that the container reads now, or has read last; ``DecodingScope/nothing`` before.
    fileprivate(set) var node = DecodingScope.nothing

    fileprivate var keys: (any CodingKey.Type)?
}

/// The containers of a scope that are used again.
///
/// They hold the scope, so the scope gives them up before it goes: ``drop()``.
///
/// Unsafe code: `boxes` points to `most` boxes as long as this lives, which is as long as the scope and every container
/// of it.
final class ObjectBoxes {
    private let places = TypeTable<UnsafeMutablePointer<ObjectBox>?>(nil)
    private let boxes: UnsafeMutablePointer<ObjectBox>

    /// How many are given out.
    private(set) var count = 0
    private static let most = 32

    /// Whether no container is lent any more.
    private var isOver = false

    init() {
        boxes = .allocate(capacity: Self.most)
        boxes.initialize(repeating: ObjectBox(), count: Self.most)
    }

    deinit {
        places.deallocate()
        boxes.deinitialize(count: Self.most)
        boxes.deallocate()
    }

    /// The container of a key type, for another object; `nil` where there is none, or somebody has it.
    @inline(__always)
    func lend<Key: CodingKey>(_ type: Key.Type, _ node: UInt32) -> ContainerLender? {
        guard let box = places.find(type)?.pointee, let lender = box.pointee.lender, lender.isFree else { return nil }
        box.pointee.node = node
        return lender
    }

    /// A place for the container of a key type that has none yet; `nil` where it has one, or there are enough.
    func place<Key: CodingKey>(for type: Key.Type) -> UnsafeMutablePointer<ObjectBox>? {
        let place = places.place(for: type)
        guard place.pointee == nil, count < Self.most, !isOver, Self.canKeep else { return nil }
        defer { count += 1 }
        place.pointee = boxes + count
        return boxes + count
    }

    /// Keeps a container, which reads its object in the box.
    func keep<Key: CodingKey>(
        _ container: KeyedDecodingContainer<Key>, in box: UnsafeMutablePointer<ObjectBox>, _ node: UInt32
    ) {
        box.pointee.lender = Lender(container)
        box.pointee.node = node
        box.pointee.keys = Key.self
    }

    /// Whether nobody has any of the containers. Those that nobody has forget their objects, whose places may be those
    /// of others in the next document.
    func areFreeAtEnd() -> Bool {
        for index in 0..<count {
            if boxes[index].lender?.isFree == false { return false }
            boxes[index].node = DecodingScope.nothing
        }
        return true
    }

    /// The key types whose containers read an object, now or last.
    func forEachKeyType(of object: UInt32, inUse: Bool, _ body: (any CodingKey.Type) -> Void) {
        for index in 0..<count where boxes[index].node == object {
            if (boxes[index].lender?.isFree == false) == inUse, let keys = boxes[index].keys { body(keys) }
        }
    }

    /// Gives up the containers for good. Those that somebody has go on reading their objects in the boxes.
    func drop() {
        for index in 0..<count { boxes[index].lender = nil }
        places.clear()
        isOver = true
    }

    /// Whether keyed containers can be kept.
    private static let canKeep = ContainerLender.isOneObject(
        KeyedDecodingContainer(
            IndexKeyedContainer<PayloadKey>(scope: DecodingScope(rules: DecodingRules()), node: 0, box: nil)))
}

extension DecodingScope {
    /// A container of an object, made anew.
    @inline(never)
    func newContainer<Key: CodingKey>(_ type: Key.Type, _ node: UInt32) -> KeyedDecodingContainer<Key> {
        let box = boxes.place(for: type)
        let container = KeyedDecodingContainer(IndexKeyedContainer<Key>(scope: self, node: node, box: box))
        guard let box else {
            opened.note(type, node, in: self)
            return container
        }
        if boxes.count == 1 { opened.add(boxes, context) }
        boxes.keep(container, in: box, node)
        return container
    }
}
