import Foundation
import TestSupport
import Testing

@testable import Migrations
@testable import VersionedCodec

/// Carried data is written as a text, and read from one.
@Suite struct CarriedTextTests {
    private static func plan() throws -> MigrationPlan {
        try MigrationPlan(
            "lists", versionAt: VersionLocation("/v", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [
                Migration(
                    from: "1", to: "2", "x",
                    operations: [
                        .each("/l", [.remove("/x", ifAbsent: .skip), .sort("/s", ifAbsent: .skip)]),
                        .remove("/a~1b", ifAbsent: .skip),
                    ])
            ])
    }

    private static func carrying() -> MigrationOptions {
        var options = MigrationOptions(losses: .carry)
        options.carrying.limit = .max
        return options
    }

    /// As nodes of the same layout would be: what a runner writes is what the writer of values writes.
    @Test(arguments: [
        #"{"v":1,"l":[{"x":1,"s":[2,1]},{"k":"é","x":"é/ü"},{}],"a/b":null}"#,
        #"{"v": 1, "l": [{"x": [], "s": [2, 1]}, {"k": 1, "x": {"y": [1, {}]}}], "a/b": "\u00e9"}"#,
        "{\n  \"v\": 1,\n  \"l\": [\n    {\n      \"x\": 1\n    },\n    {\n      \"x\": [\n        1\n      ]\n    }\n  ]\n}\n",
        "{\r\n\t\"v\": 1,\r\n\t\"l\": [{\"x\": \"\\/\"}, {\"s\": [2, 1]}],\r\n\t\"a\\/b\": \"q\\\"\"\r\n}",
        "{\"v\":1,\n\"l\":[{\"x\":1},\n{\"x\":{\"a\":\n2}}]}",
        #"{"v":1,"l":[{"x":"\u00e9"},{"x":"\ud83d\ude00"}]}"#,
        #"{"v":1,"l":[{"x":1,"e":[ ],"o":{ }},{"x":[ ]}]}"#,
        #"{"v":1 , "l":[ {"x":1} ]}"#,
    ])
    func itHasTheLayoutOfTheDocument(text: String) throws {
        let plan = try Self.plan()
        for largeFrom in [nil, 0] {
            let fast = try plan.run(
                on: Array(text.utf8), to: "2", from: nil, options: Self.carrying(), largeFrom: largeFrom)
            let slow = try plan.migrate(JSONDocument(parsing: text), to: "2", options: Self.carrying())
            #expect(try #require(fast).text == slow.text)
            #expect(slow.text.contains("hunks"))
            let home = try JSONDocument(parsing: plan.migrate(slow.text, to: "1").bytes).root
            #expect(try home.isEquivalent(to: JSONDocument(parsing: text).root))
        }
    }

    /// It takes as much of the depth that a document may have as nodes would.
    @Test(arguments: [1, 60, 70, 480, 505]) func deepDocumentsAreRefusedAsEver(depth: Int) throws {
        let plan = try Self.plan()
        let value = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let text = #"{"v":1,"l":[{"x":\#(value)}]}"#
        let fast = Result {
            try plan.run(on: Array(text.utf8), to: "2", from: nil, options: Self.carrying())?.text
        }
        let slow = Result { try plan.migrate(JSONDocument(parsing: text), to: "2", options: Self.carrying()).text }
        switch (fast, slow) {
        case (.success(nil), _): break
        case (.success(let fast), .success(let slow)): #expect(fast == slow)
        case (.failure(let error), .failure(let other)): #expect("\(error)" == "\(other)")
        default: Issue.record("\(fast) \(slow)")
        }
    }

    @Test(arguments: 0..<60 as Range<UInt64>) func itIsWhatTheValueIs(seed: UInt64) throws {
        var random = RandomPlans(seed: seed &+ 77)
        let plan = try seed % 2 == 0 ? random.recordPlan() : random.twoWayPlan()
        var options = Self.carrying()
        options.carrying.isSidecar = true
        let text = seed % 2 == 0 ? random.records() : random.document()
        let result = try? plan.migrate(JSONDocument(parsing: text), to: "3", options: options)
        guard let carried = result?.carried else { return }
        #expect(String(decoding: carried.data, as: UTF8.self) == carried.json.text())
        #expect(try CarriedData(parsing: carried.data) == carried)
        #expect(try CarriedData(json: carried.json) == carried)
        // Values that were made in Swift.
        #expect(try CarriedData(json: carried.json.detached) == carried)
    }

    @Test func hashesAreTheirTexts() throws {
        for value in [JSONValue.null, 1, "a", ["b": [2]], .string(String(repeating: "é", count: 99))] {
            let hash = ValueHash.of(value)
            var bytes: [UInt8] = []
            hash.append(to: &bytes)
            #expect(String(decoding: bytes, as: UTF8.self) == hash.text)
            #expect(ValueHash(text: hash.text) == hash)
        }
        for text in ["", "-1", "+1", "A", "é", "3w5e11264sgsg", "zzzzzzzzzzzzzz"] {
            #expect(ValueHash(text: text) == nil, "\(text)")
        }
        #expect(ValueHash(text: "3w5e11264sgsf")?.text == "3w5e11264sgsf")
    }

    /// Anything else than what is written is refused, and not taken for less.
    @Test(arguments: [
        #""path":1"#, #""path":"a""#, #""path":"/a","value":1,"was":"!""#, #""path":"/a","value":1,"around":["!"]"#,
        #""path":"/a","value":1,"holds":{}"#, #""path":"/a","absent":false"#, #""path":"/a","hunks":[1]"#,
        #""path":"/a","hunks":[{"at":-1,"was":[],"now":[]}]"#, #""path":"/a","hunks":[{"at":0,"was":["1"],"now":[1]}]"#,
        #""path":"/a","hunks":[{"at":0,"was":["1"],"now":[0,0]}]"#,
        #""path":"/a","hunks":[{"at":0,"was":["1"],"now":[{"of":0}]}]"#,
        #""path":"/a","hunks":[{"at":0,"was":["1"],"now":[{"of":0,"changes":[]}]}]"#,
        #""path":"/a","value":1,"twins":{"!":1}"#,
        #""path":"/a","hunks":[{"at":9223372036854775807,"was":["1"],"now":[0]}]"#,
        #""path":"/a","hunks":[{"at":0,"was":["1"],"now":[0],"holds":{"1":[]}}]"#,
    ])
    func damagedChangesAreRefused(change: String) {
        let text = #"{"carriedFormat":1,"versions":{"1":{"from":"2","changes":[{\#(change)}]}}}"#
        let error = #expect(throws: MigrationError.self) { try CarriedData(parsing: Data(text.utf8)) }
        #expect(error?.code == .badCarriedData)
        #expect(error?.path == "/versions/1")
    }

    /// A key that another tool has spelled with escapes is the same key.
    @Test func keysMayBeSpelledWithEscapes() throws {
        let plain = #"{"carriedFormat":1,"versions":{"1":{"from":"2","changes":[{"path":"/a","value":1}]}}}"#
        let escaped = plain.replacing("\"path\"", with: "\"p\\u0061th\"").replacing("\"from\"", with: "\"\\u0066rom\"")
        #expect(try CarriedData(parsing: Data(escaped.utf8)) == CarriedData(parsing: Data(plain.utf8)))
    }

    /// Elements that become equal ones are those in their places.
    @Test func elementsAreComparedWithThoseInTheirPlaces() throws {
        let plan = try MigrationPlan(
            planFile: #"{"planFormat":2,"name":"t","version":{"at":"/v","as":"integer"},"#
                + #""versions":[{"version":"1"},{"version":"2"}],"migrations":[{"from":"1","to":"2","summary":"s","#
                + #""operations":[{"op":"each","path":"/l","operations":[{"op":"transform","path":"/k","by":["lowercase"]}]}]}]}"#
        )
        let text = #"{"v":1,"l":[{"k":"A"},{"k":"a"},{"k":"B"},{"k":"b"}]}"#
        for largeFrom in [nil, 0] {
            let ran = try plan.run(
                on: Array(text.utf8), to: "2", from: nil, options: Self.carrying(), largeFrom: largeFrom)
            let result = try #require(ran)
            #expect(result.text.contains(#""now":[{"of":0,"#) && result.text.contains(#"1,{"of":2,"#), "\(result.text)")
            #expect(try plan.migrate(result.text, to: "1").text == text)
        }
    }
}
