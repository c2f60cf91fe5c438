public import VersionedCodec

extension JSONOperation {
    /// Replaces a text that contains JSON with its value.
    ///
    /// ```swift
    /// .parseJSON("/body")
    /// // {"body": "{\"a\":1}"}  →  {"body": {"a":1}}
    /// ```
    ///
    /// A text that is not JSON, or is nested deeper than 512 levels, is unexpected. A text that printing in `style`
    /// would not restore is a loss.
    ///
    /// - `escapingHTML`: Whether printing writes `<`, `>`, `&`, and the line separators U+2028 and U+2029 as `\uXXXX`.
    ///
    /// Loss class: captures. Reverse: prints.
    public static func parseJSON(
        _ path: JSONPointer, style: WritingStyle = .compact, escapingHTML: Bool = false,
        ifAbsent: UnexpectedRule = .error,
        ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        let rules = Rules(absent: ifAbsent, wrongKind: ifWrongKind)
        let print = PrintedJSON(style: style, escapesHTML: escapingHTML)
        return JSONOperation(ParseJSONOperation(path: path, print: print, rules: rules))
    }

    /// Replaces a value with its JSON text.
    ///
    /// ```swift
    /// .printJSON("/body")
    /// // {"body": {"a": 1}}  →  {"body": "{\"a\":1}"}
    /// ```
    ///
    /// - `escapingHTML`: Whether `<`, `>`, `&`, and the line separators U+2028 and U+2029 are written as `\uXXXX`.
    ///
    /// Loss class: captures. Reverse: parses.
    public static func printJSON(
        _ path: JSONPointer, style: WritingStyle = .compact, escapingHTML: Bool = false,
        ifAbsent: UnexpectedRule = .error,
        ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        let rules = Rules(absent: ifAbsent, wrongKind: ifWrongKind)
        let print = PrintedJSON(style: style, escapesHTML: escapingHTML)
        return JSONOperation(PrintJSONOperation(path: path, print: print, rules: rules))
    }
}

/// How JSON is printed into a text.
struct ParseJSONOperation: NodeOperation {
    static let name = "parseJSON"

    let path: JSONPointer
    let print: PrintedJSON
    let rules: Rules

    var description: String { "parse the JSON in \(path.shown)" }
    var newWord: String? { print.escapesHTML ? "escapeHTML" : nil }

    func reversed() -> [JSONOperation] { [JSONOperation(PrintJSONOperation(path: path, print: print, rules: rules))] }

    func decide(_ place: NodeID, in context: inout OperationContext) throws(MigrationError) -> NodeDecision<NodeID> {
        let arena = context.arena
        guard arena.isString(place) else {
            throw context.wrongKind(expected: "a string that holds JSON", found: context.value(place), at: .root)
        }
        guard let parsed = arena.parse(place, restoringScalars: !context.triesWayBack && !context.followsValues) else {
            let text = context.value(place)
            let fault = JSONDocument.fault(in: text.string ?? "")
            throw context.error(.unexpectedValue, "the text is not JSON: \(fault)", at: .root, found: text)
        }
        let comesBack =
            context.triesWayBack
            && print.withText(of: parsed, in: arena) { text in
                arena.withCharacters(of: place) { $0.isSame(as: text) } == true
            }
        return NodeDecision(work: parsed, comesBack: comesBack)
    }

    func make(_ parsed: NodeID, at place: NodeID, in context: inout OperationContext) throws(MigrationError) {
        context.arena.take(parsed, into: place)
    }
}

struct PrintJSONOperation: NodeOperation {
    static let name = "printJSON"

    let path: JSONPointer
    let print: PrintedJSON
    let rules: Rules

    var description: String { "print \(path.shown) as JSON" }
    var newWord: String? { print.escapesHTML ? "escapeHTML" : nil }

    func reversed() -> [JSONOperation] { [JSONOperation(ParseJSONOperation(path: path, print: print, rules: rules))] }

    func decide(_ place: NodeID, in context: inout OperationContext) throws(MigrationError) -> NodeDecision<NodeID> {
        let arena = context.arena
        try context.needAllMembers(of: place, at: .root, toTell: "what the text is")
        let text = print.makeText(of: place, in: arena)
        // The way back cannot read a text that is not JSON, or is nested too deeply.
        return NodeDecision(work: text, comesBack: context.triesWayBack && arena.holdsJSON(text))
    }

    func make(_ text: NodeID, at place: NodeID, in context: inout OperationContext) throws(MigrationError) {
        context.arena.take(text, into: place)
    }
}

extension ParseJSONOperation {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.pointer("path", scratch: true)
        print = try members.printedJSON()
        rules = try members.rules([.absent, .wrongKind])
    }

    func write(to members: inout MemberWriter) { members.write(path, print, rules) }
}

extension PrintJSONOperation {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.pointer("path", scratch: true)
        print = try members.printedJSON()
        rules = try members.rules([.absent, .wrongKind])
    }

    func write(to members: inout MemberWriter) { members.write(path, print, rules) }
}

extension MemberReader {
    fileprivate mutating func printedJSON() throws(PlanFileError) -> PrintedJSON {
        PrintedJSON(style: try optionalStyle("style") ?? .compact, escapesHTML: try flag("escapeHTML"))
    }
}

extension MemberWriter {
    fileprivate mutating func write(_ path: JSONPointer, _ print: PrintedJSON, _ rules: Rules) {
        self["path"] = .string(path.description)
        if print.style != .compact { self["style"] = print.style.json }
        if print.escapesHTML { self["escapeHTML"] = true }
        write(rules)
    }
}

extension ParseJSONOperation {
    var words: String {
        "\(Markdown.place(path)) becomes the value that its text holds as JSON"
    }

    var traits: OperationTraits { .addsNothing }
}

extension PrintJSONOperation {
    var words: String {
        "\(Markdown.place(path)) becomes a text of JSON"
    }

    var traits: OperationTraits { [.keepsOrder, .showsOrder, .showsOwnOrder, .addsNothing] }
}
