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
struct PrintedJSON: Sendable, Equatable {
    let style: WritingStyle
    let escapesHTML: Bool

    /// Calls a function with the text of a value, which is there for the call. O(text)
    func withText<Result>(
        of value: NodeID, in arena: Arena, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        arena.withText(of: value, in: style) { text in
            guard escapesHTML, let escaped = Self.escaped(text) else { return body(text) }
            return escaped.withUnsafeBufferPointer(body)
        }
    }

    /// Some JSON with escapes, or `nil` if it needs none. Outside of strings, there is nothing to escape.
    private static func escaped(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var (copied, result) = (0, [UInt8]())
        for index in bytes.indices where mayBeEscaped(bytes[index]) {
            guard let (escape, count) = escape(at: index, of: bytes) else { continue }
            if copied == 0 { result.reserveCapacity(bytes.count + bytes.count / 8) }
            result += bytes[copied..<index]
            result += escape.utf8
            copied = index + count
        }
        if copied == 0 { return nil }
        return result + bytes[copied...]
    }

    /// Whether a character that is escaped may begin with a byte.
    private static func mayBeEscaped(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), 0xE2: true
        default: false
        }
    }

    /// The escape of the character that begins at an index, and its number of bytes; `nil` if it stays.
    private static func escape(at index: Int, of bytes: UnsafeBufferPointer<UInt8>) -> (String, Int)? {
        switch bytes[index] {
        case UInt8(ascii: "<"): ("\\u003c", 1)
        case UInt8(ascii: ">"): ("\\u003e", 1)
        case UInt8(ascii: "&"): ("\\u0026", 1)
        // U+2028 and U+2029 are E2 80 A8 and E2 80 A9.
        case 0xE2 where index + 2 < bytes.count && bytes[index + 1] == 0x80 && bytes[index + 2] & 0xFE == 0xA8:
            (bytes[index + 2] == 0xA8 ? "\\u2028" : "\\u2029", 3)
        default: nil
        }
    }
}

struct ParseJSONOperation: NodeOperation {
    static let name = "parseJSON"

    let path: JSONPointer
    let print: PrintedJSON
    let rules: Rules

    var description: String { "parse the JSON in \(path.shown)" }
    var lossClass: LossClass { .captures }
    var newWord: String? { print.escapesHTML ? "escapeHTML" : nil }

    func reversed() -> [JSONOperation] { [JSONOperation(PrintJSONOperation(path: path, print: print, rules: rules))] }

    func decide(_ place: NodeID, in context: inout OperationContext) throws(MigrationError) -> NodeDecision<NodeID> {
        let arena = context.arena
        guard arena.isString(place) else {
            throw context.wrongKind(expected: "a string that holds JSON", found: context.value(place), at: .root)
        }
        guard let parsed = arena.parse(place) else {
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
    var lossClass: LossClass { .captures }
    var newWord: String? { print.escapesHTML ? "escapeHTML" : nil }

    func reversed() -> [JSONOperation] { [JSONOperation(ParseJSONOperation(path: path, print: print, rules: rules))] }

    func decide(_ place: NodeID, in context: inout OperationContext) throws(MigrationError) -> NodeDecision<NodeID> {
        let arena = context.arena
        let text = print.withText(of: place, in: arena) { arena.makeString($0, from: place) }
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
}

extension PrintJSONOperation {
    var words: String {
        "\(Markdown.place(path)) becomes a text of JSON"
    }
}
