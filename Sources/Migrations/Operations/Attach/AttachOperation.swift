public import VersionedCodec

extension JSONOperation {
    /// Moves the elements of one list into the elements of another list to which they refer.
    ///
    /// ```swift
    /// .attach("/files", to: "/folders", id: "/id", reference: "/folder", into: "files")
    /// // {"folders": [{"id": 1}, {"id": 2}], "files": [{"name": "a", "folder": 2}]}
    /// //     →  {"folders": [{"id": 1, "files": []}, {"id": 2, "files": [{"name": "a"}]}]}
    /// ```
    ///
    /// A reference to an unknown id is unexpected. Loss class: captures; an order that `detach` would not restore is a
    /// loss. Reverse: detaches. O(elements)
    ///
    /// - `path`: The object that contains both lists.
    /// - `anyOrder`: Whether the order of the elements has no meaning.
    /// - `emptyLists`: Whether an element without references gets an empty array.
    public static func attach(
        _ source: JSONPointer, to owners: JSONPointer, id: JSONPointer, reference: JSONPointer, into key: String,
        in path: JSONPointer = .root, emptyLists: Bool = true, anyOrder: Bool = false,
        ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        let lists = OwnedLists(
            path: path, items: source, owners: owners, id: id, reference: reference, key: key,
            hasEmptyLists: emptyLists,
            rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind, anyOrder: anyOrder))
        return JSONOperation(AttachOperation(lists: lists))
    }

    /// Collects the lists inside the elements of a list into one list. Each collected element then refers to its former
    /// parent.
    ///
    /// ```swift
    /// .detach("/files", from: "/folders", id: "/id", reference: "/folder", outOf: "files")
    /// // {"folders": [{"id": 2, "files": [{"name": "a"}]}]}
    /// //     →  {"folders": [{"id": 2}], "files": [{"name": "a", "folder": 2}]}
    /// ```
    ///
    /// The parameters are those of ``attach(_:to:id:reference:into:in:emptyLists:anyOrder:ifAbsent:ifWrongKind:)``.
    /// Loss class: captures. Reverse: attaches. O(elements)
    public static func detach(
        _ target: JSONPointer, from owners: JSONPointer, id: JSONPointer, reference: JSONPointer, outOf key: String,
        in path: JSONPointer = .root, emptyLists: Bool = true, anyOrder: Bool = false,
        ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        let lists = OwnedLists(
            path: path, items: target, owners: owners, id: id, reference: reference, key: key,
            hasEmptyLists: emptyLists,
            rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind, anyOrder: anyOrder))
        return JSONOperation(DetachOperation(lists: lists))
    }
}

/// A list whose elements belong to those of another: beside it, with references, or within it. The common part of the
/// two operations.
struct OwnedLists: Sendable, Equatable {
    let path: JSONPointer
    let items: JSONPointer
    let owners: JSONPointer
    let id: JSONPointer
    let reference: JSONPointer
    let key: String
    let hasEmptyLists: Bool
    let rules: Rules

    init(
        path: JSONPointer, items: JSONPointer, owners: JSONPointer, id: JSONPointer, reference: JSONPointer,
        key: String, hasEmptyLists: Bool, rules: Rules
    ) {
        self.path = path
        self.items = items
        self.owners = owners
        self.id = id
        self.reference = reference
        self.key = key
        self.hasEmptyLists = hasEmptyLists
        self.rules = rules
    }

    init(reading members: inout MemberReader, items name: String, owners ownersName: String, key keyName: String)
        throws(PlanFileError)
    {
        path = try members.optionalPointer("path", scratch: true) ?? .root
        items = try members.pointer(name, allowsRoot: false)
        owners = try members.pointer(ownersName, allowsRoot: false)
        if items.isWithin(owners) || owners.isWithin(items) {
            throw members.fault("must be outside of \"\(name)\"", in: ownersName)
        }
        id = try members.pointer("id", allowsRoot: false)
        reference = try members.pointer("reference", allowsRoot: false)
        key = try members.key(keyName)
        hasEmptyLists = !(try members.flag("noEmptyLists"))
        rules = try members.rules([.absent, .wrongKind, .order])
    }

