/// A keyed container that is used again for the next object of its key type.
///
/// The sheet keeps those of some key types. Where somebody still has one, as where objects of one key type stand within
/// each other, a container is made that is not kept.
struct ContainerBox {
    private var lender: ContainerLender?

    /// The object that the container writes now; unless there is one, a place beyond all open values.
    fileprivate(set) var value = OpenValueReference(index: .max, id: 0)
    fileprivate(set) var table: Unmanaged<KeyTable>?

    /// The part of another object that it is, if it is one; the part itself once it is in a tree.
    fileprivate(set) var nestedID: ObjectIdentifier?
    var nested: NestedValue?

    /// Whether nobody else has the container; `nil` where there is none.
    var isFree: Bool? {
        lender?.isFree
    }

    /// The container for another object; `nil` where it cannot be given out.
    @inline(__always)
    fileprivate mutating func lend(
        _ value: OpenValueReference, _ table: Unmanaged<KeyTable>, _ nested: NestedValue?
    ) -> ContainerLender? {
        guard let lender, lender.isFree else { return nil }
        write(value, table, nested)
        return lender
    }

    @inline(__always)
    private mutating func write(_ value: OpenValueReference, _ table: Unmanaged<KeyTable>, _ nested: NestedValue?) {
        self.value = value
        self.table = table
        if nestedID != nil { (nestedID, self.nested) = (nil, nil) }
        if let nested { nestedID = ObjectIdentifier(nested) }
    }

    /// Keeps a container, which reads its object here.
    fileprivate mutating func keep<Key: CodingKey>(
        _ container: KeyedEncodingContainer<Key>, _ value: OpenValueReference, _ table: Unmanaged<KeyTable>,
        _ nested: NestedValue?
    ) {
        lender = Lender(container)
        write(value, table, nested)
    }

    /// Whether keyed containers can be kept.
    fileprivate static let canKeep = ContainerLender.isOneObject(
        TreeEncoder(node: EncodingNode(), context: .ended(userInfo: [:]), path: nil)
            .container(keyedBy: PayloadKey.self))
}

extension EncodingSheet {
    /// A container of an object.
    @inline(__always)
    func keyedContainer<Key: CodingKey>(
        _ type: Key.Type, _ value: OpenValueReference, _ table: Unmanaged<KeyTable>,
        _ met: UnsafeMutablePointer<MetType>, _ nested: NestedValue?
    ) -> KeyedEncodingContainer<Key> {
        if let box = met.pointee.box, let lender = box.pointee.lend(value, table, nested) {
            nested?.box = box
            return lender.lend(KeyedEncodingContainer<Key>.self)
        }
        return newContainer(type, value, table, met, nested)
    }

    @inline(never)
    private func newContainer<Key: CodingKey>(
        _ type: Key.Type, _ value: OpenValueReference, _ table: Unmanaged<KeyTable>,
        _ met: UnsafeMutablePointer<MetType>, _ nested: NestedValue?
    ) -> KeyedEncodingContainer<Key> {
        if met.pointee.box == nil, ContainerBox.canKeep { met.pointee.box = spareBox() }
        guard let box = met.pointee.box, box.pointee.isFree != false else {
            return KeyedEncodingContainer(SheetKeyedContainer<Key>(sheet: self, box: nil, value, table, nested))
        }
        let container = KeyedEncodingContainer(SheetKeyedContainer<Key>(sheet: self, box: box, value, table, nil))
        box.pointee.keep(container, value, table, nested)
        nested?.box = box
        return container
    }
}
