/// Follows a pattern in a text, in time linear in the text.
///
/// From the end of the text to its start, it is worked out at each character from which places of the program a match
/// can still be reached. Then each match is one walk forward that never turns back: of several ways, the preferred one
/// is taken from which a match can be reached.
///
/// The places at one character are a state. States, and what leads from one to the next, are kept for the next text,
/// so most characters take one look at a table.
final class PatternMachine {
    private let program: [Step]
    /// Whether a match ends at the end of the text only.
    private let isBoundToEnd: Bool
    private let classes: PatternClasses
    /// For each place, those from which the program goes there without a character.
    private let sources: [[Int]]
    /// The words that hold a bit for each place.
    private let words: Int

    // `@exclusivity(unchecked)`: one task has a machine at a time, and no method calls code from outside.

    /// For each state, the places from which a match can be reached. The first state is that of the end of a text.
    @exclusivity(unchecked) private var rows: [UInt64] = []
    @exclusivity(unchecked) private var numbers: [[UInt64]: Int32] = [:]
    /// For each state and class, the state before a character of the class; `unknown` at first.
    @exclusivity(unchecked) private var before: [Int32] = []
    private static let unknown: Int32 = -1
    /// From so many states on, all are forgotten before the next block.
    private static let mostStates = 2_000

    /// For each class, whether a match may begin with its characters; found when it is first needed.
    private lazy var firsts = findFirsts()

    /// The class of each character of the text.
    @exclusivity(unchecked) private var text: [UInt32] = []
    /// The places at the start of each block of the text, and the block whose states are worked out.
    @exclusivity(unchecked) private var kept: [[UInt64]] = []
    @exclusivity(unchecked) private var block = -1
    @exclusivity(unchecked) private var blockSize = 0
    /// The states at the characters of the block, and at the first one after it.
    @exclusivity(unchecked) private var states: [Int32] = []

    /// When a place was last reached in a walk, and from which one.
    @exclusivity(unchecked) private var seen: [(moment: Int, source: Int)]
    @exclusivity(unchecked) private var moment = 0
    @exclusivity(unchecked) private var pending: [(place: Int, source: Int)] = []
    @exclusivity(unchecked) private var stack: [Int] = []
    /// The start and the end of each group of the last match, in bytes; `-1` where it takes no part.
    @exclusivity(unchecked) private var notes: [Int]

    /// An instruction without its set of characters, which the classes have.
    private enum Step {
        case character
        case split(Int32, Int32)
        case jump(Int32)
        case note(Int32)
        case match

        init(_ instruction: TextPattern.Instruction) {
            switch instruction {
            case .character: self = .character
            case .split(let first, let second): self = .split(Int32(first), Int32(second))
            case .jump(let target): self = .jump(Int32(target))
            case .note(let number): self = .note(Int32(number))
            case .match: self = .match
            }
        }
    }

    init(_ pattern: TextPattern, isBoundToEnd: Bool) {
        let program = pattern.program
        (self.program, self.isBoundToEnd) = (program.map(Step.init), isBoundToEnd)
        var sources = [[Int]](repeating: [], count: program.count)
        for (place, instruction) in program.enumerated() {
            switch instruction {
            case .jump(let target): sources[target].append(place)
            case .split(let first, let second):
                sources[first].append(place)
                sources[second].append(place)
            case .note: sources[place + 1].append(place)
            case .character, .match: break
            }
        }
        self.sources = sources
        words = (program.count + 63) / 64
        classes = PatternClasses(program, words: words)
        seen = Array(repeating: (-1, -1), count: program.count)
        notes = Array(repeating: -1, count: pattern.groups.count * 2)
    }

    /// Whether the memory of the last text is small enough to be kept for the next one.
    var isSmall: Bool { text.count <= 1 << 16 && numbers.count <= Self.mostStates }

    // MARK: States

    /// The state of some places, from which those are added that lead there without a character.
    private func state(_ places: [UInt64], endingHere: Bool) -> Int32 {
        var row = places
        stack.removeAll(keepingCapacity: true)
        for (word, bits) in places.enumerated() {
            var bits = bits
            while bits != 0 {
                stack.append(contentsOf: sources[word * 64 + bits.trailingZeroBitCount])
                bits &= bits - 1
            }
        }
        if endingHere { stack.append(program.count - 1) }
        while let place = stack.popLast() {
            let bit: UInt64 = 1 << UInt64(place % 64)
            if row[place / 64] & bit != 0 { continue }
            row[place / 64] |= bit
            stack.append(contentsOf: sources[place])
        }
        return number(of: row)
    }

    private func number(of row: [UInt64]) -> Int32 {
        if let number = numbers[row] { return number }
        let number = Int32(numbers.count)
        numbers[row] = number
        rows += row
        before.append(contentsOf: repeatElement(Self.unknown, count: classes.count))
        return number
    }

    private func forgetStates() {
        rows.removeAll(keepingCapacity: true)
        numbers.removeAll(keepingCapacity: true)
        before.removeAll(keepingCapacity: true)
        _ = state([UInt64](repeating: 0, count: words), endingHere: true)
    }

    /// The state before a character of a class.
    @inline(__always)
    private func state(before next: Int32, _ number: UInt32) -> Int32 {
        let known = before[Int(next) * classes.count + Int(number)]
        return known != Self.unknown ? known : findState(before: next, Int(number))
    }

    @inline(never)
    private func findState(before next: Int32, _ number: Int) -> Int32 {
        // A place is one from which a match can be reached if it takes the character, and the place after it is one.
        var places = [UInt64](repeating: 0, count: words)
        for word in 0..<words {
            let here = rows[Int(next) * words + word]
            let following = word + 1 < words ? rows[Int(next) * words + word + 1] : 0
            places[word] = (here >> 1 | following << 63) & classes.takers[number * words + word]
        }
        let found = state(places, endingHere: !isBoundToEnd)
        before[Int(next) * classes.count + number] = found
        return found
    }

