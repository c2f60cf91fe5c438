import Testing

@testable import Migrations
@testable import VersionedCodec

/// Lines whose scalars lose a part have shapes too, with a reason for each.
extension ShapeTests {
    private static let dates = [
        "2026-11-24T10:00:00.123Z", "2026-01-02T03:04:05.6Z", "2026-01-02T03:04:05Z", "2026-01-02T03:04:05.000Z",
        "2026-06-13T23:21:42+08:00", "2026-11-24T10:00:00.999999Z", "2025-11-24T00:00:00Z",
    ]
    private static let texts = ["Ann Smith", "ann smith", "ÀÉ x", "A  b_C", "", "a-b", "x\\u0041", "Zoë/Q", "ANN"]
    private static let numbers = ["1.5", "524.0", "12.50", "3", "-0.0", "1e2", "0.1000", "99.99", "7.0"]

    struct LosingCase: CustomTestStringConvertible, Sendable {
        let operations: [JSONOperation]
        var down: [JSONOperation]?
        let values: [String]
        /// Whether shapes come again.
        var hasShapes = true
        var testDescription: String { operations.map(\.description).joined(separator: ", ") }
    }

    private static func quoted(_ texts: [String]) -> [String] { texts.map { "\"\($0)\"" } }

    static let losingCases: [LosingCase] = {
        let (dates, texts) = (quoted(Self.dates), quoted(Self.texts))
        let date = JSONOperation.reformatDate("/v", from: .iso8601, to: .unixSeconds)
        let day = JSONOperation.reformatDate("/v", from: .iso8601, to: .iso8601Date)
        let lower = JSONOperation.transform("/v", by: [.lowercase])
        let times = JSONOperation.calculate("/v", .multiply(.number(JSONNumber(100))))
        return [
            LosingCase(operations: [date], values: dates), LosingCase(operations: [day], values: dates),
            LosingCase(operations: [lower], values: texts), LosingCase(operations: [times], values: Self.numbers),
            LosingCase(operations: [.transform("/v", by: [.lowercase], back: [.uppercase])], values: texts),
            LosingCase(operations: [.transform("/v", by: [.trim, .slug])], values: texts),
            // What stays as it is would come back changed, if the way back did run.
            LosingCase(operations: [.transform("/v", by: [.dropSuffix("h")]).only(.up)], values: texts),
            LosingCase(operations: [lower, .rename("/v", to: "w")], values: texts),
            LosingCase(operations: [.inside("/o", [.transform("/u", by: [.lowercase])]), date], values: dates),
            // What reads the result, before and after; two places with one source; a value that is removed later.
            LosingCase(operations: [lower, .copy("/v", to: "/w")], values: texts, hasShapes: false),
            LosingCase(operations: [.copy("/v", to: "/w"), lower], values: texts, hasShapes: false),
            LosingCase(operations: [date, .remove("/v")], values: dates, hasShapes: false),
            LosingCase(
                operations: [lower, .when(.at("/v", hasPrefix: "a"), [.add("/p", value: true)])], values: texts,
                hasShapes: false),
            LosingCase(operations: [lower, .transform("/v", by: [.addPrefix("x")])], values: texts, hasShapes: false),
            // Halves that are opposites, and halves that are not.
            LosingCase(operations: [date], down: date.reversed, values: dates, hasShapes: false),
            LosingCase(operations: [lower], down: [], values: texts, hasShapes: false),
            LosingCase(operations: [lower], down: [.set("/v", to: "x")], values: texts, hasShapes: false),
            LosingCase(
                operations: [times], down: [.calculate("/v", .divide(.number(JSONNumber(10))))], values: Self.numbers,
                hasShapes: false),
            LosingCase(operations: [date], down: [.refuse("no way back")], values: dates, hasShapes: false),
        ]
    }()

    @Test(arguments: losingCases) func linesThatLoseAPartHaveAShape(_ sample: LosingCase) throws {
        for start in sample.values.indices {
            let values = sample.values[start...] + sample.values[..<start]
            let lines = (values + values).enumerated().map { number, value in
                #"{"version":1,"n":\#(number),"v":\#(value),"o":{"u":"Ann\#(number)"}}"#
            }
            let known = try known(sample.operations, down: sample.down, lines)
            if sample.hasShapes { #expect(known > 0) }
        }
    }

    /// Of a member that a sequence makes again, only what it is compared with decides.
    @Test func linesThatLoseAMadeMemberHaveAShape() throws {
        func remove(_ reason: String?) -> JSONOperation {
            .each("/cells", [.remove("/id", restoredBy: .generate("/id", .sequence("c%d")), reason: reason)])
        }
        for reason in [nil, "cells have no id"] {
            let lines = (0..<50).map { #"{"version":1,"n":\#($0),"cells":[{"id":"c1"},{"id":"x\#($0)"},{"id":"c3"}]}"# }
            #expect(try known([remove(reason)], lines) == 49)
            // Each line has another one that would be made again.
            let others = (0..<50).map {
                #"{"version":1,"n":\#($0),"cells":[{"id":"c\#($0 % 3)"},{"id":"c\#($0 % 4)"}]}"#
            }
            _ = try known([remove(reason)], others)
        }
    }
}
