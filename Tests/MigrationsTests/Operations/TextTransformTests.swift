import Testing
import VersionedCodec

@testable import Migrations

@Suite struct TextTransformTests {
    @Test(arguments: [
        (TextTransform.lowercase, "ÀbÇ", "àbç"), (.uppercase, "straße", "STRASSE"), (.trim, " \t a b\n", "a b"),
        (.trim, "   ", ""), (.lastPathComponent, "a/b/", "b"), (.lastPathComponent, "a//", ""),
        (.lastPathComponent, "/", ""), (.lastPathComponent, "", ""), (.lastPathComponent, "x", "x"),
        (.dropPrefix("ab"), "abc", "c"), (.dropPrefix("e"), "e\u{301}x", "\u{301}x"), (.dropPrefix("x"), "ab", "ab"),
        (.dropSuffix(".git"), "a.git.git", "a.git"), (.dropSuffix("long"), "x", "x"), (.addPrefix("p"), "", "p"),
        (.addSuffix("s"), "a", "as"), (.replace("a", with: "b"), "aXa", "bXb"),
        (.replace("aa", with: "b"), "aaa", "ba"),
        (.replace("", with: "b"), "aa", "aa"), (.part("/", 0), "a/b", "a"), (.part("/", -1), "a/b", "b"),
    ])
    func textIsChanged(transform: TextTransform, text: String, result: String) {
        guard case .text(let found)? = transform.applied(to: .text(text)) else { return #expect(Bool(false)) }
        #expect(Array(found.utf8) == Array(result.utf8))
    }

    @Test func partThatIsNotThereIsNone() {
        #expect(TextTransform.part("/", 2).applied(to: .text("a/b")) == nil)
        #expect(TextTransform.part("/", -3).applied(to: .text("a/b")) == nil)
        #expect(TextTransform.part("/", .min).applied(to: .text("a/b")) == nil)
        #expect(TextTransform.part("/", .max).applied(to: .text("a/b")) == nil)
    }

    @Test func listIsOnlyForJoin() {
        #expect(TextTransform.join("-").applied(to: .list(["a", "b"])) == .text("a-b"))
        #expect(TextTransform.join("-").applied(to: .text("a")) == nil)
        #expect(TextTransform.lowercase.applied(to: .list(["A"])) == nil)
        #expect(TextTransform.split(",").applied(to: .text("a,,b")) == .list(["a", "", "b"]))
    }

    @Test func reversesLeadBack() {
        #expect(TextTransform.addPrefix("a").reversed == .dropPrefix("a"))
        #expect(TextTransform.split(",").reversed == .join(","))
        #expect(TextTransform.replace("a", with: "b").reversed == .replace("b", with: "a"))
        #expect(TextTransform.replace("a", with: "").reversed == nil)
        #expect(TextTransform.lowercase.reversed == nil)
    }
}
