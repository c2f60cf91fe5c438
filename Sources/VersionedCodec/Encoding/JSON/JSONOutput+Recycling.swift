/// Outputs of documents that have been written, used again: small documents cost little more than what making an output
/// costs. A model that keeps an encoder or a container keeps its output from coming here (``isFree``).
extension JSONOutput {
    private static let idle = RecyclingPool<JSONOutput>()

    /// An output for a document, made or used again.
    static func open(_ rules: EncodingRules) -> JSONOutput {
        guard let output = idle.take() else { return JSONOutput(EncodingScope(rules)) }
        output.reopen(rules)
        return output
    }

    /// Ends the document, and keeps the output for another one if nobody has it.
    func close() {
        end()
        clear()
        if !isFree || !Self.idle.keep(self) { dropContainers() }
    }
}
