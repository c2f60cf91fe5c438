import VersionedCodec

/// The characters that a pattern tells apart: each of its sets holds all characters of a class, or none.
struct PatternClasses: Sendable {
    /// The number of classes.
    let count: Int
    /// For each class, the places of the program that take its characters: a bit for each place, in `words` words.
    let takers: [UInt64]
    /// Where the characters begin that belong to one class, in order, and that class.
    private let starts: [UInt32]
    private let numbers: [UInt32]
    /// The class of each ASCII character.
    private let ascii: [UInt32]

    /// The entry for the bytes of a character after its first one.
    static let inside = UInt32.max

    init(_ program: [TextPattern.Instruction], words: Int) {
        // From one character to the next, the places change that begin or stop to take it.
        var changes: [(start: UInt32, place: Int)] = []
        for (place, instruction) in program.enumerated() {
            guard case .character(let set) = instruction else { continue }
            if set.isInverted { changes.append((0, place)) }
            for range in set.merged { changes += [(range.lowerBound, place), (range.upperBound + 1, place)] }
        }
        changes = changes.inOrder { $0.start < $1.start }
        var (starts, numbers): ([UInt32], [UInt32]) = ([], [])
        var (classes, takers): ([[UInt64]: UInt32], [UInt64]) = ([:], [])
        var row = [UInt64](repeating: 0, count: words)
        var next = 0
        repeat {
            let start = starts.isEmpty ? 0 : changes[next].start
            while next < changes.count, changes[next].start == start {
                row[changes[next].place / 64] ^= 1 << UInt64(changes[next].place % 64)
                next += 1
            }
            if classes[row] == nil {
                classes[row] = UInt32(classes.count)
                takers += row
            }
            starts.append(start)
            numbers.append(classes[row] ?? 0)
        } while next < changes.count
        (self.starts, self.numbers, self.takers, count) = (starts, numbers, takers, classes.count)
        ascii = (0..<128).map { scalar in numbers[starts.partitioningIndex { $0 > scalar } - 1] }
    }

    /// The class of the character that begins at a byte of valid UTF-8, and its number of bytes.
    @inline(__always)
    func find(at index: Int, of text: UnsafeBufferPointer<UInt8>) -> (number: UInt32, length: Int) {
        let first = text[index]
        if first < 0x80 { return (ascii[Int(first)], 1) }
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        var scalar = UInt32(first) & (0x7F >> UInt32(length))
        for byte in text[(index + 1)..<(index + length)] { scalar = scalar << 6 | UInt32(byte & 0x3F) }
        return (numbers[starts.partitioningIndex { $0 > scalar } - 1], length)
    }

    /// Writes the class of each character of a text into a list, at its first byte; ``inside`` at all others.
    func read(_ text: UnsafeBufferPointer<UInt8>, into list: inout [UInt32]) {
        list.removeAll(keepingCapacity: true)
        list.append(contentsOf: repeatElement(Self.inside, count: text.count))
        list.withUnsafeMutableBufferPointer { list in
            var index = 0
            while index < text.count {
                let (number, length) = find(at: index, of: text)
                list[index] = number
                index += length
            }
        }
    }
}

extension TextPattern.CharacterSet {
    /// The ranges in order, none of which touch.
    fileprivate var merged: [ClosedRange<UInt32>] {
        var merged: [ClosedRange<UInt32>] = []
        for range in ranges.inOrder(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound + 1 {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }
}
