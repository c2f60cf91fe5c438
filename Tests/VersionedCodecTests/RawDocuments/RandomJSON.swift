/// Random JSON texts on one line, the same for the same seed.
struct RandomJSON {
    private var state: UInt64

    init(seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func number(below limit: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state >> 33) % limit
    }

    private static let leaves = [
        "null", "true", "false", "0", "-0", "1.0", "1e3", "-1.50E-7", "123456789012345678901234567890", "0.1000",
        #""""#, #""a""#, #""\u00e9""#, #""é""#, #""a\/b""#, #""a/b""#, #""\ud83d\ude00 😀""#, #""\n\"\\""#,
        #""e\u0301""#,
    ]

    private static let keys = [
        "", "a", "b", "type", "kind", "version", "é", #"e\u0301"#, #"\u0000"#, "unknown", "a/b", "~", "0", "super",
        "unknownMembers", #"\""#,
    ]

    /// A value.
    mutating func value(depth: Int = 3) -> String {
        guard depth > 0, number(below: 3) > 0 else { return Self.leaves[number(below: Self.leaves.count)] }
        let count = number(below: 5)
        if number(below: 2) == 0 {
            return "[" + (0..<count).map { _ in value(depth: depth - 1) }.joined(separator: ",") + "]"
        }
        return "{" + members(count, depth: depth - 1).joined(separator: ",") + "}"
    }

    /// Members of an object, without those of some keys.
    mutating func members(_ count: Int, depth: Int, except names: [String] = []) -> [String] {
        var left = Self.keys.filter { !names.contains($0) }
        return (0..<count).map { _ in
            "\"\(left.remove(at: number(below: left.count)))\":\(value(depth: depth))"
        }
    }
}
