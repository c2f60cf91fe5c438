import Testing
import VersionedCodec

@testable import Migrations

@Suite struct ReformatDataOperationTests {
    @Test(arguments: [
        Change(.reformatData("/k", from: .base64, to: .hexadecimal), on: #"{"k":"+/8="}"#, gives: #"{"k":"fbff"}"#),
        Change(.reformatData("/k", from: .hexadecimal, to: .base64URL), on: #"{"k":"fbff"}"#, gives: #"{"k":"-_8"}"#),
        Change(.reformatData("/k", from: .base64URL, to: .base64), on: #"{"k":"-_8"}"#, gives: #"{"k":"+/8="}"#),
        Change(.reformatData("/k", from: .base64, to: .base64), on: #"{"k":"+/8="}"#, gives: #"{"k":"+/8="}"#),
        Change(.reformatData("/k", from: .base64, to: .hexadecimal), on: #"{"k":""}"#, gives: #"{"k":""}"#),
        Change(
            .reformatData("/k", from: .hexadecimal, to: .base64), on: #"{"k":"FBff"}"#, gives: #"{"k":"+/8="}"#,
            losing: [
                #"line 1, column 6, at "/k": lost "FBff": its spelling does not come back from "+/8=""#
            ], back: #"{"k":"fbff"}"#),
        Change(
            .reformatData("/k", from: .hexadecimal, to: .base64, ifAbsent: .skip), on: #"{"x":1}"#, gives: #"{"x":1}"#),
        Change(
            .reformatData("/k", from: .hexadecimal, to: .base64, ifWrongKind: .skip), on: #"{"k":7}"#,
            gives: #"{"k":7}"#),
    ])
    func changes(_ change: Change) throws { try change.check() }

    @Test(arguments: [
        Misfit(
            .reformatData("/k", from: .hexadecimal, to: .base64), on: #"{"k":"f"}"#, .wrongKind,
            says: #"line 1, column 6, at "/k": expected data in the format hexadecimal data, found a string ("f")"#),
        Misfit(
            .reformatData("/k", from: .base64, to: .base64URL), on: #"{"k":7}"#, .wrongKind,
            says: #"line 1, column 6, at "/k": expected data in the format Base64, found a number (7)"#),
        Misfit(
            .reformatData("/k", from: .base64, to: .base64URL), on: "{}", .absent,
            says: #"line 1, column 1, at "/k": there is no member "k""#),
    ])
    func misfits(_ misfit: Misfit) throws { try misfit.check() }

    @Test(arguments: [
        FileForm(
            #"{"op": "reformatData", "path": "/k", "from": "base64", "to": "hexadecimal"}"#,
            .reformatData("/k", from: .base64, to: .hexadecimal)),
        FileForm(
            #"{"op": "reformatData", "path": "/k", "from": "base64URL", "to": "base64", "ifAbsent": "skip"}"#,
            .reformatData("/k", from: .base64URL, to: .base64, ifAbsent: .skip)),
    ])
    func fileForm(_ form: FileForm) throws { try form.check() }

    @Test func unknownFormatIsAnError() {
        let error = #expect(throws: PlanFileError.self) {
            try FileForm.reading(#"{"op": "reformatData", "path": "/k", "from": "base46", "to": "hexadecimal"}"#)
        }
        #expect(
            error?.message == """
                "from" is not a known format of data; did you mean "base64"? known: base64, base64URL, hexadecimal
                """)
    }

    @Test func classIsThatOfAChange() {
        #expect(JSONOperation.reformatData("/k", from: .base64, to: .hexadecimal).lossClass == .captures)
        #expect(JSONOperation.reformatData("/k", from: .base64, to: .base64).lossClass == .exact)
    }
}
