public import VersionedCodec

extension JSONOperation {
    /// Turns an object into an array: each key becomes a member of its element.
    ///
    /// ```swift
    /// .objectToArray("/rates", id: "currency", value: "rate")
    /// // {"rates": {"EUR": 1.1}}  →  {"rates": [{"currency": "EUR", "rate": 1.1}]}
    /// .objectToArray("/users", id: "name")
    /// // {"users": {"ann": {"age": 7}}}  →  {"users": [{"name": "ann", "age": 7}]}
    /// ```
    ///
    /// - `value`: The member for the value. Without it, each value must be an object, which gets the id.
    /// - `id`: The member for the key.
    /// - `idAs`: Whether the key is written as text or as a number.
    /// - `standard`: The default value. An element with this value has no member `value`.
    ///
    /// Loss class: exact, or captures with a rule to skip a wrong kind. Reverse: `arrayToObject`.
    public static func objectToArray(
        _ path: JSONPointer, id: String, value: String? = nil, default standard: JSONValue? = nil,
        idAs: ScalarKind = .string,
        ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        let list = KeyedList(path: path, id: id, value: value, standard: standard, idKind: idAs)
        return JSONOperation(
            ObjectToArrayOperation(list: list, rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind)))
    }

    /// Turns an array into an object: a member of each element becomes its key.
    ///
    /// ```swift
    /// .arrayToObject("/rates", id: "currency", value: "rate")
    /// // {"rates": [{"currency": "EUR", "rate": 1.1}]}  →  {"rates": {"EUR": 1.1}}
    /// ```
    ///
    /// - `ifExists`: How two elements with the same id are handled: `.skip` keeps the first, `.overwrite` the last; the
    ///   other one is a loss.
    /// - `standard`: The value of an element without a member `value`. Without a default, such an element is
    ///   unexpected.
    ///
    /// Loss class: exact, or captures with a default, with a rule for equal ids, or with a rule to skip a wrong kind.
    /// Reverse: `objectToArray`.
    public static func arrayToObject(
        _ path: JSONPointer, id: String, value: String? = nil, default standard: JSONValue? = nil,
        idAs: ScalarKind = .string,
        ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error, ifExists: ConflictRule = .error
    ) -> JSONOperation {
        let list = KeyedList(path: path, id: id, value: value, standard: standard, idKind: idAs)
        let rules = Rules(absent: ifAbsent, wrongKind: ifWrongKind, exists: ifExists)
        return JSONOperation(ArrayToObjectOperation(list: list, rules: rules))
    }
}

/// An object of values by id, or the array of the same values with their ids: the common part of the two operations.
struct KeyedList: Sendable, Equatable {
    let path: JSONPointer
    let id: String
    let value: String?
    /// The value that is left out of an element.
    let standard: JSONValue?
    let idKind: JSONOperation.ScalarKind

    /// The value of the id member for a key, or `nil` if the key cannot be one.
    func idValue(of key: String) -> JSONValue? {
        switch idKind {
        case .string: .string(key)
        case .number: JSONNumber(text: key).map { .number($0) }
        case .boolean: key == "true" ? .bool(true) : key == "false" ? .bool(false) : JSONValue?.none
        }
    }

    /// The key for the value of an id member, or `nil` if that is of another kind.
    func key(of id: JSONValue) -> String? {
        switch idKind {
        case .string: id.string
        case .number: id.number?.text
        case .boolean: id.bool.map { $0 ? "true" : "false" }
        }
    }

    /// Whether a value is the one that is left out of an element, written in the same way.
    func isStandard(_ node: NodeID, _ arena: Arena) -> Bool {
        guard let standard else { return false }
        return arena.isContainer(node) ? arena.value(of: node) == standard : arena.isSame(node, as: standard)
    }

