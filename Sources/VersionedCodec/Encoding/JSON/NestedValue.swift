/// A value that a container within another one, or the encoder of a superclass, writes: it stays open until its parent
/// is written again, or ends.
///
/// What a model still has of it then goes on in a tree, as everything does that comes in another order than that of the
/// text.
///
/// Unsafe code: `Unmanaged<KeyTable>` holds no reference: the `KeyTables` of the rules own their tables, and the
/// output's scope owns the rules. A slot lies in memory of the output, which every container holds, so a pointer to it
/// is good as long as the container.
final class NestedValue {
    let output: JSONOutput

    /// The object or array that it is a part of.
    let parent: FrameReference

    /// What is to be done when it is first written; `nil` once that is done.
    var opening: Opening?

    /// The value, once it has been opened.
    var value = FrameReference.nowhere

    /// Where it begins in the bytes, and where it ends once it has been closed.
    var start = 0
    var end = 0

    /// What says where it is: the part that the parent is itself, the parent's table or the place in the parent.
    fileprivate var around: NestedValue?
    fileprivate var parentTable: Unmanaged<KeyTable>?
    fileprivate var index = 0

    /// How many members or elements it had when it was closed.
    var count = 0

    /// The container that was given out for it, where that is used again for others.
    var containerSlot: UnsafeMutablePointer<EncodingContainerSlot>?

    /// The table of the key type that wrote its members, when it was closed.
    var table: Unmanaged<KeyTable>?

    /// The encoder of its tree, once it is in one.
    var tree: TreeEncoder?

    /// How the value of an encoder is begun that has been given out before anybody knows whether it will be used.
    final class Opening {
        /// Writes its key, or the comma before it.
        let begin: () throws -> Void
        /// Its key in the parent.
        let key: any CodingKey
        /// Its encoder in the tree of the parent.
        let tree: (TreeEncoder) -> TreeEncoder?

        init(
            begin: @escaping () throws -> Void, key: any CodingKey, tree: @escaping (TreeEncoder) -> TreeEncoder?
        ) {
            (self.begin, self.key, self.tree) = (begin, key, tree)
        }
    }

    init(_ output: JSONOutput, in parent: FrameReference) {
        self.output = output
        self.parent = parent
    }

    /// Whether it is that of an encoder of `superEncoder`.
    var isSuperclass = false

    /// Its encoder.
    var encoder: OutputEncoder { OutputEncoder(output: output, value: value, nested: self) }
}

extension JSONOutput {
    // MARK: Opening

    /// Opens a value within the innermost one, whose comma or key has been written.
    func openNested(in parent: FrameReference) -> NestedValue {
        let nested = NestedValue(self, in: parent)
        open(nested)
        nestedValues.append(nested)
        return nested
    }

    private func open(_ nested: NestedValue) {
        let around = Int(nested.parent.index)
        values[around].hasNested = true
        nested.parentTable = values[around].table
        nested.index = values[around].count - 1
        if values[around].isNested {
            let id = nested.parent.id
            nested.around = nestedValues.last { $0.value.id == id }
        }
        nested.start = bytes.pointee.count
        nested.value = beginNested()
        values[Int(nested.value.index)].isNested = true
    }

    /// Gives out an encoder within the innermost value, which is written when it is first used, or as an empty object.
    func suspend(_ parent: FrameReference, until opening: NestedValue.Opening) -> OutputEncoder {
        let nested = NestedValue(self, in: parent)
        nested.opening = opening
        nested.isSuperclass = true
        values[Int(parent.index)].hasNested = true
        values[Int(parent.index)].suspend()
        nestedValues.append(nested)
        return nested.encoder
    }

    // MARK: Going on

    /// The value that an encoder or container writes, made the innermost one; `nil` if it goes on in a tree, or
    /// cannot.
    @inline(never)
    func resume(_ reference: FrameReference, _ nested: NestedValue?) -> FrameReference? {
        do {
            if let nested, let opening = nested.opening { return try begin(nested, opening) }
            let reference = nested?.value ?? reference
            guard isOpen(reference), try closeNested(above: Int(reference.index)) else { return nil }
            return try settleSuspended(at: Int(reference.index)) ? reference : nil
        } catch {
            refuse(nested?.opening == nil ? reference : nested?.parent ?? reference, error)
            return nil
        }
    }

    private func begin(_ nested: NestedValue, _ opening: NestedValue.Opening) throws -> FrameReference? {
        let around = Int(nested.parent.index)
        guard isOpen(nested.parent), try closeNested(above: around), values[around].isSuspended else { return nil }
        values[around].goOn()
        try opening.begin()
        nested.opening = nil
        open(nested)
        return nested.value
    }

    /// Closes the nested values that are open above a place; false where another value is open there.
    private func closeNested(above index: Int) throws -> Bool {
        while depth - 1 > index {
            let top = depth - 1
            guard values[top].isNested else { return false }
            let reference = FrameReference(index: Int32(top), id: values[top].id)
            let place = nestedValues.lastIndex { $0.value.id == reference.id }
            if let place {
                nestedValues[place].count = values[top].count
                nestedValues[place].table = values[top].table
            }
            try end(reference, EncodingNode.self)
            if let place { nestedValues[place].end = content.count }
        }
        return true
    }

    /// Decides what becomes of an encoder that was given out and not used before its parent goes on; false where the
    /// parent goes on in a tree.
    private func settleSuspended(at index: Int) throws -> Bool {
        guard values[index].isSuspended else { return values[index].state != .tree }
        values[index].goOn()
        let isHeld = isHeld(nestedValues.count - 1)
        guard let nested = nestedValues.popLast(), let opening = nested.opening else { return true }
        nested.opening = nil
        if isHeld {
            nested.tree = opening.tree(tree(of: nested.parent))
            return false
        }
        // As in Foundation, what nobody uses is an empty object.
        try opening.begin()
        bytes.pointee.append(ascii: "{}")
        return true
    }

