import VersionedCodec

/// The cost of a rule to skip: an operation may leave a document as it is that its way back changes.
extension OperationContext {
    /// Notes that an operation has left the document as it is because of a rule: where something is that it
    /// writes, the way back may change that.
    mutating func noteSkipped(_ operation: some OperationBody, in scope: NodeID) {
        if operation.written.contains(where: { !arena.find($0, from: scope).isNone }) { doubt() }
    }
}
