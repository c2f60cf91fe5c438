/// Looking at a document that is being edited.
extension IndexEdits {
    /// The whole document.
    package var root: EditPlace { .node(DocumentIndex.root) }

    /// The value that a path leads to. Every container on the way is put on the trail.
    package mutating func find(_ path: EditVocabulary.Path, from start: EditPlace) -> EditPlace {
        var place = start
        for index in 0..<path.count {
            trail.append(place)
            place = child(vocabulary.key(index, of: path), of: place)
            switch place {
            case .absent, .blocked: return place
            default: continue
            }
        }
        return place
    }

    /// A member of an object, or an element of an array.
    package func child(_ key: Int32, of place: EditPlace) -> EditPlace {
        switch place {
        case .absent, .blocked: return .blocked
        case .added(let addition):
            switch additions[Int(addition)].value {
            case .node(let node): return child(key, of: node)
            case .new, .copied: return .blocked
            case .object(let first, _): return added(key, from: first)
            }
        case .node(let node): return child(key, of: node)
        }
    }

    @inline(__always)
    private func child(_ key: Int32, of container: UInt32) -> EditPlace {
        let node = nodes[Int(container)]
        let changed = overlays[Int(container)]
        if changed != 0, entries[Int(changed) - 1].value != .none || entries[Int(changed) - 1].work >= 0 {
            return .blocked
        }
        if node.isArray { return element(keys[Int(key)].element, of: container, node) }
        guard node.isObject else { return .blocked }
        let wanted = keys[Int(key)]
        let characters = vocabulary.bytes(wanted.characters)
        var current = container + 1
        while current < node.next {
            let value = current + 1
            let place = overlays[Int(value)]
            if place == 0 {
                if nodes[Int(current)].next == wanted.hash, isKey(current, characters) { return .node(value) }
            } else {
                let entry = entries.base + Int(place) - 1
                if !entry.pointee.isRemoved {
                    let name = entry.pointee.key
                    if name >= 0 ? name == key : isKey(current, characters) { return .node(value) }
                }
            }
            current = nodes[Int(value)].next
        }
        guard changed != 0 else { return .absent }
        let change = entries[Int(changed) - 1]
        let leading = added(key, from: change.leadingAddition)
        return leading == .absent ? added(key, from: change.firstAddition) : leading
    }

    private func element(_ wanted: Int?, of container: UInt32, _ node: IndexNode) -> EditPlace {
        guard var rest = wanted else { return .absent }
        var current = container + 1
        while current < node.next {
            if rest == 0 { return .node(current) }
            rest -= 1
            current = nodes[Int(current)].next
        }
        return .absent
    }

    private func added(_ key: Int32, from first: Int32) -> EditPlace {
        var current = first
        while current >= 0 {
            let addition = additions[Int(current)]
            if !addition.isRemoved, addition.key == key { return .added(current) }
            current = addition.next
        }
        return .absent
    }

    @inline(__always)
    private func isKey(_ node: UInt32, _ characters: UnsafeBufferPointer<UInt8>) -> Bool {
        let key = nodes[Int(node)]
        let bytes = UnsafeBufferPointer(rebasing: text[key.content])
        if key.isEscaped { return Unescaping.characters(of: bytes).elementsEqual(characters) }
        return IndexEdits.isEqual(bytes, characters)
    }

    /// Whether two runs of bytes are the same.
    @inline(__always)
    static func isEqual(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        guard let first = left.baseAddress, let second = right.baseAddress else { return true }
        var index = 0
        while index + 8 <= left.count {
            let word = UnsafeRawPointer(first).loadUnaligned(fromByteOffset: index, as: UInt64.self)
            if word != UnsafeRawPointer(second).loadUnaligned(fromByteOffset: index, as: UInt64.self) { return false }
            index += 8
        }
        while index < left.count {
            if first[index] != second[index] { return false }
            index += 1
        }
        return true
    }

    /// Whether bytes are those of an ASCII word.
    package static func isEqual(_ left: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
        isEqual(left, UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    /// Whether bytes are a number of JSON.
    package static func isNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return false }
        let end = start + bytes.count
        return IndexScanner.number(from: start, to: end, []).end == end
    }

