import Migrations
import Testing
import VersionedCodec

/// Names in camel case, snake case and others: texts and keys.
@Suite struct ChangeCaseTests {
    typealias LetterCase = TextTransform.LetterCase

    @Test(arguments: [
        (LetterCase.snakeCase, "image_url", LetterCase.camelCase, "imageUrl"),
        (.camelCase, "imageURL", .snakeCase, "image_url"),
        (.camelCase, "HTTPServer2", .kebabCase, "http-server2"), (.pascalCase, "ImageUrl", .camelCase, "imageUrl"),
        (.camelCase, "imageUrl", .pascalCase, "ImageUrl"), (.kebabCase, "content-type", .pascalCase, "ContentType"),
        (.screamingSnakeCase, "MAX_SIZE", .camelCase, "maxSize"), (.screamingSnakeCase, "URL", .camelCase, "url"),
        (.camelCase, "maxSize", .screamingSnakeCase, "MAX_SIZE"), (.kebabCase, "a-b", .snakeCase, "a_b"),
        // What surrounds a name stays.
        (.snakeCase, "_private_name_", .camelCase, "_privateName_"),
        (.camelCase, "__typeName", .snakeCase, "__type_name"),
        (.kebabCase, "-a-b", .camelCase, "-aB"), (.snakeCase, "___", .camelCase, "___"),
        (.snakeCase, "", .camelCase, ""),
        // A word alone keeps its capitals.
        (.snakeCase, "fooBar", .camelCase, "fooBar"), (.kebabCase, "ID", .camelCase, "ID"),
        (.snakeCase, "fooBar", .pascalCase, "FooBar"), (.snakeCase, "fooBar", .screamingSnakeCase, "FOOBAR"),
        // One separator is left of several.
        (.snakeCase, "a__b", .kebabCase, "a-b"), (.snakeCase, "größe_ß", .camelCase, "größeSS"),
        (.camelCase, "straßeÜber", .snakeCase, "straße_über"),
    ])
    func nameIsWrittenInAnotherCase(old: LetterCase, name: String, new: LetterCase, changed: String) throws {
        let plan = try MigrationPlan.of([.transform("/n", by: [.changeCase(from: old, to: new)])])
        let document = JSONValue.object(["n": .string(name)]).text()
        let result = try plan.migrate(document, to: "2", from: "1")
        #expect(try JSONDocument(parsing: result.bytes).root["n"]?.string == changed)
        // The loss is told where the way back gives another name, and only there.
        let back = try plan.migrate(result.text, to: "1", from: "2").text
        #expect(result.losses.isEmpty == (back == document))
    }

    @Test(arguments: [
        Change(
            .renameKeys(by: [.changeCase(from: .snakeCase, to: .camelCase)]), on: #"{"first_name":"a","id":1}"#,
            gives: #"{"firstName":"a","id":1}"#),
        Change(
            .everywhere(
                where: .at("", is: .object), [.renameKeys(by: [.changeCase(from: .snakeCase, to: .camelCase)])],
                reverseIf: .at("", is: .object)),
            on: #"{"the_list":[{"a_b":{"c_d":[]}},1]}"#, gives: #"{"theList":[{"aB":{"cD":[]}},1]}"#),
    ])
    func keysAreRenamed(_ change: Change) throws { try change.check() }

    /// `image_url` is what comes back for both.
    @Test func keyThatDoesNotComeBackIsALoss() throws {
        let plan = try MigrationPlan.of([.renameKeys(by: [.changeCase(from: .camelCase, to: .snakeCase)])])
        let result = try plan.migrate(#"{"imageURL":1,"imageSize":2}"#, to: "2", from: "1")
        #expect(result.text == #"{"image_url":1,"image_size":2}"#)
        #expect(result.losses.map(\.path) == ["/imageURL"])
    }

    @Test func explainNamesBothCases() throws {
        let plan = try MigrationPlan.of([.transform("/n", by: [.changeCase(from: .snakeCase, to: .camelCase)])])
        #expect(try plan.changelog(from: "1", to: "2").contains("from snakeCase to camelCase"))
    }
}
