public import VersionedCodec

extension JSONOperation {
    /// How `remove` handles a value that the operation of the way back would not create again.
    public enum DifferenceRule: String, Sendable, Hashable, CaseIterable {
        /// It removes the value, which is a loss.
        case remove
        /// It leaves the value in place.
        case keep
    }
}

extension JSONOperation {
    /// Removes a member or an element; its value is a loss.
    ///
    /// ```swift
    /// .remove("/debug")
    /// // {"a": 1, "debug": true}  →  {"a": 1}, and the loss of true at /debug
    /// ```
    ///
    /// With a `default`, a value equal to it is not a loss, and the reverse adds it.
    ///
    /// Loss class: captures. Reverse: adds the default, or nothing without one.
    ///
    /// - `removingEmptyParents`: Whether enclosing objects that become empty are removed.
    /// - `reason`: The reason why the other version cannot hold the value, for readers of the losses.
    /// - `ifWrongKind`: How a scalar on the path is handled.
    public static func remove(
        _ path: JSONPointer, default value: JSONValue? = nil, reason: String? = nil,
        removingEmptyParents: Bool = false, ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        JSONOperation(
            RemoveOperation(
                path: path, restoredBy: value.map { .constant($0) } ?? .nothing, reason: reason,
                rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind, makesParents: removingEmptyParents)))
    }

    /// Removes a member that an operation creates again on the way back. It is a loss only if that operation would
    /// create another value.
    ///
    /// ```swift
    /// .remove("/id", restoredBy: .generate("/id", .sequence("cell-%04d")))
    /// // {"id": "cell-0001", "text": "a"}  →  {"text": "a"}, without a loss
    /// ```
    ///
    /// Loss class: captures. Reverse: that operation.
    ///
    /// - `ifDifferent`: How a value is handled that the operation would not create; `.keep` leaves it in place.
    public static func remove(
        _ path: JSONPointer, restoredBy operation: JSONOperation, reason: String? = nil,
        removingEmptyParents: Bool = false, ifDifferent: DifferenceRule = .remove, ifAbsent: UnexpectedRule = .error
    ) -> JSONOperation {
        JSONOperation(
            RemoveOperation(
                path: path, restoredBy: .operation(operation), reason: reason, different: ifDifferent,
                rules: Rules(absent: ifAbsent, makesParents: removingEmptyParents)))
    }

    /// Removes a member that can be derived from another. It is a loss only if it differs from the derived value.
    ///
    /// ```swift
    /// .remove("/package", derivedFrom: "/location", by: .lastPathComponent, .dropSuffix(".git"))
    /// // {"location": "https://x/Yams.git", "package": "Yams"}  →  {"location": "https://x/Yams.git"}, without a loss
    /// ```
    ///
    /// Loss class: captures. Reverse: derives the member.
    public static func remove(
        _ path: JSONPointer, derivedFrom source: JSONPointer, by transforms: TextTransform..., reason: String? = nil,
        ifAbsent: UnexpectedRule = .error
    ) -> JSONOperation {
        JSONOperation(
            RemoveOperation(
                path: path, restoredBy: .derivation(Derivation(from: source, transforms: transforms)), reason: reason,
                rules: Rules(absent: ifAbsent)))
    }
}

struct RemoveOperation: OperationBody {
    static let name = "remove"

    /// The value that the way back adds in the place of the removed one.
    enum Restoration: Sendable, Equatable {
        case nothing
        case constant(JSONValue)
        case derivation(Derivation)
        case operation(JSONOperation)
    }

    let path: JSONPointer
    let restoredBy: Restoration
    var reason: String?
    /// How a value is handled that the operation of the way back would not make.
    var different: JSONOperation.DifferenceRule = .remove
    let rules: Rules

    /// Whether the value is removed, and nothing else, and nothing makes it again.
    var removesForGood: Bool { restoredBy == .nothing && different == .remove && !rules.makesParents }

    var description: String { "remove \(path.shown)" }
    var written: [JSONPointer] { [path] }
    var newWord: String? {
        if case .operation(let operation) = restoredBy, [operation].useNewWords { return "restoredBy" }
        if case .derivation(let derivation) = restoredBy, derivation.usesNewWords { return "derived" }
        return rules.wrongKind == .skip ? "ifWrongKind" : nil
    }

