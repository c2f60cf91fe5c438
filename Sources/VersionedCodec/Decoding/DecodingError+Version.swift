extension APIVersion {
    /// Gives the errors of another coder this version.
    func naming<Value>(_ read: () throws -> Value) throws -> Value {
        do { return try read() } catch let error as DecodingError { throw error.inVersion(label) }
    }
}

extension Decoder {
    /// An error of the value, with the version in effect, and with the place where our own decoder has one.
    func located(_ error: DecodingError) -> DecodingError {
        if let session = asNative?.session ?? asProxy?.context.native { return session.located(error) }
        guard let context = asProxy?.context, context.isVersioned else { return error }
        return error.inVersion(context.registry.label)
    }
}

extension DecodingError {
    /// The error with the version in effect beneath it, if another coder has thrown it.
    @inline(never)
    fileprivate func inVersion(_ label: String) -> DecodingError {
        mapContext { context in
            if context.underlyingError is any DiagnosableError { return context }
            let date = context.underlyingError as? DateFormatError
            let fault = FaultFacts(
                .text(date?.line() ?? sentence), at: .pointer(JSONPointer(codingPath: context.codingPath)),
                position: nil, found: nil, version: label, underlyingError: context.underlyingError, isForeign: true)
            return Context(
                codingPath: context.codingPath, debugDescription: context.debugDescription,
                underlyingError: DecodingFault(fault))
        }
    }
}
