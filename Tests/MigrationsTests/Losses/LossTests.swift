import Migrations
import Testing
import VersionedCodec

@Suite struct LossTests {
    private func losses() throws -> [Loss] {
        let plan = try MigrationPlan.of([
            .remove("/a"), .add("/b", value: "made"), .requireUnique("/b", ifWrongKind: .skip), .set("/b", to: 1),
        ])
        return try plan.migrate(#"{"a": {"x": [1.0]}}"#, to: "2", from: "1").losses
    }

    /// What a step has made is not a loss.
    @Test func describesItselfInOneLine() throws {
        let losses = try losses()
        #expect(
            losses.map(\.description)
                == [
                    #"line 1, column 7, at "/a": lost {"x":[1.0]}: the other version does not have it (step 1 → 2, remove "/a")"#
                ])
    }

    @Test func isJSON() throws {
        let loss = try #require(try losses().first { $0.path == "/a" })
        #expect(
            loss.json.text()
                == #"{"path":"/a","value":{"x":[1.0]},"reason":"the other version does not have it","operation":"remove \"/a\"","step":"1 → 2","line":1,"column":7}"#
        )
    }

    @Test func longValueIsShortened() throws {
        let plan = try MigrationPlan.of([.remove("/a")])
        let text = String(repeating: "y", count: 200)
        let loss = try plan.migrate("{\"a\":\"\(text)\"}", to: "2", from: "1").losses.first
        #expect(loss?.value == .string(text))
        #expect(
            loss?.described.hasPrefix(
                "line 1, column 6, at \"/a\": lost \"" + String(repeating: "y", count: 78) + "…: ") == true)
    }

    @Test func equalLossesHashAlike() throws {
        #expect(Set(try losses() + losses()).count == 1)
    }
}
