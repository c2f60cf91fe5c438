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
    func array(in value: JSONValue, _ context: OperationContext) throws(MigrationError) -> JSONArray? {
        guard let found = try context.value(at: list, of: value, rules) else { return nil }
        if context.leavesAlone(found) { return nil }
        if let array = found.array { return array }
        throw context.wrongKind(expected: "an array", found: found, at: list)
    }
}

struct HoistOperation: ValueOperation {
    static let name = "hoist"

    let shared: SharedMember

    var path: JSONPointer { shared.path }
    var rules: Rules { shared.rules }
    var description: String {
        "hoist \(shared.member.shown) of each of \(shared.list.shown) to \(shared.outside.shown)"
    }
    var lossClass: LossClass { .captures }

    func reversed() -> [JSONOperation] { [JSONOperation(PlungeOperation(shared: shared))] }

    func changed(_ value: JSONValue, in context: inout OperationContext) throws(MigrationError) -> JSONValue {
        guard let array = try shared.array(in: value, context), let first = array.first else { return value }
        var elements: [JSONValue] = []
        let common = shared.mixed == .keep ? mostCommon(array) : first[at: shared.member]
        for (index, element) in array.enumerated() {
            let place = shared.list.appending(index).appending(shared.member)
            guard let found = element[at: shared.member], let common else {
                throw context.error(.absent, "the element lacks the hoisted value", at: place, found: element)
            }
            guard found.isEquivalent(to: common) else {
                if shared.mixed == .keep {
                    elements.append(element)
                    continue
                }
                throw context.error(
                    .unexpectedValue,
                    "the elements differ: \(Loss.shortened(found.text())) is not \(Loss.shortened(common.text()))",
                    at: place, found: found)
            }
            var element = element
            _ = element.remove(at: shared.member)
            element.removeEmptyParents(of: shared.member)
            elements.append(element)
        }
        var result = value
        result.update(at: shared.list.tokens[...]) { $0 = JSONValue.array(JSONArray(elements)).comingFrom($0) }
        if let common {
            let rules = Rules(absent: .error, wrongKind: .error, exists: .error)
            _ = try context.put(common, at: shared.outside, of: &result, rules, makingParents: true)
        }
        return result
    }

    /// The value that most elements have; of several such values the one that reaches the count first.
    private func mostCommon(_ array: JSONArray) -> JSONValue? {
        var counts = JSONObject()
        var best: (value: JSONValue, count: Int)?
        // Of equal values, the first one is kept.
        var firsts = JSONObject()
        for element in array {
            guard let value = element[at: shared.member] else { continue }
            let text = value.text(in: .canonical)
            let first = firsts[text] ?? value
            let count = (counts[text]?.int ?? 0) + 1
            counts[text] = .integer(count)
            firsts[text] = first
            if count > best?.count ?? 0 { best = (value.comingFrom(first), count) }
        }
        return best?.value
    }

    init(shared: SharedMember) { self.shared = shared }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        shared = try SharedMember(reading: &members, outside: "to")
    }

    func write(to members: inout MemberWriter) { shared.write(to: &members, outside: "to") }
}

struct PlungeOperation: ValueOperation {
    static let name = "plunge"

    let shared: SharedMember

    var path: JSONPointer { shared.path }
    var rules: Rules { shared.rules }
    var description: String { "plunge \(shared.outside.shown) into each of \(shared.list.shown)" }
    var lossClass: LossClass { .captures }

    func reversed() -> [JSONOperation] { [JSONOperation(HoistOperation(shared: shared))] }

    func changed(_ value: JSONValue, in context: inout OperationContext) throws(MigrationError) -> JSONValue {
        guard let array = try shared.array(in: value, context) else { return value }
        guard let plunged = value[at: shared.outside] else {
            if array.isEmpty { return value }  // Nothing was hoisted out of nothing.
            try context.unexpected(
                .absent, rules.absent, "there is no \(context.shown(shared.outside)) to put into the elements",
                at: shared.outside)
            return value
        }
        var elements: [JSONValue] = []
        for (index, element) in array.enumerated() {
            var element = element
            let place = shared.list.appending(index)
            // Into an array, the value is inserted.
            if let taken = element[at: shared.member], element[at: shared.member.parent]?.kind != .array {
                if shared.mixed == .keep {
                    elements.append(element)
                    continue
                }
                throw context.error(.exists, "the place is taken", at: place.appending(shared.member), found: taken)
            }
            guard element.put(plunged, at: shared.member, makingParents: true) else {
                throw context.error(
                    .wrongKind, "there is no object to put \(context.shown(place.appending(shared.member))) into",
                    at: place, found: array[index])
            }
            elements.append(element)
        }
        if array.isEmpty { context.lose(plunged, at: shared.outside, "the array is empty, so no element can hold it") }
        var result = value
        result.update(at: shared.list.tokens[...]) { $0 = JSONValue.array(JSONArray(elements)).comingFrom($0) }
        _ = result.remove(at: shared.outside)
        result.removeEmptyParents(of: shared.outside, keepingThoseOf: shared.list)
        return result
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
}
