import Testing
import VersionedCodec

@testable import Migrations

/// `ifAbsent` and `ifWrongKind` mean the same for each operation that takes them.
@Suite struct RuleCombinationTests {
    /// Operations that need something at `/c/a`. Each of them has to name its rules, and no others.
    static let operations: [(text: String, rules: [String])] = [
        (#""op":"rename","path":"/c/a","to":"n""#, ["ifAbsent"]),
        (#""op":"move","from":"/c/a","to":"/n""#, both), (#""op":"copy","from":"/c/a","to":"/n""#, both),
        (#""op":"remove","path":"/c/a""#, both), (#""op":"add","path":"/c/a/x","value":1"#, both),
        (#""op":"set","path":"/c/a","from":1,"to":2"#, ["ifAbsent"]),
        (#""op":"mapValues","path":"/c/a","table":{"x":"y"}"#, ["ifAbsent"]),
        (#""op":"convert","path":"/c/a","from":"string","to":"number""#, both),
        (#""op":"reformatDate","path":"/c/a","from":"unixSeconds","to":"iso8601""#, both),
        (#""op":"reformatData","path":"/c/a","from":"base64","to":"hexadecimal""#, both),
        (#""op":"derive","from":"/c/a","to":"/n","by":["lowercase"]"#, both),
        (#""op":"transform","path":"/c/a","by":["lowercase"]"#, both),
        (#""op":"split","from":"/c/a","into":["/n","/m"],"separator":" ""#, both),
        (#""op":"join","from":["/c/a","/s"],"into":"/n","separator":" ""#, both),
        (#""op":"drop","path":"/c/a","what":["null"]"#, both), (#""op":"pick","path":"/c/a","members":["x"]"#, both),
        (#""op":"sort","path":"/c/a""#, both), (#""op":"requireUnique","path":"/c/a""#, both),
        (#""op":"wrap","path":"/c/a""#, both), (#""op":"unwrap","path":"/c/a""#, both),
        (#""op":"objectToArray","path":"/c/a","id":"k""#, both),
        (#""op":"arrayToObject","path":"/c/a","id":"k""#, both),
        (#""op":"renameKeys","path":"/c/a","by":[{"addPrefix":"x"}]"#, both),
        (#""op":"gather","path":"/c/a","into":"n","members":["x"]"#, both),
        (#""op":"scatter","path":"/c","from":"a""#, both), (#""op":"flatten","path":"/c/a""#, both),
        (#""op":"group","path":"/c/a","size":2"#, both), (#""op":"repeatText","path":"/c/a","text":"x""#, both),
        (#""op":"countText","path":"/c/a","text":"x""#, both), (#""op":"parseJSON","path":"/c/a""#, both),
        (#""op":"printJSON","path":"/c/a""#, both),
        (#""op":"match","from":"/c/a","pattern":"(?<x>.*)","into":{"x":"/n"},"back":"{x}""#, both),
        (#""op":"compose","into":"/n","template":"{x}","from":{"x":"/c/a"},"back":"(?<x>.*)""#, both),
        (#""op":"generate","path":"/c/a/x","as":"sequence","pattern":"%d""#, ["ifAbsent"]),
        (#""op":"calculate","path":"/c/a","multiply":2"#, both),
        (#""op":"arrayToMembers","path":"/c/a","keys":["x"]"#, both),
        (#""op":"membersToArray","path":"/c/a","keys":["x"]"#, both),
        (#""op":"listToTree","path":"/c/a","id":"/id","parent":"/p","children":"c""#, both),
        (#""op":"treeToList","path":"/c/a","id":"/id","parent":"/p","children":"c""#, both),
        (#""op":"attach","from":"/c/a","to":"/l","id":"/id","reference":"/r","into":"x""#, both),
        (#""op":"attach","from":"/l","to":"/c/a","id":"/id","reference":"/r","into":"x""#, both),
        (#""op":"detach","into":"/n","from":"/c/a","id":"/id","reference":"/r","outOf":"x""#, both),
        (#""op":"hoist","list":"/c/a","member":"/x","to":"/n""#, both),
        (#""op":"plunge","from":"/s","list":"/c/a","member":"/x""#, both),
        (#""op":"plunge","from":"/c/a","list":"/l","member":"/x""#, both),
        (#""op":"partition","from":"/c/a","into":[{"path":"/n","if":{"equals":1}},{"path":"/m"}]"#, both),
        (#""op":"concatenate","into":"/n","from":[{"path":"/c/a","if":{"equals":1}},{"path":"/c/b"}]"#, both),
        (#""op":"lookUp","from":"/c/a","table":"/l","by":"/id","take":"/id","to":"/n""#, ["ifAbsent"]),
        (#""op":"indexToKey","path":"/c/a","list":"/l","key":"/id""#, both),
        (#""op":"keyToIndex","path":"/c/a","list":"/l","key":"/id""#, both),
        (#""op":"inside","path":"/c/a","operations":[{"op":"introduce","path":"/x"}]"#, both),
        (#""op":"each","path":"/c/a","operations":[{"op":"introduce","path":"/x"}]"#, both),
        (#""op":"asDocument","path":"/c/a","operations":[{"op":"introduce","path":"/x"}]"#, both),
        (#""op":"switch","on":"/c/a","cases":{"x":[{"op":"remove","path":"/s"}]}"#, ["ifAbsent"]),
    ]
    static let both = ["ifAbsent", "ifWrongKind"]

    /// What takes neither rule; and `everywhere`, which finds no objects in values of other kinds.
    static let without: Set = ["everywhere", "introduce", "custom", "refuse", "when", "named", "again"]

    @Test func eachOperationIsHere() throws {
        let names = Self.operations.compactMap { $0.text.split(separator: "\"").dropFirst(2).first.map(String.init) }
        #expect(Set(names).union(Self.without) == Set(OperationVocabulary.names))
    }

    @Test(arguments: operations) func rulesMeanTheSame(_ operation: (text: String, rules: [String])) throws {
        for rule in Self.both {
            let isTaken = (try? Self.plan(operation.text, [rule])) != nil
            #expect(isTaken == operation.rules.contains(rule), "\(rule)")
        }
        for skipped in [[], ["ifAbsent"], ["ifWrongKind"], Self.both] {
            let rules = skipped.filter(operation.rules.contains)
            if rules != skipped { continue }
            let plan = try Self.plan(operation.text, rules)
            for (c, isSkipped, code) in [
                ("{}", rules.contains("ifAbsent"), MigrationError.Code.absent),
                ("7", rules.contains("ifWrongKind"), .wrongKind),
                ("[1]", !rules.isEmpty, nil),
            ] {
                let document = #"{"c":\#(c),"s":"t","l":[{"id":"u","r":"u"}]}"#
                do throws(MigrationError) {
                    let result = try plan.migrate(document, to: "2", from: "1").text
                    #expect(isSkipped && result == document, "\(rules) on \(document): \(result)")
                } catch {
                    #expect(!isSkipped, "\(rules) on \(document): \(error)")
                    if let code { #expect(error.code == code, "\(rules) on \(document): \(error)") }
                }
            }
        }
    }

    /// An element without a member that the operation needs is about `ifAbsent`.
    @Test(arguments: [
        (#""op":"listToTree","path":"/l","id":"/id","parent":"/p","children":"c""#, #"{"l":[{"id":1},{"x":1}]}"#),
        (#""op":"listToTree","path":"/l","level":"/depth","children":"c""#, #"{"l":[{"depth":1},{"x":1}]}"#),
        (#""op":"treeToList","path":"/l","id":"/id","parent":"/p","children":"c""#, #"{"l":[{"id":1,"c":[{"x":1}]}]}"#),
        (
            #""op":"attach","from":"/l","to":"/o","id":"/id","reference":"/r","into":"i""#,
            #"{"l":[{"r":1}],"o":[{"id":1},{"x":1}]}"#
        ),
        (
            #""op":"attach","from":"/l","to":"/o","id":"/id","reference":"/r","into":"i""#,
            #"{"l":[{"x":1}],"o":[{"id":1}]}"#
        ),
        (
            #""op":"detach","into":"/l","from":"/o","id":"/id","reference":"/r","outOf":"i""#,
            #"{"o":[{"x":1,"i":[{}]}]}"#
        ),
        (#""op":"hoist","list":"/l","member":"/m","to":"/m""#, #"{"l":[{"m":1},{"x":1}]}"#),
        (#""op":"arrayToObject","path":"/l","id":"id""#, #"{"l":[{"id":"a"},{"x":1}]}"#),
        (#""op":"membersToArray","path":"/l","keys":["x","y"]"#, #"{"l":{"x":1}}"#),
        (#""op":"sort","path":"/l","by":"/n""#, #"{"l":[{"n":1},{"x":1}]}"#),
    ])
    func elementsWithoutAMember(_ operation: String, document: String) throws {
        #expect(try Self.plan(operation, ["ifAbsent"]).migrate(document, to: "2", from: "1").text == document)
        for rules in [[], ["ifWrongKind"]] {
            let error = #expect(throws: MigrationError.self) {
                try Self.plan(operation, rules).migrate(document, to: "2", from: "1")
            }
            #expect(error?.code == .absent)
        }
    }

    /// A place that is taken, and a key that is not in a table, have rules of their own.
    @Test(arguments: [
        (#""op":"renameKeys","by":[{"replace":"b","with":"a"}]"#, #"{"b":1,"a":2}"#, MigrationError.Code.exists),
        (#""op":"renameKeys","table":{"a":"b"},"ifUnknown":"error""#, #"{"z":1}"#, .unexpectedValue),
        (#""op":"gather","into":"a","members":["z"]"#, #"{"a":"x","z":1}"#, .exists),
        (#""op":"gather","into":"a","members":["z"],"merge":true"#, #"{"a":{"z":2},"z":1}"#, .exists),
        (#""op":"scatter","from":"a""#, #"{"a":{"z":2},"z":1}"#, .exists),
        (#""op":"scatter","from":"a","except":["n"]"#, #"{"a":{"a":1,"n":2}}"#, .exists),
        (#""op":"move","from":"/a","to":"/z""#, #"{"a":2,"z":1}"#, .exists),
        (#""op":"arrayToObject","path":"/l","id":"id""#, #"{"l":[{"id":"a"},{"id":"a"}]}"#, .duplicate),
    ])
    func otherRules(_ operation: String, document: String, code: MigrationError.Code) throws {
        for rules in [[], ["ifAbsent"], ["ifWrongKind"], Self.both] {
            let error = #expect(throws: MigrationError.self) {
                try Self.plan(operation, rules).migrate(document, to: "2", from: "1")
            }
            #expect(error?.code == code)
        }
    }

    private static func plan(_ operation: String, _ skipping: [String]) throws -> MigrationPlan {
        let rules = skipping.map { #","\#($0)":"skip""# }.joined()
        return try MigrationPlan(
            planFile: """
                {"planFormat":2,"name":"p","versions":[{"version":"1"},{"version":"2"}],
                 "migrations":[{"from":"1","to":"2","summary":"s","up":[{\(operation)\(rules)}]}]}
                """)
    }
}
