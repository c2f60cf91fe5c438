import Migrations

/// An option of a command: a flag, or a name with a value behind it.
struct Option {
    let name: String
    /// What the value is, in capitals, as the help shows it; `nil` for a flag.
    let value: String?
    let help: String

    init(_ name: String, _ value: String? = nil, _ help: String) {
        self.name = name
        self.value = value
        self.help = help
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
    /// The error for a name that is none of those known, with the one that was probably meant.
    static func unknown(_ what: String, _ name: String, known: [String]) -> UsageError {
        let near = NearestName.of(name, in: known).map { "did you mean '\($0)'? " } ?? ""
        return UsageError("unknown \(what) '\(name)'; \(near)known: \(known.joined(separator: ", "))")
    }
}

/// The words behind a command, sorted into options and operands.
///
/// `--name value` and `--name=value` are the same; behind `--` everything is an operand; `-` is one.
struct Arguments {
    let operands: [String]
    private let values: [String: String]

    init(_ words: [String], options: [Option]) throws(UsageError) {
        var operands: [String] = []
        var values: [String: String] = [:]
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                break
            }
            guard word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = options.first(where: { $0.name == parts[0] }) else {
                throw UsageError.unknown("option", parts[0], known: options.map(\.name))
            }
            if values[option.name] != nil { throw UsageError("the option '\(option.name)' is given twice") }
            if option.value == nil {
                if parts.count > 1 { throw UsageError("the option '\(option.name)' takes no value") }
                values[option.name] = ""
            } else if parts.count > 1 {
                values[option.name] = parts[1]
            } else {
                guard let value = rest.popFirst() else {
                    throw UsageError("the option '\(option.name)' needs a value: \(option.value ?? "")")
                }
                values[option.name] = value
            }
        }
        self.operands = operands
        self.values = values
    }

    /// Whether the words ask for help, before a `--`.
    static func asksForHelp(_ words: [String]) -> Bool {
        words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    }

    /// Whether a flag is given.
    func has(_ name: String) -> Bool { values[name] != nil }

    subscript(name: String) -> String? { values[name] }

    func required(_ name: String) throws(UsageError) -> String {
        guard let value = values[name] else { throw UsageError("the option '\(name)' is missing") }
        return value
    }

    /// One of a list of names.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, default fallback: Choice
    ) throws(UsageError) -> Choice {
        try optionalChoice(name) ?? fallback
    }

    /// One of a list of names; `nil` where the option is not given.
    func optionalChoice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String) throws(UsageError) -> Choice? {
        guard let value = values[name] else { return nil }
        if let choice = Choice(rawValue: value) { return choice }
        let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError("'\(value)' is no value of '\(name)'; known: \(known)")
    }

    /// A whole number that is not negative.
    func count(_ name: String, default fallback: Int) throws(UsageError) -> Int {
        guard let value = values[name] else { return fallback }
        guard let count = Int(value), count >= 0 else {
            throw UsageError("'\(value)' is no value of '\(name)': a whole number is needed")
        }
        return count
    }

    func requireNoOperands() throws(UsageError) {
        if let operand = operands.first {
            throw UsageError("unexpected operand '\(operand)': files are named with options here, such as '--plan'")
        }
    }
}
