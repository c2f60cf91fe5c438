import Foundation
import Migrations
import Testing
import VersionedCodec

/// Every public entry point of Migrations, used from outside.
@Suite struct MigrationsAsAStrangerTests {
    private static let operations: [JSONOperation] = [
        .rename("/a", to: "o", ifAbsent: .skip, ifExists: .error),
        .move("/a", to: "/x/y", keepingEmptyParents: false, ifAbsent: .skip, ifWrongKind: .skip, ifExists: .skip),
        .copy("/b", to: "/c", ifAbsent: .skip, ifWrongKind: .skip, ifExists: .overwrite),
        .remove("/d", default: 1, reason: "why", ifAbsent: .skip),
        .remove("/d", derivedFrom: "/b", by: .trim, reason: "why", ifAbsent: .skip),
        .add("/e", value: 1, before: "b", ifAbsent: .skip, ifExists: .skip),
        .set("/e", to: 2, from: 1, ifAbsent: .skip),
        .mapValues("/e", [(2, "two")], fallback: "other", reverseFallback: 0, ifUnknown: .skip, ifAbsent: .skip),
        .convert("/e", from: .string, to: .number, ifAbsent: .skip, ifWrongKind: .skip),
        .derive("/f", from: "/e", by: .lowercase, ifAbsent: .skip, ifWrongKind: .skip, ifExists: .skip),
        .transform("/e", by: [.addPrefix("x")], back: [.dropPrefix("x")], ifAbsent: .skip, ifWrongKind: .skip),
        .split("/e", into: ["/g", "/h"], separator: " ", extraParts: .first, ifAbsent: .skip, ifWrongKind: .skip),
        .join(["/g", "/h"], into: "/e", separator: " ", extraParts: .last, ifAbsent: .skip, ifWrongKind: .skip),
        .drop([.null, .emptyArray], in: "", members: nil, deep: true, ifAbsent: .skip, ifWrongKind: .skip),
        .sort("/l", by: "/k", comparing: .caseInsensitive, descending: true, ifAbsent: .skip, ifWrongKind: .skip),
        .requireUnique("/l", by: "/k", comparing: .bytes, ifAbsent: .skip, ifWrongKind: .skip),
        .wrap("/l", ifMany: .first, ifEmpty: .null, ifAbsent: .skip),
        .unwrap("/l", ifMany: .first, ifEmpty: .remove, ifAbsent: .skip, ifWrongKind: .skip),
        .objectToArray("/l", id: "k", value: "v", idAs: .string, ifAbsent: .skip, ifWrongKind: .skip),
        .arrayToObject("/l", id: "k", value: "v", idAs: .string, ifAbsent: .skip, ifWrongKind: .skip, ifExists: .skip),
        .when(.at("/kind", equals: "odd"), [.refuse("no odd ones")], otherwise: [], reverseIf: .absent("/kind")),
        .inside("/l", [.drop([.null], in: "", ifWrongKind: .skip)], ifAbsent: .skip, ifWrongKind: .skip),
        .each("/l", [.drop([.null], in: "", ifWrongKind: .skip)], ifAbsent: .skip, ifWrongKind: .skip),
        .each([.drop([.null], in: "", ifWrongKind: .skip)], ifWrongKind: .skip),
    ]

    private static func plan() throws -> MigrationPlan {
        try MigrationPlan(
            "stranger", versionAt: VersionLocation("/version", as: .integer, legacy: "1"),
            versions: [PlanVersion("1", isMarked: false), PlanVersion("2", style: .compact), PlanVersion("3")],
            migrations: [
                Migration(from: "1", to: "2", "all of them", operations: operations),
                Migration(from: "2", to: "3", "halves", up: [.remove("/b")], down: []),
            ])
    }

