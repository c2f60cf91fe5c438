/// The number of a node of an arena.
package struct NodeID: Hashable, Sendable {
    package let raw: Int32

    package init(_ raw: Int32) { self.raw = raw }

    /// No node.
    package static var none: NodeID { NodeID(-1) }

    package var isNone: Bool { raw < 0 }
}

/// One value of an arena, with its key, in 64 bytes.
///
/// Nodes exist only for values that an operation has reached: a container that is not opened is one node. The number of
/// a node stays the same when the value moves.
package struct ArenaNode {
    var parent: NodeID = .none
    var next: NodeID = .none
    var previous: NodeID = .none
    var first: NodeID = .none
    var last: NodeID = .none
    /// The number of children of an open container.
    var count: Int32 = 0
    /// The byte of the text at which the value began that this one comes from; `noPlace` for a made value.
    package var origin: UInt32 = ArenaNode.noPlace
    /// The node of the index that had this place in the container when that was opened; `noPlace` where none had.
    var slot: UInt32 = ArenaNode.noPlace
    /// The node of the index that the value is, or that an open container was.
    var source: UInt32 = ArenaNode.noPlace
    /// Of a made scalar, its bytes in the side buffer; of a foreign value, its number; of an open container, its first
    /// children.
    var start: UInt32 = 0
    var length: UInt32 = 0
    /// The key: a node of the index, or bytes in the side buffer.
    var keyStart: UInt32 = 0
    var keyLength: UInt32 = 0
    var keyHash: UInt32 = 0
    /// The number of a foreign key, which knows its spelling.
    var keyText: Int32 = -1
    /// The kind, as an index has it.
    package var rawKind: UInt8 = 0
    var form: Form = .indexed
    var flags: UInt8 = 0
    var keyForm: KeyForm = .none

    /// No offset, no node.
    package static var noPlace: UInt32 { .max }

    /// No node of the index, and not ``noPlace``.
    static var noObject: UInt32 { .max - 1 }

    /// How a value is held.
    enum Form: UInt8 {
        /// A node of the index, unchanged; a container has not been looked into.
        case indexed
        /// A scalar whose characters are in the side buffer.
        case made
        /// A value from Swift: a constant of a plan, the result of a custom operation.
        case foreign
        /// A container whose children are nodes.
        case open
        /// A container of the index with deferred changes: `start` is their list, `length` its number among the
        /// children of its container.
        case deferred
        /// A container of the index to each of whose children deferred changes are still to be made: `start` is their
        /// list.
        case childrenDeferred
    }

    enum KeyForm: UInt8 {
        case none
        case indexed
        case made
    }

    /// Something in the value has changed.
    static let dirty: UInt8 = 1
    /// The value has not left the container that it was opened in.
    static let inPlace: UInt8 = 2
    /// The children of the open container do not follow each other as those of its source do.
    static let irregular: UInt8 = 4
    /// The open container has a table of its keys.
    static let hasTable: UInt8 = 8
    /// Children of the open container have come, gone or changed their order.
    static let reordered: UInt8 = 16
    /// The characters of the scalar were computed of those of another one, while that was noted.
    static let computed: UInt8 = 32

    /// The flags that describe the value itself, not its place.
    static let ofContents = irregular | hasTable | reordered | computed

    package var isContainer: Bool { rawKind >= 5 }
    package var isObject: Bool { rawKind == 6 }
    package var isArray: Bool { rawKind == 5 }
    package var isNull: Bool { rawKind == 0 }
    package var isNumber: Bool { rawKind == 3 }
    package var isString: Bool { rawKind == 4 }
    var isDirty: Bool { flags & Self.dirty != 0 }
    var isInPlace: Bool { flags & Self.inPlace != 0 }
    var isDeferred: Bool { form == .deferred || form == .childrenDeferred }
    var hasKey: Bool { keyForm != .none }
    /// Whether the value is as it was in the text, closed, and in its container, under its key.
    var isUntouched: Bool { form == .indexed && isInPlace && slot == source && keyForm != .made }

    package var kind: JSONKind {
        switch rawKind {
        case 0: .null
        case 1, 2: .boolean
        case 3: .number
        case 4: .string
        case 5: .array
        default: .object
        }
    }
}
