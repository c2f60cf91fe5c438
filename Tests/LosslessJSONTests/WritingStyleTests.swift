import Testing

@testable import LosslessJSON

@Suite struct WritingStyleTests {
    @Test func compactIsTheDefault() {
        #expect(WritingStyle() == .compact)
        #expect(WritingStyle.compact.colon == ":" && WritingStyle.compact.comma == ",")
        #expect(WritingStyle.compact.indentation == .none && !WritingStyle.compact.finalNewline)
    }

    @Test func colonFollowsTheIndentationUnlessGiven() {
        #expect(WritingStyle(indentation: .spaces(2)).colon == ": ")
        #expect(WritingStyle(indentation: .tabs(1)).colon == ": ")
        #expect(WritingStyle(indentation: .none).colon == ":")
        #expect(WritingStyle(indentation: .spaces(2), colon: " : ").colon == " : ")
    }

    @Test(
        arguments: [
            (WritingStyle.Indentation.none, nil), (.spaces(2), "  "), (.spaces(0), ""), (.tabs(1), "\t"),
            (.tabs(2), "\t\t"),
            (.spaces(-1), ""), (.tabs(-1), ""),
        ] as [(WritingStyle.Indentation, String?)])
    func indentationHasTheTextOfOneLevel(indentation: WritingStyle.Indentation, unit: String?) {
        #expect(indentation.unit == unit)
    }

    @Test(arguments: [
        (":", ":", true), (":", " : ", true), (":", "\r\n\t: ", true), ("[]", "[ ]", true), ("[]", "[\n\n]", true),
        (":", "", false), (":", "::", false), (":", "=", false), (":", ": \u{A0}", false), ("[]", "[", false),
        ("[]", "][", false), ("[]", "[null]", false), (",", ";", false), ("{}", "[]", false), (":", ":\u{301}", false),
    ])
    func onlyWhiteSpaceMayStandAroundTheMarks(marks: String, text: String, isSpaced: Bool) {
        #expect(WritingStyle.isSpaced(marks: marks, in: text) == isSpaced)
    }

    @Test func badColonTraps() async {
        await #expect(processExitsWith: .failure) { _ = WritingStyle(colon: " = ") }
    }

    @Test func badCommaTraps() async {
        await #expect(processExitsWith: .failure) { _ = WritingStyle(comma: "") }
    }

    @Test func badTextOfAnEmptyArrayTraps() async {
        await #expect(processExitsWith: .failure) { _ = WritingStyle(emptyArray: "{}") }
    }

    @Test func badTextOfAnEmptyObjectTraps() async {
        await #expect(processExitsWith: .failure) { _ = WritingStyle(emptyObject: "{ 0 }") }
    }

    // MARK: One line

    @Test(arguments: [
        WritingStyle.pretty, WritingStyle(indentation: .tabs(1), colon: "\n:"), WritingStyle(comma: ",\n"),
        WritingStyle(emptyArray: "[\n]"), WritingStyle(emptyObject: "{\r\n}"), WritingStyle(colon: ":\r"),
    ])
    func styleThatBreaksLinesBecomesCompactOnOneLine(style: WritingStyle) {
        #expect(style.onOneLine == .compact)
    }

    @Test func styleOfOneLineKeepsItsSpaces() {
        let style = WritingStyle(colon: ": ", comma: ", ", emptyArray: "[ ]", finalNewline: true)
        #expect(style.onOneLine == WritingStyle(colon: ": ", comma: ", ", emptyArray: "[ ]"))
    }

    @Test func orderAndEscapesStayOnOneLine() {
        let style = WritingStyle(
            indentation: .spaces(4), keyOrder: .sorted, keepsEscapes: true, escapesSlashes: true, escapesNonASCII: true)
        #expect(
            style.onOneLine
                == WritingStyle(keyOrder: .sorted, keepsEscapes: true, escapesSlashes: true, escapesNonASCII: true))
    }
}
