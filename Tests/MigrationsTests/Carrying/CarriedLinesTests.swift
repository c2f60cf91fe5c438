import Testing

@testable import Migrations
@testable import VersionedCodec

/// The sidecar of a stream of lines: its records name lines of the output, also where bad lines are kept elsewhere.
@Suite struct CarriedLinesTests {
    private let plan = Result {
        try MigrationPlan(
            "Order", versionAt: VersionLocation("/v", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "Changes", operations: [.remove("/note", ifAbsent: .skip)])])
    }

    private func migrate(
        _ text: [UInt8], to target: String, carried: CarriedData.Lines
    ) throws -> (output: String, bad: [Int]) {
        var isRead = false
        let reader = LineReader {
            defer { isRead = true }
            return isRead ? nil : text
        }
        var (output, bad) = ([UInt8](), [Int]())
        _ = try LineMigration(plan: plan.get(), target: target, options: MigrationOptions(losses: .carry)).run(
            reader, write: { output += $0 }, losses: { _ in }, keepBad: { bad.append($0.line.number) },
            carried: carried)
        return (String(decoding: output, as: UTF8.self), bad)
    }

    @Test func recordsNameLinesOfTheOutput() throws {
        let lines = [
            #"{"v":1,"id":1,"note":"a"}"#, #"{"v":1,"id":}"#, #"{"v":1,"id":3}"#, #"{"v":1,"id":4,"note":"d"}"#,
        ]
        var sidecar: [UInt8] = []
        let there = try migrate(
            Array(lines.joined(separator: "\n").utf8), to: "2", carried: CarriedData.Lines(to: { sidecar += $0 }))
        #expect(there.bad == [2])
        #expect(there.output == "{\"v\":2,\"id\":1}\n{\"v\":2,\"id\":3}\n{\"v\":2,\"id\":4}")
        let records = String(decoding: sidecar, as: UTF8.self).split(separator: "\n")
        #expect(try records.map { try JSONDocument(parsing: String($0)).root["line"]?.int } == [1, 3])

        var isRead = false
        let reader = LineReader {
            defer { isRead = true }
            return isRead ? nil : sidecar
        }
        let back = try migrate(Array(there.output.utf8), to: "1", carried: CarriedData.Lines(from: reader))
        #expect(back.output == [lines[0], lines[2], lines[3]].joined(separator: "\n"))
    }
}
