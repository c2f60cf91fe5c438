import VersionedCodec

/// Documents that carry data, or have some beside them. What is carried for the target is restored where the steps end.
extension PlanRunner {
    /// What is carried for a document.
    struct Restoring {
        /// The data for the target, and that for other versions.
        let changes: [CarriedChange]
        let rest: CarriedData

        /// `nil` where more is carried than changes.
        fileprivate init?(_ carried: CarriedData, to target: String) {
            var changes: [CarriedChange] = []
            for record in carried.records {
                guard case .changes(let kept) = record.kept else { return nil }
                if record.version == target { changes = kept }
            }
            (self.changes, rest) = (changes, carried.without(target))
        }

        /// Whether nothing is restored for a version on the way.
        func isForTheEnd(of path: MigrationPath) -> Bool {
            !path.steps.contains { rest.record(for: $0.to) != nil }
        }
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
            let restoring = Restoring(carried, to: target)
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
        options.losses != .carry && !options.isPartial && !mustComeBack && bridgeRuns == nil && !recognizesByContents
            && (goesByTheFieldAlone || explicit != nil)
    }

    /// Restores what is carried for the target, and returns the places of what was not restored.
    func restore(_ restoring: Restoring?) -> [JSONPointer] {
        guard let restoring, !restoring.changes.isEmpty else { return [] }
        var all = CarriedRestoring(in: memory.arena)
        all.apply(restoring.changes)
        return all.outdated
    }

    /// Puts the data for other versions back; `false` where the plan must do that.
    func putBack(_ restoring: Restoring?, _ losses: [Loss] = []) -> Bool {
        let arena = memory.arena
        // A document that is lost as a whole is shown without what it carries.
        if restoring != nil, losses.contains(where: \.path.isRoot) { return false }
        guard let restoring, !restoring.rest.isEmpty, !options.carrying.isSidecar else { return true }
        guard arena.isObject(arena.root), arena.find(carrier, from: arena.root).isNone else { return false }
        arena.insert(arena.make(restoring.rest.json), as: options.carrying.member, into: arena.root)
        return true
    }

    /// The data for other versions that is kept beside the document.
    func sidecar(_ restoring: Restoring?) -> CarriedData? {
        guard let rest = restoring?.rest, !rest.isEmpty, options.carrying.isSidecar else { return nil }
        return rest
    }
}
