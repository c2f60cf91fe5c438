extension TypeSketch {
    /// The members of one type's object, in the order in which the type asks for them.
    public struct Object: Sendable, Hashable, CustomStringConvertible {
        /// The type.
        public let type: TypeSketch.RecordedType

        /// The members that the type knows.
        public let members: [Member]

        /// The value at the place of a superclass, requested by `superDecoder()`.
        public let superclass: TypeSketch.Value?

        /// The key type of the container that the superclass is requested from; its layout says where that is.
        let superclassKeys: TypeSketch.RecordedType?

        /// The members whose keys are data, if the type reads such members beside, or instead of, known ones.
        public let others: TypeSketch.Value?

        /// One member.
        public struct Member: Sendable, Hashable {
            /// Its coding key. The ``KeyLayout`` of the key's type declares its place in payloads.
            public let key: any CodingKey

            /// The sketch of its value.
            public let value: TypeSketch.Value

            /// Whether a payload without it is an error.
            public let isRequired: Bool

            /// The text of the key in Swift.
            public var name: String { key.stringValue }

            /// Whether both are equal, including the types of their keys.
            public static func == (lhs: Member, rhs: Member) -> Bool {
                lhs.hasKey(of: rhs) && lhs.value == rhs.value && lhs.isRequired == rhs.isRequired
            }

            /// Hashes key and value.
            public func hash(into hasher: inout Hasher) {
                hasher.combine(ByteKey(name))
                hasher.combine(ObjectIdentifier(Swift.type(of: key)))
                hasher.combine(value)
            }

            /// The same member, which is required or not.
            package func whereRequired(_ isRequired: Bool) -> Member {
                Member(key: key, value: value, isRequired: isRequired)
            }

            /// Whether both have one key.
            package func hasKey(of other: Member) -> Bool {
                ObjectIdentifier(Swift.type(of: key)) == ObjectIdentifier(Swift.type(of: other.key))
                    && name.utf8.elementsEqual(other.name.utf8)
            }
        }

        init(
            type: TypeSketch.RecordedType, members: [Member], superclass: TypeSketch.Value? = nil,
            superclassKeys: (any CodingKey.Type)? = nil, others: TypeSketch.Value? = nil
        ) {
            self.type = type
            self.members = members
            self.superclass = superclass
            self.superclassKeys = superclassKeys.map { TypeSketch.RecordedType($0) }
            self.others = others
        }

        /// The members, one on each line: `name: String`, and `name?: Date or null` for one that may be absent.
        public var description: String {
            var lines = ["\(type)"]
            lines += members.map { "    \($0.name)\($0.isRequired ? "" : "?"): \($0.value)" }
            if let superclass { lines.append("    superclass: \(superclass)") }
            if let others { lines.append("    other members: \(others)") }
            return lines.joined(separator: "\n")
        }
    }
}

// MARK: - By hand

extension TypeSketch {
    /// One member of a sketch by hand: its value, and whether it may be absent.
    ///
    /// ```swift
    /// .required(.text)     // name: String
    /// .optional(.date)     // bornOn: Date?
    /// ```
    public struct Member: Sendable, Hashable {
        let value: TypeSketch.Value
        let isRequired: Bool

        /// A member that is always present.
        public static func required(_ value: TypeSketch.Value) -> TypeSketch.Member {
            TypeSketch.Member(value: value, isRequired: true)
        }

        /// A member that may be absent, or `null`.
        public static func optional(_ value: TypeSketch.Value) -> TypeSketch.Member {
            TypeSketch.Member(value: .optional(value), isRequired: false)
        }
    }
}

extension TypeSketch.Object {
    /// A sketch by hand.
    ///
    /// ```swift
    /// TypeSketch.Object(Money.self, keys: Money.CodingKeys.self, [.amount: .required(.decimal), .since:
    /// .optional(.date)]) // JSON  {"amount": 19.90, "since": "2020-06-13"}
    /// ```
    ///
    /// - `superclass`: The value at the place of a superclass.
    /// - `others`: The values of members whose keys are data, if there are any.
    public init<Key: CodingKey>(
        _ type: Any.Type, keys: Key.Type, _ members: KeyValuePairs<Key, TypeSketch.Member>,
        superclass: TypeSketch.Value? = nil,
        others: TypeSketch.Value? = nil
    ) {
        self.init(
            type: TypeSketch.RecordedType(type),
            members: members.map { Member(key: $0.key, value: $0.value.value, isRequired: $0.value.isRequired) },
            superclass: superclass, superclassKeys: superclass == nil ? nil : keys, others: others)
    }
}
