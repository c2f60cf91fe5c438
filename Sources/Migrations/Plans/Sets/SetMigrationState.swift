import VersionedCodec

/// One payload on its way through the plans of a set.
struct SetMigrationState {
    let set: PlanSet
    let document: JSONDocument
    /// The wanted version of the API; `nil`: nothing is to be converted.
    private(set) var target: VersionPins?
    private(set) var source: VersionPins?
    private(set) var environment: MigrationEnvironment
    private(set) var hints: VersionHints
    private(set) var losses: [Loss] = []
    /// Whether losses are judged.
    var judgesLosses = true
    /// Whether entities within the payload that steps change are to name no versions.
    var leavesUnnamed = false
    /// Whether they have named versions.
    private(set) var named = NamedVersions()
    /// The entities and their versions, if nothing is to be converted.
    private(set) var detected: [PlanSet.DetectedEntity] = []
    /// The contradictions to the versions that entities name.
    private(set) var contradictions: [DetectedVersion.Contradiction] = []
    /// The version of the payload itself.
    private(set) var found: DetectedVersion?
    /// Where the value is in the payload, if it is a part of that.
    private let base: JSONPointer
    /// What is being converted: each value lies in the one before it.
    private var begun: [Work] = []

    /// A value that is being converted.
    private struct Work {
        /// The value, with what has been converted in it.
        var value: JSONValue
        var isChanged = false
        /// The place in the value that was begun before.
        let place: JSONPointer
        var rest: Rest

        /// What is left to convert.
        enum Rest {
            /// Nested entities of an entity, and its version.
            case nested(ArraySlice<NestedEntity>, String?)
            /// Elements of an array, or members of an object with their keys.
            case elements(NestedEntity, pointersLeft: Int, next: Int, [String]?)
        }

        /// A child of a container, and the token of the path to it.
        func child(_ index: Int, _ keys: [String]?) -> (String, JSONValue)? {
            if let keys {
                guard index < keys.count, let member = value.object?[keys[index]] else { return nil }
                return (keys[index], member)
            }
            guard let array = value.array, index < array.count else { return nil }
            return (String(index), array[index])
        }

        /// Puts a value that is converted in its place.
        mutating func take(_ done: Work) {
            isChanged = true
            guard case .elements(_, _, let next, let keys) = rest, var (_, element) = child(next - 1, keys) else {
                value.update(at: done.place.tokens[...]) { $0 = done.value }
                return
            }
            // The value may be further within the element.
            element.update(at: done.place.tokens.dropFirst()) { $0 = done.value }
            if let keys {
                value.object?[keys[next - 1]] = element
            } else {
                value.array?.replaceElement(at: next - 1, by: element)
            }
        }
    }

    @inline(never)
    init(
        set: PlanSet, document: JSONDocument, target: VersionPins?, source: VersionPins?,
        _ environment: MigrationEnvironment,
        _ hints: VersionHints = VersionHints(), at base: JSONPointer = .root
    ) {
        self.hints = hints
        self.base = base
        self.environment = environment
        self.set = set
        self.document = document
        self.target = target
        self.source = source
    }

    /// Takes another target; unless it is the first one, the way goes on from the one before.
    mutating func turn(to next: VersionPins, _ environment: MigrationEnvironment, isFirst: Bool) {
        if !isFirst { (source, hints) = (target, VersionHints()) }
        (target, self.environment) = (next, environment)
    }

    /// Converts the payload and the entities in it; returns whether a step has run.
    ///
    /// What is begun is kept apart instead of recursing: entities may be in each other to any depth.
    @inline(never)
    mutating func convert(_ root: inout JSONValue, _ entity: PlanSet.Entity) throws(MigrationError) -> Bool {
        begun = []
        try begin(root, entity, at: .root)
        return try finish(&root)
    }

    /// Converts what is in a value at the end of some of the pointers of a nested entity.
    mutating func convert(
        _ root: inout JSONValue, _ nested: NestedEntity, pointersLeft: Int
    ) throws(MigrationError) -> Bool {
        begun = [Work(value: root, place: .root, rest: .nested([], nil))]
        try visit(root, nested, pointersLeft: pointersLeft, at: .root)
        return try finish(&root)
    }

    /// Converts what has been begun.
    private mutating func finish(_ root: inout JSONValue) throws(MigrationError) -> Bool {
        while true {
            if try proceed() { continue }
            let done = begun.removeLast()
            if begun.isEmpty {
                root = done.value
                return done.isChanged
            }
            if done.isChanged { begun[begun.count - 1].take(done) }
        }
    }

