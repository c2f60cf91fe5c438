/// Puts every key in its place, once all is written.
struct Settlement {
    let context: FormatContext

    /// The value of a node.
    ///
    /// - Throws: `EncodingError.invalidValue` where two keys write different values in one place, or a value was written as two kinds.
    func settle(_ node: EncodingNode, at path: TreePath?) throws -> EncodedValue {
        if let fault = node.fault { throw fault }
        switch node.content {
        case .nothing: return .emptyObject
        case .leaf(let leaf): return .leaf(leaf)
        case .settled(let value): return value
        case .array(let parts):
            return .array(
                try parts.enumerated().map { index, part in
                    try settle(part, at: path, PayloadKey(index: index))
                })
        case .object(let assignments): return .object(try settle(assignments, at: path))
        }
    }

    private func settle(
        _ part: EncodedPart, at path: TreePath?, _ key: @autoclosure () -> PayloadKey
    ) throws -> EncodedValue {
        switch part {
        case .leaf(let leaf): .leaf(leaf)
        case .node(let node): try settle(node, at: TreePath(path, key()))
        }
    }

    private func settle(_ assignments: Assignments, at path: TreePath?) throws -> EncodedObject {
        var object = EncodedObject(capacity: assignments.list.count)
        for assignment in assignments.inStableOrder {
            if assignment.isMember, case .leaf(.null) = assignment.part, context.leavesNilOut { continue }
            let prefix = prefix(of: assignment, in: assignments)
            let place = prefix.isEmpty ? assignment.path : prefix + assignment.path
            if place.isEmpty, case .node(let node) = assignment.part, case .nothing = node.content { continue }
            if assignment.origin == .superclass, case .node(let node) = assignment.part, case .nothing = node.content {
                continue  // A superEncoder that nobody used leaves nothing.
            }
            let value = try settle(assignment.part, at: path, PayloadKey(place.joined(separator: "/")))
            if place.count == 1, object.index(of: place[0]) == nil {
                object.append(place[0], value, origin: assignment.origin)
                continue
            }
            try put(value, place[...], assignment.origin, into: &object, path)
        }
        return object
    }

    private func prefix(of assignment: Assignments.Assignment, in all: Assignments) -> [String] {
        guard let superclass = assignment.superclass else { return [] }
        let isShared = superclass.isSubclass ?? all.keyTypes.contains { $0 != superclass.keyType }
        return isShared ? superclass.path : []
    }

    // MARK: Two values for one place

    private func put(
        _ value: EncodedValue, _ place: ArraySlice<String>, _ origin: KeyOrigin, into object: inout EncodedObject,
        _ path: TreePath?
    ) throws {
        guard let name = place.first else {
            guard case .object(let members) = value.opened else {
                throw error(
                    value, "the superclass writes no object, so its members cannot join those of the subclass", path)
            }
            for member in members.members {
                try put(member.value, [member.name], member.origin ?? origin, into: &object, path)
            }
            return
        }
        let rest = place.dropFirst()
        let here = TreePath(path, PayloadKey(name))
        guard let index = object.index(of: name) else {
            var value = value
            if !rest.isEmpty {
                var inner = EncodedObject()
                try put(value, rest, origin, into: &inner, here)
                value = .object(inner)
            }
            object.append(name, value, origin: rest.isEmpty ? origin : nil)
            return
        }
        let other = object.members[index].origin
        try object.update(index) { existing in
            try merge(value, rest, origin, into: &existing, writtenBy: other, here)
        }
    }

    private func merge(
        _ value: EncodedValue, _ rest: ArraySlice<String>, _ origin: KeyOrigin, into existing: inout EncodedValue,
        writtenBy other: KeyOrigin?, _ path: TreePath?
    ) throws {
        if case .object(var object) = existing.opened {
            if !rest.isEmpty {
                try put(value, rest, origin, into: &object, path)
                existing = .object(object)
                return
            }
            if case .object(let members) = value.opened {
                for member in members.members {
                    try put(member.value, [member.name], member.origin ?? origin, into: &object, path)
                }
                existing = .object(object)
                return
            }
        }
        guard rest.isEmpty, Self.isEqual(value, existing) else {
            let origins = [other ?? innermost(existing), origin].compactMap(\.self)
            let areAlike = origins.first?.phrase == origin.phrase
            let names = origins.map { areAlike ? $0.longPhrase : $0.phrase }
            let place = JSONPointer(codingPath: path?.keys ?? [])
            throw error(
                value, "\(names.joined(separator: " and ")) write different values in one place, \"\(place)\"", path)
        }
    }

    /// The first key that wrote into a value.
    private func innermost(_ value: EncodedValue) -> KeyOrigin? {
        guard case .object(let object) = value.opened else { return nil }
        for member in object.members {
            if let origin = member.origin ?? innermost(member.value) { return origin }
        }
        return nil
    }

    private static func isEqual(_ left: EncodedValue, _ right: EncodedValue) -> Bool {
        switch (left, right) {
        case (.leaf(.written), _), (_, .leaf(.written)):
            // What was written ahead is compared by its text; text that cannot be told yet is equal to none.
            guard let left = try? left.json(), let right = try? right.json() else { return false }
            return left == right
        case (.leaf(let left), .leaf(let right)): return left == right
        case (.array(let left), .array(let right)):
            return left.count == right.count && zip(left, right).allSatisfy(isEqual)
        default: return false
        }
    }

    // MARK: The version

    /// Stamps a version where it is found on reading: first in its object, where it is not there already.
    ///
    /// - Throws: `EncodingError.invalidValue` where the model writes something else there, or there is no object to stamp.
    func stamp(
        _ leaf: EncodedLeaf, at pointer: JSONPointer, into value: inout EncodedValue, _ path: TreePath?
    ) throws {
        guard case .object(var object) = value.opened else {
            throw error(value, "there is no place for the version \"\(pointer)\": what is written is no object", path)
        }
        guard let name = pointer.tokens.first else {
            throw error(value, "the version cannot stand in the place of the whole payload", path)
        }
        if object.index(of: name) == nil {
            var stamp = EncodedValue.leaf(leaf)
            for token in pointer.tokens.dropFirst().reversed() {
                var outer = EncodedObject()
                outer.append(token, stamp, origin: .version)
                stamp = .object(outer)
            }
            object.prepend(name, stamp)
        } else {
            try put(.leaf(leaf), pointer.tokens[...], .version, into: &object, path)
        }
        value = .object(object)
    }

    private func error(_ value: EncodedValue, _ text: String, _ path: TreePath?) -> EncodingError {
        let json = (try? value.json())?.text() ?? "a value that JSON has no text for"
        let shown = json.count > 60 ? json.prefix(59) + "…" : json
        return .invalidValue(shown, .init(codingPath: path?.keys ?? [], debugDescription: text))
    }
}