    /// The key that a member has now; `nil` for what is no member that was read.
    package func key(of place: EditPlace) -> String? {
        guard case .node(let node) = place, node > 0, nodes[Int(node) - 1].rawKind == IndexNode.key else { return nil }
        if let name = overlay(node)?.key, name >= 0 {
            return String(decoding: vocabulary.bytes(keys[Int(name)].characters), as: UTF8.self)
        }
        let key = nodes[Int(node) - 1]
        let bytes = UnsafeBufferPointer(rebasing: text[key.content])
        if key.isEscaped { return String(decoding: Unescaping.characters(of: bytes), as: UTF8.self) }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Values

    /// The kind of a value; `nil` where there is none.
    package func kind(of place: EditPlace) -> JSONKind? {
        switch place {
        case .absent, .blocked: return nil
        case .node(let node):
            return overlay(node).flatMap { kind(of: $0.value) } ?? nodes[Int(node)].kind
        case .added(let addition):
            switch additions[Int(addition)].value {
            case .node(let node): return kind(of: .node(node))
            case .copied(let node): return nodes[Int(node)].kind
            case .new(let value): return kind(of: value)
            case .object: return .object
            }
        }
    }

    private func kind(of value: NewValue) -> JSONKind? {
        switch value {
        case .none: nil
        case .literal(let literal): vocabulary.literals[Int(literal)].kind
        case .scratch(_, _, let kind): kind
        case .made: made?.kind
        }
    }

    /// The node of a value that is still the one that was read; of a container that has been changed within, too.
    package func original(_ place: EditPlace) -> UInt32? {
        switch place {
        case .node(let node):
            if let change = overlay(node), change.value != .none { return nil }
            return node
        case .added(let addition):
            if case .node(let node) = additions[Int(addition)].value { return original(.node(node)) }
            return nil
        default: return nil
        }
    }

    /// The content of a scalar that is still the one that was read: a string without its quotes; `nil` also for one with escapes.
    package func content(of place: EditPlace) -> (kind: JSONKind, bytes: UnsafeBufferPointer<UInt8>)? {
        guard let number = original(place) else { return nil }
        let node = nodes[Int(number)]
        guard !node.isContainer, !node.isEscaped else { return nil }
        return (node.kind, UnsafeBufferPointer(rebasing: text[node.content]))
    }

    /// Whether a scalar is surely, or surely not, the same value as a literal; `nil` where that takes more than bytes.
    package func isSame(_ place: EditPlace, as literal: Int32) -> Bool? {
        guard let kind = kind(of: place) else { return nil }
        if kind != vocabulary.literals[Int(literal)].kind { return false }
        if kind == .null { return true }
        guard kind != .array, kind != .object, let number = original(place) else { return nil }
        let node = nodes[Int(number)]
        return node.isEscaped
            ? nil : isSame(UnsafeBufferPointer(rebasing: text[node.content]), of: kind, as: literal)
    }

    /// Whether the content of a scalar, without escapes, is the same value as a literal of its kind.
    func isSame(_ bytes: UnsafeBufferPointer<UInt8>, of kind: JSONKind, as literal: Int32) -> Bool? {
        var expected = vocabulary.bytes(vocabulary.literals[Int(literal)].written)
        if kind == .string {
            // A written string with a backslash has escapes; what was read had none.
            expected = UnsafeBufferPointer(rebasing: expected[1..<expected.count - 1])
            if expected.contains(UInt8(ascii: "\\")) { return nil }
        }
        if IndexEdits.isEqual(bytes, expected) { return true }
        return kind == .number ? NumberText.isSameValue(bytes, expected) : false
    }

    /// Whether an object has no member left.
    func isEmptyObject(_ place: EditPlace) -> Bool {
        switch place {
        case .absent, .blocked: return false
        case .added(let addition):
            switch additions[Int(addition)].value {
            case .node(let node): return isEmptyObject(.node(node))
            case .new, .copied: return false
            case .object(let first, _): return !hasAddition(from: first)
            }
        case .node(let node):
            guard nodes[Int(node)].isObject else { return false }
            guard let change = overlay(node) else { return nodes[Int(node)].count == 0 }
            return change.value == .none && nodes[Int(node)].count == Int(change.removedChildren)
                && !hasAddition(from: change.firstAddition) && !hasAddition(from: change.leadingAddition)
        }
    }

    private func hasAddition(from first: Int32) -> Bool {
        var current = first
        while current >= 0 {
            if !additions[Int(current)].isRemoved { return true }
            current = additions[Int(current)].next
        }
        return false
    }

    /// A walk over the children that a container was read with.
    package struct ChildWalk {
        fileprivate var child: UInt32
        fileprivate let end: UInt32
        /// Before each value of a member stands its key.
        fileprivate let step: UInt32
    }

    /// A walk over the children of a container that has no additions. They may be changed on the way, but not taken out of it.
    package func children(of place: EditPlace) throws(EditLimit) -> ChildWalk {
        guard let container = original(place), nodes[Int(container)].isContainer else { throw EditLimit() }
        if let change = overlay(container), change.firstAddition >= 0 || change.leadingAddition >= 0 || change.work >= 0
        {
            throw EditLimit()
        }
        let node = nodes[Int(container)]
        let step: UInt32 = node.isObject ? 1 : 0
        return ChildWalk(child: container + 1 + step, end: node.next + step, step: step)
    }

    /// The next child that has not been removed.
    @inline(__always)
    package func next(_ walk: inout ChildWalk) -> EditPlace? {
        while walk.child < walk.end {
            let child = walk.child
            walk.child = nodes[Int(child)].next + walk.step
            if overlay(child)?.isRemoved != true { return .node(child) }
        }
        return nil
    }
}
