import Migrations
import VersionedCodec

extension StoredMigration {
    /// A report page about a stored migration, for people: versions before and after, losses by path, bad documents
    /// with reasons, and examples of changes.
    ///
    /// ```swift
    /// var page = StoredMigration.Page()
    /// let summary = try migration.run(selection) { page.add($0) }
    /// let html = page.html(of: summary)
    /// ```
    ///
    /// The page is one file, without scripts and without external resources. It shows the contents of the reports. So
    /// ``StoredMigration/Options/redactions`` apply to it, and ``StoredMigration/Options/differences`` sets the number
    /// of examples.
    public struct Page: Sendable {
        /// So many bad documents are listed.
        static let mostBad = 500

        private(set) var bad: [BadDocument] = []
        private(set) var badCount = 0
        private(set) var differences: [Difference] = []

        /// An empty page.
        public init() {}

        /// Adds the report of a document.
        public mutating func add(_ report: StoredMigration.Report) {
            badCount += report.bad.count
            bad += report.bad.prefix(Self.mostBad - bad.count)
            if report.takesBackLosses { differences.removeAll { $0.file == report.file } }
            differences += report.differences
        }

        /// The page.
        ///
        /// - Complexity: O(rows)
        public func html(of summary: StoredMigration.Summary) -> String {
            let title =
                (summary.isUndo ? "Undo of the migration" : "Migration") + " to version \(Self.escaped(summary.target))"
            var body = ["<h1>\(title)</h1>", "<p class=\"state\">\(state(summary))</p>", tiles(summary)]
            if summary.isUndo {
                body.append(section("Left as they are", badList()))
            } else {
                body += [
                    section("Versions before and after", versions(summary)),
                    section("What is lost", losses(summary.losses)), section("Bad documents", badList()),
                    section("Examples of what changes", examples()),
                ]
            }
            return """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
                <meta name="color-scheme" content="light dark">
                <title>\(title)</title>
                <style>
                \(Self.style)
                </style>
                </head>
                <body>
                <main>
                \(body.joined(separator: "\n"))
                </main>
                </body>
                </html>

                """
        }

        private func state(_ summary: StoredMigration.Summary) -> String {
            if summary.isUndo {
                if summary.stop != nil { return "The undo was stopped; the same command continues it." }
                return summary.bad == 0
                    ? "The undo is complete." : "The undo is complete, but some documents are left as they are."
            }
            if summary.stop == .tooManyBad { return "The run ended early: more documents are bad than allowed." }
            if summary.stop != nil { return "The run was stopped; the same command continues it." }
            return summary.journal == nil ? "A dry run: nothing was written." : "The run is complete."
        }

        private func section(_ title: String, _ content: String) -> String {
            content.isEmpty ? "" : "<section>\n<h2>\(title)</h2>\n\(content)\n</section>"
        }

        private func tiles(_ summary: StoredMigration.Summary) -> String {
            let counts = summary.counts
            let isLook = summary.journal == nil
            if summary.isUndo {
                return list([
                    ("restored", counts.migrated, "good"), ("unchanged", counts.unchanged, ""),
                    ("left as they are", counts.bad, counts.bad > 0 ? "bad" : ""),
                ])
            }
            let tiles: [(String, Int, String)] = [
                (isLook ? "to migrate" : "migrated", counts.migrated, "good"),
                ("there already", counts.unchanged, ""), ("done before", counts.doneBefore, ""),
                ("bad", counts.bad, counts.bad > 0 ? "bad" : ""), ("losses", summary.losses.count, ""),
                ("files", summary.files, ""),
            ]
            return list(tiles.filter { $0.1 > 0 || $0.0 != "done before" })
        }

        private func list(_ tiles: [(name: String, count: Int, style: String)]) -> String {
            "<ul class=\"tiles\">\n"
                + tiles.map { "<li class=\"\($2)\"><b>\($1)</b> \($0)</li>\n" }.joined() + "</ul>"
        }

        // MARK: Tables

