/// Writes the members of an object, each in the place of its key.
struct TreeKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: EncodingNode
    let context: FormatContext
    let layout: ResolvedLayout
    let shared: SharedSuperclass?
    let path: TreePath?

    var codingPath: [any CodingKey] { path?.keys ?? [] }

    // MARK: Places

    /// Where the member of a key goes; its resolved key where there is more to it.
    private typealias Place = (place: AssignedPlace, resolvedKey: ResolvedKey?)

    private func place(of key: Key) throws -> Place {
        try context.checkIsOpen(codingPath + [key])
        if let name = context.rendering?.name(of: key, layout.isRaw, codingPath) { return (.member(name), nil) }
        if layout.keepsKeys { return (.member(key.stringValue), nil) }
        do throws(KeyLayout.CollisionError) {
            let resolvedKey = try context.resolvedKey(of: key, in: layout)
            return resolvedKey.isPlain
                ? (.member(resolvedKey.member.stringValue), nil) : (.path(resolvedKey.writing), resolvedKey)
        } catch {
            let error = error.below(codingPath)
            throw EncodingError.invalidValue(
                key, .init(codingPath: codingPath, debugDescription: error.description, underlyingError: error))
        }
    }

    /// The path of a member: in the payload, or, where no version is in effect, by the model's own keys.
    private func path(of place: Place, _ key: Key) -> TreePath? {
        switch place.place {
        case .member(let name):
            let isOwn = !context.isVersioned || name.utf8.elementsEqual(key.stringValue.utf8)
            return isOwn ? TreePath(path, key) : TreePath(path, PayloadKey(name))
        case .path(let way): return way.steps.reduce(path) { TreePath($0, $1.key) }
        }
    }

    /// The context for writing the value of a key.
    private func context(of place: Place) -> FormatContext { context.with(place.resolvedKey?.values) }

    /// - Parameter isDocument: Whether null is a value here.
    private func set(_ part: EncodedPart, _ key: Key, at place: Place, isDocument: Bool = false) {
        guard case .object(var assignments) = node.content else { return }
        node.content = .nothing
        if let tag = place.resolvedKey?.tags.first, let discriminator = layout.discriminator?.key {
            assignments.set(
                .init(
                    origin: KeyOrigin(nameOf: key), place: .member(discriminator), superclass: shared,
                    part: .leaf(.string(tag))))
        }
        assignments.set(
            .init(
                origin: KeyOrigin(key), place: place.place,
                superclass: place.resolvedKey?.staysOutside == true ? nil : shared,
                isMember: !layout.isRaw, leavesNilOut: !isDocument && leavesNilOut(place),
                gaps: layout.declared?.gaps ?? .fail, part: part))
        node.content = .object(assignments)
    }

    /// Whether nil is left out even where the model writes it: never in a dictionary, where `null` is a value.
    private func leavesNilOut(_ place: Place) -> Bool {
        guard !layout.isRaw else { return false }
        return context.isPropertyList || (place.resolvedKey?.nilMembers ?? context.format.nilMembers) == .omitted
    }

    /// Writes a leaf.
    func set(_ leaf: EncodedLeaf, for key: Key) throws {
        let place = try place(of: key)
        if place.resolvedKey?.values?.scalars == nil, context.scalars == nil { return set(.leaf(leaf), key, at: place) }
        set(.leaf(try context(of: place).formed(leaf, at: path(of: place, key))), key, at: place)
    }

    /// The node of a key: the same one if a container is asked for again, as its members continue.
    private func child(of key: Key, for writer: LateWriter, table: KeyTable? = nil) -> TreeEncoder {
        let child = EncodingNode()
        child.writer = writer
        do {
            let place = try place(of: key)
            let path = path(of: place, key)
            if case .container = writer, let known = node.openMember(KeyOrigin(key), place.place, table) {
                return TreeEncoder(node: known, context: context(of: place), path: path)
            }
            set(.node(child), key, at: place)
            return TreeEncoder(node: child, context: context(of: place), path: path)
        } catch {
            node.fault = node.fault ?? error as? EncodingError
            return TreeEncoder(node: child, context: context, path: TreePath(path, key))
        }
    }

    // MARK: Values

    func encodeNil(forKey key: Key) throws { try set(.null, for: key) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try encodeAhead(value, forKey: key) }

    /// Writes a value before the rest of the tree, so that the model learns at once that it cannot be.
    func encodeAhead<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        let place = try place(of: key)
        // The key of the property that holds unknown members is not part of the payload.
        if Value.self == UnknownMembersSeat.self {
            node.seats.insert(ByteKey(place.place.first))
            return
        }
        let part = try context(of: place).part(of: value, at: path(of: place, key))
        if case .leaf(.null) = part, !context.isPropertyList, UnknownDocument.isOne(value) {
            return set(part, key, at: place, isDocument: true)
        }
        set(part, key, at: place)
    }

    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try setNil(key) }
    }

    /// Writes nil as synthesised code does, or as the format or the layout declares.
    func setNil(_ key: Key) throws {
        if layout.keepsKeys {
            if context.format.nilMembers == .null { try set(.null, for: key) }
            return
        }
        let place = try place(of: key)
        if (place.resolvedKey?.nilMembers ?? context.format.nilMembers) == .null { set(.leaf(.null), key, at: place) }
    }

    // MARK: Containers

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        child(of: key, for: .container, table: context.rendering?.table(of: keyType)).container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        child(of: key, for: .container).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        let names = (layout.declared?.superclass ?? context.format.superclass).path
        let path = MemberPath(members: names).steps.reduce(path) { TreePath($0, $1.key) }
        // The key is one of those that a strategy of the encoder spells.
        let place = MemberPath(
            members: names.map { context.rendering?.name(of: PayloadKey($0), layout.isRaw, codingPath) ?? $0 })
        if case .object(let assignments) = node.content, let known = assignments.node(of: .superclass) {
            return TreeEncoder(node: known, context: context, path: path)
        }
        let child = EncodingNode()
        if case .object(var assignments) = node.content {
            node.content = .nothing
            assignments.set(
                .init(
                    origin: .superclass, place: .path(place), superclass: shared, isMember: !layout.isRaw,
                    part: .node(child)))
            node.content = .object(assignments)
        }
        return TreeEncoder(node: child, context: context, path: path)
    }

    func superEncoder(forKey key: Key) -> any Encoder { child(of: key, for: .superEncoder) }
}
