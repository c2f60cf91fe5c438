import Foundation
import Migrations
import TestSupport
import Testing
import VersionedCodec

/// One expected result of the shared files.
struct ResolvedCase: Sendable, CustomTestStringConvertible {
    let input: String
    let target: String
    let expected: String

    var testDescription: String { "\(input) to \(target)" }

    static let all: [ResolvedCase] = {
        guard RepositoryFiles.hasSharedData else { return [] }
        do {
            let index = try JSONDocument(parsing: RepositoryFiles.shared("package-resolved/index.json")).root
            return (index.array ?? []).flatMap { entry in
                (entry["expected"]?.object ?? [:]).map { result in
                    ResolvedCase(
                        input: entry["input"]?.string ?? "", target: String(result.key.dropFirst()),
                        expected: result.value.string ?? "")
                }
            }
        } catch { return [] }
    }()
}

@Suite struct PackageResolvedTests {
    private static func plan() throws -> MigrationPlan {
        let path = "Examples/Plans/package-resolved.json"
        return try MigrationPlan(planFile: Data(contentsOf: RepositoryFiles.root.appending(path: path)))
    }

    @Suite(.enabled(if: RepositoryFiles.hasSharedData, Comment(rawValue: RepositoryFiles.sharedDataIsAbsent)))
    struct SharedFiles {
        @Test(arguments: ResolvedCase.all)
        func resultIsTheExpectedOneByteForByte(_ file: ResolvedCase) throws {
            let input = try RepositoryFiles.shared("package-resolved/" + file.input)
            let result = try PackageResolvedTests.plan().migrate(input, to: file.target)
            #expect(result.data == (try RepositoryFiles.shared("package-resolved/" + file.expected)))
        }

        @Test func everyEntryIsThere() { #expect(ResolvedCase.all.count >= 40) }

        @Test(arguments: Set(ResolvedCase.all.map(\.input)).sorted())
        func roundTripsAreSound(input: String) throws {
            let document = try JSONDocument(parsing: RepositoryFiles.shared("package-resolved/" + input))
            for trip in try PackageResolvedTests.plan().roundTrips(of: document) {
                #expect(trip.isSound, "\(trip)")
            }
        }
    }

    private static func pin(_ identity: String, kind: String = "remoteSourceControl", state: String) -> String {
        #"{"identity":"\#(identity)","kind":"\#(kind)","location":"https://x/\#(identity)","state":\#(state)}"#
    }

    private static let plain = #"{"revision":"r"}"#

    @Test(arguments: [("2", "1"), ("2", "3"), ("3", "2"), ("3", "1")])
    func twoPinsOfOneIdentityAreRefused(from: String, to: String) throws {
        let pins = [Self.pin("a", state: Self.plain), Self.pin("A", state: Self.plain)].joined(separator: ",\n")
        let error = #expect(throws: MigrationError.self) {
            try Self.plan().migrate("{\"version\":\(from),\"pins\":[\(pins)]}", to: to)
        }
        #expect(error?.code == .duplicate)
        #expect(error?.message == #""A" is already at "/pins/0/identity""#)
        #expect(error?.position?.line == 2)
    }

