public import VersionedCodec

extension JSONOperation {
    /// Copies a value to another place.
    ///
    /// ```swift
    /// .copy("/name", to: "/title")
    /// // {"name": "Ann"}  →  {"name": "Ann", "title": "Ann"}
    /// ```
    ///
    /// Loss class: exact. Reverse: removes the copy, which is a loss where it has come to differ.
    public static func copy(
        _ from: JSONPointer, to target: JSONPointer, ifAbsent: UnexpectedRule = .error,
        ifWrongKind: UnexpectedRule = .error, ifExists: ConflictRule = .error
    ) -> JSONOperation {
        JSONOperation(
            CopyOperation(
                from: from, to: target, rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind, exists: ifExists)))
    }
}

struct CopyOperation: OperationBody {
    static let name = "copy"

    let from: JSONPointer
    let to: JSONPointer
    let rules: Rules

    var description: String { "copy \(from.shown) to \(to.shown)" }
    var lossClass: LossClass { rules.exists == .overwrite ? .captures : .exact }
    var written: [JSONPointer] { [to] }

    func reversed() throws(NoWayBack) -> [JSONOperation] {
        try to.requireWayBack()
        let copy = Derivation(from: from, transforms: [])
        return [JSONOperation(RemoveOperation(path: to, restoredBy: .derivation(copy), rules: Rules(absent: .skip)))]
    }

    func apply(to value: inout JSONValue, in context: inout OperationContext) throws(MigrationError) {
        guard let copied = try context.value(at: from, of: value, rules) else { return }
        _ = try context.put(copied, at: to, of: &value, rules)
    }
}

extension CopyOperation {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        from = try members.pointer("from")
        to = try members.pointer("to", allowsRoot: false)
        rules = try members.rules([.absent, .wrongKind, .exists])
    }

    func write(to members: inout MemberWriter) {
        members["from"] = .string(from.description)
        members["to"] = .string(to.description)
        members.write(rules)
    }
}
