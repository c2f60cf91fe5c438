import VersionedCodec

/// The idle machines of a pattern, which the next texts use.
final class PatternMachinePool: Sendable {
    private let whole = RecyclingPool<PatternMachine>()
    private let anywhere = RecyclingPool<PatternMachine>()

    /// Calls a function with a machine that has read a text. For a match of the whole text, the machine may find that
    /// there is none; then the function is not called, and the result is `nil`.
    func withMachine<Result>(
        of pattern: TextPattern, isWhole: Bool, reading text: UnsafeBufferPointer<UInt8>,
        _ body: (PatternMachine) -> Result
    ) -> Result? {
        let pool = isWhole ? whole : anywhere
        let machine = pool.take() ?? PatternMachine(pattern, isBoundToEnd: isWhole || pattern.isBoundToEnd)
        defer { if machine.isSmall { _ = pool.keep(machine) } }
        if isWhole {
            guard machine.mayMatchAll(of: text) else { return nil }
            machine.read(text)
            return machine.begins(at: 0) ? body(machine) : nil
        }
        machine.read(text)
        return body(machine)
    }
}
