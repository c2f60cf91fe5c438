import Migrations
import VersionedCodec

/// One record of a journal: a line with the digest of what follows, and a JSON object.
///
/// ```
/// 1c2a9f03 {"run":"5f1c…","plan":"9a…","target":"3","destination":"inPlace","paths":["/data/orders"]}
/// 2d80f1b6 {"losses":"{\"path\":\"/note\",…}\n","after":0}
/// 77b0e512 {"replace":"2026/1.json","root":0,"old":"…","new":"…","from":"1","losses":96}
/// 5b9e21c0 {"part":"big.ndjson","root":0,"read":67108900,"lines":220310,…}
/// 0d4c11aa {"settled":64}
/// a90b3310 {"end":"complete"}
/// ```
enum JournalRecord: Equatable {
    case run(Header)

    /// A document is going to be replaced; written before that. Its bytes show whether it was.
    case replace(Replacement)

    /// So much of a file of lines is done, and written under a temporary name.
    case part(Part)

    /// Losses of the document or file whose record follows, and says where these are.
    case losses(Losses)

    /// So many documents have been looked at, and all of them are done.
    case settled(Int)

    /// The run has ended.
    case end(String)

    /// Whether it is written before something else is, and synced.
    var isAnnouncement: Bool {
        switch self {
        case .replace, .part, .losses: true
        case .run, .settled, .end: false
        }
    }

    var isHeader: Bool { if case .run = self { true } else { false } }

    /// The facts about a run.
    struct Header: Equatable {
        /// Sixteen hexadecimal digits of its own.
        let id: String
        let plan: Digest
        let target: String
        let destination: String
        let paths: [StoredPath]
        /// The folder of backups.
        var backup: StoredPath?
        /// The options that decide about results; `nil` in the journal of an older tool.
        var options: Digest?

        /// What differs from the header of another run, in words; none if that run continues the run of this one.
        func differences(from other: Header) -> [String] {
            var differences: [String] = []
            if plan != other.plan { differences.append("plan") }
            if target != other.target { differences.append("target") }
            if destination != other.destination { differences.append("destination") }
            if paths != other.paths { differences.append("selection") }
            if backup != other.backup { differences.append("folder of backups") }
            if !hasOptions(of: other) { differences.append("policy for losses, context or verification") }
            return differences
        }

        /// Whether both runs have one plan, target and destination.
        func hasPlan(of other: Header) -> Bool {
            plan == other.plan && target == other.target && destination == other.destination
        }

        /// Whether the options that decide about results are the same, as far as the journal names them.
        func hasOptions(of other: Header) -> Bool {
            guard let options, let others = other.options else { return true }
            return options == others
        }
    }

    /// The planned result of a document.
    struct Replacement: Equatable {
        let root: Int
        let path: StoredPath
        let old: Digest
        var new: Digest
        let from: String?
        /// Where the old document is kept, from the folder of backups.
        var backup: StoredPath?
        /// How many of its lines are bad, and were left as they are.
        var bad = 0
        var holdsLines = false
        /// Where the last record of its losses is: 0 if it has none, -1 if only those of earlier runs are not in the
        /// journal, `nil` if none are.
        var losses: Int?

        /// The facts about a document that are kept in memory.
        struct State: Sendable {
            let old: Digest
            let new: Digest
            /// Twice the number of bad lines, and 1 more if the journal has the losses.
            private let facts: UInt32
            /// The number of the run in the journal.
            let run: Int32

            init(_ document: Replacement, inRun run: Int) {
                (old, new, self.run) = (document.old, document.new, Int32(truncatingIfNeeded: run))
                facts = UInt32(clamping: document.bad) << 1 | (document.losses == nil ? 0 : 1)
            }

            var bad: Int { Int(facts >> 1) }
            var hasLosses: Bool { facts & 1 == 1 }
        }
    }

    // MARK: Writing

    /// The line, with its line feed.
    var line: [UInt8] {
        var line: [UInt8] = []
        write(to: &line)
        return line
    }

    /// Appends the line, with its line feed.
    func write(to lines: inout [UInt8]) {
        let start = lines.count
        for _ in 0...Self.checkLength { lines.append(0x20) }
        if case .replace(let document) = self { Self.write(document, to: &lines) } else { lines += text }
        let check = Digest(of: lines[(start + Self.checkLength + 1)...])
        for place in 0..<Self.checkLength { lines[start + place] = check.digit(Self.checkPlace + place) }
        lines.append(0x0A)
    }

    /// The last eight digits of the digest.
    private static let (checkPlace, checkLength) = (8, 8)

    private static func check(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        Digest(of: text).digits[checkPlace...]
    }

