import Migrations
import Testing
import VersionedCodec

@Suite struct MapValuesOperationTests {
    @Test func errorOfAReversedTableNamesEachValueOnce() throws {
        let plan = try MigrationPlan.of([.mapValues("/a", [("x", 1), ("y", 1), ("z", 2)])])
        let error = #expect(throws: MigrationError.self) { try plan.migrate(#"{"a":7}"#, to: "1", from: "2") }
        #expect(error?.message == "7 is not in the table; it has 1, 2")
    }

    private static let words: [(JSONValue, JSONValue)] = [("draft", "open"), ("done", "closed")]
    private static let merged: [(JSONValue, JSONValue)] = [("a", "x"), ("b", "x")]

    @Test(arguments: [
        Change(.mapValues("/s", words), on: #"{"s": "done"}"#, gives: #"{"s": "closed"}"#),
        Change(.mapValues("/s", [(1, true), (nil, [2])]), on: #"{"s":null}"#, gives: #"{"s":[2]}"#),
        Change(
            .mapValues("/s", [(1, true)]), on: #"{"s":1.0}"#, gives: #"{"s":true}"#,
            losing: [#"line 1, column 6, at "/s": lost 1.0: it does not come back as it was: it comes back as 1"#],
            back: #"{"s":1}"#),
        Change(
            .mapValues("/s", merged), on: #"{"s":"b"}"#, gives: #"{"s":"x"}"#,
            losing: [##"line 1, column 6, at "/s": lost "b": it becomes "x", which the way back reads as "a""##],
            back: #"{"s":"a"}"#),
        Change(
            .mapValues("/s", words, fallback: "open"), on: #"{"s":"odd"}"#, gives: #"{"s":"open"}"#,
            losing: [#"line 1, column 6, at "/s": lost "odd": it is not in the table, and becomes "open""#],
            back: #"{"s":"draft"}"#),
        Change(
            .mapValues("/s", words, fallback: "new", reverseFallback: "draft"), on: #"{"s":"odd"}"#,
            gives: #"{"s":"new"}"#,
            losing: [#"line 1, column 6, at "/s": lost "odd": it is not in the table, and becomes "new""#],
            back: #"{"s":"draft"}"#,
            losingBack: [#"line 1, column 6, at "/s": lost "new": it is not in the table, and becomes "draft""#]),
        Change(.mapValues("/s", words, ifUnknown: .skip), on: #"{"s":"odd"}"#, gives: #"{"s":"odd"}"#),
        Change(
            .mapValues("/s", words, ifUnknown: .skip), on: #"{"s":"open"}"#, gives: #"{"s":"open"}"#,
            losing: [#"line 1, column 6, at "/s": lost "open": it is kept, and the way back reads it as "draft""#],
            back: #"{"s":"draft"}"#),
        Change(.mapValues("/s", words, ifAbsent: .skip), on: "{}", gives: "{}"),
    ])
    func valueIsMappedAndMappedBack(_ change: Change) throws { try change.check() }

    @Test(arguments: [
        Misfit(
            .mapValues("/s", words), on: #"{"s": "odd"}"#, .unexpectedValue,
            says: #"line 1, column 7, at "/s": "odd" is not in the table; it has "draft", "done""#),
        Misfit(.mapValues("/s", words), on: "{}", .absent, says: #"line 1, column 1, at "/s": there is no member "s""#),
    ])
    func misfitThrows(_ misfit: Misfit) throws { try misfit.check() }

    @Test(arguments: [
        FileForm(
            #"{"op": "mapValues", "path": "/s", "table": {"draft": "open", "done": "closed"}}"#,
            .mapValues("/s", words)),
        FileForm(
            #"{"op":"mapValues","path":"","table":[[1,null]],"fallback":null,"reverseFallback":2,"ifAbsent":"skip","ifUnknown":"skip"}"#,
            .mapValues("", [(1, .null)], fallback: .null, reverseFallback: 2, ifUnknown: .skip, ifAbsent: .skip)),
    ])
    func planFileGivesTheSame(_ form: FileForm) throws { try form.check() }

    @Test func sayWhatTheyAre() {
        #expect(JSONOperation.mapValues("/s", Self.words).description == #"map the values of "/s""#)
        #expect(JSONOperation.mapValues("/s", Self.words).lossClass == .exact)
        #expect(JSONOperation.mapValues("/s", Self.merged).lossClass == .captures)
        #expect(JSONOperation.mapValues("/s", Self.words, fallback: 1).lossClass == .captures)
        #expect(JSONOperation.mapValues("/s", Self.words, ifUnknown: .skip).lossClass == .captures)
        #expect(
            JSONOperation.mapValues("/s", Self.words, fallback: 1).reversed
                == [.mapValues("/s", [("open", "draft"), ("closed", "done")], reverseFallback: 1)])
    }
}
