/// Recording of a document whose shape may come again.
extension Arena {
    /// Begins to note what is done to the document that has just been scanned.
    ///
    /// - `nodes`: The nodes of the value whose shape is recorded; `nil` if it is the document.
    /// - `notesOpened`: Whether it is noted which containers are opened.
    func startRecording(_ recorder: ShapeRecorder, _ nodes: Range<UInt32>? = nil, notesOpened: Bool = false) {
        // What has been opened already cannot be noted.
        let notesOpened = notesOpened && (nodes != nil || self[root].form == .indexed)
        let object = nodes?.lowerBound ?? DocumentIndex.root
        let mayNote = notesOpened && state.pointee.index[Int(object)].isObject && !state.pointee.mayHaveComments
        recorder.start(nodes, notesOpened: notesOpened, notingMembersOf: mayNote ? (self, object) : nil)
        state.pointee.notedObject = mayNote ? object : ArenaNode.noObject
        state.pointee.recorder = recorder
        state.pointee.isRecording = true
    }

    /// Whether it is noted what is done to the document.
    package var isRecording: Bool { state.pointee.isRecording }

    func stopRecording() {
        state.pointee.isRecording = false
        state.pointee.recorder = nil
        state.pointee.notedObject = ArenaNode.noObject
    }

    /// Notes that the characters of a value decide, and of all that is in it.
    @inline(__always)
    package func noteLook(at node: NodeID) {
        if state.pointee.isRecording { recordLook(at: node) }
    }

    @inline(never)
    private func recordLook(at node: NodeID) {
        guard let recorder = state.pointee.recorder else { return }
        var waiting = [node]
        while let node = waiting.popLast() {
            let value = self[node]
            if value.flags & ArenaNode.computed != 0 { recorder.noteSeenComputed(at: value.start) }
            switch value.form {
            case .open where value.isDirty || value.source == ArenaNode.noPlace:
                if let nodes = recorder.nodes, !mayOnlyBe(value.source, within: nodes) { return recorder.giveUp() }
                waiting += children(of: node)
            case .open, .indexed:
                recorder.noteSeen(value.source..<state.pointee.index[Int(value.source)].next)
            // A scalar made of characters that have been looked at, or of none in the document.
            case .made, .foreign: break
            // Nothing is deferred while shapes are recorded.
            case .deferred, .childrenDeferred: recorder.giveUp()
            }
        }
    }

    /// Notes that the layout of a value of the text decides, and of all that is in it. Reports depend on it, too, so it
    /// is noted where looks at characters are not.
    @inline(__always)
    func noteLayout(of source: UInt32) {
        if state.pointee.recorder != nil { recordLayout(of: source) }
    }

    @inline(never)
    private func recordLayout(of source: UInt32) {
        state.pointee.recorder?.noteLayout(of: source..<state.pointee.index[Int(source)].next)
    }

    /// Notes that all of the document decides but the characters of its scalars.
    package func noteLayout() {
        if !state.pointee.text.isEmpty { noteLayout(of: DocumentIndex.root) }
    }

    /// Notes that the layout of the containers decides that begin before a place of the text.
    @inline(never)
    func noteLayout(before end: Int) {
        guard let recorder = state.pointee.recorder, !state.pointee.text.isEmpty else { return }
        var node = DocumentIndex.root
        let nodes = state.pointee.index[0].next
        while node < nodes, state.pointee.index[Int(node)].span.lowerBound < end { node += 1 }
        recorder.noteLayout(of: 0..<node, includingMembers: false)
    }

    private func mayOnlyBe(_ source: UInt32, within nodes: Range<UInt32>) -> Bool {
        source == ArenaNode.noPlace || nodes.contains(source)
    }

    /// Notes that a value decides that was a range of the text.
    package func noteLook(within span: Range<Int>) {
        guard let recorder = state.pointee.recorder, !state.pointee.text.isEmpty else { return }
        for node in 0..<state.pointee.index[0].next
        where span.contains(state.pointee.index[Int(node)].span.lowerBound) { recorder.noteSeen(node..<node + 1) }
    }

    /// Notes nothing while something is done.
    package func withoutRecording<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure)
        -> Result
    {
        let isRecording = state.pointee.isRecording
        state.pointee.isRecording = false
        defer { state.pointee.isRecording = isRecording }
        return try body()
    }

    /// Notes what was found of scalars whose characters were looked at, while nothing was noted.
    package func note(_ finding: some ScalarFinding, of nodes: [NodeID]) {
        guard state.pointee.isRecording else { return }
        if nodes.contains(where: { self[$0].isContainer }) { return nodes.forEach { noteLook(at: $0) } }
        state.pointee.recorder?.noteFinding(finding, of: nodes.map(recordInput))
    }

    /// Notes the result of comparing a value with one of the plan.
    func noteComparison(of node: NodeID, with other: JSONValue, areEqual: Bool) {
        let value = self[node]
        if other.isEmptyContainer {
            // Only whether something is in it decides.
            if value.source != ArenaNode.noPlace { noteLayout(of: value.source) }
        } else if !areEqual, value.form == .indexed, value.isString || value.isNumber {
            state.pointee.recorder?.noteDifferent(value.source, from: other)
        } else {
            noteLook(at: node)
        }
    }

    /// Something has been done that the next document of the shape may not have done to it.
    package func giveUpRecording() { state.pointee.recorder?.giveUp() }

    /// Forgets what other arenas, which are not used any more, have computed behind what this one has.
    package func forgetComputedElsewhere() { state.pointee.recorder?.forgetElsewhere(from: state.pointee.sideCount) }

    /// Whether the shape of a value is noted, and not that of the whole document.
    package var recordsShapeOfValue: Bool { state.pointee.recorder?.nodes != nil }

    /// The node in the index of the value whose shape is noted; `nil` where that is none, or the whole document.
    package var recordedSource: UInt32? { state.pointee.recorder?.nodes?.lowerBound }

    /// Something has been done that depends on the place of the value whose shape is noted, or on those before it.
    package func giveUpRecordingOfValue() {
        if state.pointee.recorder?.nodes != nil { giveUpRecording() }
    }

    /// Where the characters of a scalar are, in the text or among the computed ones, if looks are noted: two with one
    /// place are the same.
    package func placeOfCharacters(of node: NodeID) -> UInt64? {
        guard state.pointee.isRecording else { return nil }
        let value = self[node]
        if value.form == .indexed, !value.isContainer { return 1 << 32 | UInt64(value.source) }
        return value.flags & ArenaNode.computed != 0 ? UInt64(value.start) : nil
    }

    /// Whether a value is the scalar of the text that it comes from.
    package func isItself(_ node: NodeID) -> Bool {
        let value = self[node]
        return value.form == .indexed && !value.isContainer && value.origin != ArenaNode.noPlace
            && state.pointee.index[Int(value.source)].span.lowerBound == Int(value.origin)
    }

    /// Whether a scalar was computed in such a way that it differs from the one in the text that it comes from, so that
    /// no look is needed to see that; only while that is noted.
    package func differsFromItsSource(_ node: NodeID) -> Bool { differingSource(of: node) != nil }

    /// The scalar of the text from which a computed one differs.
    @inline(__always)
    func differingSource(of node: NodeID) -> UInt32? {
        guard state.pointee.isRecording, self[node].flags & ArenaNode.computed != 0 else { return nil }
        return state.pointee.recorder?.sourceDiffering(from: self[node].start)
    }
}

extension JSONValue {
    fileprivate var isEmptyContainer: Bool { array?.isEmpty ?? object?.isEmpty ?? false }
}
