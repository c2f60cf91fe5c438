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

struct AttachOperation: NodeOperation {
    static let name = "attach"

    let lists: OwnedLists

    var path: JSONPointer { lists.path }
    var rules: Rules { lists.rules }
    var description: String { "attach \(lists.items.shown) to \(lists.owners.shown)" }

    func reversed() -> [JSONOperation] { [JSONOperation(DetachOperation(lists: lists))] }

    /// The elements of both lists, and for each of the first the number of its owner.
    struct Work {
        let items: [NodeID]
        let owners: [NodeID]
        var order: [Int] = []
    }

    func decide(_ place: NodeID, in context: inout OperationContext) throws(MigrationError) -> NodeDecision<Work> {
        let arena = context.arena
        let found = try lists.array(at: lists.items, in: place, &context)
        let others = found != nil || context.isPartial ? try lists.array(at: lists.owners, in: place, &context) : nil
        guard let items = found, let owners = others else {
            if context.isPartial, let found {
                throw context.tooPartial(without: lists.owners, tells: "where these belong", found: found)
            }
            if context.isPartial, let others {
                throw context.tooPartial(without: lists.items, tells: "which elements belong to these", found: others)
            }
            return NodeDecision(work: nil, comesBack: false)
        }
        var work = Work(items: arena.children(of: items), owners: arena.children(of: owners))
        let ids = work.owners.map { arena.find(lists.id, from: $0) }
        let references = work.items.map { arena.find(lists.reference, from: $0) }
        let firsts = context.firsts(of: ids + references)
        try check(ids, firsts, of: work.owners, context)
        // The way back adds the id of the owner, as it is written there.
        var (isSorted, comesBack) = (true, lists.hasReferenceAtTop && arena.isObject(arena.parent(of: items)))
        for (index, reference) in references.enumerated() {
            guard let owner = firsts[ids.count + index], owner < ids.count else {
                throw unowned(work.items[index], reference, index, context)
            }
            if comesBack { comesBack = arena.likeness(of: reference, to: ids[owner]) == .same }
            if let last = work.order.last, owner < last { isSorted = false }
            work.order.append(owner)
        }
        if !isSorted {
            let keys = JSONValue.array(JSONArray(references.map { context.value($0) }))
            context.loseOrder(keys.beginning(at: arena.origin(of: items)), at: lists.items, rules)
        }
        try checkOwners(work.owners, context)
        return NodeDecision(work: work, comesBack: comesBack)
    }

    /// Fails if an owner has no id, or that of another one.
    private func check(
        _ ids: [NodeID], _ firsts: [Int?], of owners: [NodeID], _ context: OperationContext
    ) throws(MigrationError) {
        for (index, owner) in owners.enumerated() where firsts[index] != index {
            let place = lists.owners.appending(index).appending(lists.id)
            guard let other = firsts[index] else {
                throw context.lacking(ids[index], "there is no id that is a string or a number", at: place, of: owner)
            }
            let id = context.value(ids[index])
            throw context.error(
                .duplicate, "\(id.text()) is already the id of element \(other)", at: place, found: id)
        }
    }

    /// The error of an element that has no owner.
    private func unowned(
        _ item: NodeID, _ reference: NodeID, _ index: Int, _ context: OperationContext
    ) -> MigrationError {
        let place = lists.items.appending(index).appending(lists.reference)
        if reference.isNone {
            return context.lacking(reference, "the element refers to nothing", at: place, of: item)
        }
        let found = context.value(reference)
        return context.error(
            .unexpectedValue,
            "\(context.shown(lists.owners)) has no element of the id \(Loss.shortened(found.text()))", at: place,
            found: found)
    }

    private func checkOwners(_ owners: [NodeID], _ context: OperationContext) throws(MigrationError) {
        for (index, owner) in owners.enumerated() {
            let place = lists.owners.appending(index)
            guard context.arena.isObject(owner) else {
                throw context.wrongKind(expected: "an object", found: context.value(owner), at: place)
            }
            let taken = context.arena.member(lists.key, of: owner)
            if taken.isNone { continue }
            throw context.error(
                .exists, "the place of the list is taken", at: place.appending(lists.key), found: context.value(taken))
        }
    }

    func make(_ work: Work, at place: NodeID, in context: inout OperationContext) throws(MigrationError) {
        let arena = context.arena
        var arrays = work.owners.map { _ in lists.hasEmptyLists ? arena.makeContainer(isObject: false) : NodeID.none }
        for (item, owner) in zip(work.items, work.order) {
            context.remove(at: lists.reference, in: item)
            context.removeEmptyParents(of: lists.reference, in: item)
            if arrays[owner].isNone { arrays[owner] = arena.makeContainer(isObject: false) }
            arena.detach(item)
            arena.insert(item, into: arrays[owner])
        }
        context.remove(at: lists.items, in: place)
        for (owner, array) in zip(work.owners, arrays) where !array.isNone {
            arena.insert(array, as: lists.key, into: owner)
        }
    }

    init(lists: OwnedLists) { self.lists = lists }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        lists = try OwnedLists(reading: &members, items: "from", owners: "to", key: "into")
    }

    func write(to members: inout MemberWriter) { lists.write(to: &members, items: "from", owners: "to", key: "into") }
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

    func detail(of member: String, _ value: JSONValue) -> String? {
        member == "into" ? "they are its \(DetailWords.shown(value))" : lists.detail(of: member, value)
    }

    var traits: OperationTraits { .mayCopy }
}
