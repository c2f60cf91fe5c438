import Migrations
import Testing
import VersionedCodec

/// The whole vocabulary, forward and backward, over random documents: an error or a result, and nothing is lost in
/// silence.
@Suite struct RandomDocumentTests {
    private static let keys = ["a", "b", "c", "", "0", "a/b", "~", "caf\u{E9}", "cafe\u{301}", "x\u{0}"]
    private static let scalars: [JSONValue] =
        [
            .null, true, false, 0, 1, -1, "", "a", "a b", "1", "{\"a\":1}", "\u{1F600}", 1.5, .integer(Int.max),
            .integer(Int.min),
        ]
        + ["1e999999999", "-1e-9223372036854775808", "10e9223372036854775807", "-0.0", "1E+2"]
        .compactMap { JSONNumber(text: $0).map(JSONValue.number) }

    private static func value(_ depth: Int, _ random: inout SeededRandom) -> JSONValue {
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

    @Test(arguments: 0..<8) func errorOrResult(seed: Int) throws {
        var random = SeededRandom(state: UInt64(seed))
        let text = Self.value(4, &random).text()
        let document = try JSONDocument(parsing: text)
        for (operation, plan) in try OperationCatalogue.strictPlans.get() {
            for trip in try plan.roundTrips(of: document, from: "1") {
                if case .returned = trip.outcome { #expect(trip.isSound, "\(operation) on \(text): \(trip.outcome)") }
                if case .failed(let error) = trip.outcome {
                    #expect(error.position != nil, "\(operation) on \(text): \(error)")
                }
            }
        }
        #expect(document.root.text() == text)
    }
}
