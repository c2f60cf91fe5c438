extension DecodingIssue {
    /// The issue as the error that strict decoding would throw, with an underlying ``DecodingFault`` that has the
    /// place.
    public var decodingError: DecodingError {
        let facts = facts
        let fault = DecodingFault(
            message: facts.message, position: facts.position, path: facts.path, found: facts.found,
            version: facts.version, underlyingError: nil)
        let context = DecodingError.Context(
            codingPath: facts.path.tokens.map { token in
                JSONPointer.index(of: token).map { PayloadKey(index: $0) } ?? PayloadKey(token)
            },
            debugDescription: facts.message, underlyingError: fault)
        switch facts.code {
        case .unexpectedKind: return .typeMismatch(facts.expected?.type ?? Any.self, context)
        case .unexpectedNull: return .valueNotFound(facts.expected?.type ?? Any.self, context)
        case .missingMember: return .keyNotFound(PayloadKey(facts.member ?? ""), context)
        default: return .dataCorrupted(context)
        }
    }

    /// The issue for an error of decoding.
    ///
    /// ```swift
    /// do {
    ///     _ = try decoder.decode(Page.self, from: payload)
    /// } catch {
    ///     log(DecodingIssue(describing: error))
    /// }
    /// ```
    public init(describing error: any Error) {
        let beneath = (error as? DecodingError)?.context?.underlyingError ?? error
        let code: Code =
            switch beneath {
            case is JSONSyntaxError: .invalidJSON
            case is VersionError: .unknownVersion
            case is DecodingIssue.MissingPayload: .missingPayload
            default: .modelError
            }
        var facts = IssueFacts(Diagnostic(describing: error), code: code)
        if code == .modelError, let error = error as? DecodingError {
            facts.code = ToleranceRun.code(of: error)
            if case .keyNotFound(let key, _) = error { facts.member = key.stringValue }
            if let fault = error.fault { (facts.found, facts.version) = (fault.found, fault.version) }
        }
        self.init(facts)
    }
}

extension DecodingIssue {
    /// The issue that an error of another part of the library is.
    package init(_ diagnostic: Diagnostic, code: Code) { self.init(IssueFacts(diagnostic, code: code)) }
}

extension IssueFacts {
    fileprivate init(_ diagnostic: Diagnostic, code: DecodingIssue.Code) {
        self.init(code: code, message: diagnostic.message, path: diagnostic.path ?? .root, effect: .failed)
        (position, version, step) = (diagnostic.position, diagnostic.version, diagnostic.step)
    }
}
