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
    var seen: [UInt32] = []
    var computed: [(node: UInt32, tag: Int32, start: Int)] = []
    var pieces: [Piece] = []

    func start() {
        (isOn, isComplete) = (true, true)
        seen.removeAll(keepingCapacity: true)
        computed.removeAll(keepingCapacity: true)
        pieces.removeAll(keepingCapacity: true)
    }

    func note(_ piece: Piece) { if isOn { pieces.append(piece) } }

    func giveUp() { isComplete = false }
}
