import Migrations
import Testing
import VersionedCodec

/// Reasons of losses whose operation runs on the way back, or gave up only some of a value.
@Suite struct LossReasonTests {
    private func losses(
        _ document: String, up: [JSONOperation], down: [JSONOperation]?, to target: String = "2"
    ) throws -> [String] {
        let plan = try MigrationPlan(
            "p", versionAt: nil, versions: [PlanVersion("1"), PlanVersion("2")],
            migrations: [Migration(from: "1", to: "2", "s", up: up, down: down)])
        return try plan.migrate(document, to: target, from: target == "2" ? "1" : "2").losses.map(\.description)
    }

    /// The other version has the value: it is the way back that does not keep it.
    @Test func whatTheWayBackRemovesIsNotSaidToBeMissing() throws {
        #expect(
            try losses(#"{"a":1}"#, up: [], down: [.remove("/a")])
                == [
                    #"line 1, column 6, at "/a": lost 1: it is kept, and the way back takes it away (step 2 → 1, remove "/a")"#
                ])
        #expect(
            try losses(#"{"a":1}"#, up: [.rename("/a", to: "b")], down: [.remove("/b")])
                == [#"line 1, column 6, at "/a": lost 1: it does not come back (step 2 → 1, remove "/b")"#])
        #expect(
            try losses(#"{"a":[1,2]}"#, up: [], down: [.unwrap("/a", ifMany: .first)])
                == [
                    #"line 1, column 6, at "/a": lost [1,2]: it is kept, and the way back reads it as 1 (step 2 → 1, unwrap "/a" from its array)"#
                ])
    }

    /// What went was a copy: the other version has the value, under another name.
    @Test func copyThatGoesIsNotWhyTheValueDoes() throws {
        let down: [JSONOperation] = [.remove("/b")]
        #expect(
            try losses(
                #"{"a":1}"#, up: [.copy("/a", to: "/t"), .rename("/a", to: "b"), .remove("/t")], down: down)
                == [#"line 1, column 6, at "/a": lost 1: it does not come back (step 2 → 1, remove "/b")"#])
        #expect(
            try losses(
                #"{"a":{"x":[1]}}"#, up: [.rename("/a", to: "b"), .copy("/b", to: "/t"), .remove("/t")], down: down)
                == [#"line 1, column 6, at "/a": lost {"x":[1]}: it does not come back (step 2 → 1, remove "/b")"#])
        // The copy is left, and the value went from its place.
        for others: [JSONOperation] in [[.remove("/a")], [.rename("/a", to: "b"), .remove("/b")]] {
            #expect(
                try losses(#"{"a":1}"#, up: [.copy("/a", to: "/t")] + others, down: []).map {
                    $0.contains("it does not come back (step 1 → 2, remove")
                } == [true])
        }
        // Both went: the other version does not have it.
        #expect(
            try losses(#"{"a":1}"#, up: [.copy("/a", to: "/t"), .remove("/a"), .remove("/t")], down: [])
                .map { $0.hasSuffix(#"the other version does not have it (step 1 → 2, remove "/a")"#) } == [true])
    }

    /// Words of the plan are about the version that it removes the value for.
    @Test func wordsOfThePlanFollowWhatTheWayBackDoes() throws {
        #expect(
            try losses(#"{"a":1}"#, up: [], down: [.remove("/a", reason: "old readers stop at it")])
                == [
                    #"line 1, column 6, at "/a": lost 1: it is kept, and the way back takes it away: old readers stop at it (step 2 → 1, remove "/a")"#
                ])
    }

    /// A record of one member says nothing of the others.
    @Test func aMemberThatGoesIsNotWhyTheWholeDoes() throws {
        #expect(
            try losses(#"{"a":{"x":1,"y":2}}"#, up: [.remove("/a/x"), .printJSON("/a")], down: [])
                == [
                    #"line 1, column 6, at "/a": lost {"x":1,"y":2}: it does not come back as it was: it comes back as "{\"y\":2}" (step 1 → 2, print "/a" as JSON)"#
                ])
        #expect(
            try losses(
                #"{"a":{"x":1,"y":2}}"#, up: [.remove("/a/x"), .remove("/a/y", removingEmptyParents: true)], down: [])
                == [
                    #"line 1, column 6, at "/a": lost {"x":1,"y":2}: the other version does not have it (step 1 → 2, remove "/a/y")"#
                ])
    }

    /// What a whole becomes is not what its members become.
    @Test func whatTheWholeBecomesIsNotSaidOfItsParts() throws {
        #expect(
            try losses(#"{"a":{"x":1}}"#, up: [.set("/a", to: [:])], down: [])
                == [#"line 1, column 11, at "/a/x": lost 1: it does not come back (step 1 → 2, set "/a" to {})"#])
    }

    @Test func valueThatIsSetAlreadyIsNotSaidToBeSet() throws {
        let plan = try MigrationPlan.of([.set("/a", to: 0, from: 1)])
        #expect(
            try plan.migrate(#"{"a":0}"#, to: "2", from: "1").losses.map(\.description)
                == [
                    #"line 1, column 6, at "/a": lost 0: it is kept, and the way back reads it as 1 (step 2 → 1, set "/a" to 1)"#
                ])
        let mapped = try MigrationPlan.of([.mapValues("/a", [("x", "y")], fallback: "z", reverseFallback: "w")])
        #expect(
            try mapped.migrate(#"{"a":"z"}"#, to: "2", from: "1").losses.map(\.reason)
                == [#"it is kept, and the way back reads it as "w""#])
    }

    /// No one can see that equal elements have changed places.
    @Test func orderOfEqualElementsIsNoLoss() throws {
        let up: [JSONOperation] = [.transform("/a", by: [.reverse])]
        #expect(try losses(#"{"a":[{"x":1,"y":2},{"y":2,"x":1}]}"#, up: up, down: []) == [])
        #expect(
            try losses(#"{"a":[1,1.0]}"#, up: up, down: [])
                == [
                    #"line 1, column 6, at "/a": lost [1,1.0]: the order of the elements is not kept (step 1 → 2, transform "/a")"#
                ])
    }

    /// Without a way back, what a value was made into says only some of it.
    @Test func changedValueIsNotSaidToBeGone() throws {
        #expect(
            try losses(
                #"{"a":"1970-01-01T00:00:01+00:00"}"#, up: [.reformatDate("/a", from: .iso8601, to: .unixSeconds)],
                down: nil
            )
            .map { $0.contains("does not have all of it") } == [true])
    }

    /// A record of what an own way back would do says nothing where another one runs.
    @Test func operationThatTookTheValueIsNamedHoweverTheDocumentIsRead() throws {
        let plan = try MigrationPlan.of([
            .renameKeys(by: [.replace("a", with: "o")], back: [.lowercase]).only(.up), .pick(["x"]),
        ])
        let text = #"{"x":1,"at":2}"#
        let losses =
            try plan.migrate(text, to: "2", from: "1").losses
            + plan.migrate(JSONDocument(parsing: text), to: "2", from: "1").losses
        #expect(losses.map(\.operation) == Array(repeating: #"pick "x" in the whole value"#, count: 2))
    }
}
