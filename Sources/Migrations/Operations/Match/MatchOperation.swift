public import VersionedCodec

extension JSONOperation {
    /// Splits a text with a pattern: each named group is written to a path.
    ///
    /// ```swift
    /// .match(
    ///     "/source", try TextPattern(#"(?<marks>#+)\s+(?<text>.*)"#), into: ["marks": "/marks", "text": "/source"],
    ///     back: try TextTemplate("{marks} {text}"))
    /// // {"source": "## News"}  →  {"source": "News", "marks": "##"}
    /// ```
    ///
    /// A text that the pattern does not match as a whole is unexpected. A text that the way back would not restore is a
    /// loss.
    ///
    /// - `back`: The template that restores the text. Without it, there is no way back.
    ///
    /// Loss class: captures. Reverse: composes. O(text × pattern)
    public static func match(
        _ from: JSONPointer, _ pattern: TextPattern, into places: [String: JSONPointer], back: TextTemplate? = nil,
        ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error, ifExists: ConflictRule = .error
    ) -> JSONOperation {
        let parts = NamedParts(whole: from, places: places, pattern: pattern, template: back)
        return JSONOperation(
            MatchOperation(parts: parts, rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind, exists: ifExists)))
    }

    /// Composes a text from several ones with a template.
    ///
    /// ```swift
    /// .compose(
    ///     "/source", try TextTemplate("{marks} {text}"), from: ["marks": "/marks", "text": "/source"],
    ///     back: try TextPattern(#"(?<marks>#+)\s+(?<text>.*)"#))
    /// // {"source": "News", "marks": "##"}  →  {"source": "## News"}
    /// ```
    ///
    /// Objects that become empty are removed; the way back creates them.
    ///
    /// - `back`: The pattern that splits the text on the way back. Without it, there is no way back.
    ///
    /// Loss class: captures. Reverse: matches.
    public static func compose(
        _ target: JSONPointer, _ template: TextTemplate, from places: [String: JSONPointer], back: TextPattern? = nil,
        ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error, ifExists: ConflictRule = .error
    ) -> JSONOperation {
        let parts = NamedParts(whole: target, places: places, pattern: back, template: template)
        return JSONOperation(
            ComposeOperation(parts: parts, rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind, exists: ifExists)))
    }
}

/// A text and its named parts, with the pattern that takes it apart and the template that makes it: the common part of
/// the two operations.
struct NamedParts: Sendable, Equatable {
    struct Place: Sendable, Equatable {
        let name: String
        let pointer: JSONPointer
    }

    let whole: JSONPointer
    /// In the order of their names: a dictionary has none.
    let places: [Place]
    let pattern: TextPattern?
    let template: TextTemplate?
    /// Whether a text has nothing beside its parts but what the pattern itself says.
    private let isFixed: Bool
    private let last = LastMatch()

