import Migrations
import Testing
import VersionedCodec

/// Losses that no operation by itself can know of: its reverse meets a value that is not as it was.
@Suite struct DifferingPlacesTests {
    struct Case: CustomTestStringConvertible {
        let operations: String
        let payload: String
        var isDown = false
        var place = "/v"

        init(_ operations: String, _ payload: String, isDown: Bool = false, versionAt place: String = "/v") {
            (self.operations, self.payload, self.isDown, self.place) = (operations, payload, isDown, place)
        }

        var testDescription: String { "\(operations) on \(payload)" }

        var plan: MigrationPlan {
            get throws {
                try MigrationPlan(
                    planFile:
                        #"{"planFormat":2,"name":"t","version":{"at":"\#(place)","as":"integer"},"#
                        + #""versions":[{"version":"1"},{"version":"2"}],"#
                        + #""migrations":[{"from":"1","to":"2","summary":"s","operations":[\#(operations)]}]}"#)
            }
        }
    }

    /// The losses of a case, which are those of a trip there and back; no path that has some is exact.
    private static func losses(_ test: Case) throws -> [String] {
        let plan = try test.plan
        let (from, target) = test.isDown ? ("2", "1") : ("1", "2")
        let losses = try plan.migrate(test.payload, to: target, from: from).losses
        let document = try JSONDocument(parsing: test.payload)
        #expect(try plan.roundTrips(of: document, from: from).map(\.losses) == [losses])
        if !losses.isEmpty { #expect(try plan.path(from: from, to: target).lossClass == .captures) }
        return losses.map { "\($0.path)" }
    }

    @Test(arguments: [
        Case(
            #"{"op":"when","if":{"path":"/v","equals":1},"operations":[{"op":"convert","path":"/c","from":"number","to":"string"}]}"#,
            #"{"v":1,"c":1}"#),
        Case(
            #"{"op":"each","path":"/l","operations":[{"op":"when","if":{"in":"document","path":"/v","equals":1},"operations":[{"op":"convert","path":"/c","from":"number","to":"string"}]}]}"#,
            #"{"v":1,"l":[{"c":1}]}"#),
        Case(
            #"{"op":"everywhere","where":{"path":"/v","equals":1},"operations":[{"op":"convert","path":"/c","from":"number","to":"string"}]}"#,
            #"{"v":1,"c":1}"#),
        Case(
            #"{"op":"everywhere","where":{"path":"/x","present":true},"operations":[{"op":"rename","path":"/v","to":"w"}]}"#,
            #"{"v":1,"x":2}"#),
        Case(
            #"{"op":"each","path":"/m","operations":[{"op":"convert","path":"","from":"number","to":"string"}]}"#,
            #"{"m":{"v":1,"x":2}}"#, versionAt: "/m/v"),
        Case(#"{"op":"copy","from":"/v","to":"/w"}"#, #"{"v":2,"w":2}"#, isDown: true),
        Case(#"{"op":"remove","path":"/k","derived":{"from":"/v"}}"#, #"{"v":1,"k":1}"#),
        Case(#"{"op":"gather","members":["m"],"into":"g"}"#, #"{"m":{"v":1},"x":2}"#, versionAt: "/m/v"),
    ])
    func theVersionIsAnother(_ test: Case) throws { #expect(try !Self.losses(test).isEmpty) }

    @Test(arguments: [
        (
            Case(
                #"{"op":"keyToIndex","path":"/i","list":"/l","key":"/k"},{"op":"sort","path":"/l","by":"/k","anyOrder":true}"#,
                #"{"v":1,"i":"b","l":[{"k":"b"},{"k":"a"}]}"#), ["/i"]
        ),
        (
            Case(
                #"{"op":"membersToArray","path":"/a","keys":["x","y"]},{"op":"sort","path":"/a","anyOrder":true}"#,
                #"{"v":1,"a":{"x":2,"y":1}}"#), ["/a/x", "/a/y"]
        ),
        (
            Case(
                #"{"op":"remove","path":"/f","derived":{"from":"/l","by":["first"]}},{"op":"sort","path":"/l","anyOrder":true}"#,
                #"{"v":1,"l":["b","a"],"f":"b"}"#), ["/f"]
        ),
        (
            Case(
                #"{"op":"each","path":"/x","operations":[{"op":"transform","path":"/s","by":[{"split":" "}],"back":[{"join":" "}]},{"op":"sort","path":"/s","anyOrder":true}]}"#,
                #"{"v":1,"x":[{"s":"b a"}]}"#), ["/x/0/s"]
        ),
        (
            Case(
                #"{"op":"rename","path":"/l","to":"m"},{"op":"sort","path":"/m","anyOrder":true}"#,
                #"{"v":1,"l":[2,1]}"#), []
        ),
    ])
    func orderThatIsIrrelevantHasChanged(_ test: Case, losing: [String]) throws {
        #expect(try Self.losses(test) == losing)
    }

    @Test(arguments: [
        Case(
            #"{"op":"each","path":"/a","operations":[{"op":"convert","path":"","from":"number","to":"string"}]},{"op":"move","from":"/a/e","to":"/a/w/e","keepEmptyParents":true}"#,
            #"{"v":1,"a":{"e":5}}"#),
        Case(
            #"{"op":"add","path":"/q","value":"z"},{"op":"when","if":{"path":"/q","present":true},"operations":[{"op":"convert","path":"/x","from":"number","to":"string"}]}"#,
            #"{"v":2,"x":5}"#, isDown: true),
        Case(
            #"{"op":"add","path":"/a/q","value":"z"},{"op":"each","path":"/a","operations":[{"op":"convert","path":"","from":"number","to":"string"}]}"#,
            #"{"v":2,"a":{"x":"5"}}"#, isDown: true),
        Case(
            #"{"op":"when","if":{"path":"/d","absent":true},"operations":[{"op":"convert","path":"/y","from":"number","to":"string"}]},{"op":"scatter","from":"d","members":["q"],"ifAbsent":"skip"}"#,
            #"{"v":1,"y":2}"#),
    ])
    func theWayBackAddsAValue(_ test: Case) throws { #expect(try !Self.losses(test).isEmpty) }

    @Test(arguments: [
        Case(#"{"op":"move","from":"/z","to":"/e/x","ifAbsent":"skip"}"#, #"{"v":1,"e":"q"}"#),
        Case(#"{"op":"remove","path":"/a/n","derived":{"from":"/a","by":["count"]}}"#, #"{"v":1,"a":{"n":2,"x":1}}"#),
        Case(#"{"op":"remove","path":"/l/0","derived":{"from":"/l/1"}}"#, #"{"v":1,"l":[5,5,6]}"#),
        Case(#"{"op":"join","from":["/l/1","/l/0"],"into":"/q","separator":" "}"#, #"{"v":1,"l":["a","b","c"]}"#),
        Case(#"{"op":"copy","from":"/l/1","to":"/l/0"}"#, #"{"v":2,"l":[5,5,6]}"#, isDown: true),
        Case(
            #"{"op":"match","from":"/x","pattern":"(?<f>.)(?<g>.*)","into":{"f":"/x/f","g":"/x/g"},"back":"{f}{g}"}"#,
            #"{"v":1,"x":"2026"}"#),
        Case(
            #"{"op":"compose","into":"/x/id","template":"{f} {g}","from":{"f":"/x","g":"/n"},"back":"(?<f>.*) (?<g>.*)"}"#,
            #"{"v":1,"x":"a","n":"b"}"#),
    ])
    func theOperationMeetsItself(_ test: Case) throws { #expect(try !Self.losses(test).isEmpty) }

    /// The first part goes, and the second one is an element before.
    @Test func partOfAnArrayBecomesTheWhole() throws {
        let test = Case(
            #"{"op":"compose","into":"/l/1","template":"{f}, {g}","from":{"f":"/l/0","g":"/l/1"},"back":"(?<f>[^,]*), (?<g>.*)"}"#,
            #"{"v":1,"l":["a","b","c"]}"#)
        #expect(try test.plan.migrate(test.payload, to: "2").text == #"{"v":2,"l":["a, b","c"]}"#)
        #expect(try !Self.losses(test).isEmpty)
    }

    @Test func normalizingBelongsToTheWayBack() throws {
        for operation in [
            #"{"op":"mapValues","path":"/d","table":[[1,2]],"ifUnknown":"skip"}"#,
            #"{"op":"remove","path":"/d","ifAbsent":"skip"}"#,
        ] {
            let plan = try MigrationPlan(
                planFile:
                    #"{"planFormat":2,"name":"t","version":{"at":"/v","as":"integer"},"#
                    + #""versions":[{"version":"1","normalize":[\#(operation)]},{"version":"2"}],"#
                    + #""migrations":[{"from":"1","to":"2","summary":"s","operations":["#
                    + #"{"op":"convert","path":"/d","from":"number","to":"string","ifAbsent":"skip"}]}]}"#)
            let losses = try plan.migrate(#"{"v":2,"d":"1"}"#, to: "1").losses
            #expect(losses.map { "\($0.path)" } == ["/d"])
            #expect(try plan.path(from: "2", to: "1").lossClass == .captures)
        }
    }

    /// Values around a lost one are looked at after the members of those before it.
    @Test(arguments: [
        (
            #"{"op":"add","path":"/id/d","value":[[],[],[]]},{"op":"introduce","path":"/id/b"}"#,
            #"{"v":2,"id":{"d":[],"b":5}}"#
        ),
        (
            #"{"op":"add","path":"/id/d","value":["y","z"]},{"op":"introduce","path":"/id/b"}"#,
            #"{"v":2,"id":{"d":["x"],"b":5}}"#
        ),
        (
            #"{"op":"add","path":"/d","value":[{"a":1},{"a":2}]},{"op":"introduce","path":"/b"}"#,
            #"{"v":2,"d":[1,2,3],"t":"u","b":{}}"#
        ),
    ])
    func valuesBesideMadeOnesAreCarried(operations: String, payload: String) throws {
        let plan = try Case(operations, payload).plan
        let options = MigrationOptions(losses: .carry)
        let there = try plan.migrate(payload, to: "1", options: options)
        let back = try plan.migrate(there.text, to: "2", options: options)
        #expect(try JSONDocument(parsing: back.bytes).root.isEquivalent(to: JSONDocument(parsing: payload).root))
    }

    /// Equal elements are paired in their order.
    @Test(arguments: [
        (Case(#"{"op":"add","path":"/n","value":[1,1]}"#, #"{"v":2,"n":[2,1,1]}"#, isDown: true), ["/n/0"]),
        (Case(#"{"op":"add","path":"/n","value":[2,1,1]}"#, #"{"v":2,"n":[1,1]}"#, isDown: true), ["/n"]),
    ])
    func elementsAreMadeAgain(_ test: Case, losing: [String]) throws {
        let (plan, document) = (try test.plan, try JSONDocument(parsing: test.payload))
        let losses = try plan.migrate(document, to: "1", from: "2").losses
        #expect(losses.map { "\($0.path)" } == losing)
        #expect(try plan.roundTrips(of: document, from: "2").map(\.losses) == [losses])
    }

    /// An operation knows what its own way back makes of a value, and not what the whole way back does.
    @Test(arguments: [
        (
            #"{"op":"copy","from":"/a","to":"/b"},{"op":"transform","path":"/b","by":["first"]},{"op":"remove","path":"/a"}"#,
            "[1,2]", "it does not come back"
        ),
        (
            #"{"op":"calculate","path":"/a","multiply":100},{"op":"set","path":"/a","to":7}"#, "1.50",
            "it does not come back as it was: it comes back as 0.07"
        ),
        (
            #"{"op":"transform","path":"/a","by":["lowercase"]},{"op":"remove","path":"/a","default":"q"}"#, #""Ab""#,
            #"it does not come back as it was: it comes back as "q""#
        ),
        (
            #"{"op":"calculate","path":"/a","multiply":100}"#, "1.50",
            "it does not come back as it was: it comes back as 1.5"
        ),
    ])
    func reasonIsThatOfTheWholeWay(operations: String, value: String, reason: String) throws {
        let losses = try Case(operations, "").plan.migrate(#"{"v":1,"a":\#(value)}"#, to: "2").losses
        #expect(losses.map(\.reason) == [reason])
    }

    /// The way back skips what the newer version never had, and names what it takes away all the same.
    @Test(arguments: [
        (
            #"{"op":"rename","path":"/id","to":"d","ifAbsent":"skip"},"#
                + #"{"op":"remove","path":"/b/k","restoredBy":{"op":"generate","path":"/b/k","as":"index"},"ifAbsent":"skip"}"#,
            #"{"v":1,"d":"q"}"#
        ),
        (
            #"{"op":"each","path":"/docs","operations":[{"op":"mapValues","path":"/n","table":[[null,null]]},"#
                + #"{"op":"move","from":"/e","to":"/n","ifAbsent":"skip","ifWrongKind":"skip"}]}"#,
            #"{"v":1,"docs":[{"n":null}]}"#
        ),
    ])
    func lossesHaveAStep(operations: String, payload: String) throws {
        let losses = try Case(operations, payload).plan.migrate(payload, to: "2").losses
        #expect(!losses.isEmpty && losses.allSatisfy { $0.step != nil && $0.operation != nil }, "\(losses)")
    }
}
