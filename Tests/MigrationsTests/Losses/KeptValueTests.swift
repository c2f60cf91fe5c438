import Migrations
import Testing
import VersionedCodec

/// What a rule skips is a loss where the way back will not skip it.
@Suite struct KeptValueTests {
    private static let place = #"line 1, column 6, at "/p": lost "#

    @Test(arguments: [
        Change(
            .convert("/p", from: .number, to: .string, ifWrongKind: .skip), on: #"{"p":"5"}"#, gives: #"{"p":"5"}"#,
            losing: [place + #""5": it is kept, and the way back reads it as 5"#], back: #"{"p":5}"#),
        Change(
            .unwrap("/p", ifWrongKind: .skip), on: #"{"p":5}"#, gives: #"{"p":5}"#,
            losing: [place + "5: it is kept, and the way back reads it as [5]"], back: #"{"p":[5]}"#),
        Change(
            .objectToArray("/p", id: "i", ifWrongKind: .skip), on: #"{"p":[{"i":"a"}]}"#, gives: #"{"p":[{"i":"a"}]}"#,
            losing: [place + #"[{"i":"a"}]: it is kept, and the way back reads it as {"a":{}}"#],
            back: #"{"p":{"a":{}}}"#),
        Change(
            .arrayToObject("/p", id: "i", ifWrongKind: .skip), on: #"{"p":{"a":{}}}"#, gives: #"{"p":{"a":{}}}"#,
            losing: [place + #"{"a":{}}: it is kept, and the way back reads it as [{"i":"a"}]"#],
            back: #"{"p":[{"i":"a"}]}"#),
        Change(
            .transform("/p", by: [.join(",")], ifWrongKind: .skip), on: #"{"p":"a,b"}"#, gives: #"{"p":"a,b"}"#,
            losing: [place + #""a,b": it is kept, and the way back reads it as ["a","b"]"#],
            back: #"{"p":["a","b"]}"#),
    ])
    func keptValueThatTheWayBackReadsIsALoss(_ change: Change) throws { try change.check() }

    @Test(arguments: [
        Change(.convert("/p", from: .string, to: .number, ifWrongKind: .skip), on: #"{"p":[]}"#, gives: #"{"p":[]}"#),
        Change(.objectToArray("/p", id: "i", ifWrongKind: .skip), on: #"{"p":5}"#, gives: #"{"p":5}"#),
        Change(.arrayToObject("/p", id: "i", ifWrongKind: .skip), on: #"{"p":5}"#, gives: #"{"p":5}"#),
        Change(.transform("/p", by: [.split(",")], ifWrongKind: .skip), on: #"{"p":5}"#, gives: #"{"p":5}"#),
    ])
    func keptValueThatTheWayBackSkipsIsNone(_ change: Change) throws { try change.check() }

    @Test(arguments: [
        JSONOperation.convert("/p", from: .number, to: .string, ifWrongKind: .skip),
        .unwrap("/p", ifWrongKind: .skip), .objectToArray("/p", id: "i", ifWrongKind: .skip),
        .arrayToObject("/p", id: "i", ifWrongKind: .skip),
        .transform("/p", by: [.addPrefix("x")], ifWrongKind: .skip),
    ])
    func ruleToSkipCaptures(_ operation: JSONOperation) { #expect(operation.lossClass == .captures) }
}
