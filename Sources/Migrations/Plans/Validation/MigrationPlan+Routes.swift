import VersionedCodec

extension MigrationPlan {
    /// The migrations of a plan whose versions do not form a line, those to older versions first.
    static func connected(
        _ migrations: [Migration], by labels: [String], _ faults: inout PlanFaults
    ) -> [NumberedMigration] {
        let places = Dictionary(labels.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        var found: [(from: Int, to: Int, migration: NumberedMigration)] = []
        for (index, migration) in migrations.enumerated() {
            faults.attempt { () throws(PlanError) in
                for (label, end) in [(migration.from, "from"), (migration.to, "to")] where places[label] == nil {
                    throw PlanError(.unknownVersion, "the version \(unknown(label, labels))", in: .end(index, end))
                }
                guard let from = places[migration.from], let to = places[migration.to] else { return }
                if from >= to {
                    throw PlanError(
                        .notNeighbours,
                        "a migration leads from an older version to a newer one; "
                            + "\(quoted(migration.to)) is not behind \(quoted(migration.from)) in \(labels.joined(separator: ", "))",
                        in: .end(index, "to"))
                }
                if found.contains(where: { $0.from == from && $0.to == to }) {
                    throw PlanError(
                        .duplicate,
                        "there are two migrations from \(quoted(migration.from)) to \(quoted(migration.to))",
                        in: .migration(index))
                }
                found.append((from, to, NumberedMigration(migration: migration, index: index)))
            }
        }
        return found.inOrder { ($0.to, $0.from) < ($1.to, $1.from) }.map(\.migration)
    }

    /// The migrations as ways, each of which is known.
    static func graph(
        _ migrations: [Migration], _ versions: [PlanVersion], _ places: [String: Int], _ routes: [MigrationPlan.Route]?
    ) throws(PlanError) -> MigrationGraph {
        guard let routes else { return .line }
        var graph = MigrationGraph(migrations, places)
        let labels = versions.map(\.label)
        var faults = PlanFaults()
        for migration in migrations where !migration.leads(isUp: true) && !migration.leads(isUp: false) {
            faults.attempt { () throws(PlanError) in
                throw PlanError(
                    .unreachable,
                    "the migration from \(quoted(migration.from)) to \(quoted(migration.to)) leads neither up nor down",
                    in: .plan)
            }
        }
        for (index, version) in versions.enumerated() where versions.count > 1 {
            let (leadsHere, leadsAway) = graph.isConnected(index)
            faults.attempt { () throws(PlanError) in
                if !leadsHere && !leadsAway {
                    throw PlanError(
                        .gap, "there is no migration from or to \(quoted(version.label))", in: .version(index))
                }
                if !leadsHere, version.access == .writeOnly || version.access == .readWrite && index > 0 {
                    throw PlanError(
                        .unreachable, "no path leads to the version \(quoted(version.label))", in: .version(index))
                }
            }
        }
        for (index, route) in routes.enumerated() {
            faults.attempt { () throws(PlanError) in
                var stops: [Int] = []
                for label in [route.from] + route.via + [route.to] {
                    guard let place = places[label] else {
                        throw PlanError(.unknownVersion, "the version \(unknown(label, labels))", in: .route(index))
                    }
                    if stops.contains(place) {
                        throw PlanError(
                            .duplicate, "the route comes twice to the version \(quoted(label))", in: .route(index))
                    }
                    stops.append(place)
                }
                if let missing = graph.add(stops) {
                    throw PlanError(
                        .gap,
                        "the route goes from \(quoted(labels[missing.from])) to \(quoted(labels[missing.to])), where no migration leads",
                        in: .route(index))
                }
            }
        }
        try faults.check()
        for (from, to) in graph.ambiguities() {
            faults.attempt { () throws(PlanError) in
                throw PlanError(
                    .ambiguousRoute,
                    "several ways from \(quoted(labels[from])) to \(quoted(labels[to])) are equally short; name the one that documents go in \"routes\"",
                    in: .routes)
            }
        }
        try faults.check()
        return graph
    }

    /// The migrations on the way through the versions that are between two in the list of the plan, for readers of the
    /// changelog.
    func migrations(between start: Int, _ end: Int) -> [Migration] {
        let (low, high) = (min(start, end), max(start, end))
        if graph.isLine { return Array(migrations[low..<high]) }
        return migrations.filter { migration in
            guard let from = places[migration.from], let to = places[migration.to] else { return false }
            return from >= low && to > low && to <= high
        }
    }
}
