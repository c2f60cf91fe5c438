import VersionedCodec

/// What an operation does to a place, before any document is there: what the validation of a plan goes by.
enum PlaceEffect {
    /// Something must be there; where nothing is, the rule decides.
    case needs(JSONPointer, UnexpectedRule)
    /// What is there is used; where nothing is, the rule decides.
    case reads(JSONPointer, UnexpectedRule)
    /// What stands there in the document, or in the context that the caller gives, is used, wherever the operation itself is at work.
    case readsElsewhere(PathOrigin, JSONPointer, UnexpectedRule)
    /// What is there is compared with something; where nothing is, the comparison says nothing.
    case compares(JSONPointer)
    /// What is there is used to make what stands there afterwards.
    case changes(JSONPointer, UnexpectedRule)
    /// Nothing is there afterwards; certainly, or only perhaps.
    case removes(JSONPointer, isCertain: Bool)
    /// Something new is there afterwards, whatever was before; certainly, or only perhaps.
    case writes(JSONPointer, ConflictRule, isCertain: Bool)
    /// Operations run on what is there.
    case inside(JSONPointer, Rules, [JSONOperation])
    /// Operations run on what is there, as if it were the whole document.
    case asDocument(JSONPointer, Rules, [JSONOperation])
    /// Operations run on each element, or each value, of what is there.
    case eachOf(JSONPointer, Rules, [JSONOperation])
    /// Operations run on some of what is in what is there, at any depth.
    case anywhereIn(JSONPointer, Rules, [JSONOperation])
    /// Either the ones or the others run.
    case either(Condition, [JSONOperation], otherwise: [JSONOperation])
    /// Not known: any place may be read and written.
    case anything
}

extension OperationBody {
    /// An operation that does not say what it does may do anything; nothing is concluded from it.
    var effects: [PlaceEffect] { [.anything] }
}

extension Rules {
    /// Whether the operation does its work, or fails: no rule lets it leave the document as it is.
    fileprivate var neverSkips: Bool { absent == .error && wrongKind == .error && exists != .skip }

    /// What a target needs around it: the objects there, where none are made.
    fileprivate func around(_ target: JSONPointer) -> [PlaceEffect] {
        makesParents ? [] : [.needs(target.parent, absent)]
    }
}

// MARK: - Members

extension MoveOperation {
    var effects: [PlaceEffect] {
        if from == to { return [] }
        if to.isWithin(from) { return [.changes(from, rules.absent)] }
        if from.isWithin(to) { return [.needs(from, rules.absent), .changes(to, rules.absent)] }
        let isGone = rules.exists != .skip && rules.wrongKind == .error && (rules.absent == .error || !to.hasIndex)
        return [
            .reads(from, rules.absent), .removes(from, isCertain: isGone),
            .writes(to, rules.exists, isCertain: rules.neverSkips),
        ]
    }
}

extension RenameOperation {
    var effects: [PlaceEffect] {
        MoveOperation(from: path, to: path.parent.appending(key), keepsEmptyParents: true, rules: rules).effects
    }
}

extension CopyOperation {
    var effects: [PlaceEffect] {
        [origin == .here ? .reads(from, rules.absent) : .readsElsewhere(origin, from, rules.absent)]
            + rules.around(to) + [.writes(to, rules.exists, isCertain: rules.neverSkips)]
    }
}

extension DeriveOperation {
    var effects: [PlaceEffect] {
        [.reads(derivation.from, rules.absent)] + rules.around(to)
            + [.writes(to, rules.exists, isCertain: rules.neverSkips)]
    }
}

extension RemoveOperation {
    var effects: [PlaceEffect] {
        var effects: [PlaceEffect] = [.reads(path, rules.absent)]
        switch restoredBy {
        case .nothing, .constant: break
        case .derivation(let derivation): effects.append(.compares(derivation.from))
        // What the operation makes is only compared with what is here.
        case .operation: effects.append(.readsElsewhere(.document, .root, .skip))
        }
        return effects + [.removes(path, isCertain: different == .remove)]
    }
}

extension AddOperation {
    var effects: [PlaceEffect] {
        rules.around(path) + [.writes(path, rules.exists, isCertain: rules.neverSkips)]
    }
}

extension SetOperation {
    var effects: [PlaceEffect] {
        [.needs(path, rules.absent), .writes(path, .overwrite, isCertain: rules.neverSkips)]
    }
}

extension SplitOperation {
    var effects: [PlaceEffect] {
        [.reads(places.whole, rules.absent), .removes(places.whole, isCertain: rules.neverSkips)]
            + places.parts.flatMap { part -> [PlaceEffect] in
                rules.around(part) + [.writes(part, rules.exists, isCertain: rules.neverSkips)]
            }
    }
}

extension JoinOperation {
    var effects: [PlaceEffect] {
        places.parts.map { .reads($0, rules.absent) }
            + places.parts.map { .removes($0, isCertain: rules.neverSkips) }
            + rules.around(places.whole)
            + [.writes(places.whole, rules.exists, isCertain: rules.neverSkips)]
    }
}

// MARK: - Values where they stand

extension MapValuesOperation {
    var effects: [PlaceEffect] { [.changes(path, rules.absent)] }
}

extension ConvertOperation {
    var effects: [PlaceEffect] { [.changes(path, rules.absent)] }
}

extension ReformatDateOperation {
    var effects: [PlaceEffect] { [.changes(path, rules.absent)] }
}

extension ReformatDataOperation {
    var effects: [PlaceEffect] { [.changes(path, rules.absent)] }
}

extension TransformOperation {
    var effects: [PlaceEffect] { [.changes(path, rules.absent)] }
}

extension DropOperation {
    var effects: [PlaceEffect] { [.changes(path, rules.absent)] }
}

extension SortOperation {
    var effects: [PlaceEffect] { [.changes(path, rules.absent)] }
}

extension WrapOperation {
    var effects: [PlaceEffect] { [.changes(path, rules.absent)] }
}

extension UnwrapOperation {
    var effects: [PlaceEffect] { [.changes(path, rules.absent)] }
}

extension ObjectToArrayOperation {
    var effects: [PlaceEffect] { [.changes(list.path, rules.absent)] }
}

extension ArrayToObjectOperation {
    var effects: [PlaceEffect] { [.changes(list.path, rules.absent)] }
}

extension RequireUniqueOperation {
    var effects: [PlaceEffect] { [.reads(path, rules.absent)] }
}

extension RefuseOperation {
    var effects: [PlaceEffect] { [] }
}

// MARK: - Scopes

extension InsideScope {
    var effects: [PlaceEffect] { [.inside(path, rules, operations)] }
}

extension EachScope {
    var effects: [PlaceEffect] { [.eachOf(path, rules, operations)] }
}

extension DocumentScope {
    var effects: [PlaceEffect] { [.asDocument(path, rules, operations)] }
}

extension NamedScope {
    // What stands again deeper may do anything there.
    var effects: [PlaceEffect] { [.inside(.root, Rules(), operations)] }
}

extension WhenScope {
    var effects: [PlaceEffect] { [.either(condition, operations, otherwise: otherwise)] }
}

extension JSONPointer {
    /// Whether a token may be the place of an element, which moves when elements before it come and go.
    var hasIndex: Bool { tokens.contains { $0 == "-" || JSONPointer.index(of: $0) != nil } }
}
