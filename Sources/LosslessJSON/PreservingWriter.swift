/// Writes an edited value in the layout of the document that it came from, without recursion.
///
/// Unchanged parts are copied byte for byte, with the space around them. A new member is separated as its neighbours
/// are; a new value is written in the style of the document. A value of several lines that has moved to another
/// indentation gets that of its new place.
struct PreservingWriter {
    private(set) var output: [UInt8] = []
    private let index: DocumentIndex
    /// The style of the document, once something new has needed it.
    private(set) var knownStyle: WritingStyle?
    /// How deep the value is nested that is being written.
    private var base = 0

    init(_ index: DocumentIndex) {
        self.index = index
        output.reserveCapacity(index.bytes.count + index.bytes.count / 16 + 64)
    }

    /// A writer of a part of a document.
    ///
    /// - `line`: The part of the line that is already written; the output begins with it.
    init(_ index: DocumentIndex, behind line: [UInt8], _ style: WritingStyle?) {
        self.index = index
        output = line
        knownStyle = style
    }

    private var style: WritingStyle {
        mutating get {
            if let knownStyle { return knownStyle }
            let found = WritingStyle(detectedIn: index.bytes)
            knownStyle = found
            return found
        }
    }

    /// A container that is being written.
    private struct OpenContainer {
        let storage: ContainerStorage
        let isObject: Bool
        /// Where the container was in the document; `nil` for a new one.
        let gaps: ContainerGaps?
        var written = 0

        /// The node that was in a place of the container; `nil` for a new value.
        func origin(of place: Int) -> UInt32? {
            if storage.origins.isEmpty { return nil }
            let origin = storage.origins[place]
            return origin == ContainerStorage.madeHere ? nil : origin
        }
    }

    /// Writes a whole document with another root.
    mutating func write(_ root: JSONValue) {
        let span = index[DocumentIndex.root].span
        output += index.bytes[..<span.lowerBound]
        writeValue(root, origin: DocumentIndex.root, depth: 0)
        output += index.bytes[span.upperBound...]
    }

    /// Writes a value that begins at a depth of nesting.
    ///
    /// - Parameter origin: The node that was in this place of the document.
    mutating func writeValue(_ value: JSONValue, origin: UInt32?, depth: Int) {
        base = depth
        var open: [OpenContainer] = []
        begin(value, origin: origin, &open)
        while let last = open.indices.last {
            if open[last].written == open[last].storage.values.count {
                let container = open.removeLast()
                close(container, depth: base + open.count)
                continue
            }
            let place = open[last].written
            let container = open[last]
            open[last].written += 1
            let origin = separate(place, of: container, depth: base + open.count)
            if container.isObject { writeKey(place, of: container, origin: origin) }
            begin(container.storage.values[place], origin: origin, &open)
        }
    }

    // MARK: Values

