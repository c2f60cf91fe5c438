/// How text is laid out that becomes a part of a document; empty containers have nothing between their brackets.
package struct InsertedTextLayout: Sendable {
    package let comma, colon: String
    /// What ends a line, and what indents one by a level; `nil` where all is on one line.
    package let lineBreak: (ending: String, unit: String)?

    /// Without any space.
    package static let compact = InsertedTextLayout(comma: ",", colon: ":", lineBreak: nil)
}

/// Text that becomes a part of the document as it is.
extension Arena {
    /// The layout of a text that becomes a part of this document, which is written in its own layout; `nil` where such
    /// a text would depend on more.
    package var layoutOfInsertedText: InsertedTextLayout? {
        guard hasText, !state.pointee.isRecording else { return nil }
        if hasEscapes, style.escapesSlashes || style.escapesNonASCII { return nil }
        // Others may depend on where they are.
        if emptyContainers != ("[]", "{}") { return nil }
        if isOnOneLine { return InsertedTextLayout(comma: spacedMarks.comma, colon: spacedMarks.colon, lineBreak: nil) }
        let unit = style.indentation.unit
        return InsertedTextLayout(
            comma: unit == nil ? style.comma : ",", colon: style.colon,
            lineBreak: unit.map { (style.lineEnding.text, $0) })
    }

    /// Whether a member of the root may have so many containers in each other, around values of the document.
    package func mayHold(depth: Int) -> Bool {
        let isDeep = (document?.buffer ?? state.pointee.buffer).isDeep
        return !isDeep && depth < state.pointee.maximumDepth - IndexScanner.shallowDepth
    }

    /// A detached value that is written as a text: JSON in the layout of inserted text. Nothing looks into it.
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
    /// value, and for one of several lines, which would be indented as its new place is.
    package func append(_ value: JSONValue, asReadTo bytes: inout [UInt8]) -> Bool {
        if let (index, source) = value.source {
            if index !== document { return false }
            let text = state.pointee.text[state.pointee.index[Int(source)].span]
            if !isOnOneLine, text.contains(0x0A) { return false }
            bytes.append(contentsOf: text)
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
