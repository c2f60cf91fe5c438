import Migrations
import Testing
import VersionedCodec

@Suite struct ConvertOperationTests {
    @Test(arguments: [
        Change(.convert("/p", from: .string, to: .number), on: #"{"p": "19.90"}"#, gives: #"{"p": 19.90}"#),
        Change(
            .convert("", from: .string, to: .number), on: #""123456789012345678901234567890""#,
            gives: "123456789012345678901234567890"),
        Change(.convert("/0", from: .number, to: .string), on: "[1e3]", gives: #"["1e3"]"#),
        Change(.convert("/p", from: .number, to: .boolean), on: #"{"p":1}"#, gives: #"{"p":true}"#),
        Change(.convert("/p", from: .boolean, to: .number), on: #"{"p":false}"#, gives: #"{"p":0}"#),
        Change(.convert("/p", from: .string, to: .boolean), on: #"{"p":"true"}"#, gives: #"{"p":true}"#),
        Change(.convert("/p", from: .boolean, to: .string), on: #"{"p":false}"#, gives: #"{"p":"false"}"#),
        Change(
            .convert("/p", from: .number, to: .boolean), on: #"{"p":1.0}"#, gives: #"{"p":true}"#,
            losing: [#"line 1, column 6, at "/p": lost 1.0: its spelling does not come back"#],
            back: #"{"p":1}"#),
        Change(.convert("/p", from: .number, to: .string), on: #"{"p":80.0}"#, gives: #"{"p":"80.0"}"#),
        Change(.convert("/p", from: .string, to: .number, ifAbsent: .skip), on: "{}", gives: "{}"),
        Change(
            .convert("/p", from: .string, to: .number, ifWrongKind: .skip), on: #"{"p":"n/a"}"#, gives: #"{"p":"n/a"}"#),
    ])
    func scalarIsConvertedAndConvertedBack(_ change: Change) throws { try change.check() }

    @Test(arguments: [
        (
            JSONOperation.ScalarKind.string, JSONOperation.ScalarKind.number, #""007""#,
            #"a string that is a JSON number, found a string ("007")"#
        ),
        (.string, .number, "7", "a string that is a JSON number, found a number (7)"),
        (.string, .boolean, #""yes""#, #""true" or "false", found a string ("yes")"#),
        (.number, .boolean, "2", "0 or 1, found a number (2)"),
        (.number, .string, "[1]", "a number, found an array"),
        (.boolean, .number, "0", "a boolean, found a number (0)"),
    ])
    func otherValueThrows(from: JSONOperation.ScalarKind, to: JSONOperation.ScalarKind, value: String, says: String)
        throws
    {
        try Misfit(
            .convert("/p", from: from, to: to), on: "{\"p\": \(value)}", .wrongKind,
            says: "line 1, column 7, at \"/p\": expected \(says)"
        ).check()
    }

    @Test(arguments: [
        FileForm(
            #"{"op": "convert", "path": "/p", "from": "string", "to": "number"}"#,
            .convert("/p", from: .string, to: .number)),
        FileForm(
            #"{"op":"convert","path":"/p","from":"boolean","to":"number","ifAbsent":"skip","ifWrongKind":"skip"}"#,
            .convert("/p", from: .boolean, to: .number, ifAbsent: .skip, ifWrongKind: .skip)),
    ])
    func planFileGivesTheSame(_ form: FileForm) throws { try form.check() }

    @Test func sayWhatTheyAre() {
        let operation = JSONOperation.convert("/p", from: .string, to: .number)
        #expect(operation.description == #"convert "/p" from string to number"#)
        #expect(operation.lossClass == .exact)
        #expect(operation.reversed == [.convert("/p", from: .number, to: .string)])
    }
}
