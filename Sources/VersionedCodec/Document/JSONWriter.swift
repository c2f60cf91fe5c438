extension JSONValue {
    /// The bytes of the value in a writing style. O(bytes), plus the sorting of keys where the style asks for it
    public func bytes(in style: WritingStyle = .compact) -> [UInt8] {
        var writer = JSONWriter(style: style)
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
struct JSONWriter {
    private(set) var output: [UInt8] = []
    private let style: WritingStyle
    private let unit: String?

    init(style: WritingStyle) {
        self.style = style
        unit = style.indentation.unit
    }

    /// A container that is being written: its members in the order of writing, and how many are done.
    private struct OpenContainer {
        let storage: ContainerStorage
        let order: [Int]?
        let closing: String
        var written = 0

        /// The place of the next member, or `nil` where all are written.
        mutating func next() -> Int? {
            guard written < storage.values.count else { return nil }
            defer { written += 1 }
            return order?[written] ?? written
        }
    }

    mutating func write(_ root: JSONValue) {
        var open: [OpenContainer] = []
        begin(root, &open)
        while let last = open.indices.last {
            let isFirst = open[last].written == 0
            guard let index = open[last].next() else {
                breakLine(depth: open.count - 1)
                append(open.removeLast().closing)
                continue
            }
            if !isFirst { append(unit == nil ? style.comma : ",") }
            breakLine(depth: open.count)
            let storage = open[last].storage
            if !storage.keys.isEmpty {
                write(storage.keys[index])
                append(style.colon)
            }
            begin(storage.values[index], &open)
        }
        if style.finalNewline { append(style.lineEnding.text) }
    }

    /// Writes a value that is no container, or the opening of one.
    private mutating func begin(_ value: JSONValue, _ open: inout [OpenContainer]) {
        switch value.storage {
        case .null: append("null")
        case .bool(let value): append(value ? "true" : "false")
        case .number(let number): append(number.text)
        case .string(let text): write(text)
        case .array(let storage):
            if storage.values.isEmpty { return writeEmpty(style.emptyArray, depth: open.count) }
            append("[")
            open.append(OpenContainer(storage: storage, order: nil, closing: "]"))
        case .object(let storage):
            if storage.values.isEmpty { return writeEmpty(style.emptyObject, depth: open.count) }
            append("{")
            open.append(OpenContainer(storage: storage, order: order(of: storage), closing: "}"))
        }
    }

    private func order(of storage: ContainerStorage) -> [Int]? {
        guard style.keyOrder == .sorted else { return nil }
        return storage.keys.indices.sorted {
            storage.keys[$0].string.utf8.lexicographicallyPrecedes(storage.keys[$1].string.utf8)
        }
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

    private mutating func append(_ text: String) { output.append(contentsOf: text.utf8) }

    // MARK: Strings

    private mutating func write(_ text: JSONText) {
        append("\"")
        if style.keepsEscapes, let spelling = text.spelling {
            append(spelling)
        } else {
            for scalar in text.string.unicodeScalars { write(scalar) }
        }
        append("\"")
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
