public import VersionedCodec

extension JSONOperation {
    /// Changes a text where it stands.
    ///
    /// ```swift
    /// .transform("/id", by: [.addPrefix("user-")])
    /// // {"id": "7"}  →  {"id": "user-7"}
    /// ```
    ///
    /// - `back`: The chain of the way back; where none is given, that of each transform reversed. A value that
    ///   the way back would not restore is a loss.
    ///
    /// Loss class: exact where each transform has an exact reverse and no rule skips a wrong kind, else captures.
    /// Reverse: transforms back, or nothing.
    public static func transform(
        _ path: JSONPointer, by transforms: [TextTransform], back: [TextTransform]? = nil,
        ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        JSONOperation(
            TransformOperation(
                path: path, transforms: transforms, back: back, rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind)))
    }
}

struct TransformOperation: OperationBody {
    static let name = "transform"

    let path: JSONPointer
    let transforms: [TextTransform]
    let back: [TextTransform]?
    let rules: Rules

    var description: String { "transform \(path.shown)" }
    var written: [JSONPointer] { [path] }

    var lossClass: LossClass {
        let isExact = transforms.allSatisfy {
            switch $0 {
            case .addPrefix, .addSuffix, .split: true
            default: false
            }
        }
        return isExact && rules.wrongKind == .error && (back == nil || back == reversedTransforms) ? .exact : .captures
    }

    private var wayBack: [TextTransform]? {
        back ?? reversedTransforms
    }

    private var reversedTransforms: [TextTransform]? {
        let reversed = transforms.reversed().compactMap(\.reversed)
        return reversed.count == transforms.count ? reversed : nil
    }

    func reversed() -> [JSONOperation] {
        guard let wayBack else { return [] }
        return [JSONOperation(TransformOperation(path: path, transforms: wayBack, back: transforms, rules: rules))]
    }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        guard let place = try context.find(path, in: scope, rules) else { return }
        if context.leavesAlone(place) { return }
        let existing = context.value(place)
        guard let changed = Derivation.transformed(existing, by: transforms) else {
            if rules.wrongKind == .skip {
                if let restored = wayBack.flatMap({ Derivation.transformed(existing, by: $0) }), restored != existing {
                    context.doubt()
                }
                return
            }
            throw context.wrongKind(expected: Derivation.expectation(transforms), found: existing, at: path)
        }
        let restored = wayBack.map { Derivation.transformed(changed, by: $0) } ?? changed
        if restored != existing {
            let shown = Loss.shortened((restored ?? .null).text())
            let detail = ": it becomes \(Loss.shortened(changed.text())), and comes back as \(shown)"
            context.lose(
                existing, at: path, "it does not come back as it was", detail: detail, [.isAboutWayBack, .isChange])
        }
        context.arena.set(place, to: changed)
    }
}

extension TransformOperation {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.pointer("path", scratch: true)
        transforms = try members.transforms("by")
        back = try members.optionalTransforms("back")
        rules = try members.rules([.absent, .wrongKind])
    }

    func write(to members: inout MemberWriter) {
        members["path"] = .string(path.description)
        members["by"] = .array(JSONArray(transforms.map(\.json)))
        members["back"] = back.map { .array(JSONArray($0.map(\.json))) }
        members.write(rules)
    }
}

extension TransformOperation {
    var effects: [PlaceEffect] { [.changes(path, rules.absent)] }

    var words: String {
        "\(Markdown.place(path)) is written in another way"
    }
}
