extension TypeSketch {
    /// A type whose members cannot be recorded by running its `init(from:)`.
    public struct RecordingError: DiagnosableError {
        /// The kind of problem. The list may grow.
        public struct Code: RawRepresentable, Sendable, Hashable {
            /// The name of the code.
            public let rawValue: String

            /// A code with the given name.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// The type refuses every value that was tried.
            public static let refused = Code(rawValue: "refused")
            /// Creating a value of the type needs another value of the type.
            public static let needsItself = Code(rawValue: "needsItself")
            /// One place is read in several ways, and no other member decides which.
            public static let ambiguous = Code(rawValue: "ambiguous")
            /// The type has more alternatives than are tried.
            public static let tooManyWays = Code(rawValue: "tooManyWays")
        }

        /// The kind of problem.
        public let code: Code

        /// The type.
        public let type: String

        /// The place of the type in the sketched model, by coding keys.
        public let path: JSONPointer

        /// The error of the type, if it threw one.
        public let underlying: (any Error)?

        private let reason: String

        init(_ code: Code, _ type: Any.Type, at path: [any CodingKey], _ reason: String, underlying: (any Error)? = nil)
        {
            self.code = code
            self.type = String(describing: type)
            self.path = JSONPointer(codingPath: path)
            self.reason = reason
            self.underlying = underlying
        }

        /// The parts of the error.
        public var diagnostic: Diagnostic {
            Diagnostic(
                message: "\(type) cannot be sketched: \(reason); a hint can describe it", path: path.isRoot ? nil : path
            )
        }
    }
}
