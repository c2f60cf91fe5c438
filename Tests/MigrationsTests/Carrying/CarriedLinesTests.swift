import Foundation
import TestSupport
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
        _ text: [UInt8], to target: String, carried: CarriedData.Lines, size: Int = .max
    ) throws -> (output: String, bad: [Int]) {
        var rest = text[...]
        let reader = LineReader {
            defer { rest = rest.dropFirst(size) }
            return rest.isEmpty ? nil : Array(rest.prefix(size))
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

    /// Without a place beside the documents, they carry their data themselves.
    @Test func linesWithoutASidecarCarryInTheirMember() throws {
        var options = MigrationOptions(losses: .carry)
        options.carrying.isSidecar = true
        var (chunks, output) = ([Array(#"{"v":1,"note":"n"}"#.utf8)], [UInt8]())
        let reader = LineReader { chunks.popLast() }
        _ = try LineMigration(plan: plan.get(), target: "2", options: options).run(reader, write: { output += $0 })
        #expect(String(decoding: output, as: UTF8.self).hasPrefix(#"{"v":2,"x-carried-data":{"#))
    }

    /// A document that is written into a file has its data in the report.
    @Test func documentInAFileHasItsSidecarInTheReport() throws {
        var options = MigrationOptions(losses: .carry)
        options.carrying.isSidecar = true
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json").path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try FileReplacement(of: path)
        let report = try DocumentMigration(plan: plan.get(), target: "2", options: options)
            .run(Array(#"{"v":1,"note":"n"}"#.utf8), into: file)
        try file.commit()
        #expect(report.losses.isEmpty && report.carriedLosses.map(\.path) == ["/note"])
        let new = try String(contentsOfFile: path, encoding: .utf8)
        #expect(new == #"{"v":2}"#)
        var back = MigrationOptions()
        back.carrying.given = report.carried
        #expect(try plan.get().migrate(new, to: "1", options: back).text == #"{"v":1,"note":"n"}"#)
        // Data that is dropped is reported, whatever the document is given as.
        back.carrying.isDropped = true
        #expect(try plan.get().migrate(new, to: "2", options: back).outdatedCarried == ["/note"])
        let document = try JSONDocument(parsing: new)
        #expect(try plan.get().migrate(document, to: "2", options: back).outdatedCarried == ["/note"])
    }

    /// Takes lines to version 2, changes them, and takes them back.
    private func back(
        _ lines: [String], size: Int = .max, _ change: ([String]) -> [String],
        sidecar changeSidecar: ([String]) -> [String] = { $0 }
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
        let back = try migrate(Array(changed.joined(separator: "\n").utf8), to: "1", carried: carried, size: size)
        return (back.output.split(separator: "\n").map(String.init), carried, back.bad)
    }

    private static let lines = (0..<8).map { #"{"v":1,"id":\#($0),"kind":"k","note":"n\#($0)"}"# }

    /// Lines that have moved keep their values, and get nothing of others.
    @Test func linesThatHaveMovedGetTheirOwn() throws {
        let new = #"{"v":1,"id":99,"kind":"x"}"#
        let other = new.replacing(#""v":1"#, with: #""v":2"#)
        let cases: [([String]) -> (there: [String], home: [String], unrestored: [Int])] = [
            { ($0, Self.lines, []) },
            { (Array($0.dropFirst()), Array(Self.lines.dropFirst()), [1]) },
            { ($0.reversed(), Self.lines.reversed(), []) },
            { ([other] + $0.dropFirst(), [new] + Self.lines.dropFirst(), [1]) },
            { ($0.prefix(3) + [other] + $0.dropFirst(3), Self.lines.prefix(3) + [new] + Self.lines.dropFirst(3), []) },
        ]
        for change in cases {
            var expected: (there: [String], home: [String], unrestored: [Int]) = ([], [], [])
            let (output, carried, _) = try back(Self.lines) {
                expected = change($0)
                return expected.there
            }
            #expect(output == expected.home && carried.unrestored == expected.unrestored)
        }
    }

    /// Lines that mean the same and are written in other ways.
    @Test(arguments: [
        [#"{"v":1, "a":1}"#, #"{"v":1,"a":1,"note":8}"#, #"{"v":1, "a":1, "note":9}"#],
        [#"{"v":1,"a":1,"b":2}"#, #"{"v":1,"a":1,"b":2,"note":8}"#, #"{"v":1,"b":2,"a":1,"note":9}"#],
    ])
    func linesThatMeanTheSameGetTheirOwn(_ lines: [String]) throws {
        let (output, carried, _) = try back(lines) { $0 }
        #expect(output == lines && carried.unrestored.isEmpty)
    }

    /// The member that distinguishes a line is one that all lines have, if there is one.
    @Test func newLineGetsNothingOfTheNextOne() throws {
        let lines = [#"{"v":1,"a":0,"b":0,"id":"i0","note":7}"#, #"{"v":1,"a":0,"d":0,"id":"i1"}"#]
        let new = #"{"v":1,"a":0,"b":0,"id":"new"}"#
        let (output, carried, _) = try back(lines) { [new.replacing(#""v":1"#, with: #""v":2"#)] + $0 }
        #expect(output == [new] + lines && carried.unrestored.isEmpty)
    }

    /// A line that carries nothing is not taken for an edited one that does.
    @Test func lineWithoutLossesGetsNothing() throws {
        let lines = [#"{"v":1,"id":3,"t":"b","k":"x"}"#, #"{"v":1,"id":4,"t":"b","k":"x","note":"of 4"}"#]
        let (output, carried, _) = try back(lines) { [$0[1].replacing("x", with: "y"), $0[0]] }
        #expect(output == [#"{"v":1,"id":4,"t":"b","k":"y"}"#, lines[0]])
        #expect(carried.unrestored == [2])
    }

    /// Random lines, some of which carry a value, edited at random: no line gets a value of another one, and all that
    /// were not edited get theirs.
    @Test(arguments: 0..<4) func linesGetTheirOwn(seed: UInt64) throws {
        var random = SeededRandom(state: seed &+ 71)
        func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
        var edited = 0
        for _ in 0..<Cases.some(of: 160) {
            func line(_ id: Int) -> String { #"{"v":1,"id":\#(id),"t":\#(below(3)),"k":"\#(below(2))"}"# }
            var lines: [String] = []
            for id in 0..<below(600) + 1 {
                let hasNote = below(3) == 0
                lines.append(line(id).replacing("}", with: hasNote ? #","note":"n\#(id)"}"# : "}"))
            }
            var changed: Set<String> = []
            func id(_ line: String) -> String { String(line.prefix { $0 != "t" }.drop { $0 != "i" }) }
            let (output, carried, _) = try back(lines) { lines in
                var lines = lines
                for number in 0..<below(6) {
                    if lines.isEmpty { break }
                    let place = below(lines.count)
                    switch below(4) {
                    case 0: lines.remove(at: place)
                    case 1: lines.insert(line(9000 + number).replacing(#""v":1"#, with: #""v":2"#), at: place)
                    case 2: lines.swapAt(place, min(lines.count - 1, place + below(100)))
                    default:
                        lines[place] = lines[place].replacing(#""t":"#, with: #""t":7"#)
                        changed.insert(id(lines[place]))
                    }
                }
                return lines
            }
            var count = 0
            let own = Dictionary(uniqueKeysWithValues: lines.map { (id($0), $0) })
            for line in output {
                let wanted = own[id(line)]
                if line.contains("note") {
                    count += 1
                    #expect(wanted?.split(separator: "note").last == line.split(separator: "note").last, "\(line)")
                    if changed.contains(id(line)) { edited += 1 }
                }
                if let wanted, !changed.contains(id(line)) { #expect(line == wanted) }
            }
            #expect(count + carried.unrestoredCount == lines.count { $0.contains("note") })
        }
        #expect(edited > 0)
    }

    /// An edited copy of a line gets nothing while the line itself comes later, in whatever parts lines are read.
    @Test(arguments: [1, 7, 1000]) func copyOfALineGetsNothing(size: Int) throws {
        let lines = Self.lines + (8..<600).map { #"{"v":1,"id":\#($0),"kind":"k"}"# }
        for place in [0, 4, 7] {
            let (output, carried, _) = try back(lines, size: size) { there in
                let copy = there[place].replacing("}", with: #","more":1}"#)
                return Array(there[..<place]) + [copy] + there[place...]
            }
            let copy = lines[place].replacing(#","note":"n\#(place)""#, with: #","more":1"#)
            #expect(output == Array(lines[..<place]) + [copy] + lines[place...])
            #expect(carried.unrestoredCount == 0)
        }
        // Without the line itself, it is the line.
        let (output, _, _) = try back(lines, size: size) { there in
            there.map { $0.replacing(#""id":4,"kind":"k"}"#, with: #""id":4,"kind":"k","more":1}"#) }
        }
        #expect(output[4] == lines[4].replacing(#","note""#, with: #","more":1,"note""#))
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
