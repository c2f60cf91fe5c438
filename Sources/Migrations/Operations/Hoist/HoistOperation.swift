public import VersionedCodec

extension JSONOperation {
    /// How `hoist` handles different values.
    public enum MixedRule: String, Sendable, Hashable, CaseIterable {
        /// It fails.
        case error
        /// The most frequent value is hoisted. The other elements keep their own, and `plunge` leaves them alone.
        case keep
    }
}

extension JSONOperation {
    /// Moves a member that all elements of an array share out of the elements.
    ///
    /// ```swift
    /// .hoist("/lines", member: "/currency", to: "/currency")
    /// // {"lines": [{"n": 1, "currency": "EUR"}, {"n": 2, "currency": "EUR"}]}
    /// //     →  {"lines": [{"n": 1}, {"n": 2}], "currency": "EUR"}
    /// ```
    ///
    /// Elements without the member, or with different values and no other rule, are unexpected. For an empty array
    /// nothing happens. To move a member within each element, use `each` and `move`.
    ///
    /// Loss class: captures. Reverse: plunges. O(elements)
    public static func hoist(
        _ list: JSONPointer, member: JSONPointer, to target: JSONPointer, in path: JSONPointer = .root,
        ifMixed: MixedRule = .error, ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        let rules = Rules(absent: ifAbsent, wrongKind: ifWrongKind)
        let shared = SharedMember(
            path: path, list: list, member: member, outside: target, mixed: ifMixed, rules: rules)
        return JSONOperation(HoistOperation(shared: shared))
    }

    /// Copies a value into each element of an array, and removes it from its place.
    ///
    /// ```swift
    /// .plunge("/currency", into: "/lines", as: "/currency")
    /// // {"lines": [{"n": 1}, {"n": 2}], "currency": "EUR"}
    /// //     →  {"lines": [{"n": 1, "currency": "EUR"}, {"n": 2, "currency": "EUR"}]}
    /// ```
    ///
    /// If there is no element, the value is a loss. With `ifMixed: .keep`, an element that already has such a member
    /// keeps its own. Loss class: captures. Reverse: hoists. O(elements)
    public static func plunge(
        _ source: JSONPointer, into list: JSONPointer, as member: JSONPointer, in path: JSONPointer = .root,
        ifMixed: MixedRule = .error, ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        let rules = Rules(absent: ifAbsent, wrongKind: ifWrongKind)
        let shared = SharedMember(
            path: path, list: list, member: member, outside: source, mixed: ifMixed, rules: rules)
        return JSONOperation(PlungeOperation(shared: shared))
    }
}

/// A value that is once outside of an array, or in each of its elements: the common part of the two operations.
struct SharedMember: Sendable, Equatable {
    let path: JSONPointer
    let list: JSONPointer
    let member: JSONPointer
    let outside: JSONPointer
    let mixed: JSONOperation.MixedRule
    let rules: Rules

    init(
        path: JSONPointer, list: JSONPointer, member: JSONPointer, outside: JSONPointer, mixed: JSONOperation.MixedRule,
        rules: Rules
    ) {
        self.path = path
        self.list = list
        self.member = member
        self.outside = outside
        self.mixed = mixed
        self.rules = rules
    }

    init(reading members: inout MemberReader, outside name: String) throws(PlanFileError) {
        path = try members.optionalPointer("path", scratch: true) ?? .root
        list = try members.pointer("list", allowsRoot: false)
        member = try members.pointer("member", allowsRoot: false)
        outside = try members.pointer(name, allowsRoot: false)
        if outside.isWithin(list) || list.isWithin(outside) {
            throw members.fault("must be outside of \"list\"", in: name)
        }
        mixed = try members.choice("ifMixed", default: .error)
        rules = try members.rules([.absent, .wrongKind])
    }

    func write(to members: inout MemberWriter, outside name: String) {
        if !path.isRoot { members["path"] = .string(path.description) }
        members["list"] = .string(list.description)
        members["member"] = .string(member.description)
        members[name] = .string(outside.description)
        if mixed != .error { members["ifMixed"] = .string(mixed.rawValue) }
        members.write(rules)
    }

    /// The array, or `nil` if it is absent and that is skipped.
    func array(in place: NodeID, _ context: inout OperationContext) throws(MigrationError) -> NodeID? {
        guard let found = try context.find(list, in: place, rules), !context.leavesAlone(found) else { return nil }
        if context.arena.isArray(found) { return found }
        throw context.wrongKind(expected: "an array", found: context.value(found), at: list)
    }
}

