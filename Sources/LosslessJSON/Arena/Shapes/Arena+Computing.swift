/// Scalars that are made of the characters of others, so that they can be made again for the next document of a shape.
extension Arena {
    /// Gives a place what is computed of its characters; `false`, with nothing changed, where more is to be done.
    package func compute(_ node: NodeID, by computation: some ScalarComputation) -> Bool {
        compute(node, by: computation) { characters, kind, result -> ScalarOutcome? in
            computation.compute(characters, of: kind, to: &result).map { .exact($0) }
        }
    }

    /// Gives a place what is computed of its characters although the way back does not restore them. Returns the values
    /// before and after, for reports; `nil`, with nothing changed, where more is to be done.
    package func computeLosing(
        _ node: NodeID, by computation: some ScalarComputation
    ) -> (before: JSONValue, after: JSONValue)? {
        if self[node].isContainer { return nil }
        let before = valueToReport(of: node)
        let isComputed = compute(node, by: computation) { characters, kind, result in
            computation.compute(characters, of: kind, losing: true, to: &result).map { .losing($0, computation) }
        }
        return isComputed ? (before, valueToReport(of: node)) : nil
    }

    /// Gives a place what a function makes of its characters; `false`, with nothing changed, where that is nothing.
    ///
    /// - `computation`: The computation for scalars that the way back restores.
    package func compute(
        _ node: NodeID, by computation: some ScalarComputation,
        _ make: (UnsafeBufferPointer<UInt8>, JSONKind, inout [UInt8]) -> ScalarOutcome?
    ) -> Bool {
        let old = self[node]
        if state.pointee.isRecording, undo(node, old, computation) { return true }
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
        guard let outcome = make(characters, old.kind, &state.pointee.scratch),
            state.pointee.scratch.withUnsafeBufferPointer({ Self.isPlain($0, inTextThat: { hasEscapes }) })
        else { return false }
        let start = state.pointee.scratch.withUnsafeBufferPointer(keep)
        let length = UInt32(truncatingIfNeeded: state.pointee.scratch.count)
        let kind =
            switch outcome {
            case .exact(let kind), .losing(let kind, _): kind
            }
        let rawKind: UInt8 =
            switch kind {
            case .string: 4
            case .number: 3
            default: state.pointee.scratch.first == UInt8(ascii: "t") ? 2 : 1
            }
        setScalar(node, rawKind, start, length)
        if state.pointee.isRecording {
            switch outcome {
            case .exact: recordComputed(node, old, computation)
            case .losing(_, let losing): recordComputed(node, old, losing, losing: true)
            }
        }
        return true
    }

    /// Gives a place what is made of its characters and those of others, texts and numbers; `false`, with nothing
    /// changed, where more is to be done.
    package func combine(_ node: NodeID, with others: [NodeID], by combination: some ScalarCombination) -> Bool {
        if state.pointee.isRecording, undo(node, with: others, combination) { return true }
        let nodes = [node] + others
        var scalars: [(kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)] = []
        for node in nodes {
            guard !self[node].isContainer, let bytes = withoutRecording({ plainBytes(of: node) }) else { return false }
            scalars.append((self[node].kind, bytes))
        }
        state.pointee.scratch.removeAll(keepingCapacity: true)
        guard let kind = combination.combine(scalars, to: &state.pointee.scratch), kind == .number || kind == .string,
            state.pointee.scratch.withUnsafeBufferPointer({ Self.isPlain($0, inTextThat: { hasEscapes }) })
        else { return false }
        let inputs = state.pointee.isRecording ? nodes.map(recordInput) : []
        let start = state.pointee.scratch.withUnsafeBufferPointer(keep)
        let length = UInt32(truncatingIfNeeded: state.pointee.scratch.count)
        setScalar(node, kind == .string ? 4 : 3, start, length)
        recordCombined(node, inputs, combination)
        return true
    }

    /// Gives a place back what a combination has made it of, with the same others.
    private func undo(_ node: NodeID, with others: [NodeID], _ combination: some ScalarCombination) -> Bool {
        guard self[node].flags & ArenaNode.computed != 0,
            let made = state.pointee.recorder?.computed(at: self[node].start), made.inputs.count == others.count + 1,
            case .combination(let other) = made.making, combination.undoes(other),
            zip(made.inputs.dropFirst(), others).allSatisfy({ $0.isSame(as: recordInput($1)) })
        else { return false }
        return restore(made.inputs[0], into: node)
    }

