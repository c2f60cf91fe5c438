extension TextPattern {
    /// Whether all texts that the pattern matches are the same beside some of its groups.
    func isFixed(beside names: Set<String>) -> Bool {
        var open: Set<Int> = []
        for instruction in program {
            switch instruction {
            case .note(let place) where names.contains(groups[place / 2]):
                if place.isMultiple(of: 2) { open.insert(place / 2) } else { open.remove(place / 2) }
            case .note, .match: continue
            case _ where !open.isEmpty: continue
            case .character(let set):
                guard !set.isInverted, set.ranges.count == 1, let range = set.ranges.first, range.count == 1 else {
                    return false
                }
            case .split, .jump: return false
            }
        }
        return true
    }

    /// The text of each group if the pattern matches the whole text, otherwise `nil`. A group that does not take part
    /// is absent.
    ///
    /// O(text × pattern) for all texts and patterns: the machine visits each of its states at most once for a
    /// character.
    public func captures(in text: String) -> [String: String]? {
        var text = text
        return text.withUTF8 { bytes in
            guard let notes = notes(of: bytes) else { return nil }
            var captures: [String: String] = [:]
            for (number, name) in groups.enumerated() {
                let (start, end) = (notes[2 * number], notes[2 * number + 1])
                guard start >= 0, start <= end else { continue }
                captures[name] = String(decoding: bytes[start..<end], as: UTF8.self)
            }
            return captures
        }
    }

    /// The start and the end of each group in a text that the pattern matches, `-1` where it takes no part.
    private func notes(of bytes: UnsafeBufferPointer<UInt8>) -> [Int]? {
        var current = PatternThreads(places: program.count, notes: groups.count * 2)
        var following = current
        var stack: [PatternThreads.Task] = []
        current.add(0, at: 0, steps, &stack)
        var index = 0
        while index < bytes.count {
            if current.places.isEmpty { return nil }
            let (scalar, length) = Self.scalar(at: index, of: bytes)
            index += length
            following.clear()
            for thread in current.places.indices {
                let place = current.places[thread]
                guard steps[place].mayTake(scalar) ?? isInSet(scalar, at: place) else { continue }
                following.note(as: thread, of: current)
                following.add(place + 1, at: index, steps, &stack)
            }
            swap(&current, &following)
        }
        guard let end = current.places.firstIndex(where: { steps[$0].kind == .match }) else { return nil }
        return Array(current.notes(of: end))
    }

    private func isInSet(_ scalar: UInt32, at place: Int) -> Bool {
        if case .character(let set) = program[place] { set.contains(scalar) } else { false }
    }

    /// The character at an index of valid UTF-8, and its number of bytes.
    private static func scalar(at index: Int, of bytes: UnsafeBufferPointer<UInt8>) -> (UInt32, Int) {
        let first = UInt32(bytes[index])
        if first < 0x80 { return (first, 1) }
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        var scalar = first & (0x7F >> UInt32(length))
        for byte in bytes[(index + 1)..<(index + length)] { scalar = scalar << 6 | UInt32(byte & 0x3F) }
        return (scalar, length)
    }
}

/// An instruction of the machine without references: what it needs for ASCII.
struct PatternStep: Sendable {
    enum Kind: UInt8 { case character, split, jump, note, match }

    let kind: Kind
    /// Where the machine goes on, the preferred place first; of a note, its number.
    private(set) var first = 0
    private(set) var second = 0
    /// The ASCII characters of a set, one bit each.
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init(_ instruction: TextPattern.Instruction) {
        switch instruction {
        case .character(let set):
            kind = .character
            for scalar in UInt32(0)..<64 {
                if set.contains(scalar) { low |= 1 << UInt64(scalar) }
                if set.contains(scalar + 64) { high |= 1 << UInt64(scalar) }
            }
        case .split(let preferred, let other): (kind, first, second) = (.split, preferred, other)
        case .jump(let target): (kind, first) = (.jump, target)
        case .note(let number): (kind, first) = (.note, number)
        case .match: kind = .match
        }
    }

    /// Whether a character is in the set; `nil` where the ranges decide.
    @inline(__always)
    func mayTake(_ scalar: UInt32) -> Bool? {
        if kind != .character { return false }
        if scalar >= 128 { return nil }
        return (scalar < 64 ? low >> UInt64(scalar) : high >> UInt64(scalar - 64)) & 1 != 0
    }
}

/// The places that the machine is in, the preferred ones first, and what each has noted.
private struct PatternThreads {
    /// A place to go on from, or a note to set back.
    enum Task {
        case visit(Int)
        case restore(note: Int, to: Int)
    }

    private(set) var places: [Int] = []
    /// The notes of the place that is being added.
    private var noted: [Int]
    private var notes: [Int] = []
    private var seen: [Int]
    private var moment = 1

    init(places: Int, notes: Int) {
        seen = [Int](repeating: 0, count: places)
        noted = [Int](repeating: -1, count: notes)
    }

    func notes(of thread: Int) -> ArraySlice<Int> { notes[thread * noted.count..<(thread + 1) * noted.count] }

    /// Takes over the notes of a place of another one.
    mutating func note(as thread: Int, of other: PatternThreads) {
        for number in noted.indices { noted[number] = other.notes[thread * noted.count + number] }
    }

    mutating func clear() {
        places.removeAll(keepingCapacity: true)
        notes.removeAll(keepingCapacity: true)
        moment += 1
    }

    /// Goes on to the places that are reached without a character.
    mutating func add(_ start: Int, at index: Int, _ steps: [PatternStep], _ stack: inout [Task]) {
        stack.append(.visit(start))
        while let task = stack.popLast() {
            guard case .visit(let place) = task else {
                if case .restore(let note, let old) = task { noted[note] = old }
                continue
            }
            if seen[place] == moment { continue }
            seen[place] = moment
            let step = steps[place]
            switch step.kind {
            case .jump: stack.append(.visit(step.first))
            case .split:
                stack.append(.visit(step.second))
                stack.append(.visit(step.first))
            case .note:
                stack.append(.restore(note: step.first, to: noted[step.first]))
                noted[step.first] = index
                stack.append(.visit(place + 1))
            case .character, .match:
                places.append(place)
                notes += noted
            }
        }
    }
}
