import VersionedCodec

/// A value on its way through the steps of a path: a document, or, between two bridges, a model that no step has needed
/// as a document.
struct MigrationState {
    private enum State {
        case document(JSONValue)
        /// A document that operations have changed.
        case arena(ArenaMemory)
        /// A model, the facts about its document, and the number of the bridge run that made it.
        case model(any Encodable, label: String, UnreadMembers?, run: Int)

        /// The input of a bridge.
        var input: BridgeRuns.Input {
            switch self {
            case .document(let value): .document(value)
            case .arena(let memory): .document(memory.arena.value(of: memory.arena.root))
            case .model(_, _, _, let run): .model(run)
            }
        }
    }

    private var state: State
    private let plan: MigrationPlan

    /// Whether it is the model of the caller.
    private var isGiven = false

    /// The document of the model of the caller, if operations needed one. Its values have places, as those of
    /// a payload have.
    private(set) var givenDocument: JSONValue?

    /// The records of the steps, for judging losses.
    private(set) var records = LossRecords()

    private let environment: MigrationEnvironment

    /// How operations run on the document.
    private var manner = PreparedStep.Manner()

    /// Whether the document names its version as a string, where the plan leaves it to each document.
    var saysVersionAsString: Bool { manner.saysVersionAsString }

    @inline(never)
    init(
        _ document: JSONValue, plan: MigrationPlan, _ environment: MigrationEnvironment = MigrationEnvironment(),
        cameFrom origin: String? = nil
    ) {
        state = .document(document)
        manner.origin = origin
        manner.saysVersionAsString = plan.saysVersionAsString { document[at: $0] }
        self.plan = plan
        self.environment = environment
    }

    /// - `memory`: Has the document; this state owns it from then on.
    /// - `origin`: The version that the document has come from, if it goes back there.
    /// - `deferred`: Takes operations that may wait.
    @inline(never)
    init(
        in memory: ArenaMemory, plan: MigrationPlan, _ environment: MigrationEnvironment,
        cameFrom origin: String? = nil, deferred: DeferredScopes? = nil
    ) {
        state = .arena(memory)
        let arena = memory.arena
        (manner.origin, manner.deferred) = (origin, deferred)
        manner.saysVersionAsString = plan.saysVersionAsString { arena.value(at: $0) }
        self.plan = plan
        self.environment = environment
    }

    init(
        _ model: any Encodable, label: String, plan: MigrationPlan,
        _ environment: MigrationEnvironment = MigrationEnvironment()
    ) {
        state = .model(model, label: label, nil, run: 0)
        isGiven = true
        self.plan = plan
        self.environment = environment
    }

    /// A model that bridges have made of a document.
    ///
    /// - `unread`: What knows of the document and of these bridges.
    init(_ model: any Encodable, label: String, of document: JSONValue, _ unread: UnreadMembers, plan: MigrationPlan) {
        self.init(document, plan: plan)
        state = .model(model, label: label, unread, run: 0)
    }

    /// The steps lead further on a way that has begun in another version.
    mutating func note(start label: String) { records.start = label }

    /// Has the way judged whatever its steps do: the document may not be recognized when it comes back.
    mutating func doubt() { records.isInDoubt = true }

    /// Operations need not find out whether the way back restores what they change.
    mutating func skipTryingWayBack() { manner.triesWayBack = false }

    /// Operations record what a judge needs: what they do to values, if no way back shows that; and what their own way
    /// back does not restore, unless the judge goes back in any case.
    mutating func record(for judge: LossJudge) {
        manner.followsValues = judge.wayBack == nil
        if judge.alwaysGoesBack { skipTryingWayBack() }
    }

    /// Is called before each operation, those within others too.
    mutating func report(reached: @escaping (JSONOperation) -> Void) { manner.reached = reached }

