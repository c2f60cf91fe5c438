extension VersionLaws {
    /// The result of checking laws.
    public struct Report: Sendable, CustomStringConvertible, Error {
        /// How often each law was checked. Documents that a path refuses, and paths without a way back, do not count.
        public internal(set) var checked: [VersionLaws.Law: Int] = [:]

        /// How many documents a path refused.
        public internal(set) var refused = 0

        /// The first failure of each law and path.
        public internal(set) var failures: [VersionLaws.Failure] = []

        /// How often each operation and bridge was applied, by its step and name, including those in branches and
        /// scopes.
        public internal(set) var coverage: [String: Int] = [:]

        /// Whether every law held.
        public var isSound: Bool { failures.isEmpty }

        /// The parts that no document has exercised, in alphabetical order.
        public var notExercised: [String] { coverage.filter { $0.value == 0 }.map(\.key).sorted() }

        /// Throws the report if a law does not hold, or, on request, if something was not exercised, or no law could be
        /// checked because every document was refused.
        public func require(fullCoverage: Bool = false) throws(VersionLaws.Report) {
            if !isSound || fullCoverage && (!notExercised.isEmpty || checked.isEmpty) { throw self }
        }

        /// The failures, and what was not exercised.
        public var description: String {
            var lines = failures.map(\.description)
            lines += notExercised.map { "not exercised: \($0)" }
            let counts = VersionLaws.Law.allCases.compactMap { law in checked[law].map { "\(law.rawValue) \($0)" } }
            lines.append("checked: \(counts.joined(separator: ", ")); refused: \(refused)")
            return lines.joined(separator: "\n")
        }
    }
}
