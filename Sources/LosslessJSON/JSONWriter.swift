/// Unsafe code: bytes of a document are borrowed while its index is held.
extension JSONValue {
    /// The bytes of the value in a writing style. O(bytes), plus the time for sorting keys if the style requires it
    public func bytes(in style: WritingStyle = .compact) -> [UInt8] { bytes(in: style, expecting: 0) }

    /// The bytes of the value in a writing style.
    ///
    /// - `count`: How many bytes there may well be; memory for more is asked for on the way, and that for less takes no
    ///   room.
    package func bytes(in style: WritingStyle, expecting count: Int) -> [UInt8] {
        var writer = JSONWriter(style: style, expecting: count)
        writer.write(self)
        return writer.output
    }

    // Not a default argument: each of the many callers would copy the fields of a style.
    /// The compact text of the value.
    ///
    /// ```swift
    /// let value: JSONValue = ["a": [1, 2.50]]
    /// value.text()    // {"a":[1,2.5]}
    /// ```
    @inline(never)
    public func text() -> String { scalarText ?? text(in: .compact) }

    /// The text of a scalar that every style writes alike.
    package var scalarText: String? {
        switch storage {
        case .null: return "null"
        case .bool(let bool): return bool ? "true" : "false"
        case .number(let number): return number.text
        case .string(let text): return text.isPlain ? "\"" + text.string + "\"" : nil
        case .container: return nil
        case .indexed(let index, let source):
            let node = index[source]
            if node.isContainer || node.isEscaped { return nil }
            let isPlain = index.bytes.withUnsafeBufferPointer {
                !StringEscapes(slashes: true, nonASCII: true).hasSpecial(
                    in: UnsafeBufferPointer(rebasing: $0[node.content]))
            }
            return isPlain ? index.text(node.span) : nil
        }
    }

    /// The text of the value in a writing style.
    ///
    /// ```swift
    /// let value: JSONValue = ["a": [1, 2.50]]
    /// value.text(in: WritingStyle(indentation: .spaces(2)))    // the same on three lines or more
    /// ```
    public func text(in style: WritingStyle) -> String { String(decoding: bytes(in: style), as: UTF8.self) }
}

extension JSONValue: CustomStringConvertible {
    /// The value as compact JSON text.
    public var description: String { text() }
}

