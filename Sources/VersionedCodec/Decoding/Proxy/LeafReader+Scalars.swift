/// Scalars in a declared form, and of another kind where a conversion is declared.
extension LeafReader {
    /// A scalar, by the coder's own rules, and those that are declared.
    static func scalar<Value: Decodable>(
        _ type: Value.Type, from source: some LeafSource, _ context: FormatContext
    ) throws -> Value {
        if context.scalars != nil, let value = try formed(type, from: source, context) { return value }
        do {
            return try source.read(type)
        } catch {
            return try converted(error, type, from: source, context)
        }
    }

    /// A scalar in the declared form; `nil` if the form does not affect its type.
    @inline(never)
    static func formed<Value: Decodable>(
        _ type: Value.Type, from source: some LeafSource, _ context: FormatContext
    ) throws -> Value? {
        guard let form = context.scalars, let leaf = type as? any ScalarLeaf.Type,
            form.written(leaf.scalarClass) != leaf.scalarClass
        else { return nil }
        return try read(leaf, from: ScalarPeek(of: source), source, context) as? Value
    }

    /// The value of another kind where reading it by the coder's own rules failed.
    ///
    /// - Throws: `error`, where no declared conversion reads it either.
    @inline(never)
    static func converted<Value>(
        _ error: any Error, _ type: Value.Type, from source: some LeafSource, _ context: FormatContext
    ) throws -> Value {
        guard context.mayConvert, case DecodingError.typeMismatch = error,
            let leaf = type as? any ScalarLeaf.Type
        else { throw error }
        let peek = try ScalarPeek(of: source)
        guard peek.found.mayBeConverted(to: leaf.scalarClass),
            let value = try read(leaf, from: peek, source, context) as? Value
        else { throw error }
        return value
    }

    private static func read<Leaf: ScalarLeaf>(
        _ type: Leaf.Type, from peek: ScalarPeek, _ source: some LeafSource, _ context: FormatContext
    ) throws -> Leaf {
        let found = peek.found
        // A text for a number that is not finite comes first.
        if let value = nonFinite(type, found, context) { return value }
        let rule = ScalarRule(form: context.scalars, conversions: context.conversions(at: source.codingPath))
        switch rule.read(type, from: found) {
        case .value(let value): return value
        case .converted(let value):
            context.noteValue(
                .valueConverted, "\(found.phrase) was read as \(rule.expectation(type))", at: source.codingPath, peek,
                expected: type)
            return value
        case .misfit:
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: source.codingPath,
                    debugDescription: IssueWording.misfit(type).text(found: nil, quotation: found.quotation)))
        case .mismatch:
            let text = "expected \(rule.expectation(type)), found \(found.phrase)"
            let fault = DecodingError.Context(codingPath: source.codingPath, debugDescription: text)
            throw found.kind == .null ? DecodingError.valueNotFound(type, fault) : .typeMismatch(type, fault)
        }
    }

    /// The number, not finite, that a text represents.
    private static func nonFinite<Leaf>(_ type: Leaf.Type, _ found: FoundScalar, _ context: FormatContext) -> Leaf? {
        guard case .text(let text) = found, let texts = context.format.nonFinite else { return nil }
        let value: Any? =
            type == Double.self
            ? texts.value(of: text, as: Double.self) : type == Float.self ? texts.value(of: text, as: Float.self) : nil
        return value as? Leaf
    }
}

extension FoundScalar {
    /// Whether some conversion makes a scalar of a kind of it.
    fileprivate func mayBeConverted(to kind: ScalarClass) -> Bool {
        switch (self, kind) {
        case (.text, .number), (.text, .boolean), (.number, .text), (.number, .boolean): true
        default: false
        }
    }
}

extension FormatContext {
    /// Notes an issue of a value that has been read; with line, column and bytes where our own decoder reads it.
    func noteValue(
        _ code: DecodingIssue.Code, _ message: @autoclosure () -> String, at path: @autoclosure () -> [any CodingKey],
        _ peek: ScalarPeek, expected: Any.Type?
    ) {
        guard recorder.isKept else { return }
        if let node = peek.node, let session = native {
            return session.note(code, message(), at: node, expected: expected)
        }
        recorder.note(
            DecodingIssue(
                IssueFacts(
                    code: code, message: message(), path: JSONPointer(codingPath: path()),
                    version: registry.version.label,
                    expected: expected.map(ExpectedType.init), found: peek.found.kind, quotation: peek.found.quotation))
        )
    }
}

extension DecodingSession {
    /// The value of another kind, where a conversion is declared.
    ///
    /// - Throws: `DecodingError` as for any value of another kind, where none is.
    @inline(never)
    func converted<Value>(_ type: Value.Type, at node: UInt32) throws -> Value {
        guard mayConvert, let leaf = type as? any ScalarLeaf.Type else { throw mismatch(type, at: node) }
        guard let value = try converted(leaf, at: node) as? Value else { throw mismatch(type, at: node) }
        return value
    }

    private func converted<Leaf: ScalarLeaf>(_ type: Leaf.Type, at node: UInt32) throws -> Leaf {
        switch ScalarRule(form: nil, conversions: conversions(at: node)).read(type, from: scalar(at: node)) {
        case .value(let value): return value
        case .converted(let value):
            note(
                .valueConverted, "\(valuePhrase(node)) was read as \(TypePhrase.of(type))",
                at: node, expected: type)
            return value
        case .misfit: throw misfit(type, at: node)
        case .mismatch: throw mismatch(type, at: node)
        }
    }
}