    /// Writes a value, or the opening of one that has been changed.
    ///
    /// - Parameter origin: The node that was in this place of the document.
    private mutating func begin(_ value: JSONValue, origin: UInt32?, _ open: inout [OpenContainer]) {
        if let source = value.source, source.index === index {
            copy(source.node, isMoved: source.node != origin)
        } else if case .container(.edited(let storage), let isObject) = value.storage {
            let gaps = storage.source.flatMap { $0.index === index ? ContainerGaps($0.node, of: index) : nil }
            if storage.values.isEmpty {
                if let gaps, gaps.children.isEmpty { return copy(gaps.container, isMoved: false) }
                if let text = gaps?.commentedEmpty {
                    output.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
                    output += text
                    return output.append(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
                }
                return new(isObject ? [:] : [], depth: base + open.count)
            }
            output.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
            open.append(OpenContainer(storage: storage, isObject: isObject, gaps: gaps))
        } else {
            new(value, depth: base + open.count)
        }
    }

    private mutating func new(_ value: JSONValue, depth: Int) {
        // A value that every style writes alike needs no style; finding the style scans the whole document.
        switch value.storage {
        case .null: output += "null".utf8
        case .bool(let bool): output += (bool ? "true" : "false").utf8
        case .number(let number): output += number.text.utf8
        case .string(let text) where text.isPlain:
            output.append(UInt8(ascii: "\""))
            output += text.string.utf8
            output.append(UInt8(ascii: "\""))
        default: styled(value, depth: depth)
        }
    }

    private mutating func styled(_ value: JSONValue, depth: Int) {
        var writer = JSONWriter(style: style)
        writer.writeValue(value, depth: depth)
        output += writer.output
    }

    private mutating func copy(_ node: UInt32, isMoved: Bool) {
        let span = index[node].span
        guard isMoved, index.bytes[span].contains(0x0A) else {
            output += index.bytes[span]
            return
        }
        let (old, new) = (LineIndent.around(span.lowerBound, in: index.bytes), LineIndent.ofLastLine(of: output))
        LineIndent.copy(index.bytes[span], replacing: old, by: new, to: &output)
    }

    // MARK: Between values

    /// Writes what comes before a member or element, and returns the node that was in its place.
    private mutating func separate(_ place: Int, of container: OpenContainer, depth: Int) -> UInt32? {
        let isFirst = place == 0
        let origin = container.origin(of: place)
        if let gaps = container.gaps, gaps.hasComments {
            let previous = isFirst ? nil : container.origin(of: place - 1)
            let line = newLine(depth: depth)
            output += gaps.commentedText(between: previous, and: origin, isFirst: isFirst, newLine: line) ?? line
        } else if let gaps = container.gaps, let gap = gaps.before(origin, isFirst: isFirst) {
            output += index.bytes[gap]
        } else if let gaps = container.gaps, !isFirst, let gap = gaps.lineBreak {
            output.append(UInt8(ascii: ","))
            output += index.bytes[gap]
        } else {
            let isOneLine = style.indentation == .none
            if !isFirst { output += (isOneLine ? style.comma : ",").utf8 }
            breakLine(depth: depth)
        }
        return container.gaps == nil ? nil : origin
    }

    private mutating func writeKey(_ place: Int, of container: OpenContainer, origin: UInt32?) {
        let key = container.storage.keys[place]
        if let source = key.source, source.index === index {
            output += index.bytes[index[source.node].span]
        } else {
            new(.string(key.string), depth: 0)
        }
        if let gap = container.gaps?.colon(of: origin) {
            output += index.bytes[gap]
        } else {
            output += style.colon.utf8
        }
    }

    private mutating func close(_ container: OpenContainer, depth: Int) {
        if let gaps = container.gaps, gaps.hasComments {
            output += gaps.commentedEnd(after: container.origin(of: container.written - 1)) ?? []
        } else if let gaps = container.gaps, !gaps.children.isEmpty {
            output += index.bytes[gaps.closing]
        } else {
            breakLine(depth: depth)
        }
        output.append(container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    }

    private mutating func breakLine(depth: Int) { output += newLine(depth: depth) }

    private mutating func newLine(depth: Int) -> [UInt8] {
        style.newLine(depth: depth)
    }
}

extension JSONDocument {
    /// The bytes of the document with another root, in the document's own layout.
    ///
    /// Unchanged values of this document are copied byte for byte: number text, escapes, and the space within and
    /// around them. New members and values follow the style around them.
    ///
    /// ```swift
    /// let document = try JSONDocument(parsing: "{ \"a\": 1.0,  \"b\": [1,2] }")
    /// var root = document.root
    /// root.object?["c"] = true
    /// document.bytes(with: root)             // { "a": 1.0,  "b": [1,2],  "c": true }
    /// document.bytes(with: document.root)    // the bytes that were read; for JSON5, the JSON it became
    /// ```
    ///
    /// - Complexity: O(bytes)
    public func bytes(with root: JSONValue) -> [UInt8] {
        if let source = root.source, source.index === index, source.node == DocumentIndex.root { return writtenBytes }
        var writer = PreservingWriter(index)
        writer.write(root)
        return writer.output
    }
}

extension WritingStyle {
    /// A line break and the indentation of a depth; nothing where all is on one line.
    @inline(never)
    func newLine(depth: Int) -> [UInt8] {
        guard let unit = indentation.unit else { return [] }
        var text = Array(lineEnding.text.utf8)
        if !unit.isEmpty { for _ in 0..<depth { text += unit.utf8 } }
        return text
    }
}
