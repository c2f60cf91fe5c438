import VersionedCodec

/// Migrates one document after another to one version, on one arena, in the same memory: lines of NDJSON, and
/// documents.
///
/// It handles every document that fits the plan. What does not fit an operation is an error; other documents are left
/// to the plan. The result of a small document is kept as a shape, so that most of those after it need no arena.
/// Operations on the children of a large container run when that is written, one child after another.
final class PlanRunner: LineRunner {
    let target: String
    let options: MigrationOptions
    let mustComeBack: Bool
    let parsing: JSONParsingOptions
    /// The style of the target; `nil` if documents keep their own layout.
    let style: WritingStyle?
    /// The members that the target knows; `nil` if all are allowed.
    let known: PlanVersion.KnownMembers?
    let location: VersionLocation?
    /// Whether results must be recognized by their contents.
    let recognizesByContents: Bool
    /// The member for values that other versions cannot hold.
    let carrier: JSONPointer
    let plan: MigrationPlan
    var judgings: [Int: Judging] = [:]
    let steps: [PreparedStep]
    let labels: [String]
    let versions: [(value: JSONValue, number: Int)]
    private let ways: [VersionPath?]
    /// The versions by their labels, if there are many.
    let said: ValueIndex?
    /// The versions that documents have named, by their numbers.
    var versionsOfField: [Int: Version] = [:]
    /// Whether one look at a member finds the version of a document.
    let goesByTheFieldAlone: Bool
    let explicit: Version?
    let memory = ArenaMemory()
    /// The results of bridges for the document; `nil` if no step has any.
    let bridgeRuns: BridgeRuns?
    let environment: MigrationEnvironment
    /// `@exclusivity(unchecked)`: a runner belongs to one task, and no method of the shapes calls the runner.
    @exclusivity(unchecked) private(set) var shapes: ShapeCache

    /// The storages of the losses in the notes of shapes.
    private var lossStorages: [Loss.Storage] = []

    /// The last document, where its shape was known.
    ///
    /// `@exclusivity(unchecked)`: a runner belongs to one task, and what reads the document changes none.
    @exclusivity(unchecked) private var repeated: [UInt8] = []
    /// The version of the last line, where its shape was not known.
    var scanned: Version?
    /// The carried data of the last line, for the report.
    var carriedByLine: CarriedByLine?

    /// Whether the last document carries data.
    var carriesData = false

    /// From so many bytes on, a document is one whose memory counts.
    static let large = 1 << 20

    /// From so many bytes on, operations on the children of containers may wait until these are written.
    static let deferring = 1 << 16

    /// Up to so many bytes, shapes of documents are kept.
    private static let small = 1 << 12

    /// The version of a document, and its number in the plan; an object, as each document of a shape has it.
    final class Version: Sendable {
        let number: Int
        let detected: DetectedVersion
        /// Whether its documents may not be recognized by themselves.
        let isInDoubt: Bool

        init(number: Int, detected: DetectedVersion, of plan: MigrationPlan) {
            (self.number, self.detected) = (number, detected)
            isInDoubt = plan.mayBeUnrecognizable(detected)
        }
    }

