import Foundation
import Migrations
import TestSupport
import VersionedCodec

/// Operations and documents for laws that hold for each of them.
enum OperationCatalogue {
    static let table: [(JSONValue, JSONValue)] = [("a", 1), (.null, [true]), (2, "z")]

    /// Operations whose way back gives the document, or a loss for what it does not.
    static let strict: [JSONOperation] = (common + shaping + text + written).filter { operation in
        // What moves a value to its own place is refused by every plan.
        operation.json["from"] == nil || operation.json["from"] != operation.json["to"]
    }

    /// The same with every rule to skip that they take.
    static let skipping: [JSONOperation] = strict.compactMap { operation in
        var json = operation.json
        for rule in ["ifAbsent", "ifWrongKind", "ifExists", "ifUnknown"] {
            var with = json
            with.object?[rule] = "skip"
            // An operation without the rule refuses it.
            if (try? FileForm.reading(with.text())) != nil { json = with }
        }
        return json == operation.json ? nil : try? FileForm.reading(json.text())
    }

    /// Each operation in a plan of its own; made once for all documents.
    static let strictPlans = plans(strict)
    static let skippingPlans = plans(skipping)

    /// Every seventh operation in one direction, and every other seventh one around a trip of a value through a scratch
    /// value.
    static let oneDirectionPlans = Result<[(JSONOperation, MigrationPlan)], any Error> {
        try strict.enumerated().compactMap { number, operation in
            switch number % 7 {
            case 0: return (operation, try .of([operation.only(.up)]))
            case 2: return (operation, try .of([operation.only(.down)]))
            case 4:
                let there = JSONOperation.move("/b", to: .scratch("s"), ifAbsent: .skip, ifWrongKind: .skip)
                let back = JSONOperation.move(.scratch("s"), to: "/b", ifAbsent: .skip, ifWrongKind: .skip)
                // What needs the value meanwhile is refused.
                return (try? MigrationPlan.of([there, operation, back])).map { (operation, $0) }
            default: return nil
            }
        }
    }

    private static func plans(_ operations: [JSONOperation]) -> Result<[(JSONOperation, MigrationPlan)], any Error> {
        Result { try operations.map { ($0, try MigrationPlan.of([$0])) } }
    }

    private static let common: [JSONOperation] = paths.flatMap { path -> [JSONOperation] in
        [
            .rename(path, to: "n"), .rename(path, to: "cafe\u{301}"), .move(path, to: "/n"), .move(path, to: "/a"),
            .move(path, to: "/a/b"), .move(path, to: "/a/b/c"), .move(path, to: "/0"), .move(path, to: "/1/x"),
            .move(path, to: "/n/m"), .move(path, to: "/n/m", keepingEmptyParents: true), .copy(path, to: "/n"),
            .copy(path, to: "/a/n"), .copy(path, to: "/0"), .remove(path), .remove(path, default: 1),
            .remove(path, derivedFrom: "/b", by: .lowercase), .introduce(path), .introduce(path, ifExists: .error),
            .add(path, value: .null),
            .add(path, value: [1], before: "b"),
            .set(path, to: 1, from: 2), .set(path, to: [:]), .mapValues(path, table),
            .mapValues(path, table, fallback: 9, reverseFallback: 8), .mapValues(path, table, ifUnknown: .skip),
            .convert(path, from: .string, to: .number), .convert(path, from: .number, to: .string),
            .convert(path, from: .number, to: .boolean), .convert(path, from: .boolean, to: .string),
            .derive("/n", from: path, by: .uppercase), .transform(path, by: [.addPrefix("x"), .split("x")]),
            .transform(path, by: [.lowercase]), .transform(path, by: [.dropPrefix("a")]),
            .split(path, into: ["/n", "/m"], separator: " "),
            .split(path, into: [path, "/m"], separator: " ", extraParts: .last),
            .join([path, "/b"], into: "/n", separator: " "),
            .join(["/b", path], into: path, separator: "-", extraParts: .first),
            .drop([.null], in: path, members: ["a", "b"]),
            .drop(Set(JSONOperation.EmptyValue.allCases), in: path, deep: true),
            .sort(path), .sort(path, by: "/a", comparing: .caseInsensitive, descending: true), .requireUnique(path),
            .requireUnique(path, by: "/a"), .wrap(path), .unwrap(path), .unwrap(path, ifMany: .first, ifEmpty: .null),
            .unwrap(path, ifMany: .first, ifEmpty: .remove), .objectToArray(path, id: "k"),
            .objectToArray(path, id: "k", value: "v", idAs: .string), .arrayToObject(path, id: "a"),
            .arrayToObject(path, id: "a", ifExists: .overwrite), .inside(path, [.rename("/a", to: "n")]),
            .reformatData(path, from: .hexadecimal, to: .base64), .reformatData(path, from: .base64, to: .base64URL),
            .named("n", [.rename(path, to: "n")]),
            .named(
                "n",
                [
                    .when(.at("/a", is: .object), [.inside("/a", [.again("n")])]),
                    .rename("/b", to: "n", ifAbsent: .skip),
                ]),
            .each(path, [.wrap("")]), .each(path, [.rename("/a", to: "n")]),
            .when(.present("/zz"), [.wrap(path)], otherwise: [.move(path, to: "/n")]),
        ]
    }

