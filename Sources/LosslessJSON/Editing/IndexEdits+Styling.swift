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

    func characters(of key: UInt32) -> [UInt8] {
        let bytes = UnsafeBufferPointer(rebasing: text[nodes[Int(key)].content])
        return nodes[Int(key)].isEscaped ? Unescaping.characters(of: bytes) : Array(bytes)
    }
}