    /// Converts an entity; those in it follow.
    private mutating func begin(
        _ value: JSONValue, _ entity: PlanSet.Entity, at place: JSONPointer
    ) throws(MigrationError) {
        var work = Work(value: value, place: place, rest: .nested(entity.nested[...], nil))
        if let plan = entity.planHoldingNested {
            if let target, target.versions[entity.name] == nil {
                let name = MigrationPlan.quoted(entity.name)
                throw misfit(.noWay, "version \(target.label) of the API has no entity \(name)", at: place, value)
            }
            let from = try detect(value, entity, plan, at: place)
            if isRoot(place) { found = found ?? from }
            if let contradiction = from.contradiction { contradictions.append(contradiction) }
            if target == nil {
                detected.append(PlanSet.DetectedEntity(path: path(to: place), entity: entity.name, version: from))
            }
            var label = from.label
            if !from.isNewer, let wanted = target?.versions[entity.name] {
                work.isChanged = try run(plan, of: entity.name, &work.value, from: from.label, to: wanted, at: place)
                label = wanted
            }
            work.rest = .nested(from.isNewer ? [] : entity.nested[...], label)
        }
        begun.append(work)
    }

    /// Goes a part of the way that is left in what was begun last; `false` if nothing is left of it.
    private mutating func proceed() throws(MigrationError) -> Bool {
        let last = begun.count - 1
        switch begun[last].rest {
        case .nested(var left, let label):
            guard let nested = left.popFirst() else { return false }
            begun[last].rest = .nested(left, label)
            if let versions = nested.versions, let label, !versions.contains(label) { return true }
            try visit(begun[last].value, nested, pointersLeft: nested.pointers.count, at: .root)
        case .elements(let nested, let pointersLeft, let next, let keys):
            guard let (token, element) = begun[last].child(next, keys) else { return false }
            begun[last].rest = .elements(nested, pointersLeft: pointersLeft, next: next + 1, keys)
            try visit(element, nested, pointersLeft: pointersLeft, at: JSONPointer([token]))
        }
        return true
    }

    /// Goes the way to nested entities, up to the next container of which each element is one.
    private mutating func visit(
        _ value: JSONValue, _ nested: NestedEntity, pointersLeft: Int, at place: JSONPointer
    ) throws(MigrationError) {
        guard pointersLeft > 0 else {
            if !value.isNull, let entity = try entity(of: value, nested, at: place) {
                try begin(value, entity, at: place)
            }
            return
        }
        let pointer = nested.pointers[nested.pointers.count - pointersLeft]
        guard let here = value[at: pointer], !here.isNull else { return }
        let place = place.appending(pointer)
        if pointersLeft == 1, !nested.isEach { return try visit(here, nested, pointersLeft: 0, at: place) }
        guard here.isContainer else {
            throw misfit(
                .wrongKind, "expected an array or an object of \(nested.entity), found \(here.kind.phrase)", at: place,
                here)
        }
        let keys = here.object?.map(\.key)
        begun.append(
            Work(value: here, place: place, rest: .elements(nested, pointersLeft: pointersLeft - 1, next: 0, keys)))
    }

    /// The path from the root to a place in what was begun last.
    private func path(to place: JSONPointer) -> JSONPointer {
        JSONPointer(base.tokens + begun.flatMap(\.place.tokens) + place.tokens)
    }

    /// Whether a place in what was begun last is the whole payload.
    private func isRoot(_ place: JSONPointer) -> Bool {
        place.isRoot && base.isRoot && begun.allSatisfy(\.place.isRoot)
    }

    /// The entity in a place: the only one, or the one whose kind the value names; `nil` if the value is to stay as it
    /// is.
    private func entity(
        of value: JSONValue, _ nested: NestedEntity, at place: JSONPointer
    ) throws(MigrationError) -> PlanSet.Entity? {
        guard let kinds = nested.kinds else { return nested.entities.first.flatMap { set[$0] } }
        if let name = kinds.entity(of: value) { return set[name] }
        if kinds.unknown == .skip { return nil }
        let known = kinds.entities.keys.inOrder(by: <).map { JSONValue.string($0).text() }.joined(separator: ", ")
        let found = value[at: kinds.path]
        let said = found.map { "no entity is of the kind \(Loss.shortened($0.text()))" } ?? "the entity names no kind"
        throw misfit(.unexpectedValue, "\(said); known: \(known)", at: place.appending(kinds.path), found ?? value)
    }

