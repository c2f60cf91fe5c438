public import VersionedCodec

extension JSONOperation {
    /// Gives an existing member a fixed value.
    ///
    /// ```swift
    /// .set("/schema", to: "order-2", from: "order-1")
    /// // {"schema": "order-1"}  →  {"schema": "order-2"}
    /// ```
    ///
    /// A value other than `from` (or other than the new value, without `from`) is a loss.
    ///
    /// Loss class: captures. Reverse: sets `from`, or nothing without it.
    public static func set(
        _ path: JSONPointer, to value: JSONValue, from old: JSONValue? = nil, ifAbsent: UnexpectedRule = .error
    ) -> JSONOperation {
        JSONOperation(SetOperation(path: path, value: value, old: old, rules: Rules(absent: ifAbsent)))
    }
}

struct SetOperation: OperationBody {
    static let name = "set"

    let path: JSONPointer
    let value: JSONValue
    let old: JSONValue?
    let rules: Rules

    var description: String { "set \(path.shown) to \(Loss.shortened(value.text()))" }
    var lossReason: String { "it is set to \(Loss.shortened(value.text()))" }
    var written: [JSONPointer] { [path] }

    func reversed() -> [JSONOperation] {
        guard let old else { return [] }
        return [JSONOperation(SetOperation(path: path, value: old, old: value, rules: rules))]
    }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        guard let place = try context.find(path, in: scope, rules), !context.leavesAlone(place) else { return }
        // The new value is there already: only the way back can change it.
        if context.isWritten(place, as: value) {
            if old != nil { context.doubt() }
            return
        }
        if !context.arena.isEquivalent(place, to: old ?? value) {
            context.lose(place, at: path, lossReason, .isChange)
        } else if !context.isRestored(place, by: old ?? value) {
            context.doubt()
        }
        context.arena.set(place, to: value)
    }
}

extension SetOperation {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.pointer("path", scratch: true)
        value = try members.value("to")
        old = try members.optionalValue("from")
        rules = try members.rules([.absent])
    }

    func write(to members: inout MemberWriter) {
        members["path"] = .string(path.description)
        members["to"] = value
        members["from"] = old
        members.write(rules)
    }
}

extension SetOperation {
    var effects: [PlaceEffect] {
        [.needs(path, rules.absent), .writes(path, .overwrite, isCertain: rules.neverSkips)]
    }

    var words: String {
        "\(Markdown.place(path)) becomes \(Markdown.value(value))"
    }

    var lossWords: String? {
        Markdown.place(path) + (old.map { ", where it is not \(Markdown.value($0))" } ?? "")
    }

    func keepsPresence(of place: JSONPointer) -> Bool { place.staysPresent(changing: path) }

    func detail(of member: String, _ value: JSONValue) -> String? {
        member == "from" ? "not lost where it was \(DetailWords.shown(value))" : nil
    }

    var traits: OperationTraits { [.keepsOrder, .addsNothing] }
}
