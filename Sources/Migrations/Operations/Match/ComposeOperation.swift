import VersionedCodec

/// Makes a text of several ones by a template; `JSONOperation.compose` is beside `match`.
struct ComposeOperation: OperationBody {
    static let name = "compose"

    let parts: NamedParts
    let rules: Rules

    var description: String {
        "compose \(parts.whole.shown) by \(JSONValue.string(parts.template?.description ?? "").text())"
    }
    var written: [JSONPointer] { parts.places.map(\.pointer) + [parts.whole] }

    func reversed() throws(NoWayBack) -> [JSONOperation] {
        if parts.pattern == nil { throw NoWayBack(reason: "it says with no \"back\" how the text is taken apart") }
        return [JSONOperation(MatchOperation(parts: parts, rules: rules))]
    }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        let arena = context.arena
        var values: [NodeID] = []
        for place in parts.places {
            guard let part = try context.find(place.pointer, in: scope, rules) else { continue }
            if !context.leavesAlone(part), arena.kind(of: part) != .string {
                if rules.wrongKind == .skip { return context.noteSkipped(self, in: scope) }
                throw context.wrongKind(expected: "a string", found: arena.value(of: part), at: place.pointer)
            }
            values.append(part)
        }
        let texts = arena.withoutRecording { values.compactMap(arena.string) }
        guard texts.count == parts.places.count else {
            let places = parts.places.map(\.pointer)
            if try context.areRemoved(places, in: scope) {
                return try context.remove(parts.whole, madeOf: places, by: self, in: scope, rules, makingParents: true)
            }
            for place in parts.places { try context.needSource(place.pointer, of: parts.whole, in: scope, rules) }
            return context.noteSkipped(self, in: scope)
        }
        guard let text = parts.whole(of: texts) else { return context.noteSkipped(self, in: scope) }
        let holes = parts.template.map { Set($0.holes) } ?? []
        let said = zip(parts.places, values).filter { holes.contains($0.0.name) }.map(\.1)
        try context.attempt(self, on: scope, rules) { (context: inout OperationContext) throws(MigrationError) in
            let whole = whole(text, of: values, texts, from: said.first ?? .none, &context)
            context.merge(said)
            return try put(whole, in: scope, &context)
        }
    }

    /// The whole text, detached; parts that taking it apart does not give back are lost.
    private func whole(
        _ text: String, of values: [NodeID], _ texts: [String], from origin: NodeID, _ context: inout OperationContext
    ) -> NodeID {
        let arena = context.arena
        let isPart = { (number: Int, computation: any ScalarComputation) in
            guard let part = computation as? MatchedPart else { return false }
            return part.number == number && part.parts == parts
        }
        if parts.pattern != nil, let whole = arena.makeSource(ofParts: values, where: isPart) {
            arena.setOrigin(of: whole, from: origin)
            return whole
        }
        if parts.areRestored(texts, from: text) {
            var text = text
            return text.withUTF8 {
                arena.makeString($0, from: origin, of: values, by: ComposedText(parts: parts))
            }
        }
        values.forEach(arena.noteLook)
        for (place, part) in zip(parts.places, values) {
            context.lose(
                context.value(part), at: place.pointer, "the way back does not give it",
                detail: " from \(Loss.shortened(JSONValue.string(text).text()))", .isAboutWayBack)
        }
        return arena.makeString(text, from: origin)
    }

    /// Removes the parts and puts the whole text in their place; returns whether the rules allow it.
    private func put(
        _ whole: NodeID, in scope: NodeID, _ context: inout OperationContext
    ) throws(MigrationError) -> Bool {
        let arena = context.arena
        // Found before the first one goes: the elements behind it have other places then.
        let existing = arena.find(parts.whole, from: scope)
        let others = parts.places.map(\.pointer).filter { $0 != parts.whole }
        context.removeAll(others, in: scope, keepingThoseOf: parts.whole)
        if !existing.isNone, others.count < parts.places.count {
            arena.take(whole, into: existing)
            return true
        }
        return try context.put(whole, at: parts.whole, in: scope, rules, makingParents: true)
    }
}

/// Makes a text of its parts, if taking it apart gives them back.
struct ComposedText: ScalarCombination {
    let parts: NamedParts

    func combine(
        _ scalars: [(kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)], to result: inout [UInt8]
    ) -> JSONKind? {
        let texts = scalars.map { String(decoding: $0.characters, as: UTF8.self) }
        guard scalars.allSatisfy({ $0.kind == .string }), let text = parts.whole(of: texts),
            parts.areRestored(texts, from: text)
        else { return nil }
        result += text.utf8
        return .string
    }

    func scalar(madeAgainBy computation: any ScalarComputation) -> Int? {
        guard let part = computation as? MatchedPart, part.parts == parts else { return nil }
        return part.number
    }
}

extension OperationContext {
    /// In a partial document, parts that make one text are all there, or all absent, or all `null`: a text cannot be
    /// made of some. Returns whether they are all `null`.
    func areRemoved(_ places: [JSONPointer], in scope: NodeID) throws(MigrationError) -> Bool {
        guard isPartial else { return false }
        let parts = places.map { arena.find($0, from: scope) }
        let areTexts = parts.map { !$0.isNone && arena.kind(of: $0) == .string }
        if let one = areTexts.firstIndex(of: true), let missing = areTexts.firstIndex(of: false) {
            throw tooPartial(without: places[missing], tells: "what the whole is", found: parts[one])
        }
        let areRemoved = places.map { isRemoved($0, in: scope) }
        guard areRemoved.contains(true) else { return false }
        guard let missing = areRemoved.firstIndex(of: false), mayLackMembers else { return true }
        throw tooPartial(without: places[missing], tells: "what the whole is", found: scope)
    }

    /// Removes the whole of several parts, where a partial document removes all of them.
    mutating func remove(
        _ whole: JSONPointer, madeOf parts: [JSONPointer], by operation: some OperationBody, in scope: NodeID,
        _ rules: Rules, makingParents: Bool
    ) throws(MigrationError) {
        let null = arena.make(JSONValue.null)
        if let first = parts.first, first != whole {
            try needOverwritten(by: null, at: first, whole, in: scope, rules)
        }
        try attempt(operation, on: scope, rules) { (context) throws(MigrationError) in
            context.removeAll(parts.filter { $0 != whole }, in: scope, keepingThoseOf: whole)
            if parts.contains(whole) { return true }
            return try context.put(null, at: whole, in: scope, rules, makingParents: makingParents)
        }
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

extension ComposeOperation {
    var effects: [PlaceEffect] {
        let isCertain = rules.alwaysWorks && rules.exists != .skip
        let others = parts.places.map(\.pointer).filter { $0 != parts.whole }
        let isInPlace = others.count < parts.places.count
        return parts.places.map { .reads($0.pointer, rules.absent) }
            + others.map { .removes($0, isCertain: isCertain) }
            + [isInPlace ? .changes(parts.whole, .skip) : .writes(parts.whole, rules.exists, isCertain: isCertain)]
    }

    var words: String {
        "\(Markdown.places(parts.places.map(\.pointer))) make up \(Markdown.place(parts.whole))"
    }

    func detail(of member: String, _ value: JSONValue) -> String? {
        switch member {
        case "from": "parts: \(DetailWords.pairs(value))"
        case "back": "the way back matches it by \(DetailWords.shown(value))"
        default: nil
        }
    }

    var traits: OperationTraits {
        [.partsMayNest, .addsNothing, rules.wrongKind == .skip ? .leavesWrongKinds : []]
    }
}
