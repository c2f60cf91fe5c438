extension JSONValue {
    /// The bytes of the value in a writing style. O(bytes), plus the sorting of keys where the style asks for it
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

    /// The text of the value in a writing style.
    ///
    /// ```swift
    /// let value: JSONValue = ["a": [1, 2.50]]
    /// value.text()    // {"a":[1,2.5]}
    /// ```
    public func text(in style: WritingStyle = .compact) -> String { String(decoding: bytes(in: style), as: UTF8.self) }
}

extension JSONValue: CustomStringConvertible {
    /// The value as compact JSON text.
    public var description: String { text() }
}

/// Writes a value in a writing style, without recursion.
package struct JSONWriter {
    package private(set) var output: [UInt8] = []
    private let style: WritingStyle
    private let unit: String?
    private var base = 0

    /// Whether a string of a document is written as it was spelled there, whatever the style escapes.
    private let copiesStrings: Bool

    /// The last number that has a name in the place of digits, which only a tolerance lets in.
    package private(set) var nameOfNumber: String?

    package init(style: WritingStyle, expecting count: Int = 0, copiesStrings: Bool = false) {
        output.reserveCapacity(count)
        self.style = style
        self.copiesStrings = copiesStrings
        unit = style.indentation.unit
    }

    /// A container that is being written: its members in the order of writing, and how many are done.
    private struct OpenContainer {
        let contents: Contents
        let isObject: Bool
        var written = 0

        enum Contents {
            case values([JSONValue], keys: [JSONText], order: [Int]?)
            /// The next node of an index, and the one behind the last.
            case nodes(DocumentIndex, next: UInt32, end: UInt32)
        }
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

    /// Writes what comes before the next value of a container, and returns that; `nil` where all are written.
    private mutating func startMember(_ container: inout OpenContainer, depth: Int) -> JSONValue? {
        let isFirst = container.written == 0
        let value: JSONValue
        var key: JSONText?
        switch container.contents {
        case .values(let values, let keys, let order):
            guard container.written < values.count else { return nil }
            let place = order?[container.written] ?? container.written
            value = values[place]
            if container.isObject { key = keys[place] }
        case .nodes(let index, let next, let end):
            guard next < end else { return nil }
            let node = container.isObject ? next + 1 : next
            value = JSONValue(index, node)
            if container.isObject { key = JSONText(index, next) }
            container = OpenContainer(
                contents: .nodes(index, next: index[node].next, end: end), isObject: container.isObject,
                written: container.written)
        }
        container.written += 1
        if !isFirst { append(unit == nil ? style.comma : ",") }
        breakLine(depth: depth)
        if let key {
            write(key)
            append(style.colon)
        }
        return value
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
            if node.isContainer {
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
            return writeEmpty(isObject ? style.emptyObject : style.emptyArray, depth: base + open.count)
        }
        append(isObject ? "{" : "[")
        open.append(OpenContainer(contents: members(of: contents, isObject: isObject), isObject: isObject))
    }

    private func members(of contents: ContainerContents, isObject: Bool) -> OpenContainer.Contents {
        let isSorted = isObject && style.keyOrder == .sorted
        if case .indexed(let index, let node) = contents, !isSorted, !index[node].hasRepeatedKey {
            return .nodes(index, next: node + 1, end: index[node].next)
        }
        let keys = contents.keys
        guard isSorted else { return .values(contents.values, keys: keys, order: nil) }
        let names = keys.map(\.string)
        let order = names.indices.sorted { names[$0].utf8.lexicographicallyPrecedes(names[$1].utf8) }
        return .values(contents.values, keys: keys, order: order)
    }

    private mutating func writeEmpty(_ text: String, depth: Int) {
        guard let lastBreak = text.utf8.lastIndex(of: 0x0A) else { return append(text) }
        for scalar in text[...lastBreak].unicodeScalars where scalar != "\r" {
            append(scalar == "\n" ? style.lineEnding.text : String(scalar))
        }
        for _ in 0..<depth { append(unit ?? "") }
        append(String(text[text.utf8.index(after: lastBreak)...]))
    }

    private mutating func breakLine(depth: Int) {
        guard let unit else { return }
        append(style.lineEnding.text)
        for _ in 0..<depth { append(unit) }
    }

    /// Writes characters as they are.
    package mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { output.append(contentsOf: $0) }
    }

    /// Writes a string.
    package mutating func write(string: String) {
        append("\"")
        write(string)
        append("\"")
    }

    // MARK: Strings

    private mutating func write(_ text: JSONText) {
        append("\"")
        if let (index, node) = text.source, isWrittenAsRead(index, node) {
            output.append(contentsOf: index.bytes[index[node].content])
        } else if style.keepsEscapes, let spelling = text.spelling {
            append(spelling)
        } else {
            write(text.string)
        }
        append("\"")
    }

    /// Whether a string of a document may be copied: it holds nothing that this style spells in another way.
    private func isWrittenAsRead(_ index: DocumentIndex, _ node: UInt32) -> Bool {
        if copiesStrings { return !index.hasRawControlCharacters }
        if index[node].isEscaped { return style.keepsEscapes && !index.hasRawControlCharacters }
        return !style.escapesSlashes && !style.escapesNonASCII
    }

    /// Writes characters, in runs of those that need no escape.
    private mutating func write(_ characters: String) {
        let (slashes, nonASCII) = (style.escapesSlashes, style.escapesNonASCII)
        var text = characters
        let isWritten = text.withUTF8 { bytes in
            let isPlain = bytes.allSatisfy { byte in
                byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
                    && (byte != UInt8(ascii: "/") || !slashes) && (byte < 0x80 || !nonASCII)
            }
            if isPlain { output.append(contentsOf: bytes) }
            return isPlain
        }
        if isWritten { return }
        var rest = characters.utf8[...]
        while let place = rest.firstIndex(where: { byte in
            byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
                || (slashes && byte == UInt8(ascii: "/")) || (nonASCII && byte >= 0x80)
        }) {
            output.append(contentsOf: rest[..<place])
            write(characters.unicodeScalars[place])
            rest = characters.utf8[characters.unicodeScalars.index(after: place)...]
        }
        output.append(contentsOf: rest)
    }

    /// Escapes what RFC 8259, section 7, asks for, and what the style asks for.
    private mutating func write(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\"": append("\\\"")
        case "\\": append("\\\\")
        case "/" where style.escapesSlashes: append("\\/")
        case "\n": append("\\n")
        case "\r": append("\\r")
        case "\t": append("\\t")
        case "\u{8}": append("\\b")
        case "\u{C}": append("\\f")
        case _ where scalar.value < 0x20 || (style.escapesNonASCII && !scalar.isASCII):
            for unit in UTF16.encode(scalar).map(Array.init) ?? [] {
                let digits = String(unit, radix: 16)
                append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
            }
        default: output.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
        }
    }
}
