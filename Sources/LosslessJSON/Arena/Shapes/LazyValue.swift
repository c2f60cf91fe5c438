/// A value, or the text of one that is read only if it is asked for: most values that are lost are only written.
package enum LazyValue: Sendable {
    case read(JSONValue)
    /// Text that is as compact as it would be written, and the byte of its document at which it begins.
    case text([UInt8], offset: UInt32)

    /// The value. O(bytes) if it has not been read
    package var value: JSONValue {
        switch self {
        case .read(let value): return value
        case .text(let text, let offset):
            // Never: a text is kept only where all of its shape are right, see ``isCompact(_:)``.
            guard let document = DocumentIndex(scanning: text, options: JSONParsingOptions()) else { return .null }
            return JSONValue(.indexed(document, DocumentIndex.root), offset: offset)
        }
    }

    /// The byte of the document at which the value begins.
    package var sourceOffset: Int? {
        switch self {
        case .read(let value): value.sourceOffset
        case .text(_, let offset): Int(offset)
        }
    }

    /// Whether a text is that of a container, and is written as it is.
    static func isCompact(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let document = DocumentIndex(scanning: Array(text), options: JSONParsingOptions()) else { return false }
        let value = JSONValue(.indexed(document, DocumentIndex.root), offset: ArenaNode.noPlace)
        return value.isContainer && value.bytes().elementsEqual(text)
    }
}

extension JSONWriter {
    /// Writes a value that may not have been read, in the compact style.
    package mutating func writeCompact(_ value: LazyValue) {
        switch value {
        case .read(let value): writeValue(value, depth: 0)
        case .text(let text, _): append(bytes: text)
        }
    }
}