struct HoistOperation: NodeOperation {
    static let name = "hoist"

    let shared: SharedMember

    var path: JSONPointer { shared.path }
    var rules: Rules { shared.rules }
    var description: String {
        "hoist \(shared.member.shown) of each of \(shared.list.shown) to \(shared.outside.shown)"
    }

    func reversed() -> [JSONOperation] { [JSONOperation(PlungeOperation(shared: shared))] }

    /// The members that are hoisted, each in its element, and the one of them that is kept.
    struct Work {
        let common: NodeID
        var members: [(element: NodeID, member: NodeID)] = []
    }

    func decide(_ place: NodeID, in context: inout OperationContext) throws(MigrationError) -> NodeDecision<Work> {
        let arena = context.arena
        guard let array = try shared.array(in: place, &context) else {
            return NodeDecision(work: nil, comesBack: false)
        }
        let first = arena.firstChild(of: array)
        if first.isNone {
            let isTaken = !arena.find(shared.outside, from: place).isNone
            return NodeDecision(work: nil, comesBack: !isTaken)
        }
        if context.isPartial, arena.children(of: array).allSatisfy({ arena.find(shared.member, from: $0).isNone }) {
            return NodeDecision(work: nil, comesBack: false)
        }
        let common = shared.mixed == .keep ? mostCommon(array, arena) : arena.find(shared.member, from: first)
        var work = Work(common: common)
        var comesBack = context.isFreeMember(shared.outside, in: place)
        var (element, index) = (first, 0)
        while !element.isNone {
            let at = shared.list.appending(index).appending(shared.member)
            let found = arena.find(shared.member, from: element)
            guard !found.isNone, !common.isNone else {
                throw context.lacking(found, "the element lacks the hoisted value", at: at, of: element)
            }
            let likeness = found == common ? .same : arena.likeness(of: found, to: common)
            if likeness != .different {
                work.members.append((element, found))
                comesBack = comesBack && likeness == .same && context.isMember(shared.member, in: element)
            } else if shared.mixed != .keep {
                let (value, common) = (context.value(found), context.value(common))
                throw context.error(
                    .unexpectedValue,
                    "the elements differ: \(Loss.shortened(value.text())) is not \(Loss.shortened(common.text()))",
                    at: at, found: value)
            }
            (element, index) = (arena.next(after: element), index + 1)
        }
        guard try context.prepare(shared.outside, in: place, Rules(), makingParents: true) else {
            throw context.noPlace(at: shared.outside)
        }
        return NodeDecision(work: work, comesBack: comesBack)
    }

    func make(_ work: Work, at place: NodeID, in context: inout OperationContext) throws(MigrationError) {
        for (element, member) in work.members {
            context.arena.detach(member)
            context.removeEmptyParents(of: shared.member, in: element)
        }
        _ = try context.put(work.common, at: shared.outside, in: place, makingParents: true)
    }

    /// The value that most elements have; of several such values the one that reaches the count first, and of
    /// equal ones the first.
    private func mostCommon(_ array: NodeID, _ arena: Arena) -> NodeID {
        let found = arena.children(of: array).map { arena.find(shared.member, from: $0) }.filter { !$0.isNone }
        var counts: [Int: Int] = [:]
        var best = (first: NodeID.none, count: 0)
        for first in arena.firstsOfSame(among: found) {
            let count = counts[first, default: 0] + 1
            counts[first] = count
            if count > best.count { best = (found[first], count) }
        }
        return best.first
    }

    init(shared: SharedMember) { self.shared = shared }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        shared = try SharedMember(reading: &members, outside: "to")
    }

    func write(to members: inout MemberWriter) { shared.write(to: &members, outside: "to") }
}

struct PlungeOperation: NodeOperation {
    static let name = "plunge"

    let shared: SharedMember

    var path: JSONPointer { shared.path }
    var rules: Rules { shared.rules }
    var description: String { "plunge \(shared.outside.shown) into each of \(shared.list.shown)" }

    func reversed() -> [JSONOperation] { [JSONOperation(HoistOperation(shared: shared))] }

    /// The value, and the elements that get it.
    struct Work {
        let plunged: NodeID
        var elements: [NodeID] = []
    }

