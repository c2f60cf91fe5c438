import VersionedCodec

/// Migrates one payload of an API after another on one arena, in the same memory; the result of a small payload is kept
/// as a shape, so that most of those after it need no arena.
///
/// It handles every payload that fits the plans. In a large one, the children of large containers are converted when
/// they are written, one after another.
final class SetRunner: LineRunner {
    private let set: PlanSet
    private let entity: PlanSet.Entity
    private let target: VersionPins
    private let source: VersionPins?
    let options: MigrationOptions
    private let environment: MigrationEnvironment
    private let parsing: JSONParsingOptions
    private let carrier: JSONPointer
    /// The style of the target; `nil` if payloads keep their own layout.
    private let style: WritingStyle?
    private let memory = ArenaMemory()
    private let conversion: SetConversion
    /// Takes results back to the version of the API that payloads come from; made when it is first needed.
    private var wayBack: SetConversion?
    private var shapes: ShapeCache
    /// The storages of the losses in the notes of shapes.
    private var lossStorages: [Loss.Storage] = []
    /// What is carried for the payload, of which the arena has no more.
    private var restoring: CarriedForTarget?
    /// What the payload carries, if that is kept beside it, and the places of carried values that were not restored.
    private(set) var sidecar: CarriedData?
    private(set) var outdated: [JSONPointer] = []

    var carriedByLine: CarriedByLine? {
        sidecar == nil && outdated.isEmpty ? nil : CarriedByLine(sidecar: sidecar, outdated: outdated)
    }

    /// Facts about payloads of one shape.
    private final class ShapeNotes {
        let version: DetectedVersion?
        let losses: NotedLosses
        /// How many bytes of carried data the first one has got.
        let carried: Int

        init(_ version: DetectedVersion?, _ losses: NotedLosses = .none, carried: Int = 0) {
            (self.version, self.losses, self.carried) = (version, losses, carried)
        }
    }

    /// `nil` if the options need more than steps.
    init?(
        _ set: PlanSet, _ entity: PlanSet.Entity, to target: VersionPins, from source: VersionPins?,
        _ options: MigrationOptions
    ) {
        guard options.allowRunners, !options.isPartial else { return nil }
        (self.set, self.entity, self.target, self.source) = (set, entity, target, source)
        self.options = options
        parsing = options.strictParsing
        // What is carried depends on what is around it.
        shapes = ShapeCache(parsing, varyingContainers: options.losses != .carry)
        carrier = JSONPointer([options.carrying.member])
        let declared = target.versions[entity.name].flatMap { entity.plan?[$0]?.style }
        environment = set.environment(of: entity, for: target, options)
        let style = options.style == .keep ? nil : declared
        self.style = options.isOneLine ? style?.onOneLine : style
        conversion = SetConversion(set, entity, to: target, from: source, environment, options.hints, in: memory)
    }

    /// Whether the memory is small enough to be kept for a payload that may never come.
    var isSmall: Bool { memory.isSmall && wayBack?.memory.isSmall ?? true }

    /// The version of the last payload itself; `nil` for an envelope.
    var found: DetectedVersion? { conversion.found }

    /// What entities have lost, in no order, and what contradicts their versions.
    var lossList: LossList { conversion.lossList }
    var contradictions: [DetectedVersion.Contradiction] { conversion.contradictions }

    /// Forgets the last payload.
    func reset() {
        memory.arena.reset()
        begin()
    }

    private func begin() {
        conversion.reset()
        (restoring, sidecar, outdated) = (nil, nil, [])
    }

    /// Appends the migrated payload, and returns whether it could; if not, nothing is appended. Its losses are kept.
    ///
    /// - `given`: The data beside the payload.
    func migrate(_ payload: UnsafeBufferPointer<UInt8>, given: CarriedData? = nil, to output: inout [UInt8]) -> Bool {
        guard let losses = migrateLine(payload, given: given, to: &output) else { return false }
        if case .repeated(let noted) = losses { conversion.take(read(noted), of: found) }
        return true
    }

