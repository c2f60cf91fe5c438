import Foundation
import Migrations
import StoredMigrations
import TestSupport
import Testing

@Suite struct PathPatternTests {
    @Test(arguments: [
        ("*.json", "a.json", true), ("*.json", "2026/may.json", true), ("*.json", "a.jsonl", false),
        ("2026/*.json", "2026/05/1.json", false), ("2026/*.json", "2026/1.json", true),
        ("2026/**", "2026/05/1.json", true), ("**/x.json", "x.json", true), ("**/x.json", "a/b/x.json", true),
        ("a/**/b", "a/b", true), ("a/**/b", "a/x/y/b", true), ("a/**/b", "ab", false), ("?.json", "é.json", true),
        ("?.json", "ab.json", false), ("[a-c].json", "b.json", true), ("[!a-c].json", "b.json", false),
        ("[a.json", "[a.json", true), ("\\*.json", "*.json", true), ("\\*.json", "a.json", false),
        ("*", ".hidden", true), ("", "a", false),
    ]) func patternMatchesAsInAShell(pattern: String, path: String, matches: Bool) {
        #expect(PathPattern(pattern).matches(StoredPath(path)) == matches)
    }

    @Test func noPatternIsSlow() {
        let pattern = PathPattern("x" + String(repeating: "*a", count: 40) + "b")
        #expect(!pattern.matches(StoredPath("x" + String(repeating: "a", count: 1_000))))
    }

    @Test func bytesThatAreNotUTF8AreMatched() {
        #expect(PathPattern("a?.json").matches(StoredPath(bytes: [0x61, 0xFF] + Array(".json".utf8))))
    }
}

@Suite struct TreeWalkTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        for path in ["b.json", "a.json", "x.txt", "z/1.json", "c/2.json", "c/d/3.ndjson", "c/d/4.json"] {
            try folder.file("t/" + path, "{}")
        }
    }

    private func walked(_ change: (inout DocumentSelection) -> Void = { _ in }) -> [String] {
        var selection = DocumentSelection([folder.path("t")])
        change(&selection)
        let start = folder.path("t").utf8.count + 1
        return TreeWalk(selection, in: DiskFileSystem()).map { entry in
            switch entry {
            case .document(let place): String(place.shown.description.utf8.dropFirst(start)) ?? ""
            case .skipped(let path, let kind): "\(kind) " + (String(path.description.utf8.dropFirst(start)) ?? "")
            case .unreadable(let path, _): "unreadable " + (String(path.description.utf8.dropFirst(start)) ?? "")
            case .temporary(let name, _): "temporary \(name)"
            }
        }
    }

    @Test func filesComeBeforeFoldersAndByName() {
        #expect(walked() == ["a.json", "b.json", "c/2.json", "c/d/3.ndjson", "c/d/4.json", "z/1.json"])
    }

    @Test func patternsChoose() {
        #expect(walked { $0.include = [PathPattern("*.txt")] } == ["x.txt"])
        #expect(walked { $0.exclude = [PathPattern("c")] } == ["a.json", "b.json", "z/1.json"])
        #expect(walked { $0.exclude = [PathPattern("c/**")] } == ["a.json", "b.json", "z/1.json"])
        #expect(walked { $0.exclude = [PathPattern("c/")] } == ["a.json", "b.json", "z/1.json"])
        #expect(walked { $0.exclude = [PathPattern("c/d/"), PathPattern("a.json/")] }.count == 4)
        #expect(walked { $0.isRecursive = false } == ["a.json", "b.json"])
    }

    @Test func linksInCirclesAndOutOfTheTreeAreNotFollowedUnlessAsked() throws {
        for name in ["o", "p"] { try folder.file("outside/\(name).json", "{}") }
        try folder.link("t/c/back.json", to: folder.path("t"))
        try folder.link("t/out.json", to: folder.path("outside"))
        try folder.link("t/file.json", to: folder.path("outside/o.json"))
        try folder.link("t/nothing.json", to: folder.path("absent"))
        #expect(
            walked().filter { $0.hasPrefix("link") } == [
                "link file.json", "link nothing.json", "link out.json", "link c/back.json",
            ])
        let followed = walked { $0.followsLinks = true }
        #expect(followed.contains("out.json/p.json"))
        #expect(followed.contains("file.json"))
        #expect(!followed.contains("out.json/o.json"), "it is file.json")
        #expect(followed.contains("unreadable nothing.json"))
        #expect(followed.filter { $0.hasSuffix("a.json") } == ["a.json"])
    }

    @Test func pipesAndDevicesAreNotOpened() throws {
        try folder.pipe("t/p.json")
        try folder.link("t/null.json", to: "/dev/null")
        #expect(walked().contains("special p.json"))
    }

    @Test func strangeNamesAreNames() throws {
        let names = ["line\nbreak.json", " .json", "-.json", "é.json", "e\u{301}.json"]
        for name in names { try folder.file("u/" + name, "{}") }
        let walk = TreeWalk(DocumentSelection([folder.path("u")]), in: DiskFileSystem())
        #expect(walk.reduce(into: 0) { count, _ in count += 1 } == names.count)
    }

    @Test func pathsMayBeAsLongAsTheSystemCannotTakeAtOnce() throws {
        let depth = 40
        let name = String(repeating: "n", count: 200)
        try folder.deepFile("t", name: name, depth: depth, "{}")
        #expect(walked().count == 7)
        #expect(walked().contains { $0.utf8.count > 4_096 * 5 / 4 })
    }
}