    /// Notes what is wrong with a value whose container cannot throw; thrown when the value ends.
    private func refuse(_ reference: FrameReference, _ error: any Error) {
        guard isOpen(reference) else { return }
        let index = Int(reference.index)
        forgetNested(from: index)
        drop(to: index + 1)
        let node = EncodingNode()
        node.fault = error as? EncodingError
        nodes[reference.id] = node
        takeBack(values[index])
        values[index].state = .tree
    }

    // MARK: Ending

    /// Settles the nested values of a value that ends.
    func settleNested(of index: Int) throws {
        guard try closeNested(above: index), try settleSuspended(at: index) else { return }
        takeOutNested(of: index)
    }

    /// Takes what models still have of the nested values of a value out of the bytes.
    func takeOutNested(of index: Int) {
        while let parent = nestedValues.last?.parent, Int(parent.index) >= index {
            let last = nestedValues.count - 1
            if isHeld(last) { takeOut(last) }
            nestedValues.removeLast()
        }
    }

    /// Forgets the nested values of values from a place on, which have been given up.
    func forgetNested(from index: Int) {
        while let nested = nestedValues.last, Int(nested.parent.index) >= index {
            nested.opening = nil
            nestedValues.removeLast()
        }
    }

    /// Whether a model still has the container or the encoder of a nested value.
    private func isHeld(_ place: Int) -> Bool {
        guard isUniquelyHeld(nestedAt: place) else { return true }
        let nested = nestedValues[place]
        return nested.containerSlot?.pointee.nestedID == ObjectIdentifier(nested)
            && nested.containerSlot?.pointee.isFree == false
    }

    /// Whether a container or an encoder has been given out for a key of the innermost value.
    func hasNested(named key: some CodingKey, _ table: KeyTable, in value: FrameReference) throws -> Bool {
        let name = try scope.name(of: key, table, codingPath: { self.path(of: value) })
        return nestedValues.contains {
            $0.parent.id == value.id && $0.tree == nil && $0.opening == nil
                && self.name(before: $0.start)?.utf8.elementsEqual(name.utf8) == true
        }
    }

    /// Takes what a nested value has written out of the bytes, and into a tree of its own.
    private func takeOut(_ place: Int) {
        let nested = nestedValues[place]
        let path = TreePath(self.path(of: nested))
        if let containerSlot = nested.containerSlot, containerSlot.pointee.nestedID == ObjectIdentifier(nested) {
            containerSlot.pointee.nested = nested
        }
        let span = nested.start..<nested.end
        defer { nested.tree?.node.writer = nested.isSuperclass ? .superEncoder : .container }
        guard !span.isEmpty else {
            // It is a tree already.
            let pending = pendingTrees.within(span.lowerBound...span.lowerBound).first
            nested.tree = pending.map { TreeEncoder(node: $0.node, context: $0.context, path: path) }
            return
        }
        guard case .node(let node) = part(span).opened(nested.table?.takeUnretainedValue()) else { return }
        pendingTrees.removeSubrange(
            pendingTrees.index(from: span.lowerBound)..<pendingTrees.index(from: span.upperBound + 1))
        bytes.pointee.removeSubrange(span)
        shift(from: span.upperBound, by: -span.count)
        for later in nestedValues[(place + 1)...] {
            later.start -= span.count
            later.end -= span.count
        }
        pendingTrees.insert(
            PendingTree(position: span.lowerBound, node: node, context: treeContext, path: path),
            at: pendingTrees.index(from: span.lowerBound))
        nested.tree = TreeEncoder(node: node, context: treeContext, path: path)
    }

    /// Moves what is remembered of places in the innermost value.
    private func shift(from start: Int, by distance: Int) {
        for pending in pendingTrees.indices[pendingTrees.index(from: start)...] {
            pendingTrees[pending].position += distance
        }
        let index = depth - 1
        if values[index].repeatsStamp, values[index].ownStamp >= start { values[index].ownStamp += distance }
        guard values[index].notesMembers else { return }
        for place in values[index].firstMember..<notedMembers.count where notedMembers[place].start >= start {
            notedMembers[place].start += distance
        }
    }

    // MARK: Afterwards

    /// The encoder of the tree that a nested value goes on in; `nil` if it can no longer be written.
    func lateTree(of nested: NestedValue) -> TreeEncoder? {
        if let tree = nested.tree { return tree }
        guard nested.opening == nil else { return nil }
        let parent = resume(nested.parent, nil)
        // The parent may have gone on in a tree, with all that is in it.
        guard nested.tree == nil, parent != nil, let place = nestedValues.lastIndex(where: { $0 === nested }) else {
            return nested.tree
        }
        takeOut(place)
        nestedValues.remove(at: place)
        return nested.tree
    }

    /// The path of a nested value that is not open.
    func path(of nested: NestedValue) -> [any CodingKey] {
        if let tree = nested.tree { return tree.codingPath }
        let around = isOpen(nested.parent) ? path(of: nested.parent) : nested.around.map(path) ?? base?.keys ?? []
        if let opening = nested.opening { return around + [opening.key] }
        guard let table = nested.parentTable?.takeUnretainedValue() else {
            return around + [PayloadKey(index: nested.index)]
        }
        guard let name = name(before: nested.start) else { return around }
        return around + [pathKey(named: name, table.key(spelled: name))]
    }
}
