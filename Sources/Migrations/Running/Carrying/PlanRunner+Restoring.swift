import VersionedCodec

/// Documents that carry data, or have some beside them. What is carried for the target is restored where the steps end.
extension PlanRunner {
    /// Whether nothing of what is carried is restored for a version on the way of a path.
    func isForTheEnd(_ restoring: CarriedForTarget, of path: MigrationPath) -> Bool {
        !path.steps.contains { restoring.rest.record(for: $0.to) != nil }
    }

    /// Migrates a document that carries data, or has some beside it; `nil` if the plan must do it.
    ///
    /// - Parameters:
    ///   - given: The data beside it; `nil`: the document has been scanned, and carries data.
    func migrate(
        carrying text: UnsafeBufferPointer<UInt8>, _ payload: [UInt8]? = nil, given: CarriedData? = nil,
        to sink: DocumentSink? = nil, deferringFrom: Int = PlanRunner.deferring
    ) -> Outcome? {
        let arena = memory.arena
        guard mayRestore, given == nil ? arena.scanAgain(text, parsing) : arena.scan(text, parsing) else { return nil }
        if let payload { arena.lend(payload) }
        let member = arena.find(carrier, from: arena.root)
        guard member.isNone == (given != nil),
            // The plan reports what is wrong with carried data.
            let carried = given ?? (try? CarriedData(json: arena.value(of: member))),
            let restoring = CarriedForTarget(carried, carried.record(for: target), options.carrying),
            // What is carried for other versions and what is to be carried would be put together.
            options.losses != .carry || restoring.rest.isEmpty
        else { return nil }
        if !member.isNone { arena.setAside(member) }
        // An operation may find absent what is restored: the plan then goes on.
        return try? migrateScanned(text, payload, restoring: restoring, to: sink, deferringFrom: deferringFrom)
    }

    /// Appends a migrated line that carries data, or has some beside it, and returns its losses; `nil` if the plan must
    /// do it.
    func migrate(
        carrying line: UnsafeBufferPointer<UInt8>, given: CarriedData? = nil, to output: inout [UInt8]
    ) -> [Loss]? {
        guard let outcome = migrate(carrying: line, given: given, deferringFrom: .max) else { return nil }
        scanned = outcome.version
        carriedByLine = CarriedByLine(sidecar: outcome.sidecar, outdated: outcome.outdated)
        output.append(contentsOf: memory.arena.written)
        return outcome.losses.array
    }

    /// Whether the steps need nothing of what is carried.
    private var mayRestore: Bool {
        !options.isPartial && !mustComeBack && bridgeRuns == nil && !recognizesByContents
            && (goesByTheFieldAlone || explicit != nil)
    }

    /// Restores what is carried for the target, and returns the places of what was not restored.
    func restored(_ restoring: CarriedForTarget?, _ judging: Judging) -> [JSONPointer] {
        restoring?.restore(in: memory.arena, from: judging.judge.path.from) { self.plan.markKeys } ?? []
    }

    /// Puts the data for other versions back; `false` where the plan must do that.
    func putBack(_ restoring: CarriedForTarget?, _ losses: [Loss] = []) -> Bool {
        guard let restoring else { return true }
        // A document that is lost as a whole is shown without what it carries.
        return !losses.contains(where: \.path.isRoot) && restoring.putBack(in: memory.arena)
    }
}
