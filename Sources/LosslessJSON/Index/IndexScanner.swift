/// Scans JSON text into an index, in one pass and without recursion: RFC 8259, and the tolerances that are asked for.
///
/// It reports only whether the text is valid. For an invalid text, the slower `JSONParser` finds the first mistake and
/// its place; it reads the same grammar byte by byte.
///
/// Unsafe code: every byte is read below `end`, words only where eight bytes are left; nodes are written below the
/// buffer's capacity, which is looked at before each. While a container is open its node keeps, in `next`, the
/// container around it, and in `length`, how many members that one had so far.
package struct IndexScanner {
    let options: JSONParsingOptions
    let buffer: IndexBuffer

    package init(options: JSONParsingOptions, buffer: IndexBuffer) {
        self.options = options
        self.buffer = buffer
    }

    /// How deep containers are nested in almost all documents; of others the index says that they are deep.
    static let shallowDepth = 64

    /// Scans a whole text; `false` if it is not right, and the buffer's nodes then mean nothing.
    ///
    /// - Parameter first: Where the text begins within the bytes: after a byte order mark.
    package func scan(_ bytes: UnsafeBufferPointer<UInt8>, from first: Int = 0) -> Bool {
        buffer.count = 0
        guard let text = bytes.baseAddress, bytes.count <= options.maximumBytes, UTF8Check.isValid(bytes) else {
            return false
        }
        let end = text + bytes.count
        var breaksLines = false
        guard let start = Self.space(from: text + first, to: end, options.tolerances, &breaksLines),
            let here = scanValue(text, from: start, to: end),
            let rest = Self.space(from: here, to: end, options.tolerances, &breaksLines)
        else { return false }
        buffer.breaksLinesAround = breaksLines
        return rest == end
    }

    /// Scans the value that comes next in a text of UTF-8, after white space; where it ends, or `nil` if it is not
    /// right.
    ///
    /// What its parts change is passed to them, and never captured: captured variables would lie on the heap.
    func scanValue(
        _ text: UnsafePointer<UInt8>, from first: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8>? {
        let tolerances = options.tolerances
        let allowsRepeatedKeys = options.duplicateKeys != .report
        var here = first
        var nodes = buffer.base
        var capacity = buffer.capacity
        var count = 0
        var level = Level()
        var breaksLines = false
        var limit = min(options.maximumDepth, Self.shallowDepth)
        var keys = KeyCheck()
        swap(&keys, &buffer.keys)
        defer { swap(&keys, &buffer.keys) }

        values: while true {
            if count &+ 3 >= capacity {
                buffer.grow()
                (nodes, capacity) = (buffer.base, buffer.capacity)
            }
            guard Self.skipIndentation(&here, to: end, tolerances, &breaksLines) else { return nil }
            if level.isObject {
                guard Self.key(&here, to: end, nodes + count, text, tolerances, &breaksLines),
                    Self.skipSpace(&here, to: end, tolerances, &breaksLines)
                else { return nil }
                count &+= 1
            }
            let byte = here.pointee
            let offset = UInt32(truncatingIfNeeded: here - text)
            switch byte {
            case UInt8(ascii: "\""):
                let string = Self.string(from: here + 1, to: end, tolerances)
                guard let quote = string.quote else { return nil }
                nodes[count] = IndexNode(
                    offset: offset &+ 1, length: UInt32(truncatingIfNeeded: quote - here - 1),
                    next: UInt32(truncatingIfNeeded: count &+ 1),
                    meta: string.isEscaped ? IndexNode.string | IndexNode.escaped : IndexNode.string)
                count &+= 1
                here = quote + 1
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if level.depth >= limit {
                    guard level.depth < options.maximumDepth else { return nil }
                    limit = options.maximumDepth
                }
                let isObject = byte == UInt8(ascii: "{")
                let kind = isObject ? IndexNode.object : IndexNode.array
                here += 1
                guard Self.skipSpace(&here, to: end, tolerances, &breaksLines) else { return nil }
                // ASCII has "]" and "}" two places behind "[" and "{".
                guard here.pointee == byte &+ 2 else {
                    nodes[count] = IndexNode(
                        offset: offset, length: level.members, next: UInt32(truncatingIfNeeded: level.container),
                        meta: kind)
                    level = Level(container: count, members: 0, isObject: isObject, depth: level.depth &+ 1)
                    count &+= 1
                    continue values
                }
                here += 1
                nodes[count] = IndexNode(
                    offset: offset, length: UInt32(truncatingIfNeeded: here - text) &- offset,
                    next: UInt32(truncatingIfNeeded: count &+ 1), meta: kind)
                count &+= 1
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let number = Self.number(from: here, to: end, tolerances)
                guard let numberEnd = number.end else { return nil }
                nodes[count] = IndexNode(
                    offset: offset, length: UInt32(truncatingIfNeeded: numberEnd - here),
                    next: UInt32(truncatingIfNeeded: count &+ 1),
                    meta: number.isInteger ? IndexNode.number | IndexNode.integer : IndexNode.number)
                count &+= 1
                here = numberEnd
            case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
                guard let word = Self.word(from: here, to: end) else { return nil }
                nodes[count] = IndexNode(
                    offset: offset, length: UInt32(truncatingIfNeeded: word.length),
                    next: UInt32(truncatingIfNeeded: count &+ 1), meta: word.kind)
                count &+= 1
                here += word.length
            default:
                let length = Self.nonFiniteName(from: here, to: end, tolerances)
                guard length > 0 else { return nil }
                nodes[count] = IndexNode(
                    offset: offset, length: UInt32(truncatingIfNeeded: length),
                    next: UInt32(truncatingIfNeeded: count &+ 1), meta: IndexNode.number)
                count &+= 1
                here += length
            }
            // After a complete value: the next token, and every container that it completes.
            while level.depth > 0 {
                level.members &+= 1
                guard Self.skipSpace(&here, to: end, tolerances, &breaksLines) else { return nil }
                let closing = level.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
                if here.pointee == UInt8(ascii: ",") {
                    here += 1
                    guard tolerances.contains(.trailingCommas) else { continue values }
                    guard Self.skipSpace(&here, to: end, tolerances, &breaksLines) else { return nil }
                    if here.pointee != closing { continue values }
                }
                guard here.pointee == closing else { return nil }
                here += 1
                guard level.close(at: here, nodes, count, &keys, text) || allowsRepeatedKeys else { return nil }
            }
            break
        }
        buffer.count = count
        buffer.breaksLines = breaksLines
        buffer.isDeep = limit > Self.shallowDepth
        return here
    }

    /// The innermost open container, where `depth` is not 0.
    private struct Level {
        var container = 0
        /// How many members or elements it has.
        var members: UInt32 = 0
        var isObject = false
        var depth = 0

        /// Completes the container behind its bracket, and goes on with the one around it; `false` if a key comes
        /// twice.
        @inline(__always)
        mutating func close(
            at end: UnsafePointer<UInt8>, _ nodes: UnsafeMutablePointer<IndexNode>, _ count: Int,
            _ keys: inout KeyCheck, _ text: UnsafePointer<UInt8>
        ) -> Bool {
            var node = nodes[container]
            let around = Int(node.next)
            let membersAround = node.length
            var meta = isObject ? IndexNode.object : IndexNode.array
            meta |= min(members, IndexNode.greatestCount) << IndexNode.countShift
            let isRepeated = isObject && keys.hasRepeatedKey(container, end: count, count: Int(members), nodes, text)
            if isRepeated { meta |= IndexNode.repeatedKey }
            node.length = UInt32(truncatingIfNeeded: end - text) &- node.offset
            node.next = UInt32(truncatingIfNeeded: count)
            node.meta = meta
            nodes[container] = node
            depth &-= 1
            container = around
            members = membersAround
            isObject = depth > 0 && nodes[container].meta == IndexNode.object
            return !isRepeated
        }
    }

    /// Reads a key and its colon into a node, and goes on to its value; `false` if there is none.
    @inline(__always)
    private static func key(
        _ here: inout UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>, _ node: UnsafeMutablePointer<IndexNode>,
        _ text: UnsafePointer<UInt8>, _ tolerances: Tolerances, _ breaksLines: inout Bool
    ) -> Bool {
        guard here.pointee == UInt8(ascii: "\"") else { return false }
        let start = here + 1
        let string = string(from: start, to: end, tolerances)
        guard let quote = string.quote else { return false }
        let length = quote - start
        node.pointee = IndexNode(
            offset: UInt32(truncatingIfNeeded: start - text), length: UInt32(truncatingIfNeeded: length),
            next: hash(start, length, end, isEscaped: string.isEscaped),
            meta: string.isEscaped ? IndexNode.key | IndexNode.escaped : IndexNode.key)
        here = quote + 1
        guard skipSpace(&here, to: end, tolerances, &breaksLines), here.pointee == UInt8(ascii: ":") else {
            return false
        }
        here += 1
        // The space after it, the most common white space of all.
        if end - here >= 2, here[0] == 0x20, here[1] > 0x20, here[1] != UInt8(ascii: "/") { here += 1 }
        return true
    }

    /// Passes over white space; whether there is more text.
    @inline(__always)
    private static func skipSpace(
        _ here: inout UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>, _ tolerances: Tolerances,
        _ breaksLines: inout Bool
    ) -> Bool {
        if here < end, here.pointee > 0x20, here.pointee != UInt8(ascii: "/") { return true }
        guard let next = space(from: here, to: end, tolerances, &breaksLines) else { return false }
        here = next
        return here < end
    }

    /// Passes over white space as `skipSpace` does, without a call where it is a line break and up to 15 spaces: most
    /// white space before keys and values of a text that is not compact.
    @inline(__always)
    private static func skipIndentation(
        _ here: inout UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>, _ tolerances: Tolerances,
        _ breaksLines: inout Bool
    ) -> Bool {
        if here < end, here.pointee > 0x20, here.pointee != UInt8(ascii: "/") { return true }
        if end - here > 16, here.pointee == 0x0A {
            breaksLines = true
            here += 1
            var others = UInt64(littleEndianAt: here) ^ 0x2020_2020_2020_2020
            if others == 0 {
                here += 8
                others = UInt64(littleEndianAt: here) ^ 0x2020_2020_2020_2020
            }
            here += others.trailingZeroBitCount / 8
        }
        return skipSpace(&here, to: end, tolerances, &breaksLines)
    }

    /// Passes over white space and, where tolerated, comments; `nil` for a comment that does not end.
    ///
    /// This part handles a space, or a line break and its indentation, without saving registers.
    @inline(never)
    private static func space(
        from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>, _ tolerances: Tolerances,
        _ breaksLines: inout Bool
    ) -> UnsafePointer<UInt8>? {
        var here = start
        if here < end, here.pointee == 0x20 || here.pointee == 0x0A {
            if here.pointee == 0x0A { breaksLines = true }
            here = spaces(from: here + 1, to: end)
            if here < end, here.pointee > 0x20, here.pointee != UInt8(ascii: "/") { return here }
        }
        return anySpace(from: here, to: end, tolerances, &breaksLines)
    }

    @inline(never)
    private static func anySpace(
        from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>, _ tolerances: Tolerances,
        _ breaksLines: inout Bool
    ) -> UnsafePointer<UInt8>? {
        var here = start
        while here < end {
            switch here.pointee {
            case 0x20, 0x09: here += 1
            case 0x0A, 0x0D:
                breaksLines = true
                here = spaces(from: here + 1, to: end)
            case UInt8(ascii: "/") where tolerances.contains(.comments):
                guard let next = comment(from: here, to: end) else { return nil }
                here = next
            default: return here
            }
        }
        return here
    }

    /// Passes over spaces, eight at a time, but for some of the last seven bytes of the text.
    @inline(__always)
    private static func spaces(
        from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8> {
        var here = start
        while end - here >= 8 {
            let word = UInt64(littleEndianAt: here)
            let others = word ^ 0x2020_2020_2020_2020
            if others != 0 { return here + others.trailingZeroBitCount / 8 }
            here += 8
        }
        return here
    }

    /// The end of a comment: of `//…` the line break, or the end of the text; `nil` if there is none.
    static func comment(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
        guard end - start >= 2 else { return nil }
        var here = start + 2
        switch start[1] {
        case UInt8(ascii: "/"):
            while here < end, here.pointee != 0x0A, here.pointee != 0x0D { here += 1 }
            return here
        case UInt8(ascii: "*"):
            while end - here >= 2 {
                if here[0] == UInt8(ascii: "*"), here[1] == UInt8(ascii: "/") { return here + 2 }
                here += 1
            }
            return nil
        default: return nil
        }
    }

    /// The hash of a key, of its resolved characters where it holds escapes.
    @inline(__always)
    private static func hash(
        _ start: UnsafePointer<UInt8>, _ length: Int, _ end: UnsafePointer<UInt8>, isEscaped: Bool
    ) -> UInt32 {
        // A quote follows every key, so only the last few bytes of a text are too near its end for a word.
        if !isEscaped, end - start >= 8 { return KeyHash.hash(readable: start, count: length) }
        return otherHash(UnsafeBufferPointer(start: start, count: length), isEscaped: isEscaped)
    }

    @inline(never)
    private static func otherHash(_ key: UnsafeBufferPointer<UInt8>, isEscaped: Bool) -> UInt32 {
        guard isEscaped else { return KeyHash.hash(key) }
        return Unescaping.characters(of: key).withUnsafeBufferPointer { KeyHash.hash($0) }
    }
}
