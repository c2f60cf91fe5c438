extension TypeSketch {
    /// The value that a model reads and writes in one place: a scalar, or nested values. The list may grow.
    ///
    /// ```swift
    /// TypeSketch.Value.array(.optional(.date)).description    // "[Date or null]"
    /// ```
    public indirect enum Value: Sendable, Hashable {
        /// A string.
        case text
        /// `true` or `false`.
        case boolean
        /// An integer with a bit width.
        case integer(bits: Int, isSigned: Bool)
        /// A `Double` (64 bits), `Float` (32) or `Float16`.
        case floatingPoint(bits: Int)
        /// A `Decimal`.
        case decimal
        /// A `Date`, in the format of the version.
        case date
        /// `Data`, in the format of the version.
        case data
        /// A `URL`.
        case url
        /// A `UUID`.
        case uuid
        /// One of a list: the raw values of an enum.
        case oneOf([TypeSketch.Scalar])
        /// Any number of values of one kind.
        case array(TypeSketch.Value)
        /// An array with a different kind of value at each index.
        case tuple([TypeSketch.Value])
        /// An array of alternating keys and values: a dictionary whose keys are neither text nor integers.
        case pairs(key: TypeSketch.Value, value: TypeSketch.Value)
        /// An object whose keys are data: a dictionary. Keys that are integers are written as text.
        case dictionary(key: TypeSketch.Value, value: TypeSketch.Value)
        /// The value, or `null`.
        case optional(TypeSketch.Value)
        /// The object of a type; its members are in ``TypeSketch/objects``.
        case object(TypeSketch.RecordedType)
        /// A `Versioned` value. It names its own version, and the version around it does not apply.
        case versioned(TypeSketch.Value)
        /// A value that another member decides: `target` has another kind if `type` is `"song"`.
        case chosen(by: String, [TypeSketch.Choice])
        /// Any value; no format applies to it.
        case anything

        /// An `Int`.
        public static let int = TypeSketch.Value.integer(bits: Int.bitWidth, isSigned: true)

        /// A `Double`.
        public static let double = TypeSketch.Value.floatingPoint(bits: 64)

        /// The object of a model, which is recorded, or has a sketch of its own.
        public static func model(_ type: Any.Type) -> TypeSketch.Value { .object(TypeSketch.RecordedType(type)) }
    }
}

extension TypeSketch {
    /// A value of a deciding member, and the kind that it selects.
    public struct Choice: Sendable, Hashable {
        /// The value of the deciding member.
        public let value: TypeSketch.Scalar

        /// The kind of the decided value in this case.
        public let sketch: TypeSketch.Value

        /// A value, and the kind that it selects.
        public init(_ value: TypeSketch.Scalar, _ sketch: TypeSketch.Value) {
            self.value = value
            self.sketch = sketch
        }
    }
}

extension TypeSketch {
    /// A value that is known before any payload arrives: `"song"`, `7`.
    public enum Scalar: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
        ExpressibleByBooleanLiteral, CustomStringConvertible
    {
        /// A string.
        case text(String)
        /// An integer.
        case integer(Int128)
        /// `true` or `false`.
        case boolean(Bool)

        /// A string.
        public init(stringLiteral value: String) { self = .text(value) }

        /// An integer.
        public init(integerLiteral value: Int) { self = .integer(Int128(value)) }

        /// `true` or `false`.
        public init(booleanLiteral value: Bool) { self = .boolean(value) }

        /// The value as JSON.
        public var json: JSONValue {
            switch self {
            case .text(let text): .string(text)
            case .integer(let integer): .integer(integer)
            case .boolean(let flag): .bool(flag)
            }
        }

        /// The value's JSON text.
        public var description: String { json.text() }
    }
}

extension TypeSketch.Value: CustomStringConvertible {
    /// The sketch in Swift notation, as far as possible: `[String: Date]`, `"song" | "user"`.
    public var description: String {
        switch self {
        case .text: "String"
        case .boolean: "Bool"
        case .integer(Int.bitWidth, true): "Int"
        case .integer(UInt.bitWidth, false): "UInt"
        case .integer(let bits, let isSigned): (isSigned ? "Int" : "UInt") + "\(bits)"
        case .floatingPoint(64): "Double"
        case .floatingPoint(32): "Float"
        case .floatingPoint(let bits): "Float\(bits)"
        case .decimal: "Decimal"
        case .date: "Date"
        case .data: "Data"
        case .url: "URL"
        case .uuid: "UUID"
        case .oneOf(let values): values.map(\.description).joined(separator: " | ")
        case .array(let element): "[\(element)]"
        case .tuple(let elements): "(" + elements.map(\.description).joined(separator: ", ") + ")"
        case .pairs(let key, let value): "[\(key), \(value), …]"
        case .dictionary(let key, let value): "[\(key): \(value)]"
        case .optional(let value): "\(value) or null"
        case .object(let type): type.name
        case .versioned(let value): "Versioned<\(value)>"
        case .chosen(let key, let choices):
            "by \(key): " + choices.map { "\($0.value) \($0.sketch)" }.joined(separator: ", ")
        case .anything: "anything"
        }
    }

    /// Changes the sketches of which this one is made, one level down.
    func mapped(_ change: (TypeSketch.Value) throws -> TypeSketch.Value) rethrows -> TypeSketch.Value {
        switch self {
        case .array(let value): .array(try change(value))
        case .tuple(let values): .tuple(try values.map(change))
        case .pairs(let key, let value): .pairs(key: try change(key), value: try change(value))
        case .dictionary(let key, let value): .dictionary(key: try change(key), value: try change(value))
        case .optional(let value): .optional(try change(value))
        case .versioned(let value): .versioned(try change(value))
        case .chosen(let key, let choices):
            .chosen(by: key, try choices.map { TypeSketch.Choice($0.value, try change($0.sketch)) })
        default: self
        }
    }
}