    func write(to members: inout MemberWriter, items name: String, owners ownersName: String, key keyName: String) {
        if !path.isRoot { members["path"] = .string(path.description) }
        members[name] = .string(items.description)
        members[ownersName] = .string(owners.description)
        members["id"] = .string(id.description)
        members["reference"] = .string(reference.description)
        members[keyName] = .key(key)
        if !hasEmptyLists { members["noEmptyLists"] = true }
        members.write(rules)
    }

    func array(
        at pointer: JSONPointer, of value: JSONValue, _ context: OperationContext
    ) throws(MigrationError) -> JSONArray? {
        guard let found = try context.value(at: pointer, of: value, rules) else { return nil }
        if let array = found.array { return array }
        if context.leavesAlone(found) { return nil }
        throw context.wrongKind(expected: "an array", found: found, at: pointer)
    }

    /// An id in a form that equal ids have in common.
    func name(of id: JSONValue) -> String? {
        if let text = id.string { return "\"" + text }
        return id.number?.exactText
    }
}

struct AttachOperation: ValueOperation {
    static let name = "attach"

    let lists: OwnedLists

    var path: JSONPointer { lists.path }
    var rules: Rules { lists.rules }
    var description: String { "attach \(lists.items.shown) to \(lists.owners.shown)" }
    var lossClass: LossClass { .captures }

    func reversed() -> [JSONOperation] { [JSONOperation(DetachOperation(lists: lists))] }

    func changed(_ value: JSONValue, in context: inout OperationContext) throws(MigrationError) -> JSONValue {
        guard let items = try lists.array(at: lists.items, of: value, context),
            let owners = try lists.array(at: lists.owners, of: value, context)
        else { return value }
        let places = try places(of: owners, context)
        var owned = [[JSONValue]](repeating: [], count: owners.count)
        var order: [Int] = []
        for (index, item) in items.enumerated() {
            let place = lists.items.appending(index).appending(lists.reference)
            guard let reference = item[at: lists.reference] else {
                throw context.error(.absent, "the element refers to nothing", at: place, found: item)
            }
            guard let name = lists.name(of: reference), let owner = places[name]?.int else {
                throw context.error(
                    .unexpectedValue,
                    "\(context.shown(lists.owners)) has no element of the id \(Loss.shortened(reference.text()))",
                    at: place,
                    found: reference)
            }
            var item = item
            _ = item.remove(at: lists.reference)
            item.removeEmptyParents(of: lists.reference)
            context.leaveOut(reference)
            owned[owner].append(item)
            order.append(owner)
        }
        if order != order.sorted(), let list = value[at: lists.items] {
            let keys = items.map { $0[at: lists.reference] ?? .null }
            context.loseOrder(JSONValue.array(JSONArray(keys)).comingFrom(list), at: lists.items, rules)
        }
        var result = value
        let list = try attached(owned, to: owners, value, context)
        result.update(at: lists.owners.tokens[...]) { $0 = JSONValue.array(list).comingFrom($0) }
        _ = result.remove(at: lists.items)
        return result
    }

    private func places(of owners: JSONArray, _ context: OperationContext) throws(MigrationError) -> JSONObject {
        var places = JSONObject()
        for (index, owner) in owners.enumerated() {
            let place = lists.owners.appending(index)
            guard let id = owner[at: lists.id], let name = lists.name(of: id) else {
                throw context.error(
                    .absent, "there is no id that is a string or a number", at: place.appending(lists.id), found: owner)
            }
            if let other = places[name]?.int {
                throw context.error(
                    .duplicate, "\(id.text()) is already the id of element \(other)", at: place.appending(lists.id),
                    found: id)
            }
            places[name] = .integer(index)
        }
        return places
    }

    private func attached(
        _ owned: [[JSONValue]], to owners: JSONArray, _ value: JSONValue, _ context: OperationContext
    ) throws(MigrationError) -> JSONArray {
        var result: [JSONValue] = []
        for (index, owner) in owners.enumerated() {
            let place = lists.owners.appending(index).appending(lists.key)
            if let taken = owner[lists.key] {
                throw context.error(.exists, "the place of the list is taken", at: place, found: taken)
            }
            var owner = owner
            if !owned[index].isEmpty || lists.hasEmptyLists {
                owner.object?[lists.key] = .array(JSONArray(owned[index]))
            }
            result.append(owner)
        }
        return JSONArray(result)
    }

