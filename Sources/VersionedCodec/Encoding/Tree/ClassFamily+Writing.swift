extension ClassFamily {
    /// The node that a class wrote, with the name of the class beside or around it.
    ///
    /// - Throws: `EncodingError` if the class is not listed, or its name has no object to be in.
    func naming(_ model: Any.Type, _ node: EncodingNode, _ value: Any, at path: TreePath?) throws -> EncodingNode {
        func fault(_ text: String) -> EncodingError {
            EncodingError.invalidValue(value, .init(codingPath: path?.keys ?? [], debugDescription: text))
        }
        if let unknown, unknown == model { return node }  // It has written its whole document.
        guard let name = name(of: model) else {
            throw fault("\(model) has no name in the family of \(baseName): \(nameList)")
        }
        guard let key = discriminator.key else { return Self.holder([(name, .node(node), .className)]) }
        let tag = EncodedPart.leaf(.string(name))
        if let payload = discriminator.payload {
            return Self.holder([(key, tag, .className), (payload, .node(node), .classMembers)])
        }
        guard node.prepend(name, key) else {
            throw fault("\(model) writes no object, so the name of the class cannot be combined with its members")
        }
        return node
    }

    private static func holder(_ members: [(name: String, part: EncodedPart, origin: KeyOrigin)]) -> EncodingNode {
        var assignments = Assignments()
        for member in members {
            assignments.set(.init(origin: member.origin, place: .member(member.name), part: member.part))
        }
        let node = EncodingNode()
        node.content = .object(assignments)
        return node
    }
}

extension EncodingNode {
    /// Writes the name of a class or type before all members; false where the value is not an object.
    func prepend(_ name: String, _ key: String) -> Bool {
        if case .leaf(.written) = content, case .leaf(let leaf) = content,
            case .node(let opened) = EncodedPart.leaf(leaf).opened(nil)
        {
            content = opened.content
        }
        guard openObject(), case .object(var assignments) = content else { return false }
        content = .nothing
        assignments.prepend(.init(origin: .className, place: .member(key), part: .leaf(.string(name))))
        content = .object(assignments)
        return true
    }
}
