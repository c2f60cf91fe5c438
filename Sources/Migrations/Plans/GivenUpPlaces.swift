import VersionedCodec

/// The places where a way back may find nothing, because the way there gave the value up, or because it would have come
/// from such a place.
///
/// ```
/// rename /a to b, remove /b
/// // On the way back there is no /b, so that it is not renamed to /a, and what needs /a finds nothing either.
/// ```
struct GivenUpPlaces {
    private struct Place: Hashable {
        let tokens: [PlaceToken]
        /// Whether only what is within the place was given up.
        let isWithin: Bool
        /// The members of the place that were kept.
        let kept: Set<PlaceToken>
        let reason: AbsenceReason

        /// Whether it may be another place, or around that.
        func mayHold(_ place: [PlaceToken]) -> Bool {
            guard tokens.mayMeet(place, where: { isWithin ? $0 < $1 : $0 <= $1 }) else { return false }
            // Of places at any depth, it is not known which member they begin with.
            if kept.isEmpty || tokens.contains(.anywhere) || place.prefix(tokens.count).contains(.anywhere) {
                return true
            }
            return !kept.contains(place[tokens.count])
        }

        /// Whether it may be a place in a scope at any depth, or around that place. It does not count if it is around
        /// the whole scope: then the value that the scope is for is absent too.
        func mayHold(_ path: [PlaceToken], in scope: [PlaceToken]) -> Bool {
            if isWithin { return mayHold(scope + path) }
            return tokens.indices.contains { Array(tokens[$0...]).mayMeet(path) { $0 <= $1 } }
        }
    }

    private var places: Set<Place> = []

    var isEmpty: Bool { places.isEmpty }

    /// - Parameters:
    ///   - isWithin: Whether only what is within the place was given up.
    ///   - kept: The members of the place that were kept.
    mutating func add(
        _ place: [PlaceToken], isWithin: Bool = false, but kept: [String] = [], _ reason: AbsenceReason = .givenUp
    ) {
        places.insert(
            Place(tokens: place, isWithin: isWithin, kept: Set(kept.map { PlaceToken($0) }), reason: reason))
    }

    mutating func add(_ other: GivenUpPlaces) { places.formUnion(other.places) }

    /// Whether nothing may be at a place in a scope.
    func mayHold(_ path: [PlaceToken], in scope: [PlaceToken]) -> Bool {
        scope.contains(.anywhere)
            ? places.contains { $0.mayHold(path, in: scope) } : absence(of: scope + path) != nil
    }

    /// Why nothing may be at a place; `nil` where something must be.
    func absence(of place: [PlaceToken]) -> AbsenceReason? {
        let reasons = places.lazy.filter { $0.mayHold(place) }.map(\.reason)
        return reasons.contains(.givenUp) ? .givenUp : reasons.first
    }
}

/// Follows the steps of a way back, and finds out what each of its operations may lack.
struct GivenUpPlacesTracer {
    /// What was given up before each operation of the way back.
    private(set) var found: [Reversal.ID: GivenUpPlaces] = [:]

    /// What each operation of the way there, and those after it, give up: what the way back does not make for it.
    private(set) var foundThere: [OperationRun: GivenUpPlaces] = [:]
    private var isOnWayThere = false
    /// The levels of the operations that are followed on the way there, if that is noted.
    private var levels: ClosedRange<Int>?
    /// What operations that are applied again give up one level deeper.
    private var givenDeeper = GivenUpPlaces()

    /// What was given up so far.
    private(set) var given = GivenUpPlaces()
    private var scope: [PlaceToken] = []

    /// The named lists that are followed, with those that they lead back over.
    private var named: [(name: String, wayThere: [JSONOperation], wayBack: [JSONOperation])] = []
    /// Which of them is followed at any depth.
    private var repeated: Int?

    /// Follows the operations of the next step.
    ///
    /// - Complexity: O(operations × places)
    mutating func follow(_ step: MigrationPath.Step) {
        if step.isNormalizing { return }
        if case .bridge = step.work {
            given.add([], isWithin: true)
        } else if step.migration.isDerived {
            follow(step.operations)
            // Without reverses, the list does not know what it leads back over.
            if step.operations.isEmpty { giveUp(step.opposite.operations) }
        } else {
            giveUp(step.opposite.operations, except: places(writtenBy: step.operations))
        }
    }

    /// Follows a step of the way there, from its last operation to the first.
    mutating func followThere(_ step: MigrationPath.Step) {
        (isOnWayThere, levels) = (true, 0...0)
        giveUp(step.operations)
        (isOnWayThere, levels) = (false, nil)
    }

