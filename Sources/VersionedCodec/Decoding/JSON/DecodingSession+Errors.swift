/// The errors of a document: a `DecodingError` with the complete path, and a ``DecodingFault`` beneath.
///
/// Unsafe code: the text of the session is read between `offset` and its end.
extension DecodingSession {
    /// The context of an error at a value.
    func errorContext(
        _ message: String, at node: UInt32, underlying: (any Error)? = nil
    ) -> DecodingError.Context {
        errorContext(.text(message), at: node, underlying: underlying)
    }

    /// The context of an error at a value.
    func errorContext(
        _ wording: IssueWording, at node: UInt32, underlying: (any Error)? = nil
    ) -> DecodingError.Context {
        let facts = faultFacts(wording, at: node, underlying: underlying)
        if recorder.isReporting { recorder.lastFault = facts }
        return DecodingError.Context(
            codingPath: codingPath(of: node), debugDescription: facts.message, underlyingError: DecodingFault(facts))
    }

    /// The facts about a fault at a value.
    func faultFacts(_ wording: IssueWording, at node: UInt32, underlying: (any Error)? = nil) -> FaultFacts {
        FaultFacts(
            wording, at: place(of: node), position: position(of: node), byteRange: byteRange(of: node),
            found: nodes[Int(node)].kind, quotation: quotation(of: node), version: namedVersion?.label,
            underlyingError: underlying, node: node, call: ObjectIdentifier(recorder))
    }

    /// The error for a value of another kind: `valueNotFound` for null, else `typeMismatch`.
    ///
    /// - `other`: The type as which the value is read, if that is another one: Foundation names it in a mismatch.
    @inline(never)
    func mismatch(_ type: Any.Type, readAs other: Any.Type? = nil, at node: UInt32) -> any Error {
        if recorder.attempt?.expectsFailure(at: node, type) == true { return IssueRecorder.quietError }
        let isNull = nodes[Int(node)].isNull
        if recorder.isQuiet {
            return recorder.noteQuietly(.mismatch(type), isNull ? .unexpectedNull : .unexpectedKind, at: node)
        }
        let context = errorContext(.mismatch(type), at: node)
        return isNull
            ? DecodingError.valueNotFound(type, context) : DecodingError.typeMismatch(other ?? type, context)
    }

    /// The error for a value that has the right kind, but cannot be.
    @inline(never)
    func corrupted(_ message: String, at node: UInt32) -> DecodingError {
        .dataCorrupted(errorContext(message, at: node))
    }

    /// The error for a number that a type cannot hold.
    @inline(never)
    func misfit(_ type: Any.Type, at node: UInt32) -> any Error {
        if recorder.attempt?.expectsFailure(at: node, type) == true { return IssueRecorder.quietError }
        if recorder.isQuiet { return recorder.noteQuietly(.misfit(type), .numberDoesNotFit, at: node) }
        return DecodingError.dataCorrupted(errorContext(.misfit(type), at: node))
    }

    /// The error for a member that is not there.
    @inline(never)
    func missing(_ key: any CodingKey, of object: UInt32, _ message: String? = nil) -> DecodingError {
        .keyNotFound(key, errorContext(message.map { .text($0) } ?? .missing(key.stringValue), at: object))
    }

    /// A description of a value: `a string ("x")`.
    func valuePhrase(_ node: UInt32) -> String {
        let kind = nodes[Int(node)].kind.phrase
        return quotation(of: node).map { "\(kind) (\($0))" } ?? kind
    }

    /// Where a value begins; `nil` if the caller has no bytes.
    func position(of node: UInt32) -> SourcePosition? {
        guard hasPositions else { return nil }
        let place = nodes[Int(node)].span.lowerBound
        // An object whose braces were added begins where the text does.
        let begins = offset > 0 && node == root ? 0 : place - offset
        let target = document?.converted.map { $0.start(of: place) } ?? begins
        let slowPath = slowPathState()
        if slowPath.position.byteOffset > target {
            slowPath.position = SourcePosition(line: 1, column: 1, byteOffset: 0)
        }
        if let converted = document?.converted {
            slowPath.position.advance(to: target, in: converted.original)
            return slowPath.position
        }
        let bytes = UnsafeBufferPointer(start: text + offset, count: max(0, byteCount - offset))
        slowPath.position.advance(to: target, in: bytes)
        return slowPath.position
    }

    /// Gives the errors of a value their place and the version of this session.
    @inline(__always)
    func locating<Value>(_ read: () throws -> Value) throws -> Value {
        do { return try read() } catch let error as DecodingError { throw located(error) }
    }

    /// An error with the place of its value beneath it, if it has none of ours: an error of a model, or of the standard
    /// library.
    func located(_ error: DecodingError) -> DecodingError {
        var mismatched: Any.Type?
        if case .typeMismatch(let type, _) = error { mismatched = type }
        return error.mapContext { context in
            if context.underlyingError is any DiagnosableError { return context }
            let (node, rest) = node(at: context.codingPath)
            let fault = DecodingFault(
                message: message(of: context, mismatched, at: node), position: position(of: node),
                path: rest.reduce(pointer(to: node)) { $0.appending($1) },
                found: nodes[Int(node)].kind, version: namedVersion?.label, underlyingError: context.underlyingError,
                call: ObjectIdentifier(recorder))
            return .init(
                codingPath: context.codingPath, debugDescription: context.debugDescription, underlyingError: fault)
        }
    }

    /// The message of an error of a model or of the standard library, in one sentence without a full stop.
    ///
    /// - `type`: The type that was expected, if the error is a mismatch.
    func message(of context: DecodingError.Context, _ type: Any.Type?, at node: UInt32) -> String {
        let found = nodes[Int(node)]
        if let date = context.underlyingError as? DateFormatError { return date.line(isText: found.isString) }
        if let known = context.underlyingError as? any DiagnosableError { return known.diagnostic.message }
        let text = context.debugDescription
        // The standard library's words for an enum with associated values; they do not list the members.
        guard let type, text == "Invalid number of keys found, expected one.", found.isObject else {
            return text.hasSuffix(".") ? String(text.dropLast()) : text
        }
        let names = keys(of: node).prefix(3).map { JSONValue.string(string(nodes[Int($0)])).text() }
        switch names.count {
        case 0: return "expected a member that names the case of \(type), found none"
        case 1: return "\(names[0]) is not a case of \(type)"
        default: return "expected one member, which names the case of \(type), found \(names.joined(separator: ", "))"
        }
    }
}
