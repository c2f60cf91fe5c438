/// By which key types the objects of a document have been opened, so that coding paths have the model's own keys.
///
/// Mostly the containers that are used again know it: each reads one object by its key type. An object that they may
/// not know any more is noted: one whose container is not used again, and one from which a container or decoder was
/// given out that may outlive its own.
///
/// `@exclusivity(unchecked)`: it belongs to one call on one task, and no method changes a property while another change
/// of the same property is under way.
///
/// Unsafe code: nodes are those of the session, borrowed for the call.
final class OpenedKeys {
    private struct Note {
        let node: UInt32
        let keys: any CodingKey.Type
        let context: FormatContext?
    }

    /// The containers of each session of the document, with what keys are spelled by there.
    @exclusivity(unchecked) private var pool: [(pool: DecodingContainerPool, context: FormatContext?)] = []
    @exclusivity(unchecked) private var notes: [Note] = []
    @exclusivity(unchecked) private var limit = fewest

    /// The class that is being looked at while it is read, if one is.
    @exclusivity(unchecked) var asked: AskedKeyTypes?

    /// With so many notes, those of objects that are done are given up.
    private static let fewest = 256

    func add(_ pool: DecodingContainerPool, _ context: FormatContext?) { self.pool.append((pool, context)) }

    /// Notes that an object has been opened by a key type.
    func note(_ keys: any CodingKey.Type, _ node: UInt32, in session: DecodingSession) {
        note(keys, node, session.context, session.nodes)
    }

    /// - `context`: The context that spells the keys.
    func note(
        _ keys: any CodingKey.Type, _ node: UInt32, _ context: FormatContext?,
        _ nodes: UnsafeMutablePointer<IndexNode>
    ) {
        if let last = notes.last, last.node == node, last.keys == keys { return }
        if notes.count >= limit { giveUp(before: node, nodes) }
        notes.append(Note(node: node, keys: keys, context: context))
    }

    @inline(never)
    private func giveUp(before node: UInt32, _ nodes: UnsafeMutablePointer<IndexNode>) {
        notes.removeAll { $0.node > node || nodes[Int($0.node)].next <= node }
        limit = max(Self.fewest, 2 * notes.count)
    }

    /// Begins another document.
    @inline(__always)
    func clear() { if !notes.isEmpty { notes.removeAll(keepingCapacity: limit == Self.fewest) } }

    /// The model's key of a member.
    ///
    /// - `name`: The member's key, as a strategy converts it.
    /// - `raw`: The same as it is in the payload.
    func key(named name: String, raw: String, of object: UInt32) -> (any CodingKey)? {
        var found: (any CodingKey)?
        for note in notes.reversed() where note.node == object {
            found = Self.better(found, Self.key(name, raw, note.keys, note.context))
        }
        for inUse in [true, false] {
            for (pool, context) in pool {
                pool.forEachKeyType(of: object, inUse: inUse) { keys in
                    found = Self.better(found, Self.key(name, raw, keys, context))
                }
            }
        }
        return found
    }

    /// The more specific of two keys of a member, if it is a case of an enum, else the first. Whether a key is one is
    /// asked only if there are two: that is slow.
    private static func better(_ first: (any CodingKey)?, _ second: (any CodingKey)?) -> (any CodingKey)? {
        guard let first, let second else { return first ?? second }
        if type(of: first) == type(of: second) || first.isEnumCase || !second.isEnumCase { return first }
        return second
    }

    private static func key<Key: CodingKey>(
        _ name: String, _ raw: String, _ keys: Key.Type, _ context: FormatContext?
    ) -> (any CodingKey)? {
        if keys == PayloadKey.self { return nil }
        guard let context else {
            let text = RawDictionaryKey.isRaw(keys) ? raw : name
            // Some types make keys of numbers only.
            return Key(stringValue: text) ?? Int(text).flatMap(Key.init(intValue:))
        }
        return context.ownKey(for: raw, as: keys)
    }
}

extension FormatContext {
    /// The key of a model that has a name both in Swift and in the payload; `nil` if the version spells it
    /// otherwise: paths lead into the payload.
    func ownKey<Key: CodingKey>(for name: String, as keys: Key.Type) -> Key? {
        guard let key = layout(for: keys).key(for: name, as: keys), key.stringValue.utf8.elementsEqual(name.utf8) else {
            return nil
        }
        return key
    }
}
