import VersionedCodec

/// Makes an object of an array; `JSONOperation.arrayToObject` is beside `objectToArray`.
struct ArrayToObjectOperation: OperationBody {
    static let name = "arrayToObject"

    let list: KeyedList
    let rules: Rules

    var description: String { "make an object of \(list.path.shown), by \(JSONValue.string(list.id).text())" }
    var lossClass: LossClass { rules.exists == .error && rules.wrongKind == .error ? .exact : .captures }
    var written: [JSONPointer] { [list.path] }

    func reversed() -> [JSONOperation] {
        let rules = Rules(absent: rules.absent, wrongKind: rules.wrongKind)  // No two keys are one.
        return [JSONOperation(ObjectToArrayOperation(list: list, rules: rules))]
    }

    func apply(to root: inout JSONValue, in context: inout OperationContext) throws(MigrationError) {
        guard let existing = try context.value(at: list.path, of: root, rules) else { return }
        if context.leavesAlone(existing) { return }
        guard let elements = existing.array else {
            if rules.wrongKind == .skip {
                if existing.kind == .object { context.loseKept(existing, at: list.path, comesBackAs: "an array") }
                return
            }
            throw context.wrongKind(expected: "an array", found: existing, at: list.path)
        }
        var object = JSONObject()
        var places: [Int] = []  // Of each member, the element that it comes from.
        for (index, element) in elements.enumerated() {
            let (key, value) = try member(of: element, at: list.path.appending(index), &context)
            guard let place = object.index(forKey: key) else {
                object[key] = value
                places.append(index)
                continue
            }
            try resolve(
                key, object[place].value, value, first: places[place], second: index, &object, &context)
            if rules.exists == .overwrite { places[place] = index }
        }
        root.update(at: list.path.tokens[...]) { $0 = JSONValue.object(object).comingFrom($0) }
    }

    /// Two elements have one id: the rule says which one stays.
    private func resolve(
        _ key: String, _ earlier: JSONValue, _ later: JSONValue, first: Int, second: Int, _ object: inout JSONObject,
        _ context: inout OperationContext
    ) throws(MigrationError) {
        let place = list.path.appending(second).appending(list.id)
        let shown = JSONValue.string(key).text()
        switch rules.exists {
        case .error:
            let message = "\(shown) is already the id of \(context.shown(list.path.appending(first)))"
            throw context.error(.duplicate, message, at: place, found: later)
        case .skip:
            context.lose(
                later, at: list.path.appending(second), "an earlier element has the same id", detail: ": \(shown)")
        case .overwrite:
            context.lose(
                earlier, at: list.path.appending(first), "a later element has the same id", detail: ": \(shown)")
            object[key] = later
        }
    }

    private func member(
        of element: JSONValue, at place: JSONPointer, _ context: inout OperationContext
    ) throws(MigrationError) -> (key: String, value: JSONValue) {
        guard var object = element.object else {
            throw context.wrongKind(expected: "an object", found: element, at: place)
        }
        guard let id = object.removeValue(forKey: list.id) else {
            throw context.error(
                .absent, "there is no member \(JSONValue.string(list.id).text())", at: place, found: element)
        }
        guard let key = list.key(of: id) else {
            throw context.wrongKind(expected: "a \(list.idKind.rawValue)", found: id, at: place.appending(list.id))
        }
        guard let valueKey = list.value else { return (key, JSONValue.object(object).comingFrom(element)) }
        guard let value = object.removeValue(forKey: valueKey) else {
            throw context.error(
                .absent, "there is no member \(JSONValue.string(valueKey).text())", at: place, found: element)
        }
        if let extra = object.first {
            throw context.error(
                .unexpectedValue, "there is no place for this member in the object", at: place.appending(extra.key),
                found: extra.value)
        }
        return (key, value)
    }
}

extension ArrayToObjectOperation {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        list = try KeyedList(reading: &members)
        rules = try members.rules([.absent, .wrongKind, .exists])
    }

    func write(to members: inout MemberWriter) {
        list.write(to: &members)
        members.write(rules)
    }
}
