/// Use it for random numbers that are the same for the same seed on every machine (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// A generator with the given seed.
    public init(seed: UInt64) { state = seed }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<max(1, bound), using: &self) }

    mutating func pick<Element>(_ elements: [Element], or fallback: Element) -> Element {
        elements.randomElement(using: &self) ?? fallback
    }
}