        private func versions(_ summary: StoredMigration.Summary) -> String {
            let counts = summary.counts
            var rows: [(name: String, before: Int, after: Int)] = []
            for row in summary.versions.rows {
                guard let label = row.label, label != summary.target else { continue }
                if let place = rows.firstIndex(where: { $0.name == label }) {
                    rows[place].before += row.count
                } else {
                    rows.append((label, row.count, 0))
                }
            }
            let untold = counts.migrated - rows.reduce(0) { $0 + $1.before }
            if untold > 0 { rows.append(("in files of lines", untold, 0)) }
            let there = counts.unchanged + counts.doneBefore
            rows.append((summary.target, there, there + counts.migrated))
            if counts.bad > 0 { rows.append(("bad, as they were", counts.bad, counts.bad)) }
            let most = max(1, rows.map { max($0.before, $0.after) }.max() ?? 1)
            return Self.table(
                ["version", "before", "after"],
                rows.map { [Self.escaped($0.name), Self.bar($0.before, of: most), Self.bar($0.after, of: most)] })
        }

        private func losses(_ losses: LossTable) -> String {
            if losses.count == 0 { return "<p>Nothing.</p>" }
            let rows = losses.rows
            let most = max(1, rows.first?.count ?? 1)
            let shown = rows.prefix(200).map { row in
                let first = row.first.diagnostic
                let place = "\(row.file)" + (first.position.map { ":\($0.line)" } ?? "")
                return [
                    "<code>\(Self.escaped(row.path))</code>", Self.bar(row.count, of: most),
                    "<code>\(Self.escaped(place))</code><br>\(Self.escaped(first.message))",
                ]
            }
            let others = rows.count > shown.count ? "<p>… and \(rows.count - shown.count) more paths</p>" : ""
            return Self.table(["path", "losses", "the first"], shown) + others
        }

        private func badList() -> String {
            if bad.isEmpty { return "" }
            let items = bad.map { document in
                let place = document.diagnostic.position.map { ":\($0.line):\($0.column)" } ?? ""
                let path = document.diagnostic.path.map {
                    $0.tokens.isEmpty ? "" : " at <code>\(Self.escaped("\($0)"))</code>"
                }
                return
                    "<li><code>\(Self.escaped("\(document.file)\(place)"))</code> <i>\(Self.escaped(document.code))</i>"
                    + "\(path ?? "")<br>\(Self.escaped(document.diagnostic.message))</li>\n"
            }
            let others = badCount > bad.count ? "<p>… and \(badCount - bad.count) more</p>" : ""
            return "<ul class=\"list\">\n\(items.joined())</ul>\(others)"
        }

        private func examples() -> String {
            differences.map { difference in
                let name = "\(difference.file)" + (difference.line.map { ":\($0)" } ?? "")
                var lines = ""
                for change in difference.changes {
                    let path = change.path.tokens.isEmpty ? "(all)" : change.path.description
                    func line(_ tag: String, _ sign: String, _ value: JSONValue) -> String {
                        "<\(tag)>\(sign) \(Self.escaped(path)): \(Self.escaped(Difference.shown(value)))</\(tag)>"
                    }
                    if let old = change.old { lines += line("del", "−", old) }
                    if let new = change.new { lines += line("ins", "+", new) }
                }
                if difference.others > 0 { lines += "… and \(difference.others) more\n" }
                return
                    "<h3><code>\(Self.escaped(name))</code> \(Self.escaped((difference.from.map { "\($0) " } ?? "") + "→ \(difference.to)"))</h3>\n<pre>\(lines)</pre>"
            }.joined(separator: "\n")
        }

        // MARK: Parts

        private static func table(_ titles: [String], _ rows: [[String]]) -> String {
            let head = titles.map { "<th>\($0)</th>" }.joined()
            let body = rows.map { row in
                "<tr>" + zip(titles, row).map { "<td data-title=\"\($0)\">\($1)</td>" }.joined() + "</tr>\n"
            }
            return "<table>\n<thead><tr>\(head)</tr></thead>\n<tbody>\n\(body.joined())</tbody>\n</table>"
        }

        private static func bar(_ count: Int, of most: Int) -> String {
            let width = count == 0 ? 0 : max(1, count * 100 / most)
            return "<span class=\"bar\"><span style=\"width:\(width)%\"></span></span><b>\(count)</b>"
        }

        static func escaped(_ text: String) -> String {
            var escaped = ""
            for character in text.escapingControls.unicodeScalars {
                switch character {
                case "&": escaped += "&amp;"
                case "<": escaped += "&lt;"
                case ">": escaped += "&gt;"
                case "\"": escaped += "&quot;"
                default: escaped.unicodeScalars.append(character)
                }
            }
            return escaped
        }
    }
}
