import VersionedCodec

/// The effect of an operation on a place, before any document exists; used by the validation of a plan.
enum PlaceEffect {
    /// Something must be there; where nothing is, the rule decides.
    case needs(JSONPointer, JSONOperation.UnexpectedRule)
    /// The value there is used; if there is none, the rule decides.
    case reads(JSONPointer, JSONOperation.UnexpectedRule)
    /// A value of the document, or of the context that the caller gives, is used, regardless of the scope of the
    /// operation.
    case readsElsewhere(JSONOperation.PathOrigin, JSONPointer, JSONOperation.UnexpectedRule)
    /// The value there is compared with something; if there is none, the comparison has no result.
    case compares(JSONPointer)
    /// The value there is used to make the new value there.
    case changes(JSONPointer, JSONOperation.UnexpectedRule)
    /// Nothing is there afterwards; certainly, or only perhaps.
    case removes(JSONPointer, isCertain: Bool)
    /// A new value is there afterwards, regardless of the old one; certainly, or only perhaps.
    case writes(JSONPointer, JSONOperation.ConflictRule, isCertain: Bool)
    /// Operations run on what is there.
    case inside(JSONPointer, Rules, [JSONOperation])
    /// Operations run on what is there, as if it were the whole document.
    case asDocument(JSONPointer, Rules, [JSONOperation])
    /// Operations run on each element, or each value, of what is there.
    case eachOf(JSONPointer, Rules, [JSONOperation])
    /// Operations run on values within what is there, at any depth, by what the conditions say.
    case anywhereIn(JSONPointer, Rules, [JSONOperation], by: [Condition])
    /// Either the ones or the others run.
    case either(Condition, [JSONOperation], otherwise: [JSONOperation])
    /// Not known: any place may be read and written.
    case anything
}

extension PlaceEffect {
    /// Whether something must be at a place.
    func needsValue(at path: JSONPointer) -> Bool {
        if case .needs(path, _) = self { true } else { false }
    }
}

extension OperationBody {
    /// An operation that does not declare its effects may have any; nothing is concluded from it.
    var effects: [PlaceEffect] { [.anything] }
}

extension Rules {
    /// Whether the operation does its work, or fails: no rule lets it leave the document as it is.
    var neverSkips: Bool { absent == .error && wrongKind == .error && exists != .skip }

    /// The objects that a target needs around it, if the operation does not make them.
    func around(_ target: JSONPointer) -> [PlaceEffect] {
        makesParents ? [] : [.needs(target.parent, absent)]
    }
}

extension JSONPointer {
    /// Whether a token may be the place of an element, which moves when elements before it come and go.
    var hasIndex: Bool { tokens.contains { $0 == "-" || JSONPointer.index(of: $0) != nil } }
}

extension PlaceOperation {
    /// The result depends on the value alone.
    var effects: [PlaceEffect] { [.changes(path, rules.absent)] }
}

extension Rules {
    /// Whether the operation always takes effect unless it throws.
    var alwaysWorks: Bool { absent == .error && wrongKind == .error }
}