    private var text: [UInt8] {
        switch self {
        case .run(let header):
            var members: JSONObject = [
                "run": .string(header.id), "journal": 1, "plan": .string(header.plan.description),
                "target": .string(header.target), "destination": .string(header.destination),
                "paths": .array(JSONArray(header.paths.map(Self.value))),
            ]
            if let backup = header.backup { members["backup"] = Self.value(backup) }
            if let options = header.options { members["options"] = .string(options.description) }
            return Self.text(.object(members))
        case .replace(let document):
            var text: [UInt8] = []
            Self.write(document, to: &text)
            return text
        case .part(let part): return Self.text(.object(part.members))
        case .losses(let losses): return Self.text(.object(losses.members))
        case .settled(let count): return Self.text(["settled": .integer(count)])
        case .end(let how): return Self.text(["end": .string(how)])
        }
    }

    private static func text(_ value: JSONValue) -> [UInt8] { value.bytes(in: .compact) }

    private static let escapes = StringEscapes(.compact)

    /// There is one for each document, so no object is made of it.
    private static func write(_ document: Replacement, to text: inout [UInt8]) {
        add("{\"replace\":", document.path, to: &text)
        add(",\"root\":", to: &text)
        text += String(document.root).utf8
        add(",\"old\":\"", to: &text)
        document.old.write(to: &text)
        add("\",\"new\":\"", to: &text)
        document.new.write(to: &text)
        add("\"", to: &text)
        if let from = document.from {
            add(",\"from\":", to: &text)
            text.appendJSON(from, escapes)
        }
        if document.holdsLines { add(",\"lines\":true", to: &text) }
        if document.bad > 0 {
            add(",\"bad\":", to: &text)
            text += String(document.bad).utf8
        }
        if let backup = document.backup { add(",\"backup\":", backup, to: &text) }
        if let losses = document.losses {
            add(",\"losses\":", to: &text)
            text += String(losses).utf8
        }
        add("}", to: &text)
    }

    private static func add(_ name: StaticString, to text: inout [UInt8]) {
        text.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    }

    private static func add(_ name: StaticString, _ path: StoredPath, to text: inout [UInt8]) {
        add(name, to: &text)
        if path.bytes.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }) {
            text.append(UInt8(ascii: "\""))
            text += path.bytes
            text.append(UInt8(ascii: "\""))
        } else if let string = String(validating: path.bytes, as: UTF8.self) {
            text.appendJSON(string, escapes)
        } else {
            text += Self.text(value(path))
        }
    }

    /// A path that is not UTF-8 is an array of its bytes.
    static func value(_ path: StoredPath) -> JSONValue {
        if let text = String(validating: path.bytes, as: UTF8.self) { return .string(text) }
        return .array(JSONArray(path.bytes.map { .integer(Int($0)) }))
    }

    // MARK: Reading

    /// The record of a line without its line feed; `nil` for what is damaged.
    init?(line: ArraySlice<UInt8>) {
        guard line.count > 9, line[line.startIndex + 8] == 0x20,
            Self.check(line.dropFirst(9)) == line.prefix(8),
            // A line that cannot be read is not a record.
            let members = try? JSONDocument(parsing: Array(line.dropFirst(9))).root.object
        else { return nil }
        func text(_ name: String) -> String? { members[name]?.string }
        if let id = text("run") {
            guard let plan = text("plan").flatMap({ Digest($0) }), let target = text("target"),
                let destination = text("destination"), let paths = members["paths"]?.array
            else { return nil }
            self = .run(
                Header(
                    id: id, plan: plan, target: target, destination: destination,
                    paths: paths.compactMap { Self.path($0) }, backup: members["backup"].flatMap { Self.path($0) },
                    options: text("options").flatMap { Digest($0) }))
        } else if let path = members["replace"].flatMap({ Self.path($0) }) {
            guard let old = text("old").flatMap({ Digest($0) }), let new = text("new").flatMap({ Digest($0) }),
                let root = members["root"]?.int
            else { return nil }
            self = .replace(
                Replacement(
                    root: root, path: path, old: old, new: new, from: text("from"),
                    backup: members["backup"].flatMap { Self.path($0) }, bad: members["bad"]?.int ?? 0,
                    holdsLines: members["lines"]?.bool ?? false, losses: members["losses"]?.int))
        } else if let part = Part(members) {
            self = .part(part)
        } else if let losses = Losses(members) {
            self = .losses(losses)
        } else if let count = members["settled"]?.int {
            self = .settled(count)
        } else if let how = text("end") {
            self = .end(how)
        } else {
            return nil
        }
    }

    static func path(_ value: JSONValue) -> StoredPath? {
        if let text = value.string { return StoredPath(text) }
        guard let bytes = value.array else { return nil }
        return StoredPath(bytes: bytes.compactMap { $0.int.flatMap { UInt8(exactly: $0) } })
    }
}
