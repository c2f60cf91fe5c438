import VersionedCodec

extension PlanSet {
    /// The steps between two versions of the API, entity by entity, for people to read before anything runs.
    ///
    /// ```swift
    /// print(try shop.explanation(from: "2025-01", to: "2026-03"))
    /// // Shop API: 2025-01 → 2026-03
    /// //
    /// // Order: 1 → 2 (exact)
    /// // exact: a round trip gives the same document
    /// //
    /// // 1 → 2 (exact): The total is called price
    /// //     rename "/total" to "price" (exact)
    /// //     in it: Customer at "/customer"
    /// //
    /// // OrderPage: no versions; in it: Order at each of "/items"
    /// ```
    ///
    /// - `entity`: The only entity to describe; by default all.
    /// - `showingAll`: Whether operations on scratch values, and those that a summary replaces, are shown too.
    ///
    /// An entity without a path is listed with the reason.
    ///
    /// - Throws: ``MigrationError`` if a version or the entity is unknown.
    public func explanation(
        from: String, to target: String, entity name: String? = nil, showingAll: Bool = false
    ) throws(MigrationError) -> String {
        let (old, new) = (try pins(of: from), try pins(of: target))
        let chosen = try name.map { (name) throws(MigrationError) in [try entity(of: name)] } ?? entities
        var blocks = [from == target ? "\(self.name): \(from)\n" : "\(self.name): \(from) → \(target)\n"]
        for entity in chosen {
            switch entity.change(from: old, to: new) {
            case .envelope: blocks.append("\(entity.name): no versions; \(entity.contents)\n")
            case .nowhere: blocks.append("\(entity.name): in neither of the two\n")
            case .new(let label): blocks.append("\(entity.name): new, version \(label)\n")
            case .gone(let label): blocks.append("\(entity.name): gone, was version \(label)\n")
            case .moves(let plan, let from, let to):
                do throws(MigrationError) {
                    let text = try plan.explanation(from: from, to: to, named: entity.name, showingAll: showingAll)
                    blocks.append(text + (entity.nested.isEmpty ? "" : "    \(entity.contents)\n"))
                } catch {
                    blocks.append("\(entity.name): \(from) → \(to)\n\(error.message)\n")
                }
            }
        }
        return blocks.joined(separator: "\n")
    }
}

extension PlanSet.Entity {
    /// How an entity changes between two versions of an API.
    enum Change {
        /// It has no plan, and so no versions.
        case envelope
        case nowhere
        case new(String)
        case gone(String)
        case moves(MigrationPlan, from: String, to: String)
    }

    func change(from old: VersionPins, to new: VersionPins) -> Change {
        guard let plan else { return .envelope }
        switch (old.versions[name], new.versions[name]) {
        case (nil, nil): return .nowhere
        case (nil, let label?): return .new(label)
        case (let label?, nil): return .gone(label)
        case (let from?, let to?): return .moves(plan, from: from, to: to)
        }
    }

    /// The entities that are in it, in words.
    fileprivate var contents: String {
        nested.isEmpty ? "nothing is in it" : "in it: " + nested.map(\.description).joined(separator: ", ")
    }
}

extension NestedEntity: CustomStringConvertible {
    /// The entity and its place: `Order at each of "/items"`.
    public var description: String {
        let place = pointers.enumerated().map { index, pointer in
            (index < pointers.count - 1 || isEach ? "each of " : "") + pointer.shown
        }
        let labels = versions.map { " in " + $0.joined(separator: ", ") } ?? ""
        let kinds = kinds.map { ", by \($0.path.shown)" } ?? ""
        return "\(entity)\(kinds) at \(place.reversed().joined(separator: " in "))\(labels)"
    }
}

extension MigrationError {
    /// The error with the entity that it is about.
    func of(_ entity: String) -> MigrationError {
        var error = MigrationError(code, "\(entity): \(message)", at: path, found: found)
        (error.version, error.step, error.operation, error.position) = (version, step, operation, position)
        return error
    }
}
