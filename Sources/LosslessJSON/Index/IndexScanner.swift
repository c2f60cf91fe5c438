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

    /// Offsets and lengths are held in 32 bits.
    static let maximumBytes = Int(UInt32.max) - 16

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
    func scanValue(
        _ text: UnsafePointer<UInt8>, from first: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8>? {
        let tolerances = options.tolerances
        let allowsRepeatedKeys = options.duplicateKeys != .report
        var here = first
        var nodes = buffer.base
        var capacity = buffer.capacity
        var count = 0
        var depth = 0
        var open = 0  // The innermost open container, where `depth` is not 0.
        var members: UInt32 = 0  // How many members or elements that one has.
        var isObject = false
        var breaksLines = false
        var keys = KeyCheck()
        swap(&keys, &buffer.keys)
        defer { swap(&keys, &buffer.keys) }

        @inline(__always)
        func offset(_ place: UnsafePointer<UInt8>) -> UInt32 { UInt32(truncatingIfNeeded: place - text) }

        /// Passes over white space; whether there is more text.
        @inline(__always)
        func skipSpace() -> Bool {
            if here < end, here.pointee > 0x20, here.pointee != UInt8(ascii: "/") { return true }
            guard let next = Self.space(from: here, to: end, tolerances, &breaksLines) else { return false }
            here = next
            return here < end
        }

        /// Reads a key and its colon, up to its value; there is memory for its node.
        @inline(__always)
        func key() -> Bool {
            guard here.pointee == UInt8(ascii: "\"") else { return false }
            let start = here + 1
            let string = Self.string(from: start, to: end, tolerances)
            guard let quote = string.quote else { return false }
            let length = quote - start
            let hash = Self.hash(start, length, end, isEscaped: string.isEscaped)
            nodes[count] = IndexNode(
                offset: offset(start), length: UInt32(truncatingIfNeeded: length), next: hash,
                meta: string.isEscaped ? IndexNode.key | IndexNode.escaped : IndexNode.key)
            count += 1
            here = quote + 1
            guard skipSpace(), here.pointee == UInt8(ascii: ":") else { return false }
            here += 1
            return true
        }

        /// Completes the innermost container, whose bracket is at `here`.
        @inline(__always)
        func close() -> Bool {
            var node = nodes[open]
            let around = Int(node.next)
            let membersAround = node.length
            here += 1
            var meta = isObject ? IndexNode.object : IndexNode.array
            meta |= min(members, IndexNode.greatestCount) << IndexNode.countShift
            if isObject, keys.hasRepeatedKey(open, end: count, count: Int(members), nodes, text) {
                guard allowsRepeatedKeys else { return false }
                meta |= IndexNode.repeatedKey
            }
            node.length = offset(here) &- node.offset
            node.next = UInt32(truncatingIfNeeded: count)
            node.meta = meta
            nodes[open] = node
            depth -= 1
            open = around
            members = membersAround
            isObject = depth > 0 && nodes[open].meta == IndexNode.object
            return true
        }

        values: while true {
            guard skipSpace() else { return nil }
            if count + 2 >= capacity {
                buffer.grow()
                (nodes, capacity) = (buffer.base, buffer.capacity)
            }
            let byte = here.pointee
            switch byte {
            case UInt8(ascii: "\""):
                let start = here + 1
                let string = Self.string(from: start, to: end, tolerances)
                guard let quote = string.quote else { return nil }
                nodes[count] = IndexNode(
                    offset: offset(start), length: UInt32(truncatingIfNeeded: quote - start),
                    next: UInt32(truncatingIfNeeded: count + 1),
                    meta: string.isEscaped ? IndexNode.string | IndexNode.escaped : IndexNode.string)
                count += 1
                here = quote + 1
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard depth < options.maximumDepth else { return nil }
                isObject = byte == UInt8(ascii: "{")
                nodes[count] = IndexNode(
                    offset: offset(here), length: members, next: UInt32(truncatingIfNeeded: open),
                    meta: isObject ? IndexNode.object : IndexNode.array)
                open = count
                count += 1
                depth += 1
                members = 0
                here += 1
                guard skipSpace() else { return nil }
                if here.pointee == byte &+ 2 {  // ASCII has "]" and "}" two places behind "[" and "{".
                    guard close() else { return nil }
                } else {
                    if isObject { guard key() else { return nil } }
                    continue values
                }
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let number = Self.number(from: here, to: end, tolerances)
                guard let numberEnd = number.end else { return nil }
                nodes[count] = IndexNode(
                    offset: offset(here), length: UInt32(truncatingIfNeeded: numberEnd - here),
                    next: UInt32(truncatingIfNeeded: count + 1),
                    meta: number.isInteger ? IndexNode.number | IndexNode.integer : IndexNode.number)
                count += 1
                here = numberEnd
            case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
                guard let word = Self.word(from: here, to: end) else { return nil }
                nodes[count] = IndexNode(
                    offset: offset(here), length: UInt32(truncatingIfNeeded: word.length),
                    next: UInt32(truncatingIfNeeded: count + 1), meta: word.kind)
                count += 1
                here += word.length
            default:
                let length = Self.nonFiniteName(from: here, to: end, tolerances)
                guard length > 0 else { return nil }
                nodes[count] = IndexNode(
                    offset: offset(here), length: UInt32(truncatingIfNeeded: length),
                    next: UInt32(truncatingIfNeeded: count + 1), meta: IndexNode.number)
                count += 1
                here += length
            }
            // After a complete value: the next token, and every container that it completes.
            while depth > 0 {
                members &+= 1
                guard skipSpace() else { return nil }
                if here.pointee == UInt8(ascii: ",") {
                    here += 1
                    if isObject || !tolerances.isEmpty {
                        guard skipSpace() else { return nil }
                        let closing = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
                        if here.pointee == closing, tolerances.contains(.trailingCommas) {
                            guard close() else { return nil }
                            continue
                        }
                        if isObject {
                            if count + 2 >= capacity {
                                buffer.grow()
                                (nodes, capacity) = (buffer.base, buffer.capacity)
                            }
                            guard key() else { return nil }
                        }
                    }
                    continue values
                }
                guard here.pointee == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")), close() else { return nil }
            }
            break
        }
        buffer.count = count
        buffer.breaksLines = breaksLines
        return here
    }

    /// Passes over white space and, where tolerated, comments; `nil` for a comment that does not end.
    @inline(never)
    private static func space(
        from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>, _ tolerances: Tolerances,
        _ breaksLines: inout Bool
    ) -> UnsafePointer<UInt8>? {
        var here = start
        while here < end {
            switch here.pointee {
            case 0x20, 0x09: here += 1
            case 0x0A, 0x0D:
                breaksLines = true
                here += 1
            case UInt8(ascii: "/") where tolerances.contains(.comments):
                guard let next = comment(from: here, to: end) else { return nil }
                here = next
            default: return here
            }
            // Indentation, eight spaces at a time; the last word determines the rest.
            while end - here >= 8 {
                let word = UInt64(littleEndian: UnsafeRawPointer(here).loadUnaligned(as: UInt64.self))
                let others = word ^ 0x2020_2020_2020_2020
                if others == 0 {
                    here += 8
                    continue
                }
                here += others.trailingZeroBitCount / 8
                if here.pointee > 0x20, here.pointee != UInt8(ascii: "/") { return here }
                break
            }
        }
        return here
    }

    private static func comment(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>?
    {
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
        if isEscaped {
            let characters = Unescaping.characters(of: UnsafeBufferPointer(start: start, count: length))
            return characters.withUnsafeBufferPointer { KeyHash.hash($0) }
        }
        // A quote follows every key, so only the last few bytes of a text are too near its end for a word.
        if end - start >= 8 { return KeyHash.hash(readable: start, count: length) }
        return KeyHash.hash(UnsafeBufferPointer(start: start, count: length))
    }
}
