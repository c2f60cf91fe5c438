/// Writing an edited document in a style: the bytes of `JSONWriter`, straight from the index and the edits.
extension IndexEdits {
    /// The style in which the document is written; `nil` for its own layout.
    package mutating func setStyle(_ style: WritingStyle?) {
        if style == target?.style { return }
        target = style.map { TargetStyle($0) }
    }

    mutating func writeStyled<Work: PutOffWork & ~Copyable>(_ work: inout Work) throws(EditLimit) {
        guard let target else { return }
        try write(0, target, depth: 0, &work)
        if target.style.finalNewline { append(target.style.lineEnding.text.utf8) }
    }

    /// Appends a value of the document with its changes. The nesting of what has been changed is that of the operations.
    private mutating func write<Work: PutOffWork & ~Copyable>(
        _ node: UInt32, _ target: borrowing TargetStyle, depth: Int, _ work: inout Work
    ) throws(EditLimit) {
        guard var change = overlay(node), change.value != .none || change.isChanged else {
            return try writeSubtree(node, target, depth: depth)
        }
        if change.work >= 0, !change.isWorkOfChildren {
            let marks = marks
            try work.perform(change.work, on: node, at: 0, &self)
            change = overlay(node) ?? change
            if change.value == .none {
                try writeSubtree(node, target, depth: depth)
            } else {
                try write(change.value, origin: nil, depth: depth)
            }
            work.finish(change.work)
            return forget(since: marks)
        }
        if change.value != .none { return try write(change.value, origin: nil, depth: depth) }
        if nodes[Int(node)].isObject {
            try writeObject(node, change, target, depth: depth, &work)
        } else {
            try writeArray(node, change, target, depth: depth, &work)
        }
    }

    private mutating func writeArray<Work: PutOffWork & ~Copyable>(
        _ array: UInt32, _ change: Overlay, _ target: borrowing TargetStyle, depth: Int, _ work: inout Work
    ) throws(EditLimit) {
        let end = nodes[Int(array)].next
        if end == array + 1 { return try writeSubtree(array, target, depth: depth) }
        append(UInt8(ascii: "["))
        var element = array + 1
        var kept = firstGivenUp(of: array)
        var index = 0
        while element < end {
            let marks = marks
            let next = nodes[Int(element)].next
            if change.work >= 0 { try work.perform(change.work, on: element, at: index, &self) }
            if index > 0 { append(target.comma) }
            target.breakLine(depth + 1, to: &output)
            try write(element, target, depth: depth + 1, &work)
            if change.work >= 0 {
                work.finish(change.work)
                forget(since: marks)
            }
            element = next
            index += 1
            giveUpWritten(&kept, to: element)
            try handOver()
        }
        target.breakLine(depth, to: &output)
        append(UInt8(ascii: "]"))
    }

    // MARK: Changed objects

    /// A member that is left, or has been added.
    private enum Member {
        /// The node of a value; its key stands before it.
        case read(UInt32)
        case added(Int32)
    }

    private mutating func writeObject<Work: PutOffWork & ~Copyable>(
        _ object: UInt32, _ change: Overlay, _ target: borrowing TargetStyle, depth: Int, _ work: inout Work
    ) throws(EditLimit) {
        var isFirst = true
        if target.isSorted {
            for member in sorted(members(of: object, change)) {
                try write(member, change, &isFirst, target, depth: depth, &work)
            }
            return finish(isFirst, target, depth: depth)
        }
        try writeAdditions(from: change.leadingAddition, &isFirst, target, depth: depth, &work)
        var kept = change.work >= 0 ? firstGivenUp(of: object) : .max
        var value = object + 2
        let end = nodes[Int(object)].next
        while value <= end {
            let next = nodes[Int(value)].next
            if overlay(value)?.isRemoved != true {
                try write(.read(value), change, &isFirst, target, depth: depth, &work)
            }
            giveUpWritten(&kept, to: next)
            value = next + 1
        }
        try writeAdditions(from: change.firstAddition, &isFirst, target, depth: depth, &work)
        finish(isFirst, target, depth: depth)
    }

