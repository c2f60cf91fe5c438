/// One entry of a document's index: a value or a key, in 16 bytes.
///
/// The nodes of a document stand in the order of its text. Behind an array stand its elements; behind an object stand its
/// members, a key and then its value. A container's `next` leads behind everything that it holds.
package struct IndexNode: Sendable {
    /// The byte at which it begins: the bracket or brace, the first digit or sign, the first letter, the first byte behind
    /// the opening quote.
    package var offset: UInt32

    /// The number of its bytes: a container with both brackets, a string or key without its quotes.
    package var length: UInt32

    /// Of a value, the node behind it and all that it holds; of a key, the hash of its characters.
    package var next: UInt32

    /// Kind, flags and, of a container, the number of members or elements.
    var meta: UInt32

    init(offset: UInt32, length: UInt32, next: UInt32, meta: UInt32) {
        self.offset = offset
        self.length = length
        self.next = next
        self.meta = meta
    }

    // MARK: Kinds and flags

    static let null: UInt32 = 0
    static let `false`: UInt32 = 1
    static let `true`: UInt32 = 2
    static let number: UInt32 = 3
    static let string: UInt32 = 4
    static let array: UInt32 = 5
    static let object: UInt32 = 6
    static let key: UInt32 = 7
    static let kindMask: UInt32 = 7

    /// A string or key that holds an escape, or something that only a tolerance lets in.
    static let escaped: UInt32 = 8
    /// A number without a point and an exponent.
    static let integer: UInt32 = 16
    /// An object with a key that stands twice.
    static let repeatedKey: UInt32 = 32
    /// Counts of members begin at this bit; the greatest one means "so many or more".
    static let countShift: UInt32 = 8
    static let greatestCount: UInt32 = 0xFF_FFFF

    package var rawKind: UInt32 { meta & Self.kindMask }

    /// Whether it is an array or an object.
    package var isContainer: Bool { rawKind == Self.array || rawKind == Self.object }

    package var isObject: Bool { rawKind == Self.object }

    package var isArray: Bool { rawKind == Self.array }

    package var isString: Bool { rawKind == Self.string }

    package var isNumber: Bool { rawKind == Self.number }

    package var isNull: Bool { rawKind == Self.null }

    /// The boolean, or `nil` for another kind.
    package var bool: Bool? {
        switch rawKind {
        case Self.true: true
        case Self.false: false
        default: nil
        }
    }

    /// Whether a string or key must be resolved before its bytes are its characters.
    package var isEscaped: Bool { meta & Self.escaped != 0 }

    /// Whether a number has neither a point nor an exponent.
    package var isInteger: Bool { meta & Self.integer != 0 }

    /// Whether an object has a key twice, which only an option lets in.
    package var hasRepeatedKey: Bool { meta & Self.repeatedKey != 0 }

    /// The number of members or elements of a container, or `nil` where it has more than a node can say.
    package var count: Int? {
        let count = meta >> Self.countShift
        return count == Self.greatestCount ? nil : Int(count)
    }

    /// The kind of the value.
    package var kind: JSONKind {
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
    package var span: Range<Int> {
        let quote = rawKind == Self.string || rawKind == Self.key ? 1 : 0
        return Int(offset) - quote..<Int(offset) + Int(length) + quote
    }

    /// The bytes of the value, a string without its quotes.
    package var content: Range<Int> { Int(offset)..<Int(offset) + Int(length) }
}
