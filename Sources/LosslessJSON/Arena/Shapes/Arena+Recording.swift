/// What an arena notes of a document whose shape may come again.
extension Arena {
    /// Begins to note what is done to the document that has just been scanned.
    func startRecording(_ recorder: ShapeRecorder) {
        recorder.start()
        state.pointee.recorder = recorder
        state.pointee.isRecording = true
    }

    func stopRecording() {
        state.pointee.isRecording = false
        state.pointee.recorder = nil
    }

    /// Notes that the characters of a value decide, and of all that is in it.
    @inline(__always)
    func noteLook(at node: NodeID) {
        if state.pointee.isRecording { recordLook(at: node) }
    }

    @inline(never)
    private func recordLook(at node: NodeID) {
        guard let recorder = state.pointee.recorder else { return }
        var waiting = [node]
        while let node = waiting.popLast() {
            let value = self[node]
            if value.flags & ArenaNode.computed != 0 { recorder.giveUp() }
            switch value.form {
            case .open where value.isDirty || value.source == ArenaNode.noPlace: waiting += children(of: node)
            case .open, .indexed:
                recorder.noteSeen(value.source..<state.pointee.index[Int(value.source)].next)
            // Made of characters that have been looked at, or of none of the document.
            case .made, .foreign: break
            // Nothing is deferred while shapes are recorded.
            case .deferred, .childrenDeferred: recorder.giveUp()
            }
        }
    }

    /// Notes nothing while something is done.
    func withoutRecording<Result>(_ body: () -> Result) -> Result {
        let isRecording = state.pointee.isRecording
        state.pointee.isRecording = false
        defer { state.pointee.isRecording = isRecording }
        return body()
    }

    /// What was found when a value was compared with one of the plan.
    func noteComparison(of node: NodeID, with other: JSONValue, areEqual: Bool) {
        let value = self[node]
        if !areEqual, value.form == .indexed, value.isString || value.isNumber {
            state.pointee.recorder?.noteDifferent(value.source, from: other)
        } else {
            noteLook(at: node)
        }
    }

    /// Something has been done that the next document of the shape may not have done to it.
    package func giveUpRecording() { state.pointee.recorder?.giveUp() }

    /// Gives a place what is computed of its characters; `false`, with nothing changed, where more is to be done.
    package func compute(_ node: NodeID, by computation: some ScalarComputation) -> Bool {
        let old = self[node]
        let characters: UnsafeBufferPointer<UInt8>
        switch old.rawKind {
        case 1: characters = Self.characters("false")
        case 2: characters = Self.characters("true")
        case 3, 4:
            guard let bytes = withoutRecording({ plainBytes(of: node) }) else { return false }
            characters = bytes
        default: return false
        }
        state.pointee.scratch.removeAll(keepingCapacity: true)
        guard let kind = computation.compute(characters, of: old.kind, to: &state.pointee.scratch),
            state.pointee.scratch.withUnsafeBufferPointer(Self.isPlain)
        else { return false }
        let start = state.pointee.scratch.withUnsafeBufferPointer(keep)
        let length = UInt32(truncatingIfNeeded: state.pointee.scratch.count)
        let rawKind: UInt8 =
            switch kind {
            case .string: 4
            case .number: 3
            default: state.pointee.scratch.first == UInt8(ascii: "t") ? 2 : 1
            }
        setScalar(node, rawKind, start, length)
        if state.pointee.isRecording { recordComputed(node, old, computation) }
        return true
    }

    private static func characters(_ word: StaticString) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    }

    @inline(never)
    private func recordComputed(_ node: NodeID, _ old: ArenaNode, _ computation: some ScalarComputation) {
        guard old.form == .indexed, self[node].length > 0 else {
            // What is computed of a constant is one.
            if old.form != .made || old.flags & ArenaNode.computed != 0 { state.pointee.recorder?.giveUp() }
            return
        }
        at(node).pointee.flags |= ArenaNode.computed
        let new = self[node]
        state.pointee.recorder?.noteComputed(
            ShapeRecorder.Computed(source: old.source, start: new.start, kind: new.kind, computation: computation))
    }
}
