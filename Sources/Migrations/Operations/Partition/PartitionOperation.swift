public import VersionedCodec

extension JSONOperation {
    /// Splits an array into several: each element goes to the first part whose condition it satisfies.
    ///
    /// ```swift
    /// .partition("/people", into: [("/adults", .at("/age", .atLeast(JSONNumber(18)))), ("/children", nil)])
    /// // {"people": [{"age": 7}, {"age": 40}]}  →  {"adults": [{"age": 40}], "children": [{"age": 7}]}
    /// ```
    ///
    /// A part without a condition takes the rest. An element that no part takes is unexpected. Loss class: captures; an
    /// order that concatenation would not restore is a loss, unless the order has no meaning (`anyOrder`). Reverse:
    /// concatenates. O(elements)
    ///
    /// - `noEmptyLists`: Whether a part without elements gets no array.
    public static func partition(
        _ whole: JSONPointer, into parts: [(JSONPointer, Condition?)], in path: JSONPointer = .root,
        noEmptyLists: Bool = false, anyOrder: Bool = false, ifAbsent: UnexpectedRule = .error,
        ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        let parts = parts.map { PartedList.Part(place: $0.0, condition: $0.1) }
        let rules = Rules(absent: ifAbsent, wrongKind: ifWrongKind, anyOrder: anyOrder)
        let list = PartedList(path: path, whole: whole, parts: parts, noEmptyLists: noEmptyLists, rules: rules)
        return JSONOperation(PartitionOperation(list: list))
    }

    /// Concatenates several arrays into one, in order.
    ///
    /// ```swift
    /// .concatenate([("/adults", .at("/age", .atLeast(JSONNumber(18)))), ("/children", nil)], into: "/people")
    /// // {"adults": [{"age": 40}], "children": [{"age": 7}]}  →  {"people": [{"age": 40}, {"age": 7}]}
    /// ```
    ///
    /// The way back uses the conditions to assign elements to parts. An element that it would assign to another part is
    /// a loss. An absent part has no elements; the way back creates an empty array, or none with `noEmptyLists`.
    ///
    /// Loss class: captures. Reverse: partitions. O(elements)
    public static func concatenate(
        _ parts: [(JSONPointer, Condition?)], into whole: JSONPointer, in path: JSONPointer = .root,
        noEmptyLists: Bool = false, anyOrder: Bool = false, ifAbsent: UnexpectedRule = .error,
        ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        let parts = parts.map { PartedList.Part(place: $0.0, condition: $0.1) }
        let rules = Rules(absent: ifAbsent, wrongKind: ifWrongKind, anyOrder: anyOrder)
        let list = PartedList(path: path, whole: whole, parts: parts, noEmptyLists: noEmptyLists, rules: rules)
        return JSONOperation(ConcatenateOperation(list: list))
    }
}

/// An array and its parts: the common part of the two operations.
struct PartedList: Sendable, Equatable {
    struct Part: Sendable, Equatable {
        let place: JSONPointer
        let condition: Condition?
    }

    let path: JSONPointer
    let whole: JSONPointer
    let parts: [Part]
    /// Whether a part without elements has no array.
    let noEmptyLists: Bool
    let rules: Rules

    init(path: JSONPointer, whole: JSONPointer, parts: [Part], noEmptyLists: Bool, rules: Rules) {
        self.path = path
        self.whole = whole
        self.parts = parts
        self.noEmptyLists = noEmptyLists
        self.rules = rules
    }

    /// Whether the whole and the parts are members of the value.
    var isOfMembers: Bool { whole.tokens.count == 1 && parts.allSatisfy { $0.place.tokens.count == 1 } }

    /// Whether a part without elements gets no array. In a partial document, no array would say nothing.
    func leavesOutEmptyLists(_ context: OperationContext) -> Bool { noEmptyLists && !context.isPartial }

