/// The maximum depth of written values.
struct DepthLimits: Sendable, Hashable {
    /// The number of levels of arrays and objects.
    let levels: Int

    /// So many values within each other, with those that write no array or object of their own.
    /// A model that holds itself has no end.
    let values: Int

    init(_ levels: Int) {
        self.levels = max(0, levels)
        let (values, overflows) = self.levels.multipliedReportingOverflow(by: 4)
        // A few values that hold each other are not levels yet.
        self.values = overflows ? .max : max(values, 16)
    }

    /// The limits of code without options for them.
    static let usual = DepthLimits(JSONParsingOptions.usualDepth)

    /// Whether a value at a path is within more arrays and objects than there may be.
    func isBeyond(_ path: TreePath?) -> Bool { path.map { $0.depth > levels } ?? false }

    /// The error for a value at a path.
    ///
    /// Each key leads into one array or object, so the first that is too deep is after `levels` keys.
    func fault(at path: [any CodingKey]) -> EncodingError {
        .invalidValue(
            (any Encoder).self,
            .init(
                codingPath: Array(path.prefix(levels)),
                debugDescription: "nested deeper than \(levels) \(levels == 1 ? "level" : "levels");"
                    + " maximumDepth allows more, on both sides; a model that holds itself has no end"))
    }

    /// Checks the depth of a JSON text. O(text)
    ///
    /// - Throws: `EncodingError` with the path of the first array or object that does not.
    func check(_ text: [UInt8]) throws {
        var (depth, index) = (0, 0)
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                if depth == levels { throw fault(at: Self.path(to: index, in: text)) }
                depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: "\""): index = Self.end(ofString: index, in: text)
            default: break
            }
            index += 1
        }
    }

    /// Where the closing quote of a string is.
    private static func end(ofString start: Int, in text: [UInt8]) -> Int {
        var index = start + 1
        while index < text.count, text[index] != UInt8(ascii: "\"") {
            index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return index
    }

    /// The keys that lead to a place of a text.
    private static func path(to place: Int, in text: [UInt8]) -> [any CodingKey] {
        var open: [(name: Range<Int>?, count: Int)] = []
        var index = 0
        while index < place {
            switch text[index] {
            case UInt8(ascii: "["): open.append((nil, 0))
            case UInt8(ascii: "{"): open.append((0..<0, 0))
            case UInt8(ascii: "]"), UInt8(ascii: "}"): open.removeLast()
            case UInt8(ascii: ","): open[open.count - 1].count += 1
            case UInt8(ascii: "\""):
                let end = end(ofString: index, in: text)
                if end + 1 < text.count, text[end + 1] == UInt8(ascii: ":") {
                    open[open.count - 1].name = index + 1..<end
                }
                index = end
            default: break
            }
            index += 1
        }
        return open.map { $0.name.map { PayloadKey(MemberText.name(text[$0])) } ?? PayloadKey(index: $0.count) }
    }
}

extension EncodedValue {
    /// Checks the depth of a value within so many levels. Not a recursion. O(values)
    ///
    /// - Throws: `EncodingError` with the path of the first array or object that does not.
    func check(_ limits: DepthLimits, at path: [any CodingKey]) throws {
        var pending: [(value: EncodedValue, depth: Int, path: TreePath?)] = [(self, path.count, TreePath(path))]
        while let (value, depth, path) = pending.popLast() {
            let next: [(EncodedValue, PayloadKey)]
            switch value {
            case .leaf: continue
            case .array(let elements): next = elements.enumerated().map { ($1, PayloadKey(index: $0)) }
            case .slots(let slots):
                pending.append((slots.array { .leaf(.null) }, depth, path))
                continue
            case .object(let object): next = object.members.map { ($0.value, PayloadKey($0.name)) }
            }
            if depth >= limits.levels { throw limits.fault(at: path?.keys ?? []) }
            for (inner, key) in next.reversed() where !inner.isLeaf {
                pending.append((inner, depth + 1, TreePath(path, key)))
            }
        }
    }

    private var isLeaf: Bool { if case .leaf = self { true } else { false } }
}