    private mutating func writeAdditions<Work: PutOffWork & ~Copyable>(
        from first: Int32, _ isFirst: inout Bool, _ target: borrowing TargetStyle, depth: Int, _ work: inout Work
    ) throws(EditLimit) {
        var current = first
        while current >= 0 {
            let addition = additions[Int(current)]
            if !addition.isRemoved {
                try write(.added(current), nil, &isFirst, target, depth: depth, &work)
            }
            current = addition.next
        }
    }

    private mutating func writeNewObject<Work: PutOffWork & ~Copyable>(
        _ first: Int32, _ target: borrowing TargetStyle, depth: Int, _ work: inout Work
    ) throws(EditLimit) {
        var isFirst = true
        if target.isSorted {
            for member in sorted(members(from: first)) {
                try write(member, nil, &isFirst, target, depth: depth, &work)
            }
        } else {
            try writeAdditions(from: first, &isFirst, target, depth: depth, &work)
        }
        finish(isFirst, target, depth: depth)
    }

    private mutating func finish(_ isEmpty: Bool, _ target: borrowing TargetStyle, depth: Int) {
        if isEmpty { return write(styled: [:], depth: depth) }
        target.breakLine(depth, to: &output)
        append(UInt8(ascii: "}"))
    }

    private mutating func write<Work: PutOffWork & ~Copyable>(
        _ member: Member, _ change: Overlay?, _ isFirst: inout Bool, _ target: borrowing TargetStyle, depth: Int,
        _ work: inout Work
    ) throws(EditLimit) {
        if isFirst { append(UInt8(ascii: "{")) } else { append(target.comma) }
        isFirst = false
        target.breakLine(depth + 1, to: &output)
        switch member {
        case .read(let value):
            let marks = marks
            let name = overlay(value)?.key ?? -1
            if name >= 0 { write(key: name) } else { writeString(nodes[Int(value) - 1], target) }
            append(target.colon)
            if let change, change.work >= 0 { try work.perform(change.work, on: value, at: 0, &self) }
            try write(value, target, depth: depth + 1, &work)
            if let change, change.work >= 0 {
                work.finish(change.work)
                forget(since: marks)
            }
        case .added(let number):
            let addition = additions[Int(number)]
            write(key: addition.key)
            append(target.colon)
            switch addition.value {
            case .node(let node): try write(node, target, depth: depth + 1, &work)
            case .new(let value): try write(value, origin: nil, depth: depth + 1)
            case .copied(let node): try writeSubtree(node, target, depth: depth + 1)
            case .object(let first, _): try writeNewObject(first, target, depth: depth + 1, &work)
            }
        }
        try handOver()
    }

    private func members(of object: UInt32, _ change: Overlay) -> [Member] {
        var members = members(from: change.leadingAddition)
        var value = object + 2
        while value <= nodes[Int(object)].next {
            if overlay(value)?.isRemoved != true { members.append(.read(value)) }
            value = nodes[Int(value)].next + 1
        }
        return members + self.members(from: change.firstAddition)
    }

    private func members(from first: Int32) -> [Member] {
        var members: [Member] = []
        var current = first
        while current >= 0 {
            if !additions[Int(current)].isRemoved { members.append(.added(current)) }
            current = additions[Int(current)].next
        }
        return members
    }

    private func sorted(_ members: [Member]) -> [Member] {
        let names = members.map { member in
            switch member {
            case .read(let value):
                let name = overlay(value)?.key ?? -1
                return name >= 0 ? characters(ofKey: name) : characters(of: value - 1)
            case .added(let number): return characters(ofKey: additions[Int(number)].key)
            }
        }
        return names.indices.sorted { names[$0].lexicographicallyPrecedes(names[$1]) }.map { members[$0] }
    }

    private func characters(ofKey key: Int32) -> [UInt8] { Array(vocabulary.bytes(keys[Int(key)].characters)) }

