/// Strings of the text that become keys, and keys that become strings again, so that the next document of a shape may
/// have others there.
extension Arena {
    /// Whether a string may be a key without a look at its characters, while a shape is recorded. The key would be
    /// written with the same bytes: a style that escapes a character is one of a text that has none without an escape.
    package func mayBeKey(_ string: NodeID) -> Bool {
        let value = self[string]
        guard state.pointee.isRecording, value.form == .indexed, value.isString else { return false }
        return !state.pointee.index[Int(value.source)].isEscaped && document?.converted == nil
    }

    /// Puts a detached value as a member whose key is a string of the text; see ``mayBeKey(_:)``.
    package func insert(_ node: NodeID, asText string: NodeID, into object: NodeID) {
        let source = self[string].source
        let characters = UnsafeBufferPointer(rebasing: state.pointee.text[state.pointee.index[Int(source)].content])
        let member = at(node)
        member.pointee.keyForm = .indexed
        member.pointee.keyStart = source
        member.pointee.keyHash = KeyHash.hash(characters)
        member.pointee.keyText = -1
        state.pointee.hasTextKeys = true
        state.pointee.recorder?.notePlain(source)
        insert(node, into: object)
    }

    /// The member that has the key that a string would be, of those that were put into an object in this way, or
    /// `none`. What is found is not noted; see ``noteDistinct(_:)``.
    package func member(of object: NodeID, like key: String) -> NodeID {
        var key = key
        return key.withUTF8 { memberCompared($0, hash: KeyHash.hash($0), of: object) }
    }

    /// Notes that the characters of such a key decide.
    @inline(never)
    func noteTextKey(of member: NodeID) {
        let key = self[member]
        guard state.pointee.isRecording, key.keyForm == .indexed else { return }
        if state.pointee.index[Int(key.keyStart)].isString {
            state.pointee.recorder?.noteSeen(key.keyStart..<key.keyStart + 1)
        }
    }

    /// Notes that the characters of such keys decide.
    @inline(never)
    func noteTextKeys(of object: NodeID) {
        guard state.pointee.isRecording, self[object].form == .open else { return }
        var member = self[object].first
        while !member.isNone {
            noteTextKey(of: member)
            member = self[member].next
        }
    }

    /// A detached string that the key of a member was; `none` where that was no string of the text.
    package func makeString(ofKeyOf member: NodeID) -> NodeID {
        let key = self[member]
        guard key.keyForm == .indexed, state.pointee.index[Int(key.keyStart)].isString else { return .none }
        var node = ArenaNode()
        node.source = key.keyStart
        node.rawKind = UInt8(IndexNode.string)
        return append(node)
    }

    /// Notes that no two of some strings are the same.
    package func noteDistinct(_ strings: [NodeID]) {
        if !strings.isEmpty { note(DistinctFinding(), of: strings) }
    }
}

/// That no two scalars have the same characters.
private struct DistinctFinding: ScalarFinding {
    func holds(for scalars: [(kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)]) -> Bool {
        if scalars.count > 16 { return Set(scalars.map { Array($0.characters) }).count == scalars.count }
        for (number, scalar) in scalars.enumerated() {
            for other in scalars[..<number] where other.characters.isSame(as: scalar.characters) { return false }
        }
        return true
    }
}