    @Test func payloadsInJSON5AreMigratedToJSON() throws {
        let plan = try MigrationPlan(
            "p", versionAt: VersionLocation("/version", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "", operations: [.rename("/a", to: "b")])])
        var options = MigrationOptions()
        options.parsing.tolerances = .json5
        #expect(
            try plan.migrate("{version: 1, a: 'x',}", to: "2", options: options).text == #"{"version": 2, "b": "x"}"#)
        let error = #expect(throws: MigrationError.self) {
            try plan.migrate("{version: 1, a: NaN}", to: "2", options: options)
        }
        #expect(error?.code == .noJSON)
        #expect(error?.description == #"line 1, column 17, at "/b": no JSON can say NaN"#)
    }

    @Test func operationsSayWhatTheyAre() {
        for operation in Self.operations {
            #expect(!operation.name.isEmpty && !operation.description.isEmpty)
            #expect(operation.json["op"] == .string(operation.name))
            #expect(LossClass.allCases.contains(operation.lossClass))
            #expect(operation.reversed != nil)
            #expect(operation.inner.count <= 1)
        }
    }

    @Test func planMigratesExplainsAndIsAFile() throws {
        let plan = try Self.plan()
        #expect(plan.name == "stranger" && plan.location?.pointer == "/version" && plan.labels == ["1", "2", "3"])
        #expect(plan.migrations[0].summary == "all of them" && plan.migrations[0].from == "1")
        #expect(plan.versions.map(\.isMarked) == [false, true, true] && plan["2"]?.style == .compact)
        let file = try #require(plan.planFile)
        #expect(try MigrationPlan(planFile: file.bytes()) == plan)
        #expect(try MigrationPlan(planFile: Data(file.bytes())) == plan)
        #expect(try MigrationPlan(planFile: JSONDocument(parsing: file.text())) == plan)
        #expect(PlanFile.format == 2)
        let path = try plan.path(from: "1", to: "3")
        #expect(path.from == "1" && path.to == "3" && path.lossClass == .captures)
        #expect(path.steps.map(\.name) == ["1 → 2", "2 → 3"] && path.steps[1].lossClass == .captures)
        #expect(path.steps[1].from == "2" && path.steps[1].to == "3" && path.steps[1].operations.count == 1)
        #expect(try plan.explanation(from: "1", to: "2").hasPrefix("stranger: 1 → 2 (captures)\n"))
        #expect(try plan.detector.detect(in: JSONDocument(parsing: "{}")).label == "1")
    }

    @Test func payloadsOfEachKindAreMigrated() throws {
        let plan = try Self.plan()
        let payload = #"{"b": 1}"#
        var options = MigrationOptions(style: .keep, losses: .report)
        options.isOneLine = true
        options.parsing = JSONParsingOptions(maximumDepth: 9)
        let results = [
            try plan.migrate(payload, to: "3", options: options),
            try plan.migrate(Data(payload.utf8), to: "3", from: "1"),
            try plan.migrate(Array(payload.utf8), to: "3"), try plan.migrate(JSONDocument(parsing: payload), to: "3"),
        ]
        for result in results {
            #expect(result.from.label == "1" && result.to == "3" && result.losses.count == 1)
            #expect(result.data == Data(result.bytes) && result.text.contains(#""version""#))
        }
        let loss = try #require(results[0].losses.first)
        #expect(loss.path == "/b" && loss.value == 1 && !loss.reason.isEmpty && loss.step == "2 → 3")
        #expect(loss.operation == #"remove "/b""# && loss.position?.column == 7 && loss.json["line"] == 1)
        #expect(loss.diagnostic.description == loss.description)
        var summary = LossSummary()
        summary.add(results[0].losses, file: "f")
        #expect(summary.count == 1 && summary.text.hasPrefix("f:1:7: lost 1") && LossSummary.shownInFull == 20)
    }

    @Test func errorsHaveParts() throws {
        let plan = try Self.plan()
        let misfit = #expect(throws: MigrationError.self) { try plan.migrate(#"{"kind":"odd"}"#, to: "2") }
        #expect(misfit?.code == .refused && misfit?.message == "no odd ones" && misfit?.version == "1")
        #expect(misfit?.path == .root && misfit?.found != nil && misfit?.operation == "refuse" && misfit?.losses == [])
        let faulty = #expect(throws: PlanFileError.self) { try MigrationPlan(planFile: "{}") }
        #expect(faulty?.code == .missingMember && faulty?.path == .root && faulty?.position?.line == 1)
        #expect(faulty?.message.isEmpty == false && faulty?.diagnostic.message == faulty?.message)
        let gap = #expect(throws: PlanError.self) {
            try MigrationPlan("", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")], migrations: [])
        }
        #expect(gap?.code == .gap && PlanError.Code(rawValue: "own").rawValue == "own")
        #expect(MigrationError.Code(rawValue: "own") != .absent && PlanFileError.Code(rawValue: "own") != .wrongKind)
    }

    @Test func lawsHold() throws {
        let trips = try Self.plan().roundTrips(of: JSONDocument(parsing: #"{"b":"B","d":"B"}"#))
        #expect(trips.map(\.through) == ["2", "3"] && trips.map(\.from) == ["1", "1"])
        for trip in trips {
            switch trip.outcome {
            case .returned(let returned): #expect(returned.losses.count < 9)
            case .refused(let error): #expect(error.code == .noWay)
            case .failed(let error): #expect(error.step == "2 → 1")
            }
        }
        let differences = Loss.Difference.between(["a": 1], ["a": 2])
        #expect(differences.first?.path == "/a" && differences.first?.before == 1 && differences.first?.after == 2)
        #expect(try Condition.at("/a", is: .number).holds(for: ["a": 1]))
        #expect(Condition.any([.at("/a", hasPrefix: "x"), .not(.present("/a"))]).json["any"] != nil)
    }

    @Test func filesAreComparedBeforeTheyAreWritten() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "stranger-\(UUID().uuidString).json")
        let path = StoredPath(url.path)
        #expect(path.description == url.path && path.folder.appending("a").hasSuffix("/a"))
        #expect(StoredPath(bytes: path.bytes) == path)
        let file = try FileReplacement(of: path)
        try FileReplacement.commit([file])
        defer { try? FileManager.default.removeItem(at: url) }
        var files = FileUses()
        files.read(PayloadInput(path), as: "the input")
        files.write(path, as: "the output", replacing: "the input")
        files.writeStandardOutput()
        files.writeStandardError()
        try files.requireDifferent()
        files.write(path, as: "the losses")
        let error = #expect(throws: FileConflict.self) { try files.requireDifferent() }
        #expect(error?.roles == ["the output", "the losses"] && error?.names == [url.path, url.path])
        #expect(error?.description == "the output and the losses are the same file: '\(url.path)'")
    }

    @Test func badLinesHaveALimit() throws {
        let limit = try #require(LineMigration.BadLineLimit("50%"))
        #expect(
            limit.description == "50%" && LineMigration.BadLineLimit.lines(1) == LineMigration.BadLineLimit("1")
                && limit != .none)
        var chunks: [[UInt8]] = [Array("7\n8\n{\"b\":1}\n".utf8)]
        let error = #expect(throws: LineMigration.TooManyBadLines.self) {
            try LineMigration(plan: try Self.plan(), target: "2").run(
                LineReader(chunks: { chunks.popLast() }, isReady: { true }), write: { _ in }, limit: limit,
                keepBad: { _ in })
        }
        #expect(error?.limit == limit && error?.summary.bad == 2)
    }

    @Test func abandonedReplacementsAreGone() async {
        await #expect(processExitsWith: .success) {
            let url = FileManager.default.temporaryDirectory.appending(path: "stranger-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            let file = try FileReplacement(of: url.appending(path: "a.json").path)
            FileReplacement.abandonAll()
            let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
            try FileManager.default.removeItem(at: url)
            do {
                try file.commit()
                exit(1)
            } catch let error as StoredFileError {
                exit(names.isEmpty && error.code == .abandoned ? 0 : 2)
            }
        }
    }

    @Test func streamsAndFilesAreRead() throws {
        var chunks: [[UInt8]] = [Array("{\"b\":1}\n7".utf8)]
        let reader = LineReader(chunks: { chunks.popLast() })
        let migration = LineMigration(plan: try Self.plan(), target: "2", from: nil, options: .init(losses: .report))
        #expect(migration.options.isOneLine && migration.target == "2" && migration.explicit == nil)
        var (output, bad): ([UInt8], [LineMigration.BadLine]) = ([], [])
        let summary = try migration.run(
            reader, write: { output += $0 }, losses: { _ in }, keepBad: { bad.append($0) })
        #expect(summary.migrated == 1 && summary.bad == 1 && bad.first?.line.number == 2)
        #expect(bad.first?.losses == [] && bad.first?.diagnostic.position?.line == 2 && !output.isEmpty)

        let url = FileManager.default.temporaryDirectory.appending(path: "stranger-\(UUID().uuidString).json")
        let file = try FileReplacement(ofLinesAt: StoredPath(url.path))
        try file.write(output)
        try file.commit()
        #expect(file.path == url.path)
        #expect(try PayloadInput.all(at: url.path).first?.bytes() == output)
        #expect(try PayloadInput(url.path).lines().next()?.isBlank == false)
        #expect(!file.isWrittenDirectly && bad.first?.migratedBefore == 1 && bad.first?.version == "1")
        #expect(
            bad.first?.code == "wrongKind" || bad.first?.code == "missing", "\(String(describing: bad.first?.code))")
        #expect(bad.first?.json.object?["line"] == 2)
        try FileManager.default.removeItem(at: url)
        let error = #expect(throws: StoredFileError.self) { try PayloadInput(url.path).bytes() }
        #expect(error?.code == .unreadable && error?.path == url.path && error?.reason.isEmpty == false)
        try PayloadOutput.writeToStandardOutput([])
        PayloadOutput.writeToStandardError("")
    }

    @Test func lossesOfLinesAreLinesOfJSON() throws {
        let plan = try MigrationPlan(
            "p", versionAt: VersionLocation("/v", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "", operations: [.remove("/debug")])])
        let text = #"{"v":1,"debug":"t1"}"# + "\n" + #"{"v":1,"debug":"t2"}"# + "\n"
        func lines(_ run: (LineReader, @escaping ([UInt8]) throws -> Void) throws -> LineMigration.Summary) throws
            -> String
        {
            var (chunks, written) = ([Array(text.utf8)], [UInt8]())
            #expect(try run(LineReader(chunks: { chunks.popLast() }), { written += $0 }).migrated == 2)
            return String(decoding: written, as: UTF8.self)
        }
        let ofPlan = try lines { reader, lossLines in
            try LineMigration(plan: plan, target: "2").run(reader, write: { _ in }, lossLines: lossLines)
        }
        #expect(
            ofPlan == #"""
                {"path":"/debug","value":"t1","reason":"the other version does not have it","operation":"remove \"/debug\"","step":"1 → 2","line":1,"column":16}
                {"path":"/debug","value":"t2","reason":"the other version does not have it","operation":"remove \"/debug\"","step":"1 → 2","line":2,"column":16}

                """#)
        let set = try PlanSet(
            "S", entities: [PlanSet.Entity("E", plan: plan)],
            pins: [VersionPins("a", ["E": "1"]), VersionPins("b", ["E": "2"])])
        let ofSet = try lines { reader, lossLines in
            try set.migrateLines(reader, entity: "E", to: "b", write: { _ in }, lossLines: lossLines)
        }
        #expect(ofSet.split(separator: "\n").count == 2 && ofSet.contains(#""value":"t2""#))
    }
}
