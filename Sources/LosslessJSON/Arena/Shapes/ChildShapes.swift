/// The shapes of the children of one container, to each of which the same changes are made, with what was written for
/// each: a child of a known shape needs no node.
struct ChildShapes: ~Copyable {
    /// Up to so many bytes, the shape of a child is kept.
    private static let most = 1 << 12

    private var shapes = ShapeCache()
    /// The white space that the line of a child begins with; `nil` before the first one.
    private var head: [UInt8]?

    /// Nothing is kept with a shape.
    private final class NoNotes {}
    private let notes = NoNotes()
    private var isRecording = false

    /// Whether what is written depends on the white space around the children.
    private let keepLayout: Bool

    init(keepLayout: Bool) { self.keepLayout = keepLayout }

    /// Writes a child if its shape is known; if not, begins to note what is done to it.
    mutating func write(_ child: UInt32, in arena: Arena) -> Bool {
        let span = arena.state.pointee.index[Int(child)].span
        // A value in one that is being noted is a part of that; a text in the output moves when that grows.
        guard span.count <= Self.most, !arena.state.pointee.isRecording, !arena.state.pointee.isTextInOutput,
            !keepLayout || hasSameHead(child, arena)
        else { return false }
        arena.flush()
        let part = arena.part(child)
        guard shapes.find(part, in: arena) else {
            shapes.startRecording(part, in: arena)
            isRecording = arena.state.pointee.isRecording
            return false
        }
        arena.append(most: shapes.most) { shapes.write(to: $0) }
        return true
    }

    /// Keeps what was noted of a child that has been written.
    mutating func keep(_ child: UInt32, in arena: Arena) {
        guard isRecording else { return }
        isRecording = false
        arena.flush()
        shapes.keep(arena.part(child), arena, notes)
    }

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
