import Migrations
import VersionedCodec

/// The options of a call, as JSON: `{"from": "1", "oneLine": true}`.
struct InterfaceOptions {
    /// The version of the documents, where the caller knows it.
    private(set) var from: String?
    private(set) var migration = MigrationOptions()

    init() {}

    /// Reads options.
    ///
    /// - Throws: `JSONSyntaxError`, and ``InterfaceError`` for a member that is not known, or is of the wrong kind.
    init(_ text: [UInt8]) throws {
        guard let members = try JSONDocument(parsing: text).root.object else {
            throw InterfaceError.options("options are an object")
        }
        for member in members {
            let (key, value) = (member.key, member.value)
            switch key {
            case "from": from = try Self.text(value, key)
            case "style": migration.style = try Self.choice(value, key)
            // Carried data needs a place, and options of its own.
            case "losses": migration.losses = try Self.choice(value, key, of: [.report, .fail])
            case "oneLine": migration.isOneLine = try Self.boolean(value, key)
            case "partial": migration.isPartial = try Self.boolean(value, key)
            case "context": migration.context = value
            default: throw InterfaceError.options("the option \"\(key)\" is unknown")
            }
        }
    }

    private static func text(_ value: JSONValue, _ key: String) throws(InterfaceError) -> String {
        guard let text = value.string else { throw .options("the option \"\(key)\" is a text") }
        return text
    }

    private static func boolean(_ value: JSONValue, _ key: String) throws(InterfaceError) -> Bool {
        guard let boolean = value.bool else { throw .options("the option \"\(key)\" is true or false") }
        return boolean
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable & Equatable>(
        _ value: JSONValue, _ key: String, of choices: [Choice] = Array(Choice.allCases)
    ) throws(InterfaceError) -> Choice {
        guard let choice = value.string.flatMap(Choice.init(rawValue:)), choices.contains(choice) else {
            let known = choices.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
            throw .options("the option \"\(key)\" is \(known)")
        }
        return choice
    }
}
