import Testing

@testable import LosslessJSON

@Suite struct JSONPointerTests {
    /// The examples of RFC 6901, section 5.
    @Test(
        arguments: [
            ("/foo", ["bar", "baz"]), ("/foo/0", "bar"), ("/", 0), ("/a~1b", 1), ("/c%d", 2), ("/e^f", 3), ("/g|h", 4),
            (#"/i\j"#, 5), (#"/k"l"#, 6), ("/ ", 7), ("/m~0n", 8),
        ] as [(String, JSONValue)])
    func pointersOfTheStandardLeadToTheirValues(text: String, value: JSONValue) throws {
        let document = try read(
            #"{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}"#)
        #expect(document[at: try JSONPointer(parsing: text)] == value)
        #expect(document[at: ""] == document)
    }

    @Test(
        arguments: [
            ("", []), ("/", [""]), ("//", ["", ""]), ("/a/", ["a", ""]), ("/a/0/b", ["a", "0", "b"]), ("/~01", ["~1"]),
            ("/~10", ["/0"]), ("/~0~1~0", ["~/~"]), ("/é/😀", ["é", "😀"]), ("/\u{301}", ["\u{301}"]),
            ("/~0\u{301}", ["~\u{301}"]),
            ("/a\nb", ["a\nb"]),
        ] as [(String, [String])])
    func textAndTokensAreTwoFormsOfOnePointer(text: String, tokens: [String]) throws {
        let pointer = try JSONPointer(parsing: text)
        #expect(pointer.tokens == tokens)
        #expect(pointer == JSONPointer(tokens))
        #expect(JSONPointer(tokens).description.utf8.elementsEqual(text.utf8))
    }

    @Test(arguments: [
        ("a", "/a"), ("a/b", "/a/b"), (" /a", "/ /a"), ("#/a", "/a"), ("\u{301}/a", "/\u{301}/a"), ("a.b[0]", "/a/b/0"),
        ("$.a", "/a"),
    ])
    func textWithoutASlashAtItsBeginningIsRefused(text: String, meant: String) throws {
        let error = try #require(throws: JSONPointer.SyntaxError.self) { try JSONPointer(parsing: text) }
        #expect(error.text == text)
        #expect(error.meant.description.utf8.elementsEqual(meant.utf8))
        #expect(
            error.description == "\"\(text)\" is not a JSON pointer: it must be empty or begin with \"/\"; "
                + "\"\(meant)\" was probably meant")
    }

    @Test(arguments: [
        ("/~", "/~0"), ("/a~", "/a~0"), ("/~2", "/~02"), ("/a~/b", "/a~0/b"), ("/~~0", "/~0~0"),
        ("/~\u{301}", "/~0\u{301}"), ("/~1~x", "/~1~0x"),
    ])
    func tildeThatIsNoEscapeIsRefused(text: String, meant: String) throws {
        let error = try #require(throws: JSONPointer.SyntaxError.self) { try JSONPointer(parsing: text) }
        #expect(error.text == text)
        #expect(
            error.description
                == "\"\(text)\" is not a JSON pointer: \"~\" is allowed only in \"~0\" (for ~) and \"~1\" (for /); "
                + "\"\(meant)\" was probably meant")
    }

    @Test func badLiteralTraps() async {
        await #expect(processExitsWith: .failure) {
            let pointer: JSONPointer = "results/0"
            print(pointer)
        }
    }

    // MARK: Parts

    @Test func parentIsOneTokenShorterAndTheRootIsItsOwn() {
        #expect(JSONPointer("/a/b").parent == "/a")
        #expect(JSONPointer("/a").parent == .root)
        #expect(JSONPointer.root.parent == .root)
        #expect(JSONPointer.root.isRoot && !JSONPointer("/").isRoot)
    }

    @Test func appendingEscapesNothingTwice() {
        #expect(JSONPointer("/a").appending("b/~").description == "/a/b~1~0")
        #expect(JSONPointer.root.appending(3) == "/3")
        #expect(JSONPointer("/a").appending("/b/c" as JSONPointer) == "/a/b/c")
    }

    @Test func withinMeansTheSamePlaceOrBelow() {
        #expect(JSONPointer("/a/b").isWithin("/a"))
        #expect(JSONPointer("/a").isWithin("/a"))
        #expect(JSONPointer("/a").isWithin(.root))
        #expect(!JSONPointer("/a").isWithin("/a/b"))
        #expect(!JSONPointer("/ab").isWithin("/a"))
    }

    @Test func canonicallyEqualTokensAreTwoPlaces() {
        let composed = JSONPointer(["\u{E9}"])
        let decomposed = JSONPointer(["e\u{301}"])
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed, composed]).count == 2)
        #expect(!composed.appending("x").isWithin(decomposed))
    }

    @Test func tokensAreHashedApart() {
        #expect(Set([JSONPointer(["ab", "c"]), JSONPointer(["a", "bc"]), JSONPointer(["abc"])]).count == 3)
    }

    // MARK: Interpolation

    @Test func anInterpolatedKeyIsOneToken() {
        let (index, key) = (3, "a/b~c")
        let note: JSONPointer = "/lines/\(index)/note"
        #expect(note.tokens == ["lines", "3", "note"])
        let file: JSONPointer = "/files/\(key)"
        #expect(file.tokens == ["files", "a/b~c"] && file.description == "/files/a~1b~0c")
        #expect(("/\(key.prefix(3))x-\(index)" as JSONPointer).tokens == ["a/bx-3"])
        #expect(("/a~1\("")/\("")" as JSONPointer).tokens == ["a/", ""])
        #expect(("/\(UInt8(7))" as JSONPointer) == "/7")
    }

    private enum Key: String, CodingKey { case first = "a/1" }

    @Test func codingKeysAndPointersAreInterpolated() {
        let start: JSONPointer = "/a~1b"
        #expect(("/\(Key.first)" as JSONPointer).tokens == ["a/1"])
        #expect(("\(start)/x" as JSONPointer).tokens == ["a/b", "x"])
        #expect(("/x\(start)" as JSONPointer).tokens == ["x", "a/b"])
        #expect(("\(start)\(start)" as JSONPointer).tokens == ["a/b", "a/b"])
        #expect(("\(JSONPointer.root)" as JSONPointer).isRoot)
        // Texts of pointers stay texts.
        #expect("\(start)/x" == "/a~1b/x")
    }

    @Test func aKeyWithoutASlashTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let key = "a"
            let pointer: JSONPointer = "\(key)/b"
            print(pointer)
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains(#"an interpolated key of a JSON pointer must follow a "/""#))
    }

    // MARK: Looking up

    @Test(arguments: [
        "/b", "/a/b", "/list/2", "/list/-1", "/list/-", "/list/00", "/list/01", "/list/+1", "/list/1.0", "/list/ 1",
        "/list/",
        "/list/١", "/list/99999999999999999999999", "/list/0/x", "/null/x", "/text/0", "/a/",
    ])
    func placeThatIsNotThereIsNil(text: String) throws {
        let value: JSONValue = ["a": 1, "list": [1, 2], "null": nil, "text": "abc"]
        #expect(value[at: try JSONPointer(parsing: text)] == nil)
    }

    @Test func digitsAreKeysOfAnObject() {
        let value: JSONValue = ["0": "nought", "01": "one", "-": "dash"]
        #expect(value[at: "/0"] == "nought")
        #expect(value[at: "/01"] == "one")
        #expect(value[at: "/-"] == "dash")
    }

    @Test func memberThatIsNullIsThere() {
        let value: JSONValue = ["a": nil]
        #expect(value[at: "/a"] == .some(.null))
    }
}
