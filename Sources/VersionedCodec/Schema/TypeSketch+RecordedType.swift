extension TypeSketch {
    /// A type whose members a sketch contains: a model, or an object within one that has no type of its own.
    public struct RecordedType: Sendable, Hashable, CustomStringConvertible {
        /// The type's name. For an object without a type, the name of the enclosing model and the keys that lead to it:
        /// `Page.meta`.
        public let name: String

        /// The type, which may be asked for its layouts; `nil` for an object without one.
        let type: Any.Type?

        private let id: ObjectIdentifier

        /// The type of a model.
        public init(_ type: Any.Type) {
            self.type = type
            id = ObjectIdentifier(type)
            name = String(describing: type)
        }

        /// An object within the object of a type.
        init(within outer: TypeSketch.RecordedType, at key: String) {
            type = nil
            id = outer.id
            name = "\(outer.name).\(key)"
        }

        /// The name.
        public var description: String { name }

        /// Whether both are the same type.
        public static func == (lhs: TypeSketch.RecordedType, rhs: TypeSketch.RecordedType) -> Bool {
            lhs.id == rhs.id && lhs.name == rhs.name
        }

        /// Hashes the identity of the type.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(id)
            hasher.combine(name)
        }
    }
}
