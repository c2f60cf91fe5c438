public import VersionedCodec

extension JSONOperation {
    /// Writes a date in another format, and keeps its offset and its fraction if the other format can write them.
    ///
    /// ```swift
    /// .reformatDate("/created", from: try .pattern("yyyy-MM-dd HH:mm:ss Z"), to: .iso8601)
    /// // {"created": "2020-06-13 23:21:42 +0800"}  →  {"created": "2020-06-13T23:21:42+08:00"}
    /// ```
    ///
    /// A format of numbers reads and writes JSON numbers. Parts that the other format cannot write, and a spelling that
    /// the way back does not restore, are losses.
    ///
    /// Loss class: captures. Reverse: the same with the formats exchanged.
    ///
    /// - `ifWrongKind`: How a value is handled that is not a date in the first format.
    public static func reformatDate(
        _ path: JSONPointer, from: DateFormat, to target: DateFormat, ifAbsent: UnexpectedRule = .error,
        ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        JSONOperation(
            ReformatDateOperation(
                path: path, reformatting: DateReformatting(from: from, to: target),
                rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind)))
    }
}

struct ReformatDateOperation: OperationBody, ScalarComputation {
    static let name = "reformatDate"

    let path: JSONPointer
    let reformatting: DateReformatting
    let rules: Rules

    var description: String {
        "reformat the date \(path.shown) from \(reformatting.from.name) to \(reformatting.to.name)"
    }
    var written: [JSONPointer] { [path] }

    func reversed() -> [JSONOperation] {
        [JSONOperation(ReformatDateOperation(path: path, reformatting: reformatting.reversed, rules: rules))]
    }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        guard let place = try context.find(path, in: scope, rules) else { return }
        if reformat(place, &context) || context.leavesAlone(place) { return }
        let existing = context.value(place)
        var bytes: [UInt8] = []
        var text = existing.string ?? existing.number?.text ?? ""
        let outcome = text.withUTF8 { reformatting.append($0, of: existing.kind, to: &bytes) }
        guard outcome != .noDate else {
            if rules.wrongKind == .skip { return context.noteSkipped(self, in: scope) }
            throw context.wrongKind(
                expected: "a date in the format \(reformatting.from.name)", found: existing, at: path)
        }
        let new = String(decoding: bytes, as: UTF8.self)
        let value = reformatting.to.notation == .number ? JSONNumber(text: new).map(JSONValue.number) : .string(new)
        guard let value else {
            throw context.wrongKind(
                expected: "a date that \(reformatting.to.name) can say", found: existing, at: path)
        }
        if outcome != .exact { lose(existing, becoming: value, outcome, nil, &context) }
        context.arena.set(place, to: value, keepingOrigin: true)
    }

    /// Reformats a date as its characters are; `false`, with nothing changed, where more is to be done.
    private func reformat(_ place: NodeID, _ context: inout OperationContext) -> Bool {
        let arena = context.arena
        var loss: (existing: JSONValue, outcome: DateReformatting.Outcome, computation: LosingDate)?
        let isDone = arena.compute(place, by: self) { characters, kind, result -> ScalarOutcome? in
            let outcome = reformatting.append(characters, of: kind, to: &result)
            switch outcome {
            case .exact: return .exact(reformatting.kind)
            case .noDate: return nil
            case .losesParts, .losesSpelling:
                // A value that stays as it is differs only behind the way back.
                if kind == reformatting.kind, result.elementsEqual(characters) { return nil }
                let losing = LosingDate(reformatting: reformatting, losesSpelling: outcome == .losesSpelling)
                loss = (arena.valueToReport(of: place), outcome, losing)
                return .losing(reformatting.kind, losing)
            }
        }
        if isDone, let loss {
            lose(loss.existing, becoming: arena.valueToReport(of: place), loss.outcome, loss.computation, &context)
        }
        return isDone
    }

    private func lose(
        _ existing: JSONValue, becoming value: JSONValue, _ outcome: DateReformatting.Outcome,
        _ computation: LosingDate?, _ context: inout OperationContext
    ) {
        let losing = computation ?? LosingDate(reformatting: reformatting, losesSpelling: outcome == .losesSpelling)
        context.lose(
            existing, at: path, LosingDate.words(for: outcome, becoming: value), losing.lossTraits,
            computation.map { LossComputation($0) })
    }
}

extension ReformatDateOperation {
    func compute(
        _ characters: UnsafeBufferPointer<UInt8>, of kind: JSONKind, to result: inout [UInt8]
    ) -> JSONKind? {
        reformatting.append(characters, of: kind, to: &result) == .exact ? reformatting.kind : nil
    }

    func undoes(_ other: any ScalarComputation) -> Bool {
        let other = (other as? Self)?.reformatting ?? (other as? LosingDate)?.reformatting
        return other.map(reformatting.reverses) ?? false
    }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        let path = try members.pointer("path", scratch: true)
        let dates = members.environment.dates
        let from = try members.dateFormat("from", default: dates.from)
        let reformatting = DateReformatting(from: from, to: try members.dateFormat("to", default: dates.to))
        self.init(path: path, reformatting: reformatting, rules: try members.rules([.absent, .wrongKind]))
    }

    func write(to members: inout MemberWriter) {
        members["path"] = .string(path.description)
        members["from"] = NamedDateFormats.json(of: reformatting.from)
        members["to"] = NamedDateFormats.json(of: reformatting.to)
        members.write(rules)
    }
}

extension ReformatDateOperation {
    var effects: [PlaceEffect] { [.changes(path, rules.absent)] }

    var words: String {
        "\(Markdown.place(path)) is a date written as \(Markdown.code(reformatting.to.name)) "
            + "(it was \(Markdown.code(reformatting.from.name)))"
    }

    func keepsPresence(of place: JSONPointer) -> Bool { place.staysPresent(changing: path) }

    var traits: OperationTraits { [.keepsOrder, .carriesEverything, .addsNothing] }
}

extension JSONOperation {
    /// The date formats of the operation and of those within it.
    var dateFormats: [DateFormat] {
        (body as? ReformatDateOperation).map { [$0.reformatting.from, $0.reformatting.to] }
            ?? inner.flatMap(\.dateFormats)
    }
}
