import VersionedCodec

/// Makes an object of an array; `JSONOperation.arrayToObject` is beside `objectToArray`.
struct ArrayToObjectOperation: OperationBody {
    static let name = "arrayToObject"

    let list: KeyedList
    let rules: Rules

    var description: String { "make an object of \(list.path.shown), by \(JSONValue.string(list.id).text())" }
    var lossClass: LossClass {
        rules == Rules() && list.standard == nil ? .exact : .captures
    }
    var written: [JSONPointer] { [list.path] }
    var newWord: String? { list.standard == nil ? nil : "default" }

    func reversed() -> [JSONOperation] {
        let rules = Rules(absent: rules.absent, wrongKind: rules.wrongKind)  // No two keys are one.
        return [JSONOperation(ObjectToArrayOperation(list: list, rules: rules))]
    }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        guard let place = try context.find(list.path, in: scope, rules) else { return }
        if context.leavesAlone(place) { return }
        let arena = context.arena
        guard arena.isArray(place) else {
            let existing = context.value(place)
            if rules.wrongKind == .skip {
                if existing.kind == .object { context.doubt() }
                return
            }
            throw context.wrongKind(expected: "an array", found: existing, at: list.path)
        }
        try context.changeWhole(place, rules) { (context) throws(MigrationError) in try makeObject(of: place, &context)
        }
    }

    private func makeObject(of place: NodeID, _ context: inout OperationContext) throws(MigrationError) {
        let arena = context.arena
        let object = arena.makeContainer(isObject: true, from: place)
        var places: [Int32: Int] = [:]  // Of each member, the element that it comes from.
        var wholes: [JSONValue] = []  // The elements as they were, where one of them may be lost.
        var element = arena.firstChild(of: place)
        var index = 0
        while !element.isNone {
            let next = arena.next(after: element)
            if rules.exists != .error { wholes.append(arena.valueToReport(of: element)) }
            let (key, value) = try member(of: element, index, &context)
            let earlier = arena.member(key, of: object)
            if earlier.isNone {
                arena.insert(value, as: key, into: object)
                places[value.raw] = index
            } else if try resolve(key, value, wholes, first: places[earlier.raw] ?? 0, second: index, &context) {
                places[arena.replace(earlier, by: value).raw] = index
            }
            element = next
            index += 1
        }
        arena.take(object, into: place)
    }

    /// Two elements have one id: returns, by the rule, whether the later one takes the place of the earlier one.
    private func resolve(
        _ key: String, _ later: NodeID, _ elements: [JSONValue], first: Int, second: Int,
        _ context: inout OperationContext
    ) throws(MigrationError) -> Bool {
        let place = list.path.appending(second).appending(list.id)
        let shown = JSONValue.string(key).text()
        switch rules.exists {
        case .error:
            let message = "\(shown) is already the id of \(context.shown(list.path.appending(first)))"
            throw context.error(.duplicate, message, at: place, found: context.value(later))
        case .skip:
            context.lose(
                elements[second], at: list.path.appending(second), "an earlier element has the same id",
                detail: ": \(shown)")
            return false
        case .overwrite:
            context.lose(
                elements[first], at: list.path.appending(first), "a later element has the same id",
                detail: ": \(shown)")
            return true
        }
    }

    /// The key and the value of an element, which leaves its array and gives up the id.
    private func member(
        of element: NodeID, _ index: Int, _ context: inout OperationContext
    ) throws(MigrationError) -> (key: String, value: NodeID) {
        let arena = context.arena
        guard arena.isObject(element) else {
            throw context.wrongKind(
                expected: "an object", found: arena.value(of: element), at: list.path.appending(index))
        }
        let id = arena.member(list.id, of: element)
        if id.isNone { throw absent(list.id, element, index, context) }
        guard let key = key(of: id, arena) else {
            throw context.wrongKind(
                expected: "a \(list.idKind.rawValue)", found: arena.value(of: id),
                at: list.path.appending(index).appending(list.id))
        }
        guard let valueKey = list.value else {
            context.makeKey(of: element, from: id)
            arena.detach(id)
            arena.detach(element)
            return (key, element)
        }
        var value = arena.member(valueKey, of: element)
        arena.detach(id)
        if !value.isNone {
            if list.isStandard(value, arena) {
                let place = list.path.appending(index).appending(valueKey)
                context.lose(value, at: place, "it is the default, which the way back leaves out", .isAboutWayBack)
            }
            arena.detach(value)
            context.makeKey(of: value, from: id)
        } else if let standard = list.standard {
            if context.isPartial {
                throw context.tooPartial(
                    without: list.path.appending(index).appending(valueKey), tells: "what becomes of this element",
                    at: list.path.appending(index), found: element)
            }
            value = arena.make(standard)
            if context.followsValues { arena.setOrigin(of: value, from: id) }
        } else {
            throw absent(valueKey, element, index, context)
        }
        let extra = arena.firstChild(of: element)
        if !extra.isNone {
            throw context.error(
                .unexpectedValue, "there is no place for this member in the object",
                at: list.path.appending(index).appending(arena.key(of: extra)), found: arena.value(of: extra))
        }
        return (key, value)
    }

    private func key(of id: NodeID, _ arena: Arena) -> String? {
        list.idKind == .string ? arena.string(of: id) : list.key(of: arena.value(of: id))
    }

    private func absent(
        _ key: String, _ element: NodeID, _ index: Int, _ context: OperationContext
    ) -> MigrationError {
        if context.mayLackMembers {
            let place = list.path.appending(index)
            return context.tooPartial(
                without: place.appending(key), tells: "what becomes of this element", at: place, found: element)
        }
        return context.error(
            .absent, "there is no member \(JSONValue.string(key).text())", at: list.path.appending(index),
            found: context.value(element))
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

extension ArrayToObjectOperation {
    var effects: [PlaceEffect] { [.changes(list.path, rules.absent)] }

    var words: String {
        "\(Markdown.place(list.path)) becomes an object, with \(Markdown.code(list.id)) as the keys"
    }

    func keepsPresence(of place: JSONPointer) -> Bool { place.staysPresent(changing: list.path) }

    func detail(of member: String, _ value: JSONValue) -> String? {
        member == "default" ? "an element without a value has \(DetailWords.shown(value))" : nil
    }

    var traits: OperationTraits { [.keepsOrder, .movesMembers, .addsNothing] }
}
