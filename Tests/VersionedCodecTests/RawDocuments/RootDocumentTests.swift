import Foundation
import Testing
import VersionedCodec

/// Documents that are read and written as a whole, without a model.
@Suite struct RootDocumentTests {
    static let controller = VersionController<Edition>(location: VersionLocation("/version", as: .integer))
    static let deepLocation = VersionController<Edition>(location: VersionLocation("/meta/v", as: .string))

    static func text(_ bytes: Data) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test(arguments: [
        #"{"a":1.0,"version":2,"é":[1e3,{"x":"\u00e9\/"}],"b":null}"#, #"{"version":2}"#,
    ])
    func aDocumentThatSaysItsVersionIsWrittenAsItIs(_ text: String) throws {
        let read = try Self.controller.decode(JSONValue.self, from: Data(text.utf8))
        #expect(read.version == .v2)
        #expect(Self.text(try VersionedJSONEncoder(Self.controller).encode(read.value)) == text)
        #expect(Self.text(try VersionedJSONEncoder(Self.controller).encode(read)) == text)
        #expect(Self.text(try VersionedJSONEncoder(Self.controller).encode(read.value, for: Edition.v2)) == text)
        let encoder = JSONEncoder()
        encoder.userInfo.install(Self.controller)
        let written = try JSONDocument(parsing: try encoder.encode(read)).root
        #expect(written.isEquivalent(to: read.value))
    }

    @Test func aDocumentThatSaysNoneGetsIt() throws {
        let value: JSONValue = ["a": 1]
        let encoder = VersionedJSONEncoder(Self.controller)
        #expect(Self.text(try encoder.encode(value, for: Edition.v1)) == #"{"version":1,"a":1}"#)
        #expect(Self.text(try encoder.encode(value)) == #"{"version":2,"a":1}"#)
        #expect(
            Self.text(try Self.controller.encode(value, for: .v1, formatting: [])) == #"{"version":1,"a":1}"#)
        let deep = VersionedJSONEncoder(Self.deepLocation)
        #expect(Self.text(try deep.encode(value)) == #"{"meta":{"v":"2"},"a":1}"#)
        #expect(
            Self.text(try deep.encode(["a": 1, "meta": ["x": 1]] as JSONValue)) == #"{"a":1,"meta":{"x":1,"v":"2"}}"#)
        let property = try Self.controller.encodePropertyList(value, for: .v1)
        #expect(try PropertyListDecoder().decode([String: Int].self, from: property) == ["version": 1, "a": 1])
    }

    @Test func aDocumentOfAnotherVersionOrWithoutAPlaceIsRefused() throws {
        let encoder = VersionedJSONEncoder(Self.controller)
        for value: JSONValue in [["version": 1], [1], "x", nil] {
            #expect(throws: EncodingError.self) { try encoder.encode(value, for: Edition.v2) }
            #expect(throws: EncodingError.self) { try Self.controller.encode(value, for: .v2) }
        }
        #expect(Self.text(try VersionedJSONEncoder(Self.controller.fixed(to: .v2)).encode([1] as JSONValue)) == "[1]")
    }

    // MARK: Depth, repeated keys, property lists

    struct Holder: Codable { var document: JSONValue }

    @Test func documentsOf512LevelsComeBack() throws {
        for depth in [100, 510] {
            let text =
                #"{"document":"# + String(repeating: #"[{"a":"#, count: depth / 2) + "1.0"
                + String(repeating: "}]", count: depth / 2) + "}"
            let holder = try VersionedJSONDecoder().decode(Holder.self, from: text)
            #expect(Self.text(try VersionedJSONEncoder().encode(holder)) == text)
            let report = try VersionedJSONDecoder().decodeReporting(Holder.self, from: text)
            #expect(report.value?.document == holder.document && report.issues.isEmpty)
        }
        let deep = String(repeating: "[", count: 513) + String(repeating: "]", count: 513)
        #expect(throws: DecodingError.self) { try VersionedJSONDecoder().decode(JSONValue.self, from: deep) }
    }

    @Test func repeatedKeysAreWhatTheirPolicySays() throws {
        let text = #"{"document":{"a":1.0,"b":2,"a":3}}"#
        #expect(throws: DecodingError.self) {
            var decoder = VersionedJSONDecoder()
            decoder.parsingOptions.duplicateKeys = .report
            return try decoder.decode(Holder.self, from: text)
        }
        for (policy, expected) in [
            (JSONParsingOptions.DuplicateKeyPolicy.first, #"{"document":{"a":1.0,"b":2}}"#),
            (.keep, text),
        ] {
            var decoder = VersionedJSONDecoder()
            decoder.parsingOptions.duplicateKeys = policy
            let holder = try decoder.decode(Holder.self, from: text)
            #expect(Self.text(try VersionedJSONEncoder().encode(holder)) == expected)
        }
    }

    @Test func propertyListsHoldDocumentsToo() throws {
        let holder = Holder(document: ["a": [1, 2.5, "x", true], "b": [:]])
        let bytes = try PropertyListEncoder().encode(holder)
        #expect(try PropertyListDecoder().decode(Holder.self, from: bytes).document.isEquivalent(to: holder.document))
        let dates = try PropertyListEncoder().encode(["document": Date(timeIntervalSince1970: 0)])
        #expect {
            try PropertyListDecoder().decode(Holder.self, from: dates)
        } throws: { error in
            "\(error)".contains("a value that JSON does not have")
        }
    }
}
