/// One part of a collection that is decoded: an element, or the value of a member.
struct Part {
    /// The name of a member; empty for an element.
    let name: String

    /// Where the part is in our index.
    let native: (scope: DecodingScope, node: UInt32)?

    fileprivate let foreign: (any Decoder)?

    /// The decoder of the part.
    var decoder: any Decoder {
        if let native { return IndexDecoder(scope: native.scope, node: native.node, isHeld: true, model: nil) }
        guard let foreign else {
            // A programmer error: each initialiser sets one of the two, whatever the payload.
            preconditionFailure("a part has a place")
        }
        return foreign
    }
}

/// The parts of a collection, one after another. In our index they are places, so that nothing is made for each of
/// them.
struct PartCursor {
    private enum Source {
        case elements(DecodingScope, end: UInt32)
        case members(DecodingScope, values: [UInt32])
        case decoders([(name: String, decoder: any Decoder)])
    }

    private let source: Source
    private var node: UInt32 = 0
    private(set) var index = 0

    /// The current part; `nil` at the end.
    var part: Part? {
        switch source {
        case .elements(let scope, let end):
            return node < end ? Part(name: "", native: (scope, node), foreign: nil) : nil
        case .members(let scope, let values):
            guard index < values.count else { return nil }
            let value = values[index]
            return Part(
                name: scope.string(scope.nodes[Int(value - 1)]), native: (scope, value), foreign: nil)
        case .decoders(let list):
            return index < list.count ? Part(name: list[index].name, native: nil, foreign: list[index].decoder) : nil
        }
    }

    mutating func advance() {
        if case .elements(let scope, _) = source { node = scope.nodes[Int(node)].next }
        index += 1
    }

    /// The elements of an array.
    init(elementsOf base: any Decoder) throws {
        if let native = base.asNative {
            let (scope, array) = (native.scope, native.node)
            guard scope.nodes[Int(array)].isArray else { throw scope.mismatch([Any].self, at: array) }
            source = .elements(scope, end: scope.nodes[Int(array)].next)
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
        let (scope, object) = (native.scope, native.node)
        guard scope.nodes[Int(object)].isObject else { throw scope.mismatch([String: Any].self, at: object) }
        let isRepeated = scope.nodes[Int(object)].hasRepeatedKey
        source = .members(
            scope,
            values: scope.keys(of: object).map { key in
                // Where a key stands twice, the policy says which member counts.
                isRepeated ? scope.member(scope.string(scope.nodes[Int(key)]), of: object) : key + 1
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
