import Migrations
import Testing
import VersionedCodec

/// JSON in a text, with sorted keys, and without what HTML takes for marks.
@Suite struct PrintingHTMLTests {
    @Test(arguments: [
        Change(
            .printJSON("/a", style: WritingStyle(keyOrder: .sorted), escapingHTML: true),
            on: "{\"a\":{\"z\":\"<b>&\u{2028}\",\"<\":1}}",
            gives: #"{"a":"{\"\\u003c\":1,\"z\":\"\\u003cb\\u003e\\u0026\\u2028\"}"}"#,
            back: "{\"a\":{\"<\":1,\"z\":\"<b>&\u{2028}\"}}"),
        Change(
            .parseJSON("/a", escapingHTML: true), on: #"{"a":"[\"\\u003c\"]"}"#, gives: #"{"a":["<"]}"#),
        Change(
            .parseJSON("/a", escapingHTML: true), on: #"{"a":"[\"<\"]"}"#, gives: #"{"a":["<"]}"#,
            losing: [
                #"line 1, column 6, at "/a": lost "[\"<\"]": it does not come back as it was: it comes back as "[\"\\u003c\"]""#
            ], back: #"{"a":"[\"\\u003c\"]"}"#),
    ])
    func marksAreEscaped(_ change: Change) throws { try change.check() }

    @Test(arguments: [
        FileForm(
            #"{"op":"printJSON","path":"/a","style":{"keyOrder":"sorted"},"escapeHTML":true}"#,
            .printJSON("/a", style: WritingStyle(keyOrder: .sorted), escapingHTML: true)),
        FileForm(#"{"op":"parseJSON","path":"/a","escapeHTML":true}"#, .parseJSON("/a", escapingHTML: true)),
    ])
    func planFileGivesTheSame(_ form: FileForm) throws { try form.check() }
}
