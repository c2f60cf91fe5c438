import VersionedCodec

extension MigrationPlan {
    /// Fails where an operation reads what an earlier one of its migration has removed, up or down, or where two
    /// write one place.
    static func validatePlaces(
        _ migrations: [NumberedMigration], _ versions: [PlanVersion], _ faults: inout PlanFaults
    ) {
        for (index, version) in versions.enumerated() {
            faults.attempt { () throws(PlanError) in
                try trace(LocatedOperation.standing(version.normalizing, at: ["normalize"]), follows: false) {
                    .normalizing(index, $0)
                }
            }
        }
        for numbered in migrations {
            let part = { (tokens: [String]) in PlanError.Part.operation(numbered.index, tokens) }
            switch numbered.migration.directions {
            case .derived(let operations):
                faults.attempt { () throws(PlanError) in
                    try trace(LocatedOperation.standing(operations, at: ["operations"]), follows: false, part)
                    // If there is no way back, the path that needs it reports why.
                    if let back = try? LocatedOperation.leadingBack(over: operations, at: ["operations"]) {
                        try trace(back, follows: true, part)
                    }
                }
            case .declared(let up, let down):
                for (list, name) in [(up, "up"), (down, "down")] {
                    faults.attempt { () throws(PlanError) in
                        try trace(LocatedOperation.standing(list ?? [], at: [name]), follows: false, part)
                    }
                }
            case .bridge, .reformatting: continue
            }
        }
    }

    private static func trace(
        _ operations: [LocatedOperation], follows: Bool, _ part: ([String]) -> PlanError.Part
    ) throws(PlanError) {
        var tracer = PlaceTracer(isDeclared: !follows)
        do throws(PlaceTracer.Fault) {
            try tracer.run(operations)
        } catch {
            let way = follows ? "on the way down that follows, " : ""
            let (later, earlier) = (
                "the operation (\(error.operation.operation))", "the earlier one (\(error.earlier))"
            )
            let isItself = error.earlier == error.operation.operation
            let deed =
                error.code == .readsUnmade
                ? "reads the scratch value \(error.place), which no operation before it makes"
                : error.code == .readsRemoved && isItself
                    ? "needs \(error.place), which it removes itself; give it another name first"
                    : error.code == .readsRemoved
                        ? "reads \(error.place), which \(earlier) has removed" + with(error.earlierPlace)
                        : "writes \(error.place), which \(earlier) has written" + with(error.earlierPlace)
                            + ", and nothing has read since"
            throw PlanError(
                error.code, way + later + " " + deed, in: part(error.operation.place))
        }
    }

    private static func with(_ place: String?) -> String { place.map { " with \($0)" } ?? "" }

    /// Fails for a version that is cut off: no migration leads to it from either side, or there is none at all.
    static func validateWays(
        _ migrations: [NumberedMigration], _ versions: [PlanVersion], _ faults: inout PlanFaults
    ) {
        var leadsUpHere = true
        for (place, numbered) in migrations.enumerated() {
            let migration = numbered.migration
            let (leadsUp, leadsDown) = (migration.leads(isUp: true), migration.leads(isUp: false))
            faults.attempt { () throws(PlanError) in
                if !leadsUp && !leadsDown {
                    throw PlanError(
                        .unreachable,
                        "the migration from \(quoted(migration.from)) to \(quoted(migration.to)) leads neither up nor down",
                        in: .migration(numbered.index))
                }
                if !leadsUpHere && !leadsDown, versions[place].access != .readOnly {
                    let before = migrations[place - 1].migration
                    throw PlanError(
                        .unreachable,
                        "no path leads to the version \(quoted(migration.from)): the migration from \(quoted(before.from)) has no way up, "
                            + "and the one from \(quoted(migration.to)) no way down",
                        in: .version(place))
                }
            }
            leadsUpHere = leadsUp
        }
    }
}

/// A migration with its number in the list that was given, which need not be in the order of the versions.
struct NumberedMigration {
    let migration: Migration
    let index: Int
}

extension Migration {
    /// Whether there is a way in a direction.
    func leads(isUp: Bool) -> Bool {
        do throws(NoWayBack) {
            _ = isUp ? try up() : try down()
            return true
        } catch {
            return false
        }
    }
}
