public import VersionedCodec

extension VersionLaws {
    /// A document that breaks a law.
    ///
    /// ```text
    /// upDown fails for seed 7, number 12 from 1 to 2: "/note" is lost, and no loss reports it
    ///     {"note":"a"}
    ///     try laws.replay(##"{"law":"upDown","from":"1","to":"2","document":{"note":"a"}}"##)
    /// ```
    public struct Failure: Sendable, CustomStringConvertible {
        /// The law.
        public let law: VersionLaws.Law

        /// The version of the document.
        public let from: String

        /// The other version.
        public let to: String

        /// The broken rule.
        public internal(set) var reason: String

        /// The smallest document found that breaks the law.
        public internal(set) var document: JSONValue

        /// The name of the original document.
        public let name: String

        var expected: JSONValue?

        /// The input of `replay`.
        public var json: JSONValue {
            var object: JSONObject = [
                "law": .string(law.rawValue), "from": .string(from), "to": .string(to), "document": document,
            ]
            if let expected { object["expected"] = expected }
            return .object(object)
        }

        /// The failure, the document, and the line that replays it.
        public var description: String {
            let line = json.text()
            // More signs than the line has after a quotation mark.
            var signs = "##"
            while line.contains("\"" + signs) { signs += "#" }
            return """
                \(law.rawValue) fails for \(name) from \(from) to \(to): \(reason)
                    \(document.text())
                    try laws.replay(\(signs)"\(line)"\(signs))
                """
        }
    }
}