    /// The part that takes an element.
    ///
    /// - `place`: The place of the element.
    /// - Throws: Where a partial element does not tell.
    func part(
        of element: NodeID, at place: @autoclosure () -> JSONPointer, _ context: OperationContext
    ) throws(MigrationError) -> Int? {
        for (index, part) in parts.enumerated() {
            guard let condition = part.condition else { return index }
            if context.isPartial, let missing = condition.firstUnknown(at: element, in: context) {
                let place = place()
                throw context.tooPartial(
                    without: missing, of: place, tells: "whether \(condition)", found: element)
            }
            if try condition.holds(at: element, in: context) { return index }
        }
        return nil
    }

    /// Where the elements of each part was, in runs: `{"/adults": "1-3, 7", "/children": "0, 4-6"}`.
    ///
    /// - `order`: The part of each element.
    func positions(_ order: [Int]) -> JSONValue {
        var runs = [[ClosedRange<Int>]](repeating: [], count: parts.count)
        for (index, part) in order.enumerated() {
            if let last = runs[part].last, last.upperBound == index - 1 {
                runs[part][runs[part].count - 1] = last.lowerBound...index
            } else {
                runs[part].append(index...index)
            }
        }
        let texts = zip(parts, runs).map { part, runs in
            let shown = runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
            return (part.place.description, shown.joined(separator: ", "))
        }
        return .object(JSONObject(texts: texts))
    }

    func newWord(parts name: String) -> String? {
        if noEmptyLists { return "noEmptyLists" }
        return parts.contains { $0.condition?.usesNewWords == true } ? name : nil
    }

    var readsDocument: Bool { parts.contains { $0.condition?.readsDocument == true } }

    init(reading members: inout MemberReader, whole wholeName: String, parts name: String) throws(PlanFileError) {
        path = try members.optionalPointer("path", scratch: true) ?? .root
        whole = try members.pointer(wholeName, allowsRoot: false)
        let place = members.path.appending(name)
        let value = try members.value(name)
        let outer = members
        parts = try members.elements(value, at: place) { (element, place) throws(PlanFileError) in
            var part = try outer.reader(element, at: place)
            let made = Part(
                place: try part.pointer("path", allowsRoot: false), condition: try part.optionalCondition("if"))
            try part.finish()
            return made
        }
        if parts.count < 2 { throw members.fault("must hold at least two parts", in: name) }
        if Set(parts.map(\.place)).count < parts.count { throw members.fault("must not hold a path twice", in: name) }
        try members.requireApart(parts.map(\.place), in: name)
        if parts.dropLast().contains(where: { $0.condition == nil }) {
            throw members.fault("must have an \"if\" in each part but the last", in: name)
        }
        noEmptyLists = try members.flag("noEmptyLists")
        rules = try members.rules([.absent, .wrongKind, .order])
    }

    func write(to members: inout MemberWriter, whole wholeName: String, parts name: String) {
        if !path.isRoot { members["path"] = .string(path.description) }
        members[wholeName] = .string(whole.description)
        let written = parts.map { part in
            var writer = MemberWriter()
            writer["path"] = .string(part.place.description)
            writer["if"] = part.condition?.json
            return JSONValue.object(writer.object)
        }
        members[name] = .array(JSONArray(written))
        if noEmptyLists { members["noEmptyLists"] = true }
        members.write(rules)
    }
}

struct PartitionOperation: NodeOperation {
    static let name = "partition"

    let list: PartedList

    var path: JSONPointer { list.path }
    var rules: Rules { list.rules }
    var description: String {
        "partition \(list.whole.shown) into \(list.parts.map(\.place.shown).joined(separator: ", "))"
    }
    var traits: OperationTraits { list.readsDocument ? .readsDocument : [] }
    var newWord: String? { list.newWord(parts: "into") }

    func reversed() -> [JSONOperation] { [JSONOperation(ConcatenateOperation(list: list))] }

    /// The array, and the part of each of its elements.
    struct Work {
        let whole: NodeID
        var order: [Int] = []
    }

