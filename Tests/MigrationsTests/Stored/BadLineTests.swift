import Migrations
import Testing
import VersionedCodec

@Suite struct BadLineTests {
    private static func migration(_ options: MigrationOptions = .init()) throws -> LineMigration {
        let plan = try MigrationPlan(
            "p", versionAt: VersionLocation("/v", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "", operations: [.remove("/x", default: 0)])])
        return LineMigration(plan: plan, target: "2", options: options)
    }

    private static func reader(_ text: String) -> LineReader {
        var chunks = [Array(text.utf8)]
        return LineReader { chunks.popLast() }
    }

    @Test(arguments: [
        (
            #"{"v":1"#,
            #"{"line":2,"byteOffset":8,"column":7,"code":"unexpectedEnd","path":"/v","reason":"expected \",\" or \"}\", but the text ends","version":null}"#
        ),
        (
            #"{"v":9}"#,
            #"{"line":2,"byteOffset":8,"column":6,"code":"tooNew","path":"/v","reason":"version 9 is newer than any known one; known versions: 1, 2","version":"9"}"#
        ),
        (
            #"{"v":1}"#,
            #"{"line":2,"byteOffset":8,"column":1,"code":"absent","path":"/x","reason":"there is no member \"x\"","version":"1"}"#
        ),
        (
            #"{"a":1}"#,
            #"{"line":2,"byteOffset":8,"column":1,"code":"missing","path":"/v","reason":"the payload names no version: looked for a version at \"/v\"; known versions: 1, 2; to accept such payloads, declare a default version","version":null}"#
        ),
    ])
    func reportHasWhatAProgramNeeds(line: String, report: String) throws {
        var found: [String] = []
        _ = try Self.migration().run(
            Self.reader("{\"v\":2}\n" + line), write: { _ in }, keepBad: { found.append($0.json.text()) })
        #expect(found == [report])
    }

    @Test func lossesThatAreWhyAreListed() throws {
        var found: [LineMigration.BadLine] = []
        _ = try Self.migration(.init(losses: .fail)).run(
            Self.reader(#"{"v":1,"x":5}"#), write: { _ in }, keepBad: { found.append($0) })
        #expect(found.first?.json.object?["losses"]?.array?.count == 1)
        #expect(found.first?.code == "losses" && found.first?.version == "1")
    }

    @Test func lineSaysHowManyHaveBeenMigratedBefore() throws {
        let bad = #expect(throws: LineMigration.BadLine.self) {
            try Self.migration().run(Self.reader("{\"v\":2}\n\n{\"v\":2}\n7"), write: { _ in })
        }
        #expect(bad?.migratedBefore == 2)
    }

    // MARK: Limits

    @Test(arguments: [
        ("0", 0, false), ("0", 1, true), ("2", 2, false), ("2", 3, true), ("0%", 0, false), ("0%", 1, true),
        ("50%", 5, false), ("50%", 6, true), ("33.3333%", 3, false), ("29.9999%", 3, true), ("100%", 10, false),
    ])
    func limitHoldsForTenDocuments(limit: String, bad: Int, isExceeded: Bool) throws {
        let limit = try #require(LineMigration.BadLineLimit(limit))
        let text = String(repeating: "7\n", count: bad) + String(repeating: "{\"v\":2}\n", count: 10 - bad)
        var (output, kept) = (0, 0)
        do {
            let summary = try Self.migration().run(
                Self.reader(text), write: { output += $0.count { $0 == 10 } }, limit: limit, keepBad: { _ in kept += 1 }
            )
            #expect(!isExceeded && summary.bad == bad && output == 10 - bad)
        } catch let error as LineMigration.TooManyBadLines {
            #expect(isExceeded && error.summary.bad == kept && error.summary.migrated == output)
            // A number ends the run at the line that is one too many; a share is of all.
            #expect(output == (limit.description.hasSuffix("%") ? 10 - bad : 0))
            #expect(
                error.description
                    == "\(kept) of \(kept + output) documents are bad; the limit is \(limit.description)")
        }
    }

    @Test(arguments: [
        "", "%", "-1", "+1", "1.5", "101%", "100.1%", "1.%", ".5%", "1.12345%", "1 %", "x", "99999999999999999999",
    ])
    func otherTextsAreNoLimit(text: String) { #expect(LineMigration.BadLineLimit(text) == nil) }

    // MARK: Waiting

    @Test func linesAreHandedOverBeforeTheNextOneIsWaitedFor() throws {
        var chunks = ["{\"v\":2}\n{\"v\"", ":2}\n", "{\"v\":2}"].map { Array($0.utf8) }
        var log: [String] = []
        let reader = LineReader(
            chunks: {
                log.append("read")
                return chunks.isEmpty ? nil : chunks.removeFirst()
            }, isReady: { chunks.count == 1 })
        _ = try Self.migration().run(reader, write: { log.append(String(decoding: $0, as: UTF8.self)) })
        #expect(log == ["read", "{\"v\":2}\n", "read", "read", "{\"v\":2}\n", "read", "{\"v\":2}"])
    }
}
