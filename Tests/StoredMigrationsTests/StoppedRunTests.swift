import Foundation
import Migrations
import StoredMigrations
import Synchronization
import TestSupport
import Testing
import VersionedCodec

/// Runs that are stopped at each change of the disk, with and without a power failure: each document is its old or
/// its new bytes, and the same run begun again gives what a run without a stop gives, and lists the same losses.
///
/// `STORED_MIGRATIONS_STATES` says how many states there are at most for each kind of run. By hand there are more
/// files, so that there are enough to lose: 2,500 for each kind are more than 10,000 in all, in half a minute. They are
/// printed, and `.ci/run` runs them.
@Suite struct StoppedRunTests {
    static let mostStates = Int(ProcessInfo.processInfo.environment["STORED_MIGRATIONS_STATES"] ?? "") ?? 120

    static let isByHand = ProcessInfo.processInfo.environment["STORED_MIGRATIONS_STATES"] != nil

    struct Kind: CustomTestStringConvertible {
        let testDescription: String
        let options: StoredMigration.Options
        /// Whether the documents do not say their version, and to migrate one twice would spoil it.
        let isUntold: Bool

        init(_ description: String, isUntold: Bool = false, _ change: (inout StoredMigration.Options) -> Void) {
            (testDescription, self.isUntold) = (description, isUntold)
            var options = StoredMigration.Options()
            options.destination = .inPlace
            options.jobs = 1
            options.recordsLosses = true
            change(&options)
            self.options = options
        }
    }

    static let kinds = [
        Kind("in place, each") { $0.synchronization = .each },
        Kind("in place, batch") { $0.synchronization = .batch },
        Kind("in place, none") { $0.synchronization = .none },
        Kind("with a backup and quarantine") {
            ($0.backup, $0.quarantine, $0.synchronization) = ("kept", "bad", .batch)
        },
        Kind("with a backup, each") { ($0.backup, $0.synchronization) = ("kept", .each) },
        Kind("versions not told, batch", isUntold: true) { $0.synchronization = .batch },
        Kind("versions not told, each, with a backup", isUntold: true) {
            ($0.backup, $0.synchronization) = ("kept", .each)
        },
        Kind("lines in parts") {
            ($0.linePartSize, $0.checkpointInterval, $0.quarantine) = (20, 20, "bad")
        },
        Kind("lines in parts, none") {
            ($0.linePartSize, $0.checkpointInterval, $0.synchronization) = (20, 20, .none)
        },
        Kind("lines in parts, into another folder") {
            ($0.linePartSize, $0.checkpointInterval, $0.destination) = (20, 20, .folder("out"))
        },
        Kind("into another folder") { ($0.destination, $0.synchronization) = (.folder("out"), .batch) },
    ]

    static let files = isByHand ? fewFiles.merging(moreFiles) { few, _ in few } : fewFiles

