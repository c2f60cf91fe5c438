import VersionedCodec

extension PlanSet {
    /// The changes between versions of the API, entity by entity, as Markdown, newest first.
    ///
    /// ```swift
    /// print(try shop.changelog())
    /// // # Shop API
    /// //
    /// // ## 2026-03
    /// //
    /// // ### Order 2
    /// //
    /// // The total is called price
    /// //
    /// // - `/total` is renamed to `price`
    /// //
    /// // Going back to 1 loses nothing.
    /// ```
    ///
    /// - `from`: The version of the API of the reader; by default the oldest.
    /// - `to`: The future version of the reader; by default the newest.
    /// - `entity`: The only entity to describe; by default all.
    /// - `showingAll`: Whether operations on scratch values, and those that a summary replaces, are shown too.
    /// - Throws: ``MigrationError`` for a version or an entity that is not in the set.
    public func changelog(
        from: String? = nil, to target: String? = nil, entity name: String? = nil, showingAll: Bool = false
    ) throws(MigrationError) -> String {
        let start = try from.map { (label) throws(MigrationError) in try index(of: label) } ?? 0
        let end = try target.map { (label) throws(MigrationError) in try index(of: label) } ?? pins.count - 1
        let chosen = try name.map { (name) throws(MigrationError) in [try entity(of: name)] } ?? entities
        let range = min(start, end)..<max(start, end)
        var blocks = ["# \(self.name)"]
        if range.isEmpty { blocks.append("Nothing changed.") }
        for index in range.reversed() {
            let (old, new) = (pins[index], pins[index + 1])
            let changes = chosen.flatMap { $0.changes(from: old, to: new, all: showingAll) }
            blocks += ["## \(new.label)"] + (changes.isEmpty ? ["Nothing changed."] : changes)
        }
        return blocks.joined(separator: "\n\n") + "\n"
    }

    private func index(of label: String) throws(MigrationError) -> Int {
        let found = try pins(of: label)
        return pins.firstIndex(of: found) ?? 0
    }
}

extension PlanSet.Entity {
    /// The changelog of the entity, in blocks of Markdown.
    fileprivate func changes(from old: VersionPins, to new: VersionPins, all: Bool) -> [String] {
        switch change(from: old, to: new) {
        case .envelope, .nowhere: []
        case .new(let label): ["### \(name) \(label)", "\(name) is new."]
        case .gone(let label): ["### \(name)", "\(name) is gone. It was of version \(label)."]
        case .moves(let plan, let from, let to): changes(plan, from, to, all)
        }
    }

    private func changes(_ plan: MigrationPlan, _ from: String, _ to: String, _ all: Bool) -> [String] {
        guard let start = plan.labels.firstIndex(of: from), let end = plan.labels.firstIndex(of: to) else { return [] }
        // An API may go back to an older version of an entity.
        let note = start > end ? ["### \(name) \(to)", "\(name) is of version \(to) again, as before \(from)."] : []
        return note
            + (start > end ? [] : plan.migrations(between: start, end)).reversed().flatMap { migration in
                Changelog.blocks(
                    of: migration, heading: "### \(name) \(migration.to)", all: all,
                    knows: (plan[migration.from]?.knows != nil, plan[migration.to]?.knows != nil))
            }
    }
}
