extension ToleranceRun {
    /// Takes an issue that is final: counts it, hands it to the handler, keeps it if it is one of the first. An
    /// issue without a receiver is not made.
    func record(_ issue: @autoclosure () -> DecodingIssue) -> DecodingIssue? {
        count += 1
        if let limit = options.givesUpAfter, count >= limit { isOver = true }
        let isKept = options.maximumIssues.map { count <= $0 } ?? true
        guard isKept || options.handler != nil else { return nil }
        let issue = issue()
        options.handler?(issue)
        return isKept ? issue : nil
    }

    /// The issue of an error that a coder or a decoder of ours has thrown.
    func issue(
        of error: any Error, at base: any Decoder, _ owner: CallOwner?, expected: Any.Type
    ) -> DecodingIssue {
        let native = base.asNative ?? base.asProxy?.base.asNative
        let proxy = base.asProxy?.context
        let label = proxy.flatMap { $0.isVersioned ? $0.registry.label : nil }
        guard let error = error as? DecodingError, let context = error.context else {
            return issue(
                IssueFacts(code: .modelError, wording: .text("\(error)"), place: base.payloadPlace, effect: .failed),
                native?.session, native?.node, owner, expected, label)
        }
        if let text = textOfAnotherPayload(error, context, base) {
            // Its line, column and path are not of this payload.
            return issue(
                IssueFacts(code: .modelError, wording: .text(text), place: base.payloadPlace, effect: .failed),
                native?.session, native?.node, owner, expected, label)
        }
        let code = Self.code(of: error)
        if let fault = error.fault { return issue(of: fault, code, at: base, owner, expected: expected) }
        guard let native else {
            let date = context.underlyingError as? DateFormatError
            let known = context.underlyingError as? any DiagnosableError
            let wording = IssueWording.text(
                date?.line() ?? known?.diagnostic.message ?? error.sentence)
            let place = IssuePlace.pointer(JSONPointer(codingPath: context.codingPath))
            return issue(
                IssueFacts(code: code, wording: wording, place: place, effect: .failed), nil, nil, owner, expected,
                label)
        }
        if let version = context.underlyingError as? VersionError, version.origin != nil {
            // It is at no place of the payload.
            let wording = IssueWording.text(version.diagnostic.message)
            return issue(
                IssueFacts(code: code, wording: wording, place: base.payloadPlace, effect: .failed), nil, nil, owner,
                expected, label)
        }
        let (found, rest) = native.session.node(at: context.codingPath)
        let place = native.session.place(of: found).below(rest)
        var mismatched: Any.Type?
        if case .typeMismatch(let type, _) = error { mismatched = type }
        let wording = IssueWording.text(native.session.message(of: context, mismatched, at: found))
        return issue(
            IssueFacts(code: code, wording: wording, place: place, effect: .failed), native.session, found, owner,
            expected, label)
    }

    /// The text of an error that a model passes on from a payload which it has decoded itself, such as JSON in a text;
    /// `nil` for other errors.
    private func textOfAnotherPayload(
        _ error: DecodingError, _ context: DecodingError.Context, _ base: any Decoder
    ) -> String? {
        let text: String
        switch context.underlyingError {
        case let fault as DecodingFault:
            if fault.facts.belongs(to: recorder) { return nil }
            text = fault.description
        case let syntax as JSONSyntaxError: text = syntax.description
        default:
            // Another decoder names a place as well, which is not within the value that is read here.
            let here = base.codingPath
            if context.codingPath.starts(with: here, by: { $0.stringValue == $1.stringValue }) { return nil }
            switch error {
            case .typeMismatch, .valueNotFound: break
            default: if context.codingPath.isEmpty { return nil }
            }
            text =
                Diagnostic(
                    message: error.sentence, path: JSONPointer(codingPath: context.codingPath)
                ).description
        }
        return "of another payload that is decoded here, \(text)"
    }

    /// The issue of a fault that our own decoder has found.
    func issue(
        of fault: FaultFacts, _ code: DecodingIssue.Code, at base: any Decoder, _ owner: CallOwner?, expected: Any.Type
    ) -> DecodingIssue {
        var facts = IssueFacts(code: code, fault)
        if facts.version == nil { facts.version = base.versionLabel }
        complete(&facts, owner, expected)
        return DecodingIssue(facts, order: fault.node ?? 0)
    }

