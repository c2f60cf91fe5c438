/// Unsafe code: nodes and text are those of a scan that succeeded, borrowed for the call; a node's children and bytes
/// lie within them.
extension DocumentIndex {
    /// A copy of a part of a text that has been scanned: the bytes of one value, and its nodes.
    ///
    /// - Parameters:
    ///   - root: The node of the value.
    ///   - nodes: The nodes of the scan.
    ///   - text: The bytes that were scanned.
    ///   - origin: Where the value begins in the text of the caller.
    ///   - options: The options of the scan.
    /// - Complexity: O(bytes of the value)
    package convenience init(
        copying root: UInt32, of nodes: UnsafeMutablePointer<IndexNode>, in text: UnsafePointer<UInt8>, origin: Int,
        options: JSONParsingOptions, duplicateKeys: JSONParsingOptions.DuplicateKeyPolicy
    ) {
        let value = nodes[Int(root)]
        let span = value.span
        let count = value.isContainer ? Int(value.next - root) : 1
        let buffer = IndexBuffer(capacity: count)
        for place in 0..<count {
            var node = nodes[Int(root) + place]
            node.offset -= UInt32(span.lowerBound)
            // The word of a key at this place is a hash.
            if node.rawKind != IndexNode.key { node.next -= root }
            buffer.base[place] = node
        }
        buffer.count = count
        var options = options
        options.duplicateKeys = duplicateKeys
        let bytes = Array(UnsafeBufferPointer(start: text + span.lowerBound, count: span.count))
        self.init(bytes: bytes, buffer: buffer, options: options, origin: origin)
    }
}

/// The text of a value, written again from the nodes of an index, whose texts may be anywhere.
package enum NodeText {
    /// The value on one line, without recursion. O(bytes of the value)
    package static func compact(
        _ root: UInt32, _ nodes: UnsafeMutablePointer<IndexNode>, _ text: UnsafePointer<UInt8>
    ) -> [UInt8] {
        var output: [UInt8] = []
        // The containers that are open: the node after each, and whether it has members.
        var open: [(end: UInt32, isObject: Bool)] = []
        var node = root
        var isFirst = true
        repeat {
            if !isFirst { output.append(UInt8(ascii: ",")) }
            if open.last?.isObject == true {
                output.append(contentsOf: spelling(of: nodes[Int(node)], text))
                output.append(UInt8(ascii: ":"))
                node += 1
            }
            let value = nodes[Int(node)]
            if value.isContainer {
                open.append((value.next, value.isObject))
                output.append(value.isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
                node += 1
                isFirst = true
            } else {
                output.append(contentsOf: spelling(of: value, text))
                node += 1
                isFirst = false
            }
            while let last = open.last, node >= last.end {
                output.append(last.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
                open.removeLast()
                isFirst = false
            }
        } while !open.isEmpty
        return output
    }

    private static func spelling(of node: IndexNode, _ text: UnsafePointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: text + node.span.lowerBound, count: node.span.count)
    }
}
