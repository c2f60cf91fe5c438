import Migrations
import Testing
import VersionedCodec

/// The whole vocabulary, forward and backward, over documents of hostile shape: an error or a result, and no hang.
@Suite struct HostileDocumentTests {
    private static let operations = OperationCatalogue.strict.filter { $0.json.text().contains(#""/a""#) }

    private static func deep(_ open: String, _ close: String) -> String {
        #"{"a":"# + String(repeating: open, count: 500) + "1" + String(repeating: close, count: 500) + "}"
    }

    private static let documents: [(name: String, text: String)] = [
        ("deepest arrays", deep("[", "]")), ("deepest objects", deep(#"{"a":"#, "}")),
        ("many members", #"{"a":{"# + (0..<3_000).map { #""k\#($0)":\#($0)"# }.joined(separator: ",") + "}}"),
        ("many elements", #"{"a":["# + (0..<3_000).map { #"{"a":"\#($0)"}"# }.joined(separator: ",") + "]}"),
        ("long text", #"{"a":""# + String(repeating: "a b", count: 20_000) + #""}"#),
        ("long number", #"{"a":"# + String(repeating: "9", count: 20_000) + "}"),
        ("hostile keys", #"{"a":{"":{},"~":1,"/":2,".":3,"~1":4}}"#),
    ]

    @Test(.timeLimit(.minutes(10)), arguments: documents.map(\.name)) func errorOrResult(name: String) throws {
        let text = try #require(Self.documents.first { $0.name == name }).text
        let document = try JSONDocument(parsing: text)
        var results = 0
        for operation in Self.operations {
            let plan = try MigrationPlan.of([operation])
            for (from, to) in [("1", "2"), ("2", "1")] {
                do {
                    _ = try plan.migrate(document, to: to, from: from)
                    results += 1
                } catch {
                    #expect(error is MigrationError, "\(operation): \(error)")
                }
            }
        }
        #expect(results > 0)
        #expect(document.root.text() == text)
    }

    @Test(.timeLimit(.minutes(10))) func referencesIntoALongListAreFoundAtOnce() throws {
        let count = 20_000
        let list = (0..<count).map { #"{"k":"n\#($0)"}"# }.joined(separator: ",")
        let references = (0..<count).map { "\(count - 1 - $0)" }.joined(separator: ",")
        let plan = try MigrationPlan.of([.each("/r", [.indexToKey("", in: "/l", key: "/k")])])
        let text = #"{"l":[\#(list)],"r":[\#(references)]}"#
        let up = try plan.migrate(text, to: "2", from: "1")
        #expect(up.losses.isEmpty)
        #expect(try plan.migrate(up.text, to: "1", from: "2").text == text)
    }
}
