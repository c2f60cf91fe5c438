import VersionedCodec

/// One payload on its way through the plans of a set.
struct SetMigrationState {
    let set: PlanSet
    let document: JSONDocument
    /// The wanted version of the API; `nil`: nothing is to be converted.
    let target: VersionPins?
    let source: VersionPins?
    let environment: MigrationEnvironment
    let hints: VersionHints
    private(set) var losses: [Loss] = []
    /// Whether losses are judged.
    var judgesLosses = true
    /// The entities that have been met, and their versions.
    private(set) var detected: [PlanSet.DetectedEntity] = []

    /// The contradictions to the versions that entities name.
    var contradictions: [DetectedVersion.Contradiction] { detected.compactMap(\.version.contradiction) }

    /// The version of the payload itself.
    var found: DetectedVersion? { detected.first.flatMap { $0.path.isRoot ? $0.version : nil } }

    init(
        set: PlanSet, document: JSONDocument, target: VersionPins?, source: VersionPins?,
        _ environment: MigrationEnvironment,
        _ hints: VersionHints = VersionHints()
    ) {
        self.hints = hints
        self.environment = environment
        self.set = set
        self.document = document
        self.target = target
        self.source = source
    }

    /// Converts an entity and those in it; returns whether a step has run.
    mutating func convert(
        _ value: inout JSONValue, _ entity: PlanSet.Entity, at path: JSONPointer
    ) throws(MigrationError) -> Bool {
        var isChanged = false
        var label: String?
        if let plan = entity.plan {
            if let target, target.versions[entity.name] == nil {
                let name = MigrationPlan.quoted(entity.name)
                throw misfit(.noWay, "version \(target.label) of the API has no entity \(name)", at: path, value)
            }
            let from = try detect(value, entity, plan, at: path)
            detected.append(PlanSet.DetectedEntity(path: path, entity: entity.name, version: from))
            if from.isNewer { return false }
            label = from.label
            if let wanted = target?.versions[entity.name] {
                isChanged = try run(plan, of: entity.name, &value, from: from.label, to: wanted, at: path)
                label = wanted
            }
        }
        for nested in entity.nested {
            if let versions = nested.versions, let label, !versions.contains(label) { continue }
            let isInnerChanged = try visit(&value, nested.pointers[...], nested, at: path)
            isChanged = isInnerChanged || isChanged
        }
        return isChanged
    }

    /// Goes the way to nested entities, element by element.
    private mutating func visit(
        _ value: inout JSONValue, _ pointers: ArraySlice<JSONPointer>, _ nested: NestedEntity, at path: JSONPointer
    ) throws(MigrationError) -> Bool {
        guard let pointer = pointers.first else {
            guard !value.isNull, let entity = try entity(of: value, nested, at: path) else { return false }
            return try convert(&value, entity, at: path)
        }
        guard var here = value[at: pointer], !here.isNull else { return false }
        let place = path.appending(pointer)
        var isChanged = false
        if pointers.count == 1, !nested.isEach {
            isChanged = try visit(&here, [], nested, at: place)
        } else {
            guard here.isContainer else {
                throw misfit(
                    .wrongKind, "expected an array or an object of \(nested.entity), found \(here.kind.phrase)",
                    at: place,
                    here)
            }
            for index in 0..<(here.array?.count ?? 0) {
                guard var element = here.array?[index] else { continue }
                let place = place.appending(index)
                guard try visit(&element, pointers.dropFirst(), nested, at: place) else { continue }
                here.array?.replaceElement(at: index, by: element)
                isChanged = true
            }
            for key in here.object?.map(\.key) ?? [] {
                guard var member = here.object?[key] else { continue }
                let place = place.appending(key)
                guard try visit(&member, pointers.dropFirst(), nested, at: place) else { continue }
                here.object?[key] = member
                isChanged = true
            }
        }
        if isChanged { value.update(at: pointer.tokens[...]) { $0 = here } }
        return isChanged
    }

    /// The entity in a place: the only one, or the one whose kind the value names; `nil` if the value is to stay as it
    /// is.
    private func entity(
        of value: JSONValue, _ nested: NestedEntity, at path: JSONPointer
    ) throws(MigrationError) -> PlanSet.Entity? {
        guard let kinds = nested.kinds else { return nested.entities.first.flatMap { set[$0] } }
        if let name = kinds.entity(of: value) { return set[name] }
        if kinds.unknown == .skip { return nil }
        let known = kinds.entities.keys.sorted().map { JSONValue.string($0).text() }.joined(separator: ", ")
        let found = value[at: kinds.path]
        let said = found.map { "no entity is of the kind \(Loss.shortened($0.text()))" } ?? "the entity names no kind"
        throw misfit(.unexpectedValue, "\(said); known: \(known)", at: path.appending(kinds.path), found ?? value)
    }

    /// The version of an entity: the one that it names, else the one that the source version of the API pins.
    private func detect(
        _ value: JSONValue, _ entity: PlanSet.Entity, _ plan: MigrationPlan, at path: JSONPointer
    ) throws(MigrationError) -> DetectedVersion {
        let pinned = source?.versions[entity.name].map { DetectedVersion(label: $0, source: .pinned) }
        do throws(VersionError) {
            // Does not throw for each entity without a version: an error has a line, which takes time to count.
            var detector = plan.detector
            if let pinned { detector.legacy = pinned.label }
            let found = try detector.detect(
                in: value, of: document, at: path, knowing: path.isRoot ? hints : VersionHints())
            return found.source == .legacy ? pinned ?? found : found
        } catch {
            var error = error
            error.entity = entity.name
            throw MigrationError(error)
        }
    }

    private mutating func run(
        _ plan: MigrationPlan, of name: String, _ value: inout JSONValue, from label: String, to target: String,
        at path: JSONPointer
    ) throws(MigrationError) -> Bool {
        do throws(MigrationError) {
            let way = try plan.path(from: label, to: target)
            if way.steps.isEmpty { return false }
            let result = try plan.run(way, on: value, of: document, environment, judgesLosses: judgesLosses)
            let isChanged = label != target || result.value != value
            value = result.value
            losses += result.losses.map { loss in
                var loss = loss
                // Paths are those of the payload, regardless of changes to the enclosing entities.
                let place = loss.value.sourceOffset.flatMap { document.root.path(toOffset: $0) }
                loss.path = place ?? path.appending(loss.path)
                loss.step = loss.step.map { "\(name) \($0)" }
                loss.version = loss.version.map { "\($0) of \(name)" }
                return loss
            }
            return isChanged
        } catch {
            // Without a step, the error names no entity.
            var error = error.step == nil ? error.of(name) : error
            error.path = error.path.map(path.appending) ?? path
            error.step = error.step.map { "\(name) \($0)" }
            error.version = error.version.map { "\($0) of \(name)" }
            error.position = error.position ?? document.position(of: value)
            throw error
        }
    }

    private func misfit(
        _ code: MigrationError.Code, _ message: String, at path: JSONPointer, _ value: JSONValue
    ) -> MigrationError {
        var error = MigrationError(code, message, at: path, found: value)
        error.position = document.position(of: value)
        return error
    }
}

extension JSONArray {
    /// In place: through the value that holds it, the whole array would be copied each time.
    fileprivate mutating func replaceElement(at index: Int, by element: JSONValue) { self[index] = element }
}
