import Testing
import VersionedCodec

@Suite struct APIVersionTests {
    @Test func orderIsThatOfDeclaration() {
        #expect(RichVersion.v9 < .v10)
        #expect(RichVersion.allCases.sorted(by: >) == [.v10, .v9, .v2, .v1])
        #expect(!(RichVersion.v1 < .v1))
    }

    @Test func labelsAreRawValues() throws {
        #expect(RichVersion.v10.label == "v10")
        #expect(ShapeVersion.v2.label == "2")
        #expect("\(ShapeVersion.v2)" == "2")
        #expect(try RichVersion(label: "v9") == .v9)
        #expect(ShapeVersion.labels == ["1", "2", "3"])
    }

    @Test(arguments: [
        (
            "v11", VersionError.Code.tooNew,
            "version \"v11\" is newer than any known one; known versions: v1, v2, v9, v10"
        ),
        ("v0", .tooOld, "version \"v0\" is older than any known one; known versions: v1, v2, v9, v10"),
        ("v5", .unknown, "version \"v5\" is unknown; known versions: v1, v2, v9, v10"),
        ("beta", .unknown, "version \"beta\" is unknown; known versions: v1, v2, v9, v10"),
    ])
    func unknownLabelListsTheKnown(_ label: String, _ code: VersionError.Code, _ text: String) {
        let error = #expect(throws: VersionError.self) { try RichVersion(label: label) }
        #expect(error?.code == code)
        #expect(error?.description == text)
    }
}
