import Testing

@testable import VersionedCodec

@Suite struct VersionErrorTests {
    @Test(
        arguments: [
            ("0", ["1", "2"], VersionError.Code.tooOld), ("3", ["1", "2"], .tooNew), ("2", ["1", "3"], .unknown),
            ("v10", ["v2", "v9"], .tooNew), ("v1", ["v2", "v10"], .tooOld), ("v3", ["v2", "v10"], .unknown),
            ("1.10", ["1.2", "1.9"], .tooNew), ("2.0", ["1.2", "1.9"], .tooNew), ("1.0", ["1.2", "2.0"], .tooOld),
            ("1.2", ["1.2.0"], .unknown), ("x1", ["v1"], .unknown), ("", ["1"], .unknown), ("beta", ["1"], .unknown),
            ("beta", ["alpha"], .unknown), ("2", ["v1", "1"], .unknown), ("02", ["1"], .tooNew),
            ("01", ["1"], .unknown),
            ("00", ["1"], .tooOld), ("2024-06-01", ["2023-01-01", "2024-01-15"], .tooNew),
            ("2022-06-01", ["2023-01-01", "2024-01-15"], .tooOld),
            ("networking.k8s.io/v2", ["networking.k8s.io/v1"], .tooNew),
            ("extensions/v2", ["networking.k8s.io/v1"], .unknown), ("v1beta2", ["v1beta1"], .tooNew),
            ("v1", ["v1beta1"], .unknown),
            ("100000000000000000000000000000000000000000", ["1"], .tooNew), ("٣", ["1"], .unknown), ("1", [], .unknown),
        ] as [(String, [String], VersionError.Code)])
    func labelIsPlacedAmongTheKnownByItsNumbers(label: String, known: [String], code: VersionError.Code) {
        #expect(VersionError.code(forUnknown: label, known: known) == code)
        #expect(VersionError(unknownLabel: label, known: known, tried: []).code == code)
    }

    @Test(arguments: [
        (VersionError.Code.missing, "the payload names no version: looked for a version at \"/v\", given explicitly"),
        (.unreadable, "the version is unreadable: expected a string, found a number (7)"),
        (.unknown, "version 7 is unknown"), (.tooOld, "version 7 is older than any known one"),
        (.tooNew, "version 7 is newer than any known one"),
        (VersionError.Code(rawValue: "later"), "version 7 is unknown"),
    ])
    func everyCodeHasItsText(code: VersionError.Code, message: String) {
        let error = VersionError(
            code: code, path: "/v", position: SourcePosition(line: 1, column: 2, byteOffset: 1), found: 7,
            form: .string,
            known: ["1", "2"], tried: [.field("/v"), .explicit])
        let advice = code == .missing ? "; to accept such payloads, declare a default version" : ""
        #expect(error.description == "line 1, column 2, at \"/v\": \(message); known versions: 1, 2\(advice)")
    }

    @Test func noKnownVersionIsSaid() {
        let error = VersionError(unknownLabel: "1", known: [], tried: [.explicit])
        #expect(error.description == #"version "1" is unknown; known versions: none"#)
    }

    @Test func longVersionIsCut() {
        let label = String(repeating: "x", count: 1000)
        let error = VersionError(unknownLabel: label, known: ["1"], tried: [.explicit])
        let shown = "\"" + String(repeating: "x", count: 58) + "…"
        #expect(error.description == "version \(shown) is unknown; known versions: 1")
        #expect(error.found == .string(label))
    }

    @Test func versionOf60CharactersIsWhole() {
        let label = String(repeating: "x", count: 58)
        let error = VersionError(unknownLabel: label, known: ["1"], tried: [.explicit])
        #expect(error.description == "version \"\(label)\" is unknown; known versions: 1")
    }

    @Test func rootIsToldInWords() {
        let error = VersionError(code: .missing, path: .root, known: ["1"], tried: [.field(.root)])
        #expect(
            error.description
                == "at the root: the payload names no version: looked for a version at the root; known versions: 1; to accept such payloads, declare a default version"
        )
    }

    @Test func errorsWithTheSamePartsAreEqual() {
        let error = VersionError(code: .missing, known: ["1"], tried: [])
        #expect(error == VersionError(code: .missing, known: ["1"], tried: []))
        #expect(error != VersionError(code: .missing, known: ["2"], tried: []))
    }
}
