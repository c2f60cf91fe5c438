/// The shapes of the children of one container, to each of which the same changes are made, with what was written for
/// each: a child of a known shape needs no node.
struct ChildShapes: ~Copyable {
    /// Up to so many bytes, the shape of a child is kept.
    private static let most = 1 << 12

    private var shapes: ShapeCache
    /// The white space that the line of a child begins with; `nil` before the first one.
    private var head: [UInt8]?

    /// What is kept with a shape if nothing is.
    private final class NoNotes {}
    private let noNotes = NoNotes()
    /// Whether what is done to a child is being noted.
    private(set) var isRecording = false

    /// What is written for the children.
    enum Output {
        /// The children, each in the line that it has.
        case inLayout
        /// The children in a declared style.
        case styled
        /// New keys and scalars, behind the text of the document.
        case behindText
    }

    private let output: Output

    init(_ output: Output) {
        self.output = output
        shapes = ShapeCache(noting: output == .inLayout ? .result : .others)
    }

    /// Writes a child if its shape is known; if not, begins to note what is done to it.
    ///
    /// - Parameters:
    ///   - element: Its number among the children.
    ///   - list: Its changes.
    mutating func write(_ child: UInt32, _ element: Int, _ list: UInt32, in arena: Arena) -> Bool {
        let span = arena.state.pointee.index[Int(child)].span
        // A value in one that is being noted is a part of that; a text in the output moves when that grows.
        guard span.count <= Self.most, !arena.state.pointee.isRecording,
            !arena.state.pointee.isTextInOutput || output == .behindText,
            output != .inLayout || hasSameHead(child, arena)
        else { return false }
        arena.flush()
        let part = arena.part(child)
        guard shapes.find(part, in: arena) else {
            shapes.startRecording(part, in: arena)
            isRecording = arena.state.pointee.isRecording
            return false
        }
        arena.append(most: shapes.most) { shapes.put(at: $0) }
        if shapes.hasNotedValues { arena.state.pointee.changes?.takeRepeated(list, child, element, shapes) }
        return true
    }

    /// Keeps what was noted of a child that has been written.
    ///
    /// - `notes`: The facts that the next child of the shape needs.
    mutating func keep(_ child: UInt32, in arena: Arena, _ notes: (borrowing ShapeCache) -> AnyObject?) {
        guard isRecording else { return }
        isRecording = false
        arena.flush()
        let noted = arena.state.pointee.changes?.notes
        shapes.keep(
            arena.part(child), arena, notes(shapes) ?? noted?.facts ?? noNotes, noting: noted?.offsets ?? [])
    }

    mutating func keep(_ child: UInt32, in arena: Arena) { keep(child, in: arena) { _ in nil } }

    /// The notes of the child that was written last, whose shape was known.
    var notes: AnyObject { shapes.notes ?? noNotes }

    /// How many bytes a computed scalar of that child has.
    func countOfComputed(_ number: Int) -> Int { shapes.countOfComputed(number) }

    /// Whether a child begins a line, with its key if it has one, as far from the start of the line as those before it:
    /// what is new in it is indented as its line is.
    private mutating func hasSameHead(_ child: UInt32, _ arena: Arena) -> Bool {
        if !arena.state.pointee.breaksLines { return true }
        let (text, index) = (arena.state.pointee.text, arena.state.pointee.index)
        let before = index[Int(child) - 1]
        let begins = before.rawKind == IndexNode.key ? before.span.lowerBound : index[Int(child)].span.lowerBound
        var start = begins
        while start > 0, text[start - 1] == 0x20 || text[start - 1] == 0x09 { start -= 1 }
        guard start > 0, text[start - 1] == 0x0A else { return false }
        let found = text[start..<begins]
        if let head { return found.elementsEqual(head) }
        head = Array(found)
        return true
    }
}
