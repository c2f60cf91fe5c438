import VersionedCodec

/// Text transforms in a plan file: a name, or an object of a name and its argument.
extension MemberReader {
    mutating func transforms(_ name: String) throws(PlanFileError) -> [TextTransform] {
        let transforms = try transforms(try value(name), at: path.appending(name))
        if transforms.isEmpty { throw fault("must not be empty", in: name) }
        return transforms
    }

    mutating func optionalTransforms(_ name: String) throws(PlanFileError) -> [TextTransform]? {
        let place = path.appending(name)
        return try optionalValue(name).map { (value) throws(PlanFileError) in try transforms(value, at: place) }
    }

    mutating func optionalDerivation(_ name: String) throws(PlanFileError) -> Derivation? {
        guard let value = try optionalValue(name) else { return nil }
        var members = try reader(value, at: path.appending(name))
        let source = try members.pointer("from", scratch: true)
        let derivation = Derivation(from: source, transforms: try members.optionalTransforms("by") ?? [])
        try members.finish()
        return derivation
    }

    private func transforms(_ value: JSONValue, at place: JSONPointer) throws(PlanFileError) -> [TextTransform] {
        var given: TextTransform.Shape = .any
        return try elements(value, at: place) { (element, place) throws(PlanFileError) in
            let transform = try transform(element, at: place)
            let (taken, gives) = transform.shapes
            if given != .any, taken != .any, given != taken {
                let fault = "the transform before gives \(given.rawValue), and this one takes \(taken.rawValue)"
                throw error(.invalidValue, fault, at: place, found: element)
            }
            given = gives
            return transform
        }
    }

    private func transform(_ value: JSONValue, at place: JSONPointer) throws(PlanFileError) -> TextTransform {
        if let name = value.string {
            if let transform = TextTransform.plain[name] { return transform }
            let isKnown = TextTransform.namesWithArgument.contains(name)
            let fault =
                isKnown
                ? "the transform \"\(name)\" needs an argument: {\"\(name)\": …}"
                : "unknown transform \(value.text()); \(NearestName.hint(for: name, in: TextTransform.names))"
            throw error(.unknownValue, fault, at: place, found: value)
        }
        guard value.kind == .object else {
            throw wrongKind("the name of a transform, or an object of one", value, at: place)
        }
        var members = try reader(value, at: place)
        let transform = try members.transformWithArgument()
        try members.finish()
        return transform
    }

    private mutating func transformWithArgument() throws(PlanFileError) -> TextTransform {
        guard let name = TextTransform.namesWithArgument.first(where: { object[$0] != nil }) else {
            guard let first = object.first?.key else {
                throw error(
                    .unknownValue,
                    "the object names no transform; known: \(TextTransform.names.sorted().joined(separator: ", "))",
                    at: path, found: nil)
            }
            let fault =
                TextTransform.plain[first] != nil
                ? "the transform \"\(first)\" takes no argument: write \"\(first)\" alone"
                : "unknown transform \(JSONValue.string(first).text()); "
                    + NearestName.hint(for: first, in: TextTransform.names)
            throw error(.unknownValue, fault, at: path, found: object.first?.value)
        }
        if name == "take" { return .take(try pointer(name)) }
        let argument = try text(name)
        switch name {
        case "match":
            guard let pattern = try optionalPattern(name) else { return .split(argument) }
            guard let template = try optionalTemplate("as") else {
                _ = try value("as")
                return .split(argument)
            }
            for hole in template.holes where !pattern.groups.contains(hole) {
                let known = pattern.groups.isEmpty ? "no group" : pattern.groups.joined(separator: ", ")
                throw fault(
                    "has a hole \(JSONValue.string(hole).text()) that nothing fills; the pattern has \(known)", in: "as"
                )
            }
            return .match(pattern, as: template)
        case "dropPrefix": return .dropPrefix(argument)
        case "dropSuffix": return .dropSuffix(argument)
        case "addPrefix": return .addPrefix(argument)
        case "addSuffix": return .addSuffix(argument)
        case "join": return .join(argument)
        case "replace":
            try requireText(argument, in: name)
            return .replace(argument, with: try text("with"))
        default:
            try requireText(argument, in: name)
            guard let part = try optionalValue("part") else { return .split(argument) }
            guard let index = part.int else { throw wrongKind("an integer", part, at: path.appending("part")) }
            return .part(argument, index)
        }
    }

    func requireText(_ text: String, in name: String) throws(PlanFileError) {
        if text.isEmpty { throw fault("must not be empty", in: name) }
    }
}

extension TextTransform {
    /// The transforms without an argument, by their names in a plan file.
    fileprivate static let plain: [String: TextTransform] = [
        "lowercase": .lowercase, "uppercase": .uppercase, "trim": .trim, "lastPathComponent": .lastPathComponent,
        "lines": .lines, "count": .count, "keys": .keys, "digest": .digest,
    ]

    fileprivate static let namesWithArgument = [
        "dropPrefix", "dropSuffix", "addPrefix", "addSuffix", "replace", "split", "join", "match", "take",
    ]

    fileprivate static var names: [String] { plain.keys + namesWithArgument }

    /// What a transform takes or gives.
    fileprivate enum Shape: String {
        case any = "any value"
        case text = "a text"
        case list = "an array of strings"
        case number = "a number"
        case object = "an object"
    }

    /// What it takes, and what it gives.
    fileprivate var shapes: (taken: Shape, given: Shape) {
        switch self {
        case .join: (.list, .text)
        case .split, .lines: (.text, .list)
        case .keys: (.object, .list)
        case .count: (.any, .number)
        case .take: (.any, .any)
        case .digest: (.any, .text)
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
        case .dropPrefix(let text): ["dropPrefix": .string(text)]
        case .dropSuffix(let text): ["dropSuffix": .string(text)]
        case .addPrefix(let text): ["addPrefix": .string(text)]
        case .addSuffix(let text): ["addSuffix": .string(text)]
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
        case .join(let separator): ["join": .string(separator)]
        }
    }
}
