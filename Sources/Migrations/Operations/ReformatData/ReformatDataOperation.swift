public import VersionedCodec

extension JSONOperation {
    /// Writes the text of binary data in another format.
    ///
    /// ```swift
    /// .reformatData("/key", from: .base64, to: .hexadecimal)
    /// // {"key": "+/8="}  →  {"key": "fbff"}
    /// ```
    ///
    /// A text whose spelling the way back does not restore, such as capital hexadecimal digits, is a loss.
    ///
    /// Loss class: captures. Reverse: the same with the formats exchanged.
    ///
    /// - `ifWrongKind`: How a value is handled that is not data in the first format.
    public static func reformatData(
        _ path: JSONPointer, from: DataFormat, to target: DataFormat, ifAbsent: UnexpectedRule = .error,
        ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        JSONOperation(
            ReformatDataOperation(
                path: path, from: from, to: target, rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind)))
    }
}

struct ReformatDataOperation: OperationBody {
    static let name = "reformatData"

    let path: JSONPointer
    let from: DataFormat
    let to: DataFormat
    let rules: Rules

    var description: String { "reformat the data \(path.shown) from \(from) to \(to)" }
    var lossClass: LossClass { from == to ? .exact : .captures }
    var written: [JSONPointer] { [path] }

    func reversed() -> [JSONOperation] {
        [JSONOperation(ReformatDataOperation(path: path, from: to, to: from, rules: rules))]
    }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        guard let place = try context.find(path, in: scope, rules) else { return }
        let existing = context.value(place)
        guard let data = existing.string.flatMap({ from.data(from: $0) }) else {
            if rules.wrongKind == .skip { return context.noteSkipped(self, in: scope) }
            throw context.wrongKind(expected: "data in the format \(from)", found: existing, at: path)
        }
        let value = JSONValue.string(to.text(of: data))
        if from.text(of: data) != existing.string {
            context.lose(
                existing, at: path, "its spelling does not come back", detail: " from \(value.text())",
                [.isAboutWayBack, .isChange])
        }
        context.arena.set(place, to: value, keepingOrigin: true)
    }
}

extension ReformatDataOperation {
    private static let names: [(name: String, format: DataFormat)] = [
        ("base64", .base64), ("base64URL", .base64URL), ("hexadecimal", .hexadecimal),
    ]

    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.pointer("path", scratch: true)
        from = try Self.format("from", &members)
        to = try Self.format("to", &members)
        rules = try members.rules([.absent, .wrongKind])
    }

    private static func format(_ name: String, _ members: inout MemberReader) throws(PlanFileError) -> DataFormat {
        let text = try members.text(name)
        if let known = names.first(where: { $0.name == text }) { return known.format }
        throw members.fault(
            "is not a known format of data; \(NearestName.hint(for: text, in: names.map(\.name)))", in: name)
    }

    func write(to members: inout MemberWriter) {
        members["path"] = .string(path.description)
        for (name, format) in [("from", from), ("to", to)] {
            members[name] = Self.names.first { $0.format == format }.map { .string($0.name) }
        }
        members.write(rules)
    }
}

extension ReformatDataOperation {
    var effects: [PlaceEffect] { [.changes(path, rules.absent)] }

    var words: String {
        "\(Markdown.place(path)) is written as \(to) (it was \(from))"
    }

    func keepsPresence(of place: JSONPointer) -> Bool { place.staysPresent(changing: path) }

    var traits: OperationTraits { [.keepsOrder, .addsNothing] }
}
