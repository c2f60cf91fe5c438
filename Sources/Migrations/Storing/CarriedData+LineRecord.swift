import VersionedCodec

/// The carried data of a line, with what recognizes its document.
struct LineRecord {
    let line: Int
    let carried: CarriedData
    /// The fingerprint of the document, and those of its simple members, without those that name the version; `nil` in
    /// a file of an earlier version of this library.
    private let document: String?
    private let members: [String]

    init(line: Int, _ carried: CarriedData, of document: JSONValue?, versionKeys keys: [String]) {
        (self.line, self.carried) = (line, carried)
        self.document = document.map { Fingerprint.of($0) }
        members = document.map { Self.members(of: $0, keys) } ?? []
    }

    private static func members(of document: JSONValue, _ keys: [String]) -> [String] {
        var document = document
        for key in keys { _ = document.object?.removeValue(forKey: key) }
        return Fingerprint.ofScalars(in: document)
    }

    /// Whether a document is the one that the data belongs to: as it was, or with most of its simple members, if no
    /// other record is that of the document.
    func isOf(_ root: JSONValue, versionKeys keys: [String], not others: some Sequence<LineRecord>) -> Bool {
        guard let document else { return true }
        let found = Fingerprint.of(root)
        if found == document { return true }
        if others.contains(where: { $0.document == found }) { return false }
        let same = Set(members).intersection(Self.members(of: root, keys))
        return 2 * same.count > members.count
    }

    // MARK: JSON

    var json: JSONValue {
        var object: JSONObject = ["line": .integer(line)]
        if let document {
            object["of"] = .string(document)
            if !members.isEmpty { object["members"] = .array(JSONArray(members.map { .string($0) })) }
        }
        object["carried"] = carried.json
        return .object(object)
    }

    init(parsing text: LineReader.Line) throws {
        let root: JSONValue
        do { root = try JSONDocument(parsing: text.bytes).root } catch { throw Self.fault(text, "\(error)") }
        guard let line = root["line"]?.int, let data = root["carried"] else {
            throw Self.fault(text, "a record has the members \"line\" and \"carried\"")
        }
        do { carried = try CarriedData(json: data) } catch { throw Self.fault(text, error.message) }
        self.line = line
        document = root["of"]?.string
        members = root["members"]?.array?.compactMap(\.string) ?? []
    }

    static func fault(_ record: LineReader.Line, _ message: String) -> MigrationError {
        MigrationError(.badCarriedData, "line \(record.number) of the carried data: \(message)", at: nil)
    }
}
