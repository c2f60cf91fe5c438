import Synchronization

/// The keys by which an enum names its cases, learnt from its own code.
struct CaseKeys: Sendable {
    /// The coding-key type of the cases.
    let type: any CodingKey.Type

    /// The key of the case that keeps unknown documents, which payloads do not use.
    let unknown: String?

    private static let known = Mutex<[ObjectIdentifier: CaseKeys?]>([:])

    /// The keys of an enum; `nil` where its code asks for none.
    static func of<Model: UnknownCaseKeeping>(_ model: Model.Type) -> CaseKeys? {
        if let known = known.withLock({ $0[ObjectIdentifier(model)] }) { return known }
        let keys = KeyTypeProbe.keys(of: model).map { CaseKeys(type: $0, unknown: ownKey(of: model)) }
        known.withLock { $0[ObjectIdentifier(model)] = .some(keys) }
        return keys
    }

    /// The key under which the enum itself would write an unknown document; `nil` where it writes it as it is, or cannot.
    private static func ownKey<Model: UnknownCaseKeeping>(of model: Model.Type) -> String? {
        let node = EncodingNode()
        let encoder = TreeEncoder(node: node, context: FormatContext(outsideVersions: [:]), path: nil)
        // An enum that cannot be written so has no such key.
        guard (try? Model.unknown(.null).encode(to: encoder)) != nil, case .object(let assignments) = node.content
        else {
            return nil
        }
        return assignments.list.first?.place.first
    }

    /// Whether the keys that a payload has name a case.
    func name(_ keys: [some CodingKey]) -> Bool {
        guard let key = keys.first else { return false }
        return keys.count > 1 || unknown.map { ByteKey($0) != ByteKey(key.stringValue) } ?? true
    }
}

/// What is said of a document whose case is not known.
enum UnknownCaseText {
    static func of(_ type: Any.Type, name: String?) -> String {
        name.map { "\(JSONValue.string($0).text()) names no case of \(type); the document is kept" }
            ?? "no case of \(type) is named here; the document is kept"
    }
}

// MARK: - Our own decoder

extension DecodingScope {
    /// Reads an enum that keeps documents of unknown cases.
    @inline(never)
    func value<Value: Decodable>(
        keepingUnknownCase type: Value.Type, at node: UInt32, by make: ((IndexDecoder) throws -> Value)? = nil
    ) throws -> Value {
        if let keeper = type as? any UnknownCaseKeeping.Type, let value = unknown(keeper, at: node) as? Value {
            return value
        }
        let decoder = IndexDecoder(scope: self, node: node, isHeld: hasEnded, model: type)
        return try make?(decoder) ?? type.init(from: decoder)
    }

    /// The unknown case, where a document names no other; `nil` where it does, or where the enum has code of its own for it.
    private func unknown<Model: UnknownCaseKeeping>(_ type: Model.Type, at node: UInt32) -> Model? {
        guard let keys = CaseKeys.of(type) else { return nil }
        func look<Key: CodingKey>(_ keyType: Key.Type) -> (isKnown: Bool, name: UInt32?) {
            guard nodes[Int(node)].isObject else { return (false, nil) }
            let layout = context?.layout(for: keyType)
            guard let discriminator = layout?.discriminator?.key else {
                let found: [Key] = allKeys(of: node)
                return (keys.name(found), nodes[Int(node)].count == 1 ? node + 1 : nil)
            }
            let name = member(discriminator, of: node)
            guard name != Self.nothing, nodes[Int(name)].isString else { return (false, nil) }
            return (keys.name([layout?.key(for: string(nodes[Int(name)]), as: keyType)].compactMap(\.self)), name)
        }
        let (isKnown, name) = look(keys.type)
        if isKnown { return nil }
        note(
            .unknownCase, UnknownCaseText.of(type, name: name.map { string(nodes[Int($0)]) }),
            at: name.map { nodes[Int($0)].isString ? $0 : $0 + 1 } ?? node, expected: nil)
        return .unknown(json(at: node))
    }
}

// MARK: - Over other coders, and by layouts

extension ProxyDecoder {
    /// Makes a value by its own code, and what there is to do beside it.
    func make<Value: Decodable>(_ type: Value.Type) throws -> Value { try make(type) { try type.init(from: $0) } }

    /// The same with code that runs in the place of the type's own.
    func make<Value: Decodable>(_ type: Value.Type, by make: (ProxyDecoder) throws -> Value) throws -> Value {
        let kind = context.kind(of: type)
        if kind.isEmpty { return try make(self) }
        if kind.contains(.keepsUnknownCase), let keeper = type as? any UnknownCaseKeeping.Type,
            let value = try unknown(keeper) as? Value
        {
            return value
        }
        return try kind.contains(.keepsUnknownMembers) ? makeKeepingUnknownMembers(type, by: make) : make(self)
    }

    private func unknown<Model: UnknownCaseKeeping>(_ type: Model.Type) throws -> Model? {
        guard let keys = CaseKeys.of(type) else { return nil }
        // A value that is no object has no members.
        let members = try? object.own()
        func look<Key: CodingKey>(_ keyType: Key.Type) -> (isKnown: Bool, name: String?, key: String?) {
            guard let members else { return (false, nil, nil) }
            let layout = context.layout(for: keyType)
            guard let discriminator = layout.discriminator?.key else {
                let names = members.allKeys.map(\.stringValue).filter { flattening?.isTaken($0) != true }
                let found = names.compactMap { layout.key(for: $0, as: keyType) }
                return (keys.name(found), names.count == 1 ? names[0] : nil, names.count == 1 ? names[0] : nil)
            }
            // Whatever else stands there is no name.
            guard let name = try? members.decode(String.self, forKey: PayloadKey(discriminator)) else {
                return (false, nil, nil)
            }
            return (keys.name([layout.key(for: name, as: keyType)].compactMap(\.self)), name, discriminator)
        }
        let (isKnown, name, key) = look(keys.type)
        if isKnown { return nil }
        context.note(
            .unknownCase, UnknownCaseText.of(type, name: name),
            at: JSONPointer(codingPath: codingPath + (key.map { [PayloadKey($0)] } ?? [])))
        return .unknown(try ownDocument())
    }

    /// The value as JSON; where its members stand among those of another, only its own.
    private func ownDocument() throws -> JSONValue {
        var document = try JSONValue(from: base)
        guard let flattening else { return document }
        document.object?.removeAll { flattening.isTaken($0.key) }
        for name in document.object?.keys ?? [] { object.claim(MemberPath(member: name)) }
        flattening.hasMembers = flattening.hasMembers || document.object?.isEmpty == false
        return document
    }
}
