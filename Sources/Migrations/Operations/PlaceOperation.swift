import VersionedCodec

/// An operation that changes the value at a path, and whose result depends on that value alone.
///
/// The common parts of such operations: the rules, and the comparison with the result of the way back.
protocol PlaceOperation: OperationBody {
    /// The place of the value.
    var path: JSONPointer { get }

    /// The rules for an absent value, and for one that the operation cannot change.
    var rules: Rules { get }

    /// What the operation makes of a value outside of the document, which the context has gone to.
    func remade(_ value: JSONValue, in context: inout OperationContext) throws(MigrationError) -> JSONValue
}

extension PlaceOperation {
    var written: [JSONPointer] { [path] }

    /// Of an operation that always works, its reverse finds all that it left behind.
    var placesThatMayBeAdded: [JSONPointer] { rules.alwaysWorks ? [] : written }

    func keepsPresence(of place: JSONPointer) -> Bool { place.staysPresent(changing: path) }

    /// Whether the rules leave a value as it is that causes an error.
    func skips(_ error: MigrationError) -> Bool {
        switch error.rule {
        case .absent: rules.absent == .skip
        case .either: rules.absent == .skip || rules.wrongKind == .skip
        case .exists, .unknown: false
        case nil: rules.wrongKind == .skip && error.isMisfit
        }
    }

    /// Notes that a value stays as it is which the way back changes.
    func doubtIfChangedByWayBack(_ existing: JSONValue, _ context: inout OperationContext) {
        if context.triesWayBack { context.doubtIfChanged(existing, by: wayBack) }
    }

    /// Records what the way back would not restore, where no loss has been recorded for it.
    func noteLosses(
        of existing: JSONValue, becoming new: JSONValue, since count: Int, _ context: inout OperationContext
    ) {
        let marks = context.losses.count
        context.noteLosses(of: existing, becoming: new, since: count, comingBackBy: wayBack, rules)
        if !rules.anyOrder { context.mark(.isTried, from: marks) }
    }

    /// The operations of the way back; `nil` if the plan declares none.
    private var wayBack: [JSONOperation]? { try? reversed() }
}

/// Losses are found by code that is not generic: the compiler would make a long copy for each operation.
extension OperationContext {
    fileprivate mutating func doubtIfChanged(_ existing: JSONValue, by wayBack: [JSONOperation]?) {
        if restored(existing, by: wayBack).map(existing.isRestored) != true { doubt() }
    }

    fileprivate mutating func noteLosses(
        of existing: JSONValue, becoming new: JSONValue, since count: Int, comingBackBy wayBack: [JSONOperation]?,
        _ rules: Rules
    ) {
        let recorded = Array(losses[count...])
        let marks = losses.count
        guard let back = restored(new, by: wayBack) else {
            if recorded.isEmpty { loseChanges(of: existing, becoming: new) }
            return mark(.isChange, from: marks)
        }
        if existing.isRestored(by: back) {
            // What comes back beside it may stop the way back of an operation before this one; made values, and the
            // order of members, may show in a text that it makes.
            if existing != back { doubt() }
            return
        }
        doubt()
        if existing.number != nil, existing.isEquivalent(to: back) {
            // All of the number is in the result; only its spelling does not come back.
            if recorded.isEmpty {
                lose(
                    existing, at: .root, "it does not come back as it was",
                    detail: ": it comes back as \(Loss.shortened(back.text()))", .isAboutWayBack)
            }
            return
        }
        defer { mark([.isAboutWayBack, .isChange], from: marks) }
        let index = LossIndex(recorded)
        for difference in Loss.Difference.between(existing, back, areOneDocument: true) {
            guard let before = difference.before, !difference.isExplained(by: index) else { continue }
            if difference.isOrder {
                loseOrder(before, at: difference.path, rules)
            } else if let after = difference.after {
                lose(
                    before, at: difference.path, "it does not come back as it was",
                    detail: ": it comes back as \(Loss.shortened(after.text()))")
            } else {
                lose(before, at: difference.path, "it does not come back")
            }
        }
    }

    /// Records what of a value has changed, where the way back cannot read the result: of an object, the members
    /// that have.
    private mutating func loseChanges(of existing: JSONValue, becoming new: JSONValue) {
        let reason = "the way back cannot read the result"
        guard let old = existing.object, let changed = new.object else {
            return lose(existing, at: .root, reason, detail: ": \(Loss.shortened(new.text()))", .isAboutWayBack)
        }
        let count = losses.count
        for member in old {
            let now = changed[member.key]
            if now.map({ $0.isEquivalent(to: member.value) }) == true { continue }
            lose(
                member.value, at: JSONPointer([member.key]), reason,
                detail: now.map { ": \(Loss.shortened($0.text()))" } ?? "", .isAboutWayBack)
        }
        if losses.count == count { lose(existing, at: .root, reason, .isAboutWayBack) }
    }

    /// The value that the way back makes; `nil` if it fails.
    private func restored(_ value: JSONValue, by wayBack: [JSONOperation]?) -> JSONValue? {
        guard let wayBack else { return value }  // The plan declares no way back: a changed value is lost.
        var scratch = scratch
        scratch.triesWayBack = false
        var value = value
        for operation in wayBack {
            guard let body = operation.body as? any PlaceOperation else { return nil }
            do throws(MigrationError) { value = try body.remade(value, in: &scratch) } catch { return nil }
        }
        return value
    }
}

extension JSONOperation {
    /// Whether it, or one within it, tries what the way back makes of its result.
    var triesWayBack: Bool { body is any PlaceOperation || inner.contains(where: \.triesWayBack) }
}

extension MigrationError {
    /// Whether a value is not as an operation expects it, which a rule may skip.
    var isMisfit: Bool { rule == nil && [.wrongKind, .unexpectedValue, .absent, .duplicate, .exists].contains(code) }
}
