/// A keyed container that is used again for the next object of its key type.
///
/// Making one costs more than all else about an object: the runtime looks up three generic types, and the standard library boxes the container.
/// So the sheet keeps the boxes of some key types. A box that nobody else holds is given out again, for another object; where somebody does, as
/// where objects of one key type stand within each other, a box is made that is not kept.
///
/// The unsafe part: a `KeyedEncodingContainer` is taken for the one object that it holds. That it is one reference to an object is looked at in
/// every run of a program (``isOneObject``); if it ever is not, no box is kept.
struct ContainerBox {
    private var object: AnyObject?

    /// The object that the container writes now; unless there is one, a place beyond all open values.
    fileprivate(set) var value = OpenValueReference(index: .max, id: 0)
    fileprivate(set) var table: Unmanaged<KeyTable>?

    /// The part of another object that it is, if it is one; the part itself once it is in a tree.
    fileprivate(set) var nestedID: ObjectIdentifier?
    var nested: NestedValue?

    /// Whether nobody else has the container; `nil` where there is none.
    var isFree: Bool? {
        mutating get { object == nil ? nil : isKnownUniquelyReferenced(&object) }
    }

    /// The container for another object; `nil` where it cannot be given out.
    @inline(__always)
    fileprivate mutating func lend(
        _ value: OpenValueReference, _ table: Unmanaged<KeyTable>, _ nested: NestedValue?
    ) -> AnyObject? {
        guard isKnownUniquelyReferenced(&object) else { return nil }
        write(value, table, nested)
        return object
    }

    @inline(__always)
    private mutating func write(_ value: OpenValueReference, _ table: Unmanaged<KeyTable>, _ nested: NestedValue?) {
        self.value = value
        self.table = table
        if nestedID != nil { (nestedID, self.nested) = (nil, nil) }
        if let nested { nestedID = ObjectIdentifier(nested) }
    }

    /// Keeps a container, which reads its object here; `nil` where another one is in use.
    @inline(never)
    fileprivate mutating func keep<Key: CodingKey>(
        _ type: Key.Type, _ value: OpenValueReference, _ table: Unmanaged<KeyTable>, _ nested: NestedValue?,
        _ make: () -> KeyedEncodingContainer<Key>
    ) -> KeyedEncodingContainer<Key>? {
        guard object == nil || isKnownUniquelyReferenced(&object), Self.isOneObject,
            MemoryLayout<KeyedEncodingContainer<Key>>.size == MemoryLayout<AnyObject>.size
        else { return nil }
        let container = make()
        object = unsafeBitCast(container, to: AnyObject.self)
        write(value, table, nested)
        return container
    }

    /// Whether a keyed container is one reference to an object, and nothing else.
    private static let isOneObject: Bool = {
        let probe = TreeEncoder(node: EncodingNode(), context: .ended(userInfo: [:]), path: nil)
            .container(keyedBy: PayloadKey.self)
        let parts = Array(Mirror(reflecting: probe).children)
        return parts.count == 1 && type(of: parts[0].value) is AnyObject.Type
            && MemoryLayout.size(ofValue: probe) == MemoryLayout<AnyObject>.size
    }()
}

extension EncodingSheet {
    /// A container of an object.
    @inline(__always)
    func keyedContainer<Key: CodingKey>(
        _ type: Key.Type, _ value: OpenValueReference, _ table: Unmanaged<KeyTable>,
        _ met: UnsafeMutablePointer<MetType>, _ nested: NestedValue?
    ) -> KeyedEncodingContainer<Key> {
        // Not one optional container: the runtime would look up its type, too.
        if let box = met.pointee.box, let object = box.pointee.lend(value, table, nested) {
            nested?.box = box
            return unsafeBitCast(object, to: KeyedEncodingContainer<Key>.self)
        }
        return newContainer(type, value, table, met, nested)
    }

    @inline(never)
    private func newContainer<Key: CodingKey>(
        _ type: Key.Type, _ value: OpenValueReference, _ table: Unmanaged<KeyTable>,
        _ met: UnsafeMutablePointer<MetType>, _ nested: NestedValue?
    ) -> KeyedEncodingContainer<Key> {
        if met.pointee.box == nil { met.pointee.box = spareBox() }
        if let box = met.pointee.box {
            let kept = box.pointee.keep(type, value, table, nested) {
                KeyedEncodingContainer(SheetKeyedContainer<Key>(sheet: self, box: box, value, table, nil))
            }
            if let kept {
                nested?.box = box
                return kept
            }
        }
        return KeyedEncodingContainer(SheetKeyedContainer<Key>(sheet: self, box: nil, value, table, nested))
    }
}
