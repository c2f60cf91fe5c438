public import VersionedCodec

extension MigrationPlan {
    /// A part of a plan that is allowed but probably a mistake.
    ///
    /// ```swift
    /// let plan = try MigrationPlan(planFile: bytes)    // {"op": "remove", "path": "/items/*/note"}
    /// for warning in plan.warnings { print(warning) }
    /// // 12:34: "/items/*/note" leads to a member whose key is "*"; for all elements, write {"op": "each", …
    /// ```
    public struct Warning: Sendable, Hashable, CustomStringConvertible {
        /// The doubt, and what to write instead, in one sentence.
        public let message: String

        /// The place in the plan file. For a plan that was created in Swift, its place as a plan file.
        public let path: JSONPointer

        /// The line and the column in the plan file; `nil` for a plan that was created in Swift.
        public let position: SourcePosition?

        /// The message, with its position and its place.
        public var description: String {
            let place = position.map { "\($0.line):\($0.column): " } ?? ""
            return "\(place)\(message) (at \"\(path)\")"
        }
    }
}
