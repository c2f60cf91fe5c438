/// The shapes that documents of a stream have had, with what became of each: one of a known shape needs no index and no
/// arena.
///
/// Where shapes do not come again, it stops looking for them, and looks again after ever more documents; so those cost
/// nothing.
package struct ShapeCache: ~Copyable {
    private static let most = 24
    /// The maximum number of misses before the search stops.
    private static let mostCredit = 64
    private static let firstCredit = 16
    private static let firstPause = 64
    private static let longestPause = 4096

    private var shapes: [LineShape] = []
    /// How many documents of no known shape are looked at before the next pause.
    private var credit = ShapeCache.firstCredit
    private var pause = ShapeCache.firstPause
    /// How many documents are not to be looked at.
    private var paused = 0
    private let recorder = ShapeRecorder()

    /// How many documents had a known shape.
    package private(set) var known = 0

    private var text = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    private var ends = PlainBuffer<Int>(capacity: 64)
    private var computed: [UInt8] = []
    private var computedEnds: [Int] = []
    private var scalars: [(kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)] = []
    /// The containers among the values that are to be told, in their order.
    private var containers: [JSONValue] = []

    package init() {}

    // MARK: Known shapes

    /// Looks for the shape of a document; whether it is known, and all that depends on values could be computed.
    ///
    /// The caller keeps the text where it is until the document is written.
    package mutating func find(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        if shapes.isEmpty { return false }
        self.text = text
        for index in shapes.indices
        where matches(shapes[index]) && compute(shapes[index]) && readContainers(shapes[index]) {
            if index > 0 { shapes.swapAt(0, index) }
            known += 1
            credit += 1
            if credit > Self.mostCredit { (credit, pause) = (Self.mostCredit, Self.firstPause) }
            return true
        }
        return false
    }

    @inline(__always)
    private mutating func matches(_ shape: LineShape) -> Bool {
        guard shape.matches(text, &ends) else { return false }
        for (value, other) in shape.different where isSame(value, of: shape, as: other) { return false }
        for (values, finding) in shape.findings {
            scalars.removeAll(keepingCapacity: true)
            for value in values { scalars.append((shape.values[value].kind.jsonKind, bytes(value, of: shape))) }
            if !finding.holds(for: scalars) { return false }
        }
        return true
    }

    private func bytes(_ value: Int, of shape: LineShape) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: text[shape.start(of: value, ends)..<ends[value + 1]])
    }

    private func isSame(_ value: Int, of shape: LineShape, as other: JSONValue) -> Bool {
        let (kind, bytes) = (shape.values[value].kind.jsonKind, bytes(value, of: shape))
        if kind != other.kind { return false }
        if kind == .string {
            var text = other.string ?? ""
            return text.withUTF8 { $0.isSame(as: bytes) }
        }
        let number = JSONNumber(checked: String(decoding: bytes, as: UTF8.self))
        return JSONValue(.number(number), offset: ArenaNode.noPlace).isEquivalent(to: other)
    }

    /// Computes the values that are computed anew; whether all could be.
    private mutating func compute(_ shape: LineShape) -> Bool {
        computed.removeAll(keepingCapacity: true)
        computedEnds.removeAll(keepingCapacity: true)
        computedEnds.append(0)
        var knownEscapes: Bool?
        func lineHasEscapes() -> Bool {
            let found = knownEscapes ?? text.contains(UInt8(ascii: "\\"))
            knownEscapes = found
            return found
        }
        for (value, kind, computation) in shape.computed {
            let start = computed.count
            // The quotes of a string: the first byte is overwritten if it is none.
            computed.append(UInt8(ascii: "\""))
            let new = computation.compute(
                bytes(value, of: shape), of: shape.values[value].kind.jsonKind, to: &computed)
            guard new == kind,
                computed.withUnsafeBufferPointer({
                    Arena.isPlain(UnsafeBufferPointer(rebasing: $0[(start + 1)...]), inTextThat: lineHasEscapes)
                })
            else { return false }
            if kind == .string { computed.append(UInt8(ascii: "\"")) } else { computed.remove(at: start) }
            computedEnds.append(computed.count)
        }
        return true
    }

    /// Reads the containers that are to be told; whether all could be.
    private mutating func readContainers(_ shape: LineShape) -> Bool {
        containers.removeAll(keepingCapacity: true)
        for noted in shape.noted where noted.kind == .array || noted.kind == .object {
            let range = range(noted.start, noted.end)
            let bytes = Array(UnsafeBufferPointer(rebasing: text[range]))
            guard let index = DocumentIndex(scanning: bytes, options: JSONParsingOptions()) else { return false }
            let begins = UInt32(truncatingIfNeeded: range.lowerBound)
            containers.append(JSONValue(.indexed(index, 0), offset: begins))
        }
        return true
    }

    // MARK: The document of a known shape

    /// What the runner of operations stored with the shape that was found.
    package var notes: AnyObject { shapes[0].notes }

    /// Whether values of the document are to be told.
    package var hasNotedValues: Bool { !shapes[0].noted.isEmpty }

    /// The values that are to be told.
    package func notedValues() -> [JSONValue] {
        var containers = containers[...]
        return shapes[0].noted.map { noted in
            switch noted.kind {
            case .array, .object: containers.removeFirst()
            default: scalar(noted)
            }
        }
    }

    private func scalar(_ noted: (start: LineShape.Edge, end: LineShape.Edge, kind: JSONKind)) -> JSONValue {
        let range = range(noted.start, noted.end)
        let characters = String(decoding: UnsafeBufferPointer(rebasing: text[range]), as: UTF8.self)
        let storage: JSONValue.Storage
        var begins = range.lowerBound
        switch noted.kind {
        case .string:
            storage = .string(JSONText(characters))
            begins -= 1  // The quote.
        case .number: storage = .number(JSONNumber(checked: characters))
        case .boolean: storage = .bool(characters == "true")
        default: storage = .null
        }
        return JSONValue(storage, offset: UInt32(truncatingIfNeeded: begins))
    }

    /// Appends the document.
    package func write(to result: inout [UInt8]) {
        let shape = shapes[0]
        var size = 0
        for piece in shape.pieces { size += range(piece).count }
        result.append(addingCapacity: size) { span in
            span.withUnsafeMutableBufferPointer { room, count in
                guard var here = room.baseAddress, let text = text.baseAddress else { return }
                computed.withUnsafeBufferPointer { computed in
                    for piece in shape.pieces {
                        let range = range(piece)
                        let source: UnsafePointer<UInt8>? =
                            switch piece {
                            case .text: text
                            case .constant: UnsafePointer(shape.constants.baseAddress)
                            case .computed: computed.baseAddress
                            }
                        if let source { here.update(from: source + range.lowerBound, count: range.count) }
                        here += range.count
                    }
                }
                count = size
            }
        }
    }

    /// The range of the bytes of a piece in its source.
    @inline(__always)
    private func range(_ piece: LineShape.Piece) -> Range<Int> {
        switch piece {
        case .text(let start, let end): range(start, end)
        case .constant(let start, let count): start..<start + count
        case .computed(let number): computedEnds[number]..<computedEnds[number + 1]
        }
    }

    @inline(__always)
    private func range(_ start: LineShape.Edge, _ end: LineShape.Edge) -> Range<Int> {
        ends[start.value] + start.distance..<ends[end.value] + end.distance
    }

    // MARK: New shapes

    /// Begins to note what is done to a document of no known shape, unless shapes do not come again; whether it does.
    package mutating func startRecording(_ arena: Arena) {
        if paused > 0 {
            paused -= 1
            return
        }
        credit -= 1
        if credit <= 0 { return takePause() }
        arena.startRecording(recorder)
    }

    private mutating func takePause() {
        shapes.removeAll(keepingCapacity: true)
        credit = Self.firstCredit
        paused = pause
        pause = min(pause * 2, Self.longestPause)
    }

    /// Keeps what has been noted for documents of the same shape.
    ///
    /// - `notes`: What is to be known when a document of the shape comes.
    /// - `offsets`: Where the values begin that are to be told then.
    package mutating func keep(_ arena: Arena, _ notes: AnyObject, noting offsets: [Int] = []) {
        guard arena.state.pointee.isRecording else { return }
        arena.stopRecording()
        let (text, buffer) = (arena.state.pointee.text, arena.state.pointee.buffer)
        guard let shape = LineShape(recorder, text, buffer, notes: notes, noting: offsets) else { return }
        if shapes.count == Self.most { shapes.removeLast() }
        shapes.insert(shape, at: 0)
    }

    /// Keeps that a document stays as it is.
    package mutating func keepUnchanged(_ arena: Arena, _ notes: AnyObject) {
        guard arena.state.pointee.isRecording else { return }
        recorder.noteText(0..<arena.state.pointee.text.count)
        keep(arena, notes)
    }

    /// Forgets what has been noted of a document that does not fit; where it has been kept, does nothing.
    package func stopRecording(_ arena: Arena) {
        if arena.state.pointee.isRecording { arena.stopRecording() }
    }
}
