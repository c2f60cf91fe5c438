import Foundation
import Testing
import VersionedCodec

/// What errors say: the case, the path, the line, and what was found.
@Suite struct DecodingErrorTests {
    struct Song: Decodable {
        var title: String
        var seconds: Int
        var tags: [String]?
    }

    struct Album: Decodable {
        var songs: [Song]
        var byName: [String: [Song]]?
    }

    static let faults: [(String, String)] = [
        (#"{"songs": 1}"#, #"line 1, column 11, at "/songs": expected an array, found a number (1)"#),
        ("{}", #"line 1, column 1, at the root: there is no member "songs""#),
        ("[]", "line 1, column 1, at the root: expected an object, found an array"),
        (
            "{\"songs\": [\n  {\"title\": \"a\", \"seconds\": \"long\"}]}",
            #"line 2, column 29, at "/songs/0/seconds": expected an integer, found a string ("long")"#
        ),
        (
            #"{"songs": [{"title": null, "seconds": 1}]}"#,
            #"line 1, column 22, at "/songs/0/title": expected a string, found null"#
        ),
        (
            #"{"songs": [{"title": "a"}]}"#, #"line 1, column 12, at "/songs/0": there is no member "seconds""#
        ),
        (
            #"{"songs": [], "byName": {"x": [{"title": "a", "seconds": 1, "tags": ["b", 1]}]}}"#,
            #"line 1, column 75, at "/byName/x/0/tags/1": expected a string, found a number (1)"#
        ),
        (#"{"songs": [1, 2"#, #"line 1, column 16, at "/songs/1": expected "," or "]", but the text ends"#),
        ("", "line 1, column 1, at the root: expected a value, but the text ends"),
    ]

    @Test(arguments: faults)
    func everyFaultHasItsPlace(_ payload: String, _ text: String) throws {
        let error = #expect(throws: DecodingError.self) {
            try VersionedJSONDecoder().decode(Album.self, from: payload)
        }
        #expect(Diagnostic(describing: try #require(error)).description == text)
    }

    @Test func casesAreThoseOfFoundation() throws {
        for (payload, _) in Self.faults {
            let ours = #expect(throws: DecodingError.self) {
                try VersionedJSONDecoder().decode(Album.self, from: payload)
            }
            let theirs = #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(Album.self, from: Data(payload.utf8))
            }
            #expect(ErrorShape(ours) == ErrorShape(theirs), "\(payload)")
        }
    }

    @Test func faultSaysWhatAProgramNeeds() throws {
        let error = #expect(throws: DecodingError.self) {
            try VersionedJSONDecoder().decode(Album.self, from: "{\"songs\":\n[{\"title\": 7}]}")
        }
        guard case .typeMismatch(let type, let context) = error else { throw try #require(error) }
        #expect(ObjectIdentifier(type) == ObjectIdentifier(String.self))
        let fault = try #require(context.underlyingError as? DecodingFault)
        #expect(fault.position == SourcePosition(line: 2, column: 12, byteOffset: 21))
        #expect(fault.path == "/songs/0/title")
        #expect(fault.found == .number)
        #expect(fault.version == nil)
        #expect(fault.message == "expected a string, found a number (7)")
    }

    @Test func dateErrorIsBeneath() throws {
        var decoder = VersionedJSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let error = #expect(throws: DecodingError.self) { try decoder.decode(Date.self, from: #""soon""#) }
        guard case .dataCorrupted(let context) = error else { throw try #require(error) }
        let fault = try #require(context.underlyingError as? DecodingFault)
        #expect((fault.underlyingError as? DateFormatError)?.text == "soon")
    }

    @Test func errorOfAModelGetsItsPlace() throws {
        enum Color: String, Decodable { case red }
        let error = #expect(throws: DecodingError.self) {
            try VersionedJSONDecoder().decode([Color].self, from: "[\"red\",\n\"blue\"]")
        }
        #expect(
            Diagnostic(describing: try #require(error)).description
                == #"line 2, column 1, at "/1": Cannot initialize Color from invalid String value blue"#)
    }

    @Test func longTextsAreCutInErrors() throws {
        let text = String(repeating: "x", count: 1000)
        let error = #expect(throws: DecodingError.self) {
            try VersionedJSONDecoder().decode([Int].self, from: "[\"\(text)\"]")
        }
        #expect(Diagnostic(describing: try #require(error)).message.count < 120)
    }

    @Test func everyElementOfAHugeArrayMayFail() throws {
        struct Lossy: Decodable {
            var failures = 0
            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                while !container.isAtEnd {
                    do { _ = try container.decode(Int.self) } catch { failures += 1 }
                }
            }
        }
        // Each element fails twice; were places sought from the beginning, this would take minutes.
        let text = "[" + Array(repeating: "\"x\"", count: 20_000).joined(separator: ",\n") + "]"
        #expect(try VersionedJSONDecoder().decode(Lossy.self, from: text).failures == 40_000)
    }
}

/// What two decoders should have in common of an error.
struct ErrorShape: Equatable, CustomStringConvertible {
    let description: String

    init(_ error: (any Error)?) {
        guard let error = error as? DecodingError else {
            description = "\(String(describing: error))"
            return
        }
        func path(_ context: DecodingError.Context) -> String {
            context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(separator: "/")
        }
        switch error {
        case .typeMismatch(_, let context): description = "typeMismatch \(path(context))"
        case .valueNotFound(_, let context): description = "valueNotFound \(path(context))"
        case .keyNotFound(let key, let context): description = "keyNotFound \(key.stringValue) \(path(context))"
        case .dataCorrupted: description = "dataCorrupted"  // Foundation has no path for some of these.
        @unknown default: description = "\(error)"
        }
    }
}