    func reversed() -> [JSONOperation] {
        // If the value may have been absent on the way here, the way back may find no place for it.
        let rules = Rules(absent: rules.absent, wrongKind: rules.wrongKind, makesParents: rules.makesParents)
        return switch restoredBy {
        case .nothing: []
        case .constant(let value): [JSONOperation(AddOperation(path: path, value: value, rules: rules))]
        case .derivation(let derivation) where derivation.transforms.isEmpty:
            [JSONOperation(CopyOperation(from: derivation.from, to: path, rules: rules))]
        case .derivation(let derivation):
            [JSONOperation(DeriveOperation(derivation: derivation, to: path, rules: rules))]
        case .operation(let operation): [operation]
        }
    }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        guard let place = try context.find(path, in: scope, rules) else { return noteAbsence(in: scope, &context) }
        switch restoredBy {
        case .operation(let operation):
            return try remove(place, restoredBy: operation, in: scope, &context)
        case .constant(let constant) where context.arena.isEquivalent(place, to: constant):
            if !context.isRestored(place, by: constant) { context.doubt() }
        case .derivation(let derivation) where isCopied(place, derivation, in: scope, context): break
        case .derivation(let derivation) where try derivation.makesText(place, in: scope, context): break
        case .derivation(let derivation):
            let existing = context.value(place)
            if let (why, detail) = try lossReason(of: existing, derivation, in: scope, context) {
                context.lose(
                    existing, at: path, why, detail: detail, reason == nil ? .isAboutWayBack : .isInWordsOfPlan)
            }
        case .nothing:
            context.lose(
                place, at: path, fixedLossReason ?? "", reason == nil ? .isForGood : [.isForGood, .isInWordsOfPlan])
        case .constant:
            context.lose(place, at: path, fixedLossReason ?? "", reason == nil ? .isAboutWayBack : .isInWordsOfPlan)
        }
        takeAway(in: scope, context)
    }

    /// Whether what is derived is a value that this one is a copy of.
    private func isCopied(
        _ place: NodeID, _ derivation: Derivation, in scope: NodeID, _ context: OperationContext
    ) -> Bool {
        guard derivation.transforms.isEmpty else { return false }
        let arena = context.arena
        let source = arena.find(derivation.from, from: scope)
        if source.isNone { return false }
        // While a shape is recorded, only the answer decides about scalars.
        return arena.haveOneValue(source, place)
            || arena.isRecording && !arena.isContainer(source) && !arena.isContainer(place)
                && arena.isSame(place, as: source, of: arena)
    }

    /// Notes that the value was absent if the way back may find no place for it.
    private func noteAbsence(in scope: NodeID, _ context: inout OperationContext) {
        switch restoredBy {
        case .nothing: return
        case .constant where rules.makesParents: return
        case .constant where !path.hasIndex && isMember(in: scope, context.arena): return
        default: context.doubt()
        }
    }

    /// Whether there is an object of which the value would be a member.
    private func isMember(in scope: NodeID, _ arena: Arena) -> Bool {
        let parent = arena.find(path.parent, from: scope)
        return !parent.isNone && arena.isObject(parent)
    }

    private func takeAway(in scope: NodeID, _ context: OperationContext) {
        context.remove(at: path, in: scope)
        if rules.makesParents { context.removeEmptyParents(of: path, in: scope) }
    }

    /// Removes what an operation makes again; it is a loss where that is another value.
    private func remove(
        _ place: NodeID, restoredBy operation: JSONOperation, in scope: NodeID, _ context: inout OperationContext
    ) throws(MigrationError) {
        var (sequences, mark) = context.generated.startTrying()
        var isTakenAway = false
        defer { context.generated.endTrying(from: mark, keeping: isTakenAway) }
        let traits = operation.traits
        // Only such an operation may run on the document itself: what it makes is taken away with the value.
        let makesOnlyIt = operation.written.count == 1 && operation.written.first == path && !path.hasIndex
        let made: JSONValue?
        if traits.contains(.makesSequence), makesOnlyIt {
            made = context.isPartial ? nil : operation.body.nextText(&sequences, in: context).map { .string($0) }
        } else if traits.contains(.onlyMakesAbsent), different == .remove, makesOnlyIt {
            made = try generatedAgain(operation, place, sequences, in: scope, context)
        } else {
            made = try madeAgain(operation, sequences, in: scope, context)
        }
        // A value that is kept unless it is made again has to be made as it is written.
        let isMadeAgain =
            made.map {
                different == .keep ? context.isWritten(place, as: $0) : context.arena.isEquivalent(place, to: $0)
            } == true
        // A value that others are made of later may be made in another way then.
        if isMadeAgain, operation.makesValues || made != context.value(place) { context.doubt() }
        if !isMadeAgain, different == .keep,
            !traits.contains(.makesRandomUUID) || context.value(place).string.map(UUIDText.isRandom) != true
        {
            // An operation that does not leave a value alone which is there already may fail on the way back.
            if !traits.contains(.onlyMakesAbsent) { context.doubt() }
            return
        }
        isTakenAway = true
        if !isMadeAgain {
            if let reason {
                context.lose(place, at: path, reason, .isInWordsOfPlan)
            } else if let again = made {
                let words = LossWords(
                    "it differs from what the way back makes", detail: ": \(Loss.shortened(again.text()))")
                context.lose(context.arena.valueLost(at: place), at: path, words, .isAboutWayBack)
            } else {
                context.lose(place, at: path, "the way back does not make it again", .isAboutWayBack)
            }
        }
        takeAway(in: scope, context)
    }

    /// What an operation makes in the place of the value; `nil` where it makes nothing, or fails.
    private func madeAgain(
        _ operation: JSONOperation, _ sequences: GeneratedTexts, in scope: NodeID, _ context: OperationContext
    ) throws(MigrationError) -> JSONValue? {
        var made = context.value(scope)
        _ = made.remove(at: path)
        if made[at: path] != nil { return nil }
        var scratch = context.scratch
        scratch.generated = sequences
        scratch.takenAway = context.path.appending(path)
        do throws(MigrationError) {
            try scratch.run([operation], on: &made)
        } catch {
            if error.code == .noContext || different == .keep && error.code == .tooPartial { throw error }
            return nil
        }
        if different == .keep, context.mayLackMembers, made[at: path] == nil {
            try needSources(of: operation, in: scope, context)
        }
        return made[at: path]
    }

    /// Fails where a partial document does not show what the value would be made of again.
    private func needSources(
        of operation: JSONOperation, in scope: NodeID, _ context: OperationContext
    ) throws(MigrationError) {
        for effect in operation.body.effects {
            guard case .reads(let source, _) = effect, context.mayHave(source, at: scope) else { continue }
            throw context.tooPartial(
                without: source, tells: "whether \(context.shown(path)) is kept", found: scope)
        }
    }

    /// The same for an operation that makes nothing but this value, which goes in any case: nothing is copied.
    private func generatedAgain(
        _ operation: JSONOperation, _ place: NodeID, _ sequences: GeneratedTexts, in scope: NodeID,
        _ context: OperationContext
    ) throws(MigrationError) -> JSONValue? {
        context.arena.noteLook(at: place)
        context.remove(at: path, in: scope)
        var scratch = context.scratch
        scratch.generated = sequences
        scratch.takenAway = context.path.appending(path)
        do throws(MigrationError) {
            try scratch.run([operation], at: scope)
        } catch {
            if error.code == .noContext { throw error }
            return nil
        }
        let made = context.arena.find(path, from: scope)
        return made.isNone ? JSONValue?.none : context.value(made)
    }

    /// Why a value is a loss that does not equal the default; `nil` if that depends on the value.
    var fixedLossReason: String? {
        switch restoredBy {
        case .nothing: reason ?? "the other version does not have it"
        case .constant(let constant): reason ?? "it differs from the default \(Loss.shortened(constant.text()))"
        case .derivation, .operation: nil
        }
    }

    /// Why a value that would be derived is a loss, or `nil` if the way back restores it.
    private func lossReason(
        of existing: JSONValue, _ derivation: Derivation, in scope: NodeID, _ context: OperationContext
    ) throws(MigrationError) -> (reason: String, detail: String)? {
        let derived: JSONValue?
        do throws(MigrationError) {
            derived = try derivation.value(in: scope, context)
        } catch {
            if error.code == .noContext { throw error }
            derived = nil  // Where it cannot be derived, it is a loss.
        }
        if let derived, existing.isRestored(by: derived) { return nil }
        if let reason { return (reason, "") }
        guard let derived else { return ("there is nothing to derive it from at \(derivation.from.shown)", "") }
        return (
            "it differs from what is derived from \(derivation.from.shown)", ": \(Loss.shortened(derived.text()))"
        )
    }
}

