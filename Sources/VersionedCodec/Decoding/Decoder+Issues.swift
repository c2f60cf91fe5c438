extension Decoder {
    /// Reports a problem of the value that is being decoded, and continues. Use it in `init(from:)`, for rules of your
    /// own.
    ///
    /// ```swift
    /// init(from decoder: any Decoder) throws {
    ///     let container = try decoder.container(keyedBy: CodingKeys.self)
    ///     price = try container.decode(Double.self, forKey: .price)
    ///     if price < 0 { decoder.noteIssue("the price is negative", at: CodingKeys.price) }
    /// }
    /// // {"price": -1}    issues[0]: line 1, column 11, at "/price": the price is negative
    /// ```
    ///
    /// The issue goes to the reporting call, to the enclosing ``Versioned``, and to the ``DecodingIssue/Log`` in
    /// `userInfo`. Without any of them, nothing happens. Outside of a ``Versioned``, other coders pass it only to the
    /// log.
    ///
    /// - Parameters:
    ///   - message: The problem, in one sentence without a full stop.
    ///   - key: The member with the problem; `nil` for the whole value.
    ///   - code: The kind of problem. Use a code of your own if a program must recognize it.
    public func noteIssue(
        _ message: String, at key: (any CodingKey)? = nil, code: DecodingIssue.Code = .reported
    ) {
        if let tolerant = asTolerant { return tolerant.base.noteIssue(message, at: key, code: code) }
        if let native = asNative {
            native.session.note(
                code, message, at: native.session.node(of: key, in: native.node), expected: nil)
        } else if let proxy = asProxy, let native = proxy.base.asNative {
            let session = proxy.context.native ?? native.session
            session.note(code, message, at: session.node(of: key, in: native.node), expected: nil)
        } else {
            let path = JSONPointer(codingPath: codingPath + (key.map { [$0] } ?? []))
            if let proxy = asProxy {
                return proxy.context.note(code, message, at: .root, in: proxy.base, path: path)
            }
            let log = userInfo[.decodingIssues] as? DecodingIssue.Log
            log?.note(DecodingIssue(IssueFacts(code: code, message: message, path: path)))
        }
    }
}

extension Decoder {
    /// Notes an issue that is complete.
    func note(_ issue: DecodingIssue) {
        if let tolerant = asTolerant { return tolerant.base.note(issue) }
        let recorder = (asNative ?? asProxy?.base.asNative)?.session.recorder ?? asProxy?.context.recorder
        if let recorder = recorder ?? CallRecorder.current?.recorder { return recorder.note(issue) }
        (userInfo[.decodingIssues] as? DecodingIssue.Log)?.note(issue)
    }
}

extension DecodingSession {
    /// Notes a problem of a value, and continues: for all code that has a session and a node.
    ///
    /// ```swift
    /// // A declared conversion has read "12" as 12:
    /// session.note(.valueConverted, "a text was read as a number", at: node, expected: Int.self)
    /// // A declared fallback was taken:
    /// session.note(.unknownCase, "\"gold\" is not a case of Tier, so standard was used", at: node, expected:
    /// Tier.self)
    /// ```
    ///
    /// Line, column, path, version, kind and quotation are filled in. `message` is only made where a handler gets the
    /// issue.
    @inline(never)
    func note(
        _ code: DecodingIssue.Code, _ message: @autoclosure () -> String, at node: UInt32,
        expected: Any.Type?,
        effect: DecodingIssue.Effect = .noted
    ) {
        recorder.note(issue(code, message(), at: node, expected: expected, effect: effect))
    }

    /// The facts of an issue at a value.
    func issue(
        _ code: DecodingIssue.Code, _ message: String, at node: UInt32, expected: Any.Type?,
        effect: DecodingIssue.Effect
    ) -> DecodingIssue {
        var facts = IssueFacts(code: code, faultFacts(.text(message), at: node))
        facts.effect = effect
        facts.expected = expected.map(ExpectedType.init)
        return DecodingIssue(facts, order: node)
    }

    /// The value of a key as the model names it; the object if there is no such member.
    func node(of key: (any CodingKey)?, in object: UInt32) -> UInt32 {
        guard let key, nodes[Int(object)].isObject else { return object }
        let value = named(key, in: object)
        return value == Self.nothing ? object : value
    }

    private func named(_ key: some CodingKey, in object: UInt32) -> UInt32 {
        // A key without a place has no value; the issue is then at the object.
        (try? member(by: key, of: object)) ?? Self.nothing
    }

    /// The bytes of a value in the text of the caller; `nil` if the caller has no bytes.
    func byteRange(of node: UInt32) -> Range<Int>? {
        guard hasPositions else { return nil }
        let span = nodes[Int(node)].span
        if let converted = document?.converted {
            if nodes[Int(node)].isContainer { return converted.range(ofContainer: span) }
            let start = converted.start(of: span.lowerBound)
            return start..<(start + converted.spelling(of: span).count)
        }
        return (span.lowerBound - offset)..<(span.upperBound - offset)
    }

    /// The text of a text, number or boolean in the payload, cut after 60 characters; `nil` for other kinds.
    func quotation(of node: UInt32) -> String? {
        let found = nodes[Int(node)]
        guard !found.isContainer, !found.isNull else { return nil }
        let shown =
            document?.converted.map { String(decoding: $0.spelling(of: found.span), as: UTF8.self) }
            ?? String(decoding: bytes(in: found.span), as: UTF8.self)
        return IssueFacts.shortened(shown)
    }
}
