import Migrations

/// The losses of a document that an earlier run has migrated, in the journal.
package final class EarlierLosses: Sendable {
    let journal: NamedFile
    /// Where the last record of them is: 0 if there are none, -1 if they are not in the journal.
    let last: Int
    /// Distinguishes the values that this run hides.
    let hidden: Digest?

    init(journal: NamedFile, last: Int, hidden: Digest?) {
        (self.journal, self.last, self.hidden) = (journal, last, hidden)
    }

    /// Hands out the lines of the losses file, some at a time.
    ///
    /// - Returns: Whether these are all; those with other hidden values than in this run are left out.
    package func read(_ take: ([UInt8]) throws -> Void) throws -> Bool {
        if last <= 0 { return last == 0 }
        let file = try journal.folder.open(journal.name)
        var (place, places) = (last, [Int]())
        while place > 0 {
            guard let record = try record(at: place, in: file), record.after < place else { return false }
            places.append(place)
            place = record.after
        }
        var areAll = place == 0
        for place in places.reversed() {
            if let record = try record(at: place, in: file), record.hidden == hidden {
                try take(Array(record.text.utf8))
            } else {
                areAll = false
            }
        }
        return areAll
    }

    private func record(
        at place: Int, in file: any StorageFile
    ) throws(StoredFileError) -> JournalRecord.Losses? {
        try file.seek(to: place)
        var reader = JournalReader(file, chunk: 1 << 12)
        guard case .losses(let losses) = try reader.next()?.record else { return nil }
        return losses
    }
}
