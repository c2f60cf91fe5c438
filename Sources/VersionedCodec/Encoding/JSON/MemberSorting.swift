/// The memory in which the members of an object are sorted: made once, for many objects.
///
/// Unsafe code: the output's own bytes are borrowed while they are sorted; the copy has as many.
struct MemberSorting {
    fileprivate var spans: [Range<Int>] = []
    fileprivate var copy: [UInt8] = []

    /// Gives the memory up where it is large.
    mutating func clear() {
        if spans.capacity > 256 { spans = [] }
        if copy.capacity > 4096 { copy = [] }
    }
}

extension JSONOutput {
    /// Sorts the members of the innermost value, whose names all differ, by the bytes of their names.
    ///
    /// False, and nothing is done, where that takes more than looking at the bytes: names with escapes, values that are
    /// still to be filled in.
    func sortMembers(from first: Int, of index: Int) -> Bool {
        let start = values[index].start + 1
        if let pending = pendingParts.last, pending.position >= start { return false }
        guard let isSorted = bytes.pointee.withUnsafeBufferPointer({ areSorted(from: first, $0) }) else { return false }
        guard !isSorted else { return true }
        sorting.spans.removeAll(keepingCapacity: true)
        for place in first..<notedMembers.count {
            let end = place + 1 < notedMembers.count ? notedMembers[place + 1].start - 1 : content.count
            sorting.spans.append(notedMembers[place].start..<end)
        }
        bytes.pointee.withUnsafeMutableBufferPointer { bytes in
            let text = UnsafeBufferPointer(bytes)
            sorting.spans.sort { Self.compare($0.lowerBound, $1.lowerBound, in: text) < 0 }
            sorting.copy.removeAll(keepingCapacity: true)
            sorting.copy.append(contentsOf: text[start...])
            sorting.copy.withUnsafeBufferPointer { copy in
                var end = start
                for span in sorting.spans {
                    if end > start {
                        bytes[end] = UInt8(ascii: ",")
                        end += 1
                    }
                    let member = UnsafeBufferPointer(rebasing: copy[span.lowerBound - start..<span.upperBound - start])
                    end = UnsafeMutableBufferPointer(rebasing: bytes[end...]).update(fromContentsOf: member) + end
                }
            }
        }
        return true
    }

    /// Whether the noted members are in order already; `nil` if a name has an escape.
    private func areSorted(from first: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool? {
        var areSorted = true
        for place in first..<notedMembers.count {
            let name = notedMembers[place].start
            guard MemberText.isPlainString(text, name) else { return nil }
            if place > first, Self.compare(notedMembers[place - 1].start, name, in: text) > 0 { areSorted = false }
        }
        return areSorted
    }

    /// Compares two names without escapes that begin at the given quotes.
    private static func compare(_ left: Int, _ right: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        let quote = UInt8(ascii: "\"")
        var offset = 1
        while true {
            let (one, other) = (text[left + offset], text[right + offset])
            if one != other {
                if one == quote { return -1 }
                return other == quote ? 1 : Int(one) - Int(other)
            }
            if one == quote { return 0 }
            offset += 1
        }
    }
}

extension MemberText {
    /// Whether a string that begins at an index holds no escape.
    fileprivate static func isPlainString(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
        var index = start + 1
        while text[index] != UInt8(ascii: "\"") {
            if text[index] == UInt8(ascii: "\\") { return false }
            index += 1
        }
        return true
    }
}
