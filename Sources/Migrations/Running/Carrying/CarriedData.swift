public import VersionedCodec

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Values that other versions cannot hold, kept so that going back restores them. Use it to hold them beside a payload.
///
/// They are in a reserved member of the document, or in a sidecar: a separate value that the caller keeps.
///
/// ```swift
/// // Version 2 has no coupon.
/// let new = try plan.migrate(#"{"version":1,"coupon":"X7"}"#, to: "2", options: MigrationOptions(losses: .carry))
/// // {"version":2,"x-carried-data":{"carriedFormat":1,"versions":{"1":{"from":"2","changes":[…]}}}}
/// try plan.migrate(new.data, to: "1").text    // {"version":1,"coupon":"X7"}
/// ```
public struct CarriedData: Sendable, Equatable {
    /// The reserved member of the document, unless ``CarriedData/Options/member`` names another one.
    public static let member = "x-carried-data"

    /// The kept values for each version.
    var records: [Record]

    /// The values of a document of a version that the way back does not restore.
    struct Record: Sendable, Equatable {
        /// The version that it completes.
        let version: String
        /// The version that the document was made for.
        let source: String
        let kept: Kept
        /// Whether the entities within the payload of a set named no versions: those within the restored one do not,
        /// either.
        var isUnnamed = false
    }

    enum Kept: Sendable, Equatable {
        /// The changes to the result of the way back.
        case changes([CarriedChange])
        /// The whole, as the way back fails, with the hash of the other document.
        case document(JSONValue, of: ValueHash)
    }

    init(records: [Record]) { self.records = records }

    /// Empty carried data.
    public init() { records = [] }

    /// The versions whose documents it restores.
    public var versions: [String] { records.map(\.version) }

    /// Whether it is empty.
    public var isEmpty: Bool { records.isEmpty }

    func record(for version: String) -> Record? { records.first { $0.version == version } }

    func without(_ version: String) -> CarriedData {
        CarriedData(records: records.filter { $0.version != version })
    }
}

// MARK: - JSON

extension CarriedData {
    private static let format = 1

    /// The data as JSON: `{"carriedFormat": 1, "versions": {"1": {"from": "2", "changes": […]}}}`.
    public var json: JSONValue { CarriedValues.value { write(to: &$0) } }

    func write(to output: inout some CarriedOutput) {
        output.begin(isObject: true)
        output.write(Self.format, as: "carriedFormat")
        output.key("versions")
        output.object { output in
            for record in records {
                output.key(record.version)
                record.write(to: &output)
            }
        }
        output.end(isObject: true)
    }

    /// The data as compact JSON, for a sidecar.
    public var data: Data { Data(text) }

    /// The data as compact JSON.
    var text: [UInt8] {
        var output = CarriedText()
        write(to: &output)
        return output.bytes
    }

    /// Reads a sidecar.
    ///
    /// - Throws: ``MigrationError`` with the code `invalidJSON`, or `badCarriedData` for other content.
    public init(parsing data: Data) throws(MigrationError) {
        try self.init(json: MigrationPlan.document([UInt8](data), JSONParsingOptions()).root, at: .root)
    }

    /// Reads carried data; see ``json``.
    ///
    /// - Throws: ``MigrationError`` with the code `badCarriedData` for other content.
    public init(json: JSONValue) throws(MigrationError) { try self.init(json: json, at: .root) }

    /// - `path`: Its place in the document.
    init(json: JSONValue, at path: JSONPointer) throws(MigrationError) {
        func bad(_ message: String, _ place: JSONPointer) -> MigrationError {
            MigrationError(.badCarriedData, message, at: path.appending(place), found: json)
        }
        guard Self.isCarried(json), let format = json.object?["carriedFormat"]?.int else {
            throw bad("this is not carried data, which has a member \"carriedFormat\"", .root)
        }
        guard format == Self.format else {
            throw bad("carried data of format \(format) is newer than this tool, which knows 1", "/carriedFormat")
        }
        guard let versions = json.object?["versions"]?.object else {
            throw bad("carried data has no versions", "/versions")
        }
        records = []
        for member in versions {
            guard let record = CarriedReader.record(of: member.value, for: member.key) else {
                throw bad("carried data is damaged", JSONPointer(["versions", member.key]))
            }
            records.append(record)
        }
    }

    /// Whether a value is marked as carried data.
    static func isCarried(_ json: JSONValue) -> Bool { json.object?["carriedFormat"]?.kind == .number }

    /// A payload without its carried data; the same bytes if it has none.
    ///
    /// ```swift
    /// try CarriedData.removed(from: Data(#"{"a": 1, "x-carried-data": {"carriedFormat": 1, "versions": {}}}"#.utf8))
    /// // {"a": 1}
    /// ```
    ///
    /// - Throws: ``MigrationError`` with the code `invalidJSON`.
    public static func removed(from payload: Data, member: String = Self.member) throws(MigrationError) -> Data {
        let document = try MigrationPlan.document([UInt8](payload), JSONParsingOptions())
        var root = document.root
        guard let found = root.object?[member], isCarried(found) else { return payload }
        _ = root.object?.removeValue(forKey: member)
        return Data(document.bytes(with: root))
    }
}

extension CarriedData.Record {
    func write(to output: inout some CarriedOutput) {
        output.begin(isObject: true)
        output.write(source, as: "from")
        switch kept {
        case .changes(let changes):
            if isUnnamed { output.writeTrue(as: "unnamed") }
            output.key("changes")
            output.array(changes) { $0.write(to: &$1) }
        case .document(let document, let hash):
            output.write(document, as: "document")
            output.write(hash, as: "unchanged")
        }
        output.end(isObject: true)
    }
}

extension JSONDocument {
    /// The document without what it carries, which no step applies to.
    var withoutCarriedData: JSONDocument {
        guard let found = root.object?[CarriedData.member], CarriedData.isCarried(found) else { return self }
        var root = root
        _ = root.object?.removeValue(forKey: CarriedData.member)
        // The input is read again; otherwise its losses would be those of all of it.
        return (try? JSONDocument(parsing: bytes(with: root))) ?? self
    }
}
