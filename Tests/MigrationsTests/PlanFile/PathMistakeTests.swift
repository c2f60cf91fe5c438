import Migrations
import Testing
import VersionedCodec

/// Paths that lead nowhere, or probably not where they were meant to: refused or told when the plan is read, with what
/// to write.
@Suite struct PathMistakeTests {
    /// A plan file of some operations, in one line.
    private static func plan(_ operations: String, version: String = #""at":"/version""#, versions: String = "")
        -> String
    {
        #"{"planFormat":1,"name":"x","version":{\#(version),"as":"integer"},"versions":[{"version":"1"\#(versions)},{"version":"2"}],"#
            + #""migrations":[{"from":"1","to":"2","summary":"s","operations":[\#(operations)]}]}"#
    }

    @Test(arguments: [
        ("a.b.c", "/a/b/c"), ("x/y", "/x/y"), ("$.a.b", "/a/b"), ("#/a/b", "/a/b"), ("a[0].b", "/a/0/b"),
        ("name", "/name"),
        ("a/b.c", "/a/b.c"),
    ])
    func aMissingSlashNamesThePathThatWasMeant(text: String, meant: String) {
        let error = #expect(throws: PlanFileError.self) {
            try MigrationPlan(planFile: Self.plan(#"{"op":"remove","path":"\#(text)"}"#))
        }
        #expect(
            error?.message
                == #""\#(text)" is not a JSON pointer: it must be empty or begin with "/"; "\#(meant)" was probably meant"#
        )
        #expect(error?.path == "/migrations/0/operations/0/path")
        #expect(error?.position != nil)
    }

    /// Where a path is read, in all parts of a plan.
    private static let readers: [(text: String, place: JSONPointer)] = [
        (plan(#"{"op":"remove","path":"PATH"}"#), "/migrations/0/operations/0/path"),
        (plan(#"{"op":"copy","from":"PATH","to":"/x"}"#), "/migrations/0/operations/0/from"),
        (plan(#"{"op":"move","from":"PATH","to":"/x"}"#), "/migrations/0/operations/0/from"),
        (
            plan(#"{"op":"each","path":"PATH","operations":[{"op":"remove","path":"/x"}]}"#),
            "/migrations/0/operations/0/path"
        ),
        (
            plan(#"{"op":"inside","path":"PATH","operations":[{"op":"remove","path":"/x"}]}"#),
            "/migrations/0/operations/0/path"
        ),
        (
            plan(
                #"{"op":"everywhere","in":"PATH","where":{"path":"PATH","present":true},"operations":[{"op":"remove","path":"/x"}]}"#
            )
            .replacing(#""in":"PATH","#, with: ""),
            "/migrations/0/operations/0/where/path"
        ),
        (
            plan(#"{"op":"when","if":{"path":"PATH","present":true},"operations":[{"op":"remove","path":"/x"}]}"#),
            "/migrations/0/operations/0/if/path"
        ),
        (
            plan(#"{"op":"when","if":{"path":"/x","sameAs":"PATH"},"operations":[{"op":"remove","path":"/x"}]}"#),
            "/migrations/0/operations/0/if/sameAs"
        ),
        (
            plan(#"{"op":"lookUp","from":"/x","in":"document","table":"PATH","to":"/y"}"#),
            "/migrations/0/operations/0/table"
        ),
        (plan(#"{"op":"sort","path":"/l","by":"PATH"}"#), "/migrations/0/operations/0/by"),
        (plan(#"{"op":"flatten","path":"/l","elements":"PATH"}"#), "/migrations/0/operations/0/elements"),
        (plan(#"{"op":"derive","to":"/y","from":"PATH","by":["lowercase"]}"#), "/migrations/0/operations/0/from"),
        (
            plan(#"{"op":"transform","path":"/x","by":[{"take":"PATH"}],"back":["lowercase"]}"#),
            "/migrations/0/operations/0/by/0/take"
        ),
        (plan(#"{"op":"split","from":"PATH","into":["/a","/b"],"separator":" "}"#), "/migrations/0/operations/0/from"),
        (plan(#"{"op":"remove","path":"/x"}"#, version: #""at":"PATH""#), "/version/at"),
        (plan(#"{"op":"remove","path":"/x"}"#, version: #""at":"/v","minor":"PATH""#), "/version/minor"),
        (plan(#"{"op":"remove","path":"/x"}"#, versions: #","at":"PATH""#), "/versions/0/at"),
        (plan(#"{"op":"remove","path":"/x"}"#, versions: #","shape":{"PATH":"present"}"#), "/versions/0/shape/PATH"),
    ]

    @Test(arguments: readers.indices) func nothingIsReadBehindTheLastElement(number: Int) {
        let (text, place) = Self.readers[number]
        let error = #expect(throws: PlanFileError.self) {
            try MigrationPlan(planFile: text.replacing("PATH", with: "/l/-"))
        }
        #expect(
            error?.message == #""/l/-" is the place after the last element of an array, which cannot be read; "#
                + #"for all elements, write {"op": "each", "path": "/l", "operations": […]}"#)
        #expect(error?.path == JSONPointer(place.tokens.map { $0 == "PATH" ? "/l/-" : $0 }))
        #expect(error?.position != nil)
    }

    @Test func whatIsBehindTheElementIsNamedToo() {
        let error = #expect(throws: PlanFileError.self) {
            try MigrationPlan(planFile: Self.plan(#"{"op":"add","path":"/l/-/name","value":1}"#))
        }
        #expect(error?.message.hasSuffix(#""operations": […]}, and "/name" in its operations"#) == true)
    }

    @Test(arguments: [
        #"{"op":"add","path":"/l/-","value":1}"#, #"{"op":"copy","from":"/x","to":"/l/-"}"#,
        #"{"op":"move","from":"/x","to":"/l/-"}"#, #"{"op":"derive","to":"/l/-","from":"/x","by":["lowercase"]}"#,
    ])
    func somethingIsPutBehindTheLastElement(operation: String) throws {
        _ = try MigrationPlan(planFile: Self.plan(operation))
    }

    @Test func pathsOfPlansThatAreMadeInSwiftAreLookedAtToo() {
        func plan(_ operation: JSONOperation, at place: JSONPointer = "/v", _ version: PlanVersion = PlanVersion("1"))
            throws
        {
            _ = try MigrationPlan(
                "x", versionAt: VersionLocation(place, as: .integer), versions: [version, PlanVersion("2")],
                migrations: [Migration(from: "1", to: "2", "s", operations: [operation])])
        }
        let fault = #""/l/-" is the place after the last element of an array"#
        let operation = #expect(throws: PlanError.self) { try plan(.copy("/l/-", to: "/x")) }
        #expect(operation?.code == .invalidOperation && operation?.description.contains(fault) == true)
        let location = #expect(throws: PlanError.self) { try plan(.remove("/x"), at: "/l/-") }
        #expect(location?.code == .invalidLocation && location?.description.hasPrefix(fault) == true)
        let shape = #expect(throws: PlanError.self) {
            try plan(.remove("/x"), PlanVersion("1", shape: PayloadShape([.init("/l/-", .present)])))
        }
        #expect(shape?.code == .invalidLocation && shape?.description.hasPrefix(fault) == true)
    }

    // MARK: What may be a key, and rarely is

    @Test(arguments: [
        (
            "/items/*/note",
            #""/items/*/note" leads to a member whose key is "*"; for all elements, write "#
                + #"{"op": "each", "path": "/items", "operations": […]}, and "/note" in its operations"#
        ),
        (
            "/items/-1",
            #""/items/-1" leads to a member whose key is "-1"; elements are counted from 0, and no path leads to the last one; "#
                + #"for all elements, write {"op": "each", "path": "/items", "operations": […]}"#
        ),
        (
            "/items/[*]",
            #""/items/[*]" leads to a member whose key is "[*]"; for all elements, write "#
                + #"{"op": "each", "path": "/items", "operations": […]}"#
        ),
    ])
    func whatIsProbablyNotAKeyIsAWarning(path: String, message: String) throws {
        let text = Self.plan(#"{"op":"each","path":"/l","operations":[{"op":"remove","path":"\#(path)"}]}"#)
        let plan = try MigrationPlan(planFile: text)
        #expect(plan.warnings.map(\.message) == [message])
        #expect(plan.warnings.map(\.path) == ["/migrations/0/operations/0/operations/0/path"])
        let column = try #require(plan.warnings.first?.position?.column)
        #expect(text.dropFirst(column - 1).hasPrefix(#""\#(path)""#))
        #expect(
            plan.warnings.first?.description
                == "1:\(column): \(message) (at \"/migrations/0/operations/0/operations/0/path\")")
        // A plan of the same operations that is made in Swift has the same warnings, without lines.
        let made = try MigrationPlan(
            "x", versionAt: plan.location, versions: plan.versions, migrations: plan.migrations)
        #expect(made.warnings.map(\.message) == [message])
        #expect(made.warnings.map(\.path) == ["/migrations/0/operations/0/operations/0/path"])
        #expect(made.warnings.map(\.position) == [nil])
        #expect(made == plan)
    }

    @Test(arguments: readers.indices) func warningsAreAboutAllPartsOfAPlan(number: Int) throws {
        let (text, place) = Self.readers[number]
        if place == "/version/at" || place == "/version/minor" || place.tokens.first == "versions" {
            return  // Looked at below: the places of versions have rules of their own.
        }
        let plan = try MigrationPlan(planFile: text.replacing("PATH", with: "/l/*"))
        #expect(plan.warnings.map(\.path) == [place])
    }

    @Test func warningsAreAboutThePlacesOfVersionsToo() throws {
        let at = try MigrationPlan(planFile: Self.plan(#"{"op":"remove","path":"/x"}"#, version: #""at":"/l/*""#))
        #expect(at.warnings.map(\.path) == ["/version/at"])
        let shape = try MigrationPlan(
            planFile: Self.plan(#"{"op":"remove","path":"/x"}"#, versions: #","shape":{"/l/-1":"present"}"#))
        #expect(shape.warnings.map(\.path) == [JSONPointer(["versions", "0", "shape", "/l/-1"])])
    }

    @Test func keysWithDotsDashesAndStarsInThemAreNoMatter() throws {
        let operations = ["/a.b", "/a-1", "/-x", "/a*", "/--1", "/+1"].map { #"{"op":"remove","path":"\#($0)"}"# }
        #expect(try MigrationPlan(planFile: Self.plan(operations.joined(separator: ","))).warnings.isEmpty)
    }

    @Test func setsOfPlansAreLookedAtToo() throws {
        func set(_ path: String) throws -> PlanSet {
            let text =
                #"{"planSetFormat":1,"name":"x","entities":[{"name":"A","nested":[{"entity":"B","eachOf":"\#(path)"}]},{"name":"B","plan":"b"}],"apiVersions":[]}"#
            return try PlanSet(setFile: Array(text.utf8)) { _ in
                try MigrationPlan("b", versionAt: nil, versions: [PlanVersion("1")], migrations: [])
            }
        }
        #expect(try set("/l/*").warnings.map(\.path) == ["/entities/0/nested/0/eachOf"])
        #expect(try set("/l").warnings.isEmpty)
        #expect(throws: PlanFileError.self) { try set("/l/-") }
        #expect(throws: PlanFileError.self) { try set("a.b") }
        let error = #expect(throws: PlanError.self) {
            try PlanSet("x", entities: [PlanSet.Entity("A", nested: [NestedEntity("A", at: "/l/-")])], pins: [])
        }
        #expect(error?.code == .invalidLocation)
        let made = try PlanSet("x", entities: [PlanSet.Entity("A", nested: [NestedEntity("A", at: "/l/-1")])], pins: [])
        #expect(made.warnings.map(\.path) == ["/entities/0/nested/0"])
    }

    // MARK: Keys

    @Test(arguments: [
        JSONOperation.rename("/a", to: "/b"), .objectToArray("/a", id: "/b"), .arrayToObject("/a", id: "/b"),
        .listToTree("/a", level: "/level", children: "/b"), .gather(.all, into: "/b"), .scatter("/b"),
        .add("/x", value: 1, before: "/b"),
        .attach("/items", to: "/owners", id: "/id", reference: "/owner", into: "/b"),
        .each("/l", [.rename("/a", to: "/b")]),
    ])
    func aPathInPlaceOfAKeyIsRefusedInSwiftToo(operation: JSONOperation) {
        let error = #expect(throws: PlanError.self) { try MigrationPlan.of([operation]) }
        #expect(error?.code == .invalidOperation)
        #expect(
            error?.description == "the operation (\(operation)) cannot run: this is a key, not a path: \"b\"; "
                + "renameKeys with a table gives keys that begin with a slash")
    }

    @Test func aKeyThatBeginsWithASlashHasItsWays() throws {
        let marked = #"{"op":"rename","path":"/paths/~1pets","to":{"key":"/animals"}}"#
        let plan = try MigrationPlan(planFile: Self.plan(marked))
        #expect(
            try plan.migrate(#"{"version":1,"paths":{"/pets":2}}"#, to: "2").text
                == #"{"version":2,"paths":{"/animals":2}}"#)
        _ = try MigrationPlan("x", versionAt: plan.location, versions: plan.versions, migrations: plan.migrations)
        let table = try MigrationPlan.of([.renameKeys("/paths", table: [("/pets", "/animals")])])
        #expect(try table.migrate(#"{"paths":{"/pets":2}}"#, to: "2", from: "1").text == #"{"paths":{"/animals":2}}"#)
    }
}