    init(whole: JSONPointer, places: [String: JSONPointer], pattern: TextPattern?, template: TextTemplate?) {
        self.whole = whole
        self.places = places.inOrder { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            .map { Place(name: $0.key, pointer: $0.value) }
        self.pattern = pattern
        self.template = template
        isFixed = Self.isFixed(pattern, self.places)
    }

    private static func isFixed(_ pattern: TextPattern?, _ places: [Place]) -> Bool {
        pattern?.isFixed(beside: Set(places.map(\.name))) == true
    }

    /// The texts of the parts, in the order of the places; `nil` if the pattern does not match, or leaves one of
    /// them out.
    func parts(of text: String) -> [String]? {
        guard let pattern else { return nil }
        let groups = places.compactMap { place in pattern.groups.lastIndex(of: place.name) }
        guard let parts = pattern.captures(of: groups, in: text)?.compactMap(\.self), parts.count == places.count else {
            return nil
        }
        return parts
    }

    /// The first group that takes no part in a text that the pattern matches, and that has a place; `nil` if there
    /// is none.
    func idleGroup(of text: String) -> String? {
        pattern?.captures(in: text).flatMap { captures in places.first { captures[$0.name] == nil }?.name }
    }

    /// Whether nothing but what the pattern itself says is in a text beside its parts.
    func haveAll(of text: String, _ parts: [String]) -> Bool {
        isFixed || parts.reduce(0, { $0 + $1.utf8.count }) >= text.utf8.count
    }

    /// The match of a text that is one of several of which a part is computed.
    func match(of text: UnsafeBufferPointer<UInt8>) -> LastMatch.Match? {
        last.match(of: text) {
            let text = String(decoding: text, as: UTF8.self)
            return parts(of: text).map { parts in
                LastMatch.Match(
                    parts: parts, comesBack: whole(of: parts).map { $0.utf8.elementsEqual(text.utf8) } ?? true,
                    haveAll: haveAll(of: text, parts))
            }
        }
    }

    /// Whether taking a text apart gives these parts.
    func areRestored(_ parts: [String], from text: String) -> Bool {
        guard let restored = self.parts(of: text), restored.count == parts.count else { return false }
        return zip(restored, parts).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
    }

    func whole(of parts: [String]) -> String? {
        template?.filled { name in zip(places, parts).first { $0.0.name == name }?.1 }
    }

    init(reading members: inout MemberReader, isMatch: Bool) throws(PlanFileError) {
        whole = try members.pointer(
            isMatch ? "from" : "into", allowsRoot: false, puts: !isMatch, scratch: true)
        let name = isMatch ? "into" : "from"
        let table = try members.reader(try members.value(name), at: members.path.appending(name))
        var places: [Place] = []
        for member in table.object {
            let pointer = try members.pointer(
                member.value, at: table.path.appending(member.key), puts: isMatch, scratch: true)
            if pointer.isRoot { throw members.fault("must name members, not the whole value", in: name) }
            if places.contains(where: { $0.pointer == pointer }) {
                throw members.fault("must not hold a pointer twice", in: name)
            }
            places.append(Place(name: member.key, pointer: pointer))
        }
        if places.isEmpty { throw members.fault("must not be empty", in: name) }
        try members.requireApart(places.map(\.pointer), in: name)
        self.places = places.inOrder { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        let patternName = isMatch ? "pattern" : "back"
        let templateName = isMatch ? "back" : "template"
        pattern = try members.optionalPattern(patternName)
        template = try members.optionalTemplate(templateName)
        isFixed = Self.isFixed(pattern, self.places)
        if isMatch, pattern == nil { _ = try members.text(patternName) }
        if !isMatch, template == nil { _ = try members.text(templateName) }
        for place in places {
            if let groups = pattern?.groups, !groups.contains(place.name) {
                let known = groups.isEmpty ? "no group" : groups.joined(separator: ", ")
                throw members.fault(
                    "has no group \(JSONValue.string(place.name).text()); it has \(known)", in: patternName)
            }
        }
        for hole in template?.holes ?? [] where !places.contains(where: { $0.name == hole }) {
            let known = places.map(\.name).joined(separator: ", ")
            throw members.fault(
                "has a hole \(JSONValue.string(hole).text()) that nothing fills; known: \(known)", in: templateName)
        }
    }

    func write(to members: inout MemberWriter, isMatch: Bool) {
        members[isMatch ? "from" : "into"] = .string(whole.description)
        let pairs = places.map { ($0.name, $0.pointer.description) }
        members[isMatch ? "into" : "from"] = .object(JSONObject(texts: pairs))
        members[isMatch ? "pattern" : "back"] = pattern.map { .string($0.text) }
        members[isMatch ? "back" : "template"] = template.map { .string($0.description) }
    }
}

extension MemberReader {
    mutating func optionalTemplate(_ name: String) throws(PlanFileError) -> TextTemplate? {
        guard let text = try optionalText(name) else { return nil }
        do throws(TextPattern.SyntaxError) {
            return try TextTemplate(text)
        } catch let fault {
            throw self.fault("is not a template: \(fault.description)", in: name)
        }
    }
}

struct MatchOperation: OperationBody {
    static let name = "match"

    let parts: NamedParts
    let rules: Rules

    var description: String { "match \(parts.whole.shown) by \(JSONValue.string(parts.pattern?.text ?? "").text())" }
    var written: [JSONPointer] { [parts.whole] + parts.places.map(\.pointer) }

    func reversed() throws(NoWayBack) -> [JSONOperation] {
        if parts.template == nil { throw NoWayBack(reason: "it has no \"back\", which builds the text from its parts") }
        return [JSONOperation(ComposeOperation(parts: parts, rules: rules))]
    }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        if rules.wrongKind == .skip, context.mayLackMembers, context.isRemoved(parts.whole, in: scope) {
            throw context.undecided(byNull: scope, at: parts.whole, whatBecomesOf: parts.whole)
        }
        guard let found = try context.find(parts.whole, in: scope, rules) else {
            for part in parts.places {
                if try context.remove(part.pointer, madeOf: parts.whole, in: scope, rules) { continue }
                try context.needSource(parts.whole, of: part.pointer, in: scope, rules)
            }
            return context.noteSkipped(self, in: scope)
        }
        let arena = context.arena
        if context.leavesAlone(found) {
            for place in parts.places where place.pointer != parts.whole {
                try context.needOverwritten(by: found, at: parts.whole, place.pointer, in: scope, rules)
            }
            return try put(parts.places.map { _ in arena.makeCopy(of: found) }, over: found, in: scope, &context)
        }
        guard let text = arena.withoutRecording({ arena.string(of: found) }), let texts = parts.parts(of: text) else {
            return try skipMisfit(context.value(found), in: scope, &context)
        }
        let back = parts.whole(of: texts)
        let comesBack = back == nil || back?.utf8.elementsEqual(text.utf8) == true
        if let back, !comesBack {
            context.lose(
                context.value(found), at: parts.whole, "it does not come back as it was",
                detail: ": it comes back as \(Loss.shortened(JSONValue.string(back).text()))", .isAboutWayBack)
        }
        let haveAll = context.followsValues ? parts.haveAll(of: text, texts) : nil
        let made = texts.enumerated().map { number, text in
            if !comesBack { return arena.makeString(text, from: found) }
            var text = text
            return text.withUTF8 {
                arena.makeString($0, of: found, by: MatchedPart(parts: parts, number: number, haveAll: haveAll))
            }
        }
        context.divide(found, into: made, haveAll: haveAll != false)
        try put(made, over: found, in: scope, &context)
    }

    /// Puts the parts into their places, if the rules allow all of them.
    private func put(
        _ made: [NodeID], over found: NodeID, in scope: NodeID, _ context: inout OperationContext
    ) throws(MigrationError) {
        let arena = context.arena
        try context.attempt(self, on: scope, rules) { (context: inout OperationContext) throws(MigrationError) in
            if !parts.places.contains(where: { $0.pointer == parts.whole }) {
                context.remove(at: parts.whole, in: scope)
            }
            for (place, part) in zip(parts.places, made) {
                if place.pointer == parts.whole {
                    arena.take(part, into: found)
                } else if try !context.put(part, at: place.pointer, in: scope, rules, makingParents: true) {
                    return false
                }
            }
            return true
        }
    }

    /// A text that the pattern does not match, or a value that is no text.
    private func skipMisfit(
        _ existing: JSONValue, in scope: NodeID, _ context: inout OperationContext
    ) throws(MigrationError) {
        if rules.wrongKind == .skip { return context.noteSkipped(self, in: scope) }
        let shown = JSONValue.string(parts.pattern?.text ?? "").text()
        if let idle = existing.string.flatMap(parts.idleGroup) {
            throw context.error(
                .wrongKind,
                "the group \(JSONValue.string(idle).text()) of \(shown) takes no part in "
                    + "\(Loss.shortened(existing.text())); a group that may be empty takes part: (…?) instead of (…)?",
                at: parts.whole, found: existing)
        }
        throw context.wrongKind(expected: "a string that matches \(shown)", found: existing, at: parts.whole)
    }

    init(parts: NamedParts, rules: Rules) {
        self.parts = parts
        self.rules = rules
    }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        parts = try NamedParts(reading: &members, isMatch: true)
        rules = try members.rules([.absent, .wrongKind, .exists])
    }

