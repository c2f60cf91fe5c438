import VersionedCodec

/// Decides what a document has lost on its way: each value that the way back, as the plan declares it, does not
/// restore.
///
/// It is the only judge. Records of operations are hints at which of them lost a value, and why. If there are no
/// records, and each step is the reverse of its own way back, nothing is lost and nothing is judged.
final class LossJudge {
    let plan: MigrationPlan
    let path: MigrationPath
    let environment: MigrationEnvironment

    /// The way there, and the way back, if there is one; they remember what they need from one document to the next.
    private(set) lazy var wayThere = made(PreparedPath(path, plan, environment, shared))
    private(set) lazy var wayBack = plan.wayBack(over: path).map { way in
        var environment = environment
        environment.isJudged = true
        return made(PreparedPath(way, plan, environment))
    }
    /// The ways that have been prepared.
    private(set) var made: [PreparedPath] = []
    /// Has the steps of the way there, if other paths share them.
    private let shared: PreparedSteps?

    /// Where the version is in the documents that are judged.
    private lazy var marks = plan.marks(of: path.from).map(\.pointer)
    /// What would name the version in documents that need not name it.
    private lazy var needlessMarks = plan.needlessMarks(of: path.from)
    private(set) lazy var needsJudging = plan.needsJudging(path) || sortsMembers
    /// Whether a document that comes back may not be recognized as one of its version, which it does not name.
    private(set) lazy var mustBeRecognized =
        environment.mustBeRecognized && path.from != path.to && plan.recognizesByContents(path.from)

    private(set) lazy var certain = findCertainLosses()

    /// Whether the way back begins with sorted members, and shows that.
    private(set) lazy var sortsMembers = plan.showsSortedMembers(over: path, environment)

    /// Whether operations may find out more about losses than they have recorded on ways that are judged anyway.
    private(set) lazy var mayTryValues =
        (path.steps + (wayBack?.path.steps ?? [])).contains { $0.operations.contains(where: \.triesWayBack) }

    /// Whether a value may be in two places of the other version, so that one of them can go without a loss.
    private(set) lazy var mayCopy = path.steps.contains { $0.operations.contains(where: \.mayCopy) }

    init(
        plan: MigrationPlan, path: MigrationPath, environment: MigrationEnvironment,
        sharing shared: PreparedSteps? = nil
    ) {
        (self.plan, self.path, self.environment, self.shared) = (plan, path, environment, shared)
    }

    private func made(_ way: PreparedPath) -> PreparedPath {
        made.append(way)
        return way
    }

    /// Whether what an operation declares about its own way back is true: that is the way back.
    var isOwnWayBack: Bool { path.steps.count == 1 && !needsJudging }

    /// Whether each document is taken back and compared, so that operations need not try that by themselves.
    var alwaysGoesBack: Bool { (environment.isPartial || needsJudging) && wayBack != nil }

    /// Whether there is anything to judge.
    func isNeeded(_ records: LossRecords) -> Bool {
        !records.losses.isEmpty || records.isInDoubt || environment.isPartial || needsJudging
    }

    /// The losses of a document, in its order.
    ///
    /// - Complexity: that of the way back, and O(values that steps have touched)
    func losses(of document: JSONValue, becoming result: JSONValue, _ records: LossRecords) -> [Loss] {
        guard isNeeded(records) else { return [] }
        return result.reading { losses(of: .value(document), becoming: $0, records) }
    }

    /// The losses of a document, in its order.
    ///
    /// - `result`: Holds the result, and still does afterwards.
    /// - Complexity: that of the way back, and O(values that steps have touched)
    func losses(of document: Document, becoming result: Arena, _ records: LossRecords) -> [Loss] {
        guard isNeeded(records) else { return [] }
        let judged = Case(document: document, result: result, records: records)
        guard let wayBack else { return lossesWithoutAWayBack(judged) }
        do throws(MigrationError) {
            return try losses(judged, goingBack: wayBack)
        } catch {
            // An operation may lack what the way there could not make.
            guard error.code == .absent else { return [ofFailure(error, of: judged, goingBack: wayBack)] }
            do throws(MigrationError) {
                return try losses(judged, goingBack: wayBack, toleratesAbsence: true)
            } catch {
                return [ofFailure(error, of: judged, goingBack: wayBack)]
            }
        }
    }

