import Migrations
import Testing

@Suite struct StoredPathTests {
    @Test(
        arguments: [
            ([0x61, 0xFF, 0x62], "a\\xFFb"), ([0xC3, 0xA9], "é"), ([0xC3], "\\xC3"),
            ([0xF0, 0x9F, 0x98], "\\xF0\\x9F\\x98"),
            ([], ""), ([0x80, 0xC3, 0xA9], "\\x80é"),
        ] as [([UInt8], String)])
    func bytesThatAreNoTextAreShownByTheirNumbers(bytes: [UInt8], text: String) {
        #expect(StoredPath(bytes: bytes).description == text)
    }

    @Test(arguments: [("a", ""), ("a/b", "a/"), ("/a", "/"), ("a/", "a/"), ("", "")])
    func folderIsWhatTheNameIsIn(path: String, folder: String) {
        #expect(StoredPath(path).folder == StoredPath(folder))
    }

    @Test(arguments: [("", "b", "b"), ("a", "b", "a/b"), ("a/", "b", "a/b"), ("a", "/b", "/b")])
    func pathsAreReadFromAFolder(folder: String, path: String, whole: String) {
        #expect(StoredPath(folder).appending(StoredPath(path)) == StoredPath(whole))
    }

    @Test func zeroByteIsNoPartOfAName() {
        let error = #expect(throws: (any Error).self) { try PayloadInput("/dev/null\u{0}x").bytes() }
        #expect(error != nil && !PayloadInput("/dev/null\u{0}x").exists)
    }
}
