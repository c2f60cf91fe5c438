public import VersionedCodec

/// A mistake in a plan file.
///
/// ```swift
/// // plan.json:9:12: unknown operation "renam"; did you mean "rename"? known: add, again, arrayToMembers, … (at "/migrations/0/up/0/op")
/// ```
public struct PlanFileError: DiagnosableError, Equatable {
    /// What kind of mistake it is; the list may grow.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the code.
        public let rawValue: String

        /// A code of the given name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A member that is needed is not there.
        public static let missingMember = Code(rawValue: "missingMember")
        /// A member that means nothing there.
        public static let unknownMember = Code(rawValue: "unknownMember")
        /// A value of the wrong kind.
        public static let wrongKind = Code(rawValue: "wrongKind")
        /// A value that is not one of those known.
        public static let unknownValue = Code(rawValue: "unknownValue")
        /// A value of the right kind that cannot be used.
        public static let invalidValue = Code(rawValue: "invalidValue")
        /// Each part is right, but they are no plan together.
        public static let invalidPlan = Code(rawValue: "invalidPlan")
        /// A plan of a set that cannot be read.
        public static let unreadablePlan = Code(rawValue: "unreadablePlan")
        /// A plan file of a format that this library does not know.
        public static let unsupportedFormat = Code(rawValue: "unsupportedFormat")
    }

    /// What kind of mistake it is.
    public let code: Code

    /// What kind of fault of the plan it is, where each part is right but they are no plan together: ``Code-swift.struct/invalidPlan``.
    public internal(set) var fault: PlanError.Code?

    /// What is wrong, in one sentence.
    public let message: String

    /// Where, in the plan file.
    public let path: JSONPointer

    /// Where that is in its bytes.
    public let position: SourcePosition?

    /// The error in the form that one renderer makes text of.
    public var diagnostic: Diagnostic { Diagnostic(message: message, position: position, path: path) }
}

/// The name of a list that a mistyped name was probably meant to be.
package enum NearestName {
    /// The nearest of the known names, or `nil` where none is near: more than a third of the letters differ, or the only one.
    package static func of(_ name: String, in known: [String]) -> String? {
        guard name.count > 2 else { return nil }
        if name.utf8.count > 64 { return nil }  // No name is near that.
        let distances = known.map { (name: $0, distance: distance(name.lowercased(), $0.lowercased())) }
        guard let best = distances.min(by: { $0.distance < $1.distance }) else { return nil }
        let length = max(name.count, best.name.count)
        return best.distance < length && best.distance <= max(1, length / 3) ? best.name : nil
    }

    /// `did you mean "x"? known: x, y, z`
    static func hint(for name: String, in known: [String]) -> String {
        let list = "known: " + known.sorted().joined(separator: ", ")
        return of(name, in: known).map { "did you mean \"\($0)\"? " + list } ?? list
    }

    /// How many letters must be added, removed, replaced or swapped with their neighbour.
    private static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left), Array(right))
        var rows = [Array(0...right.count)]
        for (i, a) in left.enumerated() {
            var row = [i + 1]
            for (j, b) in right.enumerated() {
                var cost = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a == b ? 0 : 1))
                if i > 0, j > 0, a == right[j - 1], left[i - 1] == b { cost = min(cost, rows[i - 1][j - 1] + 1) }
                row.append(cost)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
