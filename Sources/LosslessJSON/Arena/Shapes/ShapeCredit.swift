/// Whether it is worth looking for the shapes of documents: those that come again earn credit, and misses cost it.
struct ShapeCredit {
    /// Whether a document of no known shape is noted.
    enum Decision {
        case record, skip
        /// It is, and containers may vary from now on.
        case vary
        /// It is not, and containers do not vary from now on.
        case compare
        /// It is not, and the shapes are forgotten: they do not come again.
        case forget
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
    /// How many documents had no known shape.
    private var missed = 0
    /// How many had none, and how many had one, when it was last asked whether the shapes pay.
    private var lastLook = (missed: 0, known: 0)
    /// How many documents are not to be looked at.
    private var paused = 0
    /// How many layouts were new since containers last began, or ceased, to vary, and how many documents had been known
    /// before.
    private var new = (count: 0, knownBefore: 0)
    /// After so many new layouts, containers may vary.
    private var newLayouts: Int
    /// The layouts of documents without a known shape.
    private var history = LayoutHistory()

    init(_ limits: ShapeLimits, varyingContainers: Bool) {
        self.limits = limits
        mayVaryContainers = varyingContainers
        newLayouts = limits.newLayouts
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
    ///
    /// - Parameters:
    ///   - times: How often the layout has to have come before; `nil` where the cache is full.
    ///   - layout: The hash of its layout.
    mutating func noteMiss(times: Int?, _ layout: () -> UInt64) -> Decision {
        missed += 1
        if missed <= limits.early {
            new.count += 1
            return .record
        }
        if paused > 0 {
            paused -= 1
            return .skip
        }
        if !containersVary {
            guard let times else { return noteFull() }
            let before = history.note(layout())
            if before == 0 { return noteNewLayout() }
            // A layout that comes again is worth a note, and a few more where its values decide.
            if times..<times + 4 ~= before { return .record }
            // Where the values of a layout decide, its shapes do not come again.
            if before < times || before > limits.firstCredit && !before.isPowerOfTwo { return .skip }
        }
        credit -= limits.miss
        if credit > 0 { return .record }
        if containersVary {
            credit = limits.firstCredit
            startOver(varyingContainers: false)
            return .compare
        }
        paused = pause
        pause = min(pause * 2, limits.longestPause)
        if arePaying() { return .skip }
        forget()
        return .forget
    }

    /// Notes that a document has no known shape, and the cache is full.
    private mutating func noteFull() -> Decision {
        if missed - lastLook.missed < limits.longestPause || arePaying() { return .skip }
        forget()
        return .forget
    }

    /// Whether one of eight documents since the last call had a known shape.
    private mutating func arePaying() -> Bool {
        defer { lastLook = (missed, known) }
        return (known - lastLook.known) * 8 > missed - lastLook.missed
    }

    private mutating func forget() {
        history.removeAll()
        credit = limits.firstCredit
        startOver(varyingContainers: false)
    }

    private mutating func noteNewLayout() -> Decision {
        new.count += 1
        // Of four documents that had their shape, one had a new layout.
        if mayVaryContainers, new.count > newLayouts, new.count > (known - new.knownBefore) / 4 {
            // Where that is in vain, more layouts are learned before it is tried again.
            newLayouts = min(newLayouts * 8, 1 << 20)
            // What may vary comes again soon, or never.
            credit = limits.firstCredit / 2
            startOver(varyingContainers: true)
            return .vary
        }
        return .skip
    }

    private mutating func startOver(varyingContainers: Bool) {
        containersVary = varyingContainers
        new = (0, known)
    }
}

extension Int {
    fileprivate var isPowerOfTwo: Bool { nonzeroBitCount == 1 }
}
