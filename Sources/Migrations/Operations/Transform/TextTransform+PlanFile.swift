import VersionedCodec

extension TextTransform {
    /// The transforms without an argument, by their names in a plan file.
    static let plain: [String: TextTransform] = [
        "lowercase": .lowercase, "uppercase": .uppercase, "trim": .trim, "lastPathComponent": .lastPathComponent,
        "lines": .lines, "count": .count, "keys": .keys, "digest": .digest, "slug": .slug,
        "encodeBase64": .encodeBase64, "decodeBase64": .decodeBase64, "first": .first, "last": .last,
        "unique": .unique([]), "reverse": .reverse, "sum": .sum, "min": .min, "max": .max,
    ]

    static let namesWithArgument = [
        "dropPrefix", "dropSuffix", "addPrefix", "addSuffix", "replace", "split", "join", "match", "take",
        "filter", "map", "unique", "everywhere", "changeCase",
    ]

    static var names: [String] { Array(Set(plain.keys + namesWithArgument)) }

    /// The kind of value that a transform takes or gives.
    enum Shape: String {
        case any = "any value"
        case text = "a text"
        case list = "an array of strings"
        case array = "an array"
        case number = "a number"
        case object = "an object"

        /// Whether a transform that takes the other shape may follow one that gives this one.
        func fits(_ taken: Shape) -> Bool {
            if self == .any || taken == .any || self == taken { return true }
            return [self, taken].allSatisfy { $0 == .list || $0 == .array }
        }
    }

    /// The kinds of value that it takes and gives.
    var shapes: (taken: Shape, given: Shape) {
        switch self {
        case .join: (.list, .text)
        case .split, .lines: (.text, .list)
        case .keys: (.object, .list)
        case .count: (.any, .number)
        case .take: (.any, .any)
        case .digest: (.any, .text)
        case .splitMatches: (.text, .list)
        case .filter, .unique, .reverse: (.array, .array)
        case .map: (.any, .array)
        case .first, .last, .min, .max: (.array, .any)
        case .sum: (.array, .number)
        case .everywhere: (.any, .array)
        default: (.text, .text)
        }
    }

    /// The transform as a plan file has it.
    var json: JSONValue {
        switch self {
        case .lowercase: "lowercase"
        case .uppercase: "uppercase"
        case .trim: "trim"
        case .lastPathComponent: "lastPathComponent"
        case .dropPrefix(let argument): ["dropPrefix": argument.json]
        case .dropSuffix(let argument): ["dropSuffix": argument.json]
        case .addPrefix(let argument): ["addPrefix": argument.json]
        case .addSuffix(let argument): ["addSuffix": argument.json]
        case .replace(let old, let new): ["replace": .string(old), "with": .string(new)]
        case .split(let separator): ["split": .string(separator)]
        case .part(let separator, let index): ["split": .string(separator), "part": .integer(index)]
        case .lines: "lines"
        case .count: "count"
        case .keys: "keys"
        case .digest: "digest"
        case .take(let pointer): ["take": .string(pointer.description)]
        case .match(let pattern, let template):
            ["match": .string(pattern.text), "as": .string(template.description)]
        case .replaceMatches(let pattern, let template):
            ["replace": ["pattern": .string(pattern.text)], "with": .string(template.description)]
        case .splitMatches(let pattern): ["split": ["pattern": .string(pattern.text)]]
        case .slug: "slug"
        case .changeCase(let old, let new):
            ["changeCase": ["from": .string(old.rawValue), "to": .string(new.rawValue)]]
        case .encodeBase64: "encodeBase64"
        case .decodeBase64: "decodeBase64"
        case .filter(let condition): ["filter": condition.json]
        case .first: "first"
        case .last: "last"
        case .unique(let places) where places.isEmpty: "unique"
        case .unique(let places) where places.count == 1: ["unique": .string(places[0].description)]
        case .unique(let places): ["unique": .array(JSONArray(places.map { .string($0.description) }))]
        case .reverse: "reverse"
        case .map(let transforms): ["map": .array(JSONArray(transforms.map(\.json)))]
        case .sum: "sum"
        case .min: "min"
        case .max: "max"
        case .everywhere(let condition): ["everywhere": condition.json]
        case .join(let separator): ["join": .string(separator)]
        }
    }
}

extension TextTransform {
    /// The result, in words.
    var words: String {
        switch self {
        case .filter(let condition): "only the elements where \(condition)"
        case .first: "the first element"
        case .last: "the last element"
        case .unique(let places) where places.isEmpty: "each element once"
        case .unique(let places): "one element for each \(Markdown.places(places))"
        case .reverse: "in reverse order"
        case .map(let transforms): "of each element " + transforms.map(\.words).joined(separator: ", then ")
        case .sum: "the sum"
        case .min: "the least"
        case .max: "the greatest"
        case .everywhere(let condition): "every object in it, at any depth, where \(condition)"
        case .take(let pointer): Markdown.place(pointer)
        case .slug: "as a slug"
        case .changeCase(let old, let new): "from \(old.rawValue) to \(new.rawValue)"
        case .encodeBase64: "in Base64"
        case .decodeBase64: "out of Base64"
        case .replaceMatches(let pattern, let template):
            "each match of \(Markdown.code(pattern.text)) becomes \(Markdown.code(template.description))"
        case .splitMatches(let pattern): "split at each match of \(Markdown.code(pattern.text))"
        default: DetailWords.transforms(.array([json]))
        }
    }
}
