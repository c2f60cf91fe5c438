import TestSupport
import Testing

@testable import LosslessJSON

@Suite struct ContainerStorageTests {
    // MARK: Depth

    /// Every way through a deep value: reading, comparing, copying, changing, writing, releasing.
    static func useDeepValue(_ text: String) throws {
        let value = try read(text, maximumDepth: 200_000)
        let again = try read(text, maximumDepth: .max)
        #expect(value == again)
        #expect(value.isEquivalent(to: again))
        var copy = value
        copy.array?.append(1)
        copy.object?["b"] = 1
        #expect(copy != value)
        #expect(value.bytes() == Array(text.utf8))
        #expect(value.text(in: WritingStyle(keyOrder: .sorted)) == text)
    }

    @Test(arguments: Nesting.allCases)
    func deepValueIsUsedAndReleasedWithoutOverflow(nesting: Nesting) throws {
        try Self.useDeepValue(nesting.text(depth: Cases.parts(of: 100_000)))
    }

    @Test(arguments: Nesting.allCases)
    func deepValueIsUsedAndReleasedOnASmallStack(nesting: Nesting) throws {
        try onSmallStack { try Self.useDeepValue(nesting.text(depth: Cases.parts(of: 100_000))) }
    }

    @Test func deepValueMadeInSwiftIsReleased() {
        var value: JSONValue = []
        for level in 0..<Cases.parts(of: 200_000) {
            value = level.isMultiple(of: 2) ? [value, 1] : ["a": value, "b": []]
        }
        #expect(value.kind == .object)
    }

    @Test func sharedPartOutlivesTheWhole() throws {
        var whole: JSONValue? = try read(#"[[[["kept"]]],[[1]]]"#)
        let part = whole?[0]?[0]
        whole = nil
        #expect(part == [["kept"]])
        #expect(part?.text() == #"[["kept"]]"#)
    }

    @Test func partHeldTwiceInOneValueIsReleasedOnce() {
        var inner: JSONValue = ["x"]
        for _ in 0..<40 { inner = [inner, inner] }
        #expect(inner[0] == inner[1])
    }

    // MARK: Keys

    @Test func copyIsIndependent() {
        let storage = ContainerStorage(values: [1], keys: [JSONText("a")])
        let copy = storage.copy()
        copy.append(2, key: JSONText("b"))
        #expect(storage.index(ofKey: "b") == nil)
        #expect(copy.index(ofKey: "b") == 1)
    }

    @Test(arguments: [0, 100])
    func keysAreComparedByTheirBytes(others: Int) {
        let storage = ContainerStorage(values: [])
        for index in 0..<others { storage.append(.integer(index), key: JSONText("k\(index)")) }
        storage.append(1, key: JSONText("\u{E9}"))
        #expect(storage.index(ofKey: "\u{E9}") == others)
        #expect(storage.index(ofKey: "e\u{301}") == nil)
    }

    @Test func byteKeyDistinguishesWhatStringDoesNot() {
        #expect(ByteKey("\u{E9}") == ByteKey("\u{E9}"))
        #expect(ByteKey("\u{E9}") != ByteKey("e\u{301}"))
        #expect(Set([ByteKey("\u{E9}"), ByteKey("e\u{301}"), ByteKey(""), ByteKey("\0")]).count == 4)
    }
}
