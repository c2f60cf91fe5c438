public import VersionedCodec

extension JSONOperation {
    /// How `introduce` handles a document of the older version that already has the member.
    public enum IntroducedRule: String, Sendable, Hashable, CaseIterable {
        /// The member stays as it is. The way back removes it, which is a loss.
        case keep
        /// The document is refused.
        case error
    }
}

extension JSONOperation {
    /// Declares that a member or an element is new: the older version cannot hold it.
    ///
    /// ```swift
    /// .introduce("/note")
    /// // up:   {"id": 7}  →  {"id": 7}
    /// // down: {"id": 7, "note": "soon"}  →  {"id": 7}, and the loss of "soon" at /note
    /// ```
    ///
    /// If every document of the newer version must have the member, use `add` with a default.
    ///
    /// Loss class: captures; exact on the way up if `ifExists` is `.error`. Reverse: removes the member, which is a
    /// loss.
    ///
    /// - `reason`: The reason why the older version cannot hold the value, for readers of the losses.
    /// - `removingEmptyParents`: Whether, on the way down, enclosing objects that become empty are removed.
    public static func introduce(
        _ path: JSONPointer, reason: String? = nil, removingEmptyParents: Bool = false,
        ifExists: IntroducedRule = .keep
    ) -> JSONOperation {
        JSONOperation(
            IntroduceOperation(
                path: path, reason: reason, removesEmptyParents: removingEmptyParents, exists: ifExists))
    }
}

struct IntroduceOperation: OperationBody {
    static let name = "introduce"

    let path: JSONPointer
    var reason: String?
    var removesEmptyParents = false
    var exists = JSONOperation.IntroducedRule.keep

    var description: String { "introduce \(path.shown)" }
    var lossClass: LossClass { exists == .error ? .exact : .captures }
    var written: [JSONPointer] { [path] }
    var newWord: String? { "op" }

    func reversed() -> [JSONOperation] {
        [.remove(path, reason: reason, removingEmptyParents: removesEmptyParents, ifAbsent: .skip, ifWrongKind: .skip)]
    }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        let existing = context.arena.find(path, from: scope)
        if existing.isNone { return }
        if exists == .error {
            let value = context.value(existing)
            let shown = value.isContainer ? value.kind.phrase : Loss.shortened(value.text())
            throw context.error(
                .exists, "the older version has no such member, and it is \(shown)", at: path, found: value)
        }
        context.doubt()
    }
}

extension IntroduceOperation {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.pointer("path", allowsRoot: false)
        reason = try members.optionalText("reason")
        removesEmptyParents = try members.flag("removeEmptyParents")
        exists = try members.choice("ifExists", default: .keep)
    }

    func write(to members: inout MemberWriter) {
        members["path"] = .string(path.description)
        members["reason"] = reason.map { .string($0) }
        if removesEmptyParents { members["removeEmptyParents"] = true }
        if exists != .keep { members["ifExists"] = .string(exists.rawValue) }
    }
}

extension IntroduceOperation {
    // An existing value stays; nothing is made.
    var effects: [PlaceEffect] { [.compares(path)] }

    var words: String {
        "\(Markdown.place(path)) is new, and may be absent"
    }

    var lossWords: String? { "\(Markdown.place(path)), where it is there already" }

    var traits: OperationTraits { [.keepsOrder, .addsNothing] }
}
