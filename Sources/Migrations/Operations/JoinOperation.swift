import VersionedCodec

/// Joins several texts into one member; `JSONOperation.join` is beside `split`.
struct JoinOperation: OperationBody {
    static let name = "join"

    let places: TextParts
    let rules: Rules

    var description: String {
        "join \(places.parts.map(\.shown).joined(separator: ", ")) into \(places.whole.shown)"
    }
    var lossClass: LossClass { .captures }
    var written: [JSONPointer] { places.parts + [places.whole] }

    func reversed() throws(NoWayBack) -> [JSONOperation] {
        if places.separator.isEmpty {
            throw NoWayBack(reason: "texts joined without a separator cannot be split again")
        }
        return [JSONOperation(SplitOperation(places: places, rules: rules))]
    }

    func apply(to value: inout JSONValue, in context: inout OperationContext) throws(MigrationError) {
        var texts: [String] = []
        var values: [JSONValue] = []
        for source in places.parts {
            guard let part = try context.value(at: source, of: value, rules) else {
                try context.requireNone(of: places.parts, values, in: value)
                return context.noteSkipped(self, in: value)
            }
            if context.leavesAlone(part) { return try context.requireNone(of: places.parts, values, in: value) }
            guard let text = part.string else {
                if rules.wrongKind == .skip { return context.noteSkipped(self, in: value) }
                throw context.wrongKind(expected: "a string", found: part, at: source)
            }
            texts.append(text)
            values.append(part)
        }
        try context.attempt(self, on: &value) { (value, context) throws(MigrationError) in
            try join(texts, values, in: &value, &context)
        }
    }

    /// Puts the whole text in its place and takes the parts away; says whether the rules let it.
    private func join(
        _ texts: [String], _ values: [JSONValue], in value: inout JSONValue, _ context: inout OperationContext
    ) throws(MigrationError) -> Bool {
        let joined = texts.joined(separator: places.separator)
        if places.parts(of: joined) != texts {
            let shown = Loss.shortened(JSONValue.string(joined).text())
            for (source, part) in zip(places.parts, values) {
                context.lose(part, at: source, "splitting does not give it back", detail: " from \(shown)")
            }
        }
        let whole = JSONValue.string(joined).comingFrom(values.first ?? .null)
        guard let kept = try put(whole, in: &value, &context) else { return false }
        // From the last one to the first: removing an element moves those behind it.
        let others = places.parts.filter { $0 != kept }
        for source in others.sorted(by: Self.isBehind) {
            _ = value.remove(at: source)
            if rules.makesParents { value.removeEmptyParents(of: source, keepingThoseOf: places.whole) }
        }
        return true
    }

    /// Puts the whole text over one of the parts, or in a place of its own; returns the place that it has then.
    private func put(
        _ whole: JSONValue, in value: inout JSONValue, _ context: inout OperationContext
    ) throws(MigrationError) -> JSONPointer? {
        let first = places.parts.first ?? places.whole
        if places.parts.contains(places.whole) {
            value.update(at: places.whole.tokens[...]) { $0 = whole }
            return places.whole
        }
        if first.parent == places.whole.parent, value[at: places.whole] == nil,
            value[at: first.parent]?.kind == .object
        {
            value.update(at: first.parent.tokens[...]) { parent in
                parent.object?.rename(first.tokens.last ?? "", to: places.whole.tokens.last ?? "")
            }
            value.update(at: places.whole.tokens[...]) { $0 = whole }
            return places.whole
        }
        // An array that takes the whole among its parts would move them: they go first.
        let list = places.whole.parent
        if value[at: list]?.kind == .array, places.parts.contains(where: { $0.isWithin(list) }) {
            throw context.error(
                .unexpectedValue, "an array cannot take the whole text beside the parts in it", at: places.whole,
                found: value[at: list])
        }
        return try context.put(whole, at: places.whole, of: &value, rules, makingParents: rules.makesParents)
            ? places.whole : nil
    }

    /// Whether the last token of a place is an index behind that of another place in the same container.
    private static func isBehind(_ left: JSONPointer, _ right: JSONPointer) -> Bool {
        (left.tokens.last.flatMap(JSONPointer.index) ?? -1) > (right.tokens.last.flatMap(JSONPointer.index) ?? -1)
    }
}

extension JoinOperation {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        places = try TextParts(reading: &members, whole: "into", parts: "from")
        rules = try members.rules([.absent, .wrongKind, .exists, .parents])
    }

    func write(to members: inout MemberWriter) {
        places.write(to: &members, whole: "into", parts: "from")
        members.write(rules)
    }
}