    /// Follows a list. Operations of the way there that have no reverse are followed in their order.
    private mutating func follow(_ operations: [JSONOperation]) {
        var (wayThere, end): (WayThere?, Int) = (nil, 0)
        for operation in operations {
            guard let reversal = operation.reversal else {
                // It is the reverse of none: nothing may be absent, except within it.
                if operation.oneDirection == nil { followInner(operation, leadingBackOver: nil) }
                continue
            }
            if reversal.wayThere !== wayThere {
                if let wayThere { giveUp(Array(wayThere.operations[..<end])) }
                (wayThere, end) = (reversal.wayThere, reversal.wayThere.operations.count)
            }
            giveUp(Array(reversal.wayThere.operations[min(reversal.index + 1, end)..<end]))
            end = min(end, reversal.index + 1)
            found[reversal.id, default: GivenUpPlaces()].add(given)
            noteSkipped([reversal.wayThere.operations[reversal.index]], for: reversal.id)
            followInner(operation, leadingBackOver: reversal.wayThere.operations[reversal.index])
            lack(operation)
        }
        if let wayThere { giveUp(Array(wayThere.operations[..<end])) }
    }

    /// Lets operations, and those within them, lack what was given up so far.
    private mutating func noteGiven(for operations: [JSONOperation]) {
        for operation in operations {
            if let reversal = operation.reversal { found[reversal.id, default: GivenUpPlaces()].add(given) }
            noteGiven(for: operation.inner)
        }
    }

    /// What an operation of the way there makes is not there where it left a value of the wrong kind alone.
    private mutating func noteSkipped(_ operations: [JSONOperation], for id: Reversal.ID) {
        for operation in operations {
            if operation.leavesWrongKinds {
                for place in operation.body.effects.flatMap(written) { found[id]?.add(place, .skipped) }
            }
            // Operations within one may not know themselves what they lead back over.
            if !operation.inner.isEmpty { _ = forEachScope(of: operation) { $0.noteSkipped($1, for: id) } }
        }
    }

    private mutating func followInner(_ operation: JSONOperation, leadingBackOver other: JSONOperation?) {
        if let name = operation.repeatedName {
            // What was given up around a value counts for the operations on that too.
            if let repeated, named[repeated].name == name { noteGiven(for: named[repeated].wayBack) }
            return repeating(name) { $0.follow($1.wayBack) }
        }
        if operation.inner.isEmpty { return }
        let name = operation.scopeName
        if let name { named.append((name, other?.inner ?? [], operation.inner)) }
        defer { if name != nil { named.removeLast() } }
        if !forEachScope(of: operation, { $0.follow($1) }) {
            within(.root, [.anywhere]) { $0.follow(operation.inner) }
        }
    }

    /// What an operation of the way back would make of nothing is not there either.
    private mutating func lack(_ operation: JSONOperation) {
        if given.isEmpty { return }
        let effects = operation.effectsOfParts
        let lacks = effects.contains { effect in
            switch effect {
            case .needs(let path, _), .reads(let path, _), .changes(let path, _), .removes(let path, _):
                path.isScratch
                    ? given.absence(of: place(path)) != nil
                    : given.mayHold(path.tokens.map { PlaceToken($0) }, in: scope)
            default: false
            }
        }
        if lacks { for place in effects.flatMap(written) { given.add(place) } }
    }

    // MARK: What the way there gives up

    /// Gives up what operations remove, the last one first.
    ///
    /// - `allRestored`: The places that the way back writes; `nil` for those that the reverse of each operation writes.
    private mutating func giveUp(
        _ operations: [JSONOperation], except allRestored: [[PlaceToken]]? = nil
    ) {
        for operation in operations.reversed() where operation.runs {
            let reverse = allRestored == nil ? reverseOf(operation) : []
            let restored = allRestored ?? reverse.flatMap(\.effectsOfParts).flatMap(written)
            defer { if let levels { noteThere([operation], levels) } }
            if let name = operation.repeatedName {
                if isOnWayThere {
                    repeatThere(name)
                } else {
                    repeating(name) { $0.giveUp($1.wayThere, except: allRestored) }
                }
                continue
            }
            let name = operation.scopeName
            if let name { named.append((name, operation.inner, [])) }
            _ = forEachScope(of: operation) { $0.giveUp($1, except: allRestored) }
            if name != nil { named.removeLast() }
            if isOnWayThere { reverse.forEach { lack($0) } }
            let effects = operation.effectsOfParts
            for effect in effects {
                switch effect {
                // Something was there before, and is on the way back, as nothing removes it.
                case .writes(let path, .overwrite, _) where effects.contains { $0.needsValue(at: path) }:
                    given.add(place(path), isWithin: true)
                case .removes(let path, _), .writes(let path, .overwrite, _):
                    let place = place(path)
                    if !restored.contains(where: place.starts) { given.add(place) }
                case .changes(let path, _):
                    switch operation.body.droppedContents {
                    case .none: break
                    case .all: given.add(place(path), isWithin: true)
                    case .members(let names): for name in names { given.add(place(path) + [PlaceToken(name)]) }
                    case .allBut(let names): given.add(place(path), isWithin: true, but: names)
                    }
                case .anything: given.add(scope, isWithin: true)
                default: break
                }
            }
        }
    }