    func migrateLine(
        _ payload: UnsafeBufferPointer<UInt8>, given: CarriedData?, to output: inout [UInt8]
    ) -> LineLosses? {
        begin()
        let mayRepeat = PlanRunner.keepsShapes(ofBytes: payload.count) && given == nil
        if mayRepeat, find(payload) { return repeatShape(to: &output) }
        let arena = memory.arena
        guard arena.scan(payload, parsing), !(options.isOneLine && arena.hasLineBreaks) else { return nil }
        if mayRepeat, find(payload, scannedBy: arena) { return repeatShape(to: &output) }
        if mayRepeat { shapes.startRecording(arena) }
        defer { shapes.stopRecording(arena) }
        guard takeCarried(given) else { return nil }
        if restoring != nil { arena.giveUpRecording() }
        guard conversion.convert(), !conversion.hasLosses || options.losses != .fail, restore() else { return nil }
        guard let carried = carry() else { return nil }
        if !conversion.hasRun, carried.bytes == 0 {
            if restoring != nil || carried.sidecar != nil { return nil }
            output.append(contentsOf: payload)
            if mayRepeat { shapes.keepUnchanged(arena, ShapeNotes(found)) }
            return .read(conversion.lossList.array)
        }
        if let style { arena.writeDocument(in: style) } else { arena.writeDocument() }
        if arena.isTooDeep { return nil }
        output.append(contentsOf: arena.written)
        let losses = conversion.lossList.array
        sidecar = carried.sidecar ?? restoring?.sidecar
        // What is beside a payload is made anew for each.
        if mayRepeat, carried.sidecar == nil {
            let noted = conversion.hasLosses ? NotedLosses(losses, in: &lossStorages) : .none
            shapes.keep(arena, ShapeNotes(found, noted, carried: carried.bytes), noting: noted.offsets)
        }
        return .read(losses)
    }

    private func repeatShape(to output: inout [UInt8]) -> LineLosses? {
        shapes.write(to: &output)
        guard let notes = shapes.notes as? ShapeNotes else { return nil }
        conversion.take([], of: notes.version)
        return shapes.hasNotedValues ? .repeated(notes.losses) : .read([])
    }

    func read(_ noted: NotedLosses) -> [Loss] { noted.losses(in: shapes) }

    func repeatLosses(
        _ noted: NotedLosses, of line: UnsafeBufferPointer<UInt8>, at start: (line: Int, byteOffset: Int),
        to repeated: inout RepeatedLosses
    ) -> Bool {
        noted.repeatLosses(of: line, at: start, in: shapes, to: &repeated)
    }

    /// Looks for the shape of a payload: before it is scanned, and once more when it has been.
    private func find(_ text: UnsafeBufferPointer<UInt8>, scannedBy arena: Arena? = nil) -> Bool {
        guard arena.map({ shapes.find(scannedBy: $0) }) ?? shapes.find(text) else { return false }
        guard options.losses == .carry, let notes = shapes.notes as? ShapeNotes else { return true }
        return ArenaCarrier.mayRepeat(notes.carried, in: text, options.carrying)
    }

    /// A migrated payload, whose losses are kept; `nil` where the set must do it, or the sink has failed.
    ///
    /// - Parameters:
    ///   - given: The data beside the payload.
    ///   - sink: Takes a large payload, in place of the result, which then has no bytes.
    ///   - largeFrom: From how many bytes on children may wait.
    func migrated(
        _ payload: [UInt8], given: CarriedData? = nil, to sink: DocumentSink? = nil,
        largeFrom: Int = PlanRunner.deferring
    ) -> [UInt8]? {
        reset()
        var bytes: [UInt8] = []
        let isDone = payload.withUnsafeBufferPointer { text in
            if text.count < largeFrom || options.isOneLine { return migrate(text, given: given, to: &bytes) }
            guard memory.arena.scan(text, parsing) else { return false }
            memory.arena.lend(payload)
            let written = conversion.deferring(from: largeFrom >> 6) { migrateLarge(payload, given, to: sink) }
            guard let written else { return false }
            bytes = written
            return true
        }
        return isDone ? bytes : nil
    }

    /// Migrates the payload that has been read.
    private func migrateLarge(_ payload: [UInt8], _ given: CarriedData?, to sink: DocumentSink?) -> [UInt8]? {
        let arena = memory.arena
        // Restoring looks into children that wait for what is to be carried.
        guard takeCarried(given), restoring == nil || options.losses != .carry, conversion.convert(), restore(),
            let carried = carryLarge()
        else { return nil }
        // Losses have the paths that values had.
        arena.keepIndexWhole()
        var bytes: [UInt8] = []
        // Memory for less takes no room.
        if sink == nil { bytes.reserveCapacity(3 * payload.count) }
        let given = sink ?? DocumentSink(write: { bytes.append(contentsOf: $0) }, forget: { bytes = [] })
        arena.write(to: given, in: style)
        if arena.isTooDeep || !arena.haveDeferralsSucceeded || given.failure != nil { return nil }
        if restoring != nil, conversion.hasLosses || !conversion.hasRun { return nil }
        // Without another version to come from, nothing can be carried.
        if options.losses == .carry, !comesFromAnother, conversion.hasLosses { return nil }
        sidecar = carried.sidecar ?? restoring?.sidecar
        if conversion.hasRun { return bytes }
        if carried.bytes > 0 || carried.sidecar != nil { return nil }
        // Children that wait have been written, as they are.
        return given.startOver() ? payload : nil
    }

