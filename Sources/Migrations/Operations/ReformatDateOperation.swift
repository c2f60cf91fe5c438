public import VersionedCodec

extension JSONOperation {
    /// Writes a date in another format; its offset and its fraction are kept where the other format can say them.
    ///
    /// ```swift
    /// .reformatDate("/created", from: try .pattern("yyyy-MM-dd HH:mm:ss Z"), to: .iso8601)
    /// // {"created": "2020-06-13 23:21:42 +0800"}  →  {"created": "2020-06-13T23:21:42+08:00"}
    /// ```
    ///
    /// A format of numbers reads and writes JSON numbers. What the other format cannot say, and a spelling that does not come
    /// back, is a loss.
    ///
    /// Loss class: captures. Reverse: the same with the formats exchanged.
    ///
    /// - `ifWrongKind`: What happens to a value that is no date in the first format.
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

struct ReformatDateOperation: OperationBody {
    static let name = "reformatDate"

    let path: JSONPointer
    let reformatting: DateReformatting
    let rules: Rules

    var description: String {
        "reformat the date \(path.shown) from \(reformatting.from.name) to \(reformatting.to.name)"
    }
    var lossClass: LossClass { .captures }
    var written: [JSONPointer] { [path] }

    func reversed() -> [JSONOperation] {
        let back = DateReformatting(from: reformatting.to, to: reformatting.from)
        return [JSONOperation(ReformatDateOperation(path: path, reformatting: back, rules: rules))]
    }

    func apply(to root: inout JSONValue, in context: inout OperationContext) throws(MigrationError) {
        guard let existing = try context.value(at: path, of: root, rules) else { return }
        if context.leavesAlone(existing) { return }
        var bytes: [UInt8] = []
        let text = existing.string ?? existing.number?.text
        let outcome = text.map { text in
            var text = text
            let notation: DateNotation = existing.kind == .number ? .number : .text
            return text.withUTF8 { reformatting.append($0, notation, to: &bytes) }
        }
        guard let outcome, outcome != .noDate else {
            if rules.wrongKind == .skip { return }
            throw context.wrongKind(
                expected: "a date in the format \(reformatting.from.name)", found: existing, at: path)
        }
        let new = String(decoding: bytes, as: UTF8.self)
        let value = reformatting.to.notation == .number ? JSONNumber(text: new).map(JSONValue.number) : .string(new)
        guard let value else {
            throw context.wrongKind(
                expected: "a date that \(reformatting.to.name) can say", found: existing, at: path)
        }
        if case .loses(let words) = outcome {
            context.lose(existing, at: path, words, detail: " from \(value.text())")
        }
        root.update(at: path.tokens[...]) { $0 = value.comingFrom($0) }
    }
}

extension ReformatDateOperation {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.pointer("path")
        let dates = members.environment.dates
        let from = try members.dateFormat("from", default: dates.from)
        reformatting = DateReformatting(from: from, to: try members.dateFormat("to", default: dates.to))
        rules = try members.rules([.absent, .wrongKind])
    }

    func write(to members: inout MemberWriter) {
        members["path"] = .string(path.description)
        members["from"] = .string(NamedDateFormats.text(of: reformatting.from))
        members["to"] = .string(NamedDateFormats.text(of: reformatting.to))
        members.write(rules)
    }
}

/// The date formats that a plan file knows by name; any other text is a pattern.
enum NamedDateFormats {
    static let all: [(name: String, format: DateFormat)] = [
        ("iso8601", .iso8601), ("iso8601WithFraction", .iso8601WithFraction), ("rfc3339", .rfc3339),
        ("rfc3339WithFraction", .rfc3339WithFraction), ("iso8601Date", .iso8601Date), ("httpDate", .httpDate),
        ("mail", .mail), ("unixSeconds", .unixSeconds), ("unixMilliseconds", .unixMilliseconds),
        ("unixMicroseconds", .unixMicroseconds),
    ]

    static func text(of format: DateFormat) -> String { all.first { $0.format == format }?.name ?? format.name }
}

extension MemberReader {
    /// A date format, or, where none is given, that of the version.
    mutating func dateFormat(_ name: String, default format: DateFormat?) throws(PlanFileError) -> DateFormat {
        if let given = try optionalDateFormat(name) { return given }
        if let format { return format }
        throw error(
            .missingMember, "the member \"\(name)\" is missing, and the version declares no \"dates\"", at: path,
            found: nil)
    }

    /// A date format: its name, or a pattern.
    mutating func optionalDateFormat(_ name: String) throws(PlanFileError) -> DateFormat? {
        guard let text = try optionalText(name) else { return nil }
        if let named = NamedDateFormats.all.first(where: { $0.name == text }) { return named.format }
        do throws(DateFormatError) {
            return try .pattern(text)
        } catch {
            let known = NamedDateFormats.all.map(\.name).joined(separator: ", ")
            throw fault("is neither a date pattern (\(error.description)) nor a known format: \(known)", in: name)
        }
    }
}
