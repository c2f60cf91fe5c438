/// What is noted about the members of a document while its shape is recorded: the names that operations asked for, and
/// what the members of the result are.
///
/// If members are only asked for by their names, the next document may have others beside them, and all in another
/// order. Places are those of the arena whose result is written; others, for judging, only ask for names.
struct RecordedMembers {
    /// A member of the result.
    struct Written {
        /// The member of the text whose place it has, or that it was put beside; `nil` if it was put at the end.
        let slot: UInt32?
        /// Whether it is that member, as it was.
        let isUntouched: Bool
        /// Its bytes in the result, once all of it has been written.
        var range: Range<Int>
    }

    /// Whether the members were looked at in another way than by their names.
    private(set) var isWalked = false
    /// The names that were asked for, whether there were such members or not.
    private(set) var names: Set<[UInt8]> = []
    /// The members of the result, in their order.
    private(set) var written: [Written] = []
    /// What members that have been put in were put beside; `nil` for the end.
    private var anchors: [NodeID: UInt32?] = [:]
    /// The arena whose result is written.
    private let home: Arena
    /// The node of the object in the index.
    let object: UInt32
    /// Where the result begins in the output.
    private(set) var start: Int

    init(of object: UInt32, in home: Arena) {
        (self.object, self.home, start) = (object, home, home.state.pointee.outputCount)
    }

    /// Adds the looks in another arena.
    mutating func add(_ other: RecordedMembers) {
        isWalked = isWalked || other.isWalked
        names.formUnion(other.names)
    }

    mutating func noteWalk() { isWalked = true }

    mutating func note(name: UnsafeBufferPointer<UInt8>) { names.insert(Array(name)) }

    // MARK: Places

    private func anchor(of node: NodeID) -> UInt32? {
        let value = home[node]
        return value.isInPlace ? value.slot : anchors[node] ?? nil
    }

    /// A member is put before another one, or at the end.
    mutating func noteInserted(_ node: NodeID, before next: NodeID, in arena: Arena) {
        if arena.state == home.state { anchors[node] = next.isNone ? .some(nil) : anchor(of: next) }
    }

    /// A member is put where another one is, or was, which has such a place.
    mutating func noteInserted(_ node: NodeID, beside slot: UInt32?, in arena: Arena) {
        if arena.state == home.state { anchors[node] = .some(slot) }
    }

    /// A member takes the place of another one.
    mutating func noteReplaced(_ node: NodeID, by new: NodeID, in arena: Arena) {
        if arena.state == home.state, !arena[node].isInPlace { anchors[new] = anchors[node] ?? .some(nil) }
    }

    /// What a member is put beside that is put where another one is.
    func slot(of node: NodeID, in arena: Arena) -> UInt32? { arena.state == home.state ? anchor(of: node) : nil }

    // MARK: The result

    /// The result is that of the document, and is written from the start.
    mutating func beginWriting() {
        written.removeAll(keepingCapacity: true)
        start = 0
    }

    /// A member is written from a place of the result on.
    mutating func begin(_ node: NodeID, at start: Int) {
        let value = home[node]
        let place = start - self.start
        written.append(Written(slot: anchor(of: node), isUntouched: value.isUntouched, range: place..<place))
    }

    /// The last member has been written, up to a place of the result.
    mutating func end(at end: Int) {
        guard let last = written.indices.last, written[last].range.isEmpty else { return }
        let first = written[last].range.lowerBound
        written[last].range = first..<max(end - start, first)
    }
}

extension Arena {
    /// Notes that the members of a container decide, or their order.
    @inline(__always)
    func noteWalk(_ container: NodeID) {
        if self[container].source == state.pointee.notedObject { recordWalk() }
    }

    @inline(never)
    private func recordWalk() { state.pointee.recorder?.members?.noteWalk() }

    /// Notes that it decides whether the document has a member of a name.
    @inline(__always)
    func noteName(_ name: UnsafeBufferPointer<UInt8>, in object: NodeID) {
        if self[object].source == state.pointee.notedObject { recordName(name) }
    }

    @inline(never)
    private func recordName(_ name: UnsafeBufferPointer<UInt8>) { state.pointee.recorder?.members?.note(name: name) }

    @inline(__always)
    func noteInserted(_ node: NodeID, into container: NodeID, before next: NodeID) {
        if self[container].source == state.pointee.notedObject { recordInserted(node, next) }
    }

    @inline(never)
    private func recordInserted(_ node: NodeID, _ next: NodeID) {
        withKey(of: node) { recordName($0) }
        state.pointee.recorder?.members?.noteInserted(node, before: next, in: self)
    }

    @inline(__always)
    func noteInserted(_ node: NodeID, into container: NodeID, beside slot: UInt32?) {
        if self[container].source == state.pointee.notedObject { recordInserted(node, slot) }
    }

    @inline(never)
    private func recordInserted(_ node: NodeID, _ slot: UInt32?) {
        state.pointee.recorder?.members?.noteInserted(node, beside: slot, in: self)
    }

    @inline(never)
    func recordedSlot(of node: NodeID) -> UInt32? { state.pointee.recorder?.members?.slot(of: node, in: self) }

    @inline(never)
    func recordReplaced(_ node: NodeID, by new: NodeID) {
        state.pointee.recorder?.members?.noteReplaced(node, by: new, in: self)
    }

    // MARK: The result

    /// How many bytes the result has, with those that are still to be copied.
    private var outputEnd: Int {
        state.pointee.outputCount + max(state.pointee.pendingEnd - state.pointee.pendingStart, 0)
    }

    /// Notes that the result of a document begins.
    @inline(never)
    func noteBeginOfWriting() { state.pointee.recorder?.members?.beginWriting() }

    /// Notes that a member of the document begins in the result.
    @inline(never)
    func noteWritten(_ node: NodeID) { state.pointee.recorder?.members?.begin(node, at: outputEnd) }

    /// Notes that a member of the document ends in the result.
    @inline(never)
    func noteWrittenEnd() { state.pointee.recorder?.members?.end(at: outputEnd) }

    /// Notes that untouched members are about to be copied, with the text between them.
    ///
    /// - `start`: The byte of the text that is copied first.
    @inline(never)
    func noteCopied(from first: NodeID, to last: NodeID, from start: Int) {
        noteWrittenEnd()
        let (index, here) = (state.pointee.index, outputEnd)
        var node = first
        while true {
            let slot = Int(self[node].slot)
            state.pointee.recorder?.members?.begin(node, at: here + index[slot - 1].span.lowerBound - start)
            state.pointee.recorder?.members?.end(at: here + index[slot].span.upperBound - start)
            if node == last { return }
            node = self[node].next
        }
    }
}
