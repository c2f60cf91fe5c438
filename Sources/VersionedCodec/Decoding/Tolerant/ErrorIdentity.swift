/// Whether an error is the very one that a call has thrown.
enum ErrorIdentity {
    /// Unsafe code: an `any Error` is one reference to a box, which rethrowing does not copy. Only addresses
    /// are compared.
    static func areSame(_ left: any Error, _ right: any Error) -> Bool {
        if address(left) == address(right) { return true }
        // An error that was caught as a `DecodingError` and thrown again is in another box; the fault beneath it is the
        // same.
        guard let left = (left as? DecodingError)?.fault, let right = (right as? DecodingError)?.fault else {
            return false
        }
        return left === right
    }

    private struct Reference {
        let error: any Error
    }

    private static func address(_ error: any Error) -> UnsafeRawPointer {
        // Within a struct: an existential by itself would be opened.
        unsafeBitCast(Reference(error: error), to: UnsafeRawPointer.self)
    }
}

extension DecodingError {
    /// The facts about the fault, if the error is one of our decoder's.
    var fault: FaultFacts? { (context?.underlyingError as? DecodingFault)?.facts }
}
