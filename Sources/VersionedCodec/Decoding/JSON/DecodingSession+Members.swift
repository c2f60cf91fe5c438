/// Finding members by their keys, compared as bytes.
extension DecodingSession {
    /// No node: there is no such member, or no such object.
    static let nothing = UInt32.max

    /// The value of a member, or ``nothing``. O(1) where members are asked for in their order, else O(members), O(1) in
    /// large objects
    @inline(__always)
    func member(_ name: String, of object: UInt32) -> UInt32 {
        var name = name
        return name.withUTF8 { member($0, of: object) }
    }

    /// The value of a member, or ``nothing``.
    func member(_ name: UnsafeBufferPointer<UInt8>, of object: UInt32) -> UInt32 {
        let nodes = nodes
        let header = nodes[Int(object)]
        if header.hasRepeatedKey { return memberAmongRepeated(name, of: object) }
        var next = object &+ 1
        if hintObject == object {
            let last = hintKey
            next = nodes[Int(last &+ 1)].next
            if next < header.next, matches(next, name) {
                hintKey = next
                return next &+ 1
            }
            if matches(last, name) { return last &+ 1 }
        } else if next < header.next, matches(next, name) {
            (hintObject, hintKey) = (object, next)
            return next &+ 1
        }
        return search(name, of: object, header, from: next)
    }

    /// Notes that a value, a member of an object, was read just now, regardless of reads within it.
    @inline(__always)
    func note(_ value: UInt32, of object: UInt32) {
        hintObject = object
        hintKey = value - 1
    }

    /// Whether a key is a name.
    @inline(__always)
    func matches(_ key: UInt32, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let node = nodes[Int(key)]
        if node.isEscaped { return matchesEscaped(node, name) }
        return Int(node.length) == name.count && KeyBytes.areEqual(text + Int(node.offset), name)
    }

    @inline(never)
    private func matchesEscaped(_ node: IndexNode, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        Unescaping.characters(of: bytes(of: node)).elementsEqual(name)
    }

    /// Looks at each member, from the likeliest on.
    @inline(never)
    private func search(
        _ name: UnsafeBufferPointer<UInt8>, of object: UInt32, _ header: IndexNode, from start: UInt32
    ) -> UInt32 {
        if let table = slowPath?.tables[object] {
            let value = table.value(of: name, in: self)
            return value == Self.nothing && !KeyBytes.areASCII(name) ? otherSpelling(of: name, in: object) : value
        }
        let hash = KeyHash.hash(name)
        var steps = 0
        var found = walk(start, header.next, hash, name, &steps)
        if found == Self.nothing { found = walk(object + 1, start, hash, name, &steps) }
        if steps > SlowPathState.longWalk { noteWalk(of: object, header, steps) }
        guard found != Self.nothing else {
            return KeyBytes.areASCII(name) ? found : otherSpelling(of: name, in: object)
        }
        (hintObject, hintKey) = (object, found)
        return found + 1
    }

    @inline(__always)
    private func walk(
        _ start: UInt32, _ end: UInt32, _ hash: UInt32, _ name: UnsafeBufferPointer<UInt8>, _ steps: inout Int
    ) -> UInt32 {
        let nodes = nodes
        var key = start
        while key < end {
            if nodes[Int(key)].next == hash {
                if matches(key, name) { return key }
                steps += 8  // A comparison costs more than a step.
            }
            steps += 1
            key = nodes[Int(key + 1)].next
        }
        return Self.nothing
    }

    /// Where a key appears twice, the policy decides which member counts.
    @inline(never)
    private func memberAmongRepeated(_ name: UnsafeBufferPointer<UInt8>, of object: UInt32) -> UInt32 {
        var found = Self.nothing
        var key = object + 1
        while key < nodes[Int(object)].next {
            if matches(key, name) {
                found = key + 1
                if duplicateKeys != .last { break }
            }
            key = nodes[Int(key + 1)].next
        }
        return found == Self.nothing && !KeyBytes.areASCII(name) ? otherSpelling(of: name, in: object) : found
    }

    /// The value of a member whose key is the same Swift text in other characters, such as `é` in two scalars, or
    /// ``nothing``. O(members) for a name with characters beyond ASCII
    @inline(never)
    private func otherSpelling(of name: UnsafeBufferPointer<UInt8>, in object: UInt32) -> UInt32 {
        let text = String(decoding: name, as: UTF8.self)
        var key = object + 1
        while key < nodes[Int(object)].next {
            let node = nodes[Int(key)]
            if node.isEscaped || bytes(of: node).contains(where: { $0 >= 0x80 }), string(node) == text {
                return key + 1
            }
            key = nodes[Int(key + 1)].next
        }
        return Self.nothing
    }

    /// Builds a table of an object in which walks have been long so often that a table is cheaper.
    @inline(never)
    private func noteWalk(of object: UInt32, _ header: IndexNode, _ steps: Int) {
        let slowPath = slowPathState()
        let total = slowPath.walks[object, default: 0] + steps
        slowPath.walks[object] = total
        guard total / SlowPathState.stepsForATable > header.count ?? .max / 2 else { return }
        slowPath.tables[object] = MemberTable(of: object, header, in: self)
    }

    /// The keys of an object, in their order, each as often as it counts.
    func keys(of object: UInt32) -> [UInt32] {
        let header = nodes[Int(object)]
        var keys: [UInt32] = []
        keys.reserveCapacity(min(header.count ?? 0, 1 << 16))
        var key = object + 1
        while key < header.next {
            keys.append(key)
            key = nodes[Int(key + 1)].next
        }
        guard header.hasRepeatedKey else { return keys }
        var seen: Set<ByteKey> = []
        return keys.filter { seen.insert(ByteKey(string(nodes[Int($0)]))).inserted }
    }
}

/// Compares the bytes of keys.
///
/// Unsafe code: reads only the bytes that both have.
enum KeyBytes {
    /// Whether as many bytes as a name has are those of the name.
    @inline(__always)
    static func areEqual(_ bytes: UnsafePointer<UInt8>, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = name.baseAddress else { return true }
        let (left, right) = (UnsafeRawPointer(bytes), UnsafeRawPointer(base))
        let count = name.count
        if count >= 8 {
            var place = 0
            let last = count &- 8
            while place < last {
                if word(left, place) != word(right, place) { return false }
                place &+= 8
            }
            return word(left, last) == word(right, last)
        }
        if count >= 4 {
            return half(left, 0) == half(right, 0) && half(left, count - 4) == half(right, count - 4)
        }
        for place in 0..<count where bytes[place] != base[place] { return false }
        return true
    }

    /// Whether a name has no characters beyond ASCII.
    @inline(__always)
    static func areASCII(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = name.baseAddress else { return true }
        let (bytes, count) = (UnsafeRawPointer(base), name.count)
        if count >= 8 {
            var place = 0
            while place + 8 <= count {
                if word(bytes, place) & 0x8080_8080_8080_8080 != 0 { return false }
                place += 8
            }
            return word(bytes, count - 8) & 0x8080_8080_8080_8080 == 0
        }
        if count >= 4 { return (half(bytes, 0) | half(bytes, count - 4)) & 0x8080_8080 == 0 }
        for place in 0..<count where base[place] >= 0x80 { return false }
        return true
    }

    @inline(__always)
    private static func word(_ bytes: UnsafeRawPointer, _ place: Int) -> UInt64 {
        bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
    }

    @inline(__always)
    private static func half(_ bytes: UnsafeRawPointer, _ place: Int) -> UInt32 {
        bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
    }
}
