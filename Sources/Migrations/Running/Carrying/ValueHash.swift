import VersionedCodec

/// A number that distinguishes values without holding them. Carried data has those of the values around it, as text in
/// base 36.
struct ValueHash: Hashable, Sendable {
    private let bits: UInt64

    /// The number as carried data has it.
    var text: String { String(bits, radix: 36) }

    /// Appends ``text``.
    func append(to bytes: inout [UInt8]) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 13) { digits in
            var (rest, start) = (bits, 13)
            repeat {
                let digit = UInt8(truncatingIfNeeded: rest % 36)
                (rest, start) = (rest / 36, start - 1)
                digits.initializeElement(at: start, to: digit < 10 ? 48 + digit : 87 + digit)
            } while rest > 0
            bytes.append(contentsOf: digits[start...])
        }
    }

    /// `nil` for any other text.
    init?(text: String) {
        var text = text
        guard let hash = text.withUTF8({ ValueHash(text: $0) }) else { return nil }
        self = hash
    }

    init?(text: UnsafeBufferPointer<UInt8>) {
        var bits: UInt64 = 0
        for byte in text {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = byte - UInt8(ascii: "a") + 10
            default: return nil
            }
            let (product, isTooLarge) = bits.multipliedReportingOverflow(by: 36)
            let (sum, overflows) = product.addingReportingOverflow(UInt64(digit))
            if isTooLarge || overflows { return nil }
            bits = sum
        }
        if text.isEmpty { return nil }
        self.bits = bits
    }

    private init(_ hash: HashState) { bits = hash.mixed }

    /// The hash of a value; the same for values that are restored by each other. O(bytes of the value)
    @inline(never)
    static func of(_ value: JSONValue) -> ValueHash {
        var hash = HashState()
        hash.add(value)
        return ValueHash(hash)
    }

    /// The hash of a value in an arena, which need not become one.
    @inline(never)
    static func of(_ node: NodeID, in arena: Arena) -> ValueHash {
        var hash = HashState()
        hash.add(node, in: arena)
        return ValueHash(hash)
    }

    /// The hash of a text as it is, which takes less time than that of its value.
    static func ofText(_ bytes: [UInt8]) -> ValueHash { bytes.withUnsafeBufferPointer { ofText($0) } }

    static func ofText(_ bytes: UnsafeBufferPointer<UInt8>) -> ValueHash {
        var hash = HashState()
        hash.add(bytes)
        return ValueHash(hash)
    }

    /// Whether more than half of some hashes are among others, and how many of them.
    ///
    /// - `orHalf`: Half of them is enough: an `id` and one more member, which has changed.
    static func most(of hashes: [ValueHash], in others: [ValueHash], orHalf: Bool = false) -> Int? {
        let count = Set(hashes).intersection(others).count
        return 2 * count > hashes.count || orHalf && 2 * count == hashes.count ? count : nil
    }
}

// MARK: - Members

/// The hashes of the scalar members of objects, which distinguish these from their neighbours.
extension ValueHash {
    /// The key of a scalar member, and its hash.
    typealias Scalar = (key: String, hash: ValueHash)

    /// How many members at most distinguish an object.
    static let enough = 8

    /// The hashes of the first scalar members of an object.
    @inline(never)
    static func ofScalars(in value: JSONValue, except key: String? = nil, upTo limit: Int = enough) -> [ValueHash] {
        scalars(in: value, except: key.map { [$0] } ?? [], upTo: limit).map(\.hash)
    }

    /// The keys of the scalar members of an object, and their hashes.
    static func scalars(in value: JSONValue, except keys: [String], upTo limit: Int = enough) -> [Scalar] {
        guard value.kind == .object else { return [] }
        let memory = ArenaPool.shared.take()
        defer { ArenaPool.shared.keep(memory) }
        let arena = memory.arena
        arena.begin(value)
        var found: [Scalar] = []
        var member = arena.firstChild(of: arena.root)
        while !member.isNone, found.count < limit {
            if !arena.isContainer(member) {
                let key = arena.key(of: member)
                if !keys.contains(key) { found.append((key, ofMember(member, in: arena))) }
            }
            member = arena.next(after: member)
        }
        return found
    }

    /// The hashes beside a member, of all that were found; the same as ``ofScalars(in:except:upTo:)`` gives.
    @inline(never)
    static func beside(_ key: String?, in scalars: [Scalar]) -> [ValueHash] {
        scalars.lazy.filter { $0.key != key }.prefix(enough).map(\.hash)
    }

    /// The hashes of the first scalar members of an object in an arena, whose other members are left alone.
    @inline(never)
    static func ofScalars(in arena: Arena, _ object: NodeID, upTo limit: Int = enough) -> [ValueHash] {
        guard arena.isObject(object) else { return [] }
        var found: [ValueHash] = []
        var member = arena.firstChild(of: object)
        while !member.isNone, found.count < limit {
            if !arena.isContainer(member) { found.append(ofMember(member, in: arena)) }
            member = arena.next(after: member)
        }
        return found
    }

    /// The first scalar members of an object in an arena, found once for all of its members: without those of any one
    /// key, there are still as many as ``ofScalars(in:except:upTo:)`` gives.
    @inline(never)
    static func scalarsForAll(in arena: Arena, _ object: NodeID) -> [Scalar] {
        guard !object.isNone, arena.isObject(object) else { return [] }
        var (found, keys) = ([Scalar](), Set<String>())
        var member = arena.firstChild(of: object)
        while !member.isNone, keys.count <= enough {
            if !arena.isContainer(member) {
                let key = arena.key(of: member)
                found.append((key, ofMember(member, in: arena)))
                keys.insert(key)
            }
            member = arena.next(after: member)
        }
        return found
    }

    /// The hash of a scalar member of an object in an arena.
    static func ofMember(_ key: String, of object: NodeID, in arena: Arena) -> ValueHash? {
        guard arena.isObject(object) else { return nil }
        let member = arena.member(key, of: object)
        return member.isNone || arena.isContainer(member) ? nil : ofMember(member, in: arena)
    }

    private static func ofMember(_ member: NodeID, in arena: Arena) -> ValueHash {
        var hash = HashState()
        arena.withKey(of: member) { hash.add(key: $0) }
        hash.add(member, in: arena)
        return ValueHash(hash)
    }
}

// MARK: - Hashing

/// FNV-1a over 64 bits, mixed once more.
private struct HashState {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
        for byte in bytes { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    }

    mutating func add(key: UnsafeBufferPointer<UInt8>) {
        add(key)
        state = state &* 0x0000_0100_0000_01b3  // A byte that is 0 ends it.
    }

    mutating func add(_ value: JSONValue) {
        if var text = value.scalarText {
            text.withUTF8 { add($0) }
        } else {
            value.readSortedText { add($0) }
        }
    }

    mutating func add(_ node: NodeID, in arena: Arena) {
        arena.readSortedText(of: node) { add($0) }
    }

    var mixed: UInt64 {
        let mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
        return mixed ^ (mixed >> 31)
    }
}
