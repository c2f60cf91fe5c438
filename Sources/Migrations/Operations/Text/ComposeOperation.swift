import VersionedCodec

/// Makes a text of several ones by a template; `JSONOperation.compose` is beside `match`.
struct ComposeOperation: OperationBody {
    static let name = "compose"

    let parts: NamedParts
    let rules: Rules

    var description: String {
        "compose \(parts.whole.shown) by \(JSONValue.string(parts.template?.description ?? "").text())"
    }
    var lossClass: LossClass { .captures }
    var written: [JSONPointer] { parts.places.map(\.pointer) + [parts.whole] }

    func reversed() throws(NoWayBack) -> [JSONOperation] {
        if parts.pattern == nil { throw NoWayBack(reason: "it says with no \"back\" how the text is taken apart") }
        return [JSONOperation(MatchOperation(parts: parts, rules: rules))]
    }

    func apply(to value: inout JSONValue, in context: inout OperationContext) throws(MigrationError) {
        var values: [JSONValue] = []
        for place in parts.places {
            guard let part = try context.value(at: place.pointer, of: value, rules) else { continue }
            if !context.leavesAlone(part), part.kind != .string {
                if rules.wrongKind == .skip { return context.noteSkipped(self, in: value) }
                throw context.wrongKind(expected: "a string", found: part, at: place.pointer)
            }
            values.append(part)
        }
        guard values.count == parts.places.count, values.allSatisfy({ $0.kind == .string }) else {
            try context.requireNone(of: parts.places.map(\.pointer), values, in: value)
            return context.noteSkipped(self, in: value)
        }
        let texts = values.compactMap(\.string)
        guard let text = parts.whole(of: texts) else { return context.noteSkipped(self, in: value) }
        if parts.pattern == nil || !isSame(parts.parts(of: text), texts) {
            for (place, part) in zip(parts.places, values) {
                context.lose(
                    part, at: place.pointer, "the way back does not give it",
                    detail: " from \(Loss.shortened(JSONValue.string(text).text()))")
            }
        }
        let whole = JSONValue.string(text).comingFrom(values.first ?? .null)
        try context.attempt(self, on: &value) { (value, context) throws(MigrationError) in
            for place in parts.places where place.pointer != parts.whole { _ = value.remove(at: place.pointer) }
            for place in parts.places { value.removeEmptyParents(of: place.pointer, keepingThoseOf: parts.whole) }
            if value[at: parts.whole] != nil, parts.places.contains(where: { $0.pointer == parts.whole }) {
                value.update(at: parts.whole.tokens[...]) { $0 = whole }
                return true
            }
            return try context.put(whole, at: parts.whole, of: &value, rules, makingParents: true)
        }
    }

    private func isSame(_ left: [String]?, _ right: [String]) -> Bool {
        guard let left, left.count == right.count else { return false }
        return zip(left, right).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
    }
}

extension OperationContext {
    /// In a partial document, parts that make one text are all there or all absent: a text cannot be made of some.
    ///
    /// - Throws: Where some of them are there.
    func requireNone(
        of places: [JSONPointer], _ found: [JSONValue], in value: JSONValue
    ) throws(MigrationError) {
        guard isPartial, let one = found.first else { return }
        let missing = places.first { value[at: $0]?.kind != .string } ?? .root
        throw error(
            .tooPartial, "a partial document without \(shown(missing)) does not tell what the whole is", at: missing,
            found: one)
    }
}

extension ComposeOperation {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        parts = try NamedParts(reading: &members, isMatch: false)
        rules = try members.rules([.absent, .wrongKind, .exists])
    }

    func write(to members: inout MemberWriter) {
        parts.write(to: &members, isMatch: false)
        members.write(rules)
    }
}
