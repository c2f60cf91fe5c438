/// An open value; open values are on a stack.
///
/// Unsafe code: `Unmanaged<KeyTable>` holds no reference: the `KeyTables` of the rules own their tables, and the
/// output's scope owns the rules.
struct OutputFrame {
    enum State: UInt8 {
        /// Nothing has been written.
        case nothing
        /// One value without members or elements, or that another container wrote.
        case value
        case object
        case array
        /// A value that a layout puts elsewhere: it continues as a tree, which is written at the end.
        case tree
    }

    /// Differs from that of earlier frames at the same place of the stack; never zero.
    let id: UInt32
    var state: State = .nothing

    /// Whether the places of the members are noted, because their keys may come twice, or are to be sorted.
    var notesMembers = false

    /// Whether a key may have been written twice, so that all members are looked at.
    var mayRepeat = false

    /// The slot of the key whose member holds the version, written first; -1 if there is none.
    var stampSlot: Int16 = -1

    /// Whether the model wrote that key too, and where; that member is not looked at yet.
    var repeatsStamp = false

    /// The number of the member that holds a superclass, which has no key; -1 if there is none.
    var superclassMember: Int32 = -1

    var ownStamp = 0

    /// The number of bytes of the version that was written as the first member; 0 if there is none.
    var stampCount: Int32 = 0

    /// Whether it has nested containers or encoders.
    var hasSegments = false

    /// Whether a superclass has been written into a member of its own, which has no key.
    var hasSuperclass: Bool { superclassMember >= 0 }

    /// Whether its end needs more than a bracket.
    var isUnsettled: Bool { notesMembers || repeatsStamp || hasSegments || hasSeveralKeyTypes }

    /// Whether another key type writes into the object too.
    var hasSeveralKeyTypes = false

    /// The index of the first noted member.
    var firstMember = 0

    /// Where it begins in the bytes.
    let start: Int

    /// The members or elements that have been written.
    var count = 0

    /// The keys that have been written.
    var keys = KeySet()

    /// The table of the key type that opened the object first; the encoder holds it.
    var table: Unmanaged<KeyTable>?

    /// The type that is being written, if it is known.
    var model: Any.Type?
}

/// A set of keys of one key type, by their slots in its table.
struct KeySet {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    func contains(_ slot: Int) -> Bool { (slot < 64 ? low >> UInt64(slot) : high >> UInt64(slot & 63)) & 1 != 0 }

    /// Notes that a key is written; false where it was already.
    @inline(__always)
    mutating func insert(_ slot: Int) -> Bool {
        let bit: UInt64 = 1 << UInt64(slot & 63)
        if slot < 64 {
            guard low & bit == 0 else { return false }
            low |= bit
        } else {
            guard high & bit == 0 else { return false }
            high |= bit
        }
        return true
    }
}

/// Which open value an encoder or container is of; it may have been ended meanwhile.
struct FrameReference {
    let index: Int32
    let id: UInt32
}

extension JSONOutput {
    /// Notes that an open value is written.
    func finish(_ reference: FrameReference) { values[Int(reference.index)].state = .value }
}
