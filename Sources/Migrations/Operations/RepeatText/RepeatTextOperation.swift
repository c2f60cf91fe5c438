public import VersionedCodec

extension JSONOperation {
    /// Writes a number as that many repetitions of a text.
    ///
    /// ```swift
    /// .repeatText("/level", "#")
    /// // {"level": 3}  →  {"level": "###"}
    /// ```
    ///
    /// A number that is not whole, or not in 0 to 10,000, is unexpected. Loss class: captures. Reverse: counts.
    public static func repeatText(
        _ path: JSONPointer, _ text: String, ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        let rules = Rules(absent: ifAbsent, wrongKind: ifWrongKind)
        return JSONOperation(RepeatTextOperation(repetition: Repetition(path: path, text: text, rules: rules)))
    }

    /// Replaces repetitions of a text with their number.
    ///
    /// ```swift
    /// .countText("/marks", "#")
    /// // {"marks": "###"}  →  {"marks": 3}
    /// ```
    ///
    /// Any other text is unexpected. Loss class: captures. Reverse: repeats.
    public static func countText(
        _ path: JSONPointer, _ text: String, ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        let rules = Rules(absent: ifAbsent, wrongKind: ifWrongKind)
        return JSONOperation(CountTextOperation(repetition: Repetition(path: path, text: text, rules: rules)))
    }
}

/// A text and where it is repeated: the common part of the two operations.
struct Repetition: Sendable, Equatable {
    static let most = 10_000

    let path: JSONPointer
    let text: String
    let rules: Rules

    init(path: JSONPointer, text: String, rules: Rules) {
        self.path = path
        self.text = text
        self.rules = rules
    }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.pointer("path", scratch: true)
        text = try members.text("text")
        try members.requireText(text, in: "text")
        rules = try members.rules([.absent, .wrongKind])
    }

    func write(to members: inout MemberWriter) {
        members["path"] = .string(path.description)
        members["text"] = .string(text)
        members.write(rules)
    }
}

struct RepeatTextOperation: ValueOperation {
    static let name = "repeatText"

    let repetition: Repetition

    var path: JSONPointer { repetition.path }
    var rules: Rules { repetition.rules }
    var description: String { "repeat \(JSONValue.string(repetition.text).text()) as often as \(path.shown) says" }

    func reversed() -> [JSONOperation] { [JSONOperation(CountTextOperation(repetition: repetition))] }

    func changed(_ value: JSONValue, in context: inout OperationContext) throws(MigrationError) -> JSONValue {
        guard let count = value.int, (0...Repetition.most).contains(count) else {
            throw context.wrongKind(expected: "a whole number from 0 to \(Repetition.most)", found: value, at: .root)
        }
        try context.check(size: repetition.text.utf8.count * count)
        return .string(String(repeating: repetition.text, count: count))
    }

    init(repetition: Repetition) { self.repetition = repetition }

    init(reading members: inout MemberReader) throws(PlanFileError) { repetition = try Repetition(reading: &members) }

    func write(to members: inout MemberWriter) { repetition.write(to: &members) }
}

struct CountTextOperation: ValueOperation {
    static let name = "countText"

    let repetition: Repetition

    var path: JSONPointer { repetition.path }
    var rules: Rules { repetition.rules }
    var description: String { "count \(JSONValue.string(repetition.text).text()) in \(path.shown)" }

    func reversed() -> [JSONOperation] { [JSONOperation(RepeatTextOperation(repetition: repetition))] }

    func changed(_ value: JSONValue, in context: inout OperationContext) throws(MigrationError) -> JSONValue {
        let parts = value.string.map { TextTransform.parts(of: $0, repetition.text) }
        guard let parts, parts.allSatisfy(\.isEmpty) else {
            let shown = JSONValue.string(repetition.text).text()
            throw context.wrongKind(expected: "a string of nothing but \(shown)", found: value, at: .root)
        }
        return .integer(parts.count - 1)
    }

    init(repetition: Repetition) { self.repetition = repetition }

    init(reading members: inout MemberReader) throws(PlanFileError) { repetition = try Repetition(reading: &members) }

    func write(to members: inout MemberWriter) { repetition.write(to: &members) }
}

extension RepeatTextOperation {
    var words: String {
        "\(Markdown.place(path)) becomes as many \(Markdown.code(repetition.text)) as it says"
    }

    var traits: OperationTraits { [.keepsOrder, .addsNothing] }
}

extension CountTextOperation {
    var words: String {
        "\(Markdown.place(path)) becomes the number of \(Markdown.code(repetition.text)) in it"
    }

    var traits: OperationTraits { [.keepsOrder, .addsNothing] }
}
