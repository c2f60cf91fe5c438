import Migrations
import Testing
import VersionedCodec

/// Running indices, letters, and sequences that start anew.
@Suite struct GenerateIndexTests {
    private static let lettered = JSONOperation.each(
        "/s", [.each("/q", [.generate("/id", .sequence("q-%a", restarting: true))])])

    @Test(arguments: [
        Change(
            .each("/l", [.generate("/n", .index())]), on: #"{"l":[{},{"a":1}]}"#,
            gives: #"{"l":[{"n":0},{"a":1,"n":1}]}"#),
        Change(
            .each("/l", [.inside("/x", [.generate("/n", .index(start: 1, pattern: "%A"))])]),
            on: #"{"l":[{"x":{}},{"x":{}}]}"#, gives: #"{"l":[{"x":{"n":"A"}},{"x":{"n":"B"}}]}"#),
        Change(
            .each("/l", [.each("/m", [.generate("/n", .index(start: 5))])]), on: #"{"l":[{"m":[{}]},{"m":[{},{}]}]}"#,
            gives: #"{"l":[{"m":[{"n":5}]},{"m":[{"n":5},{"n":6}]}]}"#),
        Change(
            .everywhere(where: .present("/k"), [.generate("/n", .index())]), on: #"{"l":[{},{"k":1}]}"#,
            gives: #"{"l":[{},{"k":1,"n":1}]}"#),
        Change(
            lettered, on: #"{"s":[{"q":[{},{}]},{"q":[{},{}]}]}"#,
            gives: #"{"s":[{"q":[{"id":"q-a"},{"id":"q-b"}]},{"q":[{"id":"q-a"},{"id":"q-b"}]}]}"#),
        Change(
            lettered, on: #"{"s":[{"q":[{},{"id":"q-a"}]},{"q":[{}]}]}"#,
            gives: #"{"s":[{"q":[{"id":"q-b"},{"id":"q-a"}]},{"q":[{"id":"q-a"}]}]}"#,
            losing: [#"line 1, column 22, at "/s/0/q/1/id": lost "q-a": it is kept, and the way back takes it away"#],
            back: #"{"s":[{"q":[{"id":"q-b"},{}]},{"q":[{}]}]}"#),
        Change(
            .each("/s", [.generate("/id", .sequence("%A"))]), on: #"{"s":{"x":{},"y":{}}}"#,
            gives: #"{"s":{"x":{"id":"A"},"y":{"id":"B"}}}"#),
    ])
    func valueIsMadeAndGoesOnTheWayBack(_ change: Change) throws { try change.check() }

    @Test func indexThatWasThereIsALossWhereTheWayBackTakesIt() throws {
        let plan = try MigrationPlan.of([.each("/l", [.generate("/n", .index())])])
        let result = try plan.migrate(#"{"l":[{"n":7},{"n":1}]}"#, to: "2", from: "1")
        #expect(result.text == #"{"l":[{"n":7},{"n":1}]}"#)
        #expect(result.losses.map(\.path) == ["/l/1/n"])
        #expect(try plan.migrate(result.text, to: "1", from: "2").text == #"{"l":[{"n":7},{}]}"#)
    }

    @Test func lettersGoOnBehindZ() throws {
        let list = Array(repeating: "{}", count: 705).joined(separator: ",")
        let plan = try MigrationPlan.of([.each([.generate("/n", .index(start: 1, pattern: "%a"))])])
        let result = try JSONDocument(parsing: plan.migrate("[\(list)]", to: "2", from: "1").bytes).root
        let letters = result.array?.map { $0["n"]?.string ?? "" } ?? []
        let some = [0, 25, 26, 51, 52, 701, 702, 704].map { letters[$0] }
        #expect(some == ["a", "z", "aa", "az", "ba", "zz", "aaa", "aac"])
        #expect(Set(letters).count == 705)
    }

    /// In a document of more than a megabyte the elements are changed as they are written.
    @Test func largeDocumentHasTheSameIndices() throws {
        let list = Array(repeating: #"{"text":"\#(String(repeating: "x", count: 40))"}"#, count: 40_000)
        let plan = try MigrationPlan.of([.each("/l", [.generate("/n", .index())])])
        let result = try plan.migrate(Array(#"{"l":[\#(list.joined(separator: ","))]}"#.utf8), to: "2", from: "1")
        let made = try JSONDocument(parsing: result.bytes).root["l"]?.array?.map { $0["n"]?.int } ?? []
        #expect(made == Array(0..<40_000).map(Optional.some))
    }

    @Test func indexNeedsAnArrayAround() throws {
        try Misfit(
            .generate("/n", .index()), on: #"{"a": 1}"#, .unexpectedValue,
            says: #"line 1, column 1, at "/n": there is no enclosing array"#
        ).check()
        let plan = try MigrationPlan.of([.inside("/m", [.each([.generate("/n", .index())])])])
        let error = #expect(throws: MigrationError.self) { try plan.migrate(#"{"m":{"a":{}}}"#, to: "2", from: "1") }
        #expect(error?.path == "/m/a/n")
    }

    @Test(arguments: [
        FileForm(#"{"op":"generate","path":"/n","as":"index"}"#, .generate("/n", .index())),
        FileForm(
            #"{"op":"generate","path":"/n","as":"index","start":1,"pattern":"%A"}"#,
            .generate("/n", .index(start: 1, pattern: "%A"))),
        FileForm(
            #"{"op":"generate","path":"/n","as":"sequence","pattern":"q%a","start":2,"restart":true}"#,
            .generate("/n", .sequence("q%a", start: 2, restarting: true))),
    ])
    func planFileGivesTheSame(_ form: FileForm) throws { try form.check() }

    @Test(arguments: ["%x", "a", "%a%d", "%0a"])
    func patternHoldsOneNumber(pattern: String) {
        let error = #expect(throws: PlanFileError.self) {
            try FileForm.reading(#"{"op":"generate","path":"/n","as":"index","pattern":"\#(pattern)"}"#)
        }
        #expect(error?.message == #""pattern" must hold one number, such as %d, %04d or %a"#)
    }

    @Test func sayWhatTheyAre() throws {
        #expect(JSONOperation.generate("/n", .index()).description == #"generate "/n" as the index"#)
        let plan = try MigrationPlan.of([.each("/l", [.generate("/n", .index(pattern: "%a"))])])
        #expect(try plan.changelog().contains("`/n` is made where it is absent: the index as `%a`"))
    }
}
