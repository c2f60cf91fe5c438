public import VersionedCodec

extension JSONOperation {
    /// Concatenates arrays inside the elements of an array.
    ///
    /// ```swift
    /// .flatten("/sheets", elements: "/cells", carrying: ["/name": "/sheet"])
    /// // {"sheets": [{"name": "A", "cells": [{"n": 1}]}, {"name": "B", "cells": [{"n": 2}]}]}
    /// //     →  {"sheets": [{"n": 1, "sheet": "A"}, {"n": 2, "sheet": "B"}]}
    /// ```
    ///
    /// - `elements`: The place of the inner array in an element. The root means that the elements are arrays
    ///   themselves.
    /// - `carried`: Members of the outer element that each inner element gets: from where, to where. The way back uses
    ///   them to find elements that belong together. Without them, and without `size`, it makes one group.
    /// - `size`: The size of a group on the way back.
    /// - `rest`: The other content of the outer elements, which the way back creates again. An element with different
    ///   content loses it.
    ///
    /// Loss class: captures. Reverse: groups. O(elements)
    public static func flatten(
        _ path: JSONPointer, elements: JSONPointer = .root, carrying carried: [(JSONPointer, JSONPointer)] = [],
        size: Int? = nil, rest: JSONValue = [:], ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        let list = GroupedList(
            path: path, elements: elements, carried: carried.map(GroupedList.Carried.init), size: size, rest: rest,
            rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind))
        return JSONOperation(FlattenOperation(list: list))
    }

    /// Splits an array into groups: of neighbours with equal carried members, of a size, or one of all.
    ///
    /// ```swift
    /// .group("/cells", elements: "/cells", rest: ["metadata": [:]])
    /// // {"cells": [1, 2]}  →  {"cells": [{"metadata": {}, "cells": [1, 2]}]}
    /// ```
    ///
    /// The parameters are those of ``flatten(_:elements:carrying:size:rest:ifAbsent:ifWrongKind:)``. Loss class:
    /// captures. Reverse: flattens. O(elements)
    public static func group(
        _ path: JSONPointer, elements: JSONPointer = .root, carrying carried: [(JSONPointer, JSONPointer)] = [],
        size: Int? = nil, rest: JSONValue = [:], ifAbsent: UnexpectedRule = .error, ifWrongKind: UnexpectedRule = .error
    ) -> JSONOperation {
        let list = GroupedList(
            path: path, elements: elements, carried: carried.map(GroupedList.Carried.init), size: size, rest: rest,
            rules: Rules(absent: ifAbsent, wrongKind: ifWrongKind))
        return JSONOperation(GroupOperation(list: list))
    }
}

/// A list of groups of elements, or of the elements alone: the common part of `flatten` and `group`.
struct GroupedList: Sendable, Equatable {
    struct Carried: Sendable, Equatable {
        let outer: JSONPointer
        let inner: JSONPointer
    }

    let path: JSONPointer
    let elements: JSONPointer
    let carried: [Carried]
    let size: Int?
    let rest: JSONValue
    let rules: Rules

    init(
        path: JSONPointer, elements: JSONPointer, carried: [Carried], size: Int?, rest: JSONValue, rules: Rules
    ) {
        self.path = path
        self.elements = elements
        self.carried = carried
        self.size = size
        self.rest = rest
        self.rules = rules
    }

    init(reading members: inout MemberReader) throws(PlanFileError) {
        path = try members.optionalPointer("path", scratch: true) ?? .root
        elements = try members.optionalPointer("elements") ?? .root
        carried = try members.pointerPairs("carry").map(Carried.init)
        size = try members.optionalInteger("size", from: 1)
        rest = try members.optionalValue("rest") ?? [:]
        if rest.kind != .object { throw members.wrongKind("an object", rest, at: members.path.appending("rest")) }
        if elements.isRoot, !carried.isEmpty { throw members.fault("needs \"elements\"", in: "carry") }
        if size != nil, !carried.isEmpty { throw members.fault("cannot be combined with \"carry\"", in: "size") }
        rules = try members.rules([.absent, .wrongKind])
    }

    func write(to members: inout MemberWriter) {
        members["path"] = .string(path.description)
        if !elements.isRoot { members["elements"] = .string(elements.description) }
        if !carried.isEmpty {
            let pairs = carried.map { ($0.outer.description, $0.inner.description) }
            members["carry"] = .object(JSONObject(texts: pairs))
        }
        members["size"] = size.map { .integer($0) }
        if rest.object?.isEmpty != true { members["rest"] = rest }
        members.write(rules)
    }
}

extension MemberReader {
    /// An object of pointers by pointers; none where it is left out.
    mutating func pointerPairs(_ name: String) throws(PlanFileError) -> [(JSONPointer, JSONPointer)] {
        guard let value = try optionalValue(name) else { return [] }
        let table = try reader(value, at: path.appending(name))
        var pairs: [(JSONPointer, JSONPointer)] = []
        for member in table.object {
            let place = table.path.appending(member.key)
            let (from, to) = (
                try pointer(.string(member.key).comingFrom(member.value), at: place),
                try pointer(member.value, at: place)
            )
            if from.isRoot || to.isRoot { throw fault("must name members, not the whole value", in: name) }
            pairs.append((from, to))
        }
        return pairs
    }
}

struct FlattenOperation: ValueOperation {
    static let name = "flatten"

    let list: GroupedList

    var path: JSONPointer { list.path }
    var rules: Rules { list.rules }
    var description: String { "flatten \(path.shown)" }
    var lossClass: LossClass { .captures }

    func reversed() -> [JSONOperation] { [JSONOperation(GroupOperation(list: list))] }

