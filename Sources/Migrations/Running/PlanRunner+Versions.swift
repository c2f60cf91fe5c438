import VersionedCodec

/// The version of the document in the arena of a runner.
extension PlanRunner {
    /// The version of the document, if it is clear.
    func version(_ arena: Arena) -> Version? {
        // Carried data is set apart first.
        carriesData = !arena.find(carrier, from: arena.root).isNone
        if carriesData { return nil }
        guard let version = detectedVersion(arena) else { return nil }
        // A document that names its version in another way than the plan writes it comes back with a difference.
        if mustComeBack || options.losses == .carry {
            let marks = plan.marks(of: labels[version.number])
            guard marks.allSatisfy({ arena.value(at: $0.pointer) == $0.value }) else { return nil }
        }
        return version
    }

    private func detectedVersion(_ arena: Arena) -> Version? {
        if let explicit { return explicit }
        if goesByTheFieldAlone, let location, let number = version(arena, at: location.pointer) {
            if let known = versionsOfField[number] { return known }
            let version = Version(
                number: number, detected: DetectedVersion(label: labels[number], source: .field(location.pointer)),
                of: plan)
            versionsOfField[number] = version
            return version
        }
        guard let detected = plan.detector.detect(in: arena, knowing: options.hints),
            let number = plan.places[detected.label]
        else { return nil }
        let version = Version(number: number, detected: detected, of: plan)
        // The plan finds out whether it would come back.
        return options.losses == .carry && version.isInDoubt ? nil : version
    }

    /// The version that the document names at a place, if it is written there as the plan writes it.
    private func version(_ arena: Arena, at pointer: JSONPointer) -> Int? {
        let found = arena.find(pointer, from: arena.root)
        if found.isNone { return nil }
        guard let said else { return versions.first { arena.isSame(found, as: $0.value) }?.number }
        guard let place = said.firstIndex(of: found, in: arena), arena.isSame(found, as: versions[place].value) else {
            return nil
        }
        return versions[place].number
    }
}
