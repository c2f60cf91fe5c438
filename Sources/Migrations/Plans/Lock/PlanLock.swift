public import VersionedCodec

/// Keep a lock beside a plan whose steps are released: it records them, and detects later edits.
///
/// Payloads have been written by a released step, so the next change must be a separate step. For each released step, a
/// lock keeps its fingerprint and its operations. The summary and the notes are only words, and may be edited.
///
/// ```swift
/// var lock = PlanLock()
/// lock.add(plan)                   // all steps, or those up to a version: lock.add(plan, through: "2")
/// let file = lock.file.text()      // to keep beside the plan
///
/// let kept = try PlanLock(lockFile: file)
/// kept.violations(in: editedPlan)  // [1 → 2: operations/0 was {"op":"rename",…}, is {"op":"rename",…}]
/// ```
///
/// ```json
/// {"lockFormat": 2, "plan": "Shop order", "steps": [
///   {"from": "1", "to": "2", "fingerprint": "sha256:c5b0…",
///    "step": {"operations": [{"op": "rename", "path": "/total", "to": "price"}]}}]}
/// ```
///
/// If a version leaves out what it does not know, the step to it has its `knows` as well.
///
/// For a bridge, the names of its type and of its wire models are kept. Changes of its Swift code are not detected.
public struct PlanLock: Sendable, Equatable {
    /// The format of lock files that this library writes. It also reads format 1, whose steps do not say what a
    /// version knows.
    public static let format = 2

    /// One released step.
    public struct Step: Sendable, Equatable {
        /// The label of the older version.
        public let from: String

        /// The label of the newer version.
        public let to: String

        /// The content of the step without its words: the operations in the form of a plan file, or the bridge.
        public let content: JSONValue

        /// SHA-256 of the step's versions and content, written on one line: `sha256:` and 64 hexadecimal digits.
        public var fingerprint: String {
            let whole: JSONValue = ["from": .string(from), "to": .string(to), "step": content]
            return "sha256:" + SHA256.hexadecimal(of: whole.bytes(in: .compact))
        }
    }

    /// The name of the plan; `nil` if nothing has been added yet.
    public private(set) var name: String?

    /// The released steps, in the order in which they were added.
    public internal(set) var steps: [Step] = []

    /// The format of the file that it was read from.
    let fileFormat: Int

    /// An empty lock.
    public init() { fileFormat = PlanLock.format }

    init(name: String, steps: [Step], fileFormat: Int) {
        self.name = name
        self.steps = steps
        self.fileFormat = fileFormat
    }

    /// Adds the steps of a plan that are not locked yet. Locked steps stay as they were released.
    ///
    /// - `label`: The newest released version; by default the newest of the plan.
    /// - Returns: The steps that were added: `1 → 2`.
    /// - Throws: ``MigrationError`` with the code `unknownVersion` for a label that is not in the plan.
    @discardableResult public mutating func add(
        _ plan: MigrationPlan, through label: String? = nil
    ) throws(MigrationError) -> [String] {
        let end = try label.map { (label) throws(MigrationError) in try plan.index(of: label) } ?? plan.labels.count - 1
        name = name ?? plan.name
        var added: [String] = []
        for migration in plan.migrations(between: 0, end) where !steps.contains(where: { $0.isOf(migration) }) {
            steps.append(Step(from: migration.from, to: migration.to, content: plan.content(of: migration)))
            added.append("\(migration.from) → \(migration.to)")
        }
        return added
    }

    /// The released steps that differ in a plan; empty if there are none.
    public func violations(in plan: MigrationPlan) -> [PlanLock.Violation] {
        steps.compactMap { step in
            guard let migration = plan.migrations.first(where: step.isOf) else {
                return PlanLock.Violation(
                    from: step.from, to: step.to, changes: ["the plan no longer has the step"])
            }
            var content = plan.content(of: migration)
            if fileFormat == 1, step.content["knows"] == nil { content.object?["knows"] = nil }
            let now = Step(from: migration.from, to: migration.to, content: content)
            if now.fingerprint == step.fingerprint { return nil }
            var changes = StepDifference.lines(from: step.content, to: now.content)
            for isUp in [true, false] where step.leads(isUp: isUp) {
                guard let reason = migration.reasonForNoWay(isUp: isUp) else { continue }
                let (start, end) = isUp ? (step.from, step.to) : (step.to, step.from)
                changes.append(
                    "the path from \(start) \(isUp ? "up" : "back") to \(end), which it had, is missing: \(reason)")
            }
            return PlanLock.Violation(from: step.from, to: step.to, changes: changes)
        }
    }
}

extension PlanLock.Step {
    func isOf(_ migration: Migration) -> Bool { from == migration.from && to == migration.to }

    /// Whether the step led somewhere in a direction when it was released, as far as its operations can be read without
    /// Swift.
    fileprivate func leads(isUp: Bool) -> Bool {
        guard let operations = content["operations"] else { return content[isUp ? "up" : "down"] != nil }
        // Operations that cannot be read without Swift have no path here; reading the plan reports why.
        guard let read = try? MemberReader.operations(ofStep: operations) else { return false }
        return Migration(from: from, to: to, "", operations: read).reasonForNoWay(isUp: isUp) == nil
    }
}

extension MemberReader {
    fileprivate static func operations(ofStep operations: JSONValue) throws -> [JSONOperation] {
        let step: JSONValue = ["operations": operations]
        let document = try JSONDocument(parsing: step.bytes())
        var members = try MemberReader(document.root, at: .root, in: document, PlanFileEnvironment())
        return try members.operations("operations", deeper: false)
    }
}

extension PlanLock {
    /// A released step that has been edited.
    public struct Violation: Sendable, Equatable, CustomStringConvertible {
        /// The label of the older version.
        public let from: String

        /// The label of the newer version.
        public let to: String

        /// The differences, operation by operation.
        public let changes: [String]

        /// The violation in words, a line for each change.
        public var description: String {
            (["the released step \(from) → \(to) has been edited; make the next change a separate step"]
                + changes.map { "    " + $0 }).joined(separator: "\n")
        }
    }
}

extension MigrationPlan {
    /// The content of a step, with what its newer version knows.
    fileprivate func content(of migration: Migration) -> JSONValue {
        var content = migration.content
        if let knows = self[migration.to]?.knows { content.object?["knows"] = knows.json }
        return content
    }
}

extension Migration {
    /// The content of the migration, without its words.
    fileprivate var content: JSONValue {
        var writer = MemberWriter()
        switch directions {
        case .derived(let operations): writer.lock(operations, as: "operations")
        case .declared(let up, let down):
            if let up { writer.lock(up, as: "up") }
            if let down { writer.lock(down, as: "down") }
        case .bridge(let bridge):
            writer["bridge"] = .string(bridge.description)
            writer["older"] = .string(bridge.older.description)
            writer["newer"] = .string(bridge.newer.description)
        case .reformatting(let reformatting):
            writer["reformatting"] = .string(reformatting.description)
            if let operations = reformatting.operations {
                writer.lock(operations.up, as: "up")
                writer.lock(operations.down, as: "down")
            }
        }
        return .object(writer.object)
    }
}

extension MemberWriter {
    /// Writes operations without the sentences for people, which may be edited.
    mutating func lock(_ operations: [JSONOperation], as name: String) {
        self[name] = .array(JSONArray(operations.map(\.json.withoutSummaries)))
    }
}
