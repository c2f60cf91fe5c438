/// The containers of a recorded document that nothing has looked into, so that the next one of its shape may have any
/// others there: they were copied as they are, or went with what they are in.
struct ClosedContainers {
    /// Whether there may be any.
    let mayVary: Bool
    private let recorder: ShapeRecorder
    private let index: UnsafeMutablePointer<IndexNode>
    /// The values of which something was noted, and the places of the text where a copy begins or ends; both ascending.
    private var noted: [UInt32] = []
    private var cuts: [Int] = []

    /// - `sources`: The values that the notes need.
    init(_ recorder: ShapeRecorder, _ part: DocumentPart, noting sources: [UInt32]) {
        (self.recorder, index) = (recorder, part.index)
        mayVary = recorder.opened != nil
        if !mayVary { return }
        noted += recorder.seen
        noted += recorder.plain
        noted += recorder.sources
        noted += recorder.different.map(\.source)
        noted += sources
        noted.sort()
        for case .text(let range) in recorder.pieces { cuts += [range.lowerBound, range.upperBound] }
        cuts.sort()
    }

    /// Whether a container is one of them.
    func contains(_ container: UInt32) -> Bool {
        guard let opened = recorder.opened, !opened.contains(container) else { return false }
        let node = index[Int(container)]
        let (next, cut) = (noted.partitioningIndex { $0 > container }, cuts.partitioningIndex { $0 > Int(node.offset) })
        if next < noted.count, noted[next] < node.next { return false }
        return cut == cuts.count || cuts[cut] >= node.span.upperBound
    }
}