    /// A runner of a plan; `nil` if a step needs more than operations.
    ///
    /// - `mustComeBack`: Whether it takes only documents that come back without a value more.
    init?(
        _ plan: MigrationPlan, to target: String, from explicit: String?, options: MigrationOptions,
        mustComeBack: Bool = false
    ) {
        guard options.allowRunners else { return nil }
        var options = options
        options.bridgeRuns = nil
        self.plan = plan
        self.target = target
        self.options = options
        self.mustComeBack = mustComeBack
        parsing = options.strictParsing
        // What is carried depends on what is around it.
        shapes = ShapeCache(parsing, varyingContainers: options.losses != .carry)
        let style = plan.style(of: target, options)
        known = plan.known(by: target)
        self.style = options.isOneLine ? style?.onOneLine : style
        location = plan.location
        recognizesByContents = !options.isPartial && plan.recognizesByContents(target)
        carrier = JSONPointer([options.carrying.member])
        labels = plan.labels
        let memory = memory
        var environment = options.environment
        environment.bridgeRuns = plan.newBridgeRuns
        (bridgeRuns, self.environment) = (environment.bridgeRuns, environment)
        let ways = VersionPaths(plan, to: target) { step -> [PreparedStep]? in
            guard case .operations = step.work else { return nil }
            return [PreparedStep(plan, step, environment, in: memory)]
        }
        steps = ways.parts
        self.ways = ways.ways
        // Of a version that documents write in another way, more is to be said.
        versions = labels.enumerated().compactMap { number, label in
            guard let value = plan.location?.value(of: label), plan.location?.label(of: value) == label else {
                return nil
            }
            return (value, number)
        }
        said = versions.count > Condition.Values.few ? ValueIndex(versions.map(\.value)) : nil
        goesByTheFieldAlone = plan.tellsVersionsByTheFieldAlone(options)
        self.explicit = explicit.flatMap { label in
            plan.places[label].map {
                Version(number: $0, detected: DetectedVersion(label: label, source: .explicit), of: plan)
            }
        }
        if let explicit = self.explicit {
            if ways.ways[explicit.number] == nil { return nil }
            if options.losses == .carry, explicit.isInDoubt { return nil }
        } else if explicit != nil || !ways.ways.contains(where: { $0 != nil }) {
            return nil
        }
    }

    /// Whether every document that has the target version stays as it is.
    var leavesTargetAlone: Bool { plan.places[target].flatMap { ways[$0] }?.isEmpty ?? false }

    /// Whether the memory is small enough to be kept for a document that may never come.
    var isSmall: Bool { memory.isSmall }

    /// Forgets the last document.
    func reset() {
        memory.arena.reset()
        bridgeRuns?.clear()
    }

    // MARK: Lines

    /// Appends the migrated line and returns its losses; `nil`, with nothing appended, where the plan must do it.
    ///
    /// - Throws: ``MigrationError`` where the line does not fit an operation.
    func migrate(_ line: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) throws(MigrationError) -> [Loss]? {
        try migrateLine(line, to: &output).map { $0.read(by: self) }
    }

    func read(_ noted: NotedLosses) -> [Loss] { noted.losses(in: shapes) }

    func repeatLosses(
        _ noted: NotedLosses, of line: UnsafeBufferPointer<UInt8>, at start: (line: Int, byteOffset: Int),
        to repeated: inout RepeatedLosses
    ) -> Bool {
        noted.repeatLosses(of: line, at: start, in: shapes, to: &repeated)
    }

    func migrateLine(
        _ line: UnsafeBufferPointer<UInt8>, given: CarriedData?, to output: inout [UInt8]
    ) throws(MigrationError) -> LineLosses? {
        guard let given else { return try migrateLine(line, to: &output) }
        return migrate(carrying: line, given: given, to: &output).map { .read($0) }
    }