/// Writes a value in a writing style, without recursion.
package struct JSONWriter {
    package var output: [UInt8] = []
    let style: WritingStyle
    private let comma: [UInt8]
    private let colon: [UInt8]
    private let lines: LineBreaks?
    private let escapes: StringEscapes

    /// Whether only a comma or a colon is between values.
    let isTight: Bool
    private var base = 0

    /// Whether strings of a document keep their spelling, regardless of the escapes of the style.
    private let copiesStrings: Bool

    /// The last number with a name in the place of digits, which only a tolerance accepts.
    package internal(set) var nameOfNumber: String?

    package init(style: WritingStyle, expecting count: Int = 0, copiesStrings: Bool = false) {
        output.reserveCapacity(count)
        self.style = style
        self.copiesStrings = copiesStrings
        lines = LineBreaks(style)
        comma = Array((lines == nil ? style.comma : ",").utf8)
        colon = Array(style.colon.utf8)
        escapes = StringEscapes(style)
        isTight = lines == nil && comma.count == 1 && colon.count == 1
    }

    /// Discards the output; the memory is reused.
    package mutating func clear() { output.removeAll(keepingCapacity: true) }

    /// A container that is being written: its members, the order in which they are written, and how many are done.
    private struct OpenContainer {
        let values: [JSONValue]
        let keys: [JSONText]
        let order: [Int]?
        let isObject: Bool
        var written = 0
    }

    mutating func write(_ root: JSONValue) {
        writeValue(root, depth: 0)
        if style.finalNewline { append(style.lineEnding.text) }
    }

    /// Writes a value that begins at a depth of nesting, without anything around it.
    package mutating func writeValue(_ root: JSONValue, depth: Int) {
        base = depth
        var open: [OpenContainer] = []
        begin(root, &open)
        while let last = open.indices.last {
            guard let value = startMember(&open[last], depth: base + open.count) else {
                breakLine(depth: base + open.count - 1)
                append(open.removeLast().isObject ? "}" : "]")
                continue
            }
            begin(value, &open)
        }
    }

    /// Writes what comes before the next value of a container, and returns that; `nil` if all are written.
    private mutating func startMember(_ container: inout OpenContainer, depth: Int) -> JSONValue? {
        guard container.written < container.values.count else { return nil }
        let place = container.order?[container.written] ?? container.written
        if container.written > 0 { separate() }
        container.written += 1
        breakLine(depth: depth)
        if container.isObject {
            write(container.keys[place])
            writeColon()
        }
        return container.values[place]
    }

    /// Writes a value that is not a container, or the opening of one.
    private mutating func begin(_ value: JSONValue, _ open: inout [OpenContainer]) {
        switch value.storage {
        case .null: append("null")
        case .bool(let value): append(value ? "true" : "false")
        case .number(let number):
            append(number.text)
            noteName { number.text }
        case .string(let text): write(text)
        case .container(let contents, let isObject): begin(contents, isObject: isObject, &open)
        case .indexed(let index, let number):
            let node = index[number]
            if node.isContainer, canWriteNodes(of: index) {
                writeNodes(of: index, number, depth: base + open.count)
            } else if node.isContainer {
                begin(.indexed(index, number), isObject: node.isObject, &open)
            } else if node.isString {
                write(JSONText(index, number))
            } else {
                output.append(contentsOf: index.bytes[node.content])
                if node.isNumber { noteName { index.text(node.content) } }
            }
        }
    }

    /// Notes the number that was written last, where it does not end with a digit.
    private mutating func noteName(_ text: () -> String) {
        if let last = output.last, !(0x30...0x39).contains(last) { nameOfNumber = text() }
    }

    private mutating func begin(_ contents: ContainerContents, isObject: Bool, _ open: inout [OpenContainer]) {
        if contents.count == 0 {
            return writeEmpty(isObject: isObject, depth: base + open.count)
        }
        append(isObject ? "{" : "[")
        let keys = isObject ? contents.keys : []
        var order: [Int]?
        if isObject, style.keyOrder == .sorted {
            let names = keys.map(\.string)
            order = names.indices.sorted { names[$0].utf8.lexicographicallyPrecedes(names[$1].utf8) }
        }
        open.append(OpenContainer(values: contents.values, keys: keys, order: order, isObject: isObject))
    }

    // MARK: Between values

    @inline(__always)
    mutating func separate() { comma.withUnsafeBufferPointer { output.append(contentsOf: $0) } }

    @inline(__always)
    mutating func writeColon() { colon.withUnsafeBufferPointer { output.append(contentsOf: $0) } }

    mutating func writeEmpty(isObject: Bool, depth: Int) {
        let text = isObject ? style.emptyObject : style.emptyArray
        if text.utf8.count == 2 { return append(text) }
        guard let lastBreak = text.utf8.lastIndex(of: 0x0A) else { return append(text) }
        for scalar in text[...lastBreak].unicodeScalars where scalar != "\r" {
            append(scalar == "\n" ? style.lineEnding.text : String(scalar))
        }
        lines?.writeIndentation(depth) { output.append(contentsOf: $0) }
        append(String(text[text.utf8.index(after: lastBreak)...]))
    }

    @inline(__always)
    mutating func breakLine(depth: Int) { lines?.write(depth) { output.append(contentsOf: $0) } }

    /// Writes characters as they are.
    package mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { output.append(contentsOf: $0) }
    }

    /// Writes ASCII text of the source.
    package mutating func append(ascii text: StaticString) { output.append(ascii: text) }

    /// Writes bytes as they are.
    package mutating func append(bytes: [UInt8]) { output.append(contentsOf: bytes) }

    /// Writes a string.
    package mutating func write(string: String) { output.appendJSON(string, escapes) }

    // MARK: Strings

    private mutating func write(_ text: JSONText) {
        if let (index, node) = text.source {
            index.bytes.withUnsafeBufferPointer { writeString(index[node], $0, index) }
        } else if style.keepsEscapes, let spelling = text.spelling {
            append("\"")
            append(spelling)
            append("\"")
        } else {
            write(string: text.string)
        }
    }

    /// Writes a string or key of a document, of which these are the bytes.
    @inline(__always)
    mutating func writeString(_ node: IndexNode, _ bytes: UnsafeBufferPointer<UInt8>, _ index: DocumentIndex) {
        guard isWrittenAsRead(node, index) else {
            return writeSpelled(UnsafeBufferPointer(rebasing: bytes[node.content]), isEscaped: node.isEscaped)
        }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[node.span]))
    }

    @inline(never)
    private mutating func writeSpelled(_ content: UnsafeBufferPointer<UInt8>, isEscaped: Bool) {
        if isEscaped {
            write(string: Unescaping.string(of: content))
        } else {
            output.appendJSON(content, escapes)
        }
    }

    /// Whether a string of a document may be copied: it holds nothing that this style spells in another way.
    @inline(__always)
    func isWrittenAsRead(_ node: IndexNode, _ index: DocumentIndex) -> Bool {
        if copiesStrings { return !index.hasRawControlCharacters }
        if node.isEscaped { return style.keepsEscapes && !index.hasRawControlCharacters }
        return !escapes.slashes && !escapes.nonASCII
    }
}
