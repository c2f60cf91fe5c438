import Testing

@testable import Migrations
@testable import VersionedCodec

/// Losses that need no way back to be known are those that the way back shows.
@Suite struct CertainLossesTests {
    struct Case: CustomTestStringConvertible {
        let operations: String
        /// The losses as operations record them, without a look at the document.
        let isCertain: Bool
        let payload: String

        init(_ operations: String, certain isCertain: Bool, _ payload: String) {
            (self.operations, self.isCertain, self.payload) = (operations, isCertain, payload)
        }

        var testDescription: String { operations }
    }

    private static func plan(_ operations: String) throws -> MigrationPlan {
        try MigrationPlan(
            planFile: #"{"planFormat":2,"name":"t","version":{"at":"/v","as":"integer"},"#
                + #""versions":[{"version":"1"},{"version":"2"}],"#
                + #""migrations":[{"from":"1","to":"2","summary":"s","operations":[\#(operations)]}]}"#)
    }

    /// Whether the losses of a document are known without the way back. They are those of a trip there and back in any
    /// case, in their order, with their texts.
    private static func areCertain(_ plan: MigrationPlan, _ payload: String) throws -> Bool {
        let document = try JSONDocument(parsing: payload)
        let losses = try plan.migrate(document, to: "2").losses
        let trip = try #require(plan.roundTrips(of: document).first)
        #expect(trip.losses == losses, "\(payload)")
        #expect(trip.losses.map(\.description) == losses.map(\.description), "\(payload)")
        #expect(trip.losses.map(\.json) == losses.map(\.json), "\(payload)")
        let path = try plan.path(from: "1", to: "2")
        let judge = LossJudge(plan: plan, path: path, environment: MigrationOptions().environment)
        var state = MigrationState(document.root, plan: plan, MigrationOptions().environment)
        for step in judge.wayThere.steps { try state.run(step.step, step) }
        _ = try state.memory("2")
        return judge.certainLosses(state.records) != nil
    }

    @Test(arguments: [
        Case(#"{"op":"remove","path":"/c"}"#, certain: true, #"{"v":1,"c":[1, 2.0],"d":2}"#),
        Case(
            #"{"op":"rename","path":"/a","to":"b"},{"op":"remove","path":"/c","reason":"r"}"#, certain: true,
            #"{"v":1,"a":{"c":1},"c":null}"#),
        Case(
            #"{"op":"each","path":"/l","operations":[{"op":"remove","path":"/c","ifAbsent":"skip"},{"op":"rename","path":"/a","to":"b"}]}"#,
            certain: true, #"{"v":1,"l":[{"a":1,"c":2},{"a":3},{"c":"x","a":4}]}"#),
        Case(
            #"{"op":"inside","path":"/o","operations":[{"op":"remove","path":"/c"}]},{"op":"remove","path":"/z"}"#,
            certain: true, #"{"z":1,"v":1,"o":{"c":2}}"#),
        Case(#"{"op":"sort","path":"/l","by":"/k"}"#, certain: true, #"{"v":1,"l":[{"k":2},{"k":1},{"k":2,"m":1}]}"#),
        Case(
            #"{"op":"each","path":"/l","operations":[{"op":"convert","path":"/q","from":"string","to":"number"}]},{"op":"sort","path":"/l","by":"/q"},{"op":"remove","path":"/c"}"#,
            certain: true, #"{"v":1,"c":0,"l":[{"q":"2"},{"q":"1"}]}"#),
        // Another operation has to do with the place, or with one around or within it.
        Case(#"{"op":"copy","from":"/c","to":"/d"},{"op":"remove","path":"/c"}"#, certain: false, #"{"v":1,"c":1}"#),
        Case(#"{"op":"rename","path":"/c","to":"d"},{"op":"remove","path":"/d"}"#, certain: false, #"{"v":1,"c":1}"#),
        Case(
            #"{"op":"rename","path":"/c","to":"d"},{"op":"remove","path":"/d/e"}"#, certain: false,
            #"{"v":1,"c":{"e":1}}"#),
        Case(
            #"{"op":"copy","from":"/c/e","to":"/d"},{"op":"remove","path":"/c"}"#, certain: false,
            #"{"v":1,"c":{"e":1}}"#),
        Case(
            #"{"op":"when","if":{"path":"/c","equals":1},"operations":[{"op":"rename","path":"/a","to":"b"}]},{"op":"remove","path":"/c"}"#,
            certain: false, #"{"v":1,"c":1,"a":2}"#),
        Case(
            #"{"op":"when","if":{"path":"/a","equals":1},"operations":[{"op":"remove","path":"/c"}]}"#, certain: false,
            #"{"v":1,"c":1,"a":1}"#),
        Case(
            #"{"op":"each","path":"/l","operations":[{"op":"remove","path":"/c"}]},{"op":"sort","path":"/l","by":"/k","anyOrder":true}"#,
            certain: false, #"{"v":1,"l":[{"c":1,"k":2},{"c":2,"k":1}]}"#),
        Case(
            #"{"op":"each","path":"/l","operations":[{"op":"remove","path":"/c"}]},{"op":"remove","path":"/l/0"}"#,
            certain: false, #"{"v":1,"l":[{"c":1},{"c":2}]}"#),
        Case(
            #"{"op":"move","from":"/l/0/c","to":"/d"},{"op":"sort","path":"/l","by":"/k"}"#, certain: false,
            #"{"v":1,"l":[{"c":1,"k":2},{"c":2,"k":1}]}"#),
        Case(
            #"{"op":"sort","path":"/l","by":"/k"},{"op":"sort","path":"/l","by":"/m"}"#, certain: false,
            #"{"v":1,"l":[{"m":1,"k":2},{"m":2,"k":1},{"m":0,"k":0}]}"#),
        Case(
            #"{"op":"everywhere","where":{"path":"/x","present":true},"operations":[{"op":"rename","path":"/c","to":"d"}]},{"op":"remove","path":"/c"}"#,
            certain: false, #"{"v":1,"c":1,"a":{"x":1,"c":2}}"#),
        Case(#"{"op":"remove","path":"/c","default":1}"#, certain: false, #"{"v":1,"c":2}"#),
        // The way back takes the container away when it is empty.
        Case(
            #"{"op":"move","from":"/m","to":"/sub/y"},{"op":"remove","path":"/sub/x"}"#, certain: false,
            #"{"v":1,"m":1,"sub":{"x":1}}"#),
        Case(
            #"{"op":"remove","path":"/sub/q","default":3},{"op":"move","from":"/m","to":"/sub/y"},{"op":"remove","path":"/sub/x"}"#,
            certain: false, #"{"v":1,"m":1,"sub":{"x":1,"q":3}}"#),
        Case(
            #"{"op":"inside","path":"/sub","operations":[{"op":"rename","path":"/a","to":"b","ifAbsent":"skip"}]},{"op":"move","from":"/m","to":"/sub/y"},{"op":"remove","path":"/sub/x"}"#,
            certain: false, #"{"v":1,"m":1,"sub":{"x":1}}"#),
        Case(
            #"{"op":"move","from":"/m","to":"/n/y"},{"op":"remove","path":"/sub/x"}"#, certain: true,
            #"{"v":1,"m":1,"sub":{"x":1}}"#),
        Case(
            #"{"op":"remove","path":"/o/c","removeEmptyParents":true}"#, certain: false, #"{"v":1,"o":{"c":1}}"#),
    ])
    func lossesAreThoseOfTheWayBack(_ test: Case) throws {
        #expect(try Self.areCertain(Self.plan(test.operations), test.payload) == test.isCertain)
    }

    /// Elements of a large document are written one after another, those of a known shape without nodes.
    @Test(arguments: [true, false]) func largeDocumentsLoseTheSame(areAlike: Bool) throws {
        let plan = try Self.plan(
            #"{"op":"each","path":"/l","operations":[{"op":"remove","path":"/c","ifAbsent":"skip"},"#
                + #"{"op":"sort","path":"/s"},{"op":"rename","path":"/a","to":"b"}]},{"op":"remove","path":"/z"}"#)
        let elements = (0..<1_800).map { number in
            let more = areAlike ? "" : #""k\#(number)":{"x":[]},"#
            let lost = number.isMultiple(of: 3) ? "" : #""c":{"y":"\u00e9\#(number)"},"#
            return #"{\#(more)\#(lost)"a":\#(number),"s":[\#(number % 2), 1, 0.5]}"#
        }
        let payload = #"{"v":1,"l":[\#(elements.joined(separator: ",\n"))],"z":[1]}"#
        #expect(payload.utf8.count > PlanRunner.deferring)
        let losses = try plan.migrate(payload, to: "2").losses
        #expect(losses.count > 2_000)
        let trip = try #require(plan.roundTrips(of: JSONDocument(parsing: payload)).first)
        #expect(trip.losses == losses)
        #expect(trip.losses.map(\.json) == losses.map(\.json))
    }

    /// What names the version is the plan's.
    @Test func versionsAreNoCertainLosses() throws {
        let plan = try MigrationPlan(
            "Inner", versionAt: VersionLocation("/m/v", as: .integer),
            versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "s", operations: [.remove("/m")])])
        #expect(try !Self.areCertain(plan, #"{"m":{"v":1,"x":2},"c":3}"#))
    }

    /// A list that is used twice has the same operations twice.
    @Test func usedListsSortTwice() throws {
        let use = #"{"op":"use","list":"s"}"#
        let plan = try MigrationPlan(
            planFile: #"{"planFormat":2,"name":"t","version":{"at":"/v","as":"integer"},"#
                + #""versions":[{"version":"1"},{"version":"2"}],"lists":{"s":[{"op":"sort","path":"/l","by":"/k"}]},"#
                + #""migrations":[{"from":"1","to":"2","summary":"s","operations":[\#(use),"#
                + #"{"op":"each","path":"/l","operations":[{"op":"mapValues","path":"/k","table":[[1,2],[2,1]]}]},\#(use)]}]}"#
        )
        let payload = #"{"v":1,"l":[{"k":2,"x":1},{"k":1,"x":1}]}"#
        #expect(try !Self.areCertain(plan, payload))
        #expect(try plan.migrate(payload, to: "2").losses.isEmpty)
    }

    /// However many values a document has lost, the reason is that of the copy which stays.
    @Test(arguments: [1, 8]) func copiesStay(count: Int) throws {
        let plan = try Self.plan(
            #"{"op":"copy","from":"/l","to":"/new"},{"op":"each","path":"/l","operations":[{"op":"remove","path":"/s/x"}]}"#
        )
        let elements = (0..<count).map { #"{"t":[],"s":{"x":\#($0)}}"# }.joined(separator: ",")
        let losses = try plan.migrate(#"{"v":1,"l":[\#(elements)]}"#, to: "2").losses
        #expect(losses.map(\.reason) == [String](repeating: "it does not come back", count: count))
    }

    /// What a document carries may give back what an operation has taken.
    @Test func restoredValuesAreNotLost() throws {
        let plan = try Self.plan(#"{"op":"sort","path":"/l"}"#)
        let older = try plan.migrate(#"{"v":2,"l":[2,1]}"#, to: "1", options: MigrationOptions(losses: .carry)).text
        let result = try plan.migrate(older, to: "2")
        #expect(result.losses.isEmpty && result.text == #"{"v":2,"l":[2,1]}"#, "\(result)")
        let runner = try #require(PlanRunner(plan, to: "2", from: nil, options: MigrationOptions()))
        var (line, output) = (older, [UInt8]())
        let losses = try line.withUTF8 { try runner.migrate($0, to: &output) }
        #expect(losses == [] && String(decoding: output, as: UTF8.self) == result.text)
    }

    /// Beside each operation of the catalogue, in both orders.
    @Test(arguments: [
        JSONOperation.remove("/c", ifAbsent: .skip), .each("/a", [.remove("/b", ifAbsent: .skip)], ifAbsent: .skip),
        .sort("/a", ifAbsent: .skip),
    ])
    func neighboursMakeNoDifference(operation: JSONOperation) throws {
        let documents = [
            #"{"v":1,"a":[{"b":2,"c":"y"},{"b":1,"c":"x"}],"b":"x y","c":{"a":1}}"#, #"{"v":1,"a":[3,1,2],"c":"c"}"#,
        ]
        var certain = 0
        for (number, other) in OperationCatalogue.strict.enumerated() {
            let operations = number.isMultiple(of: 2) ? [operation, other] : [other, operation]
            guard
                let plan = try? MigrationPlan(
                    "Two", versionAt: VersionLocation("/v", as: .integer),
                    versions: [PlanVersion("1"), PlanVersion("2")],
                    migrations: [Migration(from: "1", to: "2", "s", operations: operations)])
            else { continue }
            for document in documents where (try? plan.migrate(document, to: "2")) != nil {
                if try Self.areCertain(plan, document) { certain += 1 }
            }
        }
        #expect(certain > 5, "\(operation)")
    }
}
