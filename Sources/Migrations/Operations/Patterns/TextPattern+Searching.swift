/// Finds a pattern anywhere in a text, in time linear in the text.
///
/// From the end of the text to its start, it is worked out at each character from which places of the machine a match
/// can still be reached. Then each match is one walk forward that never turns back: of several ways, the preferred one
/// is taken from which a match can be reached.
extension TextPattern {
    /// One match: where it is, and what its groups take.
    struct Match {
        let range: Range<Int>
        /// The start and the end of each group, in characters; `-1` where it takes no part.
        let notes: [Int]
    }

    /// Why the pattern cannot be searched for; `nil` if it can.
    var searchFault: String? {
        if captures(in: "") != nil { return "matches the empty text, which is everywhere" }
        return (isBoundToStart || isBoundToEnd) && hasAlternatives
            ? "has \"|\" beside \"^\" or \"$\", which are about all of it; put the alternatives into a group" : nil
    }

    /// The matches from left to right, none of which overlap. O(text × pattern)
    func matches(in scalars: [Unicode.Scalar]) -> [Match] {
        var matches: [Match] = []
        var reach = PatternReach(self, scalars)
        var walk = PatternWalk(self, scalars)
        var index = 0
        while index < scalars.count {
            reach.load(upTo: index)
            if reach.holds(0, at: index), let match = walk.match(from: index, &reach) {
                matches.append(match)
                index = max(index + 1, match.range.upperBound)
            } else {
                index += 1
            }
            if isBoundToStart { break }
        }
        return matches
    }

    /// The text with each match replaced by a template, which its groups fill; a group that takes no part is empty.
    func replacing(by template: TextTemplate, in text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        var (result, end) = (String.UnicodeScalarView(), 0)
        for match in matches(in: scalars) {
            result.append(contentsOf: scalars[end..<match.range.lowerBound])
            let filled = template.filled { name in
                guard let group = groups.firstIndex(of: name) else { return "" }
                let (start, end) = (match.notes[2 * group], match.notes[2 * group + 1])
                return start < 0 || end < start ? "" : Self.text(scalars[start..<end])
            }
            result.append(contentsOf: (filled ?? "").unicodeScalars)
            end = match.range.upperBound
        }
        result.append(contentsOf: scalars[end...])
        return String(result)
    }

    /// The parts between the matches.
    func parts(of text: String) -> [String] {
        let scalars = Array(text.unicodeScalars)
        var (parts, end) = ([String](), 0)
        for match in matches(in: scalars) {
            parts.append(Self.text(scalars[end..<match.range.lowerBound]))
            end = match.range.upperBound
        }
        return parts + [Self.text(scalars[end...])]
    }

    private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    // MARK: Ends

    /// Whether the pattern begins with `^`, and so matches at the start of the text only.
    var isBoundToStart: Bool { text.unicodeScalars.first == "^" }

    /// Whether the pattern ends with `$`, and so matches at the end of the text only.
    var isBoundToEnd: Bool {
        guard text.unicodeScalars.last == "$" else { return false }
        return text.unicodeScalars.dropLast().reversed().prefix { $0 == "\\" }.count % 2 == 0
    }

    /// Whether there are alternatives outside of all groups.
    private var hasAlternatives: Bool {
        var (depth, isEscaped, isInSet) = (0, false, false)
        for scalar in text.unicodeScalars {
            if isEscaped {
                isEscaped = false
                continue
            }
            switch scalar {
            case "\\": isEscaped = true
            case "[": isInSet = true
            case "]": isInSet = false
            case "(" where !isInSet: depth += 1
            case ")" where !isInSet: depth -= 1
            case "|" where !isInSet && depth == 0: return true
            default: break
            }
        }
        return false
    }
}

/// From which places of the machine a match can be reached, at each character of a text.
///
/// A row of bits for each character would be too much for long texts: rows are kept for some characters, and those in
/// between are worked out again, for one block after another.
struct PatternReach {
    private let program: [TextPattern.Instruction]
    private let scalars: [Unicode.Scalar]
    private let isBoundToEnd: Bool
    /// For each place, those from which the machine goes there without a character.
    private let sources: [[Int]]
    private let places: [Int]
    private let blockSize: Int
    private var kept: [[Bool]] = []
    private var block = -1
    /// The rows of the block, and the first one after it.
    private var rows: [[Bool]] = []

