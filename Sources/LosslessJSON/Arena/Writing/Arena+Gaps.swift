/// The bytes between the children of a container of the text, all of which have nodes: white space, commas, colons.
///
/// `ContainerGaps` without a document; nothing is allocated. O(1)
struct ArenaGaps {
    private let arena: Arena
    private let source: UInt32
    private let isObject: Bool
    /// The nodes that its children had when it was opened.
    private let first: Int
    private let count: Int

    fileprivate init(_ arena: Arena, _ container: ArenaNode) {
        self.arena = arena
        source = container.source
        isObject = container.isObject
        first = Int(Int32(bitPattern: container.start))
        count = Int(container.length)
    }

    private var index: UnsafeMutablePointer<IndexNode> { arena.state.pointee.index }

    private func slot(_ place: Int) -> Int { Int(arena.state.pointee.nodes[first + place].slot) }

    private func start(_ place: Int) -> Int { index[isObject ? slot(place) - 1 : slot(place)].span.lowerBound }

    private func end(_ place: Int) -> Int { index[slot(place)].span.upperBound }

    /// The text between the opening bracket and the first child.
    private var opening: Range<Int>? { count > 0 ? Int(index[Int(source)].offset) + 1..<start(0) : nil }

    /// The text before a child, with its comma; `nil` if the container has no example of it.
    ///
    /// - Parameter origin: The child that was in this place; `nil` for a new one.
    func before(_ origin: UInt32?, isFirst: Bool) -> Range<Int>? {
        if isFirst { return opening }
        if let origin, let place = place(of: origin), place > 0 { return end(place - 1)..<start(place) }
        return count > 1 ? clean(end(count - 2)..<start(count - 1), mark: UInt8(ascii: ",")) : nil
    }

    /// The break of the line before the only child, for a second one to use after its comma.
    var lineBreak: Range<Int>? {
        guard let opening, arena.state.pointee.text[opening].contains(0x0A) else { return nil }
        return clean(opening, mark: nil)
    }

    /// The colon of the first member, for a new one.
    var colon: Range<Int>? {
        guard isObject, count > 0 else { return nil }
        return clean(
            index[slot(0) - 1].span.upperBound..<index[slot(0)].span.lowerBound, mark: UInt8(ascii: ":"))
    }

    /// The place of a child. Places are in the order of the nodes.
    private func place(of child: UInt32) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if slot(middle) == child { return middle }
            if slot(middle) < child { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// A gap that may be written elsewhere: no comment in it, and the mark that it needs.
    private func clean(_ gap: Range<Int>, mark: UInt8?) -> Range<Int>? {
        var sawMark = mark == nil
        for byte in arena.state.pointee.text[gap] where byte > 0x20 {
            if byte != mark || sawMark { return nil }
            sawMark = true
        }
        return sawMark ? gap : nil
    }
}

extension Arena {
    /// The gaps of an open container; `nil` for one that was made, or of which some members do not count.
    @inline(__always)
    func gaps(of container: ArenaNode) -> ArenaGaps? {
        if container.source == ArenaNode.noPlace || container.flags & ArenaNode.irregular != 0 { return nil }
        return ArenaGaps(self, container)
    }
}

extension Arena {
    /// Whether the text has no line break between its values, so that nothing is indented.
    var isOnOneLine: Bool { !state.pointee.breaksLines }

    /// The first colon and the first comma of a text on one line, with the space around them.
    var spacedMarks: (colon: String, comma: String) {
        if let known = state.pointee.spacedMarks { return known }
        let (colon, comma, end) = bareMarks.map { (":", ",", $0) } ?? WritingStyle.marks(in: state.pointee.text)
        noteLayout(before: end)
        state.pointee.spacedMarks = (colon, comma)
        return (colon, comma)
    }