    func decide(_ place: NodeID, in context: inout OperationContext) throws(MigrationError) -> NodeDecision<Work> {
        let arena = context.arena
        let plunged = arena.find(shared.outside, from: place)
        guard let array = try shared.array(in: place, &context) else {
            if context.isPartial, !plunged.isNone {
                throw context.tooPartial(without: shared.list, tells: "which elements get this value", found: plunged)
            }
            return NodeDecision(work: nil, comesBack: false)
        }
        let isEmpty = arena.isEmpty(array)
        if plunged.isNone {
            // Nothing was hoisted out of nothing.
            if !isEmpty, context.mayLackMembers {
                throw context.tooPartial(without: shared.outside, tells: "what the elements get", found: array)
            }
            if !isEmpty {
                let shown = context.shown(shared.outside)
                try context.explainAbsence(
                    ofEach: [shared.outside], in: place, rules, "there is no \(shown) to put into the elements",
                    at: shared.outside)
            }
            return NodeDecision(work: nil, comesBack: isEmpty)
        }
        if isEmpty {
            let reason = "the array is empty, so no element can hold it"
            context.lose(plunged, at: shared.outside, reason)
        }
        if !isEmpty { try context.needElement(plunged, at: shared.outside) }
        var work = Work(plunged: plunged)
        var comesBack = context.isMember(shared.outside, in: place) && !isEmpty
        var (element, index) = (arena.firstChild(of: array), 0)
        while !element.isNone {
            let at = shared.list.appending(index)
            let taken = arena.find(shared.member, from: element)
            if taken.isNone, shared.mixed == .keep || rules.wrongKind == .skip, context.mayLackMembers {
                throw context.tooPartial(
                    without: at.appending(shared.member), tells: "whether the element has a value of its own", at: at,
                    found: element)
            }
            // Into an array, the value is inserted.
            if taken.isNone || arena.isArray(arena.parent(of: taken)) {
                guard context.canPut(at: shared.member, in: element) else {
                    throw context.error(
                        .wrongKind, "there is no object to put \(context.shown(at.appending(shared.member))) into",
                        at: at, found: context.value(element))
                }
                work.elements.append(element)
                comesBack = comesBack && context.isFreeMember(shared.member, in: element)
            } else if shared.mixed == .keep {
                comesBack = false
            } else {
                throw context.error(
                    .exists, "the place is taken", at: at.appending(shared.member), found: context.value(taken))
            }
            (element, index) = (arena.next(after: element), index + 1)
        }
        return NodeDecision(work: work, comesBack: comesBack)
    }

    func make(_ work: Work, at place: NodeID, in context: inout OperationContext) throws(MigrationError) {
        let arena = context.arena
        arena.detach(work.plunged)
        for element in work.elements {
            let own = element == work.elements.last ? work.plunged : arena.makeCopy(of: work.plunged)
            _ = try context.put(own, at: shared.member, in: element, makingParents: true)
        }
        context.removeEmptyParents(of: shared.outside, in: place, keepingThoseOf: shared.list)
    }

    init(shared: SharedMember) { self.shared = shared }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        shared = try SharedMember(reading: &members, outside: "from")
    }

    func write(to members: inout MemberWriter) { shared.write(to: &members, outside: "from") }
}

extension HoistOperation {
    var effects: [PlaceEffect] {
        // Of an empty array nothing is hoisted.
        [
            .changes(shared.path.appending(shared.list), rules.absent),
            .writes(shared.path.appending(shared.outside), .error, isCertain: false),
        ]
    }

    var words: String {
        "\(Markdown.place(shared.member)), which \(shared.mixed == .keep ? "most" : "all") of \(Markdown.place(path.appending(shared.list))) "
            + "have in common, moves to \(Markdown.place(path.appending(shared.outside)))"
    }

    func detail(of member: String, _ value: JSONValue) -> String? {
        member == "ifMixed" ? "if they differ: the most frequent value moves, the others stay" : nil
    }
}

extension PlungeOperation {
    var effects: [PlaceEffect] {
        let outside = shared.path.appending(shared.outside)
        return [
            .reads(outside, rules.absent), .changes(shared.path.appending(shared.list), rules.absent),
            .removes(outside, isCertain: rules.alwaysWorks),
        ]
    }

    var words: String {
        "\(Markdown.place(path.appending(shared.outside))) moves into each of "
            + "\(Markdown.place(path.appending(shared.list))), as \(Markdown.place(shared.member))"
    }

    func detail(of member: String, _ value: JSONValue) -> String? {
        switch member {
        case "ifMixed": "if an element has one already: it keeps its own"
        case "member": "as \(DetailWords.shown(value)) of each"
        default: nil
        }
    }

    var traits: OperationTraits { .mayCopy }
}