    private func row(_ state: Int32) -> [UInt64] { Array(rows[Int(state) * words..<(Int(state) + 1) * words]) }

    // MARK: First characters

    /// Whether a match of a whole text may begin as it does. Most texts that do not match show that at once.
    func mayMatchAll(of text: UnsafeBufferPointer<UInt8>) -> Bool {
        text.isEmpty || firsts[Int(classes.find(at: 0, of: text).number)]
    }

    private func findFirsts() -> [Bool] {
        var row = [UInt64](repeating: 0, count: words)
        var (pending, reached) = ([0], Set<Int>())
        while let place = pending.popLast() {
            guard reached.insert(place).inserted else { continue }
            switch program[place] {
            case .jump(let target): pending.append(Int(target))
            case .split(let first, let second): pending += [Int(first), Int(second)]
            case .note: pending.append(place + 1)
            case .character: row[place / 64] |= 1 << UInt64(place % 64)
            case .match: break
            }
        }
        return (0..<classes.count).map { number in
            (0..<words).contains { row[$0] & classes.takers[number * words + $0] != 0 }
        }
    }

    // MARK: From the end to the start

    /// Takes a text.
    ///
    /// A state for each character would be too much for long texts: states are kept at the start of each block, and
    /// those in between are worked out again, for one block after another.
    func read(_ bytes: UnsafeBufferPointer<UInt8>) {
        classes.read(bytes, into: &text)
        var size = 4_096
        while size * size < text.count { size *= 2 }
        (blockSize, block) = (size, -1)
        if numbers.isEmpty { forgetStates() }
        if text.count < size, kept.count == 1 { return }  // One block, at whose start no states are kept.
        kept = [[UInt64]](repeating: [], count: text.count / size + 1)
        var state: Int32 = 0
        for number in kept.indices.dropFirst().reversed() {
            for index in (number * size..<min(number * size + size, text.count)).reversed()
            where text[index] != PatternClasses.inside {
                state = self.state(before: state, text[index])
            }
            kept[number] = row(state)
            if numbers.count > Self.mostStates {
                forgetStates()
                state = self.number(of: kept[number])
            }
        }
    }

    /// Works out the states of the block that an index is in; indices never go back.
    private func load(upTo index: Int) {
        let wanted = index / blockSize
        guard wanted != block else { return }
        block = wanted
        if numbers.count > Self.mostStates { forgetStates() }
        let start = wanted * blockSize
        let end = min(start + blockSize, text.count)
        var state: Int32 = wanted + 1 < kept.count ? number(of: kept[wanted + 1]) : 0
        states.removeAll(keepingCapacity: true)
        states.append(contentsOf: repeatElement(state, count: end - start + 1))
        states.withUnsafeMutableBufferPointer { states in
            for index in (start..<end).reversed() {
                // The bytes of a character after its first one have the state of the next character.
                if text[index] != PatternClasses.inside { state = self.state(before: state, text[index]) }
                states[index - start] = state
            }
        }
    }

    /// Whether a match can be reached from a place at a byte of the loaded block.
    @inline(__always)
    private func holds(_ place: Int, at index: Int) -> Bool {
        let state = Int(states[index - block * blockSize])
        return rows[state * words + place / 64] >> UInt64(place % 64) & 1 != 0
    }

    /// Whether the character at an index leads from a place towards a match.
    @inline(__always)
    private func leadsOn(_ place: Int, at index: Int) -> Bool {
        guard index < text.count else { return false }
        let taker = classes.takers[Int(text[index]) * words + place / 64] >> UInt64(place % 64) & 1 != 0
        return taker && holds(place + 1, at: index + 1)
    }

    // MARK: Walks

    /// Whether a match begins at a byte. Indices never go back, also not behind the end of a match.
    func begins(at index: Int) -> Bool {
        load(upTo: index)
        return (index == text.count || text[index] != PatternClasses.inside) && holds(0, at: index)
    }

    /// The bytes that a group of the last match takes; `nil` if it takes no part.
    func range(ofGroup number: Int) -> Range<Int>? {
        let (start, end) = (notes[2 * number], notes[2 * number + 1])
        return start < 0 || end < start ? nil : start..<end
    }

    /// The end of the match that begins at a byte where one does.
    func walk(from start: Int) -> Int {
        for number in notes.indices { notes[number] = -1 }
        var (index, place) = (start, 0)
        while let leaf = leaf(from: place, at: index) {
            var step = leaf
            while step >= 0 {
                if case .note(let number) = program[step] { notes[Int(number)] = index }
                step = seen[step].source
            }
            if leaf == program.count - 1 { break }
            index += 1
            while index < text.count, text[index] == PatternClasses.inside { index += 1 }
            place = leaf + 1
            load(upTo: index)
        }
        return index
    }

    /// The preferred place, reached without a character, from which the match continues or at which it ends.
    private func leaf(from start: Int, at index: Int) -> Int? {
        moment += 1
        if !pending.isEmpty { pending.removeAll(keepingCapacity: true) }
        var next: (place: Int, source: Int)? = (start, -1)
        while let (place, source) = next ?? pending.popLast() {
            next = nil
            if seen[place].moment == moment { continue }
            seen[place] = (moment, source)
            switch program[place] {
            case .jump(let target): next = (Int(target), place)
            case .split(let first, let second):
                pending.append((Int(second), place))
                next = (Int(first), place)
            case .note: next = (place + 1, place)
            case .character: if leadsOn(place, at: index) { return place }
            case .match: if holds(place, at: index) { return place }
            }
        }
        return nil
    }
}
