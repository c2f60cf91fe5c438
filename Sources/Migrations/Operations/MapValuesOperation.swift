public import VersionedCodec

extension JSONOperation {
    /// Replaces a value by the one that a table gives for it.
    ///
    /// ```swift
    /// .mapValues("/status", [("draft", "open"), ("done", "closed")])
    /// // {"status": "draft"}  →  {"status": "open"}
    /// ```
    ///
    /// - `table`: Pairs of a value and its replacement, of any kind. Where several values have one replacement,
    ///   the way back takes the first of them; each of the others is a loss.
    /// - `fallback`: What a value becomes that is not in the table; it is a loss.
    /// - `reverseFallback`: The same for the way back.
    /// - `ifUnknown`: What happens to a value that is not in the table where there is no fallback; `.skip` keeps it.
    ///
    /// Loss class: exact, or captures where several values have one replacement, or there is a fallback or a rule to skip. Reverse: the table
    /// read backwards.
    public static func mapValues(
        _ path: JSONPointer, _ table: [(JSONValue, JSONValue)], fallback: JSONValue? = nil,
        reverseFallback: JSONValue? = nil, ifUnknown: UnexpectedRule = .error, ifAbsent: UnexpectedRule = .error
    ) -> JSONOperation {
        JSONOperation(
            MapValuesOperation(
                path: path, table: table.map(MapValuesOperation.Pair.init), fallback: fallback,
                reverseFallback: reverseFallback, rules: Rules(absent: ifAbsent, wrongKind: ifUnknown)))
    }
}

struct MapValuesOperation: OperationBody {
    static let name = "mapValues"

    struct Pair: Sendable, Equatable {
        let value: JSONValue
        let replacement: JSONValue
    }

    let path: JSONPointer
    let table: [Pair]
    let fallback: JSONValue?
    let reverseFallback: JSONValue?
    /// The rule for unknown values is that for values of the wrong kind.
    let rules: Rules

    var description: String { "map the values of \(path.shown)" }
    var written: [JSONPointer] { [path] }

    var lossClass: LossClass {
        let isOneToOne = table.indices.allSatisfy { index in
            !table[..<index].contains { $0.replacement.isEquivalent(to: table[index].replacement) }
        }
        return isOneToOne && fallback == nil && rules.wrongKind == .error ? .exact : .captures
    }

    func reversed() -> [JSONOperation] {
        let back = table.map { Pair(value: $0.replacement, replacement: $0.value) }
        return [
            JSONOperation(
                MapValuesOperation(
                    path: path, table: back, fallback: reverseFallback, reverseFallback: fallback, rules: rules))
        ]
    }

    /// Why a value of a pair is a loss, or `nil` where the way back gives it again.
    func lossReason(of pair: Pair) -> String? {
        guard let back = table.first(where: { $0.replacement.isEquivalent(to: pair.replacement) }),
            !back.value.isEquivalent(to: pair.value)
        else { return nil }
        return "it becomes \(pair.replacement.text()), which the way back reads as \(shownWayBack(of: back))"
    }

    func shownWayBack(of pair: Pair) -> String { Loss.shortened(pair.value.text()) }

    static func lossReason(fallback: JSONValue) -> String {
        "it is not in the table, and becomes \(fallback.text())"
    }

    /// The values of the table, as the text of an error lists them.
    private var knownValues: String {
        table.prefix(20).map { Loss.shortened($0.value.text()) }.joined(separator: ", ")
            + (table.count > 20 ? " and \(table.count - 20) more" : "")
    }

    func apply(to root: inout JSONValue, in context: inout OperationContext) throws(MigrationError) {
        guard let existing = try context.value(at: path, of: root, rules) else { return }
        if context.leavesAlone(existing) { return }
        let replacement: JSONValue
        if let pair = table.first(where: { $0.value.isEquivalent(to: existing) }) {
            replacement = pair.replacement
            if let reason = lossReason(of: pair) { context.lose(existing, at: path, reason) }
        } else if let fallback {
            replacement = fallback
            context.lose(existing, at: path, Self.lossReason(fallback: fallback))
        } else {
            if rules.wrongKind == .error {
                let message = "\(Loss.shortened(existing.text())) is not in the table; it has \(knownValues)"
                throw context.error(.unexpectedValue, message, at: path, found: existing)
            }
            if let back = table.first(where: { $0.replacement.isEquivalent(to: existing) }) {
                context.loseKept(existing, at: path, comesBackAs: shownWayBack(of: back))
            }
            return
        }
        root.update(at: path.tokens[...]) { $0 = replacement.comingFrom($0) }
    }
}

extension MapValuesOperation {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.pointer("path")
        table = try members.pairs("table").map(Pair.init)
        fallback = try members.optionalValue("fallback")
        reverseFallback = try members.optionalValue("reverseFallback")
        let absent = try members.rules([.absent]).absent
        rules = Rules(absent: absent, wrongKind: try members.choice("ifUnknown", default: UnexpectedRule.error))
    }

    func write(to members: inout MemberWriter) {
        members["path"] = .string(path.description)
        members["table"] = .array(JSONArray(table.map { [$0.value, $0.replacement] }))
        members["fallback"] = fallback
        members["reverseFallback"] = reverseFallback
        members.write(Rules(absent: rules.absent))
        if rules.wrongKind != .error { members["ifUnknown"] = .string(rules.wrongKind.rawValue) }
    }
}
