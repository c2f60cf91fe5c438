public import VersionedCodec

extension JSONOperation {
    /// How texts are compared for sorting and for uniqueness.
    public enum TextComparison: String, Sendable, Hashable, CaseIterable {
        /// By their UTF-8 bytes: `"B"` before `"a"`.
        case bytes
        /// By the UTF-8 bytes of their lowercase forms, independent of the machine's language: `"a"` before `"B"`.
        case caseInsensitive

        /// The text in the form that is compared.
        func key(_ text: String) -> String { self == .bytes ? text : text.lowercased() }
    }
}

extension JSONOperation {
    /// The position of elements whose sort value is absent or `null`, in every order.
    public enum MissingPlacement: String, Sendable, Hashable, CaseIterable {
        /// Before the others.
        case first
        /// After the others.
        case last
    }
}

extension JSONOperation {
    /// Sorts an array, by a member of its elements or by the elements themselves.
    ///
    /// ```swift
    /// .sort("/pins", by: "/identity", comparing: .caseInsensitive)
    /// // [{"identity": "b"}, {"identity": "A"}]  →  [{"identity": "A"}, {"identity": "b"}]
    /// ```
    ///
    /// Texts are sorted by the comparison, numbers by value. A mixture, or another kind, is unexpected. Equal elements
    /// keep their order. A change of the order is a loss, unless the order has no meaning (`anyOrder`); the value of
    /// the loss is the array of compared values.
    ///
    /// - `missing`: The position of elements whose value is absent or `null`; without it, such elements are unexpected.
    /// - `mixed`: Whether values of all kinds may be mixed, in this order: `null`, `false`, `true`, numbers, strings,
    ///   then arrays and objects, which keep their order.
    ///
    /// Loss class: captures. Reverse: nothing.
    public static func sort(
        _ path: JSONPointer, by member: JSONPointer = .root, comparing: TextComparison = .bytes,
        descending: Bool = false, missing: MissingPlacement? = nil, mixed: Bool = false, anyOrder: Bool = false,
        ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        JSONOperation(
            SortOperation(
                path: path, member: member, comparison: comparing, isDescending: descending, missing: missing,
                isMixed: mixed,
                rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind, anyOrder: anyOrder)))
    }
}

struct SortOperation: OperationBody {
    static let name = "sort"

    let path: JSONPointer
    let member: JSONPointer
    let comparison: JSONOperation.TextComparison
    let isDescending: Bool
    /// Where elements are that have nothing to be sorted by.
    let missing: JSONOperation.MissingPlacement?
    let isMixed: Bool
    let rules: Rules

    var description: String { "sort \(path.shown)" + (member.isRoot ? "" : " by \(member.shown)") }
    var written: [JSONPointer] { [path] }
    var newWord: String? { missing != nil ? "missing" : isMixed ? "mixed" : nil }

