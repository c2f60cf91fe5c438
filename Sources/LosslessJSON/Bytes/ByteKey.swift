/// A text compared and hashed by its UTF-8 bytes; `String ==` takes canonically equivalent texts as one.
package struct ByteKey: Hashable, Sendable {
    let text: String

    package init(_ text: String) { self.text = text }

    package static func == (lhs: ByteKey, rhs: ByteKey) -> Bool { lhs.text.hasSameBytes(as: rhs.text) }

    package func hash(into hasher: inout Hasher) {
        let combined: Void? = text.utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        if combined == nil { for byte in text.utf8 { hasher.combine(byte) } }
        hasher.combine(0xFF as UInt8)  // No byte of UTF-8, so texts hashed one after another stay apart.
    }
}
