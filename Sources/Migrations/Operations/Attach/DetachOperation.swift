import VersionedCodec

/// Collects the lists inside the elements of a list; `JSONOperation.detach` is beside `attach`.
struct DetachOperation: NodeOperation {
    static let name = "detach"

    let lists: OwnedLists

    var path: JSONPointer { lists.path }
    var rules: Rules { lists.rules }
    var description: String { "detach \(lists.items.shown) from \(lists.owners.shown)" }

    func reversed() -> [JSONOperation] { [JSONOperation(AttachOperation(lists: lists))] }

    /// The lists of the owners that have one, with the ids of these.
    typealias Work = [(list: NodeID, id: NodeID)]

    func decide(_ place: NodeID, in context: inout OperationContext) throws(MigrationError) -> NodeDecision<Work> {
        let arena = context.arena
        guard let owners = try lists.array(at: lists.owners, in: place, &context) else {
            return NodeDecision(work: nil, comesBack: false)
        }
        var (work, losses) = (Work(), context.losses.count)
        let all = arena.children(of: owners)
        let ids = all.map { lists.id.tokens.first == lists.key ? NodeID.none : arena.find(lists.id, from: $0) }
        let firsts = context.firsts(of: ids)
        // The way back needs an id of each owner, and all of them different.
        let hasIDs = firsts.elementsEqual(firsts.indices.map { Optional($0) })
        for (index, owner) in all.enumerated() {
            let list = arena.isObject(owner) ? arena.member(lists.key, of: owner) : .none
            if list.isNone { continue }
            let place = lists.owners.appending(index)
            guard arena.isArray(list) else {
                throw context.wrongKind(
                    expected: "an array", found: context.value(list), at: place.appending(lists.key))
            }
            guard !ids[index].isNone, firsts[index] != nil || arena.isEmpty(list) else {
                throw context.lacking(
                    ids[index], "there is no id that is a string or a number", at: place.appending(lists.id), of: owner)
            }
            try check(list, at: place.appending(lists.key), &context)
            work.append((list, ids[index]))
        }
        let isFree =
            lists.items.tokens.count == 1 && !lists.items.isScratch && arena.isObject(place)
            && arena.find(lists.items, from: place).isNone
        if context.isPartial, work.count < all.count {
            // Nothing is known of any list, or not of each.
            guard let one = work.first else { return NodeDecision(work: nil, comesBack: false) }
            let missing = all.firstIndex { owner in arena.isObject(owner) && arena.member(lists.key, of: owner).isNone }
            throw context.tooPartial(
                without: lists.owners.appending(missing ?? 0).appending(lists.key),
                tells: "what \(context.shown(lists.items)) is", found: one.list)
        }
        losses = context.losses.count - losses
        return NodeDecision(
            work: work, comesBack: isFree && hasIDs && lists.hasReferenceAtTop && losses == 0, mayFailMidway: !isFree)
    }

    /// Fails where an element cannot take a reference.
    private func check(
        _ list: NodeID, at place: JSONPointer, _ context: inout OperationContext
    ) throws(MigrationError) {
        let arena = context.arena
        if arena.isEmpty(list), !lists.hasEmptyLists {
            context.lose(list, at: place, "the way back cannot distinguish it from an absent list", .isAboutWayBack)
        }
        for (number, item) in arena.children(of: list).enumerated() {
            let taken = arena.find(lists.reference, from: item)
            if !taken.isNone {
                throw context.error(
                    .exists, "the place of the reference is taken",
                    at: place.appending(number).appending(lists.reference), found: context.value(taken))
            }
            let skipping = Rules(absent: .skip, wrongKind: .skip)
            guard try context.canPut(at: lists.reference, in: item, skipping, makingParents: true) else {
                throw context.wrongKind(
                    expected: "an object", found: context.value(item), at: place.appending(number))
            }
        }
    }

    func make(_ work: Work, at place: NodeID, in context: inout OperationContext) throws(MigrationError) {
        let arena = context.arena
        let items = arena.makeContainer(isObject: false)
        for (list, id) in work {
            arena.detach(list)
            for item in arena.children(of: list) {
                let reference = arena.makeCopy(of: id, keepsOrigin: arena.isContainer(id))
                _ = try context.put(reference, at: lists.reference, in: item, makingParents: true)
            }
            arena.moveElements(of: list, into: items)
        }
        guard try context.put(items, at: lists.items, in: place, Rules(), makingParents: true) else {
            throw context.noPlace(at: lists.items)
        }
    }

    init(lists: OwnedLists) { self.lists = lists }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        lists = try OwnedLists(reading: &members, items: "into", owners: "from", key: "outOf")
    }

    func write(to members: inout MemberWriter) {
        lists.write(to: &members, items: "into", owners: "from", key: "outOf")
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

    func detail(of member: String, _ value: JSONValue) -> String? {
        member == "outOf" ? "they are its \(DetailWords.shown(value))" : lists.detail(of: member, value)
    }
}
