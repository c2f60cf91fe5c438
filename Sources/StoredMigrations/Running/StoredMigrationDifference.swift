public import Migrations
public import VersionedCodec

extension StoredMigration {
    /// The changes that a migration makes in one document: removed and added values, by path.
    ///
    /// ```
    /// orders/1.json: 1 → 2
    ///   - /version: 1
    ///   + /version: 2
    ///   - /total: 1.50
    ///   + /price: 1.50
    /// ```
    public struct Difference: Sendable {
        /// A value that is removed, added or changed.
        public struct Change: Sendable {
            /// The path.
            public internal(set) var path: JSONPointer

            /// The value before; `nil` if there was none.
            public internal(set) var old: JSONValue?

            /// The value now; `nil` if there is none.
            public internal(set) var new: JSONValue?
        }

        /// The file.
        public let file: StoredPath

        /// The line, for a file of lines.
        public let line: Int?

        /// The original version, if known.
        public let from: String?

        /// The version of the result.
        public let to: String

        /// The changes, in the order of the original document.
        public internal(set) var changes: [Change]

        /// The number of changes that are not listed because there are too many.
        public let others: Int

        /// So many changes are listed of one document.
        static let mostChanges = 40

        /// Compares two texts of a document; `nil` if they are equal in meaning.
        init?(_ file: StoredPath, line: Int? = nil, from: String?, to: String, _ old: [UInt8], _ new: [UInt8]) {
            // A migrated document can be read.
            guard let before = try? JSONDocument(parsing: old, options: .everything).root,
                let after = try? JSONDocument(parsing: new, options: .everything).root
            else { return nil }
            var comparison = Comparison()
            comparison.compare(before, after, at: .root)
            if comparison.changes.isEmpty { return nil }
            (self.file, self.line, self.from, self.to) = (file, line, from, to)
            changes = Array(comparison.changes.prefix(Self.mostChanges))
            others = comparison.changes.count - changes.count
        }

        /// The difference without what must not be shown.
        ///
        /// - `payload`: The document as it was.
        func redacted(by redactions: [DecodingIssue.Redaction], payload: [UInt8]) -> Difference {
            if redactions.isEmpty { return self }
            let hidden = HiddenTexts(of: payload, redactions)
            var shown = self
            shown.changes = changes.map { change in
                var change = change
                change.old = change.old?.redacted(at: change.path, by: redactions, hiding: hidden)
                change.new = change.new?.redacted(at: change.path, by: redactions, hiding: hidden)
                change.path = hidden.shown(change.path)
                return change
            }
            return shown
        }

        private struct Comparison {
            var changes: [Change] = []

            mutating func compare(_ old: JSONValue, _ new: JSONValue, at path: JSONPointer) {
                if let before = old.object, let after = new.object {
                    for member in before {
                        let inner = path.appending(member.key)
                        if let now = after[member.key] {
                            compare(member.value, now, at: inner)
                        } else {
                            changes.append(Change(path: inner, old: member.value, new: nil))
                        }
                    }
                    for member in after where before[member.key] == nil {
                        changes.append(Change(path: path.appending(member.key), old: nil, new: member.value))
                    }
                } else if let before = old.array, let after = new.array {
                    for index in 0..<max(before.count, after.count) {
                        let inner = path.appending(index)
                        if index >= before.count {
                            changes.append(Change(path: inner, old: nil, new: after[index]))
                        } else if index >= after.count {
                            changes.append(Change(path: inner, old: before[index], new: nil))
                        } else {
                            compare(before[index], after[index], at: inner)
                        }
                    }
                } else if old.text() != new.text() {
                    changes.append(Change(path: path, old: old, new: new))
                }
            }
        }

        /// The document and its changes, one on each line.
        public var text: String { text(removed: { $0 }, added: { $0 }) }

        /// The same, with colours of a terminal for removed and added values.
        public func text(removed: (String) -> String, added: (String) -> String) -> String {
            var text = "\(file)\(line.map { ":\($0)" } ?? ""): \(from.map { "\($0) " } ?? "")→ \(to)\n"
            for change in changes {
                let path = change.path.tokens.isEmpty ? "(all)" : change.path.description.escapingControls
                if let old = change.old { text += removed("  - \(path): \(Self.shown(old))") + "\n" }
                if let new = change.new { text += added("  + \(path): \(Self.shown(new))") + "\n" }
            }
            return others > 0 ? text + "  … and \(others) more\n" : text
        }

        static func shown(_ value: JSONValue) -> String {
            let text = value.text().escapingControls
            return text.count > 120 ? text.prefix(119) + "…" : text
        }
    }
}