    private static let shaping: [JSONOperation] = paths.flatMap { path -> [JSONOperation] in
        [
            .renameKeys(path, by: [.addPrefix("x")]), .renameKeys(path, by: [.dropPrefix("a")]),
            .renameKeys(path, by: [.lowercase], back: [.uppercase], ifWrongKind: .skip, ifExists: .overwrite),
            .renameKeys(path, table: [("a", "b"), ("b", "a")], ifUnknown: .keep),
            .renameKeys(path, table: [("b", "n")], ifUnknown: .drop, ifExists: .skip),
            .gather(.except(["a"]), in: path, into: "n"), .gather(.all, prefix: "a", in: path, into: "b"),
            .gather(.only(["a", "b"]), in: path, into: "a", ifExists: .overwrite),
            .gather(.only(["a"]), in: path, into: "b", merging: true), .gather(.all, into: "a", merging: true),
            .scatter("b", .only(["a"]), in: path), .scatter("a", .except(["b"])), .scatter("b", in: path),
            .scatter("a", .except(["x"]), ifExists: .skip),
            .scatter("a", prefix: "p_", ifAbsent: .skip, ifExists: .overwrite),
            .flatten(path), .flatten(path, elements: "/a", ifWrongKind: .skip), .flatten(path, size: 2),
            .flatten(path, elements: "/a", carrying: [("/b", "/c")]), .group(path), .group(path, size: 2),
            .group(path, elements: "/e", carrying: [("/k", "/a")], rest: ["r": 1]),
            .arrayToMembers(path, ["a", "b", "c"], required: 0), .arrayToMembers(path, ["b"], ifWrongKind: .skip),
            .membersToArray(path, ["b", "c", "a"], required: 1), .membersToArray(path, ["a"], ifWrongKind: .skip),
            .listToTree(path, id: "/a", parent: "/b", children: "c"),
            .treeToList(path, id: "/a", parent: "/b", children: "c"),
            .treeToList(path, id: "/a", parent: "/b", children: "c", root: .null, emptyChildren: true),
            .listToTree(path, id: "/a", childIDs: "b"), .treeToList(path, id: "/a", childIDs: "b"),
            .listToTree(path, level: "/a", children: "c"), .treeToList(path, level: "/a", children: "b", root: 0),
            .hoist(path, member: "/a", to: "/n", ifMixed: .keep), .asDocument(path, [.wrap("/a")]),
            .plunge("/b", into: path, as: "/a", ifMixed: .keep), .gather(.all, suffix: "b", in: path, into: "n"),
            .hoist(path, member: "/a", to: "/n"), .plunge("/b", into: path, as: "/n"),
            .attach(path, to: "/b", id: "/a", reference: "/a", into: "n"),
            .detach("/n", from: path, id: "/a", reference: "/r", outOf: "b"),
            .partition(path, into: [("/n", .at("", is: .number)), ("/m", nil)]),
            .partition(path, into: [("/n", .at("", is: .number)), ("/m", nil)], anyOrder: true),
            .listToTree(path, id: "/a", parent: "/b", children: "c", anyOrder: true), .sort(path, anyOrder: true),
            .concatenate([(path, .at("", is: .string)), ("/b", nil)], into: "/n"),
            .everywhere(
                in: path, where: .at("", .count(1...2)), [.wrap("/a", ifAbsent: .skip)], reverseIf: .present("")),
            .everywhere(
                where: .present("/z"), except: .present("/a/b"), [.wrap("/z")], reverseIf: .present("/z")),
            .add(path, value: 1, makingParents: true), .copy("/b", to: "/x/y", makingParents: true),
            .derive("/n/m", from: path, by: .count, makingParents: true),
            .split(path, into: ["/n/x", "/n/y"], separator: " ", makingParents: true),
            .lookUp(path, in: "/b", to: "/n"), .indexToKey(path, in: ""), .keyToIndex(path, in: ""),
            .copy(path, to: "/n", in: .document), .remove(path, removingEmptyParents: true),
        ] + lists(path)
    }

