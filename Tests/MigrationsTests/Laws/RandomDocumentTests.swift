import Migrations
import Testing
import VersionedCodec

/// The whole vocabulary, forward and backward, over random documents: an error or a result, and nothing is lost in silence.
@Suite struct RandomDocumentTests {
    private struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var bits = state
            bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
            bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
            return bits ^ (bits >> 31)
        }
    }

    private static let keys = ["a", "b", "c", "", "0", "a/b", "~", "caf\u{E9}", "cafe\u{301}", "x\u{0}"]
    private static let scalars: [JSONValue] = [
        .null, true, false, 0, 1, -1, "", "a", "a b", "1", "{\"a\":1}", "\u{1F600}", 1.5, .integer(Int.max),
        .integer(Int.min),
    ]

    private static func value(_ depth: Int, _ random: inout Random) -> JSONValue {
        switch depth > 0 ? Int.random(in: 0..<4, using: &random) : 0 {
        case 1, 2:
            var object = JSONObject()
            for _ in 0..<Int.random(in: 0..<5, using: &random) {
                object[keys.randomElement(using: &random) ?? ""] = value(depth - 1, &random)
            }
            return .object(object)
        case 3:
            return .array(JSONArray((0..<Int.random(in: 0..<4, using: &random)).map { _ in value(depth - 1, &random) }))
        default: return scalars.randomElement(using: &random) ?? .null
        }
    }

    @Test(arguments: 0..<12) func errorOrResult(seed: Int) throws {
        var random = Random(state: UInt64(seed))
        let text = Self.value(4, &random).text()
        let document = try JSONDocument(parsing: text)
        for operation in OperationCatalogue.strict {
            for trip in try MigrationPlan.of([operation]).roundTrips(of: document, from: "1") {
                if case .returned = trip.outcome { #expect(trip.isSound, "\(operation) on \(text): \(trip.outcome)") }
                if case .failed(let error) = trip.outcome {
                    #expect(error.position != nil, "\(operation) on \(text): \(error)")
                }
            }
        }
        #expect(document.root.text() == text)
    }
}
