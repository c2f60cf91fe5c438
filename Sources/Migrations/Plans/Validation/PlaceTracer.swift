import VersionedCodec

/// Follows the operations of one way of a migration from place to place, and finds the first that cannot be meant.
///
/// Only certain facts count. Nothing can be concluded from a rule to skip, a condition that another operation does not
/// share, an element of an array, which moves when others are added or removed, or an operation that does not declare
/// its effects.
struct PlaceTracer {
    /// An effect of an operation that cannot be intended.
    struct Fault: Error {
        let code: PlanError.Code
        let operation: LocatedOperation
        let earlier: JSONOperation
        let place: String
        /// Where the earlier operation was at work, where that is another place: one that holds it, or one in it.
        let earlierPlace: String?
    }

    /// Whether the author wrote the operations. On a way that follows from the other one, two that write one place may
    /// be the reverse of two that read it, and what is compared with something that is gone is only a loss.
    let isDeclared: Bool

    private var log = AccessLog()
    private var moment = 0
    /// The moment before the outermost operation that is running: until then, the document is what paths from its root
    /// see.
    private var documentMoment = 0
    private var depth = 0
    private var scope: [PlaceToken] = []
    /// Where what counts as the whole document is.
    private var documentScope: [PlaceToken] = []
    private var guards: [PlaceGuard] = []
    /// The places of the scopes around that do nothing where there is no value, and when they were entered.
    private var skippedScopes: [(place: [PlaceToken], moment: Int)] = []
    private var isCertain = true
    /// The scratch values that an earlier operation may have made.
    private var madeScratch: Set<JSONPointer> = []

    init(isDeclared: Bool) { self.isDeclared = isDeclared }

    mutating func run(_ operations: [LocatedOperation]) throws(Fault) {
        depth += 1
        defer { depth -= 1 }
        for operation in operations where operation.operation.runs {
            if depth == 1 { documentMoment = moment }
            for effect in operation.operation.body.effects { try run(effect, of: operation) }
            for place in operation.operation.written where place.isScratch { madeScratch.insert(place.prefix(1)) }
        }
    }

    private mutating func run(_ effect: PlaceEffect, of operation: LocatedOperation) throws(Fault) {
        moment += 1
        switch effect {
        case .needs(let pointer, let rule): try need(pointer, rule, operation)
        case .reads(let pointer, let rule):
            try need(pointer, rule, operation)
            log.read(settled(pointer), at: moment)
        case .readsElsewhere(let origin, let pointer, let rule): try lookUp(pointer, in: origin, rule, operation)
        case .compares(let pointer):
            try need(pointer, isDeclared ? .error : .skip, operation)
            log.read(settled(pointer), at: moment)
        case .changes(let pointer, let rule):
            try need(pointer, rule, operation)
            log.read(settled(pointer), at: moment)
            log.touch(settled(pointer), at: moment)
        case .removes(let pointer, let isCertain):
            log.touch(settled(pointer), at: moment)
            if isCertain, !pointer.hasIndex { log.recordGone(fact(place(pointer), operation)) }
        case .writes(let pointer, let rule, let isCertain): try write(pointer, rule, isCertain, operation)
        case .inside(let pointer, let rules, _):
            try need(pointer, rules.absent, operation)
            try enter(pointer, [], rules, operation)
        case .asDocument(let pointer, let rules, _):
            try need(pointer, rules.absent, operation)
            let outer = (documentScope, documentMoment, depth)
            (documentScope, depth) = (place(pointer), 0)
            try enter(pointer, [], rules, operation)
            (documentScope, documentMoment, depth) = outer
        case .eachOf(let pointer, let rules, _):
            try need(pointer, rules.absent, operation)
            try enter(pointer, [.each], rules, operation)
        case .anywhereIn(let pointer, let rules, _, _):
            try need(pointer, rules.absent, operation)
            // Facts about other places imply nothing for those, and the other way round.
            log.read(settled(pointer), at: moment)
            log.touch(settled(pointer), at: moment)
            try enter(pointer, [.anywhere], rules, operation)
            moment += 1
            log.read(settled(pointer), at: moment)
            log.touch(settled(pointer), at: moment)
        case .either(let condition, _, _): try branch(condition, operation)
        case .anything:
            log.read([], at: moment)
            log.touch([], at: moment)
        }
    }

    // MARK: Places

    /// A pointer of an operation, from the root of the document.
    private func place(_ pointer: JSONPointer) -> [PlaceToken] {
        (pointer.isScratch ? [.scratch] : scope) + pointer.tokens.map { PlaceToken($0) }
    }

    /// The same, up to an array whose elements move.
    private func settled(_ pointer: JSONPointer) -> [PlaceToken] {
        (pointer.isScratch ? [.scratch] : scope)
            + pointer.tokens.prefix { $0 != "-" && JSONPointer.index(of: $0) == nil }.map { PlaceToken($0) }
    }

    private func fact(_ place: [PlaceToken], _ operation: LocatedOperation) -> AccessLog.Fact {
        AccessLog.Fact(place: place, operation: operation.operation, moment: moment, guards: guards)
    }

    /// Whether a certain fact applies to the current operation under the conditions of both: one set contains the
    /// other.
    private func applies(_ fact: AccessLog.Fact) -> Bool {
        guards.allSatisfy(fact.guards.contains) || fact.guards.allSatisfy(guards.contains)
    }

