import TestSupport
import Testing

@testable import Migrations
@testable import VersionedCodec

/// Large documents, whose records are changed when they are written: what is written is given up, and nothing that is
/// needed later.
@Suite struct DeferringTests {
    /// Records with lists, 2,400 numbers in all, and some members around them.
    private static let payload = payload(records: 60, numbers: 40)
    private static let small = payload(records: 40, numbers: 30)

    private static func payload(records: Int, numbers: Int) -> [UInt8] {
        let numbers = (0..<numbers).map { String($0) }.joined(separator: ",")
        let records = (0..<records).map { number in
            #"{"id": \#(number), "name": "Ann Lee\#(number % 7)", "note": "x/\#(number)", "list": [\#(numbers)], "in": {"deep": true}}"#
        }
        return Array(
            #"{"version": 1, "meta": {"kind": "é"}, "items": [\#(records.joined(separator: ", "))], "end": {"a": [1]}}"#
                .utf8)
    }

    private static let names: JSONOperation = .each("/items", [.rename("/name", to: "title"), .remove("/note")])
    private static let parts: JSONOperation = .each(
        "/items", [.split("/name", into: ["/first", "/last"], separator: " "), .remove("/note")])

    private static let plans: [(name: String, up: [JSONOperation])] = [
        ("each", [names]),
        ("each twice", [names, .each("/items", [.add("/new", value: ["é/"])])]),
        ("split", [parts]),
        (
            "split of what was renamed",
            [names, .each("/items", [.split("/title", into: ["/a", "/b"], separator: " ")])]
        ),
        ("taken away unseen", [names, .remove("/items", default: 1)]),
        ("printed", [names, .printJSON("/items"), .add("/x", value: 1)]),
        ("printed and parsed", [names, .printJSON("/items"), .parseJSON("/items")]),
        ("one printed", [names, .printJSON("/items/3"), .derive("/t", from: "/items", by: .last, .take("/title"))]),
        ("copied", [names, .copy("/items", to: "/all"), .each("/all", [.add("/x", value: 1)])]),
        ("sorted in between", [names, .sort("/items", by: "/title"), .each("/items", [.rename("/title", to: "t")])]),
        ("moved within", [.each("/items", [.move("/note", to: "/in/note"), .copy("/id", to: "/same")])]),
        ("moved afterwards", [names, .move("/items", to: "/data/items"), .rename("/end", to: "last")]),
        (
            "moved between",
            [
                names, .move("/items", to: "/data/items"),
                .inside("/data", [.each("/items", [.rename("/in", to: "out")])]),
            ]
        ),
        ("one taken out", [.move("/items/3/list", to: "/first"), .each("/items", [.rename("/id", to: "number")])]),
        (
            "one taken out later",
            [.each("/items", [.rename("/id", to: "number")]), .move("/items/3/list", to: "/first")]
        ),
        ("one looked at later", [names, .when(.present("/items/0/title"), [.add("/seen", value: true)])]),
        ("nothing but the root", [.rename("/items", to: "records"), .copy("/version", to: "/was")]),
        (
            "everywhere",
            [.everywhere(where: .present("/deep"), [.rename("/deep", to: "deeper"), .add("/é", value: "/")])]
        ),
        (
            "one value",
            [
                .transform("/meta/kind", by: [.addPrefix("k-")]),
                .each("/items", [.transform("/name", by: [.lowercase])]),
            ]
        ),
        ("the whole array", [.inside("/items", [.sort(.root, by: "/name")])]),
    ]

    private static let styles: [WritingStyle?] = [
        nil, .pretty, WritingStyle(indentation: .tabs(1), keyOrder: .sorted, keepsEscapes: true, escapesNonASCII: true),
    ]

