/// The shapes of the children of open containers that have deferred changes: of those of one container that get the
/// same ones, as long as they follow each other.
final class OpenChildShapes {
    private let output: ChildShapes.Output
    private var shapes: ChildShapes
    private var container = NodeID.none
    private var list: UInt32?

    init(_ output: ChildShapes.Output) {
        self.output = output
        shapes = ChildShapes(output)
    }

    /// Whether what is done to a child is being noted; others in it are parts of that.
    var isRecording: Bool { shapes.isRecording }

    /// Writes a child if its shape is known; if not, begins to note what is done to it.
    func write(_ child: NodeID, in arena: Arena) -> Bool {
        let value = arena[child]
        if value.parent != container || value.start != list {
            (container, list) = (value.parent, value.start)
            shapes = ChildShapes(output)
        }
        guard shapes.write(value.source, Int(value.length), value.start, in: arena) else { return false }
        arena.at(child).pointee.form = .indexed
        arena.finishDeferred()
        return true
    }

    /// Keeps what was noted of a child that has been written.
    func keep(_ child: NodeID, in arena: Arena) { shapes.keep(arena[child].source, in: arena) }
}
