/// The layouts of a cache, each with its shapes.
///
/// Few are compared with every text before it is scanned. The others are found by the hash of the layout, once there
/// is an index: so records with many optional members, or with names as keys, have shapes too.
struct KnownLayouts {
    struct Entry {
        let layout: ShapeLayout
        var shapes: [LineShape]
        /// The next entry with the same hash.
        let next: Int?

        var bytes: Int { shapes.reduce(layout.bytes) { $0 + $1.bytes } }
    }

    /// Up to so many are all compared with a text; of more, a few are, and the others are found by their hash.
    private static let mostTried = 16
    private static let few = 4

    /// The maximum number of those that are found by their hash.
    private static let most = 4096

    /// The maximum number of shapes of each layout, and of layouts where containers vary, which are all compared.
    private static let mostShapes = 64

    /// How many bytes all layouts and shapes may take, about.
    private static let mostBytes = 8 << 20

    private var entries: [Entry] = []
    /// The numbers of the layouts that are tried; those that come often first.
    private var tried: [Int] = []
    /// How many of them are tried on this text.
    private var countTried = 0
    /// How often they may still be tried in vain.
    private var trust = 128
    private var texts = 0
    /// The first entry of each hash.
    private var numbers: [UInt64: Int] = [:]
    /// How many bytes the layouts and shapes take, about.
    private var bytes = 0

    mutating func removeAll() { self = KnownLayouts() }

    var isEmpty: Bool { entries.isEmpty }

    /// How often a layout has to have come before its shape is kept: the more layouts there are, the more often.
    /// `nil`: no other one is kept.
    var timesBeforeKept: Int? {
        switch entries.count {
        case _ where isLarge: nil
        case ..<256: 1
        case ..<1024: 2
        case ..<Self.most: 4
        default: nil
        }
    }

    private var isLarge: Bool { bytes >= Self.mostBytes }

    /// How many layouts are to be tried on the next text: where few texts have one of them, most go without.
    mutating func startText() -> Int {
        texts &+= 1
        let isTrying = areAllTried || trust > 0 || texts & 15 == 0
        if isTrying { trust = max(trust - 1, 0) }
        countTried = !isTrying ? 0 : areAllTried ? tried.count : Self.few
        return countTried
    }

    /// Whether no other layout could be found by its hash.
    var areAllTried: Bool { tried.count == entries.count }

    /// The number of a layout that is tried.
    func number(at place: Int) -> Int { tried[place] }

    /// The number of the first layout with the hash.
    func first(_ hash: UInt64) -> Int? { numbers[hash] }

    func isTried(_ number: Int) -> Bool { tried.prefix(countTried).contains(number) }

    subscript(_ number: Int) -> Entry {
        _read { yield entries[number] }
        _modify { yield &entries[number] }
    }

    func layout(of shape: LineShape) -> ShapeLayout? {
        entries.first { $0.shapes.contains { $0 === shape } }?.layout
    }

    /// Notes that a text has a layout.
    ///
    /// - `place`: Where it is among those that are tried; `nil`: it comes to their end.
    mutating func noteFound(_ number: Int, at place: Int?) {
        guard let place else { return tried[Self.few - 1] = number }
        trust = min(trust + 8, 128)
        if place > 0 { tried.swapAt(place / 2, place) }
    }

    /// Keeps a shape.
    ///
    /// - `byHash`: Whether its layout may be found by its hash: what varies in containers is in none.
    mutating func keep(_ shape: LineShape, _ parts: ShapeParts, _ part: DocumentPart, byHash: Bool) {
        let hash = byHash ? part.layoutHash : nil
        if let known = number(of: parts, hash) { return add(shape, to: known) }
        let layout = ShapeLayout(parts, nodes: part.nodes.count)
        let entry = Entry(layout: layout, shapes: [shape], next: hash.flatMap { numbers[$0] })
        bytes += layout.bytes + shape.bytes
        if hash == nil, entries.count == Self.mostShapes || isLarge, let last = tried.last {
            bytes -= entries[last].bytes
            return entries[last] = entry
        }
        if let hash { numbers[hash] = entries.count }
        if hash == nil || tried.count < Self.mostTried { tried.append(entries.count) }
        entries.append(entry)
    }

    /// The number of the layout of a document that has been split.
    private func number(of parts: ShapeParts, _ hash: UInt64?) -> Int? {
        guard let hash else { return entries.firstIndex { $0.layout.isSame(as: parts) } }
        var next = numbers[hash]
        while let number = next, !entries[number].layout.isSame(as: parts) { next = entries[number].next }
        return next
    }

    /// New shapes come last, and the next one takes their place: those that never come again cost little.
    private mutating func add(_ shape: LineShape, to number: Int) {
        bytes += shape.bytes
        if entries[number].shapes.count == Self.mostShapes || isLarge {
            bytes -= entries[number].shapes.removeLast().bytes
        }
        entries[number].shapes.append(shape)
    }
}