    private static func lists(_ path: JSONPointer) -> [JSONOperation] {
        [
            .pick(["a"], in: path), .pick([], in: path), .move(path, to: "/n", before: "b"),
            .move(path, to: "/n/m", before: "a"),
            .partition(path, into: [("/n", .at("", is: .number)), ("/m", nil)], noEmptyLists: true),
            .concatenate([(path, .at("", is: .string)), ("/b", nil)], into: "/n", noEmptyLists: true),
            .lookUp(path, in: "/b", to: "/n", ifTableAbsent: .skip),
            .lookUp(path, in: "/a", by: "", match: .last, to: "/n"),
            .lookUp(path, in: "/a", by: "", match: .range, to: "/n"),
            .objectToArray(path, id: "k", value: "v", default: 1), .sort(path, by: "/a", missing: .last),
            .sort(path, missing: .first, mixed: true), .each(path, [.generate("/n", .index())]),
            .each(path, [.generate("/n", .sequence("%a", restarting: true))]),
            .when(.at(path, .keyOf("/b", in: .here)), [.rename("/z", to: "y")]),
            .when(.at(path, .elementOf("/a", in: .document)), [.add("/n", value: 1)]),
            .arrayToObject(path, id: "a", value: "b", default: .null),
        ]
    }

    private static let text: [JSONOperation] = paths.flatMap { path -> [JSONOperation] in
        [
            .parseJSON(path), .parseJSON(path, ifWrongKind: .skip), .printJSON(path), .repeatText(path, "ab"),
            .countText(path, "a"), .countText(path, "x", ifWrongKind: .skip),
            .calculate(path, .multiply(JSONNumber(100))), .calculate(path, .divide(JSONNumber(8)), fractionDigits: 1),
            .calculate(path, .plus(JSONNumber(1))), .calculate(path, .minus(JSONNumber(3)), ifWrongKind: .skip),
            .calculate(path, .divide(JSONNumber(3)), ifWrongKind: .skip), .calculate(path, .plus(.member("/b"))),
            .calculate("/z", .multiply(.member(path, in: .document))), .printJSON(path, escapingHTML: true),
            .switch(on: "/a", cases: ["a": [.wrap("/b")], "A": []], ifUnknown: .skip),
            .switch(on: path, cases: ["x": [.rename("/n", to: "m")], "b": [.add("/z", value: 1)]]),
            .generate(path, .sequence("n-%02d")), .generate(path, .sequence("%d")), .generate(path, .digest),
            .generate(path, .uuid(seed: "s")),
            .remove(path, restoredBy: .generate(path, .digest)), .transform(path, by: [.lines]),
            .transform(path, by: [.count]), .derive("/n", from: path, by: .keys, .join(",")),
            .derive("/n", from: path, by: .digest), .derive("/n", from: path, by: .take("/b")),
            .transform(path, by: [.filter(.at("", is: .number))]), .transform(path, by: [.unique([])]),
            .transform(path, by: [.unique(["/a"]), .reverse]), .transform(path, by: [.reverse]),
            .transform(path, by: [.first]), .transform(path, by: [.sum]), .transform(path, by: [.map([.first])]),
            .transform(path, by: [.map([.addPrefix("x")])]), .transform(path, by: [.everywhere(.present("/b"))]),
            .derive("/n", from: path, by: .last), .derive("/n", from: "", by: .everywhere(.present("/a"))),
            .derive("/n", from: path, by: .max), .remove("/b", derivedFrom: path, by: .min),
            .transform(path, by: [.addPrefix(.member("/b"))]), .transform("/b", by: [.dropPrefix(.member(path))]),
            .transform(path, by: [.slug]), .transform(path, by: [.encodeBase64]),
            .transform(path, by: [.changeCase(from: .camelCase, to: .kebabCase)]),
            .transform(path, by: [.decodeBase64]), .derive("/n", from: "/b", by: .addSuffix(.member(path))),
        ] + matching(path)
    }