    /// The one loss of a document for which the way back fails.
    private func ofFailure(_ error: MigrationError, of judged: Case, goingBack way: PreparedPath) -> Loss {
        var failure = error
        if !sortsMembers, environment.sortsMembers ?? plan.sortsMembers(of: path.to) {
            // A text that the error quotes is one of the document as it is written.
            do throws(MigrationError) {
                try goBack(way, from: judged.result, sortingMembers: true) { _, _ in }
            } catch {
                if error.code == failure.code { failure = error }
            }
        }
        return Loss.ofFailure(failure, judged.document.root)
    }

    /// The losses of a document that has been taken there and back.
    func losses(
        of document: JSONValue, comingBackAs back: JSONValue, _ result: JSONValue, _ records: LossRecords,
        _ recordsBack: LossRecords
    ) -> [Loss] {
        back.reading { back in
            result.reading { result in
                losses(Case(document: .value(document), result: result, records: records), back, recordsBack)
            }
        }
    }

    /// The judged document.
    private final class Case {
        let document: Document
        let result: Arena
        let records: LossRecords
        /// Whether the way back skips what the way there could not make.
        var toleratesAbsence = false

        init(document: Document, result: Arena, records: LossRecords) {
            (self.document, self.result, self.records) = (document, result, records)
        }
    }

    /// Takes the result of a document back, and compares.
    ///
    /// - `toleratesAbsence`: Whether operations skip what the way there could not make; halves that the plan declares
    /// by themselves never do.
    private func losses(
        _ judged: Case, goingBack way: PreparedPath, toleratesAbsence: Bool = false
    ) throws(MigrationError) -> [Loss] {
        judged.toleratesAbsence = toleratesAbsence
        return try goBack(way, from: judged.result, toleratesAbsence: toleratesAbsence) { losses(judged, $0, $1) }
    }

    /// Takes a copy of a result back, and calls a function with what came back and the records of that way.
    private func goBack<Result>(
        _ way: PreparedPath, from result: Arena, toleratesAbsence: Bool = false, sortingMembers: Bool = false,
        _ body: (Arena, LossRecords) -> Result
    ) throws(MigrationError) -> Result {
        let memory = ArenaPool.shared.take()
        begin(memory.arena, with: result, sortingMembers: sortingMembers)
        var state = MigrationState(in: memory, plan: plan, environment, cameFrom: toleratesAbsence ? path.from : nil)
        state.skipTryingWayBack()
        defer { state.finish() }
        for step in way.steps { try state.run(step.step, step) }
        try state.leaveOutUnknown(for: way.path.to, from: way.path.from)
        let home = try state.memory(way.path.to).arena
        try checkRecognition(of: .arena(home))
        return body(home, state.records)
    }

    /// Fails if a document that came back would not be recognized as one of its version.
    func checkRecognition(of home: ResultSource) throws(MigrationError) {
        guard mustBeRecognized, let wayBack else { return }
        if let error = plan.misrecognition(of: home, on: wayBack.path) { throw error }
    }

    /// Begins the way back, with the result as it is written.
    func begin(_ arena: Arena, with result: Arena, sortingMembers: Bool = false) {
        arena.begin(asCopyOf: result)
        if sortsMembers || sortingMembers { arena.sortMembers() }
    }

    /// Calls a function with the document that an arena has read, and with what comes back of the result in the arena;
    /// `nil` if there is no way back, or it fails.
    func comparing<Result>(
        _ result: Arena, withItsReturn body: (_ before: Arena, _ home: Arena) -> Result
    ) -> Result? {
        guard let wayBack else { return nil }
        return try? goBack(wayBack, from: result) { home, _ in
            Self.reading(.read(by: result)) { body($0, home) }
        }
    }

    private func losses(_ judged: Case, _ back: Arena, _ recordsBack: LossRecords) -> [Loss] {
        Self.reading(judged.document) { before in
            let lost = RestoredValues.lost(
                of: before, in: back, orderIsIrrelevant: judged.records.irrelevantOrders(with: recordsBack))
            return name(withoutMarks(lost, hasWayBack: true), judged, hasWayBack: true, recordsBack)
        }
    }

