/// Writing in a style what was read and not changed.
extension IndexEdits {
    /// Appends a value of the document in which nothing has been changed; not a recursion.
    mutating func writeSubtree(
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

    func keys(of object: UInt32) -> [UInt32] {
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
    mutating func writeString(_ node: IndexNode, _ target: borrowing TargetStyle) {
        let content = UnsafeBufferPointer(rebasing: text[node.content])
        if node.isEscaped ? target.copiesEscaped : target.copies(content) {
            output.append(UnsafeBufferPointer(rebasing: text[node.span]))
        } else {
            writeSpelled(content, isEscaped: node.isEscaped)
        }
    }

    mutating func writeSpelled(_ content: UnsafeBufferPointer<UInt8>, isEscaped: Bool) {
        let text =
            isEscaped
            ? String(decoding: Unescaping.characters(of: content), as: UTF8.self)
            : String(decoding: content, as: UTF8.self)
        write(styled: .string(text), depth: 0)
    }
}
