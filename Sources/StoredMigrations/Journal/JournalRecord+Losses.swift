package import Migrations
import VersionedCodec

extension JournalRecord {
    /// Lines of a losses file, or a piece of a long one.
    struct Losses: Equatable {
        let text: String
        /// Where the record of the losses before these is: 0 if there are none, -1 if those are not in the journal.
        let after: Int
        /// Distinguishes the values that are hidden in them; `nil` if none are.
        let hidden: Digest?

        var members: JSONObject {
            var members: JSONObject = ["losses": .string(text), "after": .integer(after)]
            if let hidden { members["hidden"] = .string(hidden.description) }
            return members
        }
    }
}

extension JournalRecord.Losses {
    init?(_ members: JSONObject) {
        guard let text = members["losses"]?.string, let after = members["after"]?.int else { return nil }
        self.init(text: text, after: after, hidden: members["hidden"]?.string.flatMap { Digest($0) })
    }
}

extension Loss {
    /// The loss as a line of a losses file.
    package func line(in file: StoredPath) -> [UInt8] {
        var object = json.object ?? [:]
        object["file"] = .string(file.text)
        return Array((JSONValue.object(object).text() + "\n").utf8)
    }
}
