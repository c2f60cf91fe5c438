import VersionedCodec

/// Joins several texts into one member; `JSONOperation.join` is beside `split`.
struct JoinOperation: OperationBody {
    static let name = "join"

    let places: TextParts
    let rules: Rules

    var description: String {
        "join \(places.parts.map(\.shown).joined(separator: ", ")) into \(places.whole.shown)"
    }
    var written: [JSONPointer] { places.parts + [places.whole] }

    func reversed() throws(NoWayBack) -> [JSONOperation] {
        if places.separator.isEmpty {
            throw NoWayBack(reason: "texts joined without a separator cannot be split again")
        }
        return [JSONOperation(SplitOperation(places: places, rules: rules))]
    }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        let arena = context.arena
        var values: [NodeID] = []
        for source in places.parts {
            guard let part = try context.find(source, in: scope, rules) else {
                if try removesAll(in: scope, &context) { return }
                try context.needSource(source, of: places.whole, in: scope, rules)
                return context.noteSkipped(self, in: scope)
            }
            if context.leavesAlone(part), try removesAll(in: scope, &context) { return }
            guard arena.isString(part) else {
                if rules.wrongKind == .skip { return context.noteSkipped(self, in: scope) }
                throw context.wrongKind(expected: "a string", found: arena.value(of: part), at: source)
            }
            values.append(part)
        }
        try context.attempt(self, on: scope, rules) { (context: inout OperationContext) throws(MigrationError) in
            try join(values, in: scope, &context)
        }
    }

    /// Removes the whole text if a partial document removes all parts; returns whether it does.
    private func removesAll(in scope: NodeID, _ context: inout OperationContext) throws(MigrationError) -> Bool {
        guard try context.areRemoved(places.parts, in: scope) else { return false }
        try context.remove(
            places.whole, madeOf: places.parts, by: self, in: scope, rules, makingParents: rules.makesParents)
        return true
    }

    /// Puts the whole text in its place and removes the parts; returns whether the rules allow it.
    private func join(
        _ values: [NodeID], in scope: NodeID, _ context: inout OperationContext
    ) throws(MigrationError) -> Bool {
        let whole = whole(of: values, &context)
        context.merge(values)
        guard let kept = try put(whole, values, in: scope, &context) else { return false }
        context.removeAll(
            places.parts.filter { $0 != kept }, in: scope, withEmptyParents: rules.makesParents,
            keepingThoseOf: places.whole)
        return true
    }

    /// The whole text, detached; parts that splitting it does not give back are lost.
    private func whole(of values: [NodeID], _ context: inout OperationContext) -> NodeID {
        let arena = context.arena
        let splits = { (number: Int, computation: any ScalarComputation) in
            guard let part = computation as? TextPart else { return false }
            return part.number == number && part.places.splits(as: places)
        }
        if let whole = arena.makeSource(ofParts: values, where: splits) { return whole }
        // A part that the plan made comes from nowhere.
        let origin = values.first { arena.origin(of: $0) != nil } ?? values.first ?? .none
        var joined: [UInt8] = []
        var parts: [Range<Int>] = []
        for value in values { _ = arena.withCharacters(of: value) { places.append($0, to: &joined, &parts) } }
        if places.splits(joined, into: parts) {
            return joined.withUnsafeBufferPointer {
                arena.makeString($0, from: origin, of: values, by: JoinedText(places: places))
            }
        }
        values.forEach(arena.noteLook)
        let shown = Loss.shortened(JSONValue.string(String(decoding: joined, as: UTF8.self)).text())
        for (source, part) in zip(places.parts, values) {
            context.lose(
                context.value(part), at: source, "splitting does not give it back", detail: " from \(shown)",
                .isAboutWayBack)
        }
        return joined.withUnsafeBufferPointer { arena.makeString($0, from: origin) }
    }

    /// Puts the whole text over one of the parts, or in a place of its own; returns the place that it has then.
    private func put(
        _ whole: NodeID, _ values: [NodeID], in scope: NodeID, _ context: inout OperationContext
    ) throws(MigrationError) -> JSONPointer? {
        let arena = context.arena
        let first = places.parts.first ?? places.whole
        if places.parts.contains(places.whole) {
            arena.take(whole, into: arena.find(places.whole, from: scope))
            return places.whole
        }
        if let part = values.first, first.parent == places.whole.parent, arena.isObject(arena.parent(of: part)),
            let key = places.whole.tokens.last, arena.find(places.whole, from: scope).isNone
        {
            try context.needPlace(places.whole, in: scope, rules)
            arena.setKey(of: part, to: key)
            arena.take(whole, into: part)
            return places.whole
        }
        // An array that takes the whole among its parts would move them: they go first.
        let list = places.whole.parent
        let holder = arena.find(list, from: scope)
        if !holder.isNone, arena.isArray(holder), places.parts.contains(where: { $0.isWithin(list) }) {
            throw context.error(
                .unexpectedValue, "an array cannot take the whole text beside the parts in it", at: places.whole,
                found: arena.value(of: holder))
        }
        // The object around all parts makes room for the whole text, if nothing else is in it.
        if rules.makesParents, places.parts.allSatisfy({ $0.isWithin(places.whole) }) {
            context.removeAll(places.parts, in: scope, keepingThoseOf: .root)
        }
        return try context.put(whole, at: places.whole, in: scope, rules, makingParents: rules.makesParents)
            ? places.whole : nil
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

extension JoinOperation {
    var effects: [PlaceEffect] {
        places.parts.map { .reads($0, rules.absent) }
            + places.parts.map { .removes($0, isCertain: rules.neverSkips) }
            + rules.around(places.whole)
            + [.writes(places.whole, rules.exists, isCertain: rules.neverSkips)]
    }

    var words: String {
        "\(Markdown.places(places.parts)) are joined into \(Markdown.place(places.whole))"
    }

    var traits: OperationTraits { [.addsNothing, rules.wrongKind == .skip ? .leavesWrongKinds : []] }
}