    private func lossesWithoutAWayBack(_ judged: Case) -> [Loss] {
        let records = judged.records
        let after = ArenaPool.shared.take()
        defer { ArenaPool.shared.keep(after) }
        after.arena.begin(asCopyOf: judged.result)
        return Self.reading(judged.document) { before in
            let lost = Remains.gone(of: before, in: after.arena, changed: records.changed, fates: records.fates) ?? []
            return name(withoutMarks(lost, hasWayBack: false), judged, hasWayBack: false, LossRecords())
        }
    }

    /// Lost values except those that name the version. The plan writes these: with a way back, another spelling of the
    /// number (`1.0`) is formatting. Bridges write those of parts.
    func withoutMarks(_ lost: [LostValue], hasWayBack: Bool) -> [LostValue] {
        lost.filter { value in
            if isRewrittenPartVersion(value) { return false }
            if needlessMarks.contains(where: { $0.pointer == value.path && value.value.isEquivalent(to: $0.value) }) {
                return false
            }
            guard marks.contains(value.path) else { return true }
            return hasWayBack
                ? value.after?.isEquivalent(to: value.value) != true : !plan.names(path.from, by: value.value)
        }
    }

    /// Whether a value names the version of a part that a bridge has read, and comes back as another version, or not at
    /// all: the version of the document determines it.
    private func isRewrittenPartVersion(_ lost: LostValue) -> Bool {
        guard let known = environment.bridgeRuns?.partVersions, !known.isEmpty, !lost.isOrder,
            let offset = lost.value.sourceOffset, known.contains(offset)
        else { return false }
        return lost.after.map { plan.location?.label(of: $0) != nil } ?? true
    }

    /// Whether a version is named somewhere in a container, and not in the document itself.
    func marksVersions(within container: JSONPointer) -> Bool {
        marks.contains { $0.tokens.starts(with: container.tokens) && $0.tokens.count > container.tokens.count }
    }

    /// Gives each lost value the step and the operation that lost it, and adds the reports of bridges.
    private func name(_ lost: [LostValue], _ judged: Case, hasWayBack: Bool, _ recordsBack: LossRecords) -> [Loss] {
        var records = judged.records.losses
        if lost.isEmpty, !records.contains(where: \.isReportedByBridge) { return [] }
        var (losses, isTold) = attribute(lost, judged, hasWayBack: hasWayBack, records, recordsBack.losses)
        if losses.contains(where: { $0.step == nil }) {
            judged.result.noteLayout()
            let tracer = LossTracer(
                judge: self, way: hasWayBack ? wayBack : nil, document: judged.document, result: judged.result,
                toleratesAbsence: judged.toleratesAbsence, triesWayBack: mayTryValues)
            let trace = tracer.trace(losses)
            if mayTryValues {
                records = trace.there
                let again = attribute(lost, judged, hasWayBack: hasWayBack, records, trace.back)
                losses = zip(losses, again.losses).map { $0.step == nil ? $1 : $0 }
                isTold = again.isTold
            }
            trace.search.name(&losses)
        }
        for (number, said) in records.enumerated() where said.isReportedByBridge && !isTold[number] {
            losses.append(said.inDocument(judged.document.root))
        }
        return losses
    }

    /// Gives each lost value what one of the records says; also which of the records were taken.
    private func attribute(
        _ lost: [LostValue], _ judged: Case, hasWayBack: Bool, _ records: [Loss], _ recordsBack: [Loss]
    ) -> (losses: [Loss], isTold: [Bool]) {
        var attribution = LossAttribution(records, recordsBack, isOwnWayBack: hasWayBack && isOwnWayBack)
        let result = judged.result
        let left = hasWayBack && mayCopy ? RemainingValues(in: result) : nil
        let losses = lost.map { lost in
            let isKept = hasWayBack && lost.isLeft(in: result, at: lost.path, from: result.root)
            let found = attribution.finding(of: lost, isKept: isKept) { left?.hold(lost) == true }
            return Loss(lost, hasWayBack: hasWayBack, isKept: isKept, found)
        }
        if attribution.hasLookedIntoValues { result.noteLayout() }
        return (losses, attribution.isUsed)
    }

    /// Looks at a document in an arena, for so long.
    static func reading<Result>(_ document: Document, _ body: (Arena) -> Result) -> Result {
        let memory = ArenaPool.shared.take()
        defer { ArenaPool.shared.keep(memory) }
        document.begin(in: memory.arena)
        return body(memory.arena)
    }
}