    func decide(_ place: NodeID, in context: inout OperationContext) throws(MigrationError) -> NodeDecision<Work> {
        let arena = context.arena
        guard let whole = try context.find(list.whole, in: place, rules) else {
            let isNothing = list.parts.allSatisfy { arena.find($0.place, from: place).isNone }
            let staysSo = list.noEmptyLists || rules.absent == .skip || context.isPartial
            return NodeDecision(work: nil, comesBack: isNothing && staysSo)
        }
        if context.leavesAlone(whole) { return NodeDecision(work: Work(whole: whole), comesBack: false) }
        guard arena.isArray(whole) else {
            throw context.wrongKind(expected: "an array", found: context.value(whole), at: list.whole)
        }
        var work = Work(whole: whole)
        var (element, isSorted) = (arena.firstChild(of: whole), true)
        while !element.isNone {
            let number = work.order.count
            guard let part = try list.part(of: element, at: list.whole.appending(number), context) else {
                throw context.error(
                    .unexpectedValue, "no part takes the element", at: list.whole.appending(number),
                    found: context.value(element))
            }
            if let last = work.order.last, part < last { isSorted = false }
            work.order.append(part)
            element = arena.next(after: element)
        }
        if !isSorted {
            let positions = list.positions(work.order).beginning(at: arena.origin(of: whole))
            context.loseOrder(positions, at: list.whole, rules)
        }
        let isFree =
            list.isOfMembers && arena.isObject(place)
            && list.parts.allSatisfy { $0.place == list.whole || arena.find($0.place, from: place).isNone }
        // Of no elements, no list may be left to concatenate.
        let leavesNone = list.leavesOutEmptyLists(context) && work.order.isEmpty && rules.absent == .skip
        return NodeDecision(work: work, comesBack: isFree && isSorted && !leavesNone, mayFailMidway: !isFree)
    }

    func make(_ work: Work, at place: NodeID, in context: inout OperationContext) throws(MigrationError) {
        let arena = context.arena
        context.remove(at: list.whole, in: place)
        let isRemoved = arena.isNull(work.whole)
        let arrays = list.parts.map { _ in
            isRemoved ? arena.makeCopy(of: work.whole) : arena.makeContainer(isObject: false)
        }
        for (element, part) in zip(isRemoved ? [] : arena.children(of: work.whole), work.order) {
            arena.detach(element)
            arena.insert(element, into: arrays[part])
        }
        let leavesOut = list.leavesOutEmptyLists(context)
        for (part, array) in zip(list.parts, arrays) where !leavesOut || !arena.isEmpty(array) {
            // What is there stays where there is nothing to write.
            if list.noEmptyLists, !isRemoved, arena.isEmpty(array),
                !arena.find(part.place, from: place).isNone
            {
                continue
            }
            guard try context.put(array, at: part.place, in: place, Rules(), makingParents: true) else {
                throw context.noPlace(at: part.place)
            }
        }
    }

    init(list: PartedList) { self.list = list }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        list = try PartedList(reading: &members, whole: "from", parts: "into")
    }

    func write(to members: inout MemberWriter) { list.write(to: &members, whole: "from", parts: "into") }
}

extension PartitionOperation {
    var effects: [PlaceEffect] {
        let whole = list.path.appending(list.whole)
        return list.asked + [.reads(whole, rules.absent), .removes(whole, isCertain: rules.alwaysWorks)]
            + list.places.map { .writes($0, .error, isCertain: rules.alwaysWorks && !list.noEmptyLists) }
    }

    var words: String {
        "\(Markdown.place(list.whole)) is divided into \(Markdown.places(list.parts.map(\.place)))"
    }

    func detail(of member: String, _ value: JSONValue) -> String? {
        member == "into" ? list.partsInWords : list.detail(of: member, value)
    }
}

extension PartedList {
    var places: [JSONPointer] { parts.map { path.appending($0.place) } }

    var asked: [PlaceEffect] { readsDocument ? [.readsElsewhere(.document, .root, .skip)] : [] }
}

extension PartedList {
    func detail(of member: String, _ value: JSONValue) -> String? {
        member == "noEmptyLists" ? "a part without elements has no array" : nil
    }

    var partsInWords: String {
        parts.map { "\($0.place.shown) takes \($0.condition.map { "what has \($0)" } ?? "the rest")" }
            .joined(separator: "; ")
    }
}
