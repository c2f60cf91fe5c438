import VersionedCodec

/// The idle machines of a pattern, which the next texts use.
final class PatternMachinePool: Sendable {
    private let whole = RecyclingPool<PatternMachine>()
    private let anywhere = RecyclingPool<PatternMachine>()

    /// Calls a function with a machine that has read a text.
    ///
    /// - `isWhole`: Whether only a match of the whole text counts.
    func withMachine<Result>(
        of pattern: TextPattern, isWhole: Bool, reading text: UnsafeBufferPointer<UInt8>,
        _ body: (PatternMachine) -> Result
    ) -> Result {
        let pool = isWhole ? whole : anywhere
        let machine = pool.take() ?? PatternMachine(pattern, isBoundToEnd: isWhole || pattern.isBoundToEnd)
        machine.read(text)
        defer { if machine.isSmall { _ = pool.keep(machine) } }
        return body(machine)
    }
}
