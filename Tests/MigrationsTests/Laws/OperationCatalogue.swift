import Migrations
import VersionedCodec

/// Operations and documents for laws that hold for each of them.
enum OperationCatalogue {
    static let table: [(JSONValue, JSONValue)] = [("a", 1), (.null, [true]), (2, "z")]

    /// Operations whose way back gives the document, or a loss for what it does not.
    static let strict: [JSONOperation] = paths.flatMap { path -> [JSONOperation] in
        [
            .rename(path, to: "n"), .rename(path, to: "cafe\u{301}"), .move(path, to: "/n"), .move(path, to: "/a"),
            .move(path, to: "/a/b"), .move(path, to: "/a/b/c"), .move(path, to: "/0"), .move(path, to: "/1/x"),
            .move(path, to: "/n/m"), .move(path, to: "/n/m", keepingEmptyParents: true), .copy(path, to: "/n"),
            .copy(path, to: "/a/n"), .copy(path, to: "/0"), .remove(path), .remove(path, default: 1),
            .remove(path, derivedFrom: "/b", by: .lowercase), .add(path, value: .null),
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
            .drop([.null], in: path, members: ["a", "b"]), .drop(Set(EmptyValue.allCases), in: path, deep: true),
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