    private static let moreFiles = Dictionary(
        uniqueKeysWithValues: (1...3).flatMap { number in
            [
                ("o/f\(number)/a.json", #"{"version": 1, "total": \#(number)}"#),
                ("o/f\(number)/b.json", #"{"version": 1, "total": \#(number), "note": "y"}"#),
                ("o/f\(number)/bad.json", "{"), ("o/f\(number)/new.json", #"{"version": 2, "price": 2}"#),
                (
                    "o/f\(number)/l.ndjson",
                    (0..<6).map { $0 == 2 ? "bad\n" : "{\"version\": 1, \"total\": \($0), \"note\": \($0)}\n" }
                        .joined()
                ),
            ]
        })

    /// How many states there were of all kinds so far.
    private static let statesInAll = Mutex(0)

    private static let fewFiles = [
        "o/a.json": #"{"version": 1, "total": 1}"#, "o/b.json": #"{"version": 2, "price": 2}"#,
        "o/c/d.json": #"{"version": 1, "total": 3, "note": "x"}"#, "o/c/bad.json": "{",
        "o/e.ndjson":
            "{\"version\": 1, \"total\": 4, \"note\": 7}\nbad\n{\"version\": 1, \"total\": 5, \"note\": 8}\n",
        "o/z.json": #"{"version": 1, "total": 6}"#,
    ]

    /// Runs, and returns the losses file.
    private func run(_ kind: Kind, on disk: SimulatedDisk) throws -> [String] {
        var list = LossList()
        let plan = try kind.isUntold ? Orders.planOfUntold() : Orders.plan()
        let summary = try StoredMigration(
            plan: plan, to: "2", from: kind.isUntold ? "1" : nil, options: kind.options
        )
        .run(DocumentSelection(["o"]), in: SimulatedFileSystem(disk: disk)) { try list.add($0) }
        #expect(summary.bad > 0 && list.isComplete)
        return list.lines
    }

    /// All files but the journal, which has its own past.
    private func files(_ disk: SimulatedDisk) -> [String: String] {
        disk.files.filter { !$0.key.hasSuffix(".journal") }
    }

    @Test(arguments: kinds) func runBegunAgainGivesWhatOneWithoutAStopGives(kind: Kind) throws {
        let whole = SimulatedDisk(files: Self.files)
        let listed = try run(kind, on: whole)
        #expect(listed.count >= 3)
        let wanted = files(whole)
        #expect(wanted.keys.allSatisfy { !$0.contains(".tmp") })
        var seen: Set<[String: String]> = []
        var states = 0
        var random = SplitMix(seed: 7)
        let end = whole.changes.count
        let mostAtOne = max(1, Self.mostStates / (end + 1))
        for stop in 0...end {
            let losses = Self.losses(
                kind.options.synchronization == .none ? [] : whole.unsynchronized(before: stop), most: mostAtOne,
                &random)
            for lost in losses {
                states += 1
                let torn = Set(lost.filter { _ in random.next() % 3 == 0 })
                let disk = SimulatedDisk(whole.state(after: stop, losing: lost, torn: torn))
                guard seen.insert(disk.files).inserted else { continue }
                let place: Comment = "stopped at \(stop) of \(end), \(lost) lost, \(torn) torn"
                try expectOldOrNew(disk, wanted, place)
                #expect(try run(kind, on: disk) == listed, place)
                #expect(files(disk) == wanted, place)
            }
        }
        if Self.isByHand {
            let all = Self.statesInAll.withLock { all in
                all += states
                return all
            }
            print(
                "\(kind.testDescription): \(end) changes, \(states) states, \(seen.count) different ones; \(all) in all"
            )
        }
    }

    @Test(arguments: kinds) func runsThatAreStoppedAgainAndAgainConverge(kind: Kind) throws {
        let whole = SimulatedDisk(files: Self.files)
        let listed = try run(kind, on: whole)
        let wanted = files(whole)
        var random = SplitMix(seed: 11)
        for _ in 0..<max(10, Self.mostStates / 20) {
            var disk = SimulatedDisk(files: Self.files)
            for _ in 0..<20 {
                disk.stop = 1 + Int(random.next() % 12)
                // It ends with the stop, or comes to its end.
                if (try? run(kind, on: disk)) != nil { break }
                let stop = disk.changes.count
                let unsynchronized = kind.options.synchronization == .none ? [] : disk.unsynchronized(before: stop)
                let lost = Set(unsynchronized.filter { _ in random.next() % 2 == 0 })
                disk = SimulatedDisk(disk.state(after: stop, losing: lost))
                try expectOldOrNew(disk, wanted, "\(lost) lost")
            }
            disk.stop = .max
            #expect(try run(kind, on: disk) == listed)
            #expect(files(disk) == wanted)
        }
    }

    @Test func undoingThatIsStoppedIsEndedByTheNext() throws {
        let kind = Self.kinds[4]
        let run = SimulatedDisk(files: Self.files)
        _ = try self.run(kind, on: run)
        let migrated = run.files
        let migration = StoredMigration(plan: try Orders.plan(), to: "2", options: kind.options)
        let whole = SimulatedDisk(run.state)
        _ = try migration.undo("o.to-2.journal", in: SimulatedFileSystem(disk: whole)) { _ in }
        for stop in 0...whole.changes.count {
            for lost in [[]] + whole.unsynchronized(before: stop).map({ [$0] }) {
                let disk = SimulatedDisk(whole.state(after: stop, losing: Set(lost)))
                for (path, text) in Self.files {
                    #expect(disk.files[path] == text || disk.files[path] == migrated[path], "\(stop), \(lost) lost")
                }
                _ = try migration.undo("o.to-2.journal", in: SimulatedFileSystem(disk: disk)) { _ in }
                let documents = disk.files.filter { $0.key.hasPrefix("o/") }
                #expect(documents == Self.files, "\(stop), \(lost) lost")
            }
        }
    }

    /// Each document is as it was, or as it is to be; what is in other folders is whole.
    private func expectOldOrNew(_ disk: SimulatedDisk, _ wanted: [String: String], _ place: Comment) throws {
        let files = files(disk)
        for (path, text) in Self.files { #expect(files[path] == text || files[path] == wanted[path], place) }
        for (path, text) in files where !path.contains(".tmp") && Self.files[path] == nil {
            #expect(wanted[path] == text, place)
        }
    }

    /// Which of the changes are lost: none, each set of up to three of them, and sets of any size, as many as are
    /// asked for.
    private static func losses(_ changes: [Int], most: Int, _ random: inout SplitMix) -> [Set<Int>] {
        var all: [Set<Int>] = [[]]
        for first in changes.indices {
            all.append([changes[first]])
            for second in changes.indices.dropFirst(first + 1) {
                all.append([changes[first], changes[second]])
                for third in changes.indices.dropFirst(second + 1) {
                    all.append([changes[first], changes[second], changes[third]])
                }
            }
        }
        if changes.count > 3 {
            for _ in 0..<most / 4 { all.append(Set(changes.filter { _ in random.next() % 2 == 0 })) }
        }
        guard all.count > most else { return all }
        // Nothing lost is always one of them; the others are drawn.
        return [[]] + (1..<max(2, most)).map { _ in all[Int(random.next() % UInt64(all.count))] }
    }
}

/// A plan that is small enough to see through.
enum Orders {
    static let planText = """
        {"planFormat": 1, "name": "order", "version": {"at": "/version", "as": "integer"},
         "versions": [{"version": "1"}, {"version": "2"}],
         "migrations": [{"from": "1", "to": "2", "summary": "The total is called price", "operations": [
           {"op": "rename", "path": "/total", "to": "price"}, {"op": "remove", "path": "/note", "ifAbsent": "skip"}]}]}
        """

    private static let made = Result { try MigrationPlan(planFile: planText) }
    private static let madeOfUntold = Result {
        try MigrationPlan(
            "order", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [
                Migration(
                    from: "1", to: "2", "The version is a list",
                    operations: [.wrap("/version"), .remove("/note", ifAbsent: .skip)])
            ])
    }

    static func planOfUntold() throws -> MigrationPlan { try madeOfUntold.get() }

    static func plan() throws -> MigrationPlan { try made.get() }
}
