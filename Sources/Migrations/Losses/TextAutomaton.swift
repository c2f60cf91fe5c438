/// Finds some texts in another one, in one look at its bytes: the automaton of Aho and Corasick.
///
/// A state is a beginning of one text or more; state 0 is the empty one.
struct TextAutomaton: Sendable {
    /// The length of each state, and its last byte.
    private var lengths: [UInt32] = [0]
    private var bytes: [UInt8] = [0]
    /// The states that are one byte longer: the first of them, and for each the next one; 0 for none.
    private var children: [UInt32] = [0]
    private var siblings: [UInt32] = [0]
    /// The longest shorter state that a state ends with.
    private var endings: [UInt32] = [0]
    /// The length of the longest text that a state ends with; 0 if it ends with none.
    private var longest: [UInt32] = [0]
    /// The states of one byte.
    private var starts = [UInt32](repeating: 0, count: 256)

    /// - `texts`: In the order of their bytes, each once.
    ///
    /// - Complexity: O(bytes)
    init(_ texts: [[UInt8]]) {
        // The states of the text before, which the next one shares as far as it begins alike.
        var path: [Int] = [0]
        var previous: [UInt8] = []
        for text in texts where !text.isEmpty {
            let common = zip(text, previous).prefix { $0 == $1 }.count
            path.removeLast(path.count - 1 - common)
            for byte in text[common...] { path.append(add(byte, to: path[path.count - 1])) }
            longest[path[text.count]] = UInt32(truncatingIfNeeded: text.count)
            previous = text
        }
        findEndings()
    }

    private mutating func add(_ byte: UInt8, to parent: Int) -> Int {
        let state = bytes.count
        bytes.append(byte)
        lengths.append(lengths[parent] + 1)
        siblings.append(children[parent])
        children[parent] = UInt32(truncatingIfNeeded: state)
        children.append(0)
        endings.append(0)
        longest.append(0)
        if parent == 0 { starts[Int(byte)] = UInt32(truncatingIfNeeded: state) }
        return state
    }

    /// Shorter states come first, because the endings of a state are shorter.
    private mutating func findEndings() {
        var (order, next) = ([0], 0)
        while next < order.count {
            let parent = order[next]
            next += 1
            var child = Int(children[parent])
            while child != 0 {
                if parent != 0 {
                    endings[child] = UInt32(truncatingIfNeeded: state(after: bytes[child], Int(endings[parent])))
                }
                if longest[child] == 0 { longest[child] = longest[Int(endings[child])] }
                order.append(child)
                child = Int(siblings[child])
            }
        }
    }

    private func child(_ byte: UInt8, of state: Int) -> Int {
        if state == 0 { return Int(starts[Int(byte)]) }
        var child = Int(children[state])
        while child != 0, bytes[child] != byte { child = Int(siblings[child]) }
        return child
    }

    /// The longest state that a state and a byte after it end with.
    private func state(after byte: UInt8, _ state: Int) -> Int {
        var state = state
        while true {
            let next = child(byte, of: state)
            if next != 0 || state == 0 { return next }
            state = Int(endings[state])
        }
    }

    // MARK: Looking

    /// Whether a text is one of the texts. O(bytes)
    func contains(_ text: [UInt8]) -> Bool {
        var state = 0
        for byte in text {
            state = child(byte, of: state)
            if state == 0 { return false }
        }
        return state != 0 && longest[state] == lengths[state]
    }

    /// Whether one of the texts, of so many bytes or more, is somewhere in a text. O(bytes)
    func isPresent(in text: [UInt8], ofAtLeast least: Int) -> Bool {
        var state = 0
        return text.contains { byte in
            state = self.state(after: byte, state)
            return longest[state] >= least
        }
    }

    /// Whether a beginning of one of the texts, of so many bytes or more, is directly before a mark in a text. O(bytes)
    func isBegun(before mark: [UInt8], in text: [UInt8], ofAtLeast least: Int) -> Bool {
        var state = 0
        return text.indices.contains { place in
            if lengths[state] >= least, text[place...].starts(with: mark) { return true }
            state = self.state(after: text[place], state)
            return false
        }
    }
}
