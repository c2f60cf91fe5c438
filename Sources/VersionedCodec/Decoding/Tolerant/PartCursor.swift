/// One part of a collection that is decoded: an element, or the value of a member.
struct Part {
    /// The name of a member; empty for an element.
    let name: String

    /// Where the part is in our index.
    let native: (session: DecodingSession, node: UInt32)?

    fileprivate let foreign: (any Decoder)?

    /// The decoder of the part.
    var decoder: any Decoder {
        if let native { return IndexDecoder(session: native.session, node: native.node, isHeld: true, model: nil) }
        guard let foreign else {
            // A programmer error: each initialiser sets one of the two, for every payload.
            preconditionFailure("a part has a place")
        }
        return foreign
    }
}

/// The parts of a collection, one after another. In our index they are places, so that nothing is made for each of
/// them.
struct PartCursor {
    private enum Source {
        case elements(DecodingSession, end: UInt32)
        case members(DecodingSession, values: [UInt32])
        case decoders([(name: String, decoder: any Decoder)])
    }

    private let source: Source
    private var node: UInt32 = 0
    private(set) var index = 0

    /// The current part; `nil` at the end.
    var part: Part? {
        switch source {
        case .elements(let session, let end):
            return node < end ? Part(name: "", native: (session, node), foreign: nil) : nil
        case .members(let session, let values):
            guard index < values.count else { return nil }
            let value = values[index]
            return Part(
                name: session.string(session.nodes[Int(value - 1)]), native: (session, value), foreign: nil)
        case .decoders(let list):
            return index < list.count ? Part(name: list[index].name, native: nil, foreign: list[index].decoder) : nil
        }
    }

    mutating func advance() {
        if case .elements(let session, _) = source { node = session.nodes[Int(node)].next }
        index += 1
    }

    /// The elements of an array.
    init(elementsOf base: any Decoder) throws {
        if let native = base.asNative {
            let (session, array) = (native.session, native.node)
            guard session.nodes[Int(array)].isArray else { throw session.mismatch([Any].self, at: array) }
            source = .elements(session, end: session.nodes[Int(array)].next)
            node = array + 1
            return
        }
        var container = try base.unkeyedContainer()
        var list: [(name: String, decoder: any Decoder)] = []
        while !container.isAtEnd { list.append(("", try container.superDecoder())) }
        source = .decoders(list)
    }

    /// The values of an object's members.
    init(membersOf base: any Decoder) throws {
        guard let native = base.asNative else {
            let container = try base.container(keyedBy: PayloadKey.self)
            source = .decoders(
                try container.allKeys.map { ($0.stringValue, try container.superDecoder(forKey: $0)) })
            return
        }
        let (session, object) = (native.session, native.node)
        guard session.nodes[Int(object)].isObject else { throw session.mismatch([String: Any].self, at: object) }
        let isRepeated = session.nodes[Int(object)].hasRepeatedKey
        source = .members(
            session,
            values: session.keys(of: object).map { key in
                // Where a key appears twice, the policy decides which member counts.
                isRepeated ? session.member(session.string(session.nodes[Int(key)]), of: object) : key + 1
            })
    }

    /// How many parts there are, from the current one on.
    var count: Int {
        var (copy, count) = (self, 0)
        while copy.part != nil {
            copy.advance()
            count += 1
        }
        return count
    }

    /// The names of all members.
    var names: [String] {
        var (copy, names) = (self, [String]())
        while let part = copy.part {
            names.append(part.name)
            copy.advance()
        }
        return names
    }
}
