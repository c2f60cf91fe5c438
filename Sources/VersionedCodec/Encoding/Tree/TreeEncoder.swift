#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An encoder into our own tree, which follows the format of a version in every value.
final class TreeEncoder: VersionAwareEncoder, JSONValueEncoder {
    let node: EncodingNode
    let context: FormatContext

    /// The type that is being written, if that is known: not for an encoder that a model asked for by
    /// `superEncoder`.
    let model: Any.Type?

    private let path: TreePath?

    init(node: EncodingNode, context: FormatContext, model: Any.Type? = nil, path: TreePath?) {
        self.node = node
        self.context = context
        self.model = model
        self.path = path
    }

    var codingPath: [any CodingKey] { path?.keys ?? [] }
    var userInfo: [CodingUserInfoKey: Any] { context.userInfo }

    var isInVersion: Bool { context.isVersioned }

    /// An encoder of the same value for a type in the place of this one.
    func sharing(model: Any.Type) throws -> any Encoder {
        try context.ask(model)
        return TreeEncoder(node: node, context: context, model: model, path: path)
    }

    // MARK: Containers

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        let layout = context.layout(for: type)
        let target = open("an object") { $0.openObject() }
        if case .object(var assignments) = target.content {
            target.content = .nothing
            assignments.note(keyType: type)
            target.content = .object(assignments)
        }
        var shared: SharedSuperclass?
        if let declared = layout.declared, let placement = declared.inSubclasses, !placement.path.isEmpty {
            shared = SharedSuperclass(
                keyType: type, path: MemberPath(members: placement.path), owner: declared.owner,
                isSubclass: model.flatMap { declared.isProperSubclass?($0) })
        }
        // A form of scalars is not for the members of a model.
        let context = layout.isRaw ? context : context.withoutScalarForm
        return KeyedEncodingContainer(
            TreeKeyedContainer<Key>(node: target, context: context, layout: layout, shared: shared, path: path))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        TreeUnkeyedContainer(node: open("an array") { $0.openArray() }, context: context, path: path)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        TreeSingleValueContainer(encoder: self, path: path)
    }

    /// The node, or one apart where the value is of another kind already; then the fault is thrown when the value is
    /// used.
    private func open(_ kind: String, _ open: (EncodingNode) -> Bool) -> EncodingNode {
        if context.hasEnded {
            node.fault = lateFault
        } else if open(node) {
            return node
        } else {
            node.fault = node.fault ?? fault("\(kind) was asked for where \(node.phrase) has been written")
        }
        let apart = EncodingNode()
        _ = open(apart)
        return apart
    }

    func fault(_ text: String) -> EncodingError {
        .invalidValue(model ?? (any Encoder).self, .init(codingPath: codingPath, debugDescription: text))
    }

    var lateFault: EncodingError { fault("an encoder was used after the end of the encoding that it was made for") }
}

/// A coding path, written down when it is asked for.
final class TreePath {
    private let parent: TreePath?
    private let key: any CodingKey

    /// How many keys there are.
    let depth: Int

    init(_ parent: TreePath?, _ key: any CodingKey) {
        self.parent = parent
        self.key = key
        depth = (parent?.depth ?? 0) + 1
    }

    convenience init?(_ keys: [any CodingKey]) {
        guard let last = keys.last else { return nil }
        var parent: TreePath?
        for key in keys.dropLast() { parent = TreePath(parent, key) }
        self.init(parent, last)
    }

    var keys: [any CodingKey] {
        var keys: [any CodingKey] = [key]
        var next = parent
        while let path = next {
            keys.append(path.key)
            next = path.parent
        }
        return keys.reversed()
    }
}

extension FormatContext {
    /// Writes a value apart from everything else, so that an error leaves no trace.
    func part<Value: Encodable>(of value: Value, at path: TreePath?) throws -> EncodedPart {
        if let rendering, scalars == nil || (value is any WholeLeaf && !(value is Decimal)) {
            return try rendering.part(of: value, at: path, self)
        }
        if openFrames >= DepthLimits.usual.values || DepthLimits.usual.isBeyond(path) {
            throw DepthLimits.usual.fault(at: path?.keys ?? [])
        }
        openFrames += 1
        defer { openFrames -= 1 }
        if let leaf = try LeafWriter.leaf(value, at: path?.keys ?? [], self) {
            // A date in text is not a text for a form of scalars.
            return .leaf(value is Decimal ? try formed(leaf, at: path) : leaf)
        }
        let model = Swift.type(of: value as Any)
        try ask(model)
        let node = try node(of: value, model, at: path)
        if case .leaf(let leaf) = node.content { return .leaf(leaf) }
        return .node(node)
    }

    /// Writes a value into a tree of its own, with the name of its class where it is of a family.
    func node<Value: Encodable>(of value: Value, _ model: Any.Type, at path: TreePath?) throws -> EncodingNode {
        let node = EncodingNode()
        if kind(of: model).contains(.hasFallbackCases), try writeFallback(for: value, model, at: path, into: node) {
            return node
        }
        if kind(of: model).contains(.keepsUnknownCase),
            let document = (value as? any UnknownCaseDecodable)?.unknownDocument
        {
            node.content = .leaf(.json(document))
            return node
        }
        try value.encode(to: TreeEncoder(node: node, context: self, model: model, path: path))
        if let fault = node.fault { throw fault }
        if kind(of: model).contains(.keepsUnknownMembers) {
            node.keep((value as? any UnknownMembersKeeping)?.unknownMembers)
        }
        guard model is AnyObject.Type else { return node }
        if case .leaf = node.content { return node }
        if case .object(let assignments) = node.content {
            try checkSubclass(value, model, keyTypes: assignments.keyTypes, path)
        }
        return try family(of: model)?.naming(model, node, value, at: path) ?? node
    }

    /// Writes what this version has in the place of a value; `false` if it has the value. A call of its own, so that
    /// nested values take less of the stack.
    @inline(never)
    private func writeFallback<Value: Encodable>(
        for value: Value, _ model: Any.Type, at path: TreePath?, into node: EncodingNode
    ) throws -> Bool {
        guard let other = try fallback(for: value, at: path?.keys ?? []) else { return false }
        try other.encode(to: TreeEncoder(node: node, context: self, model: model, path: path))
        if let fault = node.fault { throw fault }
        return true
    }

    /// Looks once for each class whether what it wrote holds its own members.
    func checkSubclass(
        _ value: Any, _ model: Any.Type, keyTypes: [any CodingKey.Type], _ path: @autoclosure () -> TreePath?
    ) throws {
        guard format.checksSubclasses, !isChecked(model) else { return }
        if let text = SubclassCheck.unwritten(value, model, keyTypes: keyTypes) {
            throw EncodingError.invalidValue(value, .init(codingPath: path()?.keys ?? [], debugDescription: text))
        }
        noteChecked(model)
    }

    /// The error for a value that comes too late.
    func checkIsOpen(_ path: @autoclosure () -> [any CodingKey]) throws {
        guard hasEnded else { return }
        throw EncodingError.invalidValue(
            (any Encoder).self,
            .init(
                codingPath: path(),
                debugDescription: "an encoder was used after the end of the encoding that it was made for"))
    }
}
