public import VersionedCodec

extension JSONOperation {
    /// Refuses an array in which two elements have the same value.
    ///
    /// ```swift
    /// .requireUnique("/pins", by: "/identity")
    /// // [{"identity": "a"}, {"identity": "a"}]  →  an error at /pins/1/identity
    /// ```
    ///
    /// Elements without the member are ignored. Loss class: exact. Reverse: the same.
    public static func requireUnique(
        _ path: JSONPointer, by member: JSONPointer = .root, comparing: TextComparison = .bytes,
        ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        JSONOperation(
            RequireUniqueOperation(
                path: path, member: member, comparison: comparing,
                rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind)))
    }
}

struct RequireUniqueOperation: OperationBody {
    static let name = "requireUnique"

    let path: JSONPointer
    let member: JSONPointer
    let comparison: JSONOperation.TextComparison
    let rules: Rules

    var description: String { "require unique \(member.isRoot ? "elements" : member.shown) in \(path.shown)" }
    var lossClass: LossClass { .exact }
    var written: [JSONPointer] { [] }

    func reversed() -> [JSONOperation] { [JSONOperation(self)] }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        guard let place = try context.find(path, in: scope, rules) else { return }
        if context.leavesAlone(place) { return }
        let arena = context.arena
        guard arena.isArray(place) else {
            if rules.wrongKind == .skip { return }
            throw context.wrongKind(expected: "an array", found: context.value(place), at: path)
        }
        let values = arena.children(of: place).map { arena.find(member, from: $0) }
        let found = values.filter { !$0.isNone }
        let arePlain = arena.withoutRecording {
            PlainKeys(found, comparison, arena)?.areDifferent == true
        }
        if arePlain { return arena.note(PlainDifference(comparison: comparison), of: found) }
        var first: [[UInt8]: Int] = [:]
        for (index, node) in values.enumerated() where !node.isNone {
            let value = context.value(node)
            let earlier = first.updateValue(index, forKey: key(of: value))
            guard let earlier else { continue }
            throw context.error(
                .duplicate,
                "\(Loss.shortened(value.text())) is already at \(context.shown(path.appending(earlier).appending(member)))",
                at: path.appending(index).appending(member), found: value)
        }
    }

    /// The bytes that two values have in common where they count as one: numbers by their value, members in any order.
    private func key(of value: JSONValue) -> [UInt8] {
        if let text = value.string { return Array("\"\(comparison.key(text))".utf8) }
        if let number = value.number { return Array(number.exactText.utf8) }
        return value.bytes(in: WritingStyle(keyOrder: .sorted))
    }
}

extension RequireUniqueOperation {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.pointer("path", scratch: true)
        member = try members.optionalPointer("by") ?? .root
        comparison = try members.choice("compare", default: .bytes)
        rules = try members.rules([.absent, .wrongKind])
    }

    func write(to members: inout MemberWriter) {
        members["path"] = .string(path.description)
        if !member.isRoot { members["by"] = .string(member.description) }
        if comparison != .bytes { members["compare"] = .string(comparison.rawValue) }
        members.write(rules)
    }
}

extension RequireUniqueOperation {
    var effects: [PlaceEffect] { [.reads(path, rules.absent)] }

    var words: String {
        member.isRoot
            ? "the elements of \(Markdown.place(path)) must differ"
            : "the elements of \(Markdown.place(path)) must differ in \(Markdown.place(member))"
    }

    var obstacle: String? { "refuses duplicates: \(self)" }

    var traits: OperationTraits { .keepsOrder }
}
