import Migrations
import VersionedCodec

/// Some whole lines of a file, which one thread migrates.
struct LinePart: Sendable {
    let bytes: [UInt8]
    let linesBefore: Int
    let bytesBefore: Int
    /// The number of lines, and the digest of the file, up to the end of these; `nil` for lines on their own.
    var end: (lines: Int, digest: DigestBuilder)?

    /// The results of the lines.
    struct Result: Sendable {
        let part: LinePart
        var output: [UInt8] = []
        var counts = StoredMigration.Counts()
        var losses: [Loss] = []
        var documentsWithLosses = 0
        var bad: [LineMigration.BadLine] = []
        /// The versions of the documents, with their numbers and the number of the first line.
        var versions = LineVersions()
        var contradictions: [(contradiction: DetectedVersion.Contradiction, line: LineReader.Line)] = []
        /// The places at which carried values were not restored, with their lines.
        var outdatedCarried: [(line: Int, path: JSONPointer)] = []
        var failure: (any Error)?

        /// Whether all lines are as they were.
        var isUnchanged: Bool { counts.migrated == 0 }
    }

    /// The line at a place, as a part of its own.
    func line(_ place: JournalRecord.Part.Place) -> LinePart {
        let start = place.offset - bytesBefore
        let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
        return LinePart(bytes: Array(bytes[start..<end]), linesBefore: place.line - 1, bytesBefore: place.offset)
    }

