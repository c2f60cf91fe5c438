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
            if !given.fits(taken) {
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
                    "the object names no transform; known: \(TextTransform.names.inOrder(by: <).joined(separator: ", "))",
                    at: path, found: nil)
            }
            let fault =
                TextTransform.plain[first] != nil
                ? "the transform \"\(first)\" takes no argument: write \"\(first)\" alone"
                : "unknown transform \(JSONValue.string(first).text()); "
                    + NearestName.hint(for: first, in: TextTransform.names)
            throw error(.unknownValue, fault, at: path, found: object.first?.value)
        }
        switch name {
        case "take": return .take(try pointer(name))
        case "filter": return .filter(try condition(name))
        case "everywhere": return .everywhere(try condition(name))
        case "changeCase": return try changeOfCase(name)
        case "map": return .map(try transforms(name))
        case "unique": return .unique(try places(name))
        case "dropPrefix": return .dropPrefix(try textArgument(name))
        case "dropSuffix": return .dropSuffix(try textArgument(name))
        case "addPrefix": return .addPrefix(try textArgument(name))
        case "addSuffix": return .addSuffix(try textArgument(name))
        case "join": return .join(try text(name))
        case "match":
            let pattern = try pattern(name)
            return .match(pattern, as: try template("as", filledBy: pattern))
        case "replace":
            if let pattern = try searchedPattern(name) {
                return .replaceMatches(pattern, with: try template("with", filledBy: pattern))
            }
            let argument = try text(name)
            try requireText(argument, in: name)
            return .replace(argument, with: try text("with"))
        default:
            if let pattern = try searchedPattern(name) { return .splitMatches(pattern) }
            let argument = try text(name)
            try requireText(argument, in: name)
            guard let part = try optionalValue("part") else { return .split(argument) }
            guard let index = part.int else { throw wrongKind("an integer", part, at: path.appending("part")) }
            return .part(argument, index)
        }
    }

    // MARK: Arguments

    /// A text, or the place of one: `{"path": "/base"}`.
    private mutating func textArgument(_ name: String) throws(PlanFileError) -> TextTransform.Argument {
        let value = try value(name)
        guard value.kind == .object else { return .text(try text(name)) }
        var members = try reader(value, at: path.appending(name))
        let origin: JSONOperation.PathOrigin = try members.choice("in", default: .here)
        let pointer = try members.pointer("path", scratch: origin != .context, in: origin)
        try members.finish()
        return .member(pointer, in: origin)
    }

    /// `{"from": "snakeCase", "to": "camelCase"}`
    private mutating func changeOfCase(_ name: String) throws(PlanFileError) -> TextTransform {
        var members = try reader(try value(name), at: path.appending(name))
        let old: TextTransform.LetterCase = try members.choice("from")
        let new: TextTransform.LetterCase = try members.choice("to")
        if old == new { throw members.fault("must differ from \"from\"", in: "to") }
        try members.finish()
        return .changeCase(from: old, to: new)
    }

    /// A path, or an array of some.
    private mutating func places(_ name: String) throws(PlanFileError) -> [JSONPointer] {
        let value = try value(name)
        guard value.kind == .array else { return [try pointer(name)] }
        let outer = self
        let places = try elements(value, at: path.appending(name)) { (element, place) throws(PlanFileError) in
            try outer.pointer(element, at: place)
        }
        if places.isEmpty { throw fault("must not be empty", in: name) }
        return places
    }

    private mutating func pattern(_ name: String) throws(PlanFileError) -> TextPattern {
        if let pattern = try optionalPattern(name) { return pattern }
        throw wrongKind("a string", try value(name), at: path.appending(name))
    }

    /// `{"pattern": "[a-z]+"}`, in place of a text that is looked for.
    private mutating func searchedPattern(_ name: String) throws(PlanFileError) -> TextPattern? {
        let value = try value(name)
        guard value.kind == .object else { return nil }
        var members = try reader(value, at: path.appending(name))
        let pattern = try members.pattern("pattern")
        if let fault = pattern.searchFault { throw members.fault(fault, in: "pattern") }
        try members.finish()
        return pattern
    }

    private mutating func template(
        _ name: String, filledBy pattern: TextPattern
    ) throws(PlanFileError) -> TextTemplate {
        guard let template = try optionalTemplate(name) else {
            throw wrongKind("a string", try value(name), at: path.appending(name))
        }
        for hole in template.holes where !pattern.groups.contains(hole) {
            let known = pattern.groups.isEmpty ? "no group" : pattern.groups.joined(separator: ", ")
            throw fault(
                "has a hole \(JSONValue.string(hole).text()) that nothing fills; the pattern has \(known)", in: name)
        }
        return template
    }

    func requireText(_ text: String, in name: String) throws(PlanFileError) {
        if text.isEmpty { throw fault("must not be empty", in: name) }
    }
}
