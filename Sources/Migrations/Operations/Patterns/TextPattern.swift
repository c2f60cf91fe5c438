/// Use it in `match`, `replace` and conditions: a pattern for texts. Matching takes time linear in the text, because
/// there is no backtracking.
///
/// ```swift
/// let pattern = try TextPattern(#"(?<marks>#+)\s+(?<text>.*)"#)
/// pattern.captures(in: "## News")    // ["marks": "##", "text": "News"]
/// pattern.captures(in: "News")       // nil
/// ```
///
/// The syntax is that of common regular expressions, and always matches the whole text: characters, `.` (all except a
/// line feed), sets (`[a-z0-9_]`, `[^/]`), `\d` `\w` `\s` and `\D` `\W` `\S` (ASCII), `\n` `\r` `\t`, groups `(…)`,
/// `(?<name>…)`, `(?:…)`, alternatives `a|b`, and `*` `+` `?` `{2}` `{2,}` `{2,5}`, each followed by `?` to match as
/// little as possible. Back references and look-around cannot be matched in linear time, and are refused.
///
/// - Complexity: O(text × pattern) for each match.
public struct TextPattern: Sendable, Hashable, CustomStringConvertible {
    /// The text of the pattern.
    public let text: String

    let program: [Instruction]
    let machines = PatternMachinePool()

    /// The names of the groups, in their order; a group without a name has its number.
    public let groups: [String]

    /// The maximum number of instructions of a pattern: a part repeated by `{2,5}` counts five times.
    static let mostInstructions = 2_000

    /// One step of the machine that runs a pattern.
    enum Instruction: Sendable, Hashable {
        case character(CharacterSet)
        /// Goes on in two places, the first of which is preferred.
        case split(Int, Int)
        case jump(Int)
        /// Notes the place in the text: the start of group n in 2n, its end in 2n + 1.
        case note(Int)
        case match
    }

    /// Characters, by the ranges that they are in.
    struct CharacterSet: Sendable, Hashable {
        var ranges: [ClosedRange<UInt32>]
        var isInverted = false
    }

    /// A pattern from its text.
    ///
    /// - Throws: ``TextPattern/SyntaxError`` with the mistake and its place.
    public init(_ text: String) throws(TextPattern.SyntaxError) {
        self.text = text
        var compiler = TextPatternCompiler(text)
        (program, groups) = try compiler.compile()
    }

    /// The text of each group if the pattern matches the whole text, otherwise `nil`. A group that does not take part
    /// is absent.
    ///
    /// O(text × pattern) for all texts and patterns.
    public func captures(in text: String) -> [String: String]? {
        captures(of: groups.indices, in: text).map { texts in
            let captures = zip(groups, texts).compactMap { name, text in text.map { (name, $0) } }
            return Dictionary(captures, uniquingKeysWith: { _, last in last })
        }
    }

    /// The texts of some groups if the pattern matches the whole text, otherwise `nil`. That of a group that does not
    /// take part is `nil`.
    func captures(of numbers: some Sequence<Int>, in text: String) -> [String?]? {
        var text = text
        return text.withUTF8 { bytes in
            machines.withMachine(of: self, isWhole: true, reading: bytes) { machine in
                _ = machine.walk(from: 0)
                return numbers.map { number in
                    machine.range(ofGroup: number).map { String(decoding: bytes[$0], as: UTF8.self) }
                }
            }
        }
    }

    /// Whether the pattern matches the whole text. O(text × pattern)
    func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        machines.withMachine(of: self, isWhole: true, reading: text) { _ in true } ?? false
    }

    /// The text of the pattern.
    public var description: String { text }

    /// Whether both have the same text.
    public static func == (lhs: TextPattern, rhs: TextPattern) -> Bool { lhs.text.utf8.elementsEqual(rhs.text.utf8) }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }
}

extension TextPattern {
    /// A text that is not a pattern.
    public struct SyntaxError: Error, Sendable, Equatable, CustomStringConvertible {
        /// The mistake, and its character.
        public let description: String
    }
}