    /// The bytes of the line around a place of the file.
    func line(around offset: Int) -> [UInt8] {
        let place = min(max(0, offset - bytesBefore), bytes.count)
        let start = bytes[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let end = bytes[place...].firstIndex(of: 0x0A) ?? bytes.count
        return Array(bytes[start..<end])
    }

    /// How the versions of documents are counted.
    enum VersionCount {
        case no
        /// As the migration finds them; of a plan set, none.
        case found
        case all
    }

    /// Migrates the lines; bad ones stay where they are.
    func migrate(_ converter: DocumentConverter, verifies: Bool, counting: VersionCount) -> Result {
        var result = Result(part: self)
        if !verifies, let peek = converter.peek, let documents = documents(atTargetOf: peek) {
            (result.counts.unchanged, result.counts.unread, result.output) = (documents, documents, bytes)
            if counting != .no, documents > 0 { result.versions.add(peek.version, documents, line: linesBefore + 1) }
            return result
        }
        var migrated: [UInt8] = []
        migrated.reserveCapacity(bytes.count + bytes.count / 8)
        let collected = Collected()
        do {
            let carried = CarriedData.Lines()
            try converter.convertLines(
                LineReader(bytes, linesBefore: linesBefore, bytesBefore: bytesBefore),
                LineReceivers(
                    write: { migrated += $0 },
                    losses: { losses in
                        if losses.isEmpty { return }
                        result.losses += losses
                        result.documentsWithLosses += 1
                    }, contradictions: { result.contradictions.append(($0, $1)) },
                    keepBad: { collected.bad.append($0) }, carried: carried,
                    // A document that does not verify is bad.
                    versions: verifies || counting == .no ? nil : { collected.versions.add($0, $2, line: $1) }))
            (result.counts.carried, result.outdatedCarried) = (carried.count, carried.outdated)
            (result.bad, result.versions) = (collected.bad, collected.versions)
            let detects = verifies ? counting != .no : counting == .all && result.versions.isEmpty
            try merge(migrated, into: &result, converter, verifies: verifies, countsVersions: detects)
        } catch {
            result.failure = error
        }
        return result
    }

    private final class Collected {
        var bad: [LineMigration.BadLine] = []
        var versions = LineVersions()
    }

    /// The number of documents, if a peek finds that all of them stay as they are.
    private func documents(atTargetOf peek: TargetVersionPeek) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            var (count, place) = (0, 0)
            while place < bytes.count {
                let end = Self.end(ofLineAt: place, in: bytes)
                let line = UnsafeBufferPointer(rebasing: bytes[place..<end])
                place = end
                if peek.hasTarget(line) { count += 1 } else if !Self.isBlank(line) { return nil }
            }
            return count
        }
    }

    /// Where the line after the one at a place begins.
    private static func end(ofLineAt place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        ByteSearch.firstNewline(in: bytes, from: place).map { $0 + 1 } ?? bytes.count
    }

    static func isBlank(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
    }

    /// Puts bad lines between the migrated ones, and counts.
    private func merge(
        _ migrated: [UInt8], into result: inout Result, _ converter: DocumentConverter, verifies: Bool,
        countsVersions: Bool
    ) throws {
        var bad = result.bad.map(\.line.number)[...]
        try bytes.withUnsafeBufferPointer { before in
            try migrated.withUnsafeBufferPointer { after in
                // Positions in the input, in the migrated lines, and in those copied; and the number of the line.
                var (place, other, written, number) = (0, 0, 0, linesBefore)
                while place < before.count {
                    let line = UnsafeBufferPointer(rebasing: before[place..<Self.end(ofLineAt: place, in: before)])
                    place += line.count
                    number += 1
                    if number == bad.first {
                        bad = bad.dropFirst()
                        result.output += UnsafeBufferPointer(rebasing: after[written..<other])
                        result.output += line
                        written = other
                        result.counts.bad += 1
                        continue
                    }
                    let new = after[other..<Self.end(ofLineAt: other, in: after)]
                    other = new.endIndex
                    if Self.isBlank(line) { continue }
                    let isSame = ByteSearch.isEqual(new, line)
                    let found = countsVersions || verifies ? try converter.detectFirst(Array(line)) : nil
                    if verifies, !isSame, let found,
                        let unverified = unverified(
                            place - line.count, number, Array(new), found.version, converter, &result)
                    {
                        result.bad.append(unverified)
                        result.output += UnsafeBufferPointer(rebasing: after[written..<new.startIndex])
                        result.output += line
                        written = other
                        result.counts.bad += 1
                        continue
                    }
                    if isSame { result.counts.unchanged += 1 } else { result.counts.migrated += 1 }
                    if countsVersions, let found, found.isOfDocument {
                        result.versions.add(found.version, line: number)
                    }
                }
                if written > 0 || result.counts.bad > 0 {
                    result.output += UnsafeBufferPointer(rebasing: after[written...])
                }
            }
        }
        if result.counts.bad == 0 { result.output = migrated }
        if verifies { result.bad = result.bad.inOrder { $0.line.number < $1.line.number } }
    }

    /// The line at a place as a bad one, if the way back gives another document, and no loss reports it.
    private func unverified(
        _ start: Int, _ number: Int, _ new: [UInt8], _ found: DetectedVersion, _ converter: DocumentConverter,
        _ result: inout Result
    ) -> LineMigration.BadLine? {
        let whole = line(JournalRecord.Part.Place(line: number, offset: bytesBefore + start))
        // Bytes that are there can be read.
        guard let line = try? LineReader(whole.bytes, linesBefore: number - 1, bytesBefore: whole.bytesBefore).next()
        else { return nil }
        let isTold = { (loss: Loss) in (loss.position?.line ?? number) == number }
        let converted = DocumentConverter.Result(
            bytes: new, from: found, losses: result.losses.filter(isTold), contradictions: [])
        do {
            try converter.verify(converted, of: line.bytes, at: "")
            return nil
        } catch {
            result.losses.removeAll { $0.position?.line == number }
            guard let bad = error as? StoredMigration.BadDocument else { return LineMigration.BadLine(line, error) }
            return LineMigration.BadLine(
                line, code: bad.code, bad.diagnostic.message, version: bad.version ?? found.label)
        }
    }
}

/// How many documents have each version, and the first line of each.
struct LineVersions: Sendable {
    private(set) var all: [(version: DetectedVersion, count: Int, line: Int)] = []
    private var places: [DetectedVersion: Int] = [:]
    /// The place of the last one: most documents have the version of the one before.
    private var last = 0

    var isEmpty: Bool { all.isEmpty }

    mutating func add(_ version: DetectedVersion, _ count: Int = 1, line: Int) {
        if last == all.count || all[last].version != version {
            last = places[version] ?? all.count
            if last == all.count {
                places[version] = last
                all.append((version, 0, line))
            }
        }
        // The lines of one shape arrive together, so a first line may come after later ones.
        all[last].count += count
        all[last].line = min(all[last].line, line)
    }
}
