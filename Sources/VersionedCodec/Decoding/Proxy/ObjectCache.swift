/// A member of a payload that a layout leads to, by the coder's own decoders.
enum FoundMember {
    /// There is no value: an object or array on the way is absent, or `null`, or too short.
    case absent
    /// A member of an object; the object is there, the member may not be.
    case member(KeyedDecodingContainer<PayloadKey>, PayloadKey)
    /// A value that a decoder of its own is at.
    case whole(any Decoder)

    /// Whether there is a value, `null` included.
    var isThere: Bool {
        switch self {
        case .absent: false
        case .member(let container, let key): container.contains(key)
        case .whole: true
        }
    }

    /// Whether the value is `null`.
    func isNull() throws -> Bool {
        switch self {
        case .absent: false
        case .member(let container, let key): try container.decodeNil(forKey: key)
        case .whole(let decoder): try decoder.singleValueContainer().decodeNil()
        }
    }

    /// A decoder of the value, which stays valid.
    func decoder() throws -> (any Decoder)? {
        switch self {
        case .absent: nil
        case .member(let container, let key): try container.superDecoder(forKey: key)
        case .whole(let decoder): decoder
        }
    }
}

/// The containers of one object, each asked of the coder once: Foundation builds a table of all keys each time.
final class ObjectCache {
    let base: any Decoder
    private var members: KeyedDecodingContainer<PayloadKey>?
    private var objects: [MemberPath: KeyedDecodingContainer<PayloadKey>?] = [:]
    private var arrays: [MemberPath: Elements?] = [:]

    /// What flattened values have read of it, and what they keep without knowing it.
    var flattened = FlattenedMembers()

    /// The elements of an array that have been requested.
    private struct Elements {
        var container: any UnkeyedDecodingContainer
        var decoders: [any Decoder] = []
    }

    /// Where the key types are noted that are asked for, while a model is read that keeps its unknown members.
    var tracked: TrackedObject?

    /// The places of the version in the object; `nil` if nothing has asked for them.
    var versionPlaces: VersionPlaces?

    init(of base: any Decoder) { self.base = base }

    /// The members of the object itself.
    func own() throws -> KeyedDecodingContainer<PayloadKey> {
        if let members { return members }
        let made = try base.container(keyedBy: PayloadKey.self)
        members = made
        return made
    }

    /// The value at a path.
    ///
    /// - Throws: `DecodingError.typeMismatch` if a step leads into a value that is neither an object nor an array,
    ///   as the step needs.
    func find(_ path: MemberPath) throws -> FoundMember {
        switch path.steps.last {
        case nil: .whole(base)
        case .member(let name): try object(at: path.holder).map { .member($0, PayloadKey(name)) } ?? .absent
        case .element(let index): try element(index, of: path.holder).map(FoundMember.whole) ?? .absent
        }
    }

    /// The object at a path, or `nil` if there is none, or `null`.
    func object(at path: MemberPath) throws -> KeyedDecodingContainer<PayloadKey>? {
        if path.steps.isEmpty { return try own() }
        if let known = objects[path] { return known }
        let found = try find(path)
        let object: KeyedDecodingContainer<PayloadKey>? =
            switch found {
            case .absent: nil
            case .member(let container, let key):
                try container.contains(key) && !found.isNull()
                    ? container.nestedContainer(keyedBy: PayloadKey.self, forKey: key) : nil
            case .whole(let decoder): try found.isNull() ? nil : decoder.container(keyedBy: PayloadKey.self)
            }
        objects[path] = .some(object)
        return object
    }

    /// How many elements the array at a path has; `nil` if there is none, or `null`.
    func elementCount(at path: MemberPath) throws -> Int? {
        if let count = try array(at: path)?.container.count { return count }
        var index = 0
        while try element(index, of: path) != nil { index += 1 }
        return index
    }

    private func element(_ index: Int, of path: MemberPath) throws -> (any Decoder)? {
        var elements: Elements? = if let known = arrays[path] { known } else { try array(at: path) }
        defer { arrays[path] = .some(elements) }
        while let known = elements, known.decoders.count <= index, !known.container.isAtEnd {
            if let decoder = try elements?.container.superDecoder() { elements?.decoders.append(decoder) }
        }
        guard let decoders = elements?.decoders, index < decoders.count else { return nil }
        return decoders[index]
    }

    private func array(at path: MemberPath) throws -> Elements? {
        let found = try find(path)
        switch found {
        case .absent: return nil
        case .member(let container, let key):
            guard container.contains(key), try !found.isNull() else { return nil }
            return Elements(container: try container.nestedUnkeyedContainer(forKey: key))
        case .whole(let decoder):
            return try found.isNull() ? nil : Elements(container: decoder.unkeyedContainer())
        }
    }
}