    /// Runs one step; an error names the step.
    ///
    /// - `prepared`: The prepared step, if it runs more than once.
    /// - `observe`: Called with the document before the operations, and after each of them with its description.
    mutating func run(
        _ step: MigrationPath.Step, _ prepared: PreparedStep? = nil, observe: ((Arena, String?) -> Void)? = nil
    ) throws(MigrationError) {
        do throws(MigrationError) {
            switch step.work {
            case .operations:
                let memory = try memory(step.from)
                var manner = manner
                if let observe { manner.observer = { observe(memory.arena, $0) } }
                let prepared = prepared ?? PreparedStep(plan, step, environment, in: memory)
                try prepared.run(in: memory, manner, &records)
            case .bridge(let bridge, let isUp) where environment.isPartial:
                // A part names its version, or not: operations decide that.
                let operations = [BridgeOperation.operation(bridge, isUp: isUp)]
                try run(
                    MigrationPath.Step(
                        from: step.from, to: step.to, migration: step.migration, work: .operations(operations)))
            case .bridge(let bridge, let isUp): try cross(bridge, isUp: isUp, step)
            }
        } catch {
            var error = error
            error.step = error.step ?? step.name
            throw error
        }
    }

    /// The document of a version in an arena, which this state still owns.
    mutating func memory(_ label: String) throws(MigrationError) -> ArenaMemory {
        if case .arena(let memory) = state { return memory }
        let value = try document(label, keepingPlaces: isGiven)
        isGiven = false
        let memory = ArenaPool.shared.take()
        memory.arena.begin(value)
        state = .arena(memory)
        return memory
    }

    /// Takes the document out of its arena.
    private mutating func settle() {
        guard case .arena(let memory) = state else { return }
        state = .document(memory.arena.value(of: memory.arena.root))
        ArenaPool.shared.keep(memory)
    }

    /// Hands over the memory of the arena; the value is then no longer here.
    mutating func finish() {
        if case .arena(let memory) = state {
            ArenaPool.shared.keep(memory)
            state = .document(.null)
        }
    }

    /// The bytes of the document in the layout that it had; `nil` if it is not one that operations have changed.
    func written() -> [UInt8]? {
        guard case .arena(let memory) = state, memory.arena.hasText else { return nil }
        return memory.arena.bytes()
    }

    private mutating func cross(_ bridge: AnyBridge, isUp: Bool, _ step: MigrationPath.Step) throws(MigrationError) {
        settle()
        let wire = isUp ? bridge.older : bridge.newer
        let before = state
        let (model, label) = (try self.model(wire, step.from, beforeBridge: true), step.from)
        let here = self
        func source() throws -> JSONValue {
            var here = here
            return try here.document(label)
        }
        environment.beginBridges(of: step.name)
        let run = BridgeRuns.run(before.input, in: environment.bridgeRuns) { losses in
            var context = BridgeContext(from: step.from, to: step.to, source: source)
            defer { losses = context.losses }
            return try bridge.crossed(model, isUp: isUp, &context)
        }
        do {
            let crossed = try run.outcome.get()
            var unread =
                switch before {
                case .document(let document):
                    Optional(UnreadMembers(document: document, label: label, wire: wire, model: model))
                case .arena: UnreadMembers?.none
                case .model(_, _, let unread, _): unread
                }
            unread?.cross(
                UnreadMembers.Crossing(
                    wire: isUp ? bridge.newer : bridge.older, model: crossed, label: step.to, step: step.name,
                    bridge: bridge.description))
            state = .model(crossed, label: step.to, unread, run: run.number)
            isGiven = false
        } catch {
            throw Self.failure(error, operation: bridge.description, in: before)
        }
        if run.losses.isEmpty { return }
        // A document that was read gives the losses their places; one that is made only for this, their order.
        let document: JSONValue
        do { document = try source() } catch {
            throw Self.failure(error, operation: bridge.description, in: before)
        }
        let losses = run.losses.map { loss in
            var loss = loss
            loss.operation = bridge.description
            loss.isReportedByBridge = true
            loss.offset = loss.offset ?? document[at: loss.path]?.sourceOffset
            return (loss: loss, place: document.place(of: loss.path))
        }
        let order = losses.indices.inOrder { left, right in
            let (first, second) = (losses[left].place, losses[right].place)
            return first == second ? left < right : first.lexicographicallyPrecedes(second)
        }
        records.add(order.map { losses[$0].loss }, of: step)
    }

    // MARK: Between the two

    /// Whether it is a model just now.
    var isModel: Bool { if case .model = state { true } else { false } }

    /// The document; `nil` if it is a model just now.
    var value: JSONValue? {
        switch state {
        case .document(let value): value
        case .arena(let memory): memory.arena.value(of: memory.arena.root)
        case .model: nil
        }
    }