    init(path: JSONPointer, id: String, value: String?, standard: JSONValue?, idKind: JSONOperation.ScalarKind) {
        self.path = path
        self.id = id
        self.value = value
        self.standard = standard
        self.idKind = idKind
    }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.pointer("path", scratch: true)
        id = try members.key("id")
        value = try members.optionalKey("value")
        standard = try members.optionalValue("default")
        idKind = try members.choice("idAs", default: .string)
        if value == id { throw members.fault("must differ from \"id\"", in: "value") }
        if value == nil, standard != nil { throw members.fault("needs \"value\"", in: "default") }
    }

    func write(to members: inout MemberWriter) {
        members["path"] = .string(path.description)
        members["id"] = .key(id)
        members["value"] = value.map(JSONValue.key)
        members["default"] = standard
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
    var newWord: String? { list.standard == nil ? nil : "default" }

    func reversed() -> [JSONOperation] { [JSONOperation(ArrayToObjectOperation(list: list, rules: rules))] }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        guard let place = try context.find(list.path, in: scope, rules) else { return }
        if context.leavesAlone(place) { return }
        let arena = context.arena
        guard arena.isObject(place) else {
            let existing = context.value(place)
            if rules.wrongKind == .skip {
                if existing.kind == .array { context.doubt() }
                return
            }
            throw context.wrongKind(expected: "an object", found: existing, at: list.path)
        }
        try context.needAllMembers(of: place, at: list.path, toTell: "what the array is")
        try context.changeWhole(place, rules) { (context) throws(MigrationError) in try makeArray(of: place, &context) }
    }

    private func makeArray(of place: NodeID, _ context: inout OperationContext) throws(MigrationError) {
        let arena = context.arena
        let array = arena.makeContainer(isObject: false, from: place)
        var member = arena.firstChild(of: place)
        while !member.isNone {
            let next = arena.next(after: member)
            let key = arena.key(of: member)
            arena.insert(try element(of: member, key, &context), into: array)
            member = next
        }
        arena.take(array, into: place)
    }

    /// Makes an element of a member, which leaves its object.
    private func element(
        of member: NodeID, _ key: String, _ context: inout OperationContext
    ) throws(MigrationError) -> NodeID {
        let arena = context.arena
        guard let id = list.idValue(of: key) else {
            let shown = JSONValue.string(key).text()
            throw context.error(
                .unexpectedValue, "the key \(shown) is not a \(list.idKind.rawValue)", at: list.path.appending(key),
                found: arena.value(of: member))
        }
        if let value = list.value {
            // Without a way back, a new element does not come from the value in it.
            let element = arena.makeContainer(isObject: true, from: context.followsValues ? .none : member)
            arena.insert(idNode(id, of: member, &context), as: list.id, into: element)
            arena.detach(member)
            if list.isStandard(member, arena) { return element }
            arena.insert(member, as: value, into: element)
            return element
        }
        guard arena.isObject(member) else {
            throw context.wrongKind(
                expected: "an object that takes the id", found: arena.value(of: member), at: list.path.appending(key))
        }
        let taken = arena.member(list.id, of: member)
        if !taken.isNone {
            throw context.error(
                .exists, "the place of the id is taken", at: list.path.appending(key).appending(list.id),
                found: arena.value(of: taken))
        }
        let node = idNode(id, of: member, &context)
        arena.detach(member)
        arena.removeKey(of: member)
        arena.insert(node, as: list.id, into: member, before: arena.firstChild(of: member))
        return member
    }

    private func idNode(_ id: JSONValue, of member: NodeID, _ context: inout OperationContext) -> NodeID {
        let node = context.arena.make(id)
        context.makeValue(node, ofKeyOf: member)
        return node
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

extension ObjectToArrayOperation {
    var effects: [PlaceEffect] { [.changes(list.path, rules.absent)] }

    var words: String {
        "\(Markdown.place(list.path)) becomes an array, with the keys as \(Markdown.code(list.id))"
    }

    func keepsPresence(of place: JSONPointer) -> Bool { place.staysPresent(changing: list.path) }

    func detail(of member: String, _ value: JSONValue) -> String? {
        member == "default" ? "an element does not say the value \(DetailWords.shown(value))" : nil
    }

    var traits: OperationTraits { [.keepsOrder, .showsOrder, .showsOwnOrder, .putsFirst, .addsNothing] }
}