    /// The issue of a scalar of a collection that could not be read.
    func issue(
        ofSkipped fault: (wording: IssueWording, code: DecodingIssue.Code, node: UInt32), in session: DecodingSession,
        _ owner: CallOwner?, expected: Any.Type
    ) -> DecodingIssue {
        var facts = IssueFacts(
            code: fault.code, wording: fault.wording, place: session.place(of: fault.node), effect: .skipped)
        fill(&facts, session, fault.node)
        complete(&facts, owner, expected)
        return DecodingIssue(facts, order: fault.node)
    }

    private func issue(
        _ given: IssueFacts, _ session: DecodingSession?, _ node: UInt32?, _ owner: CallOwner?, _ expected: Any.Type,
        _ label: String?
    ) -> DecodingIssue {
        var facts = given
        facts.version = label
        if let session, let node { fill(&facts, session, node) }
        complete(&facts, owner, expected)
        return DecodingIssue(facts, order: node ?? 0)
    }

    /// Adds the facts about a value that the document provides.
    private func fill(_ facts: inout IssueFacts, _ session: DecodingSession, _ node: UInt32) {
        facts.position = session.position(of: node)
        facts.found = session.nodes[Int(node)].kind
        facts.byteRange = session.byteRange(of: node)
        facts.quotation = session.quotation(of: node)
        facts.version = facts.version ?? session.namedVersion?.label
    }

    /// Adds the facts that the enclosing calls provide.
    private func complete(_ facts: inout IssueFacts, _ owner: CallOwner?, _ expected: Any.Type) {
        if facts.code != .modelError { facts.expected = ExpectedType(expected) }
        if facts.code == .missingMember { (facts.found, facts.quotation) = (nil, nil) }
        guard let owner else { return }
        // A call for an object as a whole counts as one of the enclosing object.
        var asking = owner
        while asking.key.kind == .single || asking.key.kind == .container, let outer = asking.frame.owner {
            asking = outer
        }
        facts.model = asking.frame.model
        facts.member = asking.member
        facts.trail = owner.frame.trail
    }

    /// The issue of an error that a model's own code has thrown.
    func issue(ofModel error: any Error, at base: any Decoder, _ frame: ObjectFrame) -> DecodingIssue {
        let key = CallKey(
            kind: .container, place: .init(base), name: "", type: ObjectIdentifier(frame.model))
        return issue(of: error, at: base, CallOwner(frame: frame, key: key), expected: frame.model)
    }

    static func code(of error: DecodingError) -> DecodingIssue.Code {
        switch error {
        case .typeMismatch: return .unexpectedKind
        case .valueNotFound: return .unexpectedNull
        case .keyNotFound: return .missingMember
        case .dataCorrupted(let context):
            let text = context.debugDescription
            if text.hasPrefix("the number "), text.contains("does not fit ") { return .numberDoesNotFit }
            if context.underlyingError is VersionError { return .unknownVersion }
            return text.hasPrefix("Cannot initialize") || text.contains(" names no ")
                ? .unknownCase : .invalidValue
        @unknown default: return .invalidValue
        }
    }
}

extension Decoder {
    /// The version in effect.
    fileprivate var versionLabel: String? {
        let proxy = asProxy
        if let context = proxy?.context, context.isVersioned { return context.registry.label }
        return (asNative ?? proxy?.base.asNative)?.session.namedVersion?.label
    }

    /// The place of the value by the keys of the payload.
    var payloadPlace: IssuePlace {
        if let native = asNative ?? asProxy?.base.asNative { return native.session.place(of: native.node) }
        return .pointer(JSONPointer(codingPath: codingPath))
    }
}

extension ObjectFrame {
    /// The object and those around it, for issues; made once.
    func makeTrail() -> IssueTrail? {
        let outer = owner?.frame.trail
        let traits = run.traits(of: model)
        if traits.isTransparent { return outer }
        return IssueTrail(
            around: outer, place: base.payloadPlace, model: model, record: traits.record.flatMap(record))
    }

    /// The id of the object, where its type names the key.
    private func record(_ identifying: any RecordIdentifying.Type) -> DecodingIssue.Record? {
        let key = identifying.recordIDKey
        guard let native = base.asNative ?? base.asProxy?.base.asNative else { return nil }
        let session = native.session
        let node = session.node(of: key, in: native.node)
        guard node != native.node, let id = session.quotation(of: node) else { return nil }
        let found = session.nodes[Int(node)]
        return .init(
            type: String(describing: model), key: session.string(session.nodes[Int(node - 1)]),
            id: found.isString ? session.string(found) : id)
    }
}

/// A wrapper type of the library that issues do not name.
protocol TransparentWrapper {}
