/// The bytes of a document and the index over them: what every lazily read value refers to.
///
/// Invariants: the buffer holds the nodes of a scan of exactly these bytes that succeeded, and neither is ever changed
/// again. `@unchecked Sendable` because of that; the tables that are built when asked for are behind a lock.
package final class DocumentIndex: @unchecked Sendable {
    /// The text that was scanned.
    package let bytes: [UInt8]

    /// The nodes; the root is the first.
    let buffer: IndexBuffer

    /// Which member counts where a key stands twice.
    let duplicateKeys: JSONParsingOptions.DuplicateKeyPolicy

    /// Whether strings may hold control characters that are not escaped.
    let hasRawControlCharacters: Bool

    let tables = ChildTables()

    init(bytes: [UInt8], buffer: IndexBuffer, options: JSONParsingOptions) {
        self.bytes = bytes
        self.buffer = buffer
        duplicateKeys = options.duplicateKeys
        hasRawControlCharacters = options.tolerances.contains(.controlCharacters)
    }

    /// Scans a text; `nil` where it is not right.
    convenience init?(scanning bytes: [UInt8], options: JSONParsingOptions) {
        let first = options.tolerances.contains(.byteOrderMark) && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let buffer = IndexBuffer(capacity: bytes.count / 12 + 16)
        let scanner = IndexScanner(options: options, buffer: buffer)
        guard bytes.withUnsafeBufferPointer({ scanner.scan($0, from: first) }) else { return nil }
        buffer.trim()
        self.init(bytes: bytes, buffer: buffer, options: options)
    }

    /// The number of nodes.
    package var count: Int { buffer.count }

    /// A node of this index.
    package subscript(_ node: UInt32) -> IndexNode { buffer[node] }

    /// The node of the whole document.
    package static let root: UInt32 = 0

    // MARK: Texts

    /// The bytes of a range, as text. They are UTF-8, and so is each range that a node names.
    func text(_ range: Range<Int>) -> String {
        bytes.withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self) }
    }

    /// The characters of a string or key. O(bytes)
    package func string(_ node: UInt32) -> String {
        let content = self[node].content
        guard self[node].isEscaped else { return text(content) }
        let characters = bytes.withUnsafeBufferPointer {
            Unescaping.characters(of: UnsafeBufferPointer(rebasing: $0[content]))
        }
        return String(decoding: characters, as: UTF8.self)
    }

    /// What stood between the quotes, where it held an escape.
    func spelling(_ node: UInt32) -> String? {
        self[node].isEscaped && !hasRawControlCharacters ? text(self[node].content) : nil
    }

    /// Whether the characters of a string or key are those of a text.
    package func string(_ node: UInt32, isEqualTo text: String) -> Bool {
        if self[node].isEscaped { return string(node).utf8.elementsEqual(text.utf8) }
        let content = self[node].content
        guard content.count == text.utf8.count else { return false }
        let compared = text.utf8.withContiguousStorageIfAvailable { text in
            bytes.withUnsafeBufferPointer { $0[content].elementsEqual(text) }
        }
        return compared ?? bytes[content].elementsEqual(text.utf8)
    }

    // MARK: Children

    /// The children of a container, in their order: the values of its members, or its elements.
    ///
    /// Where a key stands twice, those that the policy leaves.
    package func children(of container: UInt32) -> [UInt32] {
        let node = self[container]
        var children: [UInt32] = []
        children.reserveCapacity(node.count ?? 0)
        let step: UInt32 = node.isObject ? 1 : 0
        var child = container + 1 + step
        while child < node.next + step {
            children.append(child)
            child = self[child].next + step
        }
        return node.hasRepeatedKey ? withoutRepeatedKeys(children) : children
    }

    private func withoutRepeatedKeys(_ children: [UInt32]) -> [UInt32] {
        guard duplicateKeys == .first || duplicateKeys == .last else { return children }
        var places: [ByteKey: Int] = [:]
        var kept: [UInt32] = []
        for child in children {
            let key = ByteKey(string(child - 1))
            if let place = places[key] {
                if duplicateKeys == .last { kept[place] = child }
            } else {
                places[key] = kept.count
                kept.append(child)
            }
        }
        return kept
    }
}
