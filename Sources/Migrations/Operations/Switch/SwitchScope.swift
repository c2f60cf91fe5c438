public import VersionedCodec

extension JSONOperation {
    /// Applies the operations for the kind of an object, which a member names. Use it for lists of objects of several
    /// kinds.
    ///
    /// ```swift
    /// .each("/items", [
    ///     .switch(on: "/kind", cases: [
    ///         "Job": [.rename("/cmd", to: "command")],
    ///         "Note": [.rename("/body", to: "text")],
    ///     ])
    /// ])
    /// ```
    ///
    /// - `path`: The place of the kind, which is a string.
    /// - `cases`: The operations of each kind, in any order. A kind that does not change has none.
    /// - `ifUnknown`: How a value of another kind is handled; `.skip` leaves it unchanged.
    ///
    /// Loss class and reverse are those of the operations. The way back uses the same kinds; if the operations write
    /// the kind, there is none. O(cases) for the plan, O(1) for each value
    public static func `switch`(
        on path: JSONPointer, cases: KeyValuePairs<String, [JSONOperation]>, ifUnknown: UnexpectedRule = .error,
        ifAbsent: UnexpectedRule = .error
    ) -> JSONOperation {
        let cases = cases.map { SwitchScope.Case(kind: $0.key, operations: $0.value) }
        return JSONOperation(SwitchScope(on: path, cases: cases, unknown: ifUnknown, absent: ifAbsent))
    }
}

struct SwitchScope: OperationBody {
    static let name = "switch"

    struct Case: Sendable, Equatable {
        let kind: String
        let operations: [JSONOperation]
    }

    let on: JSONPointer
    let cases: [Case]
    let unknown: JSONOperation.UnexpectedRule
    let absent: JSONOperation.UnexpectedRule
    /// For each kind, by its bytes, the number of its case.
    private let numbers: JSONObject

    init(on: JSONPointer, cases: [Case], unknown: JSONOperation.UnexpectedRule, absent: JSONOperation.UnexpectedRule) {
        (self.on, self.cases, self.unknown, self.absent) = (on, cases, unknown, absent)
        var numbers = JSONObject()
        for (number, one) in cases.enumerated() where numbers[one.kind] == nil { numbers[one.kind] = .integer(number) }
        self.numbers = numbers
    }

    var description: String { "switch on \(on.shown)" }
    var lossClass: LossClass { inner.lossClass }
    /// Each case as a `when` of its own: so code that explains or validates scopes handles this one too.
    var inner: [JSONOperation] { lists.compactMap(\.scope) }
    var written: [JSONPointer] { cases.flatMap(\.operations).flatMap(\.written) }
    var newWord: String? { "op" }

    func reversed() throws(NoWayBack) -> [JSONOperation] {
        var back: [Case] = []
        for one in cases.reversed() {
            back.append(Case(kind: one.kind, operations: try one.operations.reversedOperations()))
        }
        if let touched = written.first(where: { $0.isWithin(on) || on.isWithin($0) }) {
            throw NoWayBack(
                reason: "its operations write \(touched.shown), and go by \(on.shown); move that behind the switch, or "
                    + "declare \"up\" and \"down\"")
        }
        return [JSONOperation(SwitchScope(on: on, cases: back, unknown: unknown, absent: absent))]
    }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        let rules = Rules(absent: absent, wrongKind: unknown)
        let arena = context.arena
        let kind = arena.find(on, from: scope)
        if context.isPartial, kind.isNone || arena.isNull(kind) {
            if absent == .error {
                throw context.tooPartial(without: on, tells: "of which kind it is", at: .root, found: scope)
            }
            for one in cases {
                try context.runNeither(
                    one.operations, [], at: scope, .at(on, equals: .string(one.kind)), without: on)
            }
            return
        }
        guard let place = try context.find(on, in: scope, rules) else { return }
        guard let number = arena.string(of: place).flatMap({ numbers[$0]?.int }) else {
            if unknown == .skip { return }
            let known = cases.map { JSONValue.string($0.kind).text() }.joined(separator: ", ")
            let found = context.value(place)
            let shown = Loss.shortened(found.text())
            throw context.error(.unexpectedValue, "no case is for \(shown); known: \(known)", at: on, found: found)
        }
        try context.run(cases[number].operations, at: scope)
    }
}

extension SwitchScope {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        let on = try members.pointer("on", scratch: true)
        let table = try members.reader(try members.value("cases"), at: members.path.appending("cases"))
        if table.object.isEmpty { throw members.fault("must not be empty", in: "cases") }
        var cases: [Case] = []
        for member in table.object {
            let place = table.path.appending(member.key)
            if member.value.kind != .array {
                throw members.wrongKind("an array of operations", member.value, at: place)
            }
            cases.append(Case(kind: member.key, operations: try members.operations(member.value, at: place)))
        }
        let unknown: JSONOperation.UnexpectedRule = try members.choice("ifUnknown", default: .error)
        self.init(on: on, cases: cases, unknown: unknown, absent: try members.rules([.absent]).absent)
    }

    func write(to members: inout MemberWriter) {
        members["on"] = .string(on.description)
        var table = JSONObject()
        for one in cases { table[one.kind] = .array(JSONArray(one.operations.map(\.json))) }
        members["cases"] = .object(table)
        if unknown != .error { members["ifUnknown"] = .string(unknown.rawValue) }
        members.write(Rules(absent: absent))
    }
}

extension SwitchScope {
    var effects: [PlaceEffect] { [.reads(on, absent), .inside(.root, Rules(), inner)] }

    var words: String { "by the kind that \(Markdown.place(on)) says" }

    var lists: [OperationList] {
        cases.filter { !$0.operations.isEmpty }.map { one in
            let scope = JSONOperation.when(.at(on, equals: .string(one.kind)), one.operations)
            return OperationList(one.operations, in: "cases", one.kind, as: scope)
        }
    }

    func keepsPresence(of place: JSONPointer) -> Bool { inner.allSatisfy { $0.body.keepsPresence(of: place) } }

    static var describedMembers: [String] { DetailWords.described + ["cases"] }

    func detail(of member: String, _ value: JSONValue) -> String? {
        switch member {
        case "cases": Self.idleKinds(value)
        case "ifUnknown": "if it is of another kind: it stays as it is"
        default: nil
        }
    }

    /// The kinds of which nothing changes; the others are reported as scopes.
    private static func idleKinds(_ cases: JSONValue) -> String? {
        let idle =
            cases.object?.filter { $0.value.array?.isEmpty == true }.map { JSONValue.string($0.key).text() } ?? []
        return idle.isEmpty ? nil : "nothing changes where it is \(idle.joined(separator: ", "))"
    }
}