    func changed(_ value: JSONValue, in context: inout OperationContext) throws(MigrationError) -> JSONValue {
        guard let groups = value.array else {
            throw context.wrongKind(expected: "an array", found: value, at: .root)
        }
        var flat: [JSONValue] = []
        for (index, group) in groups.enumerated() {
            try context.within(JSONPointer([String(index)])) {
                (context: inout OperationContext) throws(MigrationError) in
                flat += try elements(of: group, isFirst: index == 0, &context)
            }
        }
        return .array(JSONArray(flat))
    }

    private func elements(
        of group: JSONValue, isFirst: Bool, _ context: inout OperationContext
    ) throws(MigrationError) -> [JSONValue] {
        guard let found = try context.value(at: list.elements, of: group, Rules()) else { return [] }
        guard let array = found.array else {
            throw context.wrongKind(expected: "an array", found: found, at: list.elements)
        }
        var elements = Array(array)
        var rest = group
        if !list.elements.isRoot { _ = rest.remove(at: list.elements) }
        for carried in list.carried {
            guard let value = rest.remove(at: carried.outer) else { continue }
            for index in elements.indices {
                let place = list.elements.appending(index)
                guard elements[index].kind == .object else {
                    throw context.wrongKind(
                        expected: "an object that takes \(carried.outer.shown)", found: elements[index], at: place)
                }
                if let taken = elements[index][at: carried.inner] {
                    throw context.error(.exists, "the place is taken", at: place.appending(carried.inner), found: taken)
                }
                guard elements[index].put(value, at: carried.inner, makingParents: true) else {
                    throw context.error(
                        .unexpectedValue,
                        "there is no object to put \(context.shown(place.appending(carried.inner))) into", at: place,
                        found: array[index])
                }
            }
            if elements.isEmpty {
                context.lose(value, at: carried.outer, "the array is empty, so no element can hold it")
            }
        }
        if !list.elements.isRoot { rest.removeEmptyParents(of: list.elements) }
        let isPlain = list.elements.isRoot || rest.isEquivalent(to: list.rest)
        if !isPlain {
            context.lose(rest.comingFrom(group), at: .root, "the elements cannot hold it")
        } else if !isFirst, list.carried.isEmpty, list.size == nil {
            context.lose(
                JSONValue.array(JSONArray(elements)).comingFrom(found), at: list.elements,
                "which elements were together is not kept")
        }
        return elements
    }

    init(list: GroupedList) { self.list = list }

    init(reading members: inout MemberReader) throws(PlanFileError) { list = try GroupedList(reading: &members) }

    func write(to members: inout MemberWriter) { list.write(to: &members) }
}

struct GroupOperation: ValueOperation {
    static let name = "group"

    let list: GroupedList

    var path: JSONPointer { list.path }
    var rules: Rules { list.rules }
    var description: String { "group \(path.shown)" }
    var lossClass: LossClass { .captures }

    func reversed() -> [JSONOperation] { [JSONOperation(FlattenOperation(list: list))] }

    func changed(_ value: JSONValue, in context: inout OperationContext) throws(MigrationError) -> JSONValue {
        guard let array = value.array else {
            throw context.wrongKind(expected: "an array", found: value, at: .root)
        }
        var groups: [(carried: [JSONValue?], elements: [JSONValue])] = []
        for element in array {
            var element = element
            let carried = list.carried.map { carried in
                let value = element.remove(at: carried.inner)
                element.removeEmptyParents(of: carried.inner)
                return value
            }
            if let last = groups.last, isTogether(last, carried) {
                groups[groups.count - 1].elements.append(element)
            } else {
                groups.append((carried, [element]))
            }
        }
        if groups.isEmpty, list.carried.isEmpty, list.size == nil { groups = [([], [])] }
        return .array(
            JSONArray(try groups.map { (group) throws(MigrationError) in try made(of: group, context) }))
    }

    private func isTogether(_ group: (carried: [JSONValue?], elements: [JSONValue]), _ carried: [JSONValue?]) -> Bool {
        if let size = list.size { return group.elements.count < size }
        return zip(group.carried, carried).allSatisfy { left, right in
            switch (left, right) {
            case (let left?, let right?): left.isEquivalent(to: right)
            default: left == nil && right == nil
            }
        }
    }

    private func made(
        of group: (carried: [JSONValue?], elements: [JSONValue]), _ context: OperationContext
    ) throws(MigrationError) -> JSONValue {
        let elements = JSONValue.array(JSONArray(group.elements))
        if list.elements.isRoot { return elements }
        var result = list.rest
        for (carried, value) in zip(list.carried, group.carried) {
            guard let value else { continue }
            guard result.put(value, at: carried.outer, makingParents: true) else {
                throw context.error(
                    .unexpectedValue, "there is no object to put \(carried.outer.shown) into", at: .root)
            }
        }
        guard result.put(elements, at: list.elements, makingParents: true) else {
            throw context.error(.unexpectedValue, "there is no object to put \(list.elements.shown) into", at: .root)
        }
        return result
    }

    init(list: GroupedList) { self.list = list }

    init(reading members: inout MemberReader) throws(PlanFileError) { list = try GroupedList(reading: &members) }

    func write(to members: inout MemberWriter) { list.write(to: &members) }
}

extension FlattenOperation {
    var words: String {
        list.elements.isRoot
            ? "the arrays in \(Markdown.place(path)) become one"
            : "\(Markdown.place(list.elements)) of each of \(Markdown.place(path)) become one array"
    }
}

extension GroupOperation {
    var words: String {
        "\(Markdown.place(path)) becomes an array of groups"
            + (list.elements.isRoot
                ? "" : ", each with its elements as \(Markdown.place(list.elements))")
    }
}
