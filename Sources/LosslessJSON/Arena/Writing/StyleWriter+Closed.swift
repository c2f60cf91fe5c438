/// Writing in a style what was read and not changed, straight from the index.
extension StyleWriter {
    /// A container that is being written.
    struct ClosedContainer {
        /// The node after it.
        let end: UInt32
        let isObject: Bool
        /// Where its sorted keys are in `order`, and where the next one does; -1 where they are not sorted.
        let firstKey: Int
        var nextKey: Int
    }

    /// Writes a value of the index; not a recursion.
    mutating func writeIndexed(_ root: UInt32, depth: Int) {
        let index = arena.state.pointee.index
        arena.noteLayout(of: root)
        let base = closed.count
        var current = root
        while true {
            let node = index[Int(current)]
            var next = node.next
            var isFirst = false
            if !node.isContainer {
                if arena.state.pointee.isRecording { noteSpelling(of: current, node) }
                if node.isString { writeString(node) } else { arena.copy(node.content) }
            } else if node.next == current + 1 {
                writeEmpty(isObject: node.isObject, depth: depth + closed.count - base)
            } else {
                arena.put(node.isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
                enter(current)
                next = current + 1
                isFirst = true
            }
            // Up to the next value, after all containers that end here.
            while true {
                guard let container = closed.last, closed.count > base else { return }
                if container.nextKey >= 0 ? container.nextKey == order.count : next == container.end {
                    leave()
                    next = container.end
                    isFirst = false
                    style.breakLine(depth + closed.count - base, to: arena)
                    arena.put(container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
                    continue
                }
                if container.nextKey >= 0 {
                    next = order[container.nextKey]
                    closed[closed.count - 1].nextKey += 1
                }
                if !isFirst {
                    separate()
                    arena.handOver()
                }
                style.breakLine(depth + closed.count - base, to: arena)
                if container.isObject {
                    writeString(index[Int(next)])
                    writeColon()
                    next += 1
                }
                current = next
                break
            }
        }
    }

    private mutating func enter(_ container: UInt32) {
        let node = arena.state.pointee.index[Int(container)]
        var first = -1
        if node.isObject, style.isSorted {
            first = order.count
            arena.addSortedKeys(of: container, to: &order)
        }
        closed.append(ClosedContainer(end: node.next, isObject: node.isObject, firstKey: first, nextKey: first))
    }

    private mutating func leave() {
        let container = closed.removeLast()
        if container.firstKey >= 0 { order.removeLast(order.count - container.firstKey) }
    }

    /// Writes a string or key that was read.
    @inline(__always)
    func writeString(_ node: IndexNode) {
        let content = UnsafeBufferPointer(rebasing: arena.state.pointee.text[node.content])
        if node.isEscaped ? style.copiesEscaped : style.copies(content) {
            arena.copy(node.span)
        } else {
            writeSpelled(content, isEscaped: node.isEscaped)
        }
    }

    /// Notes what the spelling of a string in the style depends on.
    @inline(never)
    private func noteSpelling(of source: UInt32, _ node: IndexNode) {
        guard node.isString, let recorder = arena.state.pointee.recorder else { return }
        if !style.copiesPlain || node.isEscaped && !style.copiesEscaped {
            recorder.noteSeen(source..<source + 1)
        } else if !style.copiesEscaped {
            recorder.notePlain(source)
        }
    }

    @inline(never)
    private func writeSpelled(_ content: UnsafeBufferPointer<UInt8>, isEscaped: Bool) {
        let text =
            isEscaped
            ? String(decoding: Unescaping.characters(of: content), as: UTF8.self)
            : String(decoding: content, as: UTF8.self)
        writeStyled(.string(text), depth: 0)
    }
}

extension Arena {
    /// Adds the keys of an object of the index to a list, in the order of their bytes.
    func addSortedKeys(of object: UInt32, to list: inout [UInt32]) {
        let (index, first) = (state.pointee.index, list.count)
        var key = object + 1
        while key < index[Int(object)].next {
            list.append(key)
            key = index[Int(key) + 1].next
        }
        list.withUnsafeMutableBufferPointer {
            var keys = UnsafeMutableBufferPointer(rebasing: $0[first...])
            keys.sort { index[Int($0)].isKey(before: index[Int($1)], in: state.pointee.text) }
        }
    }
}

extension IndexNode {
    /// Whether a key comes before another one, by their bytes.
    func isKey(before other: IndexNode, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        if !isEscaped, !other.isEscaped { return text[content].lexicographicallyPrecedes(text[other.content]) }
        let names = [self, other].map { key in
            let content = UnsafeBufferPointer(rebasing: text[key.content])
            return key.isEscaped ? Unescaping.characters(of: content) : Array(content)
        }
        return names[0].lexicographicallyPrecedes(names[1])
    }
}