    @Test(arguments: plans.indices, styles.indices) func piecesGiveWhatStepsGive(plan: Int, style: Int) throws {
        let (name, up) = Self.plans[plan]
        let migration = try MigrationPlan(
            "large", versionAt: VersionLocation("/version", as: .integer),
            versions: [PlanVersion("1"), PlanVersion("2", style: Self.styles[style])],
            migrations: [Migration(from: "1", to: "2", "change", up: up, down: nil)])
        let payload = Self.payload + (plan % 2 == 0 ? [] : [0x0A])
        let slow = try migration.migrate(JSONDocument(parsing: payload), to: "2")
        let fast = try #require(
            try migration.run(on: payload, to: "2", from: nil, options: .init(), largeFrom: 1 << 12), "\(name)")
        #expect(fast.bytes == slow.bytes, "\(name)")
        #expect(fast.losses == slow.losses && fast.losses.map(\.position) == slow.losses.map(\.position), "\(name)")
        let file = try FileReplacement(of: "/dev/null")
        let report = try DocumentMigration(plan: migration, target: "2").run(payload, into: file)
        #expect(report.losses == slow.losses)
    }

    /// How the plans go back.
    private enum WayBack: CaseIterable {
        case derived
        case nothing
        case none
        case other

        func migration(_ up: [JSONOperation]) -> Migration {
            switch self {
            case .derived: Migration(from: "1", to: "2", "change", operations: up)
            case .nothing: Migration(from: "1", to: "2", "change", up: up, down: [])
            case .none: Migration(from: "1", to: "2", "change", up: up, down: nil)
            case .other:
                Migration(
                    from: "1", to: "2", "change", up: up,
                    down: [
                        .each(
                            "/items", [.remove("/id", ifAbsent: .skip), .rename("/in", to: "out", ifAbsent: .skip)],
                            ifAbsent: .skip)
                    ])
            }
        }
    }

    /// Losses are judged child by child, and are those of a document that is judged as a whole.
    @Test(arguments: plans.indices) func childrenLoseWhatDocumentsLose(plan: Int) throws {
        for wayBack in Cases.areAll ? WayBack.allCases : [WayBack.allCases[plan % WayBack.allCases.count]] {
            try childrenLoseWhatDocumentsLose(Self.plans[plan], wayBack)
        }
    }

    private func childrenLoseWhatDocumentsLose(_ plan: (String, [JSONOperation]), _ wayBack: WayBack) throws {
        let (name, up) = plan
        let migration: MigrationPlan
        do {
            migration = try MigrationPlan(
                "large", versionAt: VersionLocation("/version", as: .integer),
                versions: [PlanVersion("1"), PlanVersion("2")],
                migrations: [wayBack.migration(up)])
        } catch {
            return  // It has no reverse.
        }
        for payload in [Self.payload, Self.small + [0x0A]] {
            let slow = try migration.migrate(JSONDocument(parsing: payload), to: "2")
            for largeFrom in [1 << 12, 1 << 8, 0] {
                let fast = try #require(
                    try migration.run(on: payload, to: "2", from: nil, options: .init(), largeFrom: largeFrom),
                    "\(name)")
                #expect(fast.bytes == slow.bytes, "\(name)")
                #expect(fast.losses == slow.losses, "\(name) \(largeFrom)")
                #expect(fast.losses.map(\.position) == slow.losses.map(\.position), "\(name) \(largeFrom)")
            }
        }
    }

    /// Operations of one value.
    private static let wholeValueOperations: [(name: String, operation: JSONOperation)] = [
        ("wrap", .wrap("/id")),
        ("transform", .transform("/name", by: [.addPrefix("x-")])),
        ("renameKeys", .renameKeys("/in", by: [.addPrefix("x-")])),
        ("calculate", .calculate("/id", .multiply(JSONNumber(10)))),
        ("printJSON", .printJSON("/in")),
        ("group", .group("/list", size: 2)),
        ("split", .split("/name", into: ["/first", "/last"], separator: " ")),
        ("sort", .sort("/list")),
        ("requireUnique", .requireUnique("/list")),
        ("inside", .inside("/in", [.transform("/deep", by: [.lowercase], ifWrongKind: .skip)])),
        ("each", .each("/list", [.calculate("", .plus(JSONNumber(1)))])),
        ("everywhere", .everywhere(in: "/in", where: .present("/deep"), [.remove("/deep")])),
    ]

    /// Losses of the scope itself, before, between and behind operations that may be deferred and lose nothing.
    @Test(arguments: wholeValueOperations.indices, 0..<3) func lossesBesideWholeValueOperations(
        number: Int, order: Int
    ) throws {
        let (name, operation) = Self.wholeValueOperations[number]
        let note: JSONOperation = .remove("/note")
        let up: [JSONOperation] = [
            [operation, note], [note, operation], [.rename("/note", to: "mark"), operation, .remove("/mark")],
        ][order]
        let migration = try MigrationPlan(
            "large", versionAt: VersionLocation("/version", as: .integer),
            versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "change", up: [.each("/items", up)], down: nil)])
        let slow = try migration.migrate(JSONDocument(parsing: Self.small), to: "2")
        let fast = try #require(
            try migration.run(on: Self.small, to: "2", from: nil, options: .init(), largeFrom: 1 << 10), "\(name)")
        #expect(slow.losses.count >= 40, "\(name)")
        #expect(fast.bytes == slow.bytes, "\(name)")
        #expect(fast.losses == slow.losses && fast.losses.map(\.position) == slow.losses.map(\.position), "\(name)")
    }

    /// What was recorded of a child that a later operation has looked into is not forgotten.
    @Test(arguments: [
        JSONOperation.copy("/items/2", to: "/third"), .derive("/last", from: "/items", by: .last),
        .copy("/items", to: "/all"), .derive("/count", from: "/items", by: .count),
    ])
    func lossesOfChildrenLookedAtLater(look: JSONOperation) throws {
        let records = (0..<300).map { #"{"id":\#($0),"name":" a \#($0)"}"# }
        let document = #"{"version":1,"items":[\#(records.joined(separator: ","))]}"#
        let up = [JSONOperation.each("/items", [.transform("/name", by: [.trim])]), look]
        let migration = try MigrationPlan(
            "large", versionAt: VersionLocation("/version", as: .integer),
            versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "change", up: up, down: nil)])
        let slow = try migration.migrate(JSONDocument(parsing: document), to: "2")
        let fast = try #require(
            try migration.run(
                on: Array(document.utf8), to: "2", from: nil, options: .init(), largeFrom: 1 << 10))
        #expect(slow.losses.count == 300)
        #expect(fast.bytes == slow.bytes)
        #expect(fast.losses == slow.losses)
    }

    /// The same through the public call, with a document over the size from which work is deferred.
    @Test func losesWithinDocumentsOfMoreThanAMebibyte() throws {
        let records = (0..<4_000).map { #"{"a": \#($0), "b": "\#(String(repeating: "x", count: 300))"}"# }
        let document = Array(#"{"version": 1, "items": [\#(records.joined(separator: ","))]}"#.utf8)
        #expect(document.count > 1 << 20)
        let migration = try MigrationPlan(
            "large", versionAt: VersionLocation("/version", as: .integer),
            versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [
                Migration(from: "1", to: "2", "change", up: [.each("/items", [.wrap("/a"), .remove("/b")])], down: nil)
            ])
        let result = try migration.migrate(document, to: "2")
        #expect(result.losses.count == 4_000)
        #expect(result.losses.last?.path == "/items/3999/b")
        #expect(result.text.hasSuffix(#"{"a": [3999]}]}"#))
    }

    // MARK: Failures

    /// The operation that fails first without waiting is the one of the error.
    @Test(
        arguments: [
            // The last record fails the first operation, an early one the second.
            ("the other operation", [.each("/items", [.rename("/b", to: "x")]), .each("/items", [.remove("/a")])]),
            ("the same", [.each("/items", [.remove("/a"), .rename("/b", to: "x")])]),
            ("a list within", [.each("/items", [.each("/list", [.remove("/c")]), .remove("/a")])]),
            ("a list before", [.each("/items", [.each("/list", [.remove("/c")])]), .each("/items", [.remove("/a")])]),
            ("the root", [.each("/items", [.rename("/b", to: "x")]), .remove("/nothing")]),
            (
                "the root, and what moved",
                [
                    .move("/items", to: "/data/items"), .each("/data/items", [.rename("/b", to: "x")]),
                    .remove("/nothing"),
                ]
            ),
            ("what is looked at", [.each("/items", [.rename("/b", to: "x")]), .sort("/items", by: "/nothing")]),
            ("everywhere", [.everywhere(in: "/items", where: .present("/ok"), [.remove("/a")])]),
            ("nothing that waits", [.each("/items", [.rename("/ok", to: "fine")]), .remove("/nothing")]),
        ] as [(String, [JSONOperation])], [0, 1 << 9])
    func theFirstFailureIsReported(plan: (name: String, up: [JSONOperation]), largeFrom: Int) throws {
        let records = (0..<60).map { number in
            let a = number == 3 ? "" : #""a":1,"#
            let b = number == 58 ? "" : #""b":1,"#
            let c = (0..<20).map { number == 40 && $0 == 17 ? "{}" : #"{"c":\#($0)}"# }.joined(separator: ",")
            return "  {\(a)\(b)\"ok\":1,\"list\":[\(c)]}"
        }
        let payload = Array("{\"version\":1,\"items\":[\n\(records.joined(separator: ",\n"))]}".utf8)
        for hasWayBack in [true, false] {
            let migration = try MigrationPlan(
                "large", versionAt: VersionLocation("/version", as: .integer),
                versions: [PlanVersion("1"), PlanVersion("2")],
                migrations: [
                    Migration(from: "1", to: "2", "change", up: plan.up, down: hasWayBack ? [] : nil)
                ])
            let whole = #expect(throws: MigrationError.self) {
                try migration.migrate(JSONDocument(parsing: payload), to: "2")
            }
            let large = #expect(throws: MigrationError.self) {
                try migration.run(on: payload, to: "2", from: nil, options: .init(), largeFrom: largeFrom)
            }
            #expect(large.map { "\($0)" } == whole.map { "\($0)" }, "\(plan.name)")
        }
    }
}
