/// One entry of a document's index: a value or a key, in 16 bytes.
///
/// The nodes of a document are in the order of its text. After an array are its elements; after an object are its
/// members, a key and then its value. A container's `next` leads after everything that it holds.
///
/// `@usableFromInline`, since the compiler inlines into another module only what it may use there: the coders ask nodes
/// for every value.
@usableFromInline package struct IndexNode: Sendable {
    /// The byte at which it begins: the bracket or brace, the first digit or sign, the first letter, the first byte
    /// after the opening quote.
    @usableFromInline package var offset: UInt32

    /// The number of its bytes: a container with both brackets, a string or key without its quotes.
    @usableFromInline package var length: UInt32

    /// Of a value, the node after it and all that it holds; of a key, the hash of its characters.
    @usableFromInline package var next: UInt32

    /// Kind, flags and, of a container, the number of members or elements.
    @usableFromInline package var meta: UInt32

    init(offset: UInt32, length: UInt32, next: UInt32, meta: UInt32) {
        self.offset = offset
        self.length = length
        self.next = next
        self.meta = meta
    }

    // MARK: Kinds and flags

    @inlinable package static var null: UInt32 { 0 }
    @inlinable package static var `false`: UInt32 { 1 }
    @inlinable package static var `true`: UInt32 { 2 }
    @inlinable package static var number: UInt32 { 3 }
    @inlinable package static var string: UInt32 { 4 }
    @inlinable package static var array: UInt32 { 5 }
    @inlinable package static var object: UInt32 { 6 }
    @inlinable package static var key: UInt32 { 7 }
    @inlinable package static var kindMask: UInt32 { 7 }

    /// A string or key that contains an escape, or something that only a tolerance accepts.
    @inlinable package static var escaped: UInt32 { 8 }
    /// A number without a point and an exponent.
    @inlinable package static var integer: UInt32 { 16 }
    /// An object with a key that appears twice.
    @inlinable package static var repeatedKey: UInt32 { 32 }
    /// Counts of members begin at this bit; the greatest one means "so many or more".
    @inlinable package static var countShift: UInt32 { 8 }
    @inlinable package static var greatestCount: UInt32 { 0xFF_FFFF }

    @inlinable package var rawKind: UInt32 { meta & Self.kindMask }

    /// Whether it is an array or an object.
    @inlinable package var isContainer: Bool { rawKind == Self.array || rawKind == Self.object }

    @inlinable package var isObject: Bool { rawKind == Self.object }

    @inlinable package var isArray: Bool { rawKind == Self.array }

    @inlinable package var isString: Bool { rawKind == Self.string }

    @inlinable package var isNumber: Bool { rawKind == Self.number }

    @inlinable package var isNull: Bool { rawKind == Self.null }

    /// The boolean, or `nil` for another kind.
    @inlinable package var bool: Bool? {
        switch rawKind {
        case Self.true: true
        case Self.false: false
        default: nil
        }
    }

    /// Whether a string or key must be resolved before its bytes are its characters.
    @inlinable package var isEscaped: Bool { meta & Self.escaped != 0 }

    /// Whether a number has neither a point nor an exponent.
    @inlinable package var isInteger: Bool { meta & Self.integer != 0 }

    /// Whether an object has a key twice, which only an option accepts.
    @inlinable package var hasRepeatedKey: Bool { meta & Self.repeatedKey != 0 }

    /// The number of members or elements of a container, or `nil` if it has more than a node can hold.
    @inlinable package var count: Int? {
        let count = meta >> Self.countShift
        return count == Self.greatestCount ? nil : Int(count)
    }

    /// The kind of the value.
    @inlinable package var kind: JSONKind {
        switch rawKind {
        case Self.null: .null
        case Self.false, Self.true: .boolean
        case Self.number: .number
        case Self.string, Self.key: .string
        case Self.array: .array
        default: .object
        }
    }

    /// The bytes of the value, a string with its quotes.
    @inlinable package var span: Range<Int> {
        let quote = rawKind == Self.string || rawKind == Self.key ? 1 : 0
        return Int(offset) - quote..<Int(offset) + Int(length) + quote
    }

    /// The bytes of the value, a string without its quotes.
    @inlinable package var content: Range<Int> { Int(offset)..<Int(offset) + Int(length) }
}
