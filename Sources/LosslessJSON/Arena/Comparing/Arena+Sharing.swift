/// A second arena for a document that one arena has read.
///
/// It has nodes of its own, and the text, the index and the document of the other one, which must not be reset before.
extension Arena {
    /// Begins with the current document of another arena; later changes to either do not affect the other. Deferred
    /// changes are made here by the object that `startDeferring` was given here.
    package func begin(asCopyOf other: Arena) {
        share(other)
        let count = other.state.pointee.count
        reserve(count)
        state.pointee.nodes.update(from: other.state.pointee.nodes, count: count)
        state.pointee.count = count
        let sideCount = other.state.pointee.sideCount
        reserveSide(sideCount)
        state.pointee.side.update(from: other.state.pointee.side, count: sideCount)
        state.pointee.sideCount = sideCount
        if !other.state.pointee.foreign.isEmpty { state.pointee.foreign = other.state.pointee.foreign }
        if !other.state.pointee.foreignKeys.isEmpty { state.pointee.foreignKeys = other.state.pointee.foreignKeys }
        (state.pointee.root, state.pointee.source) = (other.state.pointee.root, other.state.pointee.source)
        if other.state.pointee.changes != nil { state.pointee.deferrals = other.state.pointee.deferrals }
        for (object, _) in other.state.pointee.tables {
            at(NodeID(object)).pointee.flags &= ~ArenaNode.hasTable  // A table is that of its arena.
        }
    }

    /// Begins with the document as another arena has read it, without the changes that were made there.
    ///
    /// - `source`: The node of the index of a value in it, which is then a document by itself.
    package func begin(asReadBy other: Arena, at source: UInt32? = nil) {
        share(other)
        state.pointee.source = source ?? other.state.pointee.source
        if state.pointee.isRecording {
            // A computed scalar is identified by its place in the side buffer, so each has one of its own.
            reserveSide(other.state.pointee.sideCount)
            state.pointee.sideCount = other.state.pointee.sideCount
        }
        beginRoot()
    }

    private func share(_ other: Arena) {
        reset()
        state.pointee.text = other.state.pointee.text
        state.pointee.index = other.state.pointee.index
        state.pointee.breaksLines = other.state.pointee.breaksLines
        state.pointee.mayHaveComments = other.state.pointee.mayHaveComments
        state.pointee.aside = other.state.pointee.aside
        state.pointee.lender = other.state.pointee.lender ?? other.state
        if !other.state.pointee.isRecording { return }
        // A look at a value here decides as well.
        (state.pointee.recorder, state.pointee.isRecording) = (other.state.pointee.recorder, true)
        state.pointee.notedObject = other.state.pointee.notedObject
    }

    /// The document that the text and the index are, if it is known as one.
    var document: DocumentIndex? {
        get { (state.pointee.lender ?? state).pointee.ownDocument }
        nonmutating set { (state.pointee.lender ?? state).pointee.ownDocument = newValue }
    }

    /// Whether objects may have a key twice, because the document was read so that all members are kept.
    package var mayRepeatKeys: Bool { document?.duplicateKeys == .keep }

    /// Whether an object of the document has a key twice, and both members are kept. O(values) if that may be
    package var repeatsKeys: Bool { mayRepeatKeys && document?.hasRepeatedKey == true }

    /// The way to a node from the root of the document, or from something else that it is in. O(members on the way); in
    /// a changed array, O(elements)
    ///
    /// - `numbers`: The numbers of the root, of the values on the way and of the value itself among their siblings, if
    ///   they are known: to count an element takes time for those before it.
    package func pointer(to node: NodeID, from root: NodeID = .none, _ numbers: ArraySlice<Int>? = nil) -> JSONPointer {
        var (count, ancestor) = (0, node)
        while ancestor != root, !self[ancestor].parent.isNone { (count, ancestor) = (count + 1, self[ancestor].parent) }
        var (tokens, node) = ([String](repeating: "", count: count), node)
        for level in 0..<count {
            let parent = self[node].parent
            let number = numbers.map { $0[$0.endIndex - 1 - level] }
            tokens[count - 1 - level] =
                self[parent].isObject ? key(of: node) : String(number ?? place(of: node, in: parent))
            node = parent
        }
        return JSONPointer(tokens)
    }

    /// The number of an element in its array. O(elements before it)
    package func place(of element: NodeID, in array: NodeID) -> Int {
        if self[array].form == .open, self[array].flags & ArenaNode.reordered == 0 {
            return Int(element.raw) - Int(Int32(bitPattern: self[array].start))
        }
        var (place, previous) = (0, self[element].previous)
        while !previous.isNone { (place, previous) = (place + 1, self[previous].previous) }
        return place + previous.countBefore
    }
}
