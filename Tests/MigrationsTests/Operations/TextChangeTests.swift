import Migrations
import Testing
import VersionedCodec

/// Transforms of texts: patterns, slugs, Base64, and texts that another member holds.
@Suite struct TextChangeTests {
    @Test(arguments: [
        ("Größe & Maß", "grosse-mass"), ("  Hello,   World! ", "hello-world"), ("Cafe\u{301} Caf\u{E9}", "cafe-cafe"),
        ("Łódź Ærø Þór œuvre", "lodz-aero-thor-oeuvre"), ("日本", ""), ("", ""), ("a_b--c", "a-b-c"),
        ("İstanbul", "istanbul"),
    ])
    func slugHasLettersAndDigits(text: String, slug: String) throws {
        let plan = try MigrationPlan.of([.derive("/s", from: "/t", by: .slug)])
        let document = JSONValue.object(["t": .string(text)]).text()
        #expect(try JSONDocument(parsing: plan.migrate(document, to: "2", from: "1").bytes).root["s"]?.string == slug)
    }

    @Test(arguments: [
        Change(.transform("/t", by: [.encodeBase64]), on: #"{"t":"é/"}"#, gives: #"{"t":"w6kv"}"#),
        Change(.transform("/t", by: [.decodeBase64]), on: #"{"t":"w6kv"}"#, gives: #"{"t":"é/"}"#),
        Change(
            .each("/data", [.transform("", by: [.decodeBase64])]), on: #"{"data":{"user":"YWRtaW4="}}"#,
            gives: #"{"data":{"user":"admin"}}"#),
        Change(
            .each("/l", [.transform("/u", by: [.dropPrefix(.member("/base"))])]),
            on: #"{"l":[{"base":"/a","u":"/a/x"},{"base":"","u":"y"}]}"#,
            gives: #"{"l":[{"base":"/a","u":"/x"},{"base":"","u":"y"}]}"#),
        Change(
            .each("/l", [.transform("", by: [.addPrefix(.member("/base", in: .document))])]),
            on: #"{"base":"x/","l":["a"]}"#, gives: #"{"base":"x/","l":["x/a"]}"#),
        Change(
            .derive("/n", from: "/u", by: .dropSuffix(.member("/ext"))), on: #"{"u":"a.txt","ext":".txt"}"#,
            gives: #"{"u":"a.txt","ext":".txt","n":"a"}"#),
        Change(
            .transform("/u", by: [.addSuffix(.member("/x"))], ifAbsent: .skip), on: #"{"u":"a"}"#, gives: #"{"u":"a"}"#),
    ])
    func textIsChanged(_ change: Change) throws { try change.check() }

    @Test func prefixThatWasNotThereIsALoss() throws {
        let plan = try MigrationPlan.of([.transform("/u", by: [.dropPrefix(.member("/base"))])])
        let result = try plan.migrate(#"{"base":"/a","u":"/b/x"}"#, to: "2", from: "1")
        #expect(result.text == #"{"base":"/a","u":"/b/x"}"#)
        #expect(result.losses.map(\.path) == ["/u"])
    }

    /// The way back adds the prefix that is there then.
    @Test func memberThatALaterOperationChangesMakesALoss() throws {
        let plan = try MigrationPlan.of([
            .transform("/u", by: [.addPrefix(.member("/base"))]), .set("/base", to: "z", from: "a"),
        ])
        #expect(try plan.migrate(#"{"base":"a","u":"x"}"#, to: "2", from: "1").losses.isEmpty)
        let within = try MigrationPlan.of([.transform("/u", by: [.addPrefix(.member("/u"))])])
        let result = try within.migrate(#"{"u":"x"}"#, to: "2", from: "1")
        #expect(result.text == #"{"u":"xx"}"#)
        #expect(result.losses.map(\.path) == ["/u"])
    }

    @Test func replacingAndSplittingByPatterns() throws {
        let plan = try MigrationPlan(
            planFile: #"""
                {"planFormat": 2, "name": "n", "versions": [{"version": "1"}, {"version": "2"}],
                 "migrations": [{"from": "1", "to": "2", "summary": "", "operations": [
                   {"op": "derive", "from": "/t", "to": "/r",
                    "by": [{"replace": {"pattern": "(?<y>\\d{4})-(?<m>\\d\\d)"}, "with": "{m}/{y}"}]},
                   {"op": "derive", "from": "/t", "to": "/s", "by": [{"split": {"pattern": "[, ]+"}}, {"take": "/1"}]}]}]}
                """#)
        let result = try plan.migrate(#"{"t":"2026-11, 2025-01"}"#, to: "2", from: "1")
        #expect(result.text == #"{"t":"2026-11, 2025-01","r":"11/2026, 01/2025","s":"2025-01"}"#)
        #expect(try plan.migrate(result.text, to: "1", from: "2").text == #"{"t":"2026-11, 2025-01"}"#)
        #expect(try MigrationPlan(planFile: #require(plan.planFile).text()) == plan)
    }

    @Test(arguments: [
        Misfit(
            .transform("/u", by: [.dropPrefix(.member("/base"))]), on: #"{"u": "a"}"#, .absent,
            says: #"line 1, column 1, at "/base": there is no member "base""#),
        Misfit(
            .transform("/u", by: [.dropPrefix(.member("/base"))]), on: #"{"u": "a", "base": 1}"#, .wrongKind,
            says: #"line 1, column 20, at "/base": expected a string, found a number (1)"#),
        Misfit(
            .transform("/u", by: [.decodeBase64]), on: #"{"u": "/w=="}"#, .wrongKind,
            says: #"line 1, column 7, at "/u": expected a text in Base64, found a string ("/w==")"#),
    ])
    func misfitThrows(_ misfit: Misfit) throws { try misfit.check() }

    @Test(arguments: [
        FileForm(
            #"{"op":"transform","path":"/u","by":[{"dropPrefix":{"path":"/base"}},"slug"]}"#,
            .transform("/u", by: [.dropPrefix(.member("/base")), .slug])),
        FileForm(
            #"{"op":"transform","path":"/u","by":[{"addSuffix":{"in":"context","path":"/x"}}],"back":["decodeBase64"]}"#,
            .transform("/u", by: [.addSuffix(.member("/x", in: .context))], back: [.decodeBase64])),
    ])
    func planFileGivesTheSame(_ form: FileForm) throws { try form.check() }

    @Test(arguments: [
        (
            #"{"op":"transform","path":"/u","by":[{"replace":{"pattern":"a*"},"with":""}]}"#,
            #""pattern" matches the empty text, which is everywhere"#
        ),
        (
            #"{"op":"transform","path":"/u","by":[{"replace":{"pattern":"(a)"},"with":"{2}"}]}"#,
            #""with" has a hole "2" that nothing fills; the pattern has 1"#
        ),
        (
            #"{"op":"transform","path":"/u","by":[{"split":{"pattern":"("}}]}"#,
            #""pattern" is not a pattern: a ")" is missing (at character 2)"#
        ),
        (
            #"{"op":"renameKeys","by":[{"dropPrefix":{"path":"/base"}}]}"#,
            #""by" is about keys, beside which nothing is"#
        ),
    ])
    func mistakeInAPlanFileIsSaid(json: String, says: String) throws {
        let error = #expect(throws: PlanFileError.self) { try FileForm.reading(json) }
        #expect(error?.message == says)
    }
}