    init(lists: OwnedLists) { self.lists = lists }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        lists = try OwnedLists(reading: &members, items: "from", owners: "to", key: "into")
    }

    func write(to members: inout MemberWriter) { lists.write(to: &members, items: "from", owners: "to", key: "into") }
}

struct DetachOperation: ValueOperation {
    static let name = "detach"

    let lists: OwnedLists

    var path: JSONPointer { lists.path }
    var rules: Rules { lists.rules }
    var description: String { "detach \(lists.items.shown) from \(lists.owners.shown)" }
    var lossClass: LossClass { .captures }

    func reversed() -> [JSONOperation] { [JSONOperation(AttachOperation(lists: lists))] }

    func changed(_ value: JSONValue, in context: inout OperationContext) throws(MigrationError) -> JSONValue {
        guard let owners = try lists.array(at: lists.owners, of: value, context) else { return value }
        var (items, rest): ([JSONValue], [JSONValue]) = ([], [])
        for (index, owner) in owners.enumerated() {
            var owner = owner
            let place = lists.owners.appending(index).appending(lists.key)
            guard let list = owner.object?.removeValue(forKey: lists.key) else {
                rest.append(owner)
                continue
            }
            guard let array = list.array else {
                throw context.wrongKind(expected: "an array", found: list, at: place)
            }
            guard let id = owner[at: lists.id], lists.name(of: id) != nil || array.isEmpty else {
                throw context.error(
                    .absent, "there is no id that is a string or a number",
                    at: lists.owners.appending(index).appending(lists.id), found: owner)
            }
            if array.isEmpty, !lists.hasEmptyLists {
                context.lose(list, at: place, "the way back cannot distinguish it from an absent list", .isAboutWayBack)
            }
            for (number, item) in array.enumerated() {
                var item = item
                if let taken = item[at: lists.reference] {
                    throw context.error(
                        .exists, "the place of the reference is taken",
                        at: place.appending(number).appending(lists.reference), found: taken)
                }
                guard item.put(id.detachedIfScalar, at: lists.reference, makingParents: true) else {
                    throw context.wrongKind(expected: "an object", found: array[number], at: place.appending(number))
                }
                items.append(item)
            }
            rest.append(owner)
        }
        var result = value
        result.update(at: lists.owners.tokens[...]) { $0 = JSONValue.array(JSONArray(rest)).comingFrom($0) }
        _ = try context.put(
            .array(JSONArray(items)), at: lists.items, of: &result, Rules(), makingParents: true)
        return result
    }

    init(lists: OwnedLists) { self.lists = lists }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        lists = try OwnedLists(reading: &members, items: "into", owners: "from", key: "outOf")
    }

    func write(to members: inout MemberWriter) {
        lists.write(to: &members, items: "into", owners: "from", key: "outOf")
    }
}

extension AttachOperation {
    var effects: [PlaceEffect] {
        let items = lists.path.appending(lists.items)
        return [
            .reads(items, rules.absent), .changes(lists.path.appending(lists.owners), rules.absent),
            .removes(items, isCertain: rules.alwaysWorks),
        ]
    }

    var words: String {
        "the elements of \(Markdown.place(path.appending(lists.items))) move into those of "
            + "\(Markdown.place(path.appending(lists.owners))), as \(Markdown.code(lists.key))"
    }
}

extension DetachOperation {
    var effects: [PlaceEffect] {
        [
            .changes(lists.path.appending(lists.owners), rules.absent),
            .writes(lists.path.appending(lists.items), .error, isCertain: rules.alwaysWorks),
        ]
    }

    var words: String {
        "\(Markdown.code(lists.key)) of each of \(Markdown.place(path.appending(lists.owners))) "
            + "moves to \(Markdown.place(path.appending(lists.items)))"
    }
}