    /// The removal of a needed value; `nil` if the enclosing scope is then not entered.
    private func gone(_ place: [PlaceToken]) -> AccessLog.Fact? {
        log.gone(place).flatMap { fact in
            skippedScopes.contains { $0.place.starts(with: fact.place) && fact.moment < $0.moment } ? nil : fact
        }
    }

    // MARK: Reading and writing

    private func need(_ pointer: JSONPointer, _ rule: JSONOperation.UnexpectedRule, _ operation: LocatedOperation)
        throws(Fault)
    {
        let place = place(pointer)
        try requireScratch(pointer, rule, operation)
        guard rule == .error, let gone = gone(place), applies(gone) else { return }
        throw fault(.readsRemoved, operation, place, gone)
    }

    /// Fails for a scratch value that nothing can have made.
    private func requireScratch(
        _ pointer: JSONPointer, _ rule: JSONOperation.UnexpectedRule, _ operation: LocatedOperation
    ) throws(Fault) {
        guard pointer.isScratch, !pointer.isRoot, !madeScratch.contains(pointer.prefix(1)),
            !operation.operation.skipsAbsentScratch, isDeclared || rule == .error
        else { return }
        throw Fault(
            code: .readsUnmade, operation: operation, earlier: operation.operation, place: pointer.shown,
            earlierPlace: nil)
    }

    /// The values that an operation takes from the document as it was before the outermost enclosing operation, or from
    /// the context.
    private mutating func lookUp(
        _ pointer: JSONPointer, in origin: JSONOperation.PathOrigin, _ rule: JSONOperation.UnexpectedRule,
        _ operation: LocatedOperation
    ) throws(Fault) {
        switch origin {
        case .context: return
        case .here:
            try need(pointer, rule, operation)
            log.read(settled(pointer), at: moment)
        case .document:
            try requireScratch(pointer, rule, operation)
            if pointer.isScratch { return log.read(place(pointer), at: moment) }
            let place = documentScope + pointer.tokens.map { PlaceToken($0) }
            let named = pointer.tokens.prefix { !JSONPointer([$0]).hasIndex }
            if rule == .error, let gone = gone(place), gone.moment <= documentMoment, applies(gone) {
                throw fault(.readsRemoved, operation, place, gone)
            }
            log.read(documentScope + named.map { PlaceToken($0) }, at: moment)
        }
    }

    private mutating func write(
        _ pointer: JSONPointer, _ rule: JSONOperation.ConflictRule, _ isCertain: Bool, _ operation: LocatedOperation
    ) throws(Fault) {
        let place = place(pointer)
        if isDeclared, rule != .skip, !pointer.hasIndex, let made = log.made(atOrIn: place), applies(made) {
            throw fault(.writesTwice, operation, place, made)
        }
        log.touch(settled(pointer), at: moment)
        if isCertain, self.isCertain, !pointer.hasIndex { log.recordMade(fact(place, operation)) }
    }

    private func fault(
        _ code: PlanError.Code, _ operation: LocatedOperation, _ place: [PlaceToken], _ fact: AccessLog.Fact
    ) -> Fault {
        Fault(
            code: code, operation: operation, earlier: fact.operation, place: PlaceToken.shown(place),
            earlierPlace: fact.place == place ? nil : PlaceToken.shown(fact.place))
    }

    // MARK: Scopes

    private mutating func enter(
        _ pointer: JSONPointer, _ element: [PlaceToken], _ rules: Rules, _ operation: LocatedOperation
    ) throws(Fault) {
        let (outer, wasCertain) = (scope, isCertain)
        if pointer.hasIndex {
            // Which element it is cannot be known; anything in the array may be read and written.
            log.read(settled(pointer), at: moment)
            log.touch(settled(pointer), at: moment)
            return
        }
        if rules.absent == .skip { skippedScopes.append((place(pointer), moment)) }
        scope = place(pointer) + element
        isCertain = isCertain && rules.absent == .error && rules.wrongKind == .error
        try run(operation.inner["operations"] ?? [])
        if rules.absent == .skip { skippedScopes.removeLast() }
        (scope, isCertain) = (outer, wasCertain)
    }

    private mutating func branch(_ condition: Condition, _ operation: LocatedOperation) throws(Fault) {
        // Only a value that is gone under all current conditions is a fault.
        for pointer in condition.places { try requireScratch(pointer, .skip, operation) }
        for pointer in condition.valuePlaces {
            guard let gone = gone(place(pointer)), gone.guards.allSatisfy(guards.contains) else { continue }
            throw fault(.readsRemoved, operation, place(pointer), gone)
        }
        for pointer in condition.places { log.read(settled(pointer), at: moment) }
        if condition.readsDocument { log.read([], at: moment) }
        let asked = condition.places.map { log.lastTouched(place($0)) }.max() ?? 0
        for (name, holds) in [("operations", true), ("otherwise", false)] {
            guards.append(PlaceGuard(scope: scope, condition: condition, holds: holds, moment: asked))
            try run(operation.inner[name] ?? [])
            guards.removeLast()
        }
    }
}

extension Condition {
    /// The places whose values it asks for, not only whether they are there.
    fileprivate var valuePlaces: [JSONPointer] {
        if case .present = self { return [] }
        if case .not(let condition) = self { return condition.valuePlaces }
        if case .all(let conditions) = self { return conditions.flatMap(\.valuePlaces) }
        if case .any(let conditions) = self { return conditions.flatMap(\.valuePlaces) }
        return places
    }
}
