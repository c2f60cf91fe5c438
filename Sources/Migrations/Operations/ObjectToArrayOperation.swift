public import VersionedCodec

extension JSONOperation {
    /// Makes an array of an object: each key becomes a member of its element.
    ///
    /// ```swift
    /// .objectToArray("/rates", id: "currency", value: "rate")
    /// // {"rates": {"EUR": 1.1}}  →  {"rates": [{"currency": "EUR", "rate": 1.1}]}
    /// .objectToArray("/users", id: "name")
    /// // {"users": {"ann": {"age": 7}}}  →  {"users": [{"name": "ann", "age": 7}]}
    /// ```
    ///
    /// - `value`: The member that takes the value; without it, each value must be an object that takes the id.
    /// - `id`: The member that takes the key.
    /// - `idAs`: Whether the key is written as text or as a number.
    ///
    /// Loss class: exact, or captures with a rule to skip a wrong kind. Reverse: `arrayToObject`.
    public static func objectToArray(
        _ path: JSONPointer, id: String, value: String? = nil, idAs: ScalarKind = .string,
        ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        let list = KeyedList(path: path, id: id, value: value, idKind: idAs)
        return JSONOperation(
            ObjectToArrayOperation(list: list, rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind)))
    }

    /// Makes an object of an array: a member of each element becomes its key.
    ///
    /// ```swift
    /// .arrayToObject("/rates", id: "currency", value: "rate")
    /// // {"rates": [{"currency": "EUR", "rate": 1.1}]}  →  {"rates": {"EUR": 1.1}}
    /// ```
    ///
    /// - `ifExists`: What happens where two elements have one id: `.skip` keeps the first, `.overwrite` the last;
    ///   the other one is a loss.
    ///
    /// Loss class: exact, or captures with a rule for two of one id or to skip a wrong kind. Reverse: `objectToArray`.
    public static func arrayToObject(
        _ path: JSONPointer, id: String, value: String? = nil, idAs: ScalarKind = .string,
        ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error, ifExists: ConflictRule = .error
    ) -> JSONOperation {
        let list = KeyedList(path: path, id: id, value: value, idKind: idAs)
        let rules = Rules(absent: ifAbsent, wrongKind: ifWrongKind, exists: ifExists)
        return JSONOperation(ArrayToObjectOperation(list: list, rules: rules))
    }
}

/// An object of values by id, or the array of the same values with their ids: what the two operations share.
struct KeyedList: Sendable, Equatable {
    let path: JSONPointer
    let id: String
    let value: String?
    let idKind: ScalarKind

    /// The value of the id member for a key, or `nil` where the key cannot be one.
    func idValue(of key: String) -> JSONValue? {
        switch idKind {
        case .string: .string(key)
        case .number: JSONNumber(text: key).map { .number($0) }
        case .boolean: key == "true" ? .bool(true) : key == "false" ? .bool(false) : JSONValue?.none
        }
    }

    /// The key for the value of an id member, or `nil` where that is of another kind.
    func key(of id: JSONValue) -> String? {
        switch idKind {
        case .string: id.string
        case .number: id.number?.text
        case .boolean: id.bool.map { $0 ? "true" : "false" }
        }
    }

    init(path: JSONPointer, id: String, value: String?, idKind: ScalarKind) {
        self.path = path
        self.id = id
        self.value = value
        self.idKind = idKind
    }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.pointer("path")
        id = try members.key("id")
        value = try members.optionalKey("value")
        idKind = try members.choice("idAs", default: .string)
        if value == id { throw members.fault("must differ from \"id\"", in: "value") }
    }

    func write(to members: inout MemberWriter) {
        members["path"] = .string(path.description)
        members["id"] = .key(id)
        members["value"] = value.map(JSONValue.key)
        if idKind != .string { members["idAs"] = .string(idKind.rawValue) }
    }
}

struct ObjectToArrayOperation: OperationBody {
    static let name = "objectToArray"

    let list: KeyedList
    let rules: Rules

    var description: String { "make an array of \(list.path.shown), by \(JSONValue.string(list.id).text())" }
    var lossClass: LossClass { rules.wrongKind == .skip ? .captures : .exact }
    var written: [JSONPointer] { [list.path] }

    func reversed() -> [JSONOperation] { [JSONOperation(ArrayToObjectOperation(list: list, rules: rules))] }

    func apply(to root: inout JSONValue, in context: inout OperationContext) throws(MigrationError) {
        guard let existing = try context.value(at: list.path, of: root, rules) else { return }
        if context.leavesAlone(existing) { return }
        guard let members = existing.object else {
            if rules.wrongKind == .skip {
                if existing.kind == .array { context.loseKept(existing, at: list.path, comesBackAs: "an object") }
                return
            }
            throw context.wrongKind(expected: "an object", found: existing, at: list.path)
        }
        var elements: [JSONValue] = []
        for member in members { elements.append(try element(of: member, &context)) }
        root.update(at: list.path.tokens[...]) { $0 = JSONValue.array(JSONArray(elements)).comingFrom($0) }
    }

    private func element(
        of member: JSONObject.Member, _ context: inout OperationContext
    ) throws(MigrationError) -> JSONValue {
        let place = list.path.appending(member.key)
        guard let id = list.idValue(of: member.key) else {
            let shown = JSONValue.string(member.key).text()
            throw context.error(
                .unexpectedValue, "the key \(shown) is no \(list.idKind.rawValue)", at: place, found: member.value)
        }
        if let value = list.value {
            return JSONValue.object([list.id: id, value: member.value]).comingFrom(member.value)
        }
        guard var object = member.value.object else {
            throw context.wrongKind(expected: "an object that takes the id", found: member.value, at: place)
        }
        if let taken = object[list.id] {
            throw context.error(.exists, "the place of the id is taken", at: place.appending(list.id), found: taken)
        }
        object.insert(id, forKey: list.id, at: 0)
        return JSONValue.object(object).comingFrom(member.value)
    }
}

extension ObjectToArrayOperation {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        list = try KeyedList(reading: &members)
        rules = try members.rules([.absent, .wrongKind])
    }

    func write(to members: inout MemberWriter) {
        list.write(to: &members)
        members.write(rules)
    }
}
