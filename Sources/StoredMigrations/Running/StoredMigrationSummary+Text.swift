import Migrations
import VersionedCodec

extension StoredMigration.Summary {
    /// The summary for people: the versions that were found, the results of the documents, and the losses by path.
    ///
    /// ```
    /// VERSION  COUNT  HOW                  FIRST
    /// 1           40  found at "/version"  orders/1.json
    ///
    /// to version 3: 40 migrated, 2 there already, 1 bad
    ///
    /// 12 losses in 12 documents
    ///     COUNT  PATH      FIRST
    ///        12  /coupon   orders/1.json:1:51: lost "X7": the other version does not have it
    /// ```
    public var text: String {
        var parts = [versions.rows.isEmpty ? "" : versions.text, counted]
        if losses.count > 0 { parts.append(lossText) }
        if isContinued, counts.doneBefore > 0 {
            parts.append("the run before was stopped: losses of the documents that it has done are not counted here\n")
        }
        return parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// So many paths are shown.
    private static let shownPaths = 20

    private var counted: String {
        let isLook = journal == nil
        var words: [String] = []
        words.append("\(counts.migrated) \(isLook ? "to migrate" : "migrated")")
        if counts.doneBefore > 0 { words.append("\(counts.doneBefore) done before") }
        let unread = counts.unread > 0 ? " (\(counts.unread) not read to the end)" : ""
        words.append("\(counts.unchanged) there already\(unread)")
        words.append("\(counts.bad) bad")
        if counts.carried > 0 {
            words.append(counts.carried == 1 ? "1 value carried" : "\(counts.carried) values carried")
        }
        if skipped > 0 { words.append("\(skipped) skipped, as they are links or not files") }
        return "to version \(target): \(words.joined(separator: ", "))\n"
    }

    private var lossText: String {
        let losses = losses.count == 1 ? "1 loss" : "\(losses.count) losses"
        let documents = self.losses.documents == 1 ? "1 document" : "\(self.losses.documents) documents"
        let rows = self.losses.rows
        let shown = rows.prefix(Self.shownPaths)
        let pathWidth = max(4, shown.map(\.path.count).max() ?? 0)
        let countWidth = max(5, shown.map { String($0.count).count }.max() ?? 0)
        func line(_ count: String, _ path: String, _ first: String) -> String {
            let count = String(repeating: " ", count: countWidth - count.count) + count
            return "    \(count)  \(path)\(String(repeating: " ", count: pathWidth - path.count))  \(first)"
        }
        var lines = ["\(losses) in \(documents)", line("COUNT", "PATH", "FIRST")]
        lines += shown.map { line(String($0.count), $0.path, $0.first.diagnostic.text(file: $0.file.description)) }
        if rows.count > shown.count { lines.append("    … and \(rows.count - shown.count) more paths") }
        return lines.joined(separator: "\n") + "\n"
    }
}