    /// Gives up what a list removes where it is applied again, on the way there.
    private mutating func repeatThere(_ name: String) {
        let index = named.lastIndex { $0.name == name }
        let isDeeper = repeated != nil && index == repeated
        let outer = levels
        defer { levels = outer }
        // What is given up around a value counts for the operations on that too.
        if outer != nil, let index { noteThere(named[index].wayThere, isDeeper ? 2...2 : 1...2, within: true) }
        if !isDeeper {
            if outer != nil { levels = 1...2 }
            repeating(name) { $0.giveUp($1.wayThere) }
            givenDeeper = GivenUpPlaces()
        } else if outer != nil, let index {
            // Operations on deeper values come after those before this one, and give up nothing else.
            let here = given
            levels = nil
            within(.root, [.anywhere]) { $0.giveUp($0.named[index].wayThere) }
            (given, givenDeeper) = (here, given)
        }
    }

    /// Lets operations of the way there lack what they, and those after them, give up.
    private mutating func noteThere(_ operations: [JSONOperation], _ levels: ClosedRange<Int>, within: Bool = false) {
        for operation in operations {
            for level in levels {
                let run = OperationRun(operation.identity, level)
                foundThere[run, default: GivenUpPlaces()].add(given)
                if !givenDeeper.isEmpty { foundThere[run]?.add(givenDeeper) }
            }
            if within { noteThere(operation.inner, levels, within: true) }
        }
    }

    /// Calls a function with the list of a name, in a scope for all depths at which the list applies itself.
    private mutating func repeating(
        _ name: String,
        _ body: (inout GivenUpPlacesTracer, (name: String, wayThere: [JSONOperation], wayBack: [JSONOperation])) -> Void
    ) {
        let index = named.lastIndex { $0.name == name }
        if let index, index == repeated { return }
        guard let index, repeated == nil else { return given.add(scope, isWithin: true) }
        repeated = index
        within(.root, [.anywhere]) { body(&$0, $0.named[index]) }
        repeated = nil
    }

    /// The reverse of an operation; empty if it has none.
    private func reverseOf(_ operation: JSONOperation) -> [JSONOperation] {
        ((try? operation.leadingBack()) ?? []).filter(\.runs)
    }

    // MARK: Places

    /// The places that operations write, and those within them.
    private mutating func places(writtenBy operations: [JSONOperation]) -> [[PlaceToken]] {
        var places: [[PlaceToken]] = []
        for operation in operations {
            places += operation.effectsOfParts.flatMap(written)
            _ = forEachScope(of: operation) { places += $0.places(writtenBy: $1) }
        }
        return places
    }

    private func written(_ effect: PlaceEffect) -> [[PlaceToken]] {
        if case .writes(let path, _, _) = effect { [place(path)] } else { [] }
    }

    private func place(_ path: JSONPointer) -> [PlaceToken] {
        (path.isScratch ? [.scratch] : scope) + path.tokens.map { PlaceToken($0) }
    }

    /// Calls a function for each list within an operation, in its scope; returns whether there is one.
    private mutating func forEachScope(
        of operation: JSONOperation, _ body: (inout GivenUpPlacesTracer, [JSONOperation]) -> Void
    ) -> Bool {
        var isScope = false
        for effect in operation.effectsOfParts {
            switch effect {
            case .inside(let path, _, let operations), .asDocument(let path, _, let operations):
                within(path, []) { body(&$0, operations) }
            case .eachOf(let path, _, let operations): within(path, [.each]) { body(&$0, operations) }
            case .anywhereIn(let path, _, let operations, _): within(path, [.anywhere]) { body(&$0, operations) }
            case .either(_, let operations, let others):
                body(&self, operations)
                body(&self, others)
            default: continue
            }
            isScope = true
        }
        return isScope
    }

    private mutating func within(
        _ path: JSONPointer, _ inner: [PlaceToken], _ body: (inout GivenUpPlacesTracer) -> Void
    ) {
        let outer = scope
        scope = place(path) + inner
        body(&self)
        scope = outer
    }
}
