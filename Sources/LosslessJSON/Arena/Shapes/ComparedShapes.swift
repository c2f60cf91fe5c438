/// The shapes of the children of one container that get the same changes, with the result of comparing each child with
/// its partner.
package struct ComparedShapes: ~Copyable {
    /// Up to so many bytes, the shape of a child is kept.
    private static let most = 1 << 12

    private var shapes = ShapeCache(noting: .decisions)
    /// The node of the container, and the list of the changes.
    private var (container, list) = (UInt32.max, UInt32.max)
    /// The child that is being compared, and the arenas that note what decides about it.
    private var child: DocumentPart?
    private var arenas: [Arena] = []
    private var recorders: [ShapeRecorder] = []

    package init() {}

    /// Whether the shape of a child is known.
    package mutating func find(_ child: DeferredChild, in arena: Arena) -> Bool {
        if child.container != container || child.list != list {
            (container, list) = (child.container, child.list)
            shapes = ShapeCache(noting: .decisions)
        }
        let part = arena.part(child.source)
        return part.text.count <= Self.most && shapes.find(part, in: arena)
    }

    /// The notes that were kept with the matching shape.
    package var notes: AnyObject? { shapes.notes }

    /// Calls a function with each noted value of the child whose shape was found, and its number.
    package func forEachNotedValue(_ body: (Int, LazyValue) -> Void) { shapes.forEachNotedValue(body) }

    /// Begins to note what decides about a child.
    ///
    /// - Parameters:
    ///   - arena: Where the child is changed.
    ///   - others: The other arenas in which the child is looked at.
    package mutating func startRecording(_ child: DeferredChild, in arena: Arena, and others: [Arena]) {
        stopRecording()
        let part = arena.part(child.source)
        guard part.text.count <= Self.most else { return }
        shapes.startRecording(part, in: arena)
        guard arena.state.pointee.isRecording else { return }
        while recorders.count < others.count { recorders.append(ShapeRecorder()) }
        for (other, recorder) in zip(others, recorders) {
            other.startRecording(recorder, part.nodes, notesOpened: shapes.notesOpened)
        }
        (self.child, arenas) = (part, [arena] + others)
    }

    /// Whether what decides about a child is being noted.
    package var isRecording: Bool { child != nil }

    /// Keeps the shape of the child.
    ///
    /// - Parameters:
    ///   - notes: The facts that the next child of the shape needs.
    ///   - offsets: The offsets at which the noted values begin.
    package mutating func keep(_ notes: AnyObject, noting offsets: [Int]) {
        guard let child, let arena = arenas.first else { return }
        shapes.keep(child, arena, notes, noting: offsets, with: Array(recorders.prefix(arenas.count - 1)))
        stopRecording()
    }

    /// Forgets what was noted of a child whose shape is not kept.
    package mutating func stopRecording() {
        for arena in arenas { arena.stopRecording() }
        (child, arenas) = (nil, [])
    }
}
