/// The members of a text that is one object, found without an index: their names, and where they are.
///
/// Unsafe code: every byte is read below the end of the text, which the caller keeps; eight bytes of a name only where
/// there are as many. Numbers of names are those that ``MemberNames`` has given.
struct MemberScan: ~Copyable {
    struct Member {
        /// The quote before the name, and what comes behind the value.
        let start, end: Int
        /// The number of the name, or -1 for one that nothing asked for.
        let name: Int
    }

    private(set) var members = PlainBuffer<Member>(capacity: 32)
    /// For each name, the number of its member; only of names that the text has.
    private let places = PlainBuffer<Int>(repeating: 0, count: MemberNames.most)
    /// The hashes of the names that nothing asked for.
    private var hashes = PlainBuffer<UInt32>(capacity: 32)
    /// Which names the text has: one bit for each; and bits of the hashes.
    private(set) var found: UInt64 = 0
    private var hashBits: UInt64 = 0

    /// Where a member is, of a name that the text has.
    func range(of name: Int) -> Range<Int> {
        let member = members[places[name]]
        return member.start..<member.end
    }

    /// Whether members were found that nothing asked for.
    var hasOthers: Bool { hashes.count > 0 }

    /// Reads a text; whether it is an object of at least two members, with such text between them, and no name twice or
    /// with escapes.
    mutating func read(
        _ text: UnsafeBufferPointer<UInt8>, _ names: borrowing MemberNames, _ marks: borrowing PlainMarks,
        _ containers: inout ContainerReader
    ) -> Bool {
        begin()
        guard let start = text.baseAddress, text.count > 2, start.pointee == UInt8(ascii: "{"),
            marks.isOpening(start + 1, start + text.count)
        else { return false }
        let end = start + text.count
        var here = start + 1 + marks.openingCount
        while true {
            guard here < end, here.pointee == UInt8(ascii: "\"") else { return false }
            let (first, name) = (here, IndexScanner.string(from: here + 1, to: end, []))
            guard let quote = name.quote, !name.isEscaped, marks.isColon(quote + 1, end) else { return false }
            here = quote + 1 + marks.colonCount
            guard let next = Self.end(ofValue: here, end, text, &containers) else { return false }
            here = next
            let key = UnsafeBufferPointer(start: first + 1, count: quote - first - 1)
            let hash =
                end - first > 8
                ? KeyHash.hash(readable: first + 1, count: key.count) : KeyHash.hash(key)
            if !add(key, hash, names, from: first - start, to: here - start) { return false }
            if marks.isComma(here, end) {
                here += marks.commaCount
                continue
            }
            guard marks.isClosing(here, end) else { return false }
            here += marks.closingCount
            break
        }
        return end - here == 1 && here.pointee == UInt8(ascii: "}") && members.count > 1 && UTF8Check.isValid(text)
    }

    /// The same for a value of a document that has an index: no key comes twice there.
    mutating func read(_ part: DocumentPart, _ names: borrowing MemberNames, _ marks: borrowing PlainMarks) -> Bool {
        begin()
        guard let start = part.text.baseAddress, !part.nodes.isEmpty else { return false }
        let (object, end) = (part.index[Int(part.nodes.lowerBound)], start + part.text.count)
        guard object.isObject, !object.hasRepeatedKey, marks.isOpening(start + 1, end) else { return false }
        var (key, here) = (part.nodes.lowerBound + 1, 1 + marks.openingCount)
        while key < part.nodes.upperBound {
            let (name, value) = (part.index[Int(key)], part.index[Int(key) + 1])
            let (first, begins) = (name.span.lowerBound - part.start, value.span.lowerBound - part.start)
            let colon = name.span.upperBound - part.start
            guard first == here, !name.isEscaped, begins - colon == marks.colonCount, marks.isColon(start + colon, end)
            else { return false }
            here = value.span.upperBound - part.start
            let bytes = UnsafeBufferPointer(start: start + first + 1, count: colon - first - 2)
            if !add(bytes, name.next, names, from: first, to: here) { return false }
            key = value.next
            guard key < part.nodes.upperBound else { break }
            guard marks.isComma(start + here, end) else { return false }
            here += marks.commaCount
        }
        return members.count > 1 && marks.isClosing(start + here, end)
            && part.text.count - here == marks.closingCount + 1
    }

    private mutating func begin() {
        members.truncate(to: 0)
        hashes.truncate(to: 0)
        (found, hashBits) = (0, 0)
    }

