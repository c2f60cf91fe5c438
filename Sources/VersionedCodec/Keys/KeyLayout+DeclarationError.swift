extension KeyLayout {
    /// An invalid key layout.
    public struct DeclarationError: DiagnosableError, Equatable {
        /// The kind of mistake. The list may grow.
        public struct Code: RawRepresentable, Sendable, Hashable {
            /// The name of the code.
            public let rawValue: String

            /// A code with the given name.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// Two keys have the same place, or one key has the same place twice.
            public static let placeTakenTwice = Code(rawValue: "placeTakenTwice")
            /// One key is listed twice.
            public static let keyListedTwice = Code(rawValue: "keyListedTwice")
            /// The place of a key is the model's object itself.
            public static let placeIsTheObject = Code(rawValue: "placeIsTheObject")
            /// One key needs an array where another one needs an object.
            public static let arrayAndObject = Code(rawValue: "arrayAndObject")
            /// A flattened value has aliases, another place for writing, a form of scalars, or rules for nil. All of
            /// these need a member.
            public static let flattenedMember = Code(rawValue: "flattenedMember")
            /// A case of an enum has more than names.
            public static let caseWithAPlace = Code(rawValue: "caseWithAPlace")
            /// The first format of a member's dates cannot read its own output.
            public static let unreadableDates = Code(rawValue: "unreadableDates")
            /// A text that is not a JSON pointer is given as a path.
            public static let notAPointer = Code(rawValue: "notAPointer")
            /// A path in place of the name of a member.
            public static let pathForAName = Code(rawValue: "pathForAName")
            /// The name of a case and its value have the same key.
            public static let discriminatorTaken = Code(rawValue: "discriminatorTaken")
        }

        /// The kind of mistake.
        public let code: Code

        /// The coding-key type of the layout.
        public let keyType: String

        /// The keys concerned.
        public let keys: [String]

        /// The place concerned, if the layout names one.
        public let place: JSONPointer?

        /// The text or the format that cannot be used; `nil` if the code is enough.
        var detail: String?

        /// The parts of the error.
        public var diagnostic: Diagnostic { Diagnostic(message: "the layout of \(keyType) \(fault)", path: place) }

        private var fault: String {
            let names = keys.map { JSONValue.string($0).text() }.joined(separator: " and ")
            return switch code {
            case .placeTakenTwice: keys.count == 1 ? "puts \(names) here twice" : "puts \(names) in one place"
            case .keyListedTwice: "lists \(names) twice"
            case .placeIsTheObject:
                "puts \(names) in the place of the object itself; where its members join those of the object, say .flattened"
            case .arrayAndObject: "needs an array here for \(names), or an object; where digits are a key, say .members"
            case .flattenedMember:
                "flattens \(names), which has no place of its own then: no aliases, no other place on writing, no default, no forms of nil or scalars"
            case .caseWithAPlace: "gives the case \(names) more than names: say .key, .alias or .written(as:) only"
            case .unreadableDates: "gives \(names) dates that it cannot read: \(detail ?? "")"
            case .notAPointer: "gives \(names) a path that is none: \(detail ?? "")"
            case .pathForAName where keys.isEmpty: "puts the name of a case, or its value, under \(detail ?? "")"
            case .pathForAName: "gives \(names) \(detail ?? "")"
            case .discriminatorTaken: "puts the name of a case and its value under one key"
            default: code.rawValue
            }
        }
    }
}
