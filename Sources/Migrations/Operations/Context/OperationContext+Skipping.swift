import VersionedCodec

/// What a rule to skip costs: an operation that leaves a document as it is has a way back that may not.
extension OperationContext {
    /// Notes that an operation has left the document as it is because of a rule: where something is that it
    /// writes, the way back may change that.
    mutating func noteSkipped(_ operation: some OperationBody, in scope: NodeID) {
        if operation.written.contains(where: { !arena.find($0, from: scope).isNone }) { doubt() }
    }
}
