import Foundation
import Migrations
import Testing
import VersionedCodec

@Suite struct CarriedDataTests {
    private static func plan(_ operations: JSONOperation..., knows: PlanVersion.KnownMembers? = nil) throws
        -> MigrationPlan
    {
        try MigrationPlan(
            "Order", versionAt: VersionLocation("/version", as: .integer),
            versions: [PlanVersion("1"), PlanVersion("2", knows: knows), PlanVersion("3")],
            migrations: [
                Migration(from: "1", to: "2", "First", operations: operations),
                Migration(from: "2", to: "3", "Second", operations: [.remove("/score", ifAbsent: .skip)]),
            ])
    }

    private static let dropsCoupon = JSONOperation.remove("/coupon", ifAbsent: .skip)
    private static let carry = MigrationOptions(losses: .carry)

    private static func root(_ result: MigrationResult) throws -> JSONValue {
        try JSONDocument(parsing: result.bytes).root
    }

    /// What is left of a document of version 1 that was edited in version 2.
    private func home(
        _ text: String, _ operations: JSONOperation..., edit: (inout JSONValue) -> Void
    ) throws -> (text: String, outdated: [JSONPointer]) {
        let plan = try MigrationPlan(
            "Order", versionAt: VersionLocation("/v", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "First", operations: operations)])
        let there = try plan.migrate(text, to: "2", options: Self.carry)
        var root = try Self.root(there)
        edit(&root)
        let home = try plan.migrate(root.text(), to: "1")
        return (home.text, home.outdatedCarried)
    }

    @Test func lostMemberStandsInTheReservedMember() throws {
        let plan = try Self.plan(Self.dropsCoupon)
        let there = try plan.migrate(#"{"version":1,"coupon":"X7"}"#, to: "2", options: Self.carry)
        #expect(
            there.text
                == #"{"version":2,"x-carried-data":{"carriedFormat":1,"versions":{"1":{"from":"2","changes":[{"path":"/coupon","value":"X7"}]}}}}"#
        )
        #expect(there.losses.isEmpty)
        #expect(there.carriedLosses.map(\.path) == ["/coupon"])
        #expect(try plan.migrate(there.bytes, to: "1").text == #"{"version":1,"coupon":"X7"}"#)
    }

    @Test func exactTripCarriesNothing() throws {
        let plan = try Self.plan(.rename("/a", to: "b"))
        #expect(try plan.migrate(#"{"version":1,"a":1}"#, to: "2", options: Self.carry).text == #"{"version":2,"b":1}"#)
    }

    @Test func liveMemberWins() throws {
        let text = #"{"v":1,"size":"XL","color":"Red"}"#
        let home = try home(
            text, .transform("/size", by: [.lowercase]), .transform("/color", by: [.lowercase])
        ) { $0.object?["size"] = "s" }
        #expect(home.text == #"{"v":1,"size":"s","color":"Red"}"#)
        #expect(home.outdated == ["/size"])
    }

    @Test func carriedValueDoesNotTakeThePlaceOfALiveOne() throws {
        let home = try home(#"{"v":1,"a":"x"}"#, .remove("/a")) { $0.object?["a"] = "live" }
        #expect(home.text == #"{"v":1,"a":"live"}"#)
        #expect(home.outdated == ["/a"])
    }

    @Test func elementThatWentComesBackBetweenItsNeighbours() throws {
        let home = try home(#"{"v":1,"l":["a","b","c"]}"#, .remove("/l/0")) {
            $0.object?["l"] = ["b", "new", "c"]
        }
        #expect(home.text == #"{"v":1,"l":["a","b","new","c"]}"#)
    }

    @Test func memberOfAnElementFindsItsElementAgain() throws {
        let text = #"{"v":1,"l":[{"id":1,"n":"x"},{"id":2,"n":"y"},{"id":3}]}"#
        let home = try home(text, .each("/l", [.remove("/n", ifAbsent: .skip)])) {
            $0.object?["l"] = [["id": 3], ["id": 2, "new": true], ["id": 4]]
        }
        #expect(home.text == #"{"v":1,"l":[{"id":3},{"id":2,"new":true,"n":"y"},{"id":4}]}"#)
        #expect(home.outdated == ["/l"])
    }

    @Test func orderOfElementsComesBack() throws {
        let home = try home(#"{"v":1,"l":[3,1,2]}"#, .sort("/l")) { $0.object?["l"] = [1, 2, 3, 9] }
        #expect(home.text == #"{"v":1,"l":[3,1,2,9]}"#)
    }

    @Test func objectThatIsAnotherOneGetsNothingOfTheFirst() throws {
        let text = #"{"v":1,"o":{"id":1,"name":"a","note":"of a"}}"#
        let home = try home(text, .remove("/o/note")) { $0.object?["o"] = ["id": 2, "name": "b"] }
        #expect(home.text == #"{"v":1,"o":{"id":2,"name":"b"}}"#)
        #expect(home.outdated == ["/o/note"])
    }

    @Test func memberIsExemptFromOperationsAndKnownMembers() throws {
        let plan = try Self.plan(
            Self.dropsCoupon, .renameKeys(.root, by: [.addPrefix("k-")]),
            .everywhere(where: .present("/value"), [.remove("/value")]), knows: ["k-a": .anything])
        let text = #"{"version":1,"coupon":"X7","a":1}"#
        let there = try plan.migrate(text, to: "2", options: Self.carry)
        #expect(try Self.root(there).object?.map(\.key) == ["version", "k-a", CarriedData.member])
        #expect(try plan.migrate(there.bytes, to: "1").text == #"{"version":1,"a":1,"coupon":"X7"}"#)
    }

    @Test func memberStaysWhereNothingIsCarried() throws {
        let plan = try Self.plan(Self.dropsCoupon, knows: [:])
        let there = try plan.migrate(#"{"version":1,"coupon":"X7"}"#, to: "2", options: Self.carry)
        let far = try plan.migrate(there.bytes, to: "3")
        #expect(try Self.root(far).object?[CarriedData.member] != nil)
        #expect(try plan.migrate(far.bytes, to: "1").text == #"{"version":1,"coupon":"X7"}"#)
    }

    @Test func eachVersionGetsItsOwn() throws {
        let plan = try Self.plan(Self.dropsCoupon)
        let there = try plan.migrate(#"{"version":1,"coupon":"X7","score":3}"#, to: "2", options: Self.carry)
        let far = try plan.migrate(there.bytes, to: "3", options: Self.carry)
        #expect(try Self.root(far)[at: "/x-carried-data/versions"]?.object?.map(\.key) == ["1", "2"])
        #expect(try plan.migrate(far.bytes, to: "2").bytes == there.bytes)
        #expect(try plan.migrate(far.bytes, to: "1").text == #"{"version":1,"score":3,"coupon":"X7"}"#)
    }

    /// The way back from 2 to 1 fails, so the whole document is carried: it comes back however the way is divided.
    @Test(arguments: [
        ["2", "3", "1"], ["2", "3", "2", "1"], ["3", "1"], ["3", "2", "1"], ["3", "2", "3", "1"],
        ["2", "3", "2", "3", "1"],
    ])
    func wholeDocumentComesBackOverSeveralSteps(_ way: [String]) throws {
        let plan = try Self.planWithFailingWayBack()
        let text = #"{"v":1,"a":5,"b":7,"d":9}"#
        var document = text
        for version in way { document = try plan.migrate(document, to: version, options: Self.carry).text }
        let home = try JSONDocument(parsing: document).root
        for key in ["v", "a", "b", "d"] {
            #expect(try home[at: JSONPointer([key])] == JSONDocument(parsing: text).root[at: JSONPointer([key])])
        }
    }

    /// The document is compared as it came, and not as it is when it has been normalized.
    @Test(arguments: [0, 1]) func wholeDocumentComesBackWhereTheVersionIsNormalized(minor: Int) throws {
        let plan = try MigrationPlan(
            planFile: """
                {"planFormat":2,"name":"t","version":{"at":"/v","as":"integer"},"versions":[{"version":"1","normalize":[
                  {"op":"add","path":"/k","value":\(minor),"ifExists":"skip"}]},{"version":"2"}],
                 "migrations":[{"from":"1","to":"2","summary":"s","operations":[
                   {"op":"split","from":"/n","into":["/f","/l"],"separator":" "}]}]}
                """)
        let text = #"{"v":2,"f":"Ann","l":"Sm ith"}"#
        let there = try plan.migrate(text, to: "1", options: Self.carry).text
        #expect(there.contains(#""n":"Ann Sm ith""#))
        #expect(try plan.migrate(there, to: "2", options: Self.carry).text == text)
    }

    @Test func wholeDocumentDoesNotReplaceOneThatWasChanged() throws {
        let plan = try Self.planWithFailingWayBack()
        let there = try plan.migrate(#"{"v":1,"a":5,"b":7,"d":9}"#, to: "3", options: Self.carry).text
        let error = #expect(throws: MigrationError.self) {
            try plan.migrate(there.replacing(#""c":7"#, with: #""c":8"#), to: "1", options: Self.carry)
        }
        #expect(error?.step == "2 → 1")
    }

    private static func planWithFailingWayBack() throws -> MigrationPlan {
        try MigrationPlan(
            "Order", versionAt: VersionLocation("/v", as: .integer),
            versions: [PlanVersion("1"), PlanVersion("2"), PlanVersion("3")],
            migrations: [
                Migration(from: "1", to: "2", "First", up: [.remove("/a")], down: [.rename("/none", to: "a")]),
                Migration(
                    from: "2", to: "3", "Second", operations: [.rename("/b", to: "c"), .remove("/d", ifAbsent: .skip)]),
            ])
    }

    @Test func sidecarIsForWhatIsNoObject() throws {
        let plan = try MigrationPlan(
            "List", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "Sorted", operations: [.sort(.root)])])
        let error = #expect(throws: MigrationError.self) {
            try plan.migrate("[2,1.0]", to: "2", from: "1", options: Self.carry)
        }
        #expect(error?.message == "an array has no member that could carry; a sidecar is needed")
        var options = Self.carry
        options.carrying.isSidecar = true
        let there = try plan.migrate("[2,1.0]", to: "2", from: "1", options: options)
        #expect(there.text == "[1.0,2]")
        let sidecar = try #require(there.carried)
        options.carrying.given = try CarriedData(parsing: sidecar.data)
        #expect(try plan.migrate(there.bytes, to: "1", from: "2", options: options).text == "[2,1.0]")
        #expect(try plan.migrate(there.bytes, to: "1", from: "2").text == "[1.0,2]")
    }

    @Test func limitIsAnErrorOrALoss() throws {
        let plan = try Self.plan(Self.dropsCoupon)
        let text = #"{"version":1,"coupon":"\#(String(repeating: "x", count: 100))"}"#
        var options = Self.carry
        options.carrying.limit = 100
        let error = #expect(throws: MigrationError.self) { try plan.migrate(text, to: "2", options: options) }
        #expect(error?.code == .tooMuchCarriedData)
        #expect(error?.message == "carried data would take 191 bytes; the limit is 100")
        options.carrying.beyondLimit = .report
        let there = try plan.migrate(text, to: "2", options: options)
        #expect(there.text == #"{"version":2}"#)
        #expect(there.losses.map(\.path) == ["/coupon"])
    }

    @Test func withoutAWayBackItFails() throws {
        let plan = try MigrationPlan(
            "Order", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "Gone", up: [.remove("/a", ifAbsent: .skip)], down: nil)])
        let error = #expect(throws: MigrationError.self) {
            try plan.migrate(#"{"a":1}"#, to: "2", from: "1", options: Self.carry)
        }
        #expect(
            error?.message
                == "a value would be lost: 1; the other version does not have it; there is no way back from version 2 to 1, which carrying needs"
        )
        #expect(error?.path == "/a")
        #expect(error?.losses.count == 1)
        #expect(try plan.migrate(#"{"b":1}"#, to: "2", from: "1", options: Self.carry).text == #"{"b":1}"#)
    }

    /// Without a way back, a number that becomes a key is not lost, wherever the data is, and also if the document has
    /// carried data already.
    @Test(arguments: ["", #","x-carried-data":{"carriedFormat":1,"versions":{}}"#], [false, true])
    func withoutAWayBackKeysAreNotLost(_ held: String, isSidecar: Bool) throws {
        let operations: [JSONOperation] = [
            .arrayToObject("/l", id: "id", idAs: .number), .remove("/gone", ifAbsent: .skip),
        ]
        let plan = try MigrationPlan(
            "Order", versionAt: VersionLocation("/v", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "Keys", up: operations, down: nil)])
        let set = try PlanSet(
            "S", entities: [PlanSet.Entity("O", plan: plan)],
            pins: [("A", "1"), ("B", "2")].map { VersionPins($0, ["O": $1]) })
        var options = Self.carry
        options.carrying.isSidecar = isSidecar
        let text = #"{"v":1,"l":[{"id":1,"n":2}]\#(held)}"#
        let result = #"{"v":2,"l":{"1":{"n":2}}}"#
        #expect(try plan.migrate(text, to: "2", options: options).text == result)
        #expect(try set.migrate(text, entity: "O", to: "B", from: "A", options: options).text == result)
        let lossy = #"{"v":1,"l":[],"gone":3\#(held)}"#
        for error in [
            #expect(throws: MigrationError.self) { try plan.migrate(lossy, to: "2", options: options) },
            #expect(throws: MigrationError.self) {
                try set.migrate(lossy, entity: "O", to: "B", from: "A", options: options)
            },
        ] {
            #expect(error?.path == "/gone")
            #expect(error?.message.contains("there is no way back from version ") == true)
        }
    }

    @Test func partCarriesNothing() throws {
        let plan = try Self.plan(Self.dropsCoupon)
        var options = Self.carry
        options.isPartial = true
        let error = #expect(throws: MigrationError.self) {
            try plan.migrate(#"{"coupon":1}"#, to: "2", from: "1", options: options)
        }
        #expect(error?.code == .losses)
    }

    @Test(arguments: [
        (#"{"carriedFormat":2}"#, "carried data of format 2 is newer than this tool, which knows 1"),
        (#"{"carriedFormat":1}"#, "carried data has no versions"),
        (#"{"carriedFormat":1,"versions":{"1":{"from":"2","changes":[{"path":"a"}]}}}"#, "carried data is damaged"),
        (
            #"{"carriedFormat":1,"versions":{"1":{"from":"2","changes":[{"path":"/l","hunks":[{"at":0,"was":[],"now":[4]}]}]}}}"#,
            "carried data is damaged"
        ),
    ])
    func damagedDataIsAnError(json: String, message: String) throws {
        let plan = try Self.plan(Self.dropsCoupon)
        let error = #expect(throws: MigrationError.self) {
            try plan.migrate(#"{"version":2,"x-carried-data":\#(json)}"#, to: "1")
        }
        #expect(error?.code == .badCarriedData)
        #expect(error?.message == message)
    }

    @Test func memberOfAnotherMeaningIsNotOverwritten() throws {
        let plan = try Self.plan(Self.dropsCoupon)
        let text = #"{"version":1,"coupon":1,"x-carried-data":"theirs"}"#
        let error = #expect(throws: MigrationError.self) { try plan.migrate(text, to: "2", options: Self.carry) }
        #expect(error?.message == "the member that is to carry has another meaning here; name another one")
        var options = Self.carry
        options.carrying.member = "_kept"
        let there = try plan.migrate(text, to: "2", options: options)
        #expect(try Self.root(there).object?.map(\.key) == ["version", "x-carried-data", "_kept"])
        #expect(try plan.migrate(text, to: "2").text == #"{"version":2,"x-carried-data":"theirs"}"#)
    }

    @Test func oneCallRemovesIt() throws {
        let plan = try Self.plan(Self.dropsCoupon)
        let there = try plan.migrate(#"{"version": 1, "coupon": "X7"}"#, to: "2", options: Self.carry)
        #expect(try CarriedData.removed(from: there.data) == Data(#"{"version": 2}"#.utf8))
        var options = MigrationOptions()
        options.carrying.isDropped = true
        #expect(try plan.migrate(there.bytes, to: "2", options: options).text == #"{"version": 2}"#)
        #expect(try plan.migrate(there.bytes, to: "3", options: options).text == #"{"version": 3}"#)
    }

    /// Normalizing cannot be reversed: nothing can be carried, and carried data stays.
    @Test func normalizingCarriesNothing() throws {
        let plan = try MigrationPlan(
            "Order", versionAt: VersionLocation("/v", as: .integer),
            versions: [PlanVersion("1", normalizing: [.remove("/old", ifAbsent: .skip)]), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "First", operations: [.remove("/x", ifAbsent: .skip)])])
        let payload = #"{"v":1,"a":1,"old":3}"#
        var sidecar = Self.carry
        sidecar.carrying.isSidecar = true
        for options in [Self.carry, sidecar] {
            let error = #expect(throws: MigrationError.self) { try plan.migrate(payload, to: "1", options: options) }
            #expect(
                error?.message == "a value would be lost: 3; the other version does not have it;"
                    + " normalizing cannot be reversed, so nothing can be carried")
        }
        let carried = #"{"v":1,"x-carried-data":{"carriedFormat":1,"versions":{"2":{"from":"1","changes":[]}}}}"#
        #expect(try plan.migrate(carried, to: "1", options: Self.carry).text == carried)
    }

    /// A key that appears twice names no member.
    @Test func repeatedKeysAreCarriedAsTheyAre() throws {
        let plan = try Self.plan(Self.dropsCoupon)
        var options = Self.carry
        options.parsing.duplicateKeys = .keep
        let payload = #"{"version":1,"w":{"q":1,"q":2},"coupon":"X7"}"#
        let there = try plan.migrate(payload, to: "2", options: options)
        #expect(there.carriedLosses.count == 1)
        let home = try plan.migrate(there.text, to: "1", options: options)
        #expect(home.text == payload && home.outdatedCarried.isEmpty)
        #expect(try plan.migrate(#"{"version":1,"w":{"q":1,"q":2}}"#, to: "2", options: options).carried == nil)
    }

    /// Elements that carried data has made out of others, and that are back in their places, are no losses.
    @Test func elementsThatAreMadeOfOthers() throws {
        let plan = try Self.plan(
            .concatenate([("/d", .present("/n")), ("/z", nil)], into: "/b"))
        let payload =
            #"{"version":1,"z":[{"id":7,"n":100,"t":"true"},{"id":1.0},{"id":10,"n":-3,"t":"l"}],"#
            + #""d":[{"id":26,"t":"a,b"},{"id":24,"n":-3},{"id":13,"n":1.50,"t":"+/8="}]}"#
        let there = try plan.migrate(payload, to: "2", options: Self.carry)
        #expect(!there.carriedLosses.isEmpty)
        let home = try plan.migrate(there.text, to: "1")
        let root = try JSONDocument(parsing: payload).root
        #expect(try Self.root(home).isEquivalent(to: root))
        #expect(home.losses.isEmpty)
    }

    /// A value that carried data restores is not a loss, in a plan set either.
    @Test(arguments: [LossPolicy.report, .fail, .carry]) func valuesOfAnAPIThatAreRestored(policy: LossPolicy) throws {
        let plan = try MigrationPlan(
            "C", versionAt: VersionLocation("/v", as: .integer),
            versions: [PlanVersion("1", knows: ["mail": .anything]), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "First", operations: [.rename("/mail", to: "email")])])
        let set = try PlanSet(
            "S", entities: [PlanSet.Entity("C", plan: plan)],
            pins: [VersionPins("a", ["C": "1"]), VersionPins("b", ["C": "2"])])
        let payload = #"{"v":1,"mail":"m","x":1}"#
        let there = try set.migrate(payload, entity: "C", to: "b", from: "a", options: Self.carry)
        #expect(there.carriedLosses.map(\.path) == ["/x"])
        let home = try set.migrate(
            there.bytes, entity: "C", to: "a", from: "b", options: MigrationOptions(losses: policy))
        #expect(home.text == payload)
        #expect(home.losses.isEmpty && home.carriedLosses.isEmpty)
        // What was added meanwhile is lost.
        let edited = there.text.replacing(#""x":1"#, with: #""x":1,"y":2"#)
        #expect(try set.migrate(edited, entity: "C", to: "a", from: "b").losses.map(\.path) == ["/y"])
    }

    @Test func linesCarryForThemselves() throws {
        let plan = try Self.plan(Self.dropsCoupon)
        let lines = "{\"version\":1,\"coupon\":\"X7\"}\n{\"version\":1}\n{\"version\":1,\"coupon\":\"X8\"}\n"
        func run(_ text: String, to target: String, _ options: MigrationOptions) throws -> String {
            var output: [UInt8] = []
            var chunks = [Array(text.utf8)]
            let reader = LineReader(chunks: { chunks.popLast() })
            _ = try LineMigration(plan: plan, target: target, options: options).run(
                reader, write: { output += $0 }, losses: { #expect($0.isEmpty) })
            return String(decoding: output, as: UTF8.self)
        }
        let there = try run(lines, to: "2", Self.carry)
        #expect(there.split(separator: "\n").map { $0.contains("X") } == [true, false, true])
        #expect(try run(there, to: "1", MigrationOptions()) == lines)
    }

    @Test func checkLeavesTheMemberAlone() throws {
        let plan = try Self.plan(Self.dropsCoupon, knows: [:])
        let there = try plan.migrate(#"{"version":1,"coupon":"X7"}"#, to: "2", options: Self.carry)
        let trips = try plan.roundTrips(of: JSONDocument(parsing: there.bytes))
        #expect(trips.allSatisfy { $0.losses.isEmpty })
    }
}
