import Migrations
import Testing
import VersionedCodec

/// Operations on texts and numbers: what they give, lose and refuse.
@Suite struct ValueOperationTests {
    private static func number(_ text: String) -> JSONNumber { JSONNumber(text: text) ?? JSONNumber(0) }

    @Test(arguments: [
        ("19.9", JSONOperation.Calculation.multiply(number("100")), 0, "1990"),
        ("1990", .divide(number("100")), 2, "19.90"),
        ("1", .divide(number("8")), 0, "0.125"), ("-0.5", .multiply(number("0.1")), 0, "-0.05"),
        ("0", .divide(number("7")), 1, "0.0"),
        ("1000", .plus(number("0.001")), 0, "1000.001"), ("5", .minus(number("7.25")), 0, "-2.25"),
        ("-5", .plus(number("7")), 0, "2"),
        ("-5", .minus(number("5")), 0, "-10"), ("7", .minus(number("7.0")), 0, "0"),
        ("123456789012345678901234567890.5", .multiply(number("2")), 0, "246913578024691357802469135781"),
        ("999999999999999999", .plus(number("1")), 0, "1000000000000000000"), ("21", .divide(number("7")), 0, "3"),
        ("1", .divide(number("1024e3")), 0, "0.0000009765625"),
    ])
    func calculatesExactly(value: String, calculation: JSONOperation.Calculation, digits: Int, gives: String) throws {
        let plan = try MigrationPlan.of([.calculate("/a", calculation, fractionDigits: digits)])
        let up = try plan.migrate(#"{"a":\#(value)}"#, to: "2", from: "1")
        #expect(up.text == #"{"a":\#(gives)}"#)
        #expect(up.losses.isEmpty)
        let back = try JSONDocument(parsing: try plan.migrate(up.text, to: "1", from: "2").bytes).root
        #expect(back.isEquivalent(to: try JSONDocument(parsing: #"{"a":\#(value)}"#).root))
    }

    @Test(arguments: [
        Misfit(
            .calculate("/a", .divide(JSONNumber(3))), on: #"{"a":10}"#, .unexpectedValue,
            says: #"line 1, column 6, at "/a": 10 divided by 3 has no end; nothing is rounded"#),
        Misfit(
            .calculate("/a", .plus(JSONNumber(3))), on: #"{"a":1e999999999}"#, .unexpectedValue,
            says:
                #"line 1, column 6, at "/a": 1e999999999 is out of reach: numbers may have exponents from -1000 to 1000"#
        ),
        Misfit(
            .calculate("/a", .multiply(JSONNumber(3))), on: #"{"a":-1e-9223372036854775808}"#, .unexpectedValue,
            says:
                #"line 1, column 6, at "/a": -1e-9223372036854775808 is out of reach: numbers may have exponents from -1000 to 1000"#
        ),
        Misfit(
            .calculate("/a", .plus(JSONNumber(3))), on: #"{"a":10e9223372036854775807}"#, .unexpectedValue,
            says:
                #"line 1, column 6, at "/a": 10e9223372036854775807 is out of reach: numbers may have exponents from -1000 to 1000"#
        ),
        Misfit(
            .calculate("/a", .plus(JSONNumber(3))), on: #"{"a":"1"}"#, .wrongKind,
            says: #"line 1, column 6, at "/a": expected a number, found a string ("1")"#),
        Misfit(
            .repeatText("/a", "#"), on: #"{"a":-1}"#, .wrongKind,
            says: #"line 1, column 6, at "/a": expected a whole number from 0 to 10000, found a number (-1)"#),
        Misfit(
            .countText("/a", "-"), on: #"{"a":"--x"}"#, .wrongKind,
            says: #"line 1, column 6, at "/a": expected a string of nothing but "-", found a string ("--x")"#),
        Misfit(
            .parseJSON("/a"), on: #"{"a":"[1"}"#, .unexpectedValue,
            says:
                #"line 1, column 6, at "/a": the text is not JSON: line 1, column 3, at "/1": the text ends within an array; expected "," or "]""#
        ),
        Misfit(
            .parseJSON("/a"), on: #"{"a":1}"#, .wrongKind,
            says: #"line 1, column 6, at "/a": expected a string that holds JSON, found a number (1)"#),
    ])
    func misfitIsToldWithItsPlace(_ misfit: Misfit) throws {
        if misfit.operation.name == "parseJSON", misfit.code == .unexpectedValue {
            let error = #expect(throws: MigrationError.self) {
                try MigrationPlan.of([misfit.operation]).migrate(misfit.payload, to: "2", from: "1")
            }
            #expect(error?.message.hasPrefix("the text is not JSON: line 1, column 3") == true)
            return
        }
        try misfit.check()
    }

    @Test(arguments: [
        Change(.parseJSON("/a"), on: #"{"a":"{\"b\":[1.0]}"}"#, gives: #"{"a":{"b":[1.0]}}"#),
        Change(
            .parseJSON("/a"), on: #"{"a":"[1, 2]"}"#, gives: #"{"a":[1,2]}"#,
            losing: [
                #"line 1, column 6, at "/a": lost "[1, 2]": it does not come back as it was: it comes back as "[1,2]""#
            ],
            back: #"{"a":"[1,2]"}"#),
        Change(
            .parseJSON("/a", ifWrongKind: .skip), on: #"{"a":7}"#, gives: #"{"a":7}"#,
            losing: [#"line 1, column 6, at "/a": lost 7: it is kept, and the way back reads it as "7""#],
            back: #"{"a":"7"}"#),
        Change(.repeatText("/a", "ab"), on: #"{"a":2}"#, gives: #"{"a":"abab"}"#),
        Change(.generate("/id", .sequence("n-%03d", start: 7)), on: "{}", gives: #"{"id":"n-007"}"#),
        Change(
            .generate("/id", .digest), on: #"{"b":1,"a":2}"#,
            gives: #"{"b":1,"a":2,"id":"d3626ac30a87e6f7a6428233b3c68299976865fa5508e4267c5415c76af7a772"}"#),
        Change(
            .each("/l", [.generate("/id", .sequence("%d"))]), on: #"{"l":[{"x":1},{"x":2}]}"#,
            gives: #"{"l":[{"x":1,"id":"1"},{"x":2,"id":"2"}]}"#),
        Change(.add("/a/b", value: 1, makingParents: true), on: "{}", gives: #"{"a":{"b":1}}"#),
        Change(
            .add("/a/b", value: 1, makingParents: true), on: #"{"a":{}}"#, gives: #"{"a":{"b":1}}"#,
            losing: [
                #"line 1, column 6, at "/a": lost {}: the way back cannot distinguish an empty object from an absent one"#
            ],
            back: "{}"),
        Change(
            .split("/n", into: ["/p/first", "/p/last"], separator: " ", makingParents: true), on: #"{"n":"a b"}"#,
            gives: #"{"p":{"first":"a","last":"b"}}"#),
        Change(.transform("/a", by: [.lines]), on: #"{"a":"x\ny"}"#, gives: #"{"a":["x","y"]}"#),
    ])
    func ruleDecidesAndLossIsListed(_ change: Change) throws { try change.check() }

    @Test func idThatIsNotOfTheSequenceIsALossWhereItMustGo() throws {
        let generate = JSONOperation.generate("/id", .sequence("%d"))
        let plan = try MigrationPlan.of([.each("/l", [.remove("/id", restoredBy: generate)])])
        let down = try plan.migrate(#"{"l":[{"id":"1"},{"id":"x"},{"id":"3"}]}"#, to: "2", from: "1")
        #expect(down.losses.map(\.path) == ["/l/1/id"])
    }

    @Test func randomUUIDsDiffer() throws {
        let plan = try MigrationPlan.of([.generate("/id", .uuid())])
        let (one, two) = (
            try plan.migrate("{}", to: "2", from: "1").text, try plan.migrate("{}", to: "2", from: "1").text
        )
        #expect(one != two)
        #expect(
            try TextPattern(#"\{"id":"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"\}"#)
                .captures(in: one) != nil)
    }
}
