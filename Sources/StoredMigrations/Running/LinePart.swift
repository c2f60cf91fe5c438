import Migrations
import VersionedCodec

/// Some whole lines of a file, which one thread migrates.
struct LinePart: Sendable {
    let bytes: [UInt8]
    let linesBefore: Int
    let bytesBefore: Int

    /// What becomes of them.
    struct Result: Sendable {
        var output: [UInt8] = []
        var counts = StoredMigration.Counts()
        var losses: [Loss] = []
        var documentsWithLosses = 0
        var bad: [LineMigration.BadLine] = []
        /// The versions of the documents, with their numbers and the number of the first line.
        var versions: [(version: DetectedVersion, count: Int, line: Int)] = []
        var failure: (any Error)?
    }

    /// Migrates the lines; bad ones stay where they are.
    func migrate(_ converter: DocumentConverter, verifies: Bool, countsVersions: Bool, file: StoredPath) -> Result {
        var result = Result()
        var migrated: [UInt8] = []
        migrated.reserveCapacity(bytes.count + bytes.count / 8)
        let collected = Collected()
        do {
            try converter.convertLines(
                LineReader(bytes, linesBefore: linesBefore, bytesBefore: bytesBefore), write: { migrated += $0 },
                losses: { losses in
                    if losses.isEmpty { return }
                    result.losses += losses
                    result.documentsWithLosses += 1
                }, keepBad: { collected.bad.append($0) })
            if !countsVersions, !verifies, collected.bad.isEmpty, migrated == bytes {
                result.counts.unchanged = try Self.documents(in: bytes)
                result.output = migrated
                return result
            }
            result.bad = collected.bad
            try merge(migrated, into: &result, converter, verifies: verifies, countsVersions: countsVersions, file)
        } catch {
            result.failure = error
        }
        return result
    }

    private final class Collected { var bad: [LineMigration.BadLine] = [] }

    private static func documents(in bytes: [UInt8]) throws -> Int {
        var count = 0
        let reader = LineReader(bytes, linesBefore: 0, bytesBefore: 0)
        while let line = try reader.next() { if !line.isBlank { count += 1 } }
        return count
    }

    /// Puts bad lines between the migrated ones, and counts.
    private func merge(
        _ migrated: [UInt8], into result: inout Result, _ converter: DocumentConverter, verifies: Bool,
        countsVersions: Bool, _ file: StoredPath
    ) throws {
        let before = LineReader(bytes, linesBefore: linesBefore, bytesBefore: bytesBefore)
        let after = LineReader(migrated, linesBefore: 0, bytesBefore: 0)
        var bad = result.bad[...]
        var versions: [DetectedVersion: Int] = [:]
        result.output.reserveCapacity(migrated.count)
        while let line = try before.next() {
            if line.number == bad.first?.line.number {
                bad = bad.dropFirst()
                result.output += line.bytes + line.ending
                result.counts.bad += 1
                continue
            }
            guard let new = try after.next() else { break }
            if line.isBlank {
                result.output += new.bytes + new.ending
                continue
            }
            if line.bytes == new.bytes { result.counts.unchanged += 1 } else { result.counts.migrated += 1 }
            if countsVersions || verifies, let found = try converter.detect(line.bytes) {
                if verifies, line.bytes != new.bytes { try verify(line, found, converter, file) }
                if let place = versions[found] {
                    result.versions[place].count += 1
                } else {
                    versions[found] = result.versions.count
                    result.versions.append((found, 1, line.number))
                }
            }
            result.output += new.bytes + new.ending
        }
    }

    private func verify(
        _ line: LineReader.Line, _ found: DetectedVersion, _ converter: DocumentConverter, _ file: StoredPath
    ) throws {
        let result = DocumentConverter.Result(bytes: [], from: found, losses: [], contradictions: [])
        try converter.verify(result, of: line.bytes, at: StoredPath(bytes: file.bytes + Array(":\(line.number)".utf8)))
    }
}
