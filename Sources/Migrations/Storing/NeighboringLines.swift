import VersionedCodec

/// What distinguishes documents from those in the lines around them, for records that wait until those were written.
struct NeighboringLines {
    /// How many lines before and after a document are looked at.
    static let near = 256

    typealias Members = [ValueHash.Scalar]

    /// The last lines, and the records that wait for the lines after theirs.
    private var lines: [(hash: Int, members: Members?)] = []
    private var next = 0
    private var waiting: [(record: LineRecord, hash: Int, members: Members)] = []
    private var first = 0

    private var hashes: [Int: Int] = [:]
    /// For each key, how often it has each value.
    private var values: [String: Values] = [:]
    private var knownCount = 0

    private struct Values {
        var counts: [ValueHash: Int] = [:]
        /// How many values there are, and how many that are there more than once.
        var (all, repeated) = (0, 0)
    }

    /// Whether more lines should record their members, besides those that carry something.
    var needsMembers: Bool { knownCount < 16 }

    /// Adds a line, with its record if it has one, and its members where they are known.
    mutating func add(_ bytes: [UInt8], _ members: Members?, _ record: LineRecord?) {
        var hasher = Hasher()
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        let line = (hash: hasher.finalize(), members: members)
        count(line, 1)
        if lines.count <= 2 * Self.near {
            lines.append(line)
        } else {
            count(lines[next], -1)
            lines[next] = line
            next = (next + 1) % lines.count
        }
        if let record { waiting.append((record, line.hash, members ?? [])) }
    }

    private mutating func count(_ line: (hash: Int, members: Members?), _ change: Int) {
        hashes[line.hash, default: 0] += change
        if hashes[line.hash] == 0 { hashes[line.hash] = nil }
        guard let members = line.members else { return }
        knownCount += change
        for (key, hash) in members {
            let before = values[key]?.counts[hash] ?? 0
            let after = before + change
            values[key, default: Values()].counts[hash] = after > 0 ? after : nil
            values[key]?.all += change
            if before + after == 3 { values[key]?.repeated += change }
            if values[key]?.all == 0 { values[key] = nil }
        }
    }

    /// The next record, if the lines around it are known; with `written`, the number of lines so far.
    mutating func takeRecord(written: Int) -> LineRecord? {
        guard first < waiting.count, written - waiting[first].record.line >= Self.near else { return nil }
        var (record, hash, members) = waiting[first]
        // A key that all lines have distinguishes better than one that some lack.
        let distinguishing = members.indices.filter { values[members[$0].key]?.repeated == 0 }
        let by = distinguishing.first { values[members[$0].key]?.all == knownCount } ?? distinguishing.first
        record.distinguish(by: by, isAlike: (hashes[hash] ?? 0) > 1)
        first += 1
        if first > Self.near {
            waiting.removeFirst(first)
            first = 0
        }
        return record
    }
}
