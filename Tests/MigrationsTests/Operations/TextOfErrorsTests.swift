import Migrations
import Testing
import VersionedCodec

/// Paths in errors: all from the root of the document, and of very deep places their ends.
@Suite struct TextOfErrorsTests {
    @Test(arguments: [
        Misfit(
            .each("/l", [.inside("/m", [.convert("/b/c", from: .string, to: .number)])]), on: #"{"l":[{"m":{}}]}"#,
            .absent,
            says: #"there is no member "b" on the way to "/l/0/m/b/c""#),
        Misfit(
            .each("/l", [.add("/b/c", value: 1)]), on: #"{"l":[{}]}"#, .absent,
            says: #"there is no object to put "/l/0/b/c" into"#),
        Misfit(
            .inside("/x", [.requireUnique("/l", by: "/id")]), on: #"{"x":{"l":[{"id":1},{"id":1}]}}"#, .duplicate,
            says: #"1 is already at "/x/l/0/id""#),
        Misfit(
            .inside("/x", [.arrayToObject("/l", id: "id")]), on: #"{"x":{"l":[{"id":"a"},{"id":"a"}]}}"#, .duplicate,
            says: #""a" is already the id of "/x/l/0""#),
        Misfit(
            .inside("/x", [.attach("/f", to: "/d", id: "/id", reference: "/r", into: "f")]),
            on: #"{"x":{"f":[{"r":1}],"d":[]}}"#, .unexpectedValue, says: #""/x/d" has no element of the id 1"#),
        Misfit(
            .each("/o", [.plunge("/c", into: "/l", as: "/c")]), on: #"{"o":[{"l":[1],"c":2}]}"#, .wrongKind,
            says: #"there is no object to put "/o/0/l/0/c" into"#),
        Misfit(
            .inside("/x", [.concatenate([("/a", .present("/k")), ("/b", nil)], into: "/c")]), on: #"{"x":{}}"#, .absent,
            says: #"there is none of "/x/a", "/x/b""#),
    ])
    func pathsBeginAtTheRoot(_ misfit: Misfit) throws {
        let error = #expect(throws: MigrationError.self) {
            try MigrationPlan.of([misfit.operation]).migrate(misfit.payload, to: "2", from: "1")
        }
        #expect(error?.message == misfit.says)
        #expect(error?.code == misfit.code)
    }

    @Test func theMiddleOfAVeryDeepPathIsLeftOut() throws {
        let payload =
            String(repeating: #"{"a":"#, count: 500) + #"{"type":"x","n":1}"# + String(repeating: "}", count: 500)
        let plan = try MigrationPlan.of([
            .everywhere(where: .at("/type", equals: "x"), [.convert("/n", from: .string, to: .number)])
        ])
        let error = #expect(throws: MigrationError.self) { try plan.migrate(payload, to: "2", from: "1") }
        #expect(
            error?.description
                == #"line 1, column 2517, at "/a/a/a/a/a/… (491 more) …/a/a/a/a/n": expected a string that is a JSON number, found a number (1) (version 1, step 1 → 2, convert "/n" from string to number)"#
        )
        #expect(error?.path?.tokens.count == 501)
    }
}
