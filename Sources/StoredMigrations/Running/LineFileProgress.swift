import Migrations

/// How far a file of lines has been migrated.
struct LineFileProgress {
    /// The digests of the lines that were read, and of their results: the same as long as no line has changed.
    private(set) var old = DigestBuilder()
    private var changed: DigestBuilder?
    private(set) var read = 0
    private(set) var lines = 0
    private(set) var counts = StoredMigration.Counts()
    /// How many lines are bad.
    private(set) var bad = 0
    /// Where the bad ones are that no checkpoint has yet: their numbers and offsets.
    private var badPlaces: [JournalRecord.Part.Place] = []
    private var lastCheckpoint = 0
    private var lastTime = ContinuousClock.now
    private var isFirst = true
    /// The start of an interrupted run.
    private let documentsBefore: Int

    init() { documentsBefore = 0 }

    /// The progress of an interrupted run.
    ///
    /// - `old`, `new`: The digests of what was read, and of what is written.
    init(_ part: JournalRecord.Part, old: DigestBuilder, new: DigestBuilder) {
        (self.old, changed) = (old, new)
        (read, lines, bad, lastCheckpoint) = (part.read, part.lines, part.bad.count, part.read)
        counts.doneBefore = part.documents
        documentsBefore = part.documents
        isFirst = false
    }

    var new: DigestBuilder { changed ?? old }

    mutating func add(_ result: LinePart.Result) {
        if changed == nil, !result.isUnchanged { changed = old }
        if let end = result.part.end { (lines, old) = end }
        changed?.add(result.output)
        read += result.part.bytes.count
        bad += result.bad.count
        badPlaces += result.bad.map { JournalRecord.Part.Place(line: $0.line.number, offset: $0.line.byteOffset) }
        counts += result.counts
        counts.bad = 0
    }

    /// Whether so much has been read, or so much time has gone by, since the last checkpoint that there should be
    /// another one.
    func isDue(every bytes: Int) -> Bool {
        read - lastCheckpoint >= bytes || ContinuousClock.now - lastTime >= .seconds(2)
    }

    /// The journal record of the progress.
    mutating func checkpoint(
        _ place: DocumentPlace, _ facts: FileFacts, written: Int, losses: Int?
    ) -> JournalRecord.Part {
        defer { (lastCheckpoint, lastTime, badPlaces, isFirst) = (read, .now, [], false) }
        return JournalRecord.Part(
            root: place.root, path: place.path, size: facts.size, modified: facts.modified, isFirst: isFirst,
            read: read, lines: lines, documents: documentsBefore + counts.migrated + counts.unchanged,
            old: old.digest, written: written, new: new.digest, bad: badPlaces,
            losses: losses)
    }
}
