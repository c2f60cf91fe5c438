import VersionedCodec

/// Short texts that distinguish values without holding them. Carried data has those of the values around it.
enum Fingerprint {
    /// How values are written to be compared: members in the order of their keys, numbers as they are spelled.
    private static let style = WritingStyle(keyOrder: .sorted)

    /// The fingerprint of a value; the same for values that are restored by each other. O(bytes of the value)
    @inline(never)
    static func of(_ value: JSONValue) -> String { text(behind: nil, value) }

    /// The fingerprints of the scalar members of an object, mostly at most eight: they distinguish it from its
    /// neighbours.
    @inline(never)
    static func ofScalars(in value: JSONValue, except key: String? = nil, upTo limit: Int = 8) -> [String] {
        scalars(in: value, except: key.map { [$0] } ?? [], upTo: limit).map(\.print)
    }

    /// The keys of the scalar members of an object, and their fingerprints.
    static func scalars(in value: JSONValue, except keys: [String], upTo limit: Int = 8) -> [Scalar] {
        guard let object = value.object else { return [] }
        var found: [Scalar] = []
        for member in object where !member.value.isContainer && !keys.contains(member.key) {
            found.append((member.key, ofMember(member.key, member.value)))
            if found.count == limit { break }
        }
        return found
    }

    /// The key of a scalar member, and its fingerprint.
    typealias Scalar = (key: String, print: String)

    /// The first scalar members of an object, found once for all of its members: without those of any one key, there
    /// are still as many as ``ofScalars(in:except:upTo:)`` gives.
    @inline(never)
    static func scalarsForAll(in value: JSONValue) -> [Scalar] {
        var (found, keys) = ([Scalar](), Set<String>())
        for member in value.object ?? [:] where !member.value.isContainer {
            found.append((member.key, ofMember(member.key, member.value)))
            keys.insert(member.key)
            if keys.count > 8 { break }
        }
        return found
    }

    /// The fingerprints beside a member, of all that were found; the same as ``ofScalars(in:except:upTo:)`` gives.
    @inline(never)
    static func beside(_ key: String?, in scalars: [Scalar]) -> [String] {
        scalars.lazy.filter { $0.key != key }.prefix(8).map(\.print)
    }

    private static func ofMember(_ key: String, _ value: JSONValue) -> String {
        text(behind: key, value)
    }

    /// The fingerprint of a scalar member, as ``ofScalars(in:except:upTo:)`` has it.
    static func ofMember(_ key: String, in value: JSONValue) -> String? {
        guard let member = value.object?[key], !member.isContainer else { return nil }
        return ofMember(key, member)
    }

    /// Whether an object has more than half of some scalar members, and how many of them.
    ///
    /// - `orHalf`: Half of them is enough: an `id` and one more member, which has changed.
    static func most(of prints: [String], in value: JSONValue, orHalf: Bool = false) -> Int? {
        let count = Set(prints).intersection(ofScalars(in: value, upTo: 64)).count
        return 2 * count > prints.count || orHalf && 2 * count == prints.count ? count : nil
    }

    /// Whether more than half of some fingerprints are among others, and how many of them.
    static func most(of prints: [String], in others: [String]) -> Int? {
        let count = Set(prints).intersection(others).count
        return 2 * count > prints.count ? count : nil
    }

    /// The first scalar member that all objects have, and of which no two have the same value.
    ///
    /// - Complexity: O(members) for each of the first thousand objects
    static func identifyingKey(of elements: [JSONValue]) -> String? {
        let objects = elements.prefix(1000).filter { $0.kind == .object }
        guard let first = objects.first?.object else { return nil }
        for (number, member) in first.enumerated() where number < 16 {
            var seen: Set<String> = []
            if objects.allSatisfy({ ofMember(member.key, in: $0).map { seen.insert($0).inserted } ?? false }) {
                return member.key
            }
        }
        return nil
    }

    /// The first scalar members of an object in an arena, whose other members are left alone.
    ///
    /// - `limit`: How many at most; `nil`: as many as ``scalarsForAll(in:)`` gives.
    @inline(never)
    static func scalars(in arena: Arena, _ object: NodeID, upTo limit: Int?) -> [Scalar] {
        guard !object.isNone, arena.isObject(object) else { return [] }
        var (found, keys) = ([Scalar](), Set<String>())
        var member = arena.firstChild(of: object)
        while !member.isNone, limit.map({ found.count < $0 }) ?? (keys.count <= 8) {
            if !arena.isContainer(member) {
                let key = arena.key(of: member)
                found.append((key, ofMember(key, arena.value(of: member))))
                if limit == nil { keys.insert(key) }
            }
            member = arena.next(after: member)
        }
        return found
    }

    /// The fingerprint of a text as it is, which takes less time than that of its value.
    static func ofText(_ bytes: [UInt8]) -> String {
        var hash = Hash()
        hash.add(bytes)
        return hash.text
    }

    /// The fingerprint of a value, or of a member with its key.
    @inline(never)
    private static func text(behind key: String?, _ value: JSONValue) -> String {
        var hash = Hash()
        if let key {
            hash.add(key)
            hash.add([0])
        }
        if let text = value.scalarText {
            hash.add(text)
        } else if value.isContainer, value.source != nil {
            // A place in a document is written without a value for each part of it.
            let memory = ArenaPool.shared.take()
            defer { ArenaPool.shared.keep(memory) }
            memory.arena.begin(value)
            memory.arena.writeDocument(in: style)
            hash.add(memory.arena.written)
        } else {
            hash.add(value.bytes(in: style))
        }
        return hash.text
    }

    /// FNV-1a over 64 bits, mixed once more, in base 36.
    private struct Hash {
        private var state: UInt64 = 0xcbf2_9ce4_8422_2325

        mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { add($0) } }

        mutating func add(_ text: String) {
            var text = text
            text.withUTF8 { add($0) }
        }

        mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
            for byte in bytes { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        }

        var text: String {
            let mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
            return String(mixed ^ (mixed >> 31), radix: 36)
        }
    }
}
