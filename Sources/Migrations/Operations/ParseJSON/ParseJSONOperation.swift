public import VersionedCodec

extension JSONOperation {
    /// Puts the value in place of a text that holds it as JSON.
    ///
    /// ```swift
    /// .parseJSON("/body")
    /// // {"body": "{\"a\":1}"}  →  {"body": {"a":1}}
    /// ```
    ///
    /// A text that is no JSON, or is nested deeper than 512 levels, is unexpected. A text that printing in `style`
    /// would not give back is a loss.
    ///
    /// Loss class: captures. Reverse: prints.
    public static func parseJSON(
        _ path: JSONPointer, style: WritingStyle = .compact, ifAbsent: UnexpectedRule = .error,
        ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        let rules = Rules(absent: ifAbsent, wrongKind: ifWrongKind)
        return JSONOperation(ParseJSONOperation(path: path, style: style, rules: rules))
    }

    /// Puts a text that holds a value as JSON in place of it.
    ///
    /// ```swift
    /// .printJSON("/body")
    /// // {"body": {"a": 1}}  →  {"body": "{\"a\":1}"}
    /// ```
    ///
    /// Loss class: captures. Reverse: parses.
    public static func printJSON(
        _ path: JSONPointer, style: WritingStyle = .compact, ifAbsent: UnexpectedRule = .error,
        ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        let rules = Rules(absent: ifAbsent, wrongKind: ifWrongKind)
        return JSONOperation(PrintJSONOperation(path: path, style: style, rules: rules))
    }
}

struct ParseJSONOperation: ValueOperation {
    static let name = "parseJSON"

    let path: JSONPointer
    let style: WritingStyle
    let rules: Rules

    var description: String { "parse the JSON in \(path.shown)" }
    var lossClass: LossClass { .captures }

    func reversed() -> [JSONOperation] { [JSONOperation(PrintJSONOperation(path: path, style: style, rules: rules))] }

    func changed(_ value: JSONValue, in context: inout OperationContext) throws(MigrationError) -> JSONValue {
        guard let text = value.string else {
            throw context.wrongKind(expected: "a string that holds JSON", found: value, at: .root)
        }
        do {
            return try JSONDocument(parsing: text).root.detached
        } catch {
            throw context.error(.unexpectedValue, "the text is no JSON: \(error)", at: .root, found: value)
        }
    }
}

struct PrintJSONOperation: ValueOperation {
    static let name = "printJSON"

    let path: JSONPointer
    let style: WritingStyle
    let rules: Rules

    var description: String { "print \(path.shown) as JSON" }
    var lossClass: LossClass { .captures }

    func reversed() -> [JSONOperation] { [JSONOperation(ParseJSONOperation(path: path, style: style, rules: rules))] }

    func changed(_ value: JSONValue, in context: inout OperationContext) throws(MigrationError) -> JSONValue {
        .string(value.text(in: style))
    }
}

extension ParseJSONOperation {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.pointer("path", scratch: true)
        style = try members.optionalStyle("style") ?? .compact
        rules = try members.rules([.absent, .wrongKind])
    }

    func write(to members: inout MemberWriter) { members.write(path, style, rules) }
}

extension PrintJSONOperation {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.pointer("path", scratch: true)
        style = try members.optionalStyle("style") ?? .compact
        rules = try members.rules([.absent, .wrongKind])
    }

    func write(to members: inout MemberWriter) { members.write(path, style, rules) }
}

extension MemberWriter {
    fileprivate mutating func write(_ path: JSONPointer, _ style: WritingStyle, _ rules: Rules) {
        self["path"] = .string(path.description)
        if style != .compact { self["style"] = style.json }
        write(rules)
    }
}

extension ParseJSONOperation {
    var words: String {
        "\(Markdown.place(path)) becomes the value that its text holds as JSON"
    }
}

extension PrintJSONOperation {
    var words: String {
        "\(Markdown.place(path)) becomes a text of JSON"
    }
}
