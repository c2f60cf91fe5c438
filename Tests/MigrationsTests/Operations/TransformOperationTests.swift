import Migrations
import Testing
import VersionedCodec

@Suite struct TransformOperationTests {
    @Test(arguments: [
        Change(.transform("/id", by: [.addPrefix("u-")]), on: #"{"id": "7"}"#, gives: #"{"id": "u-7"}"#),
        Change(.transform("/id", by: [.addPrefix("a"), .addSuffix("b")]), on: #"{"id":"7"}"#, gives: #"{"id":"a7b"}"#),
        Change(.transform("/id", by: [.split(",")]), on: #"{"id":"a,b"}"#, gives: #"{"id":["a","b"]}"#),
        Change(.transform("/id", by: [.dropPrefix("v")]), on: #"{"id":"v7"}"#, gives: #"{"id":"7"}"#),
        Change(
            .transform("/id", by: [.dropPrefix("v")]), on: #"{"id":"7"}"#, gives: #"{"id":"7"}"#,
            losing: [
                #"line 1, column 7, at "/id": lost "7": it does not come back as it was: it comes back as "v7""#
            ], back: #"{"id":"v7"}"#),
        Change(
            .transform("/id", by: [.lowercase]), on: #"{"id":"Ab"}"#, gives: #"{"id":"ab"}"#,
            losing: [
                #"line 1, column 7, at "/id": lost "Ab": it does not come back as it was: it becomes "ab", and comes back as "ab""#
            ], back: #"{"id":"ab"}"#),
        Change(.transform("/id", by: [.lowercase], back: [.uppercase]), on: #"{"id":"AB"}"#, gives: #"{"id":"ab"}"#),
        Change(.transform("/id", by: [.lowercase], ifAbsent: .skip), on: "{}", gives: "{}"),
        Change(.transform("/id", by: [.lowercase], ifWrongKind: .skip), on: #"{"id":1}"#, gives: #"{"id":1}"#),
    ])
    func textIsChangedAndChangedBack(_ change: Change) throws { try change.check() }

    @Test func wrongKindThrows() throws {
        try Misfit(
            .transform("/id", by: [.trim]), on: #"{"id": 1}"#, .wrongKind,
            says: #"line 1, column 8, at "/id": expected a string, found a number (1)"#
        ).check()
    }

    @Test(arguments: [
        FileForm(#"{"op": "transform", "path": "/id", "by": ["trim"]}"#, .transform("/id", by: [.trim])),
        FileForm(
            #"{"op":"transform","path":"","by":["lowercase"],"back":["uppercase"],"ifAbsent":"skip","ifWrongKind":"skip"}"#,
            .transform("", by: [.lowercase], back: [.uppercase], ifAbsent: .skip, ifWrongKind: .skip)),
    ])
    func planFileGivesTheSame(_ form: FileForm) throws { try form.check() }

    @Test func sayWhatTheyAre() {
        let operation = JSONOperation.transform("/id", by: [.addPrefix("a")])
        #expect(operation.description == #"transform "/id""#)
        #expect(operation.lossClass == .exact)
        #expect(JSONOperation.transform("/id", by: [.addPrefix("a")], back: [.lowercase]).lossClass == .captures)
        #expect(JSONOperation.transform("/id", by: [.trim]).lossClass == .captures)
        #expect(JSONOperation.transform("/id", by: [.trim]).reversed == [])
        #expect(operation.reversed == [.transform("/id", by: [.dropPrefix("a")], back: [.addPrefix("a")])])
    }
}
