/// Makes the program of a pattern out of its text.
struct TextPatternCompiler {
    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var depth = 0
    private var groups: [String] = []

    private indirect enum Node {
        case empty
        case set(TextPattern.CharacterSet)
        case sequence([Node])
        case alternatives([Node])
        case group(Node, number: Int)
        case loop(Node, least: Int, most: Int?, isGreedy: Bool)
    }

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    mutating func compile() throws(TextPattern.SyntaxError) -> (program: [TextPattern.Instruction], groups: [String]) {
        let node = try alternatives()
        if index < scalars.count { throw fault("a \")\" closes nothing") }
        var program: [TextPattern.Instruction] = []
        try emit(node, to: &program)
        program.append(.match)
        return (program, groups)
    }

    private func fault(_ message: String) -> TextPattern.SyntaxError {
        TextPattern.SyntaxError(description: "\(message) (at character \(min(index, scalars.count) + 1))")
    }

    private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        index += 1
        return true
    }

    // MARK: Reading

    private mutating func alternatives() throws(TextPattern.SyntaxError) -> Node {
        depth += 1
        defer { depth -= 1 }
        if depth > 50 { throw fault("groups may be nested 50 deep") }
        var branches = [try sequence()]
        while take("|") { branches.append(try sequence()) }
        return branches.count == 1 ? branches[0] : .alternatives(branches)
    }

    private mutating func sequence() throws(TextPattern.SyntaxError) -> Node {
        var nodes: [Node] = []
        while let scalar = next, scalar != "|", scalar != ")" { nodes.append(try repeated(try atom())) }
        return nodes.count == 1 ? nodes[0] : .sequence(nodes)
    }

    private mutating func atom() throws(TextPattern.SyntaxError) -> Node {
        guard let scalar = next else { return .empty }
        if "*+?".unicodeScalars.contains(scalar) { throw fault("\"\(scalar)\" repeats nothing") }
        index += 1
        switch scalar {
        case "(": return try group()
        case "[": return .set(try set())
        case ".": return .set(TextPattern.CharacterSet(ranges: [10...10], isInverted: true))
        // Each match covers the whole text, so these are redundant.
        case "^":
            if index > 1 { throw fault("\"^\" is allowed only at the start: a pattern matches the whole text") }
            return .empty
        case "$":
            if index < scalars.count {
                throw fault("\"$\" is allowed only at the end: a pattern matches the whole text")
            }
            return .empty
        case "\\": return .set(try escape())
        default: return .set(Self.one(scalar))
        }
    }

    private mutating func group() throws(TextPattern.SyntaxError) -> Node {
        var number: Int?
        if take("?") {
            if take("<") {
                if next == "=" || next == "!" { throw fault("looking behind is not matched in linear time") }
                var name = ""
                while let scalar = next, scalar != ">" {
                    guard scalar.isASCII,
                        scalar.properties.isAlphabetic || "0123456789_".unicodeScalars.contains(scalar)
                    else { throw fault("the name of a group has letters, digits and \"_\"") }
                    name.unicodeScalars.append(scalar)
                    index += 1
                }
                guard take(">"), !name.isEmpty else { throw fault("the name of a group ends with \">\"") }
                if groups.contains(name) { throw fault("the group \"\(name)\" appears twice") }
                groups.append(name)
                number = groups.count - 1
            } else if !take(":") {
                throw fault(
                    "a group begins with \"(\", \"(?:\" or \"(?<name>\"; looking ahead is not matched in linear time")
            }
        } else {
            groups.append(String(groups.count + 1))
            number = groups.count - 1
        }
        let inner = try alternatives()
        guard take(")") else { throw fault("a \")\" is missing") }
        return number.map { .group(inner, number: $0) } ?? inner
    }

    private mutating func repeated(_ node: Node) throws(TextPattern.SyntaxError) -> Node {
        let least: Int
        let most: Int?
        if take("*") {
            (least, most) = (0, nil)
        } else if take("+") {
            (least, most) = (1, nil)
        } else if take("?") {
            (least, most) = (0, 1)
        } else if take("{") {
            let first = try count()
            let second = take(",") ? (next == "}" ? nil : try count()) : first
            guard take("}") else { throw fault("a \"}\" is missing") }
            if let second, second < first { throw fault("the counts are in the wrong order") }
            (least, most) = (first, second)
        } else {
            return node
        }
        let loop = Node.loop(node, least: least, most: most, isGreedy: !take("?"))
        if let scalar = next, "*+?{".unicodeScalars.contains(scalar) {
            throw fault("\"\(scalar)\" repeats what is repeated already; put it into a group")
        }
        return loop
    }

    private mutating func count() throws(TextPattern.SyntaxError) -> Int {
        var number = 0
        let start = index
        while let scalar = next, ("0"..."9").contains(scalar) {
            number = number * 10 + Int(scalar.value - 48)
            index += 1
            if number > TextPattern.mostInstructions { throw fault("the count is too large") }
        }
        if index == start { throw fault("a count is missing") }
        return number
    }

    // MARK: Characters

    private static func one(_ scalar: Unicode.Scalar) -> TextPattern.CharacterSet {
        TextPattern.CharacterSet(ranges: [scalar.value...scalar.value])
    }

    private static let classes: [Unicode.Scalar: [ClosedRange<UInt32>]] = [
        "d": [48...57], "w": [48...57, 65...90, 95...95, 97...122], "s": [9...13, 32...32],
    ]

    private mutating func escape() throws(TextPattern.SyntaxError) -> TextPattern.CharacterSet {
        guard let scalar = next else { throw fault("nothing follows the \"\\\"") }
        index += 1
        if let ranges = Self.classes[scalar] { return TextPattern.CharacterSet(ranges: ranges) }
        if let lower = Self.classes.keys.first(where: { $0.value == scalar.value + 32 }) {
            return TextPattern.CharacterSet(ranges: Self.classes[lower] ?? [], isInverted: true)
        }
        switch scalar {
        case "n": return Self.one("\n")
        case "r": return Self.one("\r")
        case "t": return Self.one("\t")
        case "0"..."9": throw fault("back references are not matched in linear time")
        case "a"..."z", "A"..."Z": throw fault("\"\\\(scalar)\" is unknown; known: \\d \\w \\s \\D \\W \\S \\n \\r \\t")
        default: return Self.one(scalar)
        }
    }

    private mutating func set() throws(TextPattern.SyntaxError) -> TextPattern.CharacterSet {
        var set = TextPattern.CharacterSet(ranges: [], isInverted: take("^"))
        var isFirst = true
        while let scalar = next, scalar != "]" || isFirst {
            isFirst = false
            index += 1
            let low = scalar == "\\" ? try escape() : Self.one(scalar)
            if low.isInverted { throw fault("\\D, \\W and \\S cannot be in a set") }
            guard low.ranges.count == 1, low.ranges[0].count == 1, next == "-", index + 1 < scalars.count,
                scalars[index + 1] != "]"
            else {
                set.ranges += low.ranges
                continue
            }
            index += 1
            let end = scalars[index]
            index += 1
            let high = end == "\\" ? try escape() : Self.one(end)
            guard high.ranges.count == 1, high.ranges[0].count == 1, !high.isInverted,
                low.ranges[0].lowerBound <= high.ranges[0].lowerBound
            else { throw fault("the ends of a range are in the wrong order") }
            set.ranges.append(low.ranges[0].lowerBound...high.ranges[0].lowerBound)
        }
        guard take("]") else { throw fault("a \"]\" is missing") }
        return set
    }

    // MARK: Writing

    private func emit(_ node: Node, to program: inout [TextPattern.Instruction]) throws(TextPattern.SyntaxError) {
        guard program.count < TextPattern.mostInstructions else {
            throw TextPattern.SyntaxError(
                description: "the pattern is too large: it may have \(TextPattern.mostInstructions) steps")
        }
        switch node {
        case .empty: break
        case .set(let set): program.append(.character(set))
        case .sequence(let nodes): for node in nodes { try emit(node, to: &program) }
        case .alternatives(let nodes): try emit(alternatives: nodes, to: &program)
        case .group(let inner, let number):
            program.append(.note(2 * number))
            try emit(inner, to: &program)
            program.append(.note(2 * number + 1))
        case .loop(let inner, let least, let most, let isGreedy):
            for _ in 0..<least { try emit(inner, to: &program) }
            guard let most else { return try emit(endless: inner, isGreedy, to: &program) }
            var splits: [Int] = []
            for _ in least..<max(least, most) {
                splits.append(program.count)
                program.append(.match)
                try emit(inner, to: &program)
            }
            for split in splits { program[split] = Self.split(split + 1, program.count, isGreedy) }
        }
    }

    private func emit(
        endless inner: Node, _ isGreedy: Bool, to program: inout [TextPattern.Instruction]
    ) throws(TextPattern.SyntaxError) {
        let start = program.count
        program.append(.match)
        try emit(inner, to: &program)
        program.append(.jump(start))
        program[start] = Self.split(start + 1, program.count, isGreedy)
    }

    private func emit(
        alternatives nodes: [Node], to program: inout [TextPattern.Instruction]
    ) throws(TextPattern.SyntaxError) {
        var jumps: [Int] = []
        for (index, node) in nodes.enumerated() {
            let split = program.count
            let isLast = index == nodes.count - 1
            if !isLast { program.append(.match) }
            try emit(node, to: &program)
            if isLast { break }
            jumps.append(program.count)
            program.append(.match)
            program[split] = .split(split + 1, program.count)
        }
        for jump in jumps { program[jump] = .jump(program.count) }
    }

    private static func split(_ inside: Int, _ behind: Int, _ isGreedy: Bool) -> TextPattern.Instruction {
        isGreedy ? .split(inside, behind) : .split(behind, inside)
    }
}