    /// The end of the first comma, where that and the first colon have no space around them, as the index shows: the
    /// document is an object whose first member is a scalar. `nil` elsewhere.
    private var bareMarks: Int? {
        let index = state.pointee.index
        let root = index[Int(DocumentIndex.root)]
        guard state.pointee.isIndexWhole, root.isObject, root.next > 4 else { return nil }
        let (key, value, next) = (index[1].span, index[2], index[3].span)
        guard !value.isContainer, value.span.lowerBound == key.upperBound + 1,
            next.lowerBound == value.span.upperBound + 1
        else { return nil }
        return next.lowerBound
    }

    /// The style of the text, found when something new needs it.
    var style: WritingStyle {
        if let style = state.pointee.style { return style }
        noteLayout(of: DocumentIndex.root)
        let found = styleOfLine ?? WritingStyle(detectedIn: state.pointee.text)
        state.pointee.style = found
        return found
    }

    /// An empty array and an empty object in the style of the text.
    var emptyContainers: (array: String, object: String) {
        if let known = state.pointee.emptyContainers { return known }
        let found: (array: String, object: String)
        if state.pointee.style == nil, let nodes = nodesOfLine {
            noteLayout(of: DocumentIndex.root)
            found = WritingStyle.emptyContainers(ofLine: state.pointee.text, nodes)
        } else {
            found = (style.emptyArray, style.emptyObject)
        }
        state.pointee.emptyContainers = found
        return found
    }

    /// The style of a text that is one line, by its index.
    private var styleOfLine: WritingStyle? {
        nodesOfLine.map { WritingStyle(ofLine: state.pointee.text, $0, marks: spacedMarks) }
    }

    /// The index of a text that is one line.
    private var nodesOfLine: UnsafeBufferPointer<IndexNode>? {
        let text = state.pointee.text
        guard isOnOneLine, state.pointee.isIndexWhole, state.pointee.lender == nil, !text.isEmpty,
            !text.holds(0x0A), !text.holds(0x0D)
        else { return nil }
        let index = state.pointee.index
        return UnsafeBufferPointer(start: index, count: Int(index[Int(DocumentIndex.root)].next))
    }

    /// Whether every style writes these characters alike, between quotes.
    @inline(__always)
    static func isPlain(_ characters: UnsafeBufferPointer<UInt8>) -> Bool {
        !StringEscapes(slashes: true, nonASCII: true).hasSpecial(in: characters)
    }

    /// Whether these characters are written as they are, between quotes; notes that for documents of the same shape.
    @inline(__always)
    func writesPlainly(_ characters: UnsafeBufferPointer<UInt8>) -> Bool {
        if Self.isPlain(characters) { return true }
        if state.pointee.isRecording { noteEscapes() }
        return Self.isPlain(characters, inTextThat: { hasEscapes })
    }

    /// Notes what the strings of some new JSON depend on: their escapes are those of the other values of the document.
    func noteEscapes(in json: UnsafeBufferPointer<UInt8>) {
        // Every style writes the rest alike.
        if json.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }) { noteEscapes() }
    }

    /// Notes that the escapes of the text decide how something new is written. A value whose shape is recorded has the
    /// same text around it as the next one.
    @inline(never)
    private func noteEscapes() {
        guard let recorder = state.pointee.recorder, recorder.nodes == nil else { return }
        recorder.noteEscapes(of: state.pointee.text)
    }

    /// Whether the style of a text writes these characters, between quotes, as they are: a text without escapes does
    /// not escape slashes and characters beyond ASCII either.
    ///
    /// - `hasEscapes`: Whether the text has an escape; asked only where that decides.
    static func isPlain(
        _ characters: UnsafeBufferPointer<UInt8>, inTextThat hasEscapes: () -> Bool
    ) -> Bool {
        if isPlain(characters) { return true }
        for byte in characters where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
            return false
        }
        return !hasEscapes()
    }

    /// Whether the text of the document has an escape. It is searched once, however many strings ask.
    var hasEscapes: Bool {
        if let known = state.pointee.hasEscapes { return known }
        let found = state.pointee.text.holds(UInt8(ascii: "\\"))
        state.pointee.hasEscapes = found
        return found
    }
}