    // MARK: Carried data

    /// Takes what is carried for the payload out of it, or what is given beside it; `false` where the set must do that.
    private func takeCarried(_ given: CarriedData?) -> Bool {
        let arena = memory.arena
        let member = arena.find(carrier, from: arena.root)
        if given == nil, member.isNone { return true }
        guard given == nil || member.isNone,
            // The set reports what is wrong with carried data.
            let carried = given ?? (try? CarriedData(json: arena.value(of: member))),
            set.stops(for: carried, from: source, to: target).isEmpty
        else { return false }
        restoring = CarriedForTarget(carried, set.record(in: carried, for: target), options.carrying)
        if !member.isNone { arena.setAside(member) }
        conversion.leavesUnnamed = restoring?.isUnnamed ?? false
        // What is carried for other versions and what is to be carried would be put together.
        return restoring.map { options.losses != .carry || $0.rest.isEmpty } ?? false
    }

    /// Restores what is carried for the target, and puts the rest back; `false` where the set must do that.
    private func restore() -> Bool {
        guard let restoring else { return true }
        // Of what is lost, something may come back.
        if conversion.hasLosses { return false }
        outdated = restoring.restore(in: memory.arena, from: source?.label) { self.set.markKeys }
        return restoring.putBack(in: memory.arena)
    }

    /// Puts into the payload what it has to carry; `nil` where the set must do that, or refuse the payload.
    private func carry() -> ArenaCarrier.Carried? {
        guard options.losses == .carry else { return ArenaCarrier.Carried() }
        // Plans that lose nothing by themselves may do so together, and entities may have come from other versions.
        guard comesFromAnother, let source else { return conversion.hasLosses ? nil : ArenaCarrier.Carried() }
        let wayBack =
            self.wayBack
            ?? SetConversion(set, entity, to: source, from: target, environment, losing: .ignore, in: ArenaMemory())
        self.wayBack = wayBack
        let arena = memory.arena
        defer { wayBack.memory.arena.reset() }
        let carrier = arenaCarrier(from: source.label)
        return carrier.carry(in: arena, isUnnamed: conversion.named.isOfNone) {
            let home = wayBack.memory.arena
            wayBack.reset()
            wayBack.leavesUnnamed = conversion.named.isOfNone
            home.begin(asCopyOf: arena)
            if conversion.showsSortedMembers { home.sortMembers() }
            guard wayBack.convert() else { return nil }
            return LossJudge.reading(.read(by: arena)) {
                ArenaCarrier.changes($0, home, of: arena, marks: set.markKeys)
            }
        }
    }

    private func arenaCarrier(from source: String) -> ArenaCarrier {
        ArenaCarrier(from: source, to: target.label, options: options.carrying, style: style)
    }

    /// The same for a large payload, the children of whose large containers are converted when they are written.
    private func carryLarge() -> ArenaCarrier.Carried? {
        guard options.losses == .carry, comesFromAnother, let source else { return ArenaCarrier.Carried() }
        let arena = memory.arena
        let carrier = arenaCarrier(from: source.label)
        var isUnnamed = false
        return carrier.carry(in: arena, isUnnamed: isUnnamed) {
            if conversion.showsSortedMembers { return nil }
            // Whether entities name their versions is not known before all of them have been converted.
            for leavesUnnamed in [true, false] {
                let wayBack = SetWayBack(of: arena, conversion, leavesUnnamed: leavesUnnamed) { memory, there in
                    SetConversion(
                        set, entity, to: source, from: target, environment, losing: .record, after: there, in: memory)
                }
                let changes = LargeCarrying(arena, wayBack, marks: set.markKeys).run()
                if changes == nil, leavesUnnamed, wayBack.hasFailed { continue }
                isUnnamed = wayBack.isUnnamed
                return changes
            }
            return nil
        }
    }

    /// Whether payloads come from another version of the API.
    private var comesFromAnother: Bool { source.map { $0.label != target.label } ?? false }
}
