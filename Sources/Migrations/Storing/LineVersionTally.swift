import VersionedCodec

/// Counts lines by their versions. Lines of one shape have one version, which is not looked at for each of them.
struct LineVersionTally {
    /// Receives a version, the number of the first of some lines that have it, and the count of these lines. A version
    /// may come several times.
    typealias Receiver = (DetectedVersion, _ line: Int, _ count: Int) -> Void

    private let tell: Receiver?
    /// The facts about shapes, which are kept so that no other ones get their identity.
    private var shapes: [ShapeNotes] = []
    private var counts: [(line: Int, count: Int)] = []
    private var places: [ObjectIdentifier: Int] = [:]
    private var last = 0

    /// So many shapes are counted at a time.
    private static let most = 256

    init(_ tell: Receiver?) { self.tell = tell }

    /// Adds the line that a runner has migrated.
    mutating func add(_ runner: any LineRunner, line: Int) {
        guard let tell else { return }
        guard let notes = runner.shapeOfLine else {
            if let version = runner.versionOfLine { tell(version, line, 1) }
            return
        }
        if last >= shapes.count || shapes[last] !== notes {
            last = places[ObjectIdentifier(notes)] ?? add(notes, line)
        }
        counts[last].count += 1
    }

    private mutating func add(_ notes: ShapeNotes, _ line: Int) -> Int {
        if shapes.count == Self.most { finish() }
        places[ObjectIdentifier(notes)] = shapes.count
        shapes.append(notes)
        counts.append((line, 0))
        return shapes.count - 1
    }

    func add(_ version: DetectedVersion?, line: Int) {
        if let version { tell?(version, line, 1) }
    }

    /// Tells what was counted.
    mutating func finish() {
        for (notes, (line, count)) in zip(shapes, counts) { tell?(notes.version.detected, line, count) }
        self = LineVersionTally(tell)
    }
}
