import VersionedCodec

/// Named lists of operations, and `use`, which inserts one.
extension MemberReader {
    /// The named lists of operations; each is read here, so that a mistake in an unused one is a mistake too. The
    /// operations of a list with parameters are only known where it is used.
    mutating func namedLists(_ name: String) throws(PlanFileError) {
        guard let value = try optionalValue(name) else { return }
        let members = try reader(value, at: path.appending(name))
        environment.lists = members.object
        var first: PlanFileError?
        for member in members.object {
            do throws(PlanFileError) {
                let list = try members.list(named: member.key)
                if list.parameters.isEmpty { _ = try members.operations(of: list) }
            } catch {
                environment.mistakes.note(error)
                first = first ?? error
            }
        }
        if let first { throw first }
    }

    /// The operations of a `use`, which are those of the list that it names.
    mutating func usedOperations() throws(PlanFileError) -> [JSONOperation] {
        let name = try text("list")
        let arguments = try arguments("with")
        let isReversed = asksFor("reversed") ? try flag("reversed") : false
        if isReversed { noteNewWord("reversed") }
        let hasDirection = asksFor("only") ? try optionalValue("only") != nil : false
        guard environment.lists[name] != nil else {
            let shown = JSONValue.string(name).text()
            let hint =
                environment.lists.isEmpty
                ? "the plan has no \"lists\"" : NearestName.hint(for: name, in: environment.lists.keys)
            throw error(
                .unknownValue, "unknown list \(shown); \(hint)", at: path.appending("list"), found: object["list"])
        }
        if environment.inUse.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
            throw fault("uses the list that it is in", in: "list")
        }
        let list = try list(named: name)
        try require(arguments, for: list)
        var operations = try operations(of: list, arguments, isReversed: isReversed)
        if hasDirection {
            // One group, which runs in its order in that direction, and not in reverse.
            let group = JSONOperation.inside(.root, operations)
            operations = try optionalDirection(of: group).map { [group.only($0)] } ?? operations
        }
        try finish()
        environment.useCounts[path] = operations.count
        return operations
    }

    /// Whether a word that format 1 lacks may be here; where it may not, it is not among those that could have been
    /// meant.
    func asksFor(_ word: String) -> Bool { environment.format > 1 || object[word] != nil }
}

// MARK: - Lists

extension MemberReader {
    /// A named list as the file has it.
    private struct NamedList {
        let name: String
        let operations: JSONValue
        let place: JSONPointer
        var parameters: [String] = []
    }

    /// A list: an array of operations, or an object of parameters and operations.
    private func list(named name: String) throws(PlanFileError) -> NamedList {
        let place: JSONPointer = JSONPointer(["lists", name])
        let value = environment.lists[name] ?? []
        guard value.object != nil else { return NamedList(name: name, operations: value, place: place) }
        return try object(value, at: place) { (members) throws(PlanFileError) in
            members.noteNewWord("parameters")
            let names = try members.texts("parameters")
            let operations = try members.value("operations")
            try members.finish()
            return NamedList(
                name: name, operations: operations, place: place.appending("operations"), parameters: names)
        }
    }

    private mutating func texts(_ name: String) throws(PlanFileError) -> [String] {
        let texts = try optionalTexts(name) ?? []
        if texts.isEmpty { throw fault("must name at least one parameter", in: name) }
        if Set(texts).count < texts.count { throw fault("must not name a parameter twice", in: name) }
        if texts.contains(where: { $0.isEmpty || $0.contains("}") }) {
            throw fault("must not hold \"}\", nor an empty text", in: name)
        }
        return texts
    }

    private func operations(
        of list: NamedList, _ arguments: [String: ListArgument] = [:], isReversed: Bool = false
    ) throws(PlanFileError) -> [JSONOperation] {
        try environment.read(list.name, arguments, isReversed: isReversed) { () throws(PlanFileError) in
            let filled =
                list.parameters.isEmpty ? list.operations : try filled(list.operations, arguments, at: list.place)
            let read = try environment.within(list.name) { () throws(PlanFileError) in
                try operations(filled, at: list.place)
            }
            return isReversed ? try backwards(read) : read
        }
    }

    // MARK: Parameters

