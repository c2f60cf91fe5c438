import Migrations
import Testing
import VersionedCodec

/// Values of partial documents: removed ones (`null`), objects that become elements, and what others are made with.
@Suite struct PartialValuesTests {
    private static let parts: [(JSONPointer, Condition?)] = [("/x", .at("/k", equals: 1)), ("/y", nil)]
    private static let names: [String: JSONPointer] = ["x": "/f", "y": "/g"]
    private static let split = JSONOperation.split("/n", into: ["/f", "/g"], separator: " ", ifAbsent: .skip)
    private static let join = JSONOperation.join(["/f", "/g"], into: "/n", separator: " ", ifAbsent: .skip)
    private static let partition = JSONOperation.partition("/l", into: parts, ifAbsent: .skip)
    private static let concatenate = JSONOperation.concatenate(parts, into: "/l", ifAbsent: .skip)

    /// `null` removes a value in each form that it has in the other version.
    @Test(
        arguments: [
            (split, #"{"n":"p q"}"#, #"{"n":null}"#, #"{"f":null,"g":null}"#),
            (join, #"{"f":"p","g":"q"}"#, #"{"f":null,"g":null}"#, #"{"n":null}"#),
            (.copy("/a", to: "/b", ifAbsent: .skip), #"{"a":1}"#, #"{"a":null}"#, #"{"a":null,"b":null}"#),
            (.copy("/o/a", to: "/b", ifAbsent: .skip), #"{"o":{"a":1}}"#, #"{"o":null}"#, #"{"o":null,"b":null}"#),
            (.move("/o/a", to: "/b", ifAbsent: .skip), #"{"o":{"a":1}}"#, #"{"o":null}"#, #"{"o":null,"b":null}"#),
            (.rename("/o/a", to: "b", ifAbsent: .skip), #"{"o":{"a":1}}"#, #"{"o":null}"#, #"{"o":null}"#),
            (
                .derive("/b", from: "/a", by: .lowercase, ifAbsent: .skip), #"{"a":"X"}"#, #"{"a":null}"#,
                #"{"a":null,"b":null}"#
            ),
            (
                .lookUp("/a", in: "/t", to: "/b", ifAbsent: .skip), #"{"a":"x","t":{"x":1}}"#, #"{"a":null}"#,
                #"{"a":null,"b":null}"#
            ),
            (
                .membersToArray("/p", ["x", "y"], required: 1), #"{"p":{"x":1,"y":2}}"#, #"{"p":{"x":5,"y":null}}"#,
                #"{"p":[5]}"#
            ),
            (partition, #"{"l":[{"k":1}]}"#, #"{"l":null}"#, #"{"x":null,"y":null}"#),
            (concatenate, #"{"x":[{"k":1}],"y":[2]}"#, #"{"x":null,"y":null}"#, #"{"l":null}"#),
            (concatenate, #"{"x":[{"k":1}],"y":[2]}"#, #"{"x":null,"y":[3]}"#, #"{"l":[3]}"#),
        ] as [(JSONOperation, String, String, String)])
    func removedValueIsRemovedInTheOtherForm(operation: JSONOperation, whole: String, part: String, gives: String)
        throws
    {
        let plan = try PartialPlacesTests.plan([operation])
        let result = try plan.migrate(part, to: "2", from: "1", options: MigrationOptions(isPartial: true)).text
        #expect(result == gives)
        let patch = try JSONDocument(parsing: part).root
        let merged = PartialPlacesTests.merged(try JSONDocument(parsing: whole).root, patch)
        let expected = try plan.migrate(merged.text(), to: "2", from: "1").text
        let migrated = PartialPlacesTests.merged(
            try JSONDocument(parsing: plan.migrate(whole, to: "2", from: "1").text).root,
            try JSONDocument(parsing: result).root)
        #expect(migrated == (try JSONDocument(parsing: expected).root))
    }

    private static func cases() throws -> [(JSONOperation, String, String)] {
        let without = { (missing: String, unknown: String) in
            "a partial document without \"\(missing)\" does not tell \(unknown)"
        }
        let null = { (place: String, other: String) in
            "a partial document in which \"\(place)\" is null does not tell what \(other) becomes"
        }
        let element =
            "a partial document may not have all members of an object, so it does not tell what the element is"
        return [
            (join, #"{"g":null}"#, without("/f", "what the whole is")),
            (
                .compose("/n", try TextTemplate("{x} {y}"), from: names), #"{"f":null}"#,
                without("/g", "what the whole is")
            ),
            (concatenate, #"{"x":null}"#, without("/y", "what the whole is")),
            (.rename("/a", to: "b", ifAbsent: .skip, ifExists: .overwrite), #"{"a":null}"#, null("/a", "\"/b\"")),
            (.rename("/a", to: "b", ifExists: .skip), #"{"a":1,"b":null}"#, null("/b", "\"/b\"")),
            (.rename("/a", to: "b"), #"{"b":null}"#, without("/a", "what \"/b\" becomes")),
            (.copy("/a", to: "/b", in: .document), #"{"b":null}"#, without("/a", "what this becomes")),
            (.move("/a", to: "/o/b"), #"{"o":null}"#, without("/a", "what \"/o/b\" becomes")),
            (.move("/a", to: "/o/b"), #"{"a":1,"o":null}"#, null("/o", "\"/o/b\"")),
            (.copy("/a", to: "/l/0"), #"{"a":null,"l":[1]}"#, null("/a", "\"/l\"")),
            (.move("/a", to: ""), #"{"a":null}"#, null("/a", "the whole value")),
            (.scatter("g"), #"{"g":null}"#, null("/g", "the whole value")),
            (.gather(.only(["a"]), into: "g", merging: true), #"{"a":1,"g":null}"#, null("/g", "\"/g\"")),
            (
                .switch(on: "/k", cases: ["x": [.rename("/a", to: "b")]], ifAbsent: .skip), #"{"k":null,"a":1}"#,
                without("/k", #"whether "/k" is "x", and what becomes of it depends on that"#)
            ),

            (.wrap("/a"), #"{"a":{"b":1}}"#, element), (.copy("/a", to: "/l/0"), #"{"a":{},"l":[1]}"#, element),
            (.move("/a", to: "/l/0"), #"{"a":{},"l":[1]}"#, element),
            (.membersToArray("/p", ["x"]), #"{"p":{"x":{}}}"#, element),
            (.plunge("/u", into: "/l", as: "/u"), #"{"u":{},"l":[{}]}"#, element),

            // Objects on the way are made only where the whole document has them for certain.
            (
                .copy("/a", to: "/o/b", ifAbsent: .skip), #"{"a":1}"#,
                without("/o", #"whether there is an object to put "/o/b" into"#)
            ),
            (
                .derive("/o/p/b", from: "/a", by: .lowercase, ifAbsent: .skip), #"{"a":"X"}"#,
                without("/o", #"whether there is an object to put "/o/p/b" into"#)
            ),

            (
                .transform("/l", by: [.map([.take("/k")])], ifWrongKind: .skip), #"{"l":[{"n":1}]}"#,
                without("/k", "what this becomes")
            ),
            (
                .derive("/x", from: "/l", by: .first, .take("/k")), #"{"l":[{"n":1}]}"#,
                without("/k", "what this becomes")
            ),
            (
                .derive("/x", from: "/l", by: .first, .take("/k"), ifWrongKind: .skip), #"{"l":[{"n":1}]}"#,
                without("/k", "what this becomes")
            ),
            (
                .plunge("/u", into: "/l", as: "/u", ifWrongKind: .skip), #"{"u":1,"l":[{}]}"#,
                without("/l/0/u", "whether the element has a value of its own")
            ),
            (
                .membersToArray("/p", ["x"], ifWrongKind: .skip), #"{"p":{"x":1}}"#,
                "a partial document may not have all members of an object, so it does not tell what the array is"
            ),
            (
                .lookUp("/a", in: "/t", take: "/v", to: "/b", ifUnknown: .skip), #"{"a":"x","t":{"x":{}}}"#,
                without("/t/x/v", "what this becomes")
            ),
            (
                .treeToList("/l", id: "/id", parent: "/p", children: "c", emptyChildren: true), #"{"l":[{"id":1}]}"#,
                without("/l/0/c", "whether the element is a leaf")
            ),

            (
                .calculate("/net", .plus(.member("/tax"))), #"{"tax":5}"#,
                without("/net", #"what "/net" becomes with "/tax""#)
            ),
            (
                .transform("/a", by: [.addPrefix(.member("/b"))]), #"{"b":"x"}"#,
                without("/a", #"what "/a" becomes with "/b""#)
            ),
            (
                .derive("/c", from: "/a", by: .addPrefix(.member("/b"))), #"{"b":"x"}"#,
                without("/a", #"what "/c" becomes with "/b""#)
            ),

            // An error of a branch depends on the condition, too.
            (
                .when(.at("/k", equals: "x"), [.rename("/a", to: "b")]), #"{"a":1,"b":2}"#,
                without("/k", #"whether "/k" is "x", and what becomes of it depends on that"#)
            ),
            (
                .everywhere(where: .at("/k", equals: "x"), [.convert("/a", from: .number, to: .string)]), #"{"a":"y"}"#,
                without("/k", #"whether "/k" is "x", and what becomes of it depends on that"#)
            ),
        ]
    }

    @Test func partThatDoesNotTellIsAnError() throws {
        for (operation, part, says) in try Self.cases() {
            let error = #expect(throws: MigrationError.self, "\(operation) of \(part)") {
                try PartialPlacesTests.plan([operation])
                    .migrate(part, to: "2", from: "1", options: MigrationOptions(isPartial: true))
            }
            #expect(error?.code == .tooPartial, "\(operation) of \(part)")
            #expect(error?.message == says)
        }
    }

    /// An array is whole: what is in one can go into another.
    @Test(
        arguments: [
            (.move("/l/0", to: "/m/0"), #"{"l":[{"a":1}],"m":[]}"#, #"{"l":[],"m":[{"a":1}]}"#),
            (.each("/l", [.wrap("/a")]), #"{"l":[{"a":{"b":1}}]}"#, #"{"l":[{"a":[{"b":1}]}]}"#),
        ] as [(JSONOperation, String, String)])
    func elementsAreWhole(operation: JSONOperation, part: String, gives: String) throws {
        let result = try PartialPlacesTests.plan([operation])
            .migrate(part, to: "2", from: "1", options: MigrationOptions(isPartial: true))
        #expect(result.text == gives)
    }

    /// A list that is not made leaves the one that is there.
    @Test func emptyListLeavesTheOneThatIsThere() throws {
        let plan = try PartialPlacesTests.plan([.partition("/l", into: Self.parts, noEmptyLists: true)])
        let options = MigrationOptions(isPartial: true)
        let result = try plan.migrate(#"{"l":[2],"x":[1]}"#, to: "2", from: "1", options: options)
        #expect(result.text == #"{"x":[1],"y":[2]}"#)
    }
}