    private func characters(of key: UInt32) -> [UInt8] {
        let bytes = UnsafeBufferPointer(rebasing: text[nodes[Int(key)].content])
        return nodes[Int(key)].isEscaped ? Unescaping.characters(of: bytes) : Array(bytes)
    }

    // MARK: What was read

    /// Appends a value of the document in which nothing has been changed; not a recursion.
    private mutating func writeSubtree(
        _ root: UInt32, _ target: borrowing TargetStyle, depth: Int
    ) throws(EditLimit) {
        let base = open.count
        let givesUp = firstGivenUp(of: root) != .max
        var current = root
        while true {
            let node = nodes[Int(current)]
            var next = node.next
            var isFirst = false
            if !node.isContainer {
                if node.isString { writeString(node, target) } else { try copy(node.content) }
            } else if node.next == current + 1 {
                let level = depth + open.count - base
                let isPlain = (node.isObject ? target.style.emptyObject : target.style.emptyArray).utf8.count == 2
                if isPlain {
                    append(node.isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
                    append(node.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
                } else {
                    write(styled: node.isObject ? [:] : [], depth: level)
                }
            } else {
                append(node.isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
                enter(current, target, givesUp: givesUp)
                next = current + 1
                isFirst = true
            }
            // Up to the next value, behind all that ends here.
            while true {
                guard open.count > base else { return }
                let container = open.last
                if container.nextKey >= 0 ? Int(container.nextKey) == order.count : next == container.end {
                    leave()
                    next = container.end
                    isFirst = false
                    target.breakLine(depth + open.count - base, to: &output)
                    append(container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
                    continue
                }
                if container.nextKey >= 0 {
                    next = order[Int(container.nextKey)]
                    open[open.count - 1].nextKey += 1
                } else {
                    var kept = container.kept
                    giveUpWritten(&kept, to: next)
                    if kept != container.kept { open[open.count - 1].kept = kept }
                }
                if !isFirst {
                    append(target.comma)
                    try handOver()
                }
                target.breakLine(depth + open.count - base, to: &output)
                if container.isObject {
                    writeString(nodes[Int(next)], target)
                    append(target.colon)
                    next += 1
                }
                current = next
                break
            }
        }
    }

    private mutating func enter(_ container: UInt32, _ target: borrowing TargetStyle, givesUp: Bool) {
        let node = nodes[Int(container)]
        var first: Int32 = -1
        if node.isObject, target.isSorted {
            first = Int32(truncatingIfNeeded: order.count)
            let names = keys(of: container).map { ($0, characters(of: $0)) }
            for (key, _) in names.sorted(by: { $0.1.lexicographicallyPrecedes($1.1) }) { order.append(key) }
        }
        open.append(
            OpenNode(
                end: node.next, isObject: node.isObject, firstKey: first, nextKey: first,
                kept: givesUp ? container + 1 : .max))
    }

    private mutating func leave() {
        let container = open.last
        if container.firstKey >= 0 { order.truncate(to: Int(container.firstKey)) }
        open.truncate(to: open.count - 1)
    }

    private func keys(of object: UInt32) -> [UInt32] {
        var keys: [UInt32] = []
        var key = object + 1
        while key < nodes[Int(object)].next {
            keys.append(key)
            key = nodes[Int(key) + 1].next
        }
        return keys
    }

    /// Appends a string or key that was read.
    @inline(__always)
    private mutating func writeString(_ node: IndexNode, _ target: borrowing TargetStyle) {
        let content = UnsafeBufferPointer(rebasing: text[node.content])
        if node.isEscaped ? target.copiesEscaped : target.copies(content) {
            output.append(UnsafeBufferPointer(rebasing: text[node.span]))
        } else {
            writeSpelled(content, isEscaped: node.isEscaped)
        }
    }

    private mutating func writeSpelled(_ content: UnsafeBufferPointer<UInt8>, isEscaped: Bool) {
        let text =
            isEscaped
            ? String(decoding: Unescaping.characters(of: content), as: UTF8.self)
            : String(decoding: content, as: UTF8.self)
        write(styled: .string(text), depth: 0)
    }
}
