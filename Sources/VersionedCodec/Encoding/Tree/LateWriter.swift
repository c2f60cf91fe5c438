/// Which code may still write a value after its key has been written again.
enum LateWriter {
    /// An encoder of `superEncoder`. As with Foundation, values that it writes at that time count.
    case superEncoder
    /// A nested container, whose values would be lost without a report: an error.
    case container
}

extension EncodingNode {
    /// The value written for the same key after this one, and how much of this one had been written until then.
    struct Replacement {
        var part: EncodedPart
        let changes: Int
    }

    /// How often anything in the value has changed.
    var allChanges: Int {
        func count(_ part: EncodedPart) -> Int {
            switch part {
            case .node(let node): node.allChanges
            case .leaf(.written(let text)): text.pendingParts.reduce(0) { $0 + $1.changes }
            case .leaf: 0
            }
        }
        var own = changes
        if let replacement { own += count(replacement.part) }
        switch content {
        case .array(let parts): return parts.reduce(own) { $0 + count($1) }
        case .object(let assignments): return assignments.list.reduce(own) { $0 + count($1.part) }
        case .leaf(.written(let text)): return own + count(.leaf(.written(text)))
        case .nothing, .leaf, .settled: return own
        }
    }

    /// Notes what is written for the key of the value after it.
    fileprivate func replace(by part: EncodedPart) {
        setReplacement(nil)
        setReplacement(Replacement(part: part, changes: allChanges))
    }

    /// The current node of the value, where a container of its key is requested again.
    func openReplacement(_ table: KeyTable?) -> EncodingNode? {
        guard let replacement, case .node(let node) = replacement.part.opened(table) else { return nil }
        if node.replacement != nil { return node.openReplacement(table) }
        if case .leaf = node.content { return nil }
        setReplacement(Replacement(part: .node(node), changes: replacement.changes))
        return node
    }

    /// The value that counts: the last one that was written.
    ///
    /// - Throws: `EncodingError` if a nested container went on after another value had taken its place.
    func last(_ fault: (String) -> EncodingError) throws -> EncodedPart {
        guard let replacement else { return .node(self) }
        setReplacement(nil)
        defer { setReplacement(replacement) }
        if allChanges != replacement.changes {
            if case .superEncoder? = writer { return .node(self) }
            throw fault("a container was used after another value had been written for its key")
        }
        guard case .node(let node) = replacement.part else { return replacement.part }
        return try node.last(fault)
    }
}

extension EncodedPart {
    /// The part of a key that is written again.
    func replaced(by part: EncodedPart) -> EncodedPart {
        guard case .node(let node) = self, node.writer != nil else { return part }
        node.replace(by: part)
        return self
    }
}

extension EncodedValue {
    /// The members of a settled value, so that a container can continue them; `nil` if it is not an object.
    var assignments: Assignments? {
        guard case .object(let object) = opened else { return nil }
        var assignments = Assignments()
        for member in object.members {
            assignments.set(
                .init(
                    origin: member.origin ?? KeyOrigin(PayloadKey(member.name)), place: .member(member.name),
                    part: member.value.asPart))
        }
        assignments.setMerged()
        return assignments
    }

    /// A value that has been settled as a part of another.
    var asPart: EncodedPart {
        if case .leaf(let leaf) = self { return .leaf(leaf) }
        let node = EncodingNode()
        node.content = .settled(self)
        return .node(node)
    }
}
