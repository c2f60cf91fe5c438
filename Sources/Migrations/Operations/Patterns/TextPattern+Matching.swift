extension TextPattern {
    /// The text of each group if the pattern matches the whole text, otherwise `nil`. A group that does not take part
    /// is absent.
    ///
    /// O(text × pattern) for all texts and patterns: the machine visits each of its states at most once for a
    /// character.
    public func captures(in text: String) -> [String: String]? {
        let scalars = text.unicodeScalars
        var current = Threads(count: program.count)
        var following = Threads(count: program.count)
        let nothing = [String.Index?](repeating: nil, count: groups.count * 2)
        var index = scalars.startIndex
        add(0, nothing, at: index, to: &current)
        while index < scalars.endIndex {
            if current.places.isEmpty { return nil }
            let scalar = scalars[index].value
            scalars.formIndex(after: &index)
            for (place, notes) in zip(current.places, current.notes) {
                guard case .character(let set) = program[place], set.contains(scalar) else { continue }
                add(place + 1, notes, at: index, to: &following)
            }
            swap(&current, &following)
            following.clear()
        }
        guard let end = current.places.firstIndex(where: { program[$0] == .match }) else { return nil }
        let notes = current.notes[end]
        var captures: [String: String] = [:]
        for (number, name) in groups.enumerated() {
            guard let start = notes[2 * number], let end = notes[2 * number + 1], start <= end else { continue }
            captures[name] = String(scalars[start..<end])
        }
        return captures
    }

    /// The places that the machine is in, the preferred ones first, and what each has noted.
    private struct Threads {
        var places: [Int] = []
        var notes: [[String.Index?]] = []
        private var seen: [Bool]

        init(count: Int) { seen = [Bool](repeating: false, count: count) }

        mutating func visit(_ place: Int) -> Bool {
            defer { seen[place] = true }
            return !seen[place]
        }

        mutating func clear() {
            places.removeAll(keepingCapacity: true)
            notes.removeAll(keepingCapacity: true)
            for index in seen.indices { seen[index] = false }
        }
    }

    /// Goes on to the places that are reached without a character.
    private func add(_ start: Int, _ noted: [String.Index?], at index: String.Index, to threads: inout Threads) {
        var pending = [(start, noted)]
        while let (place, before) = pending.popLast() {
            var notes = before
            guard threads.visit(place) else { continue }
            switch program[place] {
            case .jump(let target): pending.append((target, notes))
            case .split(let first, let second):
                pending.append((second, notes))
                pending.append((first, notes))
            case .note(let number):
                notes[number] = index
                pending.append((place + 1, notes))
            case .character, .match:
                threads.places.append(place)
                threads.notes.append(notes)
            }
        }
    }
}
