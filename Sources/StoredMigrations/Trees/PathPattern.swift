public import Migrations

/// Use it to select paths by a pattern, in the notation of shells.
///
/// ```swift
/// PathPattern("*.json").matches("2026/may.json")          // true: a pattern without a slash matches the name
/// PathPattern("2026/*.json").matches("2026/05/1.json")    // false: a star does not match a slash
/// PathPattern("2026/**").matches("2026/05/1.json")        // true
/// ```
///
/// `*` matches any characters except a slash, `**` any characters, `?` one character except a slash, `[a-z]` and
/// `[!a-z]` one of a set. A backslash removes the meaning of the next character. Paths are relative to the folder that
/// is walked. Upper and lower case differ. A pattern that ends with a slash matches only folders, to exclude them.
public struct PathPattern: Sendable, Hashable, CustomStringConvertible {
    private enum Part: Hashable {
        case one(UInt32)
        case character
        case name
        case path
        case set([ClosedRange<UInt32>], isInverted: Bool)
    }

    private let parts: [Part]
    private let isOfName: Bool
    private let isOfFolder: Bool
    /// The end of the name, if the pattern specifies only that.
    private let suffix: [UInt8]?

    /// The text of the pattern.
    public let description: String

    /// A pattern. Every text is valid: a bracket that is not closed is literal.
    public init(_ pattern: String) {
        description = pattern
        var rest = Self.characters(Array(pattern.utf8)[...])[...]
        isOfFolder = rest.last == Self.slash
        while rest.last == Self.slash { rest = rest.dropLast() }
        isOfName = !rest.contains(Self.slash)
        if rest.first == Self.slash { rest = rest.dropFirst() }
        var parts: [Part] = []
        while let character = rest.popFirst() {
            switch character {
            case Self.star:
                let isPath = rest.first == Self.star
                while rest.first == Self.star { rest = rest.dropFirst() }
                parts.append(isPath ? .path : .name)
                // `a/**/b` is `a/b` too.
                if isPath, rest.first == Self.slash, parts.count < 2 || parts[parts.count - 2] == .one(Self.slash) {
                    rest = rest.dropFirst()
                }
            case Self.code("?"): parts.append(.character)
            case Self.code("\\"): parts.append(.one(rest.popFirst() ?? character))
            case Self.code("["): parts.append(Self.set(&rest) ?? .one(character))
            default: parts.append(.one(character))
            }
        }
        self.parts = parts
        let literal = parts.dropFirst().compactMap { part in
            if case .one(let character) = part, character < 0x80 { UInt8(character) } else { nil }
        }
        suffix = isOfName && parts.first == .name && literal.count == parts.count - 1 ? literal : nil
    }

    private static let slash = code("/")
    private static let star = code("*")

    private static func code(_ scalar: Unicode.Scalar) -> UInt32 { scalar.value }

    /// The characters of a path; a byte that belongs to none counts as one of its own.
    private static func characters(_ bytes: ArraySlice<UInt8>) -> [UInt32] {
        var characters: [UInt32] = []
        characters.reserveCapacity(bytes.count)
        var rest = bytes
        while let first = rest.first {
            if first < 0x80 {
                characters.append(UInt32(first))
                rest = rest.dropFirst()
                continue
            }
            var decoder = UTF8()
            var iterator = rest.makeIterator()
            if case .scalarValue(let scalar) = decoder.decode(&iterator) {
                characters.append(scalar.value)
                rest = rest.dropFirst(UTF8.width(scalar))
            } else {
                characters.append(0x11_0000 + UInt32(first))
                rest = rest.dropFirst()
            }
        }
        return characters
    }

    /// The set after a bracket; `nil`, with nothing read, if it is not closed.
    private static func set(_ characters: inout ArraySlice<UInt32>) -> Part? {
        var rest = characters
        let isInverted = rest.first == code("!") || rest.first == code("^")
        if isInverted { rest = rest.dropFirst() }
        var ranges: [ClosedRange<UInt32>] = []
        while let first = rest.popFirst() {
            if first == code("]"), !ranges.isEmpty {
                characters = rest
                return .set(ranges, isInverted: isInverted)
            }
            if rest.first == code("-"), let last = rest.dropFirst().first, last != code("]"), last >= first {
                ranges.append(first...last)
                rest = rest.dropFirst(2)
            } else {
                ranges.append(first...first)
            }
        }
        return nil
    }

    /// Whether the path of a file matches.
    ///
    /// - Complexity: O(bytes of the path × bytes of the pattern)
    public func matches(_ path: StoredPath) -> Bool { !isOfFolder && matches(folder: path) }

    /// Whether the path of a folder matches.
    func matches(folder path: StoredPath) -> Bool {
        if let suffix {
            return path.bytes.count >= suffix.count && path.bytes[(path.bytes.count - suffix.count)...] == suffix[...]
        }
        // The places in the pattern that the characters so far can have led to: no pattern makes this slow.
        var places = [Bool](repeating: false, count: parts.count + 1)
        reach(0, &places)
        for character in Self.characters(isOfName ? path.bytes[path.folder.bytes.count...] : path.bytes[...]) {
            var next = [Bool](repeating: false, count: parts.count + 1)
            for place in parts.indices where places[place] { step(place, character, &next) }
            places = next
        }
        return places[parts.count]
    }

    private func step(_ place: Int, _ character: UInt32, _ next: inout [Bool]) {
        switch parts[place] {
        case .one(let wanted): if character == wanted { reach(place + 1, &next) }
        case .name: if character != Self.slash { reach(place, &next) }
        case .path: reach(place, &next)
        case .character: if character != Self.slash { reach(place + 1, &next) }
        case .set(let ranges, let isInverted):
            if character != Self.slash, ranges.contains(where: { $0.contains(character) }) != isInverted {
                reach(place + 1, &next)
            }
        }
    }

    private func reach(_ place: Int, _ places: inout [Bool]) {
        places[place] = true
        if place < parts.count, parts[place] == .name || parts[place] == .path { reach(place + 1, &places) }
    }
}
