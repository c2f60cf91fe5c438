import VersionedCodec

import Migrations

/// An option of a command: a flag, or a name with a value after it.
struct Option {
    let name: String
    /// The name of the value, in capitals, as the help shows it; `nil` for a flag.
    let value: String?
    let help: String
    let isRepeatable: Bool
    /// Whether it may be without its value, which then only follows an equals sign.
    let mayBeBare: Bool

    init(
        _ name: String, _ value: String? = nil, _ help: String, isRepeatable: Bool = false, mayBeBare: Bool = false
    ) {
        self.mayBeBare = mayBeBare
        self.name = name
        self.value = value
        self.help = help
        self.isRepeatable = isRepeatable
    }

    /// The options that name a file or folder to write, which standard output is not.
    private static let outputs: Set = [
        "--output", "--output-dir", "--losses-file", "--keep-bad", "--bad-report", "--report", "--journal",
        "--plan-out", "--carry-to", "--backup", "--quarantine", "--lock",
    ]

    func check(_ value: Word) throws(UsageError) {
        guard value.text == "-", Self.outputs.contains(name) else { return }
        throw UsageError("the option '\(name)' needs a file or folder, not '-'; './-' is one of that name")
    }
}

/// A command line that cannot be understood.
struct UsageError: Error {
    let message: String
    let command: String?

    init(_ message: String, command: String? = nil) {
        self.message = message
        self.command = command
    }
}

extension UsageError {
    /// The error for an unknown name, with the one that was probably meant.
    static func unknown(_ what: String, _ name: String, known: [String]) -> UsageError {
        let near = NearestName.of(name, in: known).map { "did you mean '\($0)'? " } ?? ""
        return UsageError("unknown \(what) '\(name)'; \(near)known: \(known.joined(separator: ", "))")
    }
}

/// A word of the command line: its bytes, which need not be UTF-8 where it names a file.
struct Word {
    let bytes: [UInt8]

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var path: StoredPath { StoredPath(bytes: bytes) }

    init(bytes: [UInt8]) { self.bytes = bytes }

    init(_ text: String) { bytes = Array(text.utf8) }

    /// The words after the name of the tool.
    static func ofCommandLine() -> [Word] {
        CommandLine.words.dropFirst().map { Word(bytes: $0) }
    }
}

/// The words after a command, sorted into options and operands.
///
/// `--name value` and `--name=value` are the same; after `--` everything is an operand; `-` is one.
struct Arguments {
    let operands: [StoredPath]
    private let values: [String: [Word]]

    init(_ words: [Word], options: [Option]) throws(UsageError) {
        var operands: [StoredPath] = []
        var values: [String: [Word]] = [:]
        var rest = words[...]
        while let word = rest.popFirst() {
            if word.text == "--" {
                operands += rest.map(\.path)
                break
            }
            guard word.bytes.first == UInt8(ascii: "-"), word.bytes.count > 1 else {
                operands.append(word.path)
                continue
            }
            let parts = word.bytes.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
                .map { Word(bytes: Array($0)) }
            guard let option = options.first(where: { $0.name == parts[0].text }) else {
                throw UsageError.unknown("option", parts[0].text, known: options.map(\.name))
            }
            if values[option.name] != nil, !option.isRepeatable {
                throw UsageError("the option '\(option.name)' is given twice")
            }
            if option.value == nil || option.mayBeBare && parts.count == 1 {
                if parts.count > 1 { throw UsageError("the option '\(option.name)' takes no value") }
                values[option.name] = [Word("")]
            } else {
                guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
                    throw UsageError("the option '\(option.name)' needs a value: \(option.value ?? "")")
                }
                try option.check(value)
                values[option.name, default: []].append(value)
            }
        }
        self.operands = operands
        self.values = values
    }

    /// Whether the words ask for help, before a `--`.
    static func asksForHelp(_ words: [Word]) -> Bool {
        words.map(\.text).prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    }

    /// Whether a flag is given.
    func has(_ name: String) -> Bool { values[name] != nil }

    subscript(name: String) -> String? { values[name]?.first?.text }

    /// All values of an option that may be given several times.
    func all(_ name: String) -> [String] { values[name]?.map(\.text) ?? [] }

    /// The file that an option names.
    func path(_ name: String) -> StoredPath? { values[name]?.first?.path }

    func required(_ name: String) throws(UsageError) -> String {
        guard let value = self[name] else { throw UsageError("the option '\(name)' is missing") }
        return value
    }

    /// One of a list of names.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, default fallback: Choice
    ) throws(UsageError) -> Choice {
        try optionalChoice(name) ?? fallback
    }

    /// One of a list of names; `nil` if the option is not given.
    func optionalChoice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String) throws(UsageError) -> Choice? {
        guard let value = self[name] else { return nil }
        if let choice = Choice(rawValue: value) { return choice }
        let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError("'\(value)' is not a value of '\(name)'; known: \(known)")
    }

    /// A whole number that is not negative.
    func count(_ name: String, default fallback: Int) throws(UsageError) -> Int {
        guard let value = self[name] else { return fallback }
        guard let count = Int(value), count >= 0 else {
            throw UsageError("'\(value)' is not a value of '\(name)': a whole number is needed")
        }
        return count
    }

    func requireNoOperands() throws(UsageError) {
        if let operand = operands.first {
            throw UsageError("unexpected operand '\(operand)': files are named with options here, such as '--plan'")
        }
    }
}
