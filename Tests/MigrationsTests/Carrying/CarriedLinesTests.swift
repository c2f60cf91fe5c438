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

    /// Takes lines to version 2, changes them, and takes them back.
    private func back(
        _ lines: [String], _ change: ([String]) -> [String], sidecar changeSidecar: ([String]) -> [String] = { $0 }
    ) throws -> (output: [String], carried: CarriedData.Lines, bad: [Int]) {
        var sidecar: [UInt8] = []
        let there = try migrate(
            Array(lines.joined(separator: "\n").utf8), to: "2", carried: CarriedData.Lines(to: { sidecar += $0 }))
        let records = changeSidecar(String(decoding: sidecar, as: UTF8.self).split(separator: "\n").map(String.init))
        var isRead = false
        let reader = LineReader {
            defer { isRead = true }
            return isRead ? nil : Array(records.joined(separator: "\n").utf8)
        }
        let carried = CarriedData.Lines(from: reader)
        let changed = change(there.output.split(separator: "\n").map(String.init))
        let back = try migrate(Array(changed.joined(separator: "\n").utf8), to: "1", carried: carried)
        return (back.output.split(separator: "\n").map(String.init), carried, back.bad)
    }

    private static let lines = (0..<8).map { #"{"v":1,"id":\#($0),"kind":"k","note":"n\#($0)"}"# }

    /// A line that has moved, or that another one has replaced, gets nothing of others.
    @Test func linesThatHaveMovedGetNothingOfOthers() throws {
        for change: ([String]) -> [String] in [
            { Array($0.dropFirst()) }, { $0.reversed() }, { [$0[0]] + $0 },
            { [#"{"v":2,"id":99,"kind":"x"}"#] + $0.dropFirst() },
        ] {
            let (output, carried, _) = try back(Self.lines, change)
            for line in output where line.contains("note") { #expect(Self.lines.contains(line), "\(line)") }
            #expect(carried.unrestoredCount > 0)
            #expect(carried.unrestored.count == carried.unrestoredCount)
        }
        let (output, carried, _) = try back(Self.lines) { $0 }
        #expect(output == Self.lines && carried.unrestoredCount == 0)
    }

    @Test func linesThatWereEditedALittleAreRestored() throws {
        let lines = [#"{"v":1,"id":1,"kind":"k","size":3,"note":"a"}"#, #"{"v":1,"total":1,"note":"b"}"#]
        let (output, carried, _) = try back(lines) { lines in
            [lines[0].replacing("3", with: "4"), lines[1].replacing("\"total\":1", with: "\"total\":2")]
        }
        #expect(output == [lines[0].replacing("3", with: "4"), #"{"v":1,"total":2}"#])
        #expect(carried.unrestored == [2])
    }

    @Test func recordsThatAreNotUsedAreTold() throws {
        let (output, carried, _) = try back(Self.lines) { Array($0.prefix(2)) }
        #expect(output == Array(Self.lines.prefix(2)))
        #expect(carried.unrestored == [3, 4, 5, 6, 7, 8])
        #expect(throws: MigrationError.self) { try back(Self.lines, { $0 }, sidecar: { $0.reversed() }) }
    }

    /// Records of an earlier version of the library have no fingerprints of their documents.
    @Test func recordsWithoutFingerprintsGoByTheirLine() throws {
        let (output, carried, _) = try back(Self.lines, { $0 }) { records in
            records.map { record in
                guard var root = try? JSONDocument(parsing: record).root else { return "" }
                _ = root.object?.removeValue(forKey: "of")
                _ = root.object?.removeValue(forKey: "members")
                return root.text()
            }
        }
        #expect(output == Self.lines && carried.unrestoredCount == 0)
    }
}
