public import VersionedCodec

extension JSONOperation {
    /// How `generate` creates an absent value.
    public enum GeneratedValue: Sendable, Hashable {
        /// The next text of a sequence: `cell-%04d` gives `cell-0001`, `cell-0002`, …. `%d` is the number; `%a` and
        /// `%A` are letters: a, b, … z, aa. Operations with the same pattern share a sequence within one document and
        /// step, or within one array or object (`restarting`).
        case sequence(String, start: Int = 1, restarting: Bool = false)
        /// The index in the array, as a number that begins with `start`, or in a pattern like that of a sequence.
        case index(start: Int = 0, pattern: String? = nil)
        /// A random UUID (version 4). With a seed, a UUID that is the same for the same seed, place and content
        /// (version 8).
        case uuid(seed: String? = nil)
        /// The SHA-256 of the enclosing value in hexadecimal: of its text without spaces, with sorted keys.
        case digest
    }
}

extension JSONOperation {
    /// Creates an absent value.
    ///
    /// ```swift
    /// .each("/cells", [.generate("/id", .sequence("cell-%04d"))])
    /// // {"cells": [{}, {"id": "x"}, {}]}  →  {"cells": [{"id": "cell-0001"}, {"id": "x"}, {"id": "cell-0002"}]}
    /// ```
    ///
    /// An existing value stays, and is not generated elsewhere: a sequence skips existing values. In a partial document
    /// nothing is generated. Digests of equal content are equal.
    ///
    /// Loss class: needs default. For a sequence: captures, because an existing value that the way back mistakes for a
    /// generated one is a loss. Reverse: removes values that would be generated again, and leaves others. A random UUID
    /// is never generated again, so it is removed, and is a loss.
    public static func generate(
        _ path: JSONPointer, _ value: GeneratedValue, ifAbsent: UnexpectedRule = .error
    ) -> JSONOperation {
        JSONOperation(GenerateOperation(path: path, made: value, rules: Rules(absent: ifAbsent)))
    }
}

struct GenerateOperation: OperationBody {
    static let name = "generate"

    let path: JSONPointer
    let made: JSONOperation.GeneratedValue
    /// `ifAbsent` is about the object that the value goes into.
    let rules: Rules
    private let pattern: SequencePattern?
    /// The series within which values must differ, if they do not restart; `nil` if they cannot be chosen.
    private let wholeSeries: String?

    init(path: JSONPointer, made: JSONOperation.GeneratedValue, rules: Rules) {
        (self.path, self.made, self.rules) = (path, made, rules)
        switch made {
        case .sequence(let text, _, _): (pattern, wholeSeries) = (SequencePattern(text), "sequence \(text)")
        case .index(_, let text): (pattern, wholeSeries) = (text.flatMap(SequencePattern.init), nil)
        case .uuid(let seed): (pattern, wholeSeries) = (nil, seed == nil ? nil : "uuid")
        case .digest: (pattern, wholeSeries) = (nil, nil)
        }
    }

    var description: String {
        switch made {
        case .sequence(let pattern, _, _): "generate \(path.shown) as \(JSONValue.string(pattern).text())"
        case .index: "generate \(path.shown) as the index"
        case .uuid: "generate \(path.shown) as a UUID"
        case .digest: "generate \(path.shown) as a digest"
        }
    }
    var written: [JSONPointer] { [path] }
    var newWord: String? {
        switch made {
        case .index: "as"
        case .sequence(_, _, restarting: true): "restart"
        case .sequence: pattern?.hasLetters == true ? "pattern" : nil
        case .uuid, .digest: nil
        }
    }