    /// The version of an entity: the one that it names, else the one that the source version of the API pins.
    private func detect(
        _ value: JSONValue, _ entity: PlanSet.Entity, _ plan: MigrationPlan, at place: JSONPointer
    ) throws(MigrationError) -> DetectedVersion {
        let pinned = source?.versions[entity.name].map { DetectedVersion(label: $0, source: .pinned) }
        do throws(VersionError) {
            // Does not throw for each entity without a version: an error has a line, which takes time to count.
            var detector = plan.detector
            if let pinned { detector.legacy = pinned.label }
            let found = try detector.detect(
                in: value, of: document, at: { [self] in path(to: place) },
                knowing: isRoot(place) ? hints : VersionHints())
            return found.source == .legacy ? pinned ?? found : found
        } catch {
            if let source, pinned == nil, error.code == .missing {
                let name = MigrationPlan.quoted(entity.name)
                throw misfit(
                    .noWay, "version \(source.label) of the API has no entity \(name), which names no version",
                    at: place,
                    value)
            }
            var error = error
            error.entity = entity.name
            throw MigrationError(error)
        }
    }

    private mutating func run(
        _ plan: MigrationPlan, of name: String, _ value: inout JSONValue, from label: String, to target: String,
        at place: JSONPointer
    ) throws(MigrationError) -> Bool {
        do throws(MigrationError) {
            let way = try plan.path(from: label, to: target)
            if way.steps.isEmpty { return false }
            let result = try plan.run(way, on: value, of: document, environment, judgesLosses: judgesLosses)
            let made = try lossesOfMadeValues(in: value, over: way, plan, besides: result.losses)
            let isChanged = label != target || result.value != value
            if !isRoot(place) { named.note(plan.isNamed(value, as: label)) }
            value = leavesUnnamed && !isRoot(place) ? plan.unnamed(result.value, as: target) : result.value
            losses += made.map { $0.of(name).moved(into: path(to: place)) }
            losses += result.losses.map { loss in
                var loss = loss.of(name)
                // Paths are those of the payload, regardless of changes to the enclosing entities.
                let original = loss.value.sourceOffset.flatMap { document.root.path(toOffset: $0) }
                loss.path = original ?? path(to: place).appending(loss.path)
                return loss
            }
            return isChanged
        } catch {
            // Without a step, the error names no entity.
            var error = error.step == nil ? error.of(name) : error
            let path = path(to: place)
            error.path = error.path.map(path.appending) ?? path
            error.step = error.step.map { "\(name) \($0)" }
            error.version = error.version.map { "\($0) of \(name)" }
            error.position = error.position ?? document.position(of: value)
            throw error
        }
    }

    /// What an entity loses of the values that an enclosing one has made in it, which have no place in the payload: it
    /// is judged as a document by itself.
    ///
    /// - `known`: What it loses of values that have one.
    private func lossesOfMadeValues(
        in value: JSONValue, over way: MigrationPath, _ plan: MigrationPlan, besides known: [Loss]
    ) throws(MigrationError) -> [Loss] {
        // Code of bridges runs once.
        guard judgesLosses, value.isContainer, value.source == nil,
            way.steps.allSatisfy({ if case .operations = $0.work { true } else { false } })
        else { return [] }
        let own: JSONDocument
        do { own = try JSONDocument(writing: value) } catch { throw MigrationError(causedBy: error) }
        let all = try plan.run(way, on: own.root, of: own, environment).losses
        return all.compactMap { loss in
            let isKnown = known.contains { $0.path.isWithin(loss.path) || loss.path.isWithin($0.path) }
            guard !isKnown, let made = value[at: loss.path], made.sourceOffset == nil else {
                return nil
            }
            return loss.moved(to: nil)
        }
    }

    /// Leaves out the losses of values that the way back restores, because carried data has been put into the result.
    ///
    /// - `home`: The result after the way back; `nil` if there is none. Elements have no identity there: only values
    ///   within objects are looked up, unless all of the document is back.
    mutating func leaveOut(lossesIn root: JSONValue, thatComeBackIn home: JSONValue?) {
        guard !losses.isEmpty, let home else { return }
        if CarriedChange.between(root, home).isEmpty { return losses = [] }
        losses.removeAll { loss in
            guard !root.leadsThroughArrays(loss.path), let lost = root[at: loss.path], let back = home[at: loss.path]
            else { return false }
            return !loss.isOfOrder && CarriedChange.between(lost, back).isEmpty
        }
    }

    private func misfit(
        _ code: MigrationError.Code, _ message: String, at place: JSONPointer, _ value: JSONValue
    ) -> MigrationError {
        var error = MigrationError(code, message, at: path(to: place), found: value)
        error.position = document.position(of: value)
        return error
    }
}

extension JSONValue {
    /// Whether an array is on the way to a place.
    fileprivate func leadsThroughArrays(_ pointer: JSONPointer) -> Bool {
        pointer.tokens.indices.contains { self[at: JSONPointer(Array(pointer.tokens[..<$0]))]?.array != nil }
    }
}

extension JSONArray {
    /// In place: through the value that holds it, the whole array would be copied each time.
    fileprivate mutating func replaceElement(at index: Int, by element: JSONValue) { self[index] = element }
}