    /// Adds a member; `false` if its name comes twice.
    @inline(__always)
    private mutating func add(
        _ name: UnsafeBufferPointer<UInt8>, _ hash: UInt32, _ names: borrowing MemberNames, from start: Int,
        to end: Int
    ) -> Bool {
        let number = names.number(of: name, hash)
        if number >= 0 {
            let bit = (1 as UInt64) << UInt64(truncatingIfNeeded: number)
            if found & bit != 0 { return false }
            found |= bit
            places[number] = members.count
        } else {
            let bit = (1 as UInt64) << UInt64(truncatingIfNeeded: hash & 63)
            if hashBits & bit != 0, isRepeated(hash) { return false }
            hashBits |= bit
            hashes.append(hash)
        }
        members.append(Member(start: start, end: end, name: number))
        return true
    }

    private func isRepeated(_ hash: UInt32) -> Bool {
        for number in 0..<hashes.count where hashes[number] == hash { return true }
        return false
    }

    /// Where a value ends; `nil` where it is none.
    @inline(__always)
    private static func end(
        ofValue start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>,
        _ containers: inout ContainerReader
    ) -> UnsafePointer<UInt8>? {
        guard start < end else { return nil }
        switch start.pointee {
        case UInt8(ascii: "\""): return IndexScanner.string(from: start + 1, to: end, []).quote.map { $0 + 1 }
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return IndexScanner.number(from: start, to: end, []).end
        case UInt8(ascii: "{"), UInt8(ascii: "["): return containers.end(of: start, in: text, depth: 1)
        default: return IndexScanner.word(from: start, to: end).map { start + $0.length }
        }
    }
}

/// The names that were asked for, each with a number.
///
/// Unsafe code: `table` has a place for each of 256 hashes, and `starts` one more than there are names.
struct MemberNames: ~Copyable {
    /// Up to so many, as a set of them is one word.
    static let most = 64

    private(set) var count = 0
    private var hashes = PlainBuffer<UInt32>(capacity: 16)
    private var starts = PlainBuffer<Int>(repeating: 0, count: 1)
    private var bytes = PlainBuffer<UInt8>(capacity: 256)
    /// The numbers of names, plus one, from the place of their hash on.
    private let table = PlainBuffer<UInt8>(repeating: 0, count: 256)

    /// The number of a name; -1 if it has none.
    @inline(__always)
    func number(of name: UnsafeBufferPointer<UInt8>, _ hash: UInt32) -> Int {
        var place = Int(truncatingIfNeeded: hash & 255)
        while table[place] != 0 {
            let number = Int(table[place]) - 1
            if hashes[number] == hash, self.name(number).isSame(as: name) { return number }
            place = (place + 1) & 255
        }
        return -1
    }

    private func name(_ number: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: bytes.base + starts[number], count: starts[number + 1] - starts[number])
    }

    /// The number of a name, which gets one; `nil` if there are too many.
    mutating func add(_ name: [UInt8]) -> Int? {
        name.withUnsafeBufferPointer { name in
            let hash = KeyHash.hash(name)
            let known = number(of: name, hash)
            if known >= 0 { return known }
            if count == Self.most { return nil }
            for byte in name { bytes.append(byte) }
            hashes.append(hash)
            starts.append(bytes.count)
            var place = Int(truncatingIfNeeded: hash & 255)
            while table[place] != 0 { place = (place + 1) & 255 }
            table[place] = UInt8(truncatingIfNeeded: count + 1)
            count += 1
            return count - 1
        }
    }
}

/// What is between the names and values of members, and between members, as plain bytes.
struct PlainMarks: ~Copyable {
    private var bytes = PlainBuffer<UInt8>(capacity: 8)
    let colonCount, commaCount, openingCount, closingCount: Int

    init(_ marks: MemberMarks) {
        (colonCount, commaCount) = (marks.colon.count, marks.comma.count)
        (openingCount, closingCount) = (marks.opening.count, marks.closing.count)
        for byte in marks.colon + marks.comma + marks.opening + marks.closing { bytes.append(byte) }
    }

    var comma: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: bytes.base + colonCount, count: commaCount) }

    var opening: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: comma.baseAddress.map { $0 + commaCount }, count: openingCount)
    }

    var closing: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: opening.baseAddress.map { $0 + openingCount }, count: closingCount)
    }

    @inline(__always)
    func isOpening(_ here: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
        Self.isSame(here, end, bytes.base + colonCount + commaCount, openingCount)
    }

    @inline(__always)
    func isClosing(_ here: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
        Self.isSame(here, end, bytes.base + colonCount + commaCount + openingCount, closingCount)
    }

    @inline(__always)
    func isColon(_ here: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
        Self.isSame(here, end, bytes.base, colonCount)
    }

    @inline(__always)
    func isComma(_ here: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
        Self.isSame(here, end, bytes.base + colonCount, commaCount)
    }

    @inline(__always)
    private static func isSame(
        _ here: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ mark: UnsafeMutablePointer<UInt8>, _ count: Int
    ) -> Bool {
        guard end - here >= count else { return false }
        for place in 0..<count where here[place] != mark[place] { return false }
        return true
    }
}
