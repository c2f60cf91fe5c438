import VersionedCodec

/// What an operation does to a place, before any document is there: what the validation of a plan goes by.
enum PlaceEffect {
    /// Something must be there; where nothing is, the rule decides.
    case needs(JSONPointer, JSONOperation.UnexpectedRule)
    /// What is there is used; where nothing is, the rule decides.
    case reads(JSONPointer, JSONOperation.UnexpectedRule)
    /// What is there in the document, or in the context that the caller gives, is used, wherever the operation
    /// itself is at work.
    case readsElsewhere(JSONOperation.PathOrigin, JSONPointer, JSONOperation.UnexpectedRule)
    /// What is there is compared with something; where nothing is, the comparison says nothing.
    case compares(JSONPointer)
    /// What is there is used to make what is there afterwards.
    case changes(JSONPointer, JSONOperation.UnexpectedRule)
    /// Nothing is there afterwards; certainly, or only perhaps.
    case removes(JSONPointer, isCertain: Bool)
    /// Something new is there afterwards, whatever was before; certainly, or only perhaps.
    case writes(JSONPointer, JSONOperation.ConflictRule, isCertain: Bool)
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
    var neverSkips: Bool { absent == .error && wrongKind == .error && exists != .skip }

    /// What a target needs around it: the objects there, where none are made.
    func around(_ target: JSONPointer) -> [PlaceEffect] {
        makesParents ? [] : [.needs(target.parent, absent)]
    }
}

extension JSONPointer {
    /// Whether a token may be the place of an element, which moves when elements before it come and go.
    var hasIndex: Bool { tokens.contains { $0 == "-" || JSONPointer.index(of: $0) != nil } }
}

extension ValueOperation {
    /// The result depends on the value alone.
    var effects: [PlaceEffect] { [.changes(path, rules.absent)] }
}

extension Rules {
    /// Whether the operation always takes effect unless it throws.
    var alwaysWorks: Bool { absent == .error && wrongKind == .error }
}
