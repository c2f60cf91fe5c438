public import VersionedCodec

extension JSONOperation {
    /// Removes a member or an element; its value is a loss.
    ///
    /// ```swift
    /// .remove("/debug")
    /// // {"a": 1, "debug": true}  →  {"a": 1}, and the loss of true at /debug
    /// ```
    ///
    /// With a `default`, a value equal to it is no loss, and the reverse adds it.
    ///
    /// Loss class: captures. Reverse: adds the default, or nothing where none is given.
    ///
    /// - `reason`: Why there is no place for the value, for whoever reads the losses.
    public static func remove(
        _ path: JSONPointer, default value: JSONValue? = nil, reason: String? = nil, ifAbsent: UnexpectedRule = .error
    ) -> JSONOperation {
        JSONOperation(
            RemoveOperation(
                path: path, restoredBy: value.map { .constant($0) } ?? .nothing, reason: reason,
                rules: Rules(absent: ifAbsent)))
    }

    /// Removes a member that can be derived from another; it is a loss only where it differs from what would be derived.
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

    /// What the way back puts in the place of the removed value.
    enum Restoration: Sendable, Equatable {
        case nothing
        case constant(JSONValue)
        case derivation(Derivation)
    }

    let path: JSONPointer
    let restoredBy: Restoration
    var reason: String?
    let rules: Rules

    var description: String { "remove \(path.shown)" }
    var lossClass: LossClass { .captures }
    var written: [JSONPointer] { [path] }

    func reversed() -> [JSONOperation] {
        // What may have been absent on the way here may have nowhere to be put on the way back.
        let rules = Rules(absent: rules.absent)
        return switch restoredBy {
        case .nothing: []
        case .constant(let value): [JSONOperation(AddOperation(path: path, value: value, rules: rules))]
        case .derivation(let derivation) where derivation.transforms.isEmpty:
            [JSONOperation(CopyOperation(from: derivation.from, to: path, rules: rules))]
        case .derivation(let derivation):
            [JSONOperation(DeriveOperation(derivation: derivation, to: path, rules: rules))]
        }
    }

    func apply(to value: inout JSONValue, in context: inout OperationContext) throws(MigrationError) {
        guard let existing = try context.value(at: path, of: value, rules) else { return }
        if let (why, detail) = lossReason(of: existing, in: value) {
            context.lose(existing, at: path, why, detail: detail)
        } else {
            context.leaveOut(existing)
        }
        _ = value.remove(at: path)
    }

    /// Why a value is a loss that does not equal the default; `nil` where that depends on the value.
    var fixedLossReason: String? {
        switch restoredBy {
        case .nothing: reason ?? "it has no place in the other version"
        case .constant(let constant): reason ?? "it differs from the default \(Loss.shortened(constant.text()))"
        case .derivation: nil
        }
    }

    /// Why the value is a loss, or `nil` where the way back restores it.
    private func lossReason(of existing: JSONValue, in value: JSONValue) -> (reason: String, detail: String)? {
        switch restoredBy {
        case .constant(let constant) where existing.isEquivalent(to: constant): return nil
        case .nothing, .constant: return fixedLossReason.map { ($0, "") }
        case .derivation(let derivation):
            let derived = derivation.value(in: value)
            if let derived, existing.isEquivalent(to: derived) { return nil }
            let shown = derived.map { Loss.shortened($0.text()) } ?? "nothing"
            return reason.map { ($0, "") } ?? (
                "it differs from what is derived from \(derivation.from.shown)", ": \(shown)"
            )
        }
    }
}

extension RemoveOperation {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.pointer("path", allowsRoot: false)
        if let constant = try members.optionalValue("default") {
            restoredBy = .constant(constant)
            try members.exclude("derived", because: "default")
        } else if let derivation = try members.optionalDerivation("derived") {
            restoredBy = .derivation(derivation)
        } else {
            restoredBy = .nothing
        }
        reason = try members.optionalText("reason")
        rules = try members.rules([.absent])
    }

    func write(to members: inout MemberWriter) {
        members["path"] = .string(path.description)
        switch restoredBy {
        case .nothing: break
        case .constant(let constant): members["default"] = constant
        case .derivation(let derivation): members["derived"] = derivation.json
        }
        members["reason"] = reason.map { .string($0) }
        members.write(rules)
    }
}
