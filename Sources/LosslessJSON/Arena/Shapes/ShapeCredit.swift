/// Whether it is worth looking for the shapes of documents: those that come again earn credit, and misses cost it.
struct ShapeCredit {
    /// Whether a document of no known shape is noted.
    enum Decision {
        case record, skip
        /// The shapes so far are to be forgotten first.
        case startOver, pause
    }

    let limits: ShapeLimits
    /// Whether containers that nothing has looked into may differ from one document to the next; that costs the reading
    /// of each, so it is tried where shapes do not come again otherwise.
    private(set) var containersVary = false
    /// How many documents had a known shape.
    private(set) var known = 0
    private let mayVaryContainers: Bool
    /// How many documents of no known shape are looked at before the next pause.
    private var credit: Int
    private var pause: Int
    /// How many documents are not to be looked at.
    private var paused = 0
    /// How many documents of no known shape there were since containers last began, or ceased, to vary, and how many
    /// documents had been known before.
    private var misses = (count: 0, knownBefore: 0)

    init(_ limits: ShapeLimits, varyingContainers: Bool) {
        self.limits = limits
        mayVaryContainers = varyingContainers
        (credit, pause) = (limits.firstCredit, limits.firstPause)
    }

    /// Notes that a document had a known shape.
    mutating func noteKnown(_ shape: LineShape) {
        known += 1
        // A line that is only copied is fast without a shape, too: it pays for none.
        if !containersVary || !shape.isCopy { credit += 1 }
        if credit > limits.mostCredit { (credit, pause) = (limits.mostCredit, limits.firstPause) }
    }

    /// Notes that a document had none.
    mutating func noteMiss() -> Decision {
        if paused > 0 {
            paused -= 1
            return .skip
        }
        credit -= limits.miss
        misses.count += 1
        // Of four lines that had their shape, one had none.
        let areMany = misses.count > limits.mostCredit && misses.count > (known - misses.knownBefore) / 4
        if mayVaryContainers, !containersVary, credit == 0 || areMany {
            startOver(varyingContainers: true)
            return .startOver
        }
        if credit > 0 { return .record }
        startOver(varyingContainers: mayVaryContainers)
        paused = pause
        pause = min(pause * 2, limits.longestPause)
        return .pause
    }

    private mutating func startOver(varyingContainers: Bool) {
        // What may vary comes again soon, or never.
        credit = varyingContainers ? limits.firstCredit / 2 : limits.firstCredit
        containersVary = varyingContainers
        misses = (0, known)
    }
}