    /// What has no short form in Swift, as plan files have it.
    private static let written: [JSONOperation] = paths.flatMap { path in
        [
            #"{"op":"reformatDate","path":"\#(path)","from":"iso8601","to":"unixSeconds"}"#,
            #"{"op":"reformatDate","path":"\#(path)","from":"unixSeconds","to":"mail","ifWrongKind":"skip"}"#,
            #"{"op":"when","if":{"path":"\#(path)","kind":"null"},"operations":[{"op":"refuse","message":"no"}]}"#,
        ].compactMap { try? FileForm.reading($0) }
    }

    private static func matching(_ path: JSONPointer) -> [JSONOperation] {
        guard let pattern = try? TextPattern("(?<x>[a-z]*) ?(?<y>.*)"), let template = try? TextTemplate("{x} {y}")
        else {
            return []
        }
        return [
            .match(path, pattern, into: ["x": path, "y": "/n"], back: template),
            .match(path, pattern, into: ["x": "/n/x", "y": "/n/y"], back: template, ifWrongKind: .skip),
            .compose("/n", template, from: ["x": path, "y": "/b"], back: pattern),
            .transform(path, by: [.match(pattern, as: template)]),
        ]
    }

    private static let paths: [JSONPointer] = ["/a", "/a/b", "/0", "/0/a", "/a/0", "/", "/a~1b/~0", "/caf\u{E9}"]

    static let documents: [String] = [
        "{}", "[]", "null", "7", #""a b""#, #"{"a":1}"#, #"{"a":"a","b":"B"}"#, #"{"a":"a b","b":"c"}"#,
        #"{"a":null,"b":2}"#,
        #"{"a":{"b":1}}"#, #"{"a":{"b":"x y"},"b":"z"}"#, #"{"a":{"b":{}},"z":1}"#, #"{"a":{"b":null,"c":[]}}"#,
        #"{"a":[]}"#, #"{"a":[1]}"#, #"{"a":[3,1,2],"b":""}"#, #"{"a":[{"a":"x"},{"a":"X"}]}"#,
        #"{"a":[{"a":"x"},{"a":"x"}]}"#,
        #"{"a":{"x":{"y":1},"z":{}}}"#, #"{"a":"19.90"}"#, #"{"a":0}"#, #"{"a":1.0,"b":"b"}"#, #"{"a":true}"#,
        #"{"":1,"a":"A"}"#,
        #"{"a/b":{"~":"t"},"a":{}}"#, "{\"caf\u{E9}\":1}", "{\"caf\u{E9}\":1,\"cafe\u{301}\":2}", #"[{"a":1},{"b":2}]"#,
        #"["a","b"]"#, "[[1],{}]", #"[{"a":{}},{"a":null}]"#, #"[1,{"x":{}},{}]"#, #"{"a":"","b":"","n":{}}"#,
        #"{"n":{},"a":5}"#,
    ]
}
