import Foundation
import Testing
import VersionedCodec

/// The rows of the article "Moving from JSONDecoder" that are told by one payload: what each decoder makes of it.
@Suite struct MovingFromJSONDecoderTests {
    /// What a decoder makes of a payload, as text; `an error` where it refuses it.
    private static func told<Value: Decodable>(
        _ type: Value.Type, _ text: String, by decode: (Value.Type, Data) throws -> Value
    ) -> String {
        do {
            let value = try decode(type, Data(text.utf8))
            if let members = value as? [String: Int] {
                return members.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
            }
            return "\(value)"
        } catch {
            return "an error"
        }
    }

    private static func compare<Value: Decodable>(
        _ type: Value.Type, _ text: String, theirs: String, ours: String,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ set: (inout VersionedJSONDecoder, JSONDecoder) -> Void = { _, _ in }
    ) {
        var decoder = VersionedJSONDecoder()
        let foundation = JSONDecoder()
        set(&decoder, foundation)
        #expect(told(type, text) { try decoder.decode($0, from: $1) } == ours, sourceLocation: sourceLocation)
        #if os(Linux)
            // Foundation elsewhere may be another one.
            #expect(told(type, text) { try foundation.decode($0, from: $1) } == theirs, sourceLocation: sourceLocation)
        #endif
    }

    private struct Read: Decodable, CustomStringConvertible {
        var read: Int
        var description: String { "\(read)" }
    }

    @Test func whatIsStricter() {
        Self.compare([String: Int].self, #"{"a": 1, "a": 2}"#, theirs: "a: 1", ours: "an error")
        Self.compare([String: Int].self, #"{"a": 1, "a": 2}"#, theirs: "a: 1", ours: "a: 2") { ours, _ in
            ours.parsingOptions.duplicateKeys = .last
        }
        Self.compare([Int].self, "[1, 2,]", theirs: "[1, 2]", ours: "an error")
        Self.compare([Int].self, "[1, 2,]", theirs: "[1, 2]", ours: "[1, 2]") { ours, _ in
            ours.parsingOptions.tolerances.insert(.trailingCommas)
        }
        Self.compare(Read.self, #"{"read": 1, "unread": 01}"#, theirs: "1", ours: "an error")
        Self.compare(
            [String: Int].self, #"{"\u00e9": 1, "e\u0301": 2}"#, theirs: "é: 1", ours: "an error")
    }

    @Test(arguments: ["2020-02-31T00:00:00Z", "2020-01-01T00:00:00Zgarbage", "2020-1-1T0:0:0Z"])
    func datesThatAreNone(text: String) {
        let theirs = Self.told([Date].self, #"["\#(text)"]"#) {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            return try decoder.decode($0, from: $1)
        }
        Self.compare([Date].self, #"["\#(text)"]"#, theirs: theirs, ours: "an error") { ours, foundation in
            ours.dateDecodingStrategy = .iso8601
            foundation.dateDecodingStrategy = .iso8601
        }
        #if os(Linux)
            #expect(theirs != "an error")
        #endif
    }

    @Test func decimalsOfTooManyDigitsAreNotCut() {
        let digits = String(repeating: "123456789", count: 5)
        let theirs = Self.told([Decimal].self, "[\(digits)]") { try JSONDecoder().decode($0, from: $1) }
        #expect(!theirs.contains(digits))
        Self.compare([Decimal].self, "[\(digits)]", theirs: theirs, ours: "an error")
    }

    private enum Side: String, Codable, CodingKeyRepresentable, CustomStringConvertible {
        case leftSide
        var description: String { rawValue }
    }

    @Test func whatWorks() {
        Self.compare([Double].self, "[0e1]", theirs: "an error", ours: "[0.0]")
        Self.compare(
            [Side: Int].self, #"{"leftSide": 1}"#, theirs: "[leftSide: 1]",
            ours: "[leftSide: 1]")
        Self.compare([Double].self, "[1e-400]", theirs: "an error", ours: "an error")
        Self.compare([Int].self, "[1.0, 1e2]", theirs: "[1, 100]", ours: "[1, 100]")
    }

    private struct One: Decodable, CustomStringConvertible {
        var oneTwo: Int
        var description: String { "\(oneTwo)" }
    }

    @Test func theUsualSpellingCounts() {
        Self.compare(One.self, #"{"oneTwo": 1, "one_two": 2}"#, theirs: "1", ours: "2") { ours, foundation in
            ours.keyDecodingStrategy = .convertFromSnakeCase
            foundation.keyDecodingStrategy = .convertFromSnakeCase
        }
    }

    @Test func nullAsABoolIsValueNotFound() {
        func code(_ decode: () throws -> [Bool]) -> String {
            do {
                return "\(try decode())"
            } catch DecodingError.valueNotFound {
                return "valueNotFound"
            } catch DecodingError.typeMismatch {
                return "typeMismatch"
            } catch {
                return "\(error)"
            }
        }
        let payload = Data("[null]".utf8)
        #expect(code { try VersionedJSONDecoder().decode([Bool].self, from: payload) } == "valueNotFound")
        #if os(Linux)
            #expect(code { try JSONDecoder().decode([Bool].self, from: payload) } == "typeMismatch")
        #endif
    }

    @Test func numbersThatDoNotFitAreToldWithTheirPath() throws {
        let payload = Data(#"{"a": [1, 300]}"#.utf8)
        func path(_ decode: () throws -> [String: [UInt8]]) throws -> [String] {
            do {
                _ = try decode()
                return []
            } catch DecodingError.dataCorrupted(let context) {
                return context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
            }
        }
        #expect(try path { try VersionedJSONDecoder().decode([String: [UInt8]].self, from: payload) } == ["a", "1"])
    }
}
