/// Writes the members of an object, each in the place of its key.
struct TreeKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: EncodingNode
    let context: FormatContext
    let layout: ResolvedLayout
    let shared: SharedSuperclass?
    let path: TreePath?

    var codingPath: [any CodingKey] { path?.keys ?? [] }

    // MARK: Places

    /// The path of a member in the payload.
    private func path(of places: [String]) -> TreePath? {
        places.reduce(path) { TreePath($0, PayloadKey($1)) }
    }

    private func place(of key: Key) throws -> [String] {
        try context.checkIsOpen(key, codingPath)
        if let name = context.rendering?.name(of: key, layout.isRaw, codingPath) { return [name] }
        do throws(KeyCollisionError) {
            return try layout.place(of: key).path
        } catch {
            let error = error.below(codingPath)
            throw EncodingError.invalidValue(
                key, .init(codingPath: codingPath, debugDescription: error.description, underlyingError: error))
        }
    }

    /// What the value of a key is written with.
    private func context(of key: Key) -> FormatContext { context.with(dates: layout.dates(of: key)) }

    private func set(_ part: EncodedPart, _ origin: KeyOrigin, at place: [String]) {
        guard case .object(var assignments) = node.content else { return }
        node.content = .nothing
        assignments.set(.init(origin: origin, path: place, superclass: shared, isMember: !layout.isRaw, part: part))
        node.content = .object(assignments)
    }

    /// Writes a leaf.
    func set(_ leaf: EncodedLeaf, for key: Key) throws {
        try set(.leaf(leaf), KeyOrigin(key), at: place(of: key))
    }

    /// The node of a key, the same one where it is asked for again.
    private func child(of key: Key) -> (EncodingNode, TreePath?) {
        let origin = KeyOrigin(key)
        let child = EncodingNode()
        do {
            let place = try place(of: key)
            if case .object(let assignments) = node.content, let known = assignments.node(of: origin) {
                return (known, path(of: place))
            }
            set(.node(child), origin, at: place)
            return (child, path(of: place))
        } catch {
            node.fault = node.fault ?? error as? EncodingError
            return (child, TreePath(path, key))
        }
    }

    // MARK: Values

    func encodeNil(forKey key: Key) throws { try set(.null, for: key) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        let place = try place(of: key)
        set(try context(of: key).part(of: value, at: path(of: place)), KeyOrigin(key), at: place)
    }

    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try setNil(key) }
    }

    /// Writes nil as synthesised code does, or as the format says.
    func setNil(_ key: Key) throws {
        if context.format.nilMembers == .null { try set(.null, for: key) }
    }

    // MARK: Containers

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        let (child, path) = child(of: key)
        return TreeEncoder(node: child, context: context(of: key), path: path).container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        let (child, path) = child(of: key)
        return TreeEncoder(node: child, context: context(of: key), path: path).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        let place = context.format.superclass.path
        let path = path(of: place)
        if case .object(let assignments) = node.content, let known = assignments.node(of: .superclass) {
            return TreeEncoder(node: known, context: context, path: path)
        }
        let child = EncodingNode()
        set(.node(child), .superclass, at: place)
        return TreeEncoder(node: child, context: context, path: path)
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        let (child, path) = child(of: key)
        return TreeEncoder(node: child, context: context(of: key), path: path)
    }
}
