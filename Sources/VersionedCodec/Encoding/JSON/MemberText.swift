/// The parts of JSON text that this encoder wrote itself, so that its grammar need not be checked again.
///
/// Unsafe code: bytes are a copy of its own.
enum MemberText {
    /// A member of an object, or an element of an array.
    struct Part {
        /// The name with its quotes; empty for an element.
        let name: Range<Int>
        let value: Range<Int>
    }

    /// The parts of an object or array, given the range of what is between its brackets.
    ///
    /// A value that a tree is still to be written for is empty.
    static func parts(_ bytes: [UInt8], _ content: Range<Int>, isObject: Bool, count: Int) -> [Part] {
        var parts: [Part] = []
        parts.reserveCapacity(count)
        var start = content.lowerBound
        for _ in 0..<count {
            var name = start..<start
            if isObject {
                name = start..<endOfString(bytes, start)
                start = name.upperBound + 1
            }
            let end = endOfValue(bytes, start, limit: content.upperBound)
            parts.append(Part(name: name, value: start..<end))
            start = end + 1
        }
        return parts
    }

    /// The index after a string that begins at an index.
    static func endOfString(_ bytes: [UInt8], _ start: Int) -> Int {
        var index = start + 1
        while bytes[index] != UInt8(ascii: "\"") { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
        return index + 1
    }

    /// The index of what ends a value: a comma or the end of what is between the brackets.
    fileprivate static func endOfValue(_ bytes: [UInt8], _ start: Int, limit: Int) -> Int {
        var index = start
        var depth = 0
        while index < limit {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index = endOfString(bytes, index)
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ",") where depth == 0: return index
            default: break
            }
            index += 1
        }
        return limit
    }

    /// The text of a name without its quotes.
    static func name(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
        return Array(bytes).withUnsafeBufferPointer { Unescaping.string(of: $0) }
    }
}

extension WrittenJSON {
    /// How many members or elements a whole object or array has; a tree that is still to be written is one, though it
    /// has no bytes.
    var partCount: Int {
        guard bytes.count > 2 || !pendingParts.isEmpty else { return 0 }
        var count = 0
        var start = 1
        while start < bytes.count {
            count += 1
            start = MemberText.endOfValue(bytes, start, limit: bytes.count - 1) + 1
        }
        return count
    }
}
