/// Text that becomes a part of the document as it is.
extension Arena {
    /// Whether compact text, in which no string needs an escape, is what this document would have where it is written
    /// in its own layout: it is on one line, without space around its marks, and escapes only what must be.
    package var mayTakeText: Bool {
        guard hasText, isOnOneLine, !state.pointee.isRecording else { return false }
        return spacedMarks == (":", ",") && emptyContainers == ("[]", "{}")
            && (!hasEscapes || !style.escapesSlashes && !style.escapesNonASCII)
    }

    /// Whether a member of the root may have so many containers in each other, around values of the document.
    package func mayHold(depth: Int) -> Bool {
        let isDeep = (document?.buffer ?? state.pointee.buffer).isDeep
        return !isDeep && depth < state.pointee.maximumDepth - IndexScanner.shallowDepth
    }

    /// A detached value that is written as a text: JSON that ``mayTakeText`` allows. Nothing looks into it.
    package func make(text: [UInt8]) -> NodeID {
        var node = ArenaNode()
        node.form = .made
        // The characters of a number are written as they are.
        node.rawKind = UInt8(IndexNode.number)
        node.length = UInt32(text.count)
        node.start = text.withUnsafeBufferPointer { keep($0) }
        return append(node)
    }

    /// Appends a value of the document as it was read, or a scalar that every style writes alike; `false` for any other
    /// value.
    package func append(_ value: JSONValue, asReadTo bytes: inout [UInt8]) -> Bool {
        if let (index, source) = value.source {
            if index !== document { return false }
            bytes.append(contentsOf: state.pointee.text[state.pointee.index[Int(source)].span])
            return true
        }
        if case .string(let text) = value.storage, text.spelling == nil { return append(text.string, quotedTo: &bytes) }
        guard var text = value.scalarText else { return false }
        text.withUTF8 { bytes.append(contentsOf: $0) }
        return true
    }

    /// Appends a string in quotes; `false` where it needs an escape.
    package func append(_ text: String, quotedTo bytes: inout [UInt8]) -> Bool {
        var text = text
        return text.withUTF8 { characters in
            if StringEscapes(slashes: false, nonASCII: false).hasSpecial(in: characters) { return false }
            bytes.append(UInt8(ascii: "\""))
            bytes.append(contentsOf: characters)
            bytes.append(UInt8(ascii: "\""))
            return true
        }
    }
}
