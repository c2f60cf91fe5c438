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
    /// of each, so it is tried where layouts do not come again otherwise.
    private(set) var containersVary = false
    /// How many documents had a known shape.
    private(set) var known = 0
    private let mayVaryContainers: Bool
    /// How many documents of no known shape are noted before the next pause.
    private var credit: Int
    private var pause: Int
    /// How many documents are not to be looked at.
    private var paused = 0
    /// How many layouts were new since containers last began, or ceased, to vary, and how many documents had been known
    /// before.
    private var new = (count: 0, knownBefore: 0)
    /// How many documents may be noted although their layouts are new.
    private var early: Int
    /// The layouts of documents without a known shape.
    private var history = LayoutHistory()

    init(_ limits: ShapeLimits, varyingContainers: Bool) {
        self.limits = limits
        mayVaryContainers = varyingContainers
        (credit, pause, early) = (limits.firstCredit, limits.firstPause, limits.firstCredit / 2)
    }

    /// Notes that a document had a known shape.
    mutating func noteKnown(_ shape: LineShape) {
        known += 1
        // A line that is only copied is fast without a shape, too: it pays for none.
        if !containersVary || !shape.isCopy { credit += 1 }
        if credit > limits.mostCredit { (credit, pause) = (limits.mostCredit, limits.firstPause) }
    }

    /// Notes that a document had none.
    ///
    /// - `document`: The document, where it is noted only if its layout comes again.
    mutating func noteMiss(_ document: DocumentPart?) -> Decision {
        if paused > 0 {
            paused -= 1
            return .skip
        }
        if !containersVary, let document {
            let before = history.note(document.layoutHash)
            if before == 0 { return noteNewLayout() }
            // A layout that has come again is worth a note, however many there are.
            if before == 1 { return .record }
            // Where the values of a layout decide, its shapes do not come again.
            if before > limits.firstCredit, !before.isPowerOfTwo { return .skip }
        }
        credit -= limits.miss
        if credit > 0 { return .record }
        startOver(varyingContainers: false)
        paused = pause
        pause = min(pause * 2, limits.longestPause)
        return .pause
    }

    private mutating func noteNewLayout() -> Decision {
        new.count += 1
        // Of four documents that had their shape, one had a new layout.
        if mayVaryContainers, new.count > limits.newLayouts, new.count > (known - new.knownBefore) / 4 {
            startOver(varyingContainers: true)
            return .startOver
        }
        if early == 0 { return .skip }
        early -= 1
        return .record
    }

    private mutating func startOver(varyingContainers: Bool) {
        // What may vary comes again soon, or never.
        credit = varyingContainers ? limits.firstCredit / 2 : limits.firstCredit
        containersVary = varyingContainers
        (new, early) = ((0, known), 0)
    }
}

extension Int {
    fileprivate var isPowerOfTwo: Bool { nonzeroBitCount == 1 }
}