    func write(to members: inout MemberWriter) {
        parts.write(to: &members, isMatch: true)
        members.write(rules)
    }
}

extension MatchOperation {
    var effects: [PlaceEffect] {
        let isCertain = rules.alwaysWorks && rules.exists != .skip
        let others = parts.places.map(\.pointer).filter { $0 != parts.whole }
        let keepsWhole = others.count < parts.places.count
        return [.reads(parts.whole, rules.absent)]
            + [keepsWhole ? .changes(parts.whole, .skip) : .removes(parts.whole, isCertain: isCertain)]
            + others.map { .writes($0, rules.exists, isCertain: isCertain) }
    }

    var words: String {
        "\(Markdown.place(parts.whole)) is taken apart into \(Markdown.places(parts.places.map(\.pointer)))"
    }

    func detail(of member: String, _ value: JSONValue) -> String? {
        switch member {
        case "into": "parts: \(DetailWords.pairs(value))"
        case "back": "the way back composes it by \(DetailWords.shown(value))"
        default: nil
        }
    }

    var traits: OperationTraits {
        [.partsMayNest, .addsNothing, rules.wrongKind == .skip ? .leavesWrongKinds : []]
    }
}

/// Makes a part of a text, of which composing the parts makes the same one again.
struct MatchedPart: ScalarComputation {
    let parts: NamedParts
    let number: Int
    /// Whether the parts have all of it; `nil` where nobody asks.
    let haveAll: Bool?

    func compute(
        _ characters: UnsafeBufferPointer<UInt8>, of kind: JSONKind, to result: inout [UInt8]
    ) -> JSONKind? {
        guard kind == .string, let match = parts.match(of: characters), match.comesBack,
            haveAll == nil || haveAll == match.haveAll
        else { return nil }
        result += match.parts[number].utf8
        return .string
    }
}
