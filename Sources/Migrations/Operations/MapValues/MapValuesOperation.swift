public import VersionedCodec

extension JSONOperation {
    /// Replaces a value with the one that a table gives for it.
    ///
    /// ```swift
    /// .mapValues("/status", [("draft", "open"), ("done", "closed")])
    /// // {"status": "draft"}  →  {"status": "open"}
    /// ```
    ///
    /// - `table`: Pairs of a value and its replacement, of any kind. If several values have the same replacement, the
    ///   way back uses the first; each of the others is a loss.
    /// - `fallback`: The replacement for a value that is not in the table, which is a loss.
    /// - `reverseFallback`: The same for the way back.
    /// - `ifUnknown`: How a value is handled that is not in the table, if there is no fallback; `.skip` keeps it.
    ///
    /// Loss class: exact, or captures if several values have the same replacement, or with a fallback or a rule to
    /// skip. Reverse: the table in the other direction.
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

struct MapValuesOperation: OperationBody, ScalarComputation {
    static let name = "mapValues"

    struct Pair: Sendable, Equatable {
        let value: JSONValue
        let replacement: JSONValue

        var reversed: Pair { Pair(value: replacement, replacement: value) }
    }

    let path: JSONPointer
    let table: [Pair]
    let fallback: JSONValue?
    let reverseFallback: JSONValue?
    /// The rule for unknown values is that for values of the wrong kind.
    let rules: Rules

    /// Both sides of the table by what they mean, so that a large one is not traversed for each value.
    let sides: Sides

    struct Sides: Sendable, Equatable {
        let values: ValueIndex
        let replacements: ValueIndex

        /// The new value of each value, if it is a string or a number and the way back restores the old one.
        let plain: PlainReplacements

        /// The same for the way back.
        let plainBack: PlainReplacements

        /// - `values`: The values of the table, if their index is known.
        init(_ table: [Pair], values: ValueIndex? = nil) {
            self.values = values ?? ValueIndex(table.map(\.value))
            replacements = ValueIndex(table.map(\.replacement))
            plain = PlainReplacements(table, replacements)
            plainBack = PlainReplacements(table.map(\.reversed), self.values)
        }

        private init(reversing other: Sides) {
            (values, replacements) = (other.replacements, other.values)
            (plain, plainBack) = (other.plainBack, other.plain)
        }

        /// The sides of the reversed table.
        var reversed: Sides { Sides(reversing: self) }

        // They follow from the pairs.
        static func == (lhs: Sides, rhs: Sides) -> Bool { true }
    }

    /// - `sides`: The sides of the table, if they are known.
    init(
        path: JSONPointer, table: [Pair], sides: Sides? = nil, fallback: JSONValue?, reverseFallback: JSONValue?,
        rules: Rules
    ) {
        self.path = path
        self.table = table
        self.fallback = fallback
        self.reverseFallback = reverseFallback
        self.rules = rules
        self.sides = sides ?? Sides(table)
    }

    /// The first pair of a replacement: the one that the way back takes.
    private func pair(ofReplacement value: JSONValue) -> Pair? {
        sides.replacements.firstIndex(of: value).map { table[$0] }
    }

    var description: String { "map the values of \(path.shown)" }
    var written: [JSONPointer] { [path] }

    var lossClass: LossClass {
        let isOneToOne = zip(table.indices, sides.replacements.firstPlaces).allSatisfy { place, first in
            let value = table[place].value
            // One number has several texts.
            if value.kind == .number || value.isContainer { return false }
            return place == Int(first) || table[Int(first)].value.isEquivalent(to: value)
        }
        return isOneToOne && fallback == nil && rules.wrongKind == .error ? .exact : .captures
    }

    func reversed() -> [JSONOperation] {
        [
            JSONOperation(
                MapValuesOperation(
                    path: path, table: table.map(\.reversed), sides: sides.reversed, fallback: reverseFallback,
                    reverseFallback: fallback, rules: rules))
        ]
    }

    /// Why a value of a pair is a loss, or `nil` if the way back gives it again.
    func lossReason(of pair: Pair) -> String? {
        guard let back = self.pair(ofReplacement: pair.replacement),
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
        // Reversed, a table may have a value several times.
        let values = table.map { $0.value.text() }
        let distinct = values.placesOfFirsts.enumerated().filter { $0 == $1 }.map { values[$0.offset] }
        return distinct.prefix(20).map { Loss.shortened($0) }.joined(separator: ", ")
            + (distinct.count > 20 ? " and \(distinct.count - 20) more" : "")
    }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        guard let place = try context.find(path, in: scope, rules) else { return }
        if context.arena.compute(place, by: self) || context.leavesAlone(place) { return }
        let arena = context.arena
        let replacement: JSONValue
        if let pair = sides.values.firstIndex(of: place, in: arena).map({ table[$0] }) {
            replacement = pair.replacement
            if let reason = lossReason(of: pair) {
                context.lose(place, at: path, reason, [.isAboutWayBack, .isChange])
            } else if !context.isRestored(place, by: pair.value) {
                context.doubt()
            }
        } else if let fallback {
            // It stays as it is, regardless of the result of the way back.
            if context.isWritten(place, as: fallback) { return context.doubt() }
            replacement = fallback
            context.lose(place, at: path, Self.lossReason(fallback: fallback), .isChange)
        } else {
            let existing = arena.value(of: place)
            if rules.wrongKind == .error {
                let message = "\(Loss.shortened(existing.text())) is not in the table; it has \(knownValues)"
                throw context.error(.unexpectedValue, message, at: path, found: existing)
            }
            if pair(ofReplacement: existing) != nil || reverseFallback != nil { context.doubt() }
            return
        }
        arena.set(place, to: replacement, keepingOrigin: true)
    }
}

extension MapValuesOperation {
    func compute(
        _ characters: UnsafeBufferPointer<UInt8>, of kind: JSONKind, to result: inout [UInt8]
    ) -> JSONKind? {
        guard let place = sides.values.firstIndex(of: kind, characters) else { return nil }
        // The way back gives the number of the table, which may be spelled in another way.
        if kind == .number, table[place].value.number?.text.utf8.elementsEqual(characters) != true { return nil }
        return sides.plain.add(place, to: &result)
    }

    func undoes(_ other: any ScalarComputation) -> Bool {
        guard let other = other as? Self else { return false }
        // The reverse of an operation has its indexes.
        return sides.values === other.sides.replacements && sides.replacements === other.sides.values
    }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        let path = try members.pointer("path", scratch: true)
        let (pairs, values) = try members.pairs("table")
        let table = pairs.map(Pair.init)
        let fallback = try members.optionalValue("fallback")
        let reverseFallback = try members.optionalValue("reverseFallback")
        let absent = try members.rules([.absent]).absent
        let rules = Rules(
            absent: absent, wrongKind: try members.choice("ifUnknown", default: JSONOperation.UnexpectedRule.error))
        self.init(
            path: path, table: table, sides: Sides(table, values: values), fallback: fallback,
            reverseFallback: reverseFallback, rules: rules)
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

extension MapValuesOperation {
    var effects: [PlaceEffect] { [.changes(path, rules.absent)] }

    var words: String {
        "\(Markdown.place(path)) has other values: " + Markdown.table(table)
    }

    func keepsPresence(of place: JSONPointer) -> Bool { place.staysPresent(changing: path) }

    var traits: OperationTraits { [.keepsOrder, .addsNothing] }
}
