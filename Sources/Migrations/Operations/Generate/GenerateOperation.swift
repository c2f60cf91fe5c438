public import VersionedCodec

/// How `generate` makes a value that is absent.
public enum GeneratedValue: Sendable, Hashable {
    /// The next text of a sequence: `cell-%04d` gives `cell-0001`, `cell-0002`, …; `%d` stands for the number.
    /// Operations with one pattern share a sequence, within one document and step.
    case sequence(String, start: Int = 1)
    /// A random UUID (version 4), or, with a seed, one that is the same for the same seed, place and content (version
    /// 8).
    case uuid(seed: String? = nil)
    /// The SHA-256 of the value around, in hexadecimal: of its text without spaces, with sorted keys.
    case digest
}

extension JSONOperation {
    /// Makes a value where there is none.
    ///
    /// ```swift
    /// .each("/cells", [.generate("/id", .sequence("cell-%04d"))])
    /// // {"cells": [{}, {"id": "x"}, {}]}  →  {"cells": [{"id": "cell-0001"}, {"id": "x"}, {"id": "cell-0002"}]}
    /// ```
    ///
    /// A value that is there stays, and is not made again elsewhere: a sequence counts on over those that are taken. In
    /// a partial document nothing is made. Digests of equal content are equal.
    ///
    /// Loss class: needs default; of a sequence, captures: a value that is there already and that the way back takes
    /// for one of its own is a loss. Reverse: removes what would be made again, and leaves other values. A random UUID
    /// is never made again: it is removed, and is a loss.
    public static func generate(
        _ path: JSONPointer, _ value: GeneratedValue, ifAbsent: UnexpectedRule = .error
    ) -> JSONOperation {
        JSONOperation(GenerateOperation(path: path, made: value, rules: Rules(absent: ifAbsent)))
    }
}

struct GenerateOperation: OperationBody {
    static let name = "generate"

    let path: JSONPointer
    let made: GeneratedValue
    /// `ifAbsent` is about the object that the value goes into.
    let rules: Rules

    var description: String {
        switch made {
        case .sequence(let pattern, _): "generate \(path.shown) as \(JSONValue.string(pattern).text())"
        case .uuid: "generate \(path.shown) as a UUID"
        case .digest: "generate \(path.shown) as a digest"
        }
    }
    /// What stands there already may be what the way back takes away.
    var lossClass: LossClass { .captures }
    var written: [JSONPointer] { [path] }
    var makesValues: Bool { true }

    func reversed() -> [JSONOperation] {
        [
            JSONOperation(
                RemoveOperation(
                    path: path, restoredBy: .operation(JSONOperation(self)), different: .keep,
                    rules: Rules(absent: .skip)))
        ]
    }

    /// Whether a value may be one that was made, although it would not be made again.
    func mayHaveMade(_ value: JSONValue) -> Bool {
        if case .uuid(nil) = made { value.string.map(UUIDText.isRandom) ?? false } else { false }
    }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        if context.isPartial { return }
        let arena = context.arena
        let existing = arena.find(path, from: scope)
        if !existing.isNone {
            if let text = arena.string(of: existing) { context.generated.meet(text, self) }
            // Whether it was made or was there cannot be told from the value: the way back may take it away.
            return context.doubt()
        }
        guard try context.canPut(at: path, in: scope, rules) else { return }
        _ = context.put(arena.makeString(try generated(at: scope, &context), from: .none), at: path, in: scope)
    }

    /// The first text that is not taken.
    private func generated(
        at scope: NodeID, _ context: inout OperationContext
    ) throws(MigrationError) -> String {
        let series = made.series ?? ""
        switch made {
        case .sequence(let text, let start):
            let pattern = SequencePattern(text)
            while true {
                let (next, overflows) = context.generated.last[text]?.addingReportingOverflow(1) ?? (start, false)
                guard !overflows else {
                    throw context.error(
                        .unexpectedValue,
                        "the sequence \(JSONValue.string(text).text()) has no number behind \(Int.max)", at: path,
                        found: context.value(scope))
                }
                let number = next
                context.generated.last[text] = number
                let made = pattern?.text(of: number) ?? text
                if pattern == nil || !context.generated.isTaken(made, in: series) { return made }
            }
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

    /// What a digest is of: the object around, without the version, which is another one on the way back.
    private func content(at scope: NodeID, _ context: OperationContext) -> [UInt8] {
        let parent = context.arena.find(path.parent, from: scope)
        var around = context.value(parent.isNone ? scope : parent)
        if path.parent.isRoot {
            for key in context.surroundings.versionKeys where context.isVersion(key) {
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

/// A pattern with one number in it: `cell-%04d`.
struct SequencePattern {
    private let before: String
    private let after: String
    private let width: Int

    /// `nil` where the text does not hold exactly one `%d` or `%0Nd`, with at most two digits of N.
    init?(_ text: String) {
        let parts = TextTransform.parts(of: text, "%")
        guard parts.count == 2, let end = parts[1].firstIndex(of: "d") else { return nil }
        let digits = parts[1][..<end]
        guard digits.utf8.count <= 3, digits.isEmpty || digits.first == "0",
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        before = parts[0]
        after = String(parts[1][parts[1].index(after: end)...])
        width = Int(digits) ?? 0
    }

    func text(of number: Int) -> String {
        let digits = String(number)
        return before + String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits + after
    }
}

extension GenerateOperation {
    private enum Kind: String, CaseIterable { case sequence, uuid, digest }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.pointer("path", allowsRoot: false, puts: true)
        if path.tokens.last == "-" { throw members.fault("must name a member", in: "path") }
        let kind: Kind = try members.choice("as")
        switch kind {
        case .sequence:
            let pattern = try members.text("pattern")
            if SequencePattern(pattern) == nil {
                throw members.fault("must hold one number, such as %d or %04d", in: "pattern")
            }
            made = .sequence(pattern, start: try members.optionalInteger("start", from: 0) ?? 1)
        case .uuid: made = .uuid(seed: try members.optionalText("seed"))
        case .digest: made = .digest
        }
        rules = try members.rules([.absent])
    }

    func write(to members: inout MemberWriter) {
        members["path"] = .string(path.description)
        switch made {
        case .sequence(let pattern, let start):
            members["as"] = "sequence"
            members["pattern"] = .string(pattern)
            if start != 1 { members["start"] = .integer(start) }
        case .uuid(let seed):
            members["as"] = "uuid"
            members["seed"] = seed.map { .string($0) }
        case .digest: members["as"] = "digest"
        }
        members.write(rules)
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

    var lossWords: String { "\(Markdown.place(path)), where it is what \(made.words) would make" }
}

extension GeneratedValue {
    /// What is made, in words.
    var words: String {
        switch self {
        case .sequence(let pattern, _): Markdown.code(pattern)
        case .uuid: "a UUID"
        case .digest: "a digest of what is around it"
        }
    }
}
