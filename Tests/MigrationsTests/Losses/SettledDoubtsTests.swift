import Migrations
import Testing
import VersionedCodec

/// Cases of losses whose answer is not obvious.
@Suite struct SettledDoubtsTests {
    private static func plan(_ operations: JSONOperation...) throws -> MigrationPlan {
        try MigrationPlan(
            "p", versionAt: VersionLocation("/v", as: .integer), versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "s", operations: operations)])
    }

    /// An older document may have the member all the same: then the way back takes it away.
    @Test func wayUpOfIntroduceCapturesUnlessItRefuses() throws {
        let plan = try Self.plan(.introduce("/note"))
        #expect(try plan.path(from: "1", to: "2").lossClass == .captures)
        #expect(try plan.migrate(#"{"v":1,"note":5}"#, to: "2").losses.map(\.path) == ["/note"])
        let strict = try Self.plan(.introduce("/note", ifExists: .error))
        #expect(try strict.path(from: "1", to: "2").lossClass == .exact)
        #expect(throws: MigrationError.self) { try strict.migrate(#"{"v":1,"note":5}"#, to: "2") }
    }

    /// An operation of one direction is on the way back of the other one, which so loses too.
    @Test func operationOfOneDirectionMakesBothDirectionsCapture() throws {
        let plan = try Self.plan(.rename("/a", to: "b", ifAbsent: .skip), .remove("/n", ifAbsent: .skip).only(.up))
        for (from, to) in [("1", "2"), ("2", "1")] {
            #expect(try plan.path(from: from, to: to).lossClass == .captures)
        }
        let down = try plan.migrate(#"{"v":2,"b":1,"n":3}"#, to: "1")
        #expect(down.text == #"{"v":1,"a":1,"n":3}"#)
        #expect(down.losses.map(\.path) == ["/n"])
    }

    /// A way back that does nothing shows nothing of a document that begins there: the way up may refuse it.
    @Test func wayBackOfScratchValuesAloneIsNotExact() throws {
        let plan = try Self.plan(.copy("/a", to: .scratch("s")))
        #expect(try plan.path(from: "1", to: "2").lossClass == .exact)
        #expect(try plan.path(from: "2", to: "1").lossClass == .captures)
    }

    /// Only `generate` leaves a kept value alone on the way back; another operation does so only if its rule says so.
    @Test func valueThatIsKeptMayMakeTheWayBackFail() throws {
        let failing = try Self.plan(.remove("/d", restoredBy: .copy("/e", to: "/d"), ifDifferent: .keep))
        let up = try failing.migrate(#"{"v":1,"d":1,"e":2}"#, to: "2")
        #expect(up.text == #"{"v":2,"d":1,"e":2}"#)
        #expect(up.losses.map(\.path) == [""])
        #expect(up.losses.first?.reason == "the way back fails: the place is taken by 1")
        let skipping = try Self.plan(
            .remove("/d", restoredBy: .copy("/e", to: "/d", ifExists: .skip), ifDifferent: .keep))
        #expect(try skipping.migrate(#"{"v":1,"d":1,"e":2}"#, to: "2").losses.isEmpty)
    }

    /// The order of members is formatting, unless the way back makes a list or a text of them.
    @Test func orderOfMembersThatShowsIsALoss() throws {
        let list = try Self.plan(.arrayToObject("/l", id: "k", value: "v"), .move("/l/a", to: "/x"))
        #expect(try list.path(from: "1", to: "2").lossClass == .captures)
        let up = try list.migrate(#"{"v":1,"l":[{"k":"a","v":1},{"k":"b","v":2}]}"#, to: "2")
        #expect(up.losses.map(\.path) == ["/l"])
        let text = try Self.plan(.parseJSON("/t"), .each("/t", [.move("/x", to: "/in/x")]))
        let parsed = try text.migrate(#"{"v":1,"t":"[{\"x\":1,\"y\":2}]"}"#, to: "2")
        #expect(parsed.losses.map(\.path) == ["/t"])
        let kept = try Self.plan(.arrayToObject("/l", id: "k", value: "v"), .rename("/l", to: "m"))
        #expect(try kept.path(from: "1", to: "2").lossClass == .exact)
    }

    /// A member that the way back of one operation adds may stop that of another.
    /// The way back makes the id of an element its first member.
    @Test func idThatWasNotTheFirstMemberIsALossWhereThatShows() throws {
        let text = try Self.plan(.parseJSON("/r"), .arrayToObject("/r", id: "k"))
        let losses = try text.migrate(#"{"r":"[{\"v\":1,\"k\":\"a\"}]"}"#, to: "2", from: "1").losses
        #expect(losses.map(\.path) == ["/r"])
        #expect(try text.migrate(#"{"r":"[{\"k\":\"a\",\"v\":1}]"}"#, to: "2", from: "1").losses.isEmpty)
        let twice = try Self.plan(
            .arrayToObject("/r", id: "k", value: "v"), .wrap("/r"), .arrayToObject("/r", id: "a"))
        let order = try twice.migrate(#"{"r":[{"k":"b","v":"2"},{"k":"a","v":"1"}]}"#, to: "2", from: "1").losses
        #expect(order.map(\.reason) == ["the order of the elements is not kept"])
        // Of arrays elsewhere, nothing shows it.
        let apart = try Self.plan(.arrayToObject("/q", id: "k"), .arrayToObject("/r", id: "k"))
        #expect(try apart.path(from: "1", to: "2").lossClass == .exact)
    }

    @Test func additionThatStopsTheWayBackIsALoss() throws {
        let tree = JSONOperation.treeToList("/l", level: "/depth", children: "rows", emptyChildren: true)
        let stopped = try Self.plan(.objectToArray("/l", id: "k", value: "n"), tree)
        let up = try stopped.migrate(#"{"v":1,"l":{"a":1}}"#, to: "2")
        #expect(up.text == #"{"v":2,"l":[{"k":"a","n":1,"depth":1}]}"#)
        #expect(up.losses.map(\.path) == [""])
        #expect(
            up.losses.first?.reason == "the way back fails: there is no place for this member in the object")
        let free = try Self.plan(.objectToArray("/l", id: "k"), tree)
        #expect(try free.migrate(#"{"v":1,"l":{"a":{"n":1}}}"#, to: "2").losses.isEmpty)
    }

    /// A replaced element does not count in the order of the others.
    @Test func replacedElementsDoNotChangeTheOrder() throws {
        let plan = try Self.plan(.remove("/a", default: ["y", "z"]))
        let up = try plan.migrate(#"{"v":1,"a":["x","y"]}"#, to: "2")
        #expect(up.losses.map(\.path) == ["/a/0"])
        let moved = try plan.migrate(#"{"v":1,"a":["z","y"]}"#, to: "2")
        #expect(moved.losses.map(\.path) == ["/a"])
        #expect(moved.losses.first?.reason == "the order of the elements is not kept")
    }

    /// Only the member is lost that says the default, and not its element.
    @Test func defaultThatAnElementSaysIsLostAlone() throws {
        let plan = try Self.plan(.arrayToObject("/env", id: "name", value: "value", default: .null))
        let payload = #"{"v":1,"env":[{"name":"A","value":null},{"name":"B"},{"name":"C","value":1}]}"#
        let up = try plan.migrate(payload, to: "2")
        #expect(up.text == #"{"v":2,"env":{"A":null,"B":null,"C":1}}"#)
        #expect(up.losses.map(\.path) == ["/env/0/value"])
        #expect(up.losses.first?.reason == "it is the default, which the way back leaves out")
    }

    /// The plan writes the version, whether a document is judged or not.
    @Test func spellingOfTheVersionIsNoLoss() throws {
        let exact = try Self.plan(.rename("/a", to: "b"))
        let losing = try Self.plan(.rename("/a", to: "b"), .remove("/n"))
        #expect(try exact.migrate(#"{"v":1.0,"a":1}"#, to: "2").losses.isEmpty)
        #expect(try losing.migrate(#"{"v":1.0,"a":1,"n":2}"#, to: "2").losses.map(\.path) == ["/n"])
        let trip = try exact.roundTrips(of: JSONDocument(parsing: #"{"v":1.0,"a":1}"#), from: "1")
        #expect(trip.allSatisfy { $0.losses.isEmpty })
    }

    /// Each entity is judged by the way back of its own plan; places are those of the payload.
    @Test func planSetsJudgeEachEntityByItsOwnPlan() throws {
        let set = try PlanSet(
            "Shop",
            entities: [
                PlanSet.Entity(
                    "Page", plan: try Self.plan(.rename("/orders", to: "items"), .remove("/extra")),
                    nested: [
                        NestedEntity("Order", eachOf: "/orders", inVersions: ["1"]),
                        NestedEntity("Order", eachOf: "/items", inVersions: ["2"]),
                    ]),
                PlanSet.Entity("Order", plan: try Self.plan(.remove("/n", ifAbsent: .skip))),
            ],
            pins: [VersionPins("a", ["Page": "1", "Order": "1"]), VersionPins("b", ["Page": "2", "Order": "2"])])
        let result = try set.migrate(
            #"{"v":1,"extra":0,"orders":[{"v":1,"n":1},{"v":1}]}"#, entity: "Page", to: "b")
        #expect(String(decoding: result.bytes, as: UTF8.self) == #"{"v":2,"items":[{"v":2},{"v":2}]}"#)
        #expect(result.losses.map(\.path) == ["/extra", "/orders/0/n"])
    }

    /// A way back lacks what one of its operations reads: it fails on each document. What an operation changes may be
    /// absent, because the plan has removed it.
    @Test func wayBackThatLacksAValueBesideFails() throws {
        let prefix = TextTransform.dropPrefix(.member("/n", in: .document))
        let split = JSONOperation.split("/n", into: ["/x", "/y"], separator: " ")
        let failing: [[JSONOperation]] = [
            [.inside("", [.transform("/b", by: [prefix]), split])],
            [.each("/l", [.transform("", by: [prefix])]), .remove("/n")],
            [.transform("/b", by: [.dropPrefix(.member("/n"))]), .remove("/n")],
            [.calculate("/c", .multiply(.member("/d"))), .remove("/d")],
        ]
        for operations in failing {
            let plan = try MigrationPlan.of(operations)
            let there = try plan.migrate(#"{"n":"a b","b":"a bc","l":["a bd"],"c":6,"d":2}"#, to: "2", from: "1")
            #expect(throws: MigrationError.self) { try plan.migrate(there.text, to: "1", from: "2") }
            #expect(there.losses.map(\.path) == [.root])
            #expect(there.losses.first?.reason.hasPrefix("the way back fails: there is no ") == true)
            #expect(there.losses.first?.step == "2 → 1")
        }
        let removing = try MigrationPlan.of([.rename("/n", to: "m"), .remove("/m")])
        #expect(try removing.migrate(#"{"n":"a b","b":1}"#, to: "2", from: "1").losses.map(\.path) == ["/n"])
    }

    /// The way back adds a default where the document had no value, and another of its operations cannot use it.
    @Test(
        arguments: [
            [.wrap("/c", ifAbsent: .skip), .drop([.null], members: ["c"])],
            [.wrap("/c", ifAbsent: .skip), .remove("/c", default: .null, ifAbsent: .skip)],
            [.inside("/o", [.wrap("/c", ifAbsent: .skip)]), .drop([.null], in: "/o", members: ["c"])],
            [.mapValues("/c", [("x", "y")], ifAbsent: .skip), .remove("/c", default: 5, ifAbsent: .skip)],
            [.each("/l", [.wrap("/c", ifAbsent: .skip), .drop([.null], members: ["c"])])],
        ] as [[JSONOperation]])
    func addedDefaultThatFailsTheWayBackIsALoss(_ operations: [JSONOperation]) throws {
        let plan = try MigrationPlan.of(operations)
        for c in ["", #","c":null"#] as [String] {
            let payload = #"{"o":{"n":1\#(c)},"l":[{"n":1\#(c)}]\#(c)}"#
            guard let there = try? plan.migrate(payload, to: "2", from: "1") else { continue }
            let isBack = (try? plan.migrate(there.text, to: "1", from: "2")) != nil
            #expect(isBack == there.losses.isEmpty, "\(payload): \(there.losses)")
        }
        let payload = #"{"o":{"n":1},"l":[{"n":1}]}"#
        let losses = try plan.migrate(payload, to: "2", from: "1").losses
        #expect(losses.map(\.path) == [.root])
        #expect(losses.first?.reason.hasPrefix("the way back fails: ") == true)
    }

    /// The operation is named that changed the number, and not the scope around it.
    @Test func spellingOfANumberIsLostByItsOperation() throws {
        let plan = try MigrationPlan.of([.each("/l", [.calculate("/n", .multiply(JSONNumber(10)))])])
        let there = try plan.migrate(#"{"l":[{"n":1.50},{"n":1.5}]}"#, to: "2", from: "1")
        #expect(there.losses.map(\.path) == ["/l/0/n"])
        #expect(there.losses.first?.operation == #"multiply "/n" by 10"#)
        #expect(there.losses.first?.reason == "it does not come back as it was: it comes back as 1.5")
    }
}
