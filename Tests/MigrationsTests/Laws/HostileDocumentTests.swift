import Foundation
import Migrations
import TestSupport
import Testing
import VersionedCodec

/// The whole vocabulary, forward and backward, over documents of hostile shape: an error or a result, and no hang.
///
/// `HOSTILE_COUNT=100000 swift test -c release --filter HostileDocumentTests` runs the long documents with so many
/// elements or members, and prints what took long.
@Suite struct HostileDocumentTests {
    private static let wanted = ProcessInfo.processInfo.environment["HOSTILE_COUNT"].flatMap { Int($0) }
    private static let isByHand = wanted != nil
    private static let count = wanted ?? Cases.parts(of: 200)

    /// Operations on `/a`, and the same on each element of it.
    private static let operations =
        OperationCatalogue.strict.filter { $0.json.text().contains(#""/a""#) } + OperationCatalogue.skipping.prefix(40)
    private static let ofEach = operations.map { JSONOperation.each("/a", [$0]) }

    private static func deep(_ open: String, _ close: String, _ depth: Int = 511) -> String {
        #"{"a":"# + String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth) + "}"
    }

    private static func many(_ open: String, _ close: String, _ element: (Int) -> String) -> String {
        #"{"b":"b","a":"# + open + (0..<count).map(element).joined(separator: ",") + close + "}"
    }

    private static let documents: [(name: String, text: String)] = [
        ("deepest arrays", deep("[", "]")), ("deepest objects", deep(#"{"a":"#, "}")),
        ("deepest mixture", deep(#"[{"a":"#, "}]", 255)),
        ("many members", many("{", "}") { #""k\#($0)":\#($0)"# }),
        ("many objects", many("{", "}") { #""k\#($0)":{"a":"\#($0)","b":null}"# }),
        ("many elements", many("[", "]") { #"{"a":"\#($0)","b":\#($0)}"# }),
        ("many equal elements", many("[", "]") { _ in #"{"a":1,"b":2}"# }),
        ("many arrays", many("[", "]") { "[\($0),[]]" }), ("many texts", many("[", "]") { #""t \#($0 % 7)""# }),
        ("many numbers", many("[", "]") { "\(count - $0)" }),
        ("long branch", many("[", "]") { #"{"a":\#($0),"b":\#($0 == 0 ? "null" : "\($0 - 1)")}"# }),
        ("long text", #"{"a":""# + String(repeating: "a b", count: 20_000) + #""}"#),
        ("long number", #"{"a":"# + String(repeating: "9", count: 20_000) + "}"),
        ("hostile keys", #"{"a":{"":{},"~":1,"/":2,".":3,"~1":4,"\u0000":5,"0":6,"-":7}}"#),
        ("greatest exponent", #"{"a":1e999999999,"b":10e9223372036854775807}"#),
        ("least exponent", #"{"a":-1e-9223372036854775808,"b":[0e-99999999999999999999,1E+400,-0.0]}"#),
    ]

    @Test func catalogueHoldsEveryOperation() throws {
        let all = OperationCatalogue.strict.flatMap(Self.names)
        let error = #expect(throws: PlanFileError.self) { try FileForm.reading(#"{"op":"?"}"#) }
        let known = try #require(error?.message.split(separator: "known: ").last)
        let missing = Set(known.split(separator: ", ").map(String.init)).subtracting(all)
        #expect(missing == ["custom", "use"], "an operation that no law and no hostile document meets")
    }

    private static func names(in operation: JSONOperation) -> [String] {
        [operation.name] + operation.inner.flatMap(names)
    }

    @Test(.timeLimit(.minutes(10)), arguments: documents.map(\.name)) func errorOrResult(name: String) throws {
        let text = try #require(Self.documents.first { $0.name == name }).text
        let document = try JSONDocument(parsing: text)
        var results = 0
        let isLong = name.hasPrefix("many") || name.hasPrefix("long branch")
        let operations = Self.operations + (isLong ? Self.ofEach : [])
        // Together, the documents meet every operation.
        let step = Cases.areAll ? 8 : 16
        let turn = Self.documents.firstIndex { $0.name == name } ?? 0
        for (index, operation) in operations.enumerated() where Self.isByHand || index % step == turn % step {
            let plan = try MigrationPlan.of([operation])
            for (from, to) in [("1", "2"), ("2", "1")] {
                let start = ContinuousClock.now
                do {
                    let result = try plan.migrate(document, to: to, from: from)
                    results += 1
                    #expect(throws: Never.self, "\(operation)") {
                        try JSONDocument(parsing: result.bytes, options: JSONParsingOptions(maximumDepth: 1_000_000))
                    }
                } catch {
                    #expect(error.code != .invalidJSON, "\(operation): \(error)")
                }
                let spent = ContinuousClock.now - start
                if Self.isByHand, spent > .milliseconds(Self.count / 50) {
                    print("\(name), \(from) → \(to): \(spent) \(operation.json.text())")
                }
            }
        }
        #expect(results > 0)
        #expect(document.root.text() == text)
    }

    /// Bytes that are changed, removed and doubled at random: what is still JSON goes through operations, the rest is
    /// an error of syntax.
    @Test(arguments: 0..<8) func randomBytesAreAnErrorOrAResult(seed: Int) throws {
        var random = SeededRandom(state: UInt64(seed))
        var parsed = 0
        for _ in 0..<150 {
            var bytes = Array((OperationCatalogue.documents.randomElement(using: &random) ?? "").utf8)
            for _ in 0..<Int.random(in: 1..<4, using: &random) {
                guard let place = bytes.indices.randomElement(using: &random) else { break }
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(bytes[place], at: place)
                default: bytes[place] = Array("{}[]\",:0e-\\u".utf8).randomElement(using: &random) ?? 0
                }
            }
            guard let document = try? JSONDocument(parsing: bytes) else {
                #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: bytes) }
                continue
            }
            parsed += 1
            for _ in 0..<20 {
                guard let operation = OperationCatalogue.strict.randomElement(using: &random) else { continue }
                for trip in try MigrationPlan.of([operation]).roundTrips(of: document, from: "1") {
                    if case .returned = trip.outcome {
                        #expect(trip.isSound, "\(operation) on \(document.root.text())")
                    }
                }
            }
        }
        #expect(parsed > 0)
    }

    @Test(.timeLimit(.minutes(10))) func referencesIntoALongListAreFoundAtOnce() throws {
        let count = Cases.parts(of: 20_000)
        let list = (0..<count).map { #"{"k":"n\#($0)"}"# }.joined(separator: ",")
        let references = (0..<count).map { "\(count - 1 - $0)" }.joined(separator: ",")
        let plan = try MigrationPlan.of([.each("/r", [.indexToKey("", in: "/l", key: "/k")])])
        let text = #"{"l":[\#(list)],"r":[\#(references)]}"#
        let up = try plan.migrate(text, to: "2", from: "1")
        #expect(up.losses.isEmpty)
        #expect(try plan.migrate(up.text, to: "1", from: "2").text == text)
    }
}
