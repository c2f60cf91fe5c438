/// The path from one version to the target, as parts of ``VersionPaths``.
struct VersionPath: Sendable {
    /// Brings a document into the current form of its version.
    var normalizing: Range<Int>
    /// The steps from there, in one piece where the versions are a line.
    let rest: [Range<Int>]

    var isEmpty: Bool { normalizing.isEmpty && rest.allSatisfy { $0.isEmpty } }
}

/// The ways from all versions of a plan to one of them.
///
/// Ways share their last steps, so each step is made once: the cost grows with the plan, and not with its paths.
struct VersionPaths<Part> {
    /// The compiled steps; those of one path are adjacent.
    private(set) var parts: [Part] = []

    /// For each version its way; `nil` if there is none, or a step on it could not be made.
    private(set) var ways: [VersionPath?]

    /// - `make`: Makes the parts of a step; `nil` if that is impossible.
    init(_ plan: MigrationPlan, to target: String, _ make: (MigrationPath.Step) -> [Part]?) {
        ways = [VersionPath?](repeating: nil, count: plan.versions.count)
        guard let end = plan.places[target] else { return }
        ways[end] = VersionPath(normalizing: 0..<0, rest: [])
        guard plan.graph.isLine else {
            addBranches(end, plan, make)
            leaveOutClosed(end, plan)
            return
        }
        add((0..<end).reversed().map { ($0, $0) }, isUp: true, plan, make)
        add((end + 1..<max(end + 1, ways.count)).map { ($0, $0 - 1) }, isUp: false, plan, make)
        for version in 0...end where ways[version] != nil { normalize(version, plan, make) }
        leaveOutClosed(end, plan)
    }

    /// Takes away the ways that begin in a version that is only written, and those to one that is only read.
    private mutating func leaveOutClosed(_ end: Int, _ plan: MigrationPlan) {
        for version in ways.indices
        where version != end
            && (plan.versions[version].access == .writeOnly || plan.versions[end].access == .readOnly)
        {
            ways[version] = nil
        }
    }

    /// Adds the ways of versions that do not form a line; each step is made once.
    private mutating func addBranches(
        _ end: Int, _ plan: MigrationPlan, _ make: (MigrationPath.Step) -> [Part]?
    ) {
        var known: [MigrationGraph.Edge: Range<Int>?] = [:]
        for version in ways.indices {
            guard let edges = plan.graph.path(from: version, to: end) else { continue }
            var rest: [Range<Int>] = []
            for edge in edges {
                if known[edge] == nil {
                    // Running the plan reports why there is no way.
                    let new = (try? plan.step(edge.migration, isUp: edge.isUp)).flatMap(make)
                    known[edge] = .some(new.map { parts.count..<parts.count + $0.count })
                    parts += new ?? []
                }
                if let range = known[edge] ?? nil { rest.append(range) }
            }
            guard rest.count == edges.count else { continue }
            ways[version] = VersionPath(normalizing: 0..<0, rest: rest)
            if edges.first?.isUp != false { normalize(version, plan, make) }
        }
    }

    /// Adds the ways from versions ever farther away, with the number of the migration that each begins with.
    private mutating func add(
        _ versions: [(version: Int, migration: Int)], isUp: Bool, _ plan: MigrationPlan,
        _ make: (MigrationPath.Step) -> [Part]?
    ) {
        var made: [(version: Int, parts: [Part])] = []
        for (version, migration) in versions {
            // Running the plan reports why there is no way.
            guard let step = try? plan.step(migration, isUp: isUp), let parts = make(step) else { break }
            made.append((version, parts))
        }
        var starts: [(version: Int, start: Int)] = []
        for (version, new) in made.reversed() {
            starts.append((version, parts.count))
            parts += new
        }
        for (version, start) in starts {
            ways[version] = VersionPath(normalizing: 0..<0, rest: [start..<parts.count])
        }
    }

    /// Adds what a document of a version needs before anything else.
    private mutating func normalize(_ version: Int, _ plan: MigrationPlan, _ make: (MigrationPath.Step) -> [Part]?) {
        let start = parts.count
        for step in plan.normalizing(plan.versions[version]) {
            guard let new = make(step) else {
                ways[version] = nil
                return
            }
            parts += new
        }
        ways[version]?.normalizing = start..<parts.count
    }
}
