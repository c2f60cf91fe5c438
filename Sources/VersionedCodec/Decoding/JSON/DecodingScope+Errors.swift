/// The errors of a document: a `DecodingError` with the whole path, and a ``DecodingFault`` beneath.
extension DecodingScope {
    /// The context of an error at a value.
    func errorContext(
        _ message: String, at node: UInt32, underlying: (any Error)? = nil
    ) -> DecodingError.Context {
        recorder.lastFault = node
        let fault = DecodingFault(
            message: message, position: position(of: node), path: pointer(to: node),
            found: nodes[Int(node)].kind, version: version?.label, underlyingError: underlying,
            token: recorder.isReporting ? FaultToken(node: node) : nil)
        return DecodingError.Context(
            codingPath: codingPath(of: node), debugDescription: message, underlyingError: fault)
    }

    /// The error for a value of another kind: `valueNotFound` for null, else `typeMismatch`.
    ///
    /// - `other`: What the type is read as, where that is another one: Foundation names it in a mismatch.
    @inline(never)
    func mismatch(_ type: Any.Type, readAs other: Any.Type? = nil, at node: UInt32) -> DecodingError {
        let context = errorContext("expected \(TypePhrase.of(type)), \(foundPhrase(node))", at: node)
        return nodes[Int(node)].isNull ? .valueNotFound(type, context) : .typeMismatch(other ?? type, context)
    }

    /// The error for a value that has the right kind, but cannot be.
    @inline(never)
    func corrupted(_ message: String, at node: UInt32, underlying: (any Error)? = nil) -> DecodingError {
        .dataCorrupted(errorContext(message, at: node, underlying: underlying))
    }

    /// The error for a number that a type cannot hold.
    @inline(never)
    func misfit(_ type: Any.Type, at node: UInt32) -> DecodingError {
        corrupted("the number does not fit \(type)", at: node)
    }

    /// The error for a member that is not there.
    @inline(never)
    func missing(_ key: any CodingKey, of object: UInt32, _ message: String? = nil) -> DecodingError {
        .keyNotFound(
            key, errorContext(message ?? "there is no member \(JSONValue.string(key.stringValue).text())", at: object))
    }

    /// What a value is, in words: `found a string ("x")`.
    func foundPhrase(_ node: UInt32) -> String { "found \(valuePhrase(node))" }

    /// The same without a verb: `a string ("x")`.
    func valuePhrase(_ node: UInt32) -> String {
        let kind = nodes[Int(node)].kind.phrase
        return quotation(of: node).map { "\(kind) (\($0))" } ?? kind
    }

    /// Where a value begins; `nil` where the caller has no bytes.
    func position(of node: UInt32) -> SourcePosition? {
        guard hasPositions else { return nil }
        let place = nodes[Int(node)].span.lowerBound
        let target = document?.made.map { $0.start(of: place) } ?? place - offset
        let rare = rareState()
        if rare.position.byteOffset > target { rare.position = SourcePosition(line: 1, column: 1, byteOffset: 0) }
        if let made = document?.made {
            rare.position.advance(to: target, in: made.original)
            return rare.position
        }
        let bytes = UnsafeBufferPointer(start: text + offset, count: max(0, byteCount - offset))
        rare.position.advance(to: target, in: bytes)
        return rare.position
    }

    /// An error with the place of its value beneath, where it has nothing of ours there: what a model throws, or the standard library.
    func located(_ error: DecodingError) -> DecodingError {
        func located(_ context: DecodingError.Context) -> DecodingError.Context {
            if context.underlyingError is any DiagnosableError { return context }
            let (node, rest) = node(at: context.codingPath)
            let text = context.debugDescription
            let message = (context.underlyingError as? DateFormatError)?.line(isText: nodes[Int(node)].isString)
            let fault = DecodingFault(
                message: message ?? (text.hasSuffix(".") ? String(text.dropLast()) : text),
                position: position(of: node), path: rest.reduce(pointer(to: node)) { $0.appending($1) },
                found: nodes[Int(node)].kind, version: version?.label, underlyingError: context.underlyingError)
            return .init(
                codingPath: context.codingPath, debugDescription: context.debugDescription, underlyingError: fault)
        }
        switch error {
        case .typeMismatch(let type, let context): return .typeMismatch(type, located(context))
        case .valueNotFound(let type, let context): return .valueNotFound(type, located(context))
        case .keyNotFound(let key, let context): return .keyNotFound(key, located(context))
        case .dataCorrupted(let context): return .dataCorrupted(located(context))
        @unknown default: return error
        }
    }
}
