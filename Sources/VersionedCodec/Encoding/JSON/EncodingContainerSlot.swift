/// A keyed container that is used again for the next object of its key type.
///
/// The output keeps those of some key types. Where somebody still has one, as where objects of one key type are
/// within each other, a container is made that is not kept.
///
/// Unsafe code: `Unmanaged<KeyTable>` holds no reference: the `KeyTables` of the rules own their tables, and the
/// output's scope owns the rules. A slot lies in memory of the output, which every container holds, so a pointer to it
/// is good as long as the container.
struct EncodingContainerSlot {
    private var reusable: ReusableContainer?

    /// The object that the container writes now; unless there is one, a place beyond all open values.
    fileprivate(set) var value = FrameReference(index: .max, id: 0)
    fileprivate(set) var table: Unmanaged<KeyTable>?

    /// The part of another object that it is, if it is one; the part itself once it is in a tree.
    fileprivate(set) var nestedID: ObjectIdentifier?
    var nested: NestedValue?

    /// Whether nobody else has the container; `nil` if there is none.
    var isFree: Bool? {
        reusable?.isFree
    }

    /// The container for another object; `nil` if it cannot be given out.
    @inline(__always)
    fileprivate mutating func lend(
        _ value: FrameReference, _ table: Unmanaged<KeyTable>, _ nested: NestedValue?
    ) -> ReusableContainer? {
        guard let reusable, reusable.isFree else { return nil }
        write(value, table, nested)
        return reusable
    }

    @inline(__always)
    private mutating func write(_ value: FrameReference, _ table: Unmanaged<KeyTable>, _ nested: NestedValue?) {
        self.value = value
        self.table = table
        if nestedID != nil { (nestedID, self.nested) = (nil, nil) }
        if let nested { nestedID = ObjectIdentifier(nested) }
    }

    /// Keeps a container, which reads its object here.
    fileprivate mutating func keep<Key: CodingKey>(
        _ container: KeyedEncodingContainer<Key>, _ value: FrameReference, _ table: Unmanaged<KeyTable>,
        _ nested: NestedValue?
    ) {
        reusable = TypedReusableContainer(container)
        write(value, table, nested)
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
        _ info: UnsafeMutablePointer<TypeInfo>, _ nested: NestedValue?
    ) -> KeyedEncodingContainer<Key> {
        if let containerSlot = info.pointee.containerSlot,
            let reusable = containerSlot.pointee.lend(value, table, nested)
        {
            nested?.containerSlot = containerSlot
            return reusable.lend(KeyedEncodingContainer<Key>.self)
        }
        return newContainer(type, value, table, info, nested)
    }

    @inline(never)
    private func newContainer<Key: CodingKey>(
        _ type: Key.Type, _ value: FrameReference, _ table: Unmanaged<KeyTable>,
        _ info: UnsafeMutablePointer<TypeInfo>, _ nested: NestedValue?
    ) -> KeyedEncodingContainer<Key> {
        if info.pointee.containerSlot == nil, EncodingContainerSlot.canKeep { info.pointee.containerSlot = newSlot() }
        guard let containerSlot = info.pointee.containerSlot, containerSlot.pointee.isFree != false else {
            return KeyedEncodingContainer(
                OutputKeyedContainer<Key>(output: self, containerSlot: nil, value, table, nested))
        }
        let container = KeyedEncodingContainer(
            OutputKeyedContainer<Key>(output: self, containerSlot: containerSlot, value, table, nil))
        containerSlot.pointee.keep(container, value, table, nested)
        nested?.containerSlot = containerSlot
        return container
    }
}
