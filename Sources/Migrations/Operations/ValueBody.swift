import VersionedCodec

/// An operation that is written over values: it takes the value that it is applied to out of the document, and puts
/// back what it makes of it.
protocol ValueBody: OperationBody {
    /// Changes a copy of the value in place; the caller gives up the copy when an error is thrown.
    func apply(to value: inout JSONValue, in context: inout OperationContext) throws(MigrationError)
}

extension ValueBody {
    func run(on scope: NodeID, in context: inout OperationContext) throws(MigrationError) {
        var value = context.arena.value(of: scope)
        try apply(to: &value, in: &context)
        context.arena.set(scope, to: value)
    }
}
