/// A keyed container that is used again for the next object of its key type.
///
/// The output keeps those of some key types. If one is still in use, as where objects of one key type are
/// within each other, a new container is made and not kept.
///
/// Unsafe code: `Unmanaged<KeyTable>` holds no reference: the `KeyTables` of the rules own their tables, and the
/// output's scope owns the rules. A slot lies in memory of the output, which every container holds, so a pointer to it
/// is good as long as the container.
struct EncodingContainerSlot {
    private var reusable: ReusableContainer?

    /// The object that the container writes now; unless there is one, a place beyond all open values.
    fileprivate(set) var value = FrameReference(index: .max, id: 0)
    fileprivate(set) var table: Unmanaged<KeyTable>?

    /// Whether it was used since it was last found free.
    private var wasLent = false

    /// Whether no model holds the container; `nil` if there is none.
    var isFree: Bool? {
        mutating get {
            guard let reusable else { return nil }
            if wasLent { wasLent = !reusable.isFree }
            return !wasLent
        }
    }

    /// The container for another object; `nil` if it is in use.
    @inline(__always)
    fileprivate mutating func lend(_ value: FrameReference, _ table: Unmanaged<KeyTable>) -> ReusableContainer? {
        guard let reusable, reusable.isFree else { return nil }
        (self.value, self.table, wasLent) = (value, table, true)
        return reusable
    }

    /// Keeps a container, which reads its object here.
    fileprivate mutating func keep<Key: CodingKey>(
        _ container: KeyedEncodingContainer<Key>, _ value: FrameReference, _ table: Unmanaged<KeyTable>
    ) {
        reusable = TypedReusableContainer(container)
        (self.value, self.table, wasLent) = (value, table, true)
    }

    /// Whether keyed containers can be kept.
    fileprivate static let canKeep = ReusableContainer.isOneObject(
        TreeEncoder(node: EncodingNode(), context: .ended(userInfo: [:]), path: nil)
            .container(keyedBy: PayloadKey.self))
}

extension JSONOutput {
    /// A container of an object.
    @inline(__always)
    func keyedContainer<Key: CodingKey>(
        _ type: Key.Type, _ value: FrameReference, _ table: Unmanaged<KeyTable>,
        _ info: UnsafeMutablePointer<TypeInfo>
    ) -> KeyedEncodingContainer<Key> {
        if let containerSlot = info.pointee.containerSlot,
            let reusable = containerSlot.pointee.lend(value, table)
        {
            return reusable.lend(KeyedEncodingContainer<Key>.self)
        }
        return newContainer(type, value, table, info)
    }

    @inline(never)
    private func newContainer<Key: CodingKey>(
        _ type: Key.Type, _ value: FrameReference, _ table: Unmanaged<KeyTable>,
        _ info: UnsafeMutablePointer<TypeInfo>
    ) -> KeyedEncodingContainer<Key> {
        if info.pointee.containerSlot == nil, EncodingContainerSlot.canKeep { info.pointee.containerSlot = newSlot() }
        guard let containerSlot = info.pointee.containerSlot, containerSlot.pointee.isFree != false else {
            return KeyedEncodingContainer(
                OutputKeyedContainer<Key>(output: self, containerSlot: nil, value, table))
        }
        let container = KeyedEncodingContainer(
            OutputKeyedContainer<Key>(output: self, containerSlot: containerSlot, value, table))
        containerSlot.pointee.keep(container, value, table)
        return container
    }
}
