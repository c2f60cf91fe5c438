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
            let all = Self.changes(from: before, to: after)
            if all.isEmpty { return nil }
            (self.file, self.line, self.from, self.to) = (file, line, from, to)
            changes = Array(all.prefix(Self.mostChanges))
            others = all.count - changes.count
        }

        /// The difference without what must not be shown.
        ///
        /// - `payload`: The document as it was.
        /// - `words`: Those of the plan.
        func redacted(
            by redactions: [DecodingIssue.Redaction], payload: [UInt8], _ words: Set<String>
        ) -> Difference {
            if redactions.isEmpty { return self }
            let hidden = HiddenTexts(of: payload, redactions, words: words)
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

        /// The changes between two values. Not a recursion: no depth of nesting can overflow the stack.
        private static func changes(from old: JSONValue, to new: JSONValue) -> [Change] {
            var (changes, tokens): ([Change], [String]) = ([], [])
            // The values to compare, the next one last: the number of tokens around them, the last token, and both.
            var pending: [(depth: Int, token: String?, old: JSONValue?, new: JSONValue?)] = [(0, nil, old, new)]
            while let (depth, token, old, new) = pending.popLast() {
                tokens.removeLast(tokens.count - depth)
                if let token { tokens.append(token) }
                let inner = tokens.count
                if let before = old?.object, let after = new?.object {
                    let kept = before.map { (inner, $0.key, $0.value, after[$0.key]) }
                    let added = after.filter { before[$0.key] == nil }.map {
                        (inner, $0.key, JSONValue?.none, $0.value)
                    }
                    for (depth, key, old, new) in added.reversed() { pending.append((depth, key, old, new)) }
                    for (depth, key, old, new) in kept.reversed() { pending.append((depth, key, old, new)) }
                } else if let before = old?.array, let after = new?.array {
                    for index in (0..<max(before.count, after.count)).reversed() {
                        let old = index < before.count ? before[index] : nil
                        pending.append((inner, String(index), old, index < after.count ? after[index] : nil))
                    }
                } else if old == nil || new == nil || old?.text() != new?.text() {
                    changes.append(Change(path: JSONPointer(tokens), old: old, new: new))
                }
            }
            return changes
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
