/// The bytes of a document and the index over them, to which lazily read values refer.
///
/// Of a text in JSON5 the index is one over the JSON that was converted of it.
///
/// Invariants: the buffer holds the nodes of a scan of exactly these bytes that succeeded, and neither is ever changed
/// again. `@unchecked Sendable` because of that; the tables that are built when asked for are behind a lock.
package final class DocumentIndex: @unchecked Sendable {
    /// The text that was scanned.
    package let bytes: [UInt8]

    /// The nodes; the root is the first.
    package let buffer: IndexBuffer

    /// Which member counts where a key appears twice.
    package let duplicateKeys: JSONParsingOptions.DuplicateKeyPolicy

    /// The conversion that made the bytes, if the text that was read is not JSON.
    package let converted: ConvertedJSON5?

    /// Whether the document must be JSON wherever it is written: texts that are not JSON were accepted for that.
    package let isToBeJSON: Bool

    /// Whether there may be comments between the values.
    let mayHaveComments: Bool

    /// Whether strings may hold control characters that are not escaped.
    let hasRawControlCharacters: Bool

    /// Where the bytes begin in the text that was read; not zero for a copy of a part.
    private let origin: Int

    let tables = ChildTables()

    init(
        bytes: [UInt8], buffer: IndexBuffer, options: JSONParsingOptions, converted: ConvertedJSON5? = nil,
        origin: Int = 0
    ) {
        self.origin = origin
        self.bytes = bytes
        self.buffer = buffer
        self.converted = converted
        isToBeJSON = options.tolerances.makesJSON
        mayHaveComments = options.tolerances.contains(.comments) && !isToBeJSON
        duplicateKeys = options.duplicateKeys
        hasRawControlCharacters = options.tolerances.contains(.controlCharacters) && !isToBeJSON
    }

    /// Scans a text; `nil` if it is not right.
    ///
    /// A text that may be JSON5 is tried as JSON first, which it mostly is as a whole, or not for long.
    package convenience init?(scanning bytes: [UInt8], options: JSONParsingOptions) {
        guard options.tolerances.makesJSON else {
            self.init(scanningAsItIs: bytes, options: options)
            return
        }
        let buffer = IndexBuffer(capacity: bytes.count / 12 + 16)
        let scanner = IndexScanner(options: options.ofConvertedJSON5, buffer: buffer)
        if bytes.withUnsafeBufferPointer({ scanner.scan($0) }) {
            buffer.trim()
            self.init(bytes: bytes, buffer: buffer, options: options)
        } else {
            self.init(makingJSONOf: bytes, options: options, buffer)
        }
    }

    /// Scans the JSON that is converted of a text; `nil` if that is not right.
    ///
    /// - `addingBraces`: Whether the text is the members of an object without its braces.
    package convenience init?(
        makingJSONOf bytes: [UInt8], options: JSONParsingOptions, addingBraces: Bool = false,
        _ buffer: IndexBuffer = IndexBuffer()
    ) {
        guard bytes.count <= options.maximumBytes,
            let converted = JSON5Rewriter.json(of: bytes, options.tolerances, addingBraces: addingBraces)
        else { return nil }
        let scanner = IndexScanner(options: options.ofConvertedJSON5, buffer: buffer)
        guard converted.json.withUnsafeBufferPointer({ scanner.scan($0) }) else { return nil }
        buffer.trim()
        self.init(bytes: converted.json, buffer: buffer, options: options, converted: converted)
    }

    convenience init?(scanningAsItIs bytes: [UInt8], options: JSONParsingOptions) {
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

    /// Where in the text that was read a value begins.
    @inline(__always)
    func start(of node: UInt32) -> Int {
        let start = self[node].span.lowerBound
        guard let converted else { return origin + start }
        return converted.start(of: start)
    }

    // MARK: Texts

    /// The bytes of a range, as text. They are UTF-8, and so is each range that a node names.
    func text(_ range: Range<Int>) -> String {
        bytes.withUnsafeBufferPointer { CheckedText.string(UnsafeBufferPointer(rebasing: $0[range])) }
    }

    /// The characters of a string or key. O(bytes)
    package func string(_ node: UInt32) -> String {
        let content = self[node].content
        guard self[node].isEscaped else { return text(content) }
        return bytes.withUnsafeBufferPointer { Unescaping.string(of: UnsafeBufferPointer(rebasing: $0[content])) }
    }

    /// The text between the quotes, if it held an escape.
    func spelling(_ node: UInt32) -> String? {
        self[node].isEscaped && !hasRawControlCharacters ? text(self[node].content) : nil
    }

    /// Whether the characters of a string or key are those of a text.
    package func string(_ node: UInt32, isEqualTo text: String) -> Bool {
        var text = text
        if self[node].isEscaped {
            var characters = string(node)
            return text.withUTF8 { text in characters.withUTF8 { $0.isSame(as: text) } }
        }
        return text.withUTF8 { text in
            bytes.withUnsafeBufferPointer { UnsafeBufferPointer(rebasing: $0[self[node].content]).isSame(as: text) }
        }
    }

    // MARK: Children

    /// The children of a container, in their order: the values of its members, or its elements.
    ///
    /// Where a key appears twice, those that the policy leaves.
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

    /// Whether a key appears twice in an object. O(values)
    @inline(never)
    var hasRepeatedKey: Bool { (0..<buffer.count).contains { buffer.base[$0].hasRepeatedKey } }

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
