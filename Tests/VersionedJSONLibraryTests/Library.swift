import CVersionedJSON
import TestSupport
import VersionedCodec
// Brings what the header declares.
import VersionedJSONLibrary

/// A call that has failed, as C sees it.
struct CallError: Error {
    let json: JSONValue
    var code: String? { json[at: "/code"]?.string }
    var reason: String? { json[at: "/reason"]?.string }
}

/// What became of one document.
struct Document: Equatable {
    var outcome = UInt8.max
    var text = ""
    var losses = ""
    var error = ""
    var contradiction = ""
}

/// A plan, through the calls of C.
final class Library: @unchecked Sendable {
    private let plan: OpaquePointer

    init(_ planFile: String) throws {
        plan = try Self.called { error in
            planFile.withCString { versionedjson_plan_read($0, planFile.utf8.count, error) }
        }
    }

    init(holding plan: OpaquePointer) { self.plan = plan }

    init(path: String) throws { plan = try Self.called { versionedjson_plan_open(path, $0) } }

    deinit { versionedjson_plan_free(plan) }

    /// Migrates documents, and frees what was returned.
    func migrate(_ documents: [String], to target: String = "2", _ options: String? = nil) throws -> [Document] {
        try migrate(bytes: documents.map { Array($0.utf8) }, to: target, options)
    }

    /// - `before`: Bytes that lie before the first document, and belong to none.
    func migrate(
        bytes documents: [[UInt8]], after before: [UInt8] = [], to target: String = "2", _ options: String? = nil
    ) throws -> [Document] {
        var offsets = [Int64(before.count)]
        for document in documents { offsets.append(offsets[offsets.count - 1] + Int64(document.count)) }
        let bytes = before + documents.joined()
        return try bytes.withUnsafeBytes { try migrate(at: $0.baseAddress, offsets, to: target, options) }
    }

    /// - `bytes`: Where the first document would begin if its offset were 0.
    func migrate(
        at bytes: UnsafeRawPointer?, _ offsets: [Int64], to target: String = "2", _ options: String? = nil
    ) throws -> [Document] {
        let results = try Self.called { error in
            versionedjson_migrate(plan, target, options, bytes, offsets, Int64(offsets.count - 1), error)
        }
        defer { versionedjson_results_free(results) }
        let made = results.pointee
        let all = (0..<Int(made.count)).map { number in
            Document(
                outcome: made.outcomes[number], text: Self.text(number, made.documents, made.document_offsets),
                losses: Self.text(number, made.losses, made.loss_offsets),
                error: Self.text(number, made.errors, made.error_offsets),
                contradiction: Self.text(number, made.contradictions, made.contradiction_offsets))
        }
        guard made.bad == all.count(where: { Int($0.outcome) == VERSIONEDJSON_BAD }) else {
            throw CallError(json: "the number of bad documents is wrong")
        }
        return all
    }

    private static func text(
        _ number: Int, _ bytes: UnsafePointer<UInt8>, _ offsets: UnsafePointer<Int64>
    ) -> String {
        let range = Int(offsets[number])..<Int(offsets[number + 1])
        return String(
            decoding: UnsafeBufferPointer(start: bytes + range.lowerBound, count: range.count), as: UTF8.self)
    }

    /// Makes a call; a failed one leaves a text, which is freed.
    static func called<Result>(
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result?
    ) throws -> Result {
        var error: UnsafeMutablePointer<CChar>?
        if let result = body(&error) {
            guard error == nil else { throw CallError(json: "a call that succeeds has left an error") }
            return result
        }
        defer { versionedjson_text_free(error) }
        guard let error else { throw CallError(json: "a call that fails has left no error") }
        throw CallError(json: try JSONDocument(parsing: String(cString: error)).root)
    }
}

/// A plan that is small enough to see through.
let orders = """
    {"planFormat": 1, "name": "order", "version": {"at": "/version", "as": "integer"},
     "versions": [{"version": "1"}, {"version": "2"}],
     "migrations": [{"from": "1", "to": "2", "summary": "The total is called price", "operations": [
       {"op": "rename", "path": "/total", "to": "price"}, {"op": "remove", "path": "/note", "ifAbsent": "skip"}]}]}
    """