extension Loss {
    /// The loss of a value that did not come back.
    ///
    /// - `isKept`: Whether it is in its place still in the other version, and the way back changes it.
    init(_ lost: LostValue, hasWayBack: Bool, isKept: Bool, _ found: LossAttribution.Finding?) {
        var (reason, group): (String, String)
        let isReason = found.map { $0.isReason && lost.rest == .nothing && $0.record.isTrue(of: lost.after) } ?? false
        if let found, isReason {
            (reason, group) = (found.record.reason, found.record.group)
        } else {
            let words = lost.words(hasWayBack: hasWayBack, isKept: isKept, isChanged: found?.isChanged == true)
            (reason, group) = (words.reason, words.group)
            if let found, found.isOfWayBack, lost.after == nil, found.record.isInWordsOfPlan {
                reason = "\(group): \(found.record.reason)"
            }
        }
        self.init(path: lost.path, value: lost.value, reason: reason, group: group, isOfOrder: lost.isOrder)
        if lost.isComputed { details.isOfOneDocument = true }
        guard let found else { return }
        let record = found.record
        (operation, step, version) = (record.operation, record.step, record.version)
        if isReason, let computation = record.details.computation {
            (details.computation, details.isOfOneDocument) = (computation, false)
        }
        // A bridge has its own words for what it gives up of a value.
        if record.isReportedByBridge, record.path == path { value = record.value }
    }

    /// The reason of a value in whose place another one comes back.
    fileprivate static let comesBackChanged = "it does not come back as it was"

    /// Whether the reason is true of what comes back on the whole way. An operation says what its own reverse makes.
    private func isTrue(of after: JSONValue?) -> Bool {
        guard group == Self.comesBackChanged, !isReportedByBridge else { return true }
        return after.map { reason.hasSuffix(" comes back as \(Loss.shortened($0.text()))") } ?? false
    }

    /// The one loss of a document for which the way back fails.
    static func ofFailure(_ error: MigrationError, _ document: JSONValue) -> Loss {
        let reason = "the way back fails"
        var loss = Loss(path: .root, value: document, reason: "\(reason): \(error.message)", group: reason)
        (loss.operation, loss.step) = (error.operation, error.step)
        return loss
    }

    /// A loss that a bridge has reported, at its place in the given document.
    fileprivate func inDocument(_ document: JSONValue) -> Loss {
        guard let offset = ownOffset, let path = document.path(toOffset: offset) else { return self }
        var loss = self
        loss.path = path
        return loss
    }
}

extension LostValue {
    /// Whether the value is in a place of another document, which a path leads to from a value there.
    func isLeft(in arena: Arena, at path: JSONPointer, from start: NodeID) -> Bool {
        if isOrder { return false }
        let left = arena.find(path, from: start)
        return !left.isNone && arena.origin(of: left) == value.sourceOffset && isSame(as: left, in: arena)
    }

    /// Whether a node that comes from the value is as it was.
    func isSame(as left: NodeID, in arena: Arena) -> Bool {
        if !value.isContainer {
            return !arena.differsFromItsSource(left) && (arena.isAsRead(left) || arena.isSame(left, as: value))
        }
        if arena.untouchedSpan(of: left) != nil { return true }
        arena.noteLook(at: left)
        if let span { arena.noteLook(within: span) }
        return value.isRestored(by: arena.valueToReport(of: left))
    }

    fileprivate func words(hasWayBack: Bool, isKept: Bool, isChanged: Bool) -> LossWords {
        if isOrder { return LossWords("the order of the elements is not kept") }
        if !hasWayBack {
            return switch rest {
            case .value: LossWords("the other version does not have its key")
            case .nothing where !isChanged: LossWords("nothing in the other version comes from it")
            case .nothing, .part: LossWords("the other version does not have all of it")
            }
        }
        guard let after else {
            return LossWords(isKept ? "it is kept, and the way back takes it away" : "it does not come back")
        }
        let shown = Loss.shortened(after.text())
        if isKept {
            let reason = "it is kept, and the way back reads it as"
            return LossWords(reason: "\(reason) \(shown)", group: "\(reason) something else")
        }
        return LossWords(Loss.comesBackChanged, detail: ": it comes back as \(shown)")
    }
}
