extension DecodingIssue {
    /// An issue as an entry for a log: `Codable`, with bounded texts, and without redacted values.
    ///
    /// ```swift
    /// let entry = issue.logEntry(redacting: [.key("email"), .path("/payment/*")])
    /// try encoder.encode(entry)
    /// // {"code": "unexpectedKind", "path": "/users/3/email", "message": "expected a string, found a number", …}
    /// ```
    public struct LogEntry: Codable, Sendable, Hashable {
        /// The name of the code.
        public var code: String
        /// The effect on the value.
        public var effect: String
        /// The problem.
        public var message: String
        /// The path, as a JSON pointer.
        public var path: String
        /// The type that asked for the value.
        public var type: String?
        /// The coding key that it asked for.
        public var member: String?
        /// The type of the record.
        public var recordType: String?
        /// The key of the record's id.
        public var recordKey: String?
        /// The id of the record.
        public var recordID: String?
        /// The line, from 1.
        public var line: Int?
        /// The column, from 1.
        public var column: Int?
        /// The first byte of the value.
        public var firstByte: Int?
        /// The last byte of the value.
        public var lastByte: Int?
        /// The version in effect.
        public var version: String?
        /// The step of a plan.
        public var step: String?
        /// The expected value.
        public var expected: String?
        /// The kind of the value that was found.
        public var found: String?
        /// The value that was found.
        public var quotation: String?
    }

    /// Values that must not be logged.
    public struct Redaction: Sendable, Hashable {
        private let key: String?
        private let path: JSONPointer?

        /// Values under a key, and everything inside them.
        public static func key(_ key: String) -> Redaction { Redaction(key: key, path: nil) }

        /// Values at a path or below it; `*` means any key or index.
        public static func path(_ path: JSONPointer) -> Redaction { Redaction(key: nil, path: path) }

        /// The same text for the same redaction only.
        package var text: String { key.map { "key " + $0 } ?? "path \(path ?? JSONPointer())" }

        package func applies(to tokens: [String]) -> Bool {
            if let key { return tokens.contains(key) }
            guard let pattern = path?.tokens, pattern.count <= tokens.count else { return false }
            return zip(pattern, tokens).allSatisfy { $0 == "*" || $0 == $1 }
        }

        /// Whether it applies to a place of which it is known that it does not apply to any place around it.
        package func begins(at tokens: [String]) -> Bool {
            if let key { return tokens.last == key }
            return path?.tokens.count == tokens.count && applies(to: tokens)
        }
    }

    /// The issue as an entry for a log.
    ///
    /// - Parameters:
    ///   - redactions: Values that are not quoted. Their message names only their kind.
    ///   - mostCharacters: The maximum length of a quotation and of the message.
    public func logEntry(redacting redactions: [Redaction] = [], mostCharacters: Int = 200)
        -> LogEntry
    {
        let facts = facts
        let paths = [facts.path] + (facts.pathInStep.map { [$0] } ?? [])
        let isRedacted = redactions.contains { redaction in paths.contains { redaction.applies(to: $0.tokens) } }
        let recordTokens = facts.record.map { facts.path.tokens + [$0.key] } ?? []
        let isRecordRedacted = redactions.contains { $0.applies(to: recordTokens) }
        func cut(_ text: String) -> String {
            text.count > mostCharacters ? text.prefix(max(0, mostCharacters - 1)) + "…" : text
        }
        var message = facts.message
        if isRedacted {
            message = facts.expected.map { "expected \($0.phrase)" } ?? "\(facts.code.rawValue); the reason is redacted"
            if let found = facts.found { message += ", found \(found.phrase)" }
        }
        return LogEntry(
            code: facts.code.rawValue, effect: facts.effect.rawValue, message: cut(message),
            path: facts.path.description, type: facts.type, member: facts.member,
            recordType: facts.record?.type,
            recordKey: facts.record?.key,
            recordID: isRecordRedacted ? nil : facts.record.map { cut($0.id) },
            line: facts.position?.line, column: facts.position?.column,
            firstByte: facts.byteRange?.lowerBound,
            lastByte: facts.byteRange.map { $0.upperBound - 1 }, version: facts.version, step: facts.step,
            expected: facts.expected?.phrase, found: facts.found?.rawValue,
            quotation: isRedacted ? nil : facts.quotation.map(cut))
    }
}