    private static func characters(_ word: StaticString) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    }

    /// Gives a computed place the value that it was computed of, where a computation undoes the one before.
    @inline(never)
    private func undo(_ node: NodeID, _ old: ArenaNode, _ computation: some ScalarComputation) -> Bool {
        guard old.flags & ArenaNode.computed != 0, let made = state.pointee.recorder?.computed(at: old.start),
            let input = made.input(madeAgainBy: computation)
        else { return false }
        return restore(input, into: node)
    }

    /// The scalars of which some JSON was printed, in its order; `nil` where that is not noted.
    func scalarsPrinted(in string: NodeID) -> [ShapeRecorder.Computed.Input]? {
        guard state.pointee.isRecording, self[string].flags & ArenaNode.computed != 0,
            let made = state.pointee.recorder?.computed(at: self[string].start), !made.isSettled,
            case .combination(let combination) = made.making, combination.printsJSON
        else { return nil }
        return made.inputs
    }

    /// Gives a place what a computed scalar was made of; `false` where that was a constant.
    @discardableResult
    func restore(_ input: ShapeRecorder.Computed.Input, into node: NodeID) -> Bool {
        switch input {
        case .scalar(let source): setSource(node, source)
        case .computed(let start):
            guard let made = state.pointee.recorder?.computed(at: start) else { return false }
            setScalar(node, made.rawKind, start, made.length)
            at(node).pointee.flags |= ArenaNode.computed
        case .constant: return false
        }
        return true
    }

    /// Whether a scalar is computed again for the next document of the shape.
    @inline(__always)
    func isComputedAgain(_ value: ArenaNode) -> Bool {
        value.flags & ArenaNode.computed != 0 && state.pointee.isRecording
            && state.pointee.recorder?.isSettled(value.start) != true
    }

    /// A detached node of the string whose parts some nodes are; `nil` if they are not, or nothing is noted.
    ///
    /// - `isPart`: Whether a computation makes the part of this number, and no more is needed to undo it.
    package func makeSource(
        ofParts nodes: [NodeID], where isPart: (Int, any ScalarComputation) -> Bool
    ) -> NodeID? {
        guard state.pointee.isRecording, let first = nodes.first, let recorder = state.pointee.recorder else {
            return nil
        }
        var found: ShapeRecorder.Computed.Input?
        for (number, node) in nodes.enumerated() {
            let value = self[node]
            guard value.flags & ArenaNode.computed != 0, let made = recorder.computed(at: value.start),
                case .computation(let computation, false) = made.making, isPart(number, computation),
                let input = made.inputs.first, found?.isSame(as: input) ?? true
            else { return nil }
            found = input
        }
        guard let found else { return nil }
        var node = ArenaNode()
        node.origin = self[first].origin
        let whole = append(node)
        return restore(found, into: whole) ? whole : nil
    }

    /// A detached string of these characters, by the computation that makes it of another one.
    package func makeString(
        _ characters: UnsafeBufferPointer<UInt8>, of node: NodeID, by computation: some ScalarComputation
    ) -> NodeID {
        let new = makeString(characters, from: node)
        if !state.pointee.isRecording || undo(new, self[node], computation) { return new }
        if let source = self[node].form == .indexed ? self[node].source : nil,
            state.pointee.index[Int(source)].isEscaped
        {
            noteLook(at: node)
        } else {
            recordComputed(new, self[node], computation)
        }
        return new
    }

    /// A detached string of a part of another one, by the computation that makes it.
    package func makeString(_ part: Range<Int>, of node: NodeID, by computation: some ScalarComputation) -> NodeID {
        guard let characters = withoutRecording({ plainBytes(of: node) }) else {
            var text = string(of: node) ?? ""
            return text.withUTF8 { makeString(UnsafeBufferPointer(rebasing: $0[part]), from: node) }
        }
        return makeString(UnsafeBufferPointer(rebasing: characters[part]), of: node, by: computation)
    }

    /// A detached string that is made of the characters of others, by the combination that makes it. It comes from
    /// where another value does.
    package func makeString(
        _ characters: UnsafeBufferPointer<UInt8>, from origin: NodeID, of nodes: [NodeID],
        by combination: some ScalarCombination
    ) -> NodeID {
        let new = makeString(characters, from: origin)
        if state.pointee.isRecording { recordCombined(new, nodes.map(recordInput), combination) }
        return new
    }

    /// Whether a string was made of the characters of another one, and of nothing else, in a way that it is asked for;
    /// `false` if that is not noted.
    package func isMade(
        _ node: NodeID, of source: NodeID, where isWay: (any ScalarCombination) -> Bool
    ) -> Bool {
        guard state.pointee.isRecording, self[node].flags & ArenaNode.computed != 0,
            let made = state.pointee.recorder?.computed(at: self[node].start), made.inputs.count == 1,
            case .combination(let combination) = made.making, isWay(combination)
        else { return false }
        return made.inputs[0].isSame(as: recordInput(source))
    }

    @inline(never)
    private func recordCombined(
        _ node: NodeID, _ inputs: [ShapeRecorder.Computed.Input], _ combination: some ScalarCombination
    ) {
        guard state.pointee.isRecording, let recorder = state.pointee.recorder else { return }
        let isConstant = inputs.allSatisfy { if case .constant = $0 { true } else { false } }
        if isConstant { return }
        recordComputed(node, inputs, .combination(combination), recorder)
    }

    /// The value as a computed scalar is made of it.
    func recordInput(_ node: NodeID) -> ShapeRecorder.Computed.Input {
        let value = self[node]
        if value.form == .indexed, !value.isContainer, !value.isNull,
            !state.pointee.index[Int(value.source)].isEscaped
        {
            return .scalar(value.source)
        }
        if value.flags & ArenaNode.computed != 0, let made = state.pointee.recorder?.computed(at: value.start),
            !made.isSettled, !made.loses
        {
            return .computed(start: value.start)
        }
        noteLook(at: node)
        return withoutRecording {
            switch value.kind {
            case .boolean: .constant(.boolean, Array((bool(of: node) == true ? "true" : "false").utf8))
            case .number: .constant(.number, Array(self.value(of: node).text().utf8))
            default: .constant(value.kind, string(of: node).map { Array($0.utf8) } ?? [])
            }
        }
    }

    private func recordComputed(
        _ node: NodeID, _ inputs: [ShapeRecorder.Computed.Input], _ making: ShapeRecorder.Computed.Making,
        _ recorder: ShapeRecorder
    ) {
        let new = self[node]
        keepPlace(of: new)
        let computed = ShapeRecorder.Computed(
            inputs: inputs, making: making, start: new.start, length: new.length, rawKind: new.rawKind)
        // One that is not noted would be taken for the one that is noted in its place.
        if recorder.noteComputed(computed) { at(node).pointee.flags |= ArenaNode.computed }
    }

    /// Calls a function with the characters of a string, which are not noted where a computation could have them; `nil`
    /// where the value is of another kind.
    package func withCharacters<Result>(
        of node: NodeID, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result? {
        guard self[node].isString else { return nil }
        if let characters = withoutRecording({ plainBytes(of: node) }) { return body(characters) }
        guard var text = string(of: node) else { return nil }
        return text.withUTF8(body)
    }

    @inline(never)
    private func recordComputed(
        _ node: NodeID, _ old: ArenaNode, _ computation: some ScalarComputation, losing loses: Bool = false
    ) {
        guard let recorder = state.pointee.recorder else { return }
        let making = ShapeRecorder.Computed.Making.computation(computation, loses: loses)
        if old.form == .indexed { return recordComputed(node, [.scalar(old.source)], making, recorder) }
        if old.form != .made, old.form != .foreign { return recorder.giveUp() }
        // A scalar computed from a constant is a constant.
        guard old.flags & ArenaNode.computed != 0, let made = recorder.computed(at: old.start), !made.isSettled else {
            return
        }
        if made.loses, case .computation(let other, _) = made.making, let source = made.source,
            computation.undoes(other)
        {
            at(node).pointee.flags |= ArenaNode.computed
            keepPlace(of: self[node])
            recorder.noteLosingCopy(of: source, at: self[node].start)
        } else if made.loses || loses {
            // What is lost of the one that the text has is not known so.
            recorder.noteSeenComputed(at: old.start)
        } else {
            recordComputed(node, [.computed(start: old.start)], making, recorder)
        }
    }

    /// A computed scalar is known by its place in the side buffer, where no other one may begin.
    private func keepPlace(of value: ArenaNode) {
        if value.length == 0 { _ = keep(Self.characters(" ")) }
    }
}
