/// Writing what was read and not changed, straight from the index.
extension JSONWriter {
    /// Whether the containers of a document are written member by member in the order of their nodes.
    func canWriteNodes(of index: DocumentIndex) -> Bool {
        style.keyOrder != .sorted && index.duplicateKeys == .report
    }

    /// Writes a container that begins at a depth of nesting; not a recursion. O(bytes)
    mutating func writeNodes(of index: DocumentIndex, _ root: UInt32, depth: Int) {
        index.bytes.withUnsafeBufferPointer { bytes in
            if isWrittenAsRead(container: root, bytes, index) {
                output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[index[root].span]))
            } else {
                writeNodes(of: index, root, bytes, depth: depth)
            }
        }
    }

    /// Whether a container is written as it was read: without white space, and with strings that may be copied.
    private func isWrittenAsRead(
        container root: UInt32, _ bytes: UnsafeBufferPointer<UInt8>, _ index: DocumentIndex
    ) -> Bool {
        let (start, end) = (index[root].span.lowerBound, index[root].next)
        // White space is mostly found behind the first bracket.
        guard isTight, root + 1 < end, index[root + 1].span.lowerBound == start + 1,
            style.emptyArray.utf8.count == 2, style.emptyObject.utf8.count == 2
        else { return false }
        // Two brackets, and before each of the other nodes but the first one a comma or a colon.
        var count = 2 + Int(end - root - 2)
        for number in root + 1..<end {
            let node = index[number]
            if node.isContainer {
                // Two brackets, and nothing before the first node in it.
                count += number + 1 == node.next ? 2 : 1
                continue
            }
            count += node.span.count
            // A number may have a name, which is noted.
            let isCopied =
                node.isNumber
                ? 0x30...0x39 ~= bytes[node.content.upperBound - 1]
                : !(node.isString || node.rawKind == IndexNode.key) || isWrittenAsRead(node, index)
            if !isCopied { return false }
        }
        return count == index[root].span.count
    }

    private mutating func writeNodes(
        of index: DocumentIndex, _ root: UInt32, _ bytes: UnsafeBufferPointer<UInt8>, depth: Int
    ) {
        /// The containers around the value that is written, and the node after each.
        var open: [(end: UInt32, isObject: Bool)] = []
        var isFirst = true
        var next = root
        repeat {
            var node = index[next]
            next += 1
            if let container = open.last {
                let key = node
                if container.isObject {
                    node = index[next]
                    next += 1
                }
                if isTight, !node.isContainer, !container.isObject || isWrittenAsRead(key, index),
                    !node.isString || isWrittenAsRead(node, index)
                {
                    copy(key: container.isObject ? key : nil, node, bytes, separating: !isFirst)
                    noteName(of: node, bytes, index)
                    isFirst = false
                    close(&open, behind: next, depth: depth)
                    continue
                }
                if !isFirst { separate() }
                breakLine(depth: depth + open.count)
                if container.isObject {
                    writeString(key, bytes, index)
                    writeColon()
                }
            }
            isFirst = false
            if !node.isContainer {
                writeScalar(node, bytes, index)
            } else if node.next == next {
                writeEmpty(isObject: node.isObject, depth: depth + open.count)
            } else {
                output.append(node.isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
                open.append((node.next, node.isObject))
                isFirst = true
            }
            close(&open, behind: next, depth: depth)
        } while !open.isEmpty
    }

    /// Writes the brackets of the containers that end before a node.
    @inline(__always)
    private mutating func close(_ open: inout [(end: UInt32, isObject: Bool)], behind next: UInt32, depth: Int) {
        while let container = open.last, container.end == next {
            open.removeLast()
            breakLine(depth: depth + open.count)
            output.append(container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        }
    }

    /// Writes a member or element as it was read, in a style without white space.
    ///
    /// Unsafe code: writes as many bytes as both take, with a comma and a colon, for which room is made first.
    @inline(__always)
    private mutating func copy(
        key: IndexNode?, _ value: IndexNode, _ bytes: UnsafeBufferPointer<UInt8>, separating: Bool
    ) {
        guard let base = bytes.baseAddress else { return }
        let room = (key?.span.count ?? 0) + value.span.count + 2
        output.makeRoom(room)
        output.append(room: room) { start in
            var out = start
            if separating {
                out.pointee = UInt8(ascii: ",")
                out += 1
            }
            if let span = key?.span {
                out.update(from: base + span.lowerBound, count: span.count)
                out[span.count] = UInt8(ascii: ":")
                out += span.count + 1
            }
            out.update(from: base + value.span.lowerBound, count: value.span.count)
            return out + value.span.count - start
        }
    }

    @inline(__always)
    private mutating func writeScalar(
        _ node: IndexNode, _ bytes: UnsafeBufferPointer<UInt8>, _ index: DocumentIndex
    ) {
        if node.isString { return writeString(node, bytes, index) }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[node.content]))
        noteName(of: node, bytes, index)
    }

    /// Notes a number that does not end with a digit.
    @inline(__always)
    private mutating func noteName(
        of node: IndexNode, _ bytes: UnsafeBufferPointer<UInt8>, _ index: DocumentIndex
    ) {
        guard node.isNumber, !(0x30...0x39).contains(bytes[node.content.upperBound - 1]) else { return }
        nameOfNumber = index.text(node.content)
    }
}
