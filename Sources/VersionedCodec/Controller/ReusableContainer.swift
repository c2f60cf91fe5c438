/// A keyed container of the standard library that is reused for each object of its key type.
///
/// Making one costs more than everything else for an object: the runtime looks up three generic types, and the standard
/// library makes an object of its own. The container is used for one object; when nothing else retains it any more, it
/// may be used for the next.
///
/// The unsafe part: a `KeyedDecodingContainer` or `KeyedEncodingContainer` is taken for the one reference that it is.
/// Code that keeps one checks that in every run of a program (``isOneObject(_:)``); if it ever is more, nothing is
/// kept.
class ReusableContainer {
    /// The reference that the container is.
    private let object: UnsafeMutablePointer<AnyObject>

    fileprivate init(_ object: UnsafeMutablePointer<AnyObject>) { self.object = object }

    /// Whether nothing else has the container.
    @inline(__always)
    final var isFree: Bool { isKnownUniquelyReferenced(&object.pointee) }

    /// The container, whose type is known.
    @inline(__always)
    final func lend<Container>(_ type: Container.Type) -> Container {
        unsafeDowncast(self, to: TypedReusableContainer<Container>.self).lend()
    }

    /// Whether a container is one reference to an object, and nothing else.
    static func isOneObject<Container>(_ container: Container) -> Bool {
        let parts = Array(Mirror(reflecting: container).children)
        return parts.count == 1 && Swift.type(of: parts[0].value) is AnyObject.Type
            && MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size
    }
}

/// Generic over the whole container, so that its type comes with the object: where only the key type is known, the
/// runtime would look it up.
final class TypedReusableContainer<Container>: ReusableContainer {
    private let container: UnsafeMutablePointer<Container>

    /// - `container`: One reference to an object, and nothing else.
    init(_ container: Container) {
        self.container = .allocate(capacity: 1)
        self.container.initialize(to: container)
        super.init(UnsafeMutableRawPointer(self.container).assumingMemoryBound(to: AnyObject.self))
    }

    deinit {
        container.deinitialize(count: 1)
        container.deallocate()
    }

    @inline(never)
    fileprivate func lend() -> Container { container.pointee }
}