    func reversed() -> [JSONOperation] { [] }

    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        guard let place = try context.find(path, in: scope, rules) else { return }
        if context.leavesAlone(place) { return }
        let arena = context.arena
        guard arena.isArray(place) else {
            if rules.wrongKind == .skip { return }
            throw context.wrongKind(expected: "an array", found: context.value(place), at: path)
        }
        let children = arena.children(of: place)
        let found: [Int]?
        if !context.mayLackMembers, let order = plainOrder(of: children, arena) {
            found = order
        } else {
            found = try order(of: children, &context)
        }
        guard let order = found, !order.elementsEqual(order.indices) else { return }
        context.loseOrder(array(place, context), at: path, rules)
        for index in order {
            arena.detach(children[index])
            arena.insert(children[index], into: place)
        }
    }

    /// The array as it was read, for its loss. Where there is none, the place of the array identifies it.
    private func array(_ place: NodeID, _ context: OperationContext) -> JSONValue {
        let (arena, origin) = (context.arena, context.arena.origin(of: place))
        if context.recordsLosses, !rules.anyOrder, let source = arena.sourceOfArray(place) {
            let array = arena.valueAsRead(at: source)
            if array.sourceOffset == origin { return array }
        }
        return JSONValue.array([]).beginning(at: origin)
    }

    /// The order that the elements are to have, where all that have a sort key are compared by plain texts, or all by
    /// small numbers; `nil` where more is to be looked at.
    private func plainOrder(of elements: [NodeID], _ arena: Arena) -> [Int]? {
        var (keys, places, others) = ([NodeID](), [Int](), [Int]())
        for (place, element) in elements.enumerated() {
            let key = arena.find(member, from: element)
            if missing != nil, key.isNone || arena.isNull(key) {
                others.append(place)
                continue
            }
            if key.isNone || arena.kind(of: key) != .string && arena.kind(of: key) != .number { return nil }
            keys.append(key)
            places.append(place)
        }
        if keys.isEmpty { return others }
        guard let order = arena.withoutRecording({ PlainKeys(keys, comparison, arena)?.order(isDescending) }) else {
            return nil
        }
        arena.note(PlainOrder(order: order, comparison: comparison, isDescending: isDescending), of: keys)
        let sorted = order.map { places[$0] }
        return missing == .first ? others + sorted : sorted + others
    }

    /// The order of the elements, for any kind of sort key; `nil` if the rules leave them unchanged.
    private func order(of elements: [NodeID], _ context: inout OperationContext) throws(MigrationError) -> [Int]? {
        guard let keys = try keys(of: elements, &context) else { return nil }
        return Array(elements.indices).sortedOnce { left, right in
            if keys[left].isMissing != keys[right].isMissing { return keys[left].isMissing == (missing == .first) }
            if keys[left].precedes(keys[right]) { return !isDescending }
            if keys[right].precedes(keys[left]) { return isDescending }
            return left < right
        }
    }

    /// The sort keys of the elements, or `nil` if one has none and the rule is to skip.
    private func keys(of elements: [NodeID], _ context: inout OperationContext) throws(MigrationError) -> [SortKey]? {
        var keys: [SortKey] = []
        for (index, element) in elements.enumerated() {
            let node = context.arena.find(member, from: element)
            let found = node.isNone ? JSONValue?.none : context.value(node)
            if found == nil, context.mayLackMembers, elements.count > 1, context.mayHave(member, at: element) {
                throw context.tooPartial(
                    without: path.appending(index).appending(member), tells: "where the element belongs",
                    at: path.appending(index), found: element)
            }
            if missing != nil, found?.isNull != false {
                keys.append(.missing)
                continue
            }
            let place = path.appending(index).appending(member)
            guard let value = found else {
                try context.unexpected(.absent, rules.absent, "there is no value to sort by", at: place)
                return nil
            }
            let key = SortKey(value, comparison)
            let other = isMixed ? nil : keys.first { !$0.isMissing }
            guard isMixed || key.isComparable && (other?.rank ?? key.rank) == key.rank else {
                if rules.wrongKind == .skip { return nil }
                let wanted = other.map { $0.isText ? "a string" : "a number" } ?? "a string or a number"
                throw context.wrongKind(expected: wanted + " to sort by", found: value, at: place)
            }
            keys.append(key)
        }
        return keys
    }
}

/// The sort key of one element.
private struct SortKey {
    let isMissing: Bool
    /// The place of the kind among the others.
    let rank: Int
    private let text: String?
    private let number: JSONNumber?

    var isText: Bool { text != nil }
    var isComparable: Bool { text != nil || number != nil }

    /// The key of an element that has none.
    static var missing: SortKey { SortKey() }

    private init() { (isMissing, rank, text, number) = (true, 0, nil, nil) }

    init(_ value: JSONValue, _ comparison: JSONOperation.TextComparison) {
        isMissing = false
        text = value.string.map(comparison.key)
        number = value.number
        rank =
            switch value.kind {
            case .null: 0
            case .boolean: value.bool == true ? 2 : 1
            case .number: 3
            case .string: 4
            case .array, .object: 5
            }
    }

    func precedes(_ other: SortKey) -> Bool {
        if rank != other.rank { return rank < other.rank }
        if let text, let otherText = other.text { return text.utf8.lexicographicallyPrecedes(otherText.utf8) }
        guard let number, let otherNumber = other.number else { return false }
        return number.isLess(than: otherNumber)
    }
}

extension SortOperation {
    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.pointer("path", scratch: true)
        member = try members.optionalPointer("by") ?? .root
        comparison = try members.choice("compare", default: .bytes)
        isDescending = try members.flag("descending")
        missing = try members.optionalChoice("missing")
        isMixed = try members.flag("mixed")
        rules = try members.rules([.absent, .wrongKind, .order])
    }

    func write(to members: inout MemberWriter) {
        members["path"] = .string(path.description)
        if !member.isRoot { members["by"] = .string(member.description) }
        if comparison != .bytes { members["compare"] = .string(comparison.rawValue) }
        if isDescending { members["descending"] = true }
        members["missing"] = missing.map { .string($0.rawValue) }
        if isMixed { members["mixed"] = true }
        members.write(rules)
    }
}

extension SortOperation {
    var effects: [PlaceEffect] { [.changes(path, rules.absent)] }

    var words: String {
        "\(Markdown.place(path)) is sorted"
            + (member.isRoot ? "" : " by \(Markdown.place(member))")
    }

    var lossWords: String? { "the order of \(Markdown.place(path))" }

    func keepsPresence(of place: JSONPointer) -> Bool { place.staysPresent(changing: path) }

    var traits: OperationTraits {
        [.keepsOrder, .addsNothing, rules.anyOrder ? .setsOrderAside : []]
    }
}