    @Test func twoURLsOfOneIdentityAreRefused() throws {
        let state = #"{"branch":null,"revision":"r","version":null}"#
        let pins = ["https://a/x.git", "https://b/X/"].map { #"{"repositoryURL":"\#($0)","state":\#(state)}"# }
        let payload = #"{"object":{"pins":[\#(pins.joined(separator: ","))]},"version":1}"#
        let error = #expect(throws: MigrationError.self) { try Self.plan().migrate(payload, to: "3") }
        #expect(error?.code == .duplicate)
        #expect(error?.step == "1 → 2")
    }

    @Test(arguments: [
        ("registry", #"{"version":"1.0"}"#, "version 1 cannot express a pin from a registry"),
        ("remoteSourceControl", #"{"version":"1.0"}"#, "version 1 cannot express a pin without a revision"),
        ("remoteSourceControl", #"{"revision":null}"#, "version 1 cannot express a pin without a revision"),
    ])
    func pinThatVersion1CannotExpressIsRefused(kind: String, state: String, says: String) throws {
        let payload = #"{"version":3,"pins":[\#(Self.pin("a", kind: kind, state: state))]}"#
        let error = #expect(throws: MigrationError.self) { try Self.plan().migrate(payload, to: "1") }
        #expect(error?.code == .refused)
        #expect(error?.message == says)
        #expect(error?.path == "/pins/0")
        #expect(error?.step == "2 → 1")
    }

    @Test func nullsVanishFromVersion2() throws {
        let state = #"{"branch":null,"revision":null,"version":"1.0"}"#
        let payload = #"{"object":{"pins":[{"repositoryURL":"https://x/a","state":\#(state)}]},"version":1}"#
        let result = try Self.plan().migrate(payload, to: "2")
        #expect(try JSONDocument(parsing: result.bytes).root[at: "/pins/0/state"] == ["version": "1.0"])
    }

    @Test(arguments: [("4", VersionError.Code.tooNew), ("0", .tooOld), (#""2""#, .unreadable)])
    func unknownVersionIsRefused(version: String, code: VersionError.Code) throws {
        let error = #expect(throws: MigrationError.self) {
            try Self.plan().migrate(#"{"version":\#(version),"pins":[]}"#, to: "2")
        }
        #expect((error?.underlying as? VersionError)?.code == code)
    }

    @Test func planInSwiftIsThePlanOfTheFile() throws {
        let unique = JSONOperation.requireUnique("/pins", by: "/identity", comparing: .caseInsensitive)
        let sorted = JSONOperation.sort("/pins", by: "/identity", comparing: .caseInsensitive)
        let style = { (colon: String) in
            WritingStyle(
                indentation: .spaces(2), colon: colon, keyOrder: .sorted, emptyArray: "[\n\n]", finalNewline: true)
        }
        let up: [JSONOperation] = [
            .rename("/repositoryURL", to: "location"),
            .derive("/identity", from: "/location", by: .lastPathComponent, .dropSuffix(".git"), .lowercase),
            .remove(
                "/package", derivedFrom: "/location", by: .lastPathComponent, .dropSuffix(".git"), ifAbsent: .skip),
            .when(
                .at("/location", hasPrefix: "/"), [.add("/kind", value: "localSourceControl")],
                otherwise: [.add("/kind", value: "remoteSourceControl")]),
            .when(
                .at("/state/version", is: .string),
                [
                    .remove(
                        "/state/branch", default: .null, reason: "a pin with a version has no branch", ifAbsent: .skip)
                ]),
            .drop([.null], in: "/state", members: ["branch", "revision", "version"]),
        ]
        let down: [JSONOperation] = [
            .when(
                .at("/kind", equals: "registry"), [.refuse("version 1 cannot express a pin from a registry")]),
            .when(
                .not(.at("/state/revision", is: .string)),
                [.refuse("version 1 cannot express a pin without a revision")]),
            .derive("/package", from: "/location", by: .lastPathComponent, .dropSuffix(".git")),
            .remove(
                "/identity", derivedFrom: "/location", by: .lastPathComponent, .dropSuffix(".git"), .lowercase),
            .when(
                .at("/location", hasPrefix: "/"), [.remove("/kind", default: "localSourceControl")],
                otherwise: [.remove("/kind", default: "remoteSourceControl")]),
            .remove("/originalLocation", ifAbsent: .skip),
            .rename("/location", to: "repositoryURL"),
            .add("/state/branch", value: .null, ifExists: .skip),
            .add("/state/version", value: .null, ifExists: .skip),
        ]
        let plan = try MigrationPlan(
            "SwiftPM Package.resolved", versionAt: VersionLocation("/version", as: .integer),
            versions: [
                PlanVersion("1", style: style(": ")), PlanVersion("2", style: style(" : ")),
                PlanVersion("3", style: style(" : ")),
            ],
            migrations: [
                Migration(
                    from: "1", to: "2", "Pins are at the root, and name what they pin by identity, kind and location",
                    up: [.move("/object/pins", to: "/pins"), .each("/pins", up), unique, sorted],
                    down: [unique, sorted, .each("/pins", down), .move("/pins", to: "/object/pins")]),
                Migration(
                    from: "2", to: "3", "The file may name its manifest: originHash", up: [unique],
                    down: [unique, .remove("/originHash", ifAbsent: .skip)]),
            ])
        #expect(try Self.plan() == plan)
    }
}
