/// A value of a document, with all that is in it, or the whole document.
///
/// Unsafe code: bytes and nodes are those of the arena, valid until it is reset.
package struct DocumentPart {
    /// The bytes of it, and where they begin in those of the document.
    let text: UnsafeBufferPointer<UInt8>
    let start: Int
    /// Its nodes in the index of the document.
    let nodes: Range<UInt32>
    let index: UnsafeMutablePointer<IndexNode>
}

extension Arena {
    /// The whole document.
    var whole: DocumentPart {
        let (text, buffer) = (state.pointee.text, state.pointee.buffer)
        return DocumentPart(
            text: text, start: 0, nodes: 0..<UInt32(truncatingIfNeeded: buffer.count), index: buffer.base)
    }

    /// The value that a node of the index is.
    func part(_ source: UInt32) -> DocumentPart {
        let index = state.pointee.index
        let span = index[Int(source)].span
        return DocumentPart(
            text: UnsafeBufferPointer(rebasing: state.pointee.text[span]), start: span.lowerBound,
            nodes: source..<index[Int(source)].next, index: index)
    }
}
