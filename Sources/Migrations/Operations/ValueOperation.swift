import VersionedCodec

/// An operation that makes another value of the one at a path, by a function that knows nothing else.
///
/// The common parts of such operations: finding the value, the rules, and the comparison with the result of the way
/// back.
protocol ValueOperation: OperationBody {
    /// The place of the value.
    var path: JSONPointer { get }

    /// The rules for an absent value, and for one that the operation cannot change.
    var rules: Rules { get }

    /// The changed value. A loss that is recorded here covers all that does not come back.
    func changed(_ value: JSONValue, in context: inout OperationContext) throws(MigrationError) -> JSONValue
}

extension ValueOperation {
    var written: [JSONPointer] { [path] }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        try change(in: scope, &context)
    }

    /// The work of `run`, for an operation that adds to it.
    func change(in scope: NodeID, _ context: inout OperationContext) throws(MigrationError) {
        guard let place = try context.find(path, in: scope, rules) else { return }
        try change(place, &context)
    }

    /// Changes the value in a place.
    func change(_ place: NodeID, _ context: inout OperationContext) throws(MigrationError) {
        if context.leavesAlone(place) { return }
        context.enter(.pointer(path))
        defer { context.leave() }
        if let new = try changedOrKept(context.value(place), in: &context) { context.arena.set(place, to: new) }
    }

    /// The changed value, or `nil` if the rules leave it alone.
    private func changedOrKept(
        _ existing: JSONValue, in context: inout OperationContext
    ) throws(MigrationError) -> JSONValue? {
        let marks = (losses: context.losses.count, leftOut: context.leftOut.count)
        do throws(MigrationError) {
            let new = try changed(existing, in: &context).comingFrom(existing)
            context.mark(.isChange, from: marks.losses)
            // An order that the plan declares irrelevant is noted in any case.
            if context.triesWayBack || rules.anyOrder {
                let recorded = Array(context.losses[marks.losses...])
                noteLosses(of: existing, becoming: new, since: recorded, &context)
            }
            return new
        } catch {
            guard rules.wrongKind == .skip, error.isMisfit else {
                var error = error
                context.locate(&error, in: existing)
                throw error
            }
            context.forget(behind: marks)
            if context.triesWayBack, let back = restored(existing, context), !existing.isRestored(by: back) {
                context.doubt()
            }
            return nil
        }
    }

    /// Records what the way back would not restore, where no loss has been recorded for it.
    private func noteLosses(
        of existing: JSONValue, becoming new: JSONValue, since recorded: [Loss], _ context: inout OperationContext
    ) {
        let count = context.losses.count
        guard let back = restored(new, context) else {
            if recorded.isEmpty { loseChanges(of: existing, becoming: new, &context) }
            return context.mark(.isChange, from: count)
        }
        if existing.isRestored(by: back) { return }
        context.doubt()
        if existing.number != nil, existing.isEquivalent(to: back) {
            // All of the number is in the result; only its spelling does not come back.
            if recorded.isEmpty {
                context.lose(
                    existing, at: .root, "it does not come back as it was",
                    detail: ": it comes back as \(Loss.shortened(back.text()))", .isAboutWayBack)
            }
            return
        }
        defer { context.mark([.isAboutWayBack, .isChange], from: count) }
        let index = LossIndex(recorded)
        for difference in Loss.Difference.between(existing, back, areOneDocument: true) {
            guard let before = difference.before, !difference.isExplained(by: index) else { continue }
            if difference.isOrder {
                context.loseOrder(before, at: difference.path, rules)
            } else if let after = difference.after {
                context.lose(
                    before, at: difference.path, "it does not come back as it was",
                    detail: ": it comes back as \(Loss.shortened(after.text()))")
            } else {
                context.lose(before, at: difference.path, "it does not come back")
            }
        }
    }

    /// Records what of a value has changed, where the way back cannot read the result: of an object, the members
    /// that have.
    private func loseChanges(
        of existing: JSONValue, becoming new: JSONValue, _ context: inout OperationContext
    ) {
        let reason = "the way back cannot read the result"
        guard let old = existing.object, let changed = new.object else {
            return context.lose(
                existing, at: .root, reason, detail: ": \(Loss.shortened(new.text()))", .isAboutWayBack)
        }
        let count = context.losses.count
        for member in old {
            let now = changed[member.key]
            if now.map({ $0.isEquivalent(to: member.value) }) == true { continue }
            context.lose(
                member.value, at: JSONPointer([member.key]), reason,
                detail: now.map { ": \(Loss.shortened($0.text()))" } ?? "", .isAboutWayBack)
        }
        if context.losses.count == count { context.lose(existing, at: .root, reason, .isAboutWayBack) }
    }

    /// The value that the way back makes; `nil` if it fails.
    private func restored(_ value: JSONValue, _ context: OperationContext) -> JSONValue? {
        var scratch = context.scratch
        var value = value
        do throws(NoWayBack) {
            for operation in try reversed() {
                guard let body = operation.body as? any ValueOperation else { return nil }
                do throws(MigrationError) { value = try body.changed(value, in: &scratch) } catch { return nil }
            }
        } catch { return value }  // The plan declares no way back: a changed value is lost.
        return value
    }
}

extension JSONOperation {
    /// Whether it, or one within it, tries what the way back makes of its result.
    var triesWayBack: Bool { body is any ValueOperation || inner.contains(where: \.triesWayBack) }
}

extension MigrationError {
    /// Whether a value is not as an operation expects it, which a rule may skip.
    var isMisfit: Bool { [.wrongKind, .unexpectedValue, .absent, .duplicate, .exists].contains(code) }
}