    init(_ pattern: TextPattern, _ scalars: [Unicode.Scalar]) {
        program = pattern.program
        self.scalars = scalars
        isBoundToEnd = pattern.isBoundToEnd
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
        places = pattern.program.indices.filter {
            if case .character = pattern.program[$0] { true } else { false }
        }
        var size = 64
        while size * size < scalars.count { size *= 2 }
        blockSize = size
        keepRows()
    }

    /// Whether a match can be reached from a place at a character of the loaded block.
    func holds(_ place: Int, at index: Int) -> Bool { rows[index - block * blockSize][place] }

    /// Whether the character at an index leads from a place towards a match.
    func leadsOn(_ place: Int, at index: Int) -> Bool {
        guard index < scalars.count, case .character(let set) = program[place] else { return false }
        return set.contains(scalars[index].value) && holds(place + 1, at: index + 1)
    }

    /// Loads the block of an index; indices never go back.
    mutating func load(upTo index: Int) {
        let wanted = index / blockSize
        guard wanted != block else { return }
        block = wanted
        let start = wanted * blockSize
        let end = min(start + blockSize, scalars.count)
        rows = [[Bool]](repeating: [], count: end - start + 1)
        var row = wanted + 1 < kept.count ? kept[wanted + 1] : self.row(at: end, before: nil)
        rows[end - start] = row
        for index in (start..<end).reversed() {
            row = self.row(at: index, before: row)
            rows[index - start] = row
        }
    }

    /// Goes through the text once, from its end, and keeps the row at the start of each block.
    private mutating func keepRows() {
        var row = self.row(at: scalars.count, before: nil)
        kept = [[Bool]](repeating: [], count: scalars.count / blockSize + 1)
        if scalars.count % blockSize == 0 { kept[scalars.count / blockSize] = row }
        for index in scalars.indices.reversed() {
            row = self.row(at: index, before: row)
            if index % blockSize == 0 { kept[index / blockSize] = row }
        }
    }

    private func row(at index: Int, before next: [Bool]?) -> [Bool] {
        var row = [Bool](repeating: false, count: program.count)
        var pending: [Int] = []
        if !isBoundToEnd || index == scalars.count { pending.append(program.count - 1) }
        if let next {
            let scalar = scalars[index].value
            for place in places where next[place + 1] {
                if case .character(let set) = program[place], set.contains(scalar) { pending.append(place) }
            }
        }
        while let place = pending.popLast() {
            if row[place] { continue }
            row[place] = true
            pending += sources[place]
        }
        return row
    }
}

/// The walk along one match.
struct PatternWalk {
    private let program: [TextPattern.Instruction]
    private let groupCount: Int
    /// When a place was last reached, and from which one.
    private var seen: [Int]
    private var before: [Int]
    private var moment = 0

    init(_ pattern: TextPattern, _ scalars: [Unicode.Scalar]) {
        program = pattern.program
        groupCount = pattern.groups.count
        seen = [Int](repeating: -1, count: program.count)
        before = [Int](repeating: -1, count: program.count)
    }

    /// The match that begins at a character from which one can be reached.
    mutating func match(from start: Int, _ reach: inout PatternReach) -> TextPattern.Match? {
        var notes = [Int](repeating: -1, count: groupCount * 2)
        var (index, place) = (start, 0)
        while let leaf = leaf(from: place, at: index, reach) {
            var step = leaf
            while step >= 0 {
                if case .note(let number) = program[step] { notes[number] = index }
                step = before[step]
            }
            if program[leaf] == .match { return TextPattern.Match(range: start..<index, notes: notes) }
            index += 1
            place = leaf + 1
            reach.load(upTo: index)
        }
        return nil
    }

    /// The preferred place, reached without a character, from which the match continues or at which it ends.
    private mutating func leaf(from start: Int, at index: Int, _ reach: PatternReach) -> Int? {
        moment += 1
        var pending = [(place: start, before: -1)]
        while let (place, source) = pending.popLast() {
            if seen[place] == moment { continue }
            (seen[place], before[place]) = (moment, source)
            switch program[place] {
            case .jump(let target): pending.append((target, place))
            case .split(let first, let second):
                pending.append((second, place))
                pending.append((first, place))
            case .note: pending.append((place + 1, place))
            case .character: if reach.leadsOn(place, at: index) { return place }
            case .match: if reach.holds(place, at: index) { return place }
            }
        }
        return nil
    }
}