    /// The document, whose version is looked for; `nil` if it is a model just now.
    var result: ResultSource? {
        switch state {
        case .document(let value): .value(value)
        case .arena(let memory): .arena(memory.arena)
        case .model: nil
        }
    }

    /// The value as a document of a version.
    ///
    /// - `keepsPlaces`: Whether values have places in the text that a model is written as.
    mutating func document(
        _ label: String, keepingPlaces keepsPlaces: Bool = false
    ) throws(MigrationError) -> JSONValue {
        switch state {
        case .document(let value): return value
        case .arena(let memory): return memory.arena.value(of: memory.arena.root)
        case .model(let model, let label, let unread, _):
            do {
                guard let coder = plan.wireCoder else {
                    throw MigrationError(.doesNotDecode, "the plan has no version controller", at: nil)
                }
                let written = try coder.encodeNoting(model, label)
                // Places in a text that is gone are dropped.
                var value = keepsPlaces ? written.value : written.value.detached
                if keepsPlaces { givenDocument = value }
                records.losses += written.fallbacks.map(\.loss)
                if let unread {
                    records.losses += try unread.carry(
                        into: &value, coder, except: MigrationPlan.places(of: plan.versions, plan.location))
                }
                let memory = ArenaPool.shared.take()
                defer { ArenaPool.shared.keep(memory) }
                memory.arena.begin(value)
                try plan.mark(memory.arena, label, asString: saysVersionAsString)
                return memory.arena.value(of: memory.arena.root)
            } catch {
                throw Self.failure(error, operation: "encode \(type(of: model))", in: state)
            }
        }
    }

    /// Makes the value a document of its own, which a copy of this state does not change.
    mutating func settleDocument(_ label: String) throws(MigrationError) {
        if case .arena = state { state = .document(try document(label)) }
    }

    /// Leaves out what the version that the document is written for does not know. A document that is normalized keeps
    /// its version and its members.
    mutating func leaveOutUnknown(for label: String, from start: String) throws(MigrationError) {
        guard start != label, let known = plan.known(by: label) else { return }
        if case .arena(let memory) = state {
            records.losses += plan.leaveOutUnknown(known, by: label, in: memory.arena)
            return
        }
        let memory = ArenaPool.shared.take()
        defer { ArenaPool.shared.keep(memory) }
        memory.arena.begin(try document(label))
        let losses = plan.leaveOutUnknown(known, by: label, in: memory.arena)
        if losses.isEmpty { return }
        records.losses += losses
        state = .document(memory.arena.value(of: memory.arena.root))
    }

    /// The value as a model of a version.
    mutating func model(
        _ wire: WireModel, _ label: String, beforeBridge: Bool = false
    ) throws(MigrationError) -> any Encodable {
        settle()
        switch state {
        case .model(let model, _, _, _): return model
        case .arena: throw MigrationError(.doesNotDecode, "the document is being changed", at: nil)
        case .document(let value):
            guard let coder = plan.wireCoder else {
                throw MigrationError(.doesNotDecode, "the plan has no version controller", at: nil)
            }
            do {
                guard beforeBridge, let runs = environment.bridgeRuns else {
                    return try coder.decode(wire.type, value, label)
                }
                let (model, partVersions) = try coder.decodeNoting(wire.type, value, label)
                runs.note(partVersions: partVersions, of: value)
                return model
            } catch {
                throw Self.failure(error, operation: "decode \(wire)", in: state)
            }
        }
    }

    /// An error of a bridge or a coder, with the place that it names.
    private static func failure(_ error: any Error, operation: String, in state: State) -> MigrationError {
        var value: JSONValue?
        if case .document(let document) = state { value = document }
        return MigrationError(ofCoding: error, operation: operation, in: value)
    }
}

extension JSONValue {
    /// The indices of the members and elements on the way to a pointer, as far as they exist: they sort places in
    /// document order.
    fileprivate func place(of pointer: JSONPointer) -> [Int] {
        var place: [Int] = []
        var value = self
        for token in pointer.tokens {
            guard let next = value[at: JSONPointer([token])],
                let index = value.object?.index(forKey: token) ?? JSONPointer.index(of: token)
            else { break }
            place.append(index)
            value = next
        }
        return place
    }
}
