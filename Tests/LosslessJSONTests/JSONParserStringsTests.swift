import Testing

@testable import LosslessJSON

@Suite struct JSONParserStringsTests {
    @Test(arguments: [
        (#"\""#, "\""), (#"\\"#, "\\"), (#"\/"#, "/"), (#"\b"#, "\u{8}"), (#"\f"#, "\u{C}"), (#"\n"#, "\n"),
        (#"\r"#, "\r"), (#"\t"#, "\t"), (#"\u0041"#, "A"), (#"\u00e9"#, "\u{E9}"), (#"\u00E9"#, "\u{E9}"),
        (#"\u0000"#, "\0"), (#"\ud83d\ude00"#, "😀"), (#"\uD83D\uDE00"#, "😀"), (#"\uffff"#, "\u{FFFF}"),
        (#"\udbff\udfff"#, "\u{10FFFF}"), (#"\ud800\udc00"#, "\u{10000}"), (#"a\u0062c\n"#, "abc\n"),
        (#"\\u0041"#, #"\u0041"#), (#"é\té"#, "é\té"),
    ])
    func escapesAreResolved(escaped: String, string: String) throws {
        #expect(try read("\"\(escaped)\"").string?.unicodeScalars.elementsEqual(string.unicodeScalars) == true)
    }

    @Test(arguments: ["é", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}", "e\u{301}"])
    func charactersAreReadAsTheyStand(string: String) throws {
        #expect(try read("\"\(string)\"").string?.utf8.elementsEqual(string.utf8) == true)
    }

    @Test func spellingIsKeptOnlyWhereThereWasAnEscape() throws {
        let value = try read(#"["a\u0062", "ab"]"#)
        #expect(value[0]?.jsonText?.spelling == #"a\u0062"#)
        #expect(value[1]?.jsonText != nil && value[1]?.jsonText?.spelling == nil)
        #expect(value[0] == value[1])
    }

    @Test func keysAreResolvedToo() throws {
        #expect(try read(#"{"\u0061\n": 1}"#)["a\n"] == 1)
    }

    @Test func longStringOfEscapesIsRead() throws {
        let text = "\"" + String(repeating: #"x\n\u00e9"#, count: 200_000) + "\""
        #expect(try read(text).string?.unicodeScalars.count == 600_000)
    }

    @Test(arguments: [
        (#""\x""#, 1, #"invalid escape "\x""#),
        (#"["ab\'"]"#, 4, #"invalid escape "\'""#),
        ("\"\\\n\"", 1, #"invalid escape "\\n""#),
        (#""\é""#, 1, #"invalid escape "\é""#),
        (#""\U0041""#, 1, #"invalid escape "\U""#),
        (#""\u12""#, 1, #"invalid escape "\u12": expected four hexadecimal digits"#),
        (#""\u12G4""#, 1, #"invalid escape "\u12G": expected four hexadecimal digits"#),
        (#""\u{41}""#, 1, #"invalid escape "\u{": expected four hexadecimal digits"#),
        (#""\u００４１""#, 1, #"invalid escape "\u０": expected four hexadecimal digits"#),
        (#""\uD83D\uZ""#, 7, #"invalid escape "\uZ": expected four hexadecimal digits"#),
    ])
    func brokenEscapeIsRefusedAtItsBackslash(text: String, offset: Int, message: String) throws {
        let error = try fault(in: text)
        #expect(error.code == .invalidEscape)
        #expect(error.position.byteOffset == offset)
        #expect(error.diagnostic.message == message)
    }

    @Test(arguments: [
        (#""\ud800""#, 1, #"\uD800 is half of a surrogate pair"#),
        (#""\uDC00""#, 1, #"\uDC00 is half of a surrogate pair"#),
        (#""a\ud83dx""#, 2, #"\uD83D is half of a surrogate pair"#),
        (#""\ud83d\n""#, 1, #"\uD83D is half of a surrogate pair"#),
        (#""\ud83d\u0041""#, 1, #"\uD83D is half of a surrogate pair"#),
        (#""\ud83d\ud83d""#, 1, #"\uD83D is half of a surrogate pair"#),
        (#""\ude00\ud83d""#, 1, #"\uDE00 is half of a surrogate pair"#),
    ])
    func halfOfASurrogatePairIsRefused(text: String, offset: Int, message: String) throws {
        let error = try fault(in: text)
        #expect(error.code == .loneSurrogate)
        #expect(error.position.byteOffset == offset)
        #expect(error.diagnostic.message == message)
    }

    @Test(arguments: 0..<UInt8(0x20))
    func controlCharacterIsRefused(byte: UInt8) throws {
        let error = try fault(in: [0x22, 0x61, byte, 0x22])
        let digits = String(byte, radix: 16, uppercase: true)
        let name = "U+" + String(repeating: "0", count: 4 - digits.count) + digits
        #expect(error.code == .controlCharacter)
        #expect(error.position.byteOffset == 2)
        #expect(error.diagnostic.message == "a control character (\(name)) must be escaped in a string")
    }

    @Test(
        arguments: [
            ([0x80], 0), ([0xFF], 0), ([0x61, 0xC3], 1), ([0xC0, 0xAF], 0), ([0xE2, 0x82], 0), ([0xED, 0xA0, 0x80], 0),
            ([0xF4, 0x90, 0x80, 0x80], 0), ([0xC3, 0xA9, 0xFC], 2), ([0x5C, 0x6E, 0xC3, 0xA9, 0xE9], 4),
        ] as [([UInt8], Int)])
    func brokenUTF8IsRefusedAtItsFirstByte(bytes: [UInt8], offset: Int) throws {
        let error = try fault(in: [0x22] + bytes + [0x22])
        let byte = String(bytes[offset], radix: 16, uppercase: true)
        #expect(error.code == .invalidUTF8)
        #expect(error.position.byteOffset == offset + 1)
        #expect(error.diagnostic.message == "the byte \\x\(byte) is not valid UTF-8 here")
    }

    @Test(arguments: [#"""#, #""abc"#, #""abc\""#, #""abc\\\""#])
    func stringWithoutItsEndIsRefusedAtTheEnd(text: String) throws {
        let error = try fault(in: text)
        #expect(error.code == .unexpectedEnd)
        #expect(error.position.byteOffset == text.utf8.count)
        #expect(error.diagnostic.message == "expected a closing quotation mark, but the text ends")
    }

    @Test(arguments: [
        (#""\"#, "expected an escape, but the text ends"),
        (#""\u00"#, "expected four hexadecimal digits, but the text ends"),
        (#""\ud83d\u"#, "expected four hexadecimal digits, but the text ends"),
    ])
    func escapeWithoutItsEndIsRefusedAtTheEnd(text: String, message: String) throws {
        let error = try fault(in: text)
        #expect(error.code == .unexpectedEnd)
        #expect(error.diagnostic.message == message)
    }
}
