import VersionedCodec

/// Concatenates arrays; `JSONOperation.concatenate` is beside `partition`.
struct ConcatenateOperation: NodeOperation {
    static let name = "concatenate"

    let list: PartedList

    var path: JSONPointer { list.path }
    var rules: Rules { list.rules }
    var description: String {
        "concatenate \(list.parts.map(\.place.shown).joined(separator: ", ")) into \(list.whole.shown)"
    }
    var traits: OperationTraits { list.readsDocument ? .readsDocument : [] }
    var newWord: String? { list.newWord(parts: "from") }

    func reversed() -> [JSONOperation] { [JSONOperation(PartitionOperation(list: list))] }

    /// The arrays of the parts that are there.
    typealias Work = [(place: JSONPointer, array: NodeID)]

    func decide(_ place: NodeID, in context: inout OperationContext) throws(MigrationError) -> NodeDecision<Work> {
        let arena = context.arena
        let losses = context.losses.count
        var found: Work = []
        var removed: Work = []
        var missing: JSONPointer?
        for (number, part) in list.parts.enumerated() {
            let array = arena.find(part.place, from: place)
            if array.isNone {
                try context.requireReachable(part.place, in: place)
                missing = missing ?? part.place
                continue
            }
            if context.leavesAlone(array) {
                removed.append((part.place, array))
                continue
            }
            guard arena.isArray(array) else {
                throw context.wrongKind(expected: "an array", found: context.value(array), at: part.place)
            }
            found.append((part.place, array))
            if list.leavesOutEmptyLists(context), arena.isEmpty(array) {
                context.lose(array, at: part.place, "the way back makes no empty list", .isAboutWayBack)
            }
            try noteElements(of: array, in: number, &context)
        }
        found += removed
        if context.isPartial, let missing, let one = found.first {
            throw context.tooPartial(without: missing, tells: "what the whole is", found: one.array)
        }
        // The way back makes an empty list, which may be in the way of another operation.
        if missing != nil, !list.leavesOutEmptyLists(context) { context.doubt() }
        let whole = arena.find(list.whole, from: place)
        let isOfMembers = list.isOfMembers && arena.isObject(place)
        // Without empty lists, no list at all may be an empty whole.
        if found.isEmpty, !list.noEmptyLists || rules.absent == .skip || context.isPartial {
            let places = list.parts.map(\.place)
            let shown = places.map { context.shown($0) }.joined(separator: ", ")
            try context.explainAbsence(ofEach: places, in: place, rules, "there is none of \(shown)", at: .root)
            let staysSo = rules.absent == .skip || context.isPartial
            return NodeDecision(work: nil, comesBack: isOfMembers && whole.isNone && staysSo)
        }
        let isFree = isOfMembers && (whole.isNone || found.contains { $0.array == whole })
        return NodeDecision(
            work: found, comesBack: isFree && context.losses.count == losses, mayFailMidway: !isFree)
    }

    /// Records the elements that the way back puts into another part.
    private func noteElements(
        of array: NodeID, in number: Int, _ context: inout OperationContext
    ) throws(MigrationError) {
        // Parts of documents are judged by their way back, which fails where an element does not tell.
        if context.isPartial { return }
        let arena = context.arena
        var (element, index) = (arena.firstChild(of: array), 0)
        while !element.isNone {
            let place = list.parts[number].place.appending(index)
            if try list.part(of: element, at: place, context) != number {
                context.lose(
                    element, at: place, "the way back puts it into another part",
                    .isAboutWayBack)
            }
            (element, index) = (arena.next(after: element), index + 1)
        }
    }

    func make(_ work: Work, at place: NodeID, in context: inout OperationContext) throws(MigrationError) {
        let arena = context.arena
        let lists = work.map(\.array).filter { !context.leavesAlone($0) }
        // Of lists that a partial document removes, nothing is left.
        let whole =
            lists.isEmpty && !work.isEmpty
            ? arena.makeCopy(of: work[0].array) : arena.makeContainer(isObject: false)
        context.removeAll(work.map(\.place), in: place, keepingThoseOf: list.whole)
        for array in lists { arena.moveElements(of: array, into: whole) }
        guard try context.put(whole, at: list.whole, in: place, Rules(), makingParents: true) else {
            throw context.noPlace(at: list.whole)
        }
    }

    init(list: PartedList) { self.list = list }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        list = try PartedList(reading: &members, whole: "into", parts: "from")
    }

    func write(to members: inout MemberWriter) { list.write(to: &members, whole: "into", parts: "from") }
}

extension ConcatenateOperation {
    var effects: [PlaceEffect] {
        let whole = list.path.appending(list.whole)
        return list.asked + list.places.map { .reads($0, .skip) }
            + list.places.map { .removes($0, isCertain: rules.alwaysWorks) }
            + [.writes(whole, .error, isCertain: rules.alwaysWorks)]
    }

    var words: String {
        "\(Markdown.places(list.parts.map(\.place))) become one array, \(Markdown.place(list.whole))"
    }

    func detail(of member: String, _ value: JSONValue) -> String? {
        member == "from" ? list.partsInWords : list.detail(of: member, value)
    }
}
