import VersionedCodec

/// The elements of a large array that come back with a difference. Each is compared with what came back in its place
/// while both are there; of that, only its text is kept.
struct DifferingElements {
    private struct Element {
        let number: Int
        let wanted, base: ValueHash
        /// What is carried for it, as if it were the first one of a hunk.
        let carried: CarriedChange.Element
        /// Where the text of what came back is in `texts`.
        let text: Range<Int>
    }

    private var elements: [Element] = []
    private var texts: [UInt8] = []
    /// The keys of members that name versions.
    private let marks: Set<String>

    init(marks: Set<String>) { self.marks = marks }

    /// Takes an element and what has come back in its place, which may then be changed; `false` where it cannot be
    /// carried.
    ///
    /// - Parameters:
    ///   - hash: The hash of what has come back.
    ///   - depth: How deep the elements are in the document.
    ///   - note: Notes which of the changes restore a value that the document has between both ways.
    mutating func add(
        _ number: Int, _ old: NodeID, _ new: NodeID, hash: ValueHash, _ comparison: CarriedComparison, depth: Int,
        _ note: (inout [CarriedChange]) -> Void
    ) -> Bool {
        let (wanted, base) = (comparison.wanted, comparison.base)
        let hashes = (wanted: ValueHash.of(old, in: wanted), base: hash)
        if hashes.wanted == hashes.base { return true }
        let start = texts.count
        base.readText(of: new) { texts.append(contentsOf: $0) }
        let carried: CarriedChange.Element
        if wanted.isObject(old) && base.isObject(new) || wanted.isArray(old) && base.isArray(new) {
            var changes = comparison.changes(old, new, at: .root, depth: depth)
            note(&changes)
            carried = .changed(0, around: ValueHash.ofScalars(in: base, new), changes)
            if restored(new, by: changes, in: base) != hashes.wanted { return false }
        } else {
            carried = .replaced(0, wanted.value(of: old))
        }
        elements.append(
            Element(
                number: number, wanted: hashes.wanted, base: hashes.base, carried: carried, text: start..<texts.count))
        return true
    }

    /// The hash of what changes make of an element that came back.
    private func restored(_ node: NodeID, by changes: [CarriedChange], in base: Arena) -> ValueHash {
        if changes.contains(where: \.path.isRoot) {
            // The element itself may be replaced, which is a node of its container.
            var value = base.value(of: node)
            _ = CarriedRestoring.apply(changes, to: &value)
            return ValueHash.of(value)
        }
        var restoring = CarriedRestoring(in: base)
        restoring.apply(changes, within: node)
        return ValueHash.of(node, in: base)
    }

    /// The change of the array; `nil` if nothing differs.
    ///
    /// - `array`: All elements as the document has them.
    /// - Complexity: O(elements)
    func change(at path: JSONPointer, around: [ValueHash], of array: ComparedElements) -> CarriedChange? {
        if elements.isEmpty { return nil }
        let hunks = hunks(of: array)
        var change = CarriedChange(path: path, around: around, now: .elements(hunks))
        change.moved = moved
        // Outside of the hunks, each element came back as it was.
        change.noteHowToFind(
            hunks, among: array.count, array.hash, identifyingKey: { identifyingKey(among: array) })
        return change
    }

    /// The parts that differ, each with an element that does not on each side. A single one between two parts belongs
    /// to both, so they are one.
    private func hunks(of array: ComparedElements) -> [CarriedChange.Hunk] {
        var hunks: [CarriedChange.Hunk] = []
        var first = 0
        while first < elements.count {
            var last = first
            while last + 1 < elements.count, elements[last + 1].number - elements[last].number <= 2 { last += 1 }
            let start = max(elements[first].number - 1, 0)
            var (was, now) = ([ValueHash](), [CarriedChange.Element]())
            var next = first
            for number in start...min(elements[last].number + 1, array.count - 1) {
                if next <= last, elements[next].number == number {
                    was.append(elements[next].base)
                    now.append(elements[next].carried.numbered(number - start))
                    next += 1
                } else {
                    was.append(array.hash(number))
                    now.append(.same(number - start))
                }
            }
            hunks.append(CarriedChange.Hunk(start: start, was: was, now: now))
            first = last + 1
        }
        return hunks
    }

    /// What is put into the array, and taken out of it.
    private var moved: MovedValues {
        var moved = MovedValues()
        for element in elements {
            if case .replaced(_, let value) = element.carried, !value.isDistinctive { continue }
            moved.changed.from.append(element.base)
            moved.changed.to.append(element.wanted)
            if case .changed(_, _, let changes) = element.carried, changes.contains(where: \.mayMove) {
                moved.add(CarriedChange.movedFreely(by: changes, marks) { base(of: element)[at: $0] })
            }
        }
        return moved
    }

    // MARK: What came back

    private func base(of element: Element) -> JSONValue {
        // `readText` wrote this text, and the options accept all that it writes, so it can be read.
        let document = try? JSONDocument(parsing: Array(texts[element.text]), options: Self.parsing)
        return document?.root ?? .null
    }

    private static let parsing: JSONParsingOptions = {
        var options = JSONParsingOptions()
        options.maximumDepth = .max
        options.duplicateKeys = .keep
        return options
    }()

    /// What came back in the place of an element, if that differs.
    func base(at number: Int) -> JSONValue? {
        var (low, high) = (0, elements.count)
        while low < high {
            let middle = (low + high) / 2
            if elements[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < elements.count && elements[low].number == number ? base(of: elements[low]) : .none
    }

    /// The whole array as it came back.
    func base(of array: ComparedElements) -> JSONValue {
        var values = array.indices.map(array.value)
        for element in elements { values[element.number] = base(of: element) }
        return .array(JSONArray(values))
    }

    private func identifyingKey(among array: ComparedElements) -> String? {
        var values = array.indices.prefix(ComparedElements.looks).map(array.value)
        for element in elements {
            if element.number >= values.count { break }
            values[element.number] = base(of: element)
        }
        let memory = ArenaPool.shared.take()
        defer { ArenaPool.shared.keep(memory) }
        memory.arena.begin(.array(JSONArray(values)))
        return ComparedElements(of: memory.arena.root, in: memory.arena).identifyingKey()
    }
}