    func reversed() -> [JSONOperation] {
        [
            JSONOperation(
                RemoveOperation(
                    path: path, restoredBy: .operation(JSONOperation(self)), different: .keep,
                    rules: Rules(absent: .skip)))
        ]
    }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        if context.isPartial { return }
        let arena = context.arena
        arena.giveUpRecordingOfValue()
        let existing = arena.find(path, from: scope)
        if !existing.isNone {
            if let text = arena.string(of: existing), let series = series(context) {
                context.generated.meet(text, in: series)
            }
            // Whether it was made or was there cannot be distinguished from the value: the way back may take it away.
            return context.doubt()
        }
        guard try context.canPut(at: path, in: scope, rules) else { return }
        if case .index(let start, _) = made {
            let new = try index(from: start, at: scope, context)
            _ = try context.put(arena.make(new), at: path, in: scope)
            return
        }
        let new = try generated(at: scope, &context)
        if let series = series(context) { context.generated.make(new, in: series) }
        _ = try context.put(arena.makeString(new, from: .none), at: path, in: scope)
    }

    /// The series within which values must differ; `nil` if they cannot be chosen.
    private func series(_ context: OperationContext) -> String? {
        guard case .sequence(_, _, restarting: true) = made, let wholeSeries else { return wholeSeries }
        return wholeSeries + " in \(context.container)"
    }

    /// The place of the innermost element around, counted from a number.
    private func index(
        from start: Int, at scope: NodeID, _ context: OperationContext
    ) throws(MigrationError) -> JSONValue {
        guard let element = context.element else {
            throw context.error(
                .unexpectedValue, "there is no enclosing array", at: path,
                found: context.value(scope))
        }
        let (number, overflows) = element.addingReportingOverflow(start)
        guard !overflows else {
            throw context.error(
                .unexpectedValue, "there is no number after \(Int.max)", at: path, found: context.value(scope))
        }
        guard let pattern else { return .integer(number) }
        return .string(pattern.text(of: number))
    }

    /// The first text that is not taken.
    private func generated(
        at scope: NodeID, _ context: inout OperationContext
    ) throws(MigrationError) -> String {
        let series = series(context) ?? ""
        switch made {
        case .index: return ""
        case .sequence(let text, _, let isRestarting):
            let counter = isRestarting ? series : text
            while let made = nextText(&context.generated, of: counter) {
                if pattern == nil || !context.generated.isTaken(made, in: series) { return made }
            }
            throw context.error(
                .unexpectedValue, "the sequence \(JSONValue.string(text).text()) has no number after \(Int.max)",
                at: path, found: context.value(scope))
        case .uuid(nil):
            context.arena.giveUpRecording()
            return UUIDText.random()
        case .uuid(let seed?):
            let place = context.path.appending(path).description
            let content = Array(seed.utf8) + [0] + Array(place.utf8) + [0] + content(at: scope, context)
            var (made, round) = (UUIDText.named(content), 0)
            while context.generated.isTaken(made, in: series) {
                round += 1
                made = UUIDText.named(content + [0] + Array(String(round).utf8))
            }
            return made
        case .digest: return SHA256.hexadecimal(of: content(at: scope, context))
        }
    }

    func nextText(_ texts: inout GeneratedTexts, in context: OperationContext) -> String? {
        context.arena.giveUpRecordingOfValue()
        guard case .sequence(let text, _, let isRestarting) = made else { return nil }
        return nextText(&texts, of: isRestarting ? series(context) ?? "" : text)
    }

    private func nextText(_ texts: inout GeneratedTexts, of counter: String) -> String? {
        guard case .sequence(let text, let start, _) = made, let number = texts.next(of: counter, from: start) else {
            return nil
        }
        return pattern?.text(of: number) ?? text
    }

    /// The bytes for a digest: the enclosing object, without the version, which is another one on the way back.
    private func content(at scope: NodeID, _ context: OperationContext) -> [UInt8] {
        let parent = context.arena.find(path.parent, from: scope)
        var around = context.value(parent.isNone ? scope : parent)
        if path.parent.isRoot {
            for key in context.environment.versionKeys where context.isVersion(key) {
                _ = around.object?.removeValue(forKey: key)
            }
        }
        return around.bytes(in: .canonical)
    }
}