extension RemoveOperation {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.pointer("path", allowsRoot: false, scratch: true)
        if let constant = try members.optionalValue("default") {
            restoredBy = .constant(constant)
            try members.exclude("derived", because: "default")
            try members.exclude("restoredBy", because: "default")
        } else if let derivation = try members.optionalDerivation("derived") {
            restoredBy = .derivation(derivation)
            try members.exclude("restoredBy", because: "derived")
        } else if let operation = try members.optionalOperation("restoredBy") {
            if path.isScratch { throw members.fault("cannot be combined with a scratch value", in: "restoredBy") }
            restoredBy = .operation(operation)
        } else {
            restoredBy = .nothing
        }
        reason = try members.optionalText("reason")
        different = try members.choice("ifDifferent", default: .remove)
        if different == .keep {
            guard case .operation = restoredBy else { throw members.fault("needs \"restoredBy\"", in: "ifDifferent") }
        }
        var rules = try members.rules([.absent, .wrongKind])
        rules.makesParents = try members.flag("removeEmptyParents")
        self.rules = rules
    }

    func write(to members: inout MemberWriter) {
        members["path"] = .string(path.description)
        switch restoredBy {
        case .nothing: break
        case .constant(let constant): members["default"] = constant
        case .derivation(let derivation): members["derived"] = derivation.json
        case .operation(let operation): members["restoredBy"] = operation.json
        }
        members["reason"] = reason.map { .string($0) }
        if different == .keep { members["ifDifferent"] = .string(different.rawValue) }
        members.write(Rules(absent: rules.absent, wrongKind: rules.wrongKind))
        if rules.makesParents { members["removeEmptyParents"] = true }
    }
}
