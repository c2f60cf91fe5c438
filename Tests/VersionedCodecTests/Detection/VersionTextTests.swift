import Testing
import VersionedCodec

@Suite struct VersionTextTests {
    @Test(arguments: [
        ("https://acme.example/order-{version}.json", "https://acme.example/order-2.1.json", "2.1"),
        ("v{version}", "v2", "2"), ("{version}", "2026-03-14", "2026-03-14"),
        ("acme/v{version}", "acme/v1beta1", "1beta1"),
        ("v{version}/x-{version}.json", "v2.1.0/x-2.1.0.json", "2.1.0"), ("a{version}a", "aaa", "a"),
        ("{version}.json", "a.json.json", "a.json"), ("é{version}é", "é7é", "7"),
    ])
    func theVersionIsReadAndWritten(template: String, text: String, label: String) throws {
        let version = try VersionText(template)
        #expect(version.label(in: text) == label)
        #expect(version.text(of: label) == text)
        #expect(version.description == template)
    }

    @Test(arguments: [
        ("v{version}", "v"), ("v{version}", "2"), ("v{version}", "v2 "), ("v{version}", "xv2"),
        ("v{version}.json", "v2.jso"),
        ("v{version}/x-{version}", "v2/x-3"), ("v{version}", "v2/3"), ("v{version}", "v²"), ("a{version}a", "aa"),
        ("v{version}/{version}", "v/2"),
    ])
    func aTextThatDoesNotFitSaysNone(template: String, text: String) throws {
        #expect(try VersionText(template).label(in: text) == nil)
    }

    @Test(arguments: [
        ("v2", #""v2" has no {version}"#), ("{versions}", #""{versions}" has no {version}"#),
        ("{version}{version}", #""{version}{version}" has nothing between two {version}"#),
    ])
    func aTemplateThatCannotWorkIsRefused(template: String, reason: String) throws {
        let error = try #require(throws: VersionText.SyntaxError.self) { try VersionText(template) }
        #expect(error.description == reason)
    }

    @Test func aLongTextIsReadInOnePass() throws {
        let version = try VersionText("a{version}ab{version}b")
        #expect(version.label(in: String(repeating: "a", count: 200_000)) == nil)
    }
}