extension WritingStyle {
    /// No spaces, sorted keys: one text for one meaning, as far as numbers and escapes are spelled alike.
    static let canonical = WritingStyle(keyOrder: .sorted)
}

extension GenerateOperation {
    private enum Kind: String, CaseIterable { case sequence, index, uuid, digest }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        let path = try members.pointer("path", allowsRoot: false, puts: true)
        if path.tokens.last == "-" { throw members.fault("must name a member", in: "path") }
        let kind: Kind = try members.choice("as")
        let made: JSONOperation.GeneratedValue
        switch kind {
        case .sequence:
            _ = try members.text("pattern")
            let pattern = try members.optionalSequencePattern("pattern") ?? ""
            let start = try members.optionalInteger("start", from: 0) ?? 1
            made = .sequence(pattern, start: start, restarting: try members.flag("restart"))
        case .index:
            let start = try members.optionalInteger("start", from: 0) ?? 0
            made = .index(start: start, pattern: try members.optionalSequencePattern("pattern"))
        case .uuid: made = .uuid(seed: try members.optionalText("seed"))
        case .digest: made = .digest
        }
        self.init(path: path, made: made, rules: try members.rules([.absent]))
    }

    func write(to members: inout MemberWriter) {
        members["path"] = .string(path.description)
        switch made {
        case .sequence(let pattern, let start, let isRestarting):
            members["as"] = "sequence"
            members["pattern"] = .string(pattern)
            if start != 1 { members["start"] = .integer(start) }
            if isRestarting { members["restart"] = true }
        case .index(let start, let pattern):
            members["as"] = "index"
            if start != 0 { members["start"] = .integer(start) }
            members["pattern"] = pattern.map { .string($0) }
        case .uuid(let seed):
            members["as"] = "uuid"
            members["seed"] = seed.map { .string($0) }
        case .digest: members["as"] = "digest"
        }
        members.write(rules)
    }
}

extension MemberReader {
    fileprivate mutating func optionalSequencePattern(_ name: String) throws(PlanFileError) -> String? {
        guard let pattern = try optionalText(name) else { return nil }
        if SequencePattern(pattern) == nil { throw fault("must hold one number, such as %d, %04d or %a", in: name) }
        return pattern
    }
}

extension GenerateOperation {
    var effects: [PlaceEffect] {
        // A value that is there stays.
        [.needs(path.parent, rules.absent), .reads(path.parent, .skip), .writes(path, .skip, isCertain: false)]
    }

    var words: String {
        "\(Markdown.place(path)) is made where it is absent: \(made.words)"
    }

    var lossWords: String? { "\(Markdown.place(path)), where it is what \(made.words) would make" }

    static var describedMembers: [String] { DetailWords.described + ["as"] }

    func detail(of member: String, _ value: JSONValue) -> String? {
        switch member {
        case "start": "the first number is \(DetailWords.shown(value))"
        case "restart": "it starts again in each array or object"
        case "pattern" where value.string.map { !description.contains($0) } == true:
            "written as \(DetailWords.shown(value))"
        case "seed": "the same for the same content, with the seed \(DetailWords.shown(value))"
        default: nil
        }
    }

    var traits: OperationTraits {
        switch made {
        case .sequence: [.showsOrder, .onlyMakesAbsent, .makesValues, .makesSequence]
        // An index follows from the place alone: nothing that is there need be known.
        case .index: [.showsOrder, .onlyMakesAbsent]
        case .uuid(nil): [.showsOrder, .onlyMakesAbsent, .makesValues, .makesRandomUUID]
        case .uuid, .digest: [.showsOrder, .onlyMakesAbsent, .makesValues]
        }
    }
}

extension JSONOperation.GeneratedValue {
    /// The generated value, in words.
    var words: String {
        switch self {
        case .sequence(let pattern, _, _): Markdown.code(pattern)
        case .index(_, let pattern): pattern.map { "the index as \(Markdown.code($0))" } ?? "the index"
        case .uuid: "a UUID"
        case .digest: "a digest of the enclosing object"
        }
    }
}
