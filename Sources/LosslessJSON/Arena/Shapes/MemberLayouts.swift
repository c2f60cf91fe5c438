/// The layouts of documents whose members may have any order, with others beside them, each with its shapes.
///
/// The members of a text are found once for all of them.
///
/// A class, as most caches have none. `@exclusivity(unchecked)`: it belongs to one cache, and calls no code of others.
final class MemberLayouts {
    struct Entry {
        let layout: ShapeLayout
        var shapes: [LineShape]
        /// The names that a text must have, and those that it must not have: one bit for each.
        let present, absent: UInt64
    }

    /// The maximum number of layouts, and of shapes of each.
    private static let most = 64

    /// How many bytes they may take, about.
    private static let mostBytes = 8 << 20

    @exclusivity(unchecked) private(set) var entries: [Entry] = []
    @exclusivity(unchecked) private var names = MemberNames()
    @exclusivity(unchecked) private(set) var scan = MemberScan()
    private let plainMarks: PlainMarks
    private let marks: MemberMarks
    private var bytes = 0
    /// How often a text may still have none of them before they are given up.
    @exclusivity(unchecked) private var trust = 64

    /// - `marks`: What is between the members of the first one, and so of all.
    init(_ marks: MemberMarks) {
        self.marks = marks
        plainMarks = PlainMarks(marks)
    }

    var isEmpty: Bool { entries.isEmpty }

    /// Whether few texts have one of the layouts, so that the others do without them.
    var areVain: Bool { trust <= 0 }

    // MARK: Texts

    /// Whether a text is one that may have such a layout.
    func read(_ text: UnsafeBufferPointer<UInt8>, _ containers: inout ContainerReader) -> Bool {
        guard scan.read(text, names, plainMarks, &containers), scan.hasOthers else { return false }
        // The first comma of a document may be within its first member.
        let first = text[scan.members[0].end - 1]
        let isContainer = first == UInt8(ascii: "}") || first == UInt8(ascii: "]")
        return !isContainer || marks.areFirst(in: text)
    }

    /// The same for a value of a document that has an index.
    func read(_ part: DocumentPart) -> Bool { scan.read(part, names, plainMarks) && scan.hasOthers }

    /// Whether the text that was read has the members of a layout. `ends` gets where its values end.
    func matches(
        _ number: Int, _ text: UnsafeBufferPointer<UInt8>, _ ends: inout PlainBuffer<Int>,
        _ containers: inout ContainerReader
    ) -> Bool {
        let (present, absent) = (entries[number].present, entries[number].absent)
        if scan.found & (present | absent) != present { return false }
        let layout = Unmanaged.passUnretained(entries[number].layout)
        return layout._withUnsafeGuaranteedRef { layout in
            ends.truncate(to: 0)
            for _ in 0...layout.values.count { ends.append(0) }
            for slot in layout.slotNames.indices {
                let member = scan.range(of: layout.slotNames[slot])
                if !layout.matches(slot, at: member, of: text, &ends, &containers) { return false }
            }
            return true
        }
    }

    func noteFound(_ number: Int, _ shape: Int) {
        trust = min(trust + 8, 128)
        // What comes often moves to the front.
        if shape > 0 { entries[number].shapes.swapAt(shape / 2, shape) }
        if number > 0 { entries.swapAt(number / 2, number) }
    }

    /// Notes that a text has none of the layouts.
    func noteMiss() { trust -= 1 }

    // MARK: The result

    var comma: UnsafeBufferPointer<UInt8> { plainMarks.comma }
    var opening: UnsafeBufferPointer<UInt8> { plainMarks.opening }
    var closing: UnsafeBufferPointer<UInt8> { plainMarks.closing }

    /// How many bytes of commas a result of a shape can have.
    func mostCommas(_ shape: LineShape) -> Int { (scan.members.count + shape.groups.count + 2) * comma.count }

    // MARK: New layouts

    /// Keeps a shape; `false` where it does not fit the others.
    func keep(_ shape: LineShape, _ parts: ShapeParts, _ object: RecordedObject) -> Bool {
        guard object.marks == marks, let slots = numbers(of: parts.slots.map(\.name)),
            let absent = numbers(of: object.absent)
        else { return false }
        let absentNames = Self.set(absent)
        bytes += shape.bytes
        if let known = entries.firstIndex(where: { $0.absent == absentNames && $0.layout.isSame(as: parts) }) {
            if entries[known].shapes.count == Self.most || bytes > Self.mostBytes {
                bytes -= entries[known].shapes.removeLast().bytes
            }
            entries[known].shapes.append(shape)
            return true
        }
        let layout = ShapeLayout(parts, nodes: 0, slotNames: slots)
        bytes += layout.bytes
        if entries.count == Self.most || bytes > Self.mostBytes, let last = entries.popLast() {
            bytes -= last.shapes.reduce(last.layout.bytes) { $0 + $1.bytes }
        }
        entries.append(Entry(layout: layout, shapes: [shape], present: Self.set(slots), absent: absentNames))
        return true
    }

    /// Removes a shape, wherever it is by now.
    func remove(_ shape: LineShape) {
        for number in entries.indices.reversed() {
            guard let place = entries[number].shapes.firstIndex(where: { $0 === shape }) else { continue }
            bytes -= entries[number].shapes.remove(at: place).bytes
            if entries[number].shapes.isEmpty { bytes -= entries.remove(at: number).layout.bytes }
        }
    }

    private func numbers(of wanted: [[UInt8]]) -> [Int]? {
        var numbers: [Int] = []
        for name in wanted {
            guard let number = names.add(name) else { return nil }
            numbers.append(number)
        }
        return numbers
    }

    private static func set(_ numbers: [Int]) -> UInt64 {
        numbers.reduce(0) { $0 | 1 << UInt64(truncatingIfNeeded: $1) }
    }
}
