public import VersionedCodec

extension Migration {
    /// A migration between two versions of one model that differ only in their formats: dates, keys, data, nil and
    /// superclasses.
    ///
    /// ```swift
    /// Migration(from: FeedVersion.v1, to: .v2, "Coordinates are nested", reformatting: FeedPage<FeedSong>.self)
    /// // inside each of "/results":  move "/lat" to "/location/latitude", reformat the date "/recorded_at" …
    /// ```
    ///
    /// Both directions are derived from the formats of the plan's controller and from a `TypeSketch` of the model, when
    /// the plan is built. Errors are thrown then. The operations are ordinary ones:
    /// ``MigrationPlan/explanation(from:to:showingAll:)`` shows them, members that the model does not know stay, and
    /// what a date format cannot write is a loss. A missing required member is an error if an operation needs it.
    ///
    /// - `hints`: Information that a recording of the model cannot find.
    public init<Version: APIVersion, Model: Decodable & SendableMetatype>(
        from: Version, to target: Version, _ summary: String, notes: String? = nil, reformatting model: Model.Type,
        hints: [TypeSketch.Hint] = []
    ) {
        self.init(
            from: from.label, to: target.label, summary: summary, notes: notes,
            directions: .reformatting(Reformatting(model, hints: hints)))
    }

    /// The same migration; with derived operations if it consists only of formats.
    func derived<Version: APIVersion>(by controller: VersionController<Version>) throws -> Migration {
        // An invalid label is reported by the plan.
        guard let older = Version.allCases.first(where: { $0.label == from }),
            let newer = Version.allCases.first(where: { $0.label == to })
        else { return self }
        func derive(_ reformatting: Reformatting) throws -> Reformatting {
            try reformatting.derived(from: older, to: newer, by: controller)
        }
        let derived: Directions =
            switch directions {
            case .bridge: directions
            case .reformatting(let reformatting): .reformatting(try derive(reformatting))
            case .derived(let operations): .derived(try operations.derived(for: .both, derive))
            case .declared(let up, let down):
                .declared(up: try up?.derived(for: .up, derive), down: try down?.derived(for: .down, derive))
            }
        return Migration(from: from, to: to, summary: summary, notes: notes, directions: derived)
    }
}

extension MigrationPlan {
    /// A plan for a model whose versions differ only in their formats.
    ///
    /// ```swift
    /// let plan = try MigrationPlan("Feed", controller: Feed.controller(), reformatting: FeedPage<FeedSong>.self)
    /// let old = try plan.migrate(payload, to: "1")
    /// ```
    ///
    /// - `style`: The writing style of each version; `nil`: that of the input, or compact if there is none.
    /// - `hints`: Information that a recording of the model cannot find.
    /// - `summary`: The change of each version, for readers of the changelog.
    /// - Throws: ``PlanError`` with the code `notDerivable`, the type and the key if the formats are not sufficient.
    public init<Version: APIVersion, Model: Decodable & SendableMetatype>(
        _ name: String, controller: VersionController<Version>, style: (Version) -> WritingStyle? = { _ in nil },
        reformatting model: Model.Type, hints: [TypeSketch.Hint] = [],
        summary: (Version) -> String = { "Dates and keys are written as version \($0) has them" }
    ) throws(PlanError) {
        let versions = controller.versions
        let migrations = zip(versions, versions.dropFirst()).map { older, newer in
            Migration(from: older, to: newer, summary(newer), reformatting: model, hints: hints)
        }
        try self.init(name, controller: controller, style: style, migrations: migrations)
    }

    /// The migrations, those of formats with their operations.
    static func derived<Version: APIVersion>(
        _ migrations: [Migration], by controller: VersionController<Version>
    ) throws(PlanError) -> [Migration] {
        var derived: [Migration] = []
        for (index, migration) in migrations.enumerated() {
            do {
                derived.append(try migration.derived(by: controller))
            } catch {
                throw PlanError(
                    .notDerivable,
                    "the migration from \(migration.from) to \(migration.to) does not follow from their formats: \(error)",
                    in: .migration(index))
            }
        }
        return derived
    }
}