    private mutating func arguments(_ name: String) throws(PlanFileError) -> [String: ListArgument] {
        guard asksFor(name), let value = try optionalValue(name) else { return [:] }
        noteNewWord(name)
        guard let object = value.object else { throw wrongKind("an object", value, at: path.appending(name)) }
        return Dictionary(object.map { ($0.key, ListArgument($0.value)) }, uniquingKeysWith: { $1 })
    }

    /// Fails where a `use` does not give each parameter of its list a value, or gives one that the list lacks.
    private func require(_ arguments: [String: ListArgument], for list: NamedList) throws(PlanFileError) {
        let shown = JSONValue.string(list.name).text()
        for parameter in list.parameters where arguments[parameter] == nil {
            throw error(
                .missingMember,
                "the list \(shown) needs the parameter \(JSONValue.string(parameter).text()) in \"with\"",
                at: path, found: object["with"] ?? object["list"])
        }
        for (name, value) in arguments.inOrder(by: { $0.key < $1.key }) where !list.parameters.contains(name) {
            let hint =
                list.parameters.isEmpty ? "it has none" : NearestName.hint(for: name, in: list.parameters)
            throw error(
                .unknownMember, "the list \(shown) has no parameter \(JSONValue.string(name).text()); \(hint)",
                at: path.appending("with").appending(name), found: value.value)
        }
    }

    /// A part of a list with the arguments in the places of its parameters: `"${name}"` is the argument, of any kind;
    /// within a longer text it is a text; `$${` means `${`.
    private func filled(
        _ value: JSONValue, _ arguments: [String: ListArgument], at place: JSONPointer
    ) throws(PlanFileError) -> JSONValue {
        if let text = value.string {
            return text.contains("${") ? try filled(text, arguments, at: place, of: value) : value
        }
        if let array = value.array {
            var elements: [JSONValue] = []
            for (index, element) in array.enumerated() {
                elements.append(try filled(element, arguments, at: place.appending(index)))
            }
            return JSONValue.array(JSONArray(elements)).comingFrom(value)
        }
        guard let object = value.object else { return value }
        var members = JSONObject()
        for member in object {
            let place = place.appending(member.key)
            let key =
                member.key.contains("${")
                ? try filled(member.key, arguments, at: place, of: member.value).string : member.key
            guard let key else {
                throw error(.wrongKind, "a key must be a text", at: place, found: member.value)
            }
            members[key] = try filled(member.value, arguments, at: place)
        }
        return JSONValue.object(members).comingFrom(value)
    }

    private func filled(
        _ text: String, _ arguments: [String: ListArgument], at place: JSONPointer, of value: JSONValue
    ) throws(PlanFileError) -> JSONValue {
        var (result, rest) = ("", text[...])
        while let start = rest.firstRange(of: "${") {
            let isEscaped = rest[..<start.lowerBound].last == "$"
            result += isEscaped ? rest[..<start.lowerBound].dropLast() : rest[..<start.lowerBound]
            rest = rest[start.upperBound...]
            if isEscaped {
                result += "${"
                continue
            }
            guard let end = rest.firstIndex(of: "}"), let argument = arguments[String(rest[..<end])] else {
                let name = String(rest.prefix { $0 != "}" })
                throw error(
                    .unknownValue,
                    "unknown parameter \(JSONValue.string(name).text()); "
                        + NearestName.hint(for: name, in: arguments.keys.inOrder(by: <))
                        + "; for a text with \"${\" in it, write \"$${\"", at: place, found: value)
            }
            guard environment.countArgument(argument.text.count) else {
                let most = PlanFileEnvironment.mostArgumentBytes >> 20
                throw error(
                    .invalidPlan, "parameters put more than \(most) MiB into the lists of the plan", at: place,
                    found: value)
            }
            rest = rest[rest.index(after: end)...]
            if result.isEmpty, rest.isEmpty, text.hasPrefix("${") { return argument.value.comingFrom(value) }
            guard let part = argument.value.string else {
                throw error(
                    .wrongKind, "within a text, a parameter must be a text, and it is \(argument.value.kind.phrase)",
                    at: place, found: value)
            }
            result += part
        }
        return JSONValue.string(result + rest).comingFrom(value)
    }
}
