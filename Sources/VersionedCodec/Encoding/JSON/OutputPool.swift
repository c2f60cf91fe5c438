import Synchronization

/// Outputs that have been written and are free, for the next documents: small documents cost little more than what
/// making an output costs.
///
/// At most two, for tasks that write at the same time; others make outputs of their own. Invariant: a place holds one
/// reference, which whoever exchanges it for zero takes over, and nobody else has the output: a model that keeps an
/// encoder or a container keeps its output from coming here.
enum OutputPool {
    private static let first = Atomic<UInt>(0)
    private static let second = Atomic<UInt>(0)

    /// A free output, if there is one.
    static func take() -> JSONOutput? {
        var place = first.exchange(0, ordering: .acquiringAndReleasing)
        if place == 0 { place = second.exchange(0, ordering: .acquiringAndReleasing) }
        guard let address = UnsafeRawPointer(bitPattern: place) else { return nil }
        return Unmanaged<JSONOutput>.fromOpaque(address).takeRetainedValue()
    }

    /// Keeps a free output; false where there are enough.
    static func keep(_ output: JSONOutput) -> Bool {
        let reference = Unmanaged.passRetained(output)
        let place = UInt(bitPattern: reference.toOpaque())
        if first.compareExchange(expected: 0, desired: place, ordering: .acquiringAndReleasing).exchanged
            || second.compareExchange(expected: 0, desired: place, ordering: .acquiringAndReleasing).exchanged
        {
            return true
        }
        reference.release()
        return false
    }
}

extension JSONOutput {
    /// An output for a document, made or used again.
    static func open(_ rules: EncodingRules) -> JSONOutput {
        guard let output = OutputPool.take() else { return JSONOutput(EncodingScope(rules)) }
        output.reopen(rules)
        return output
    }

    /// Ends the document, and keeps the output for another one if nobody has it.
    func close() {
        end()
        clear()
        if !isFree || !OutputPool.keep(self) { dropContainers() }
    }
}
