/// Notes what operations look at and what a document is written of.
final class EditRecorder {
    enum Piece {
        case text(Range<Int>)
        case literal(Range<Int>)
        case byte(UInt8)
        case scratch(start: Int)
    }

    var isOn = false
    /// Whether all that decided, and all that was written, could be noted.
    var isComplete = true
    /// Scalars whose bytes decided.
    var seen: [UInt32] = []
    /// Scalars of which it decided that they are not a value of the plan.
    var different: [(node: UInt32, literal: Int32)] = []
    /// Values that are reported as lost, with what is to be said of them.
    var lost: [(node: UInt32, tag: Int32, path: JSONPointer)] = []
    var computed: [(node: UInt32, tag: Int32, start: Int)] = []
    var pieces: [Piece] = []

    func start() {
        (isOn, isComplete) = (true, true)
        seen.removeAll(keepingCapacity: true)
        different.removeAll(keepingCapacity: true)
        lost.removeAll(keepingCapacity: true)
        computed.removeAll(keepingCapacity: true)
        pieces.removeAll(keepingCapacity: true)
    }

    func note(_ piece: Piece) { if isOn { pieces.append(piece) } }

    func giveUp() { isComplete = false }
}