    /// Migrates a line as ``migrate(_:to:)`` does, and leaves losses that were noted before as they are.
    func migrateLine(
        _ line: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]
    ) throws(MigrationError) -> LineLosses? {
        (scanned, carriedByLine) = (nil, nil)
        if find(line) { return repeatShape(to: &output) }
        let arena = memory.arena
        bridgeRuns?.clear()
        guard arena.scan(line, parsing), !arena.hasLineBreaks else { return nil }
        if find(line, scannedBy: arena) { return repeatShape(to: &output) }
        shapes.startRecording(arena)
        defer { shapes.stopRecording(arena) }
        guard let version = version(arena) else {
            return carriesData ? migrate(carrying: line, to: &output).map { .read($0) } : nil
        }
        guard let way = ways[version.number] else { return nil }
        scanned = version
        if way.isEmpty {
            shapes.keepUnchanged(arena, ShapeNotes(version))
            output.append(contentsOf: line)
            return .read([])
        }
        guard let judging = judging(of: version), let records = try run(way, judging, of: version, line) else {
            return nil
        }
        let losses = losses(judging, records, arena)
        guard let carried = carry(losses, judging, records, isRestored: false) else { return nil }
        guard write(to: nil) else { return nil }
        output.append(contentsOf: arena.written)
        keepShape(arena, version, losses, records, carried)
        if let sidecar = carried.sidecar { carriedByLine = CarriedByLine(sidecar: sidecar) }
        return .read(losses)
    }

    private func repeatShape(to output: inout [UInt8]) -> LineLosses? {
        shapes.write(to: &output)
        return shapes.hasNotedValues ? (shapes.notes as? ShapeNotes).map { .repeated($0.losses) } : .read([])
    }

    /// The version of the line that was migrated last.
    var versionOfLine: DetectedVersion? { (scanned ?? shapeOfLine?.version)?.detected }

    /// The facts about the shape of that line, if it had one before.
    var shapeOfLine: ShapeNotes? { scanned == nil ? shapes.notes as? ShapeNotes : nil }

    // MARK: Documents

    /// The result for a document.
    struct Outcome {
        let version: Version
        var losses: LossList
        /// Whether the document carries all of these, where it may.
        var isCarried = true
        /// What it carries, if that is kept beside it.
        var sidecar: CarriedData?
        /// The places of carried values that were not restored.
        var outdated: [JSONPointer] = []
        /// Whether it stays as it is; otherwise it has been written.
        let isUnchanged: Bool
    }

    /// Migrates a document, which is then in `written`, or, piece by piece, in a sink; `nil` if the plan must do it,
    /// or the sink has failed.
    ///
    /// - `payload`: The text as an array, where it is one.
    /// - `deferringFrom`: From how many bytes on operations on children may wait.
    /// - Throws: ``MigrationError`` where the document does not fit an operation.
    func migrate(
        document text: UnsafeBufferPointer<UInt8>, _ payload: [UInt8]? = nil, to sink: DocumentSink? = nil,
        deferringFrom: Int = PlanRunner.deferring
    ) throws(MigrationError) -> Outcome? {
        repeated.removeAll(keepingCapacity: true)
        let mayRepeat = text.count <= Self.small && sink == nil
        if mayRepeat, find(text), let outcome = repeatedShape() { return outcome }
        guard scan(text, payload) else { return nil }
        if mayRepeat, find(text, scannedBy: memory.arena), let outcome = repeatedShape() { return outcome }
        return try migrateScanned(text, payload, to: sink, deferringFrom: deferringFrom, mayRepeat: mayRepeat)
    }

    private func repeatedShape() -> Outcome? {
        guard let notes = shapes.notes as? ShapeNotes else { return nil }
        shapes.write(to: &repeated)
        return Outcome(version: notes.version, losses: .few(notes.losses.losses(in: shapes)), isUnchanged: false)
    }

    /// Migrates the document that has been scanned.
    ///
    /// - `restoring`: What is carried for it.
    func migrateScanned(
        _ text: UnsafeBufferPointer<UInt8>, _ payload: [UInt8]?, restoring: CarriedForTarget? = nil,
        to sink: DocumentSink?,
        deferringFrom: Int, mayRepeat: Bool = false
    ) throws(MigrationError) -> Outcome? {
        let arena = memory.arena
        if mayRepeat { shapes.startRecording(arena) }
        defer { shapes.stopRecording(arena) }
        guard let version = version(arena), let way = ways[version.number] else { return nil }
        if way.isEmpty {
            return restoring == nil ? Outcome(version: version, losses: [], isUnchanged: true) : nil
        }
        guard let judging = judging(of: version), restoring.map({ isForTheEnd($0, of: judging.judge.path) }) ?? true
        else {
            return nil
        }
        // A document of the target version that is normalized gets no style if nothing changes.
        let isCompared = style != nil && labels[version.number] == target
        if isCompared, restoring != nil { return nil }
        // Deferred operations run again for judging; bridges do not.
        if text.count >= deferringFrom, !isCompared, bridgeRuns == nil, !options.isPartial,
            restoring == nil || options.losses != .carry
        {
            let threshold = deferringFrom >> 6
            if let done = try migrateLarge(text, payload, version, way, judging, restoring, to: sink, threshold) {
                return done
            }
            // What comes back with more is for the plan.
            if sink?.failure != nil || mustComeBack { return nil }
        }
        guard let records = try run(way, judging, of: version, text) else { return nil }
        let outdated = restored(restoring, judging)
        let losses = losses(judging, records, arena, isRestored: restoring != nil)
        guard let carried = carry(losses, judging, records, isRestored: restoring != nil), putBack(restoring, losses)
        else { return nil }
        if isCompared {
            arena.writeDocument()
            if arena.isText(arena.written) { return Outcome(version: version, losses: .few(losses), isUnchanged: true) }
        }
        guard write(to: sink) else { return nil }
        if mayRepeat, !isCompared { keepShape(arena, version, losses, records, carried) }
        return Outcome(
            version: version, losses: .few(losses), sidecar: carried.sidecar ?? restoring?.sidecar, outdated: outdated,
            isUnchanged: false)
    }

    /// Begins with a document; `false` where it is not JSON.
    func scan(_ text: UnsafeBufferPointer<UInt8>, _ payload: [UInt8]?) -> Bool {
        guard memory.arena.scan(text, parsing) else { return false }
        if let payload { memory.arena.lend(payload) }
        return true
    }

    /// Writes the document; `false` where the sink fails, or the result is nested too deep.
    func write(to sink: DocumentSink?) -> Bool {
        let arena = memory.arena
        if let sink {
            arena.write(to: sink, in: style)
        } else if let style {
            arena.writeDocument(in: style)
        } else {
            arena.writeDocument()
        }
        return sink?.failure == nil && !arena.isTooDeep
    }

    /// Runs the steps on a copy of a document, of which nothing is written and whose losses are not judged: the text
    /// and the index that speak of the changed document; `nil` if members come or go, or something does not fit.
    func settle(
        document text: UnsafeBufferPointer<UInt8>, largeFrom: Int = PlanRunner.deferring
    ) -> (outcome: Outcome, text: UnsafeBufferPointer<UInt8>, index: IndexBuffer)? {
        let arena = memory.arena
        guard arena.scan(copyOf: text, parsing), let version = version(arena), let way = ways[version.number],
            !way.isEmpty
        else { return nil }
        let deferred =
            text.count >= largeFrom ? DeferredScopes(memory, threshold: largeFrom >> 6, recording: .drop) : nil
        if let deferred { arena.startDeferring(deferred) }
        defer { if deferred != nil { arena.stopDeferring() } }
        // What does not fit is said by the way over documents.
        guard (try? run(way, nil, deferred)) != nil, let settled = arena.settle(),
            arena.haveDeferralsSucceeded
        else { return nil }
        return (Outcome(version: version, losses: [], isUnchanged: false), settled.text, settled.index)
    }

    /// Whether shapes of documents of such a length are kept.
    static func keepsShapes(ofBytes count: Int) -> Bool { count <= small }

    /// Calls a function with the document that has been written last.
    func withWritten<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if repeated.isEmpty { return try body(memory.arena.written) }
        return try repeated.withUnsafeBufferPointer(body)
    }

    /// The index of that document, as a scan of it would make it; `nil` where it must be scanned.
    func indexOfWritten(_ written: UnsafeBufferPointer<UInt8>) -> IndexBuffer? {
        repeated.isEmpty ? nil : shapes.index(of: written)
    }

    /// Looks for the shape of a document: before it is scanned, and once more when it has been.
    private func find(_ text: UnsafeBufferPointer<UInt8>, scannedBy arena: Arena? = nil) -> Bool {
        guard arena.map({ shapes.find(scannedBy: $0) }) ?? shapes.find(text) else { return false }
        guard options.losses == .carry, let notes = shapes.notes as? ShapeNotes else { return true }
        return ArenaCarrier.mayRepeat(notes.carried, in: text, options.carrying)
    }

    /// Keeps the shape of the document, where documents of the same shape lose the values in the same places.
    private func keepShape(
        _ arena: Arena, _ version: Version, _ losses: [Loss], _ records: LossRecords, _ carried: ArenaCarrier.Carried
    ) {
        // What is beside a document is made anew for each.
        if !shapes.isRecording(arena) || carried.sidecar != nil { return }
        let mayCopy = judgings[version.number]?.judge.mayCopy == true
        guard let noted = NotedLosses(losses, records, mayCopy: mayCopy, in: &lossStorages) else { return }
        shapes.keep(arena, ShapeNotes(version, noted, carried: carried.bytes), noting: noted.offsets)
    }
}
