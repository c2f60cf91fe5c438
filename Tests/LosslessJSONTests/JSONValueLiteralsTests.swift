import Testing
import LosslessJSON

@Suite struct JSONValueLiteralsTests {
    @Test(
        arguments: [
            (nil, "null"), (true, "true"), (12, "12"), (-7, "-7"), (1.5, "1.5"), (1.0, "1.0"), (1e16, "1e+16"),
            ("a\"b", #""a\"b""#),
            ([], "[]"), ([:], "{}"), ([1, "two", nil, [true]], #"[1,"two",null,[true]]"#),
            (["b": 1, "a": ["c": nil]], #"{"b":1,"a":{"c":null}}"#),
        ] as [(JSONValue, String)])
    func literalIsWrittenAsItReads(value: JSONValue, text: String) {
        #expect(value.text() == text)
    }

    @Test func ofARepeatedKeyTheLastValueCountsAtTheFirstPlace() {
        #expect((["a": 1, "b": 2, "a": 3] as JSONValue).text() == #"{"a":3,"b":2}"#)
    }

    @Test func interpolationMakesAString() {
        let count = 3
        #expect(("\(count) songs" as JSONValue).string == "3 songs")
    }
}
