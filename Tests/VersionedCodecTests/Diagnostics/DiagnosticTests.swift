import Testing
import VersionedCodec

@Suite struct DiagnosticTests {
    static let position = SourcePosition(line: 2, column: 3, byteOffset: 8)

    @Test(arguments: [
        (Diagnostic(message: "no member"), "no member", "f.json: no member"),
        (Diagnostic(message: "no member", position: position), "line 2, column 3: no member", "f.json:2:3: no member"),
        (Diagnostic(message: "no member", path: "/a"), #"at "/a": no member"#, #"f.json: no member (at "/a")"#),
        (Diagnostic(message: "no member", path: .root), "at the root: no member", "f.json: no member (at the root)"),
        (
            Diagnostic(message: "no member", position: position, path: "/a"), #"line 2, column 3, at "/a": no member"#,
            #"f.json:2:3: no member (at "/a")"#
        ),
        (Diagnostic(message: "no member", version: "2"), "no member (version 2)", "f.json: no member (version 2)"),
        (Diagnostic(message: "no member", step: "1 → 2"), "no member (step 1 → 2)", "f.json: no member (step 1 → 2)"),
        (Diagnostic(message: "no member", operation: "rename"), "no member (rename)", "f.json: no member (rename)"),
        (
            Diagnostic(
                message: "no member", position: position, path: "/a", version: "1", step: "1 → 2", operation: "rename"),
            #"line 2, column 3, at "/a": no member (version 1, step 1 → 2, rename)"#,
            #"f.json:2:3: no member (at "/a", version 1, step 1 → 2, rename)"#
        ),
    ])
    func textTellsThePartsThatThereAre(diagnostic: Diagnostic, description: String, inFile: String) {
        #expect(diagnostic.description == description)
        #expect(diagnostic.text(file: "f.json") == inFile)
    }

    @Test func exampleOfTheDocumentationHolds() {
        let bytes = Array("{\n  \"b\": 1}".utf8)
        let diagnostic = Diagnostic(
            message: "there is no member here", position: SourcePosition(byteOffset: 4, in: bytes), path: "/a",
            step: "1 → 2")
        #expect(diagnostic.description == #"line 2, column 3, at "/a": there is no member here (step 1 → 2)"#)
        #expect(diagnostic.text(file: "old.json") == #"old.json:2:3: there is no member here (at "/a", step 1 → 2)"#)
    }

    @Test func pathIsQuotedOnOneLine() {
        let diagnostic = Diagnostic(message: "no member", path: JSONPointer(["a\nb", "\"", "c/d"]))
        #expect(diagnostic.description == #"at "/a\nb/\"/c~1d": no member"#)
    }

    struct Refusal: DiagnosableError {
        let diagnostic = Diagnostic(message: "refused", path: "/a")
    }

    @Test func errorIsDescribedByItsDiagnostic() {
        #expect(Refusal().description == #"at "/a": refused"#)
        #expect("\(Refusal() as any Error)" == #"at "/a": refused"#)
    }
}
