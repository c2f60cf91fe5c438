import Testing

@testable import VersionedCodec

@Suite struct VersionLocationTests {
    private let integer = VersionLocation("/version", as: .integer)
    private let text = VersionLocation("/version", as: .string)

    @Test func payloadWithoutVersionIsAnErrorUnlessDeclared() {
        #expect(integer.legacy == nil)
        #expect(VersionLocation("/version", as: .integer, legacy: "1").legacy == "1")
    }

    @Test(
        arguments: [
            (2, "2"), (-2, "-2"), (2.0, "2"), (2.5, nil), ("2", nil), (nil, nil), (true, nil), ([], nil),
        ] as [(JSONValue, String?)])
    func integerFormReadsWholeNumbers(value: JSONValue, label: String?) {
        #expect(integer.label(of: value) == label)
    }

    @Test(
        arguments: [
            ("2", "2"), ("", ""), ("v2", "v2"), (2, nil), (nil, nil), (["2"], nil),
        ] as [(JSONValue, String?)])
    func textFormReadsStrings(value: JSONValue, label: String?) {
        #expect(text.label(of: value) == label)
    }

    @Test(arguments: [("2", 2), ("-2", -2), ("0", 0)] as [(String, JSONValue)])
    func labelIsWrittenInTheDeclaredForm(label: String, value: JSONValue) {
        #expect(integer.value(of: label) == value)
        #expect(text.value(of: label) == .string(label))
    }

    @Test(arguments: ["", "v2", "02", "+2", "-0", "2.0", " 2", "1e2", "999999999999999999999999999999999999999999"])
    func labelThatWouldBeReadBackAsAnotherIsNoInteger(label: String) {
        #expect(integer.value(of: label) == nil)
        #expect(text.value(of: label).flatMap(text.label) == label)
    }

    @Test func integersOf128BitsAreLabels() {
        let label = String(Int128.max)
        #expect(integer.value(of: label).flatMap(integer.label) == label)
    }
}
