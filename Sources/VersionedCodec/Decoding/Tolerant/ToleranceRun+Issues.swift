extension ToleranceRun {
    /// Takes an issue that is final: counts it, hands it to the handler, keeps it if it is one of the first.
    func record(_ issue: DecodingIssue) -> IssueGroup {
        count += 1
        options.handler?(issue)
        if let limit = options.givesUpAfter, count >= limit { isOver = true }
        if let most = options.maximumIssues, count > most { return IssueGroup() }
        return IssueGroup(issue)
    }

    /// The issue of an error that a coder or a decoder of ours has thrown.
    func issue(
        of error: any Error, at base: any Decoder, _ owner: CallOwner?, expected: Any.Type
    ) -> DecodingIssue {
        let native = base.asNative ?? base.asProxy?.base.asNative
        var facts = IssueFacts(code: .modelError, message: "\(error)", path: .root, effect: .failed)
        if let context = base.asProxy?.context, context.isVersioned { facts.version = context.book.label }
        guard let error = error as? DecodingError, let context = error.context else {
            facts.path = base.payloadPath
            return issue(facts, native?.scope, native?.node, owner, expected)
        }
        facts.code = Self.code(of: error)
        facts.message = Self.sentence(context.debugDescription)
        if let fault = context.underlyingError as? DecodingFault {
            (facts.message, facts.path, facts.position) = (fault.message, fault.path, fault.position)
            (facts.found, facts.version) = (fault.found, fault.version ?? facts.version)
            return issue(facts, native?.scope, fault.token?.node, owner, expected)
        }
        guard let native else {
            facts.path = JSONPointer(codingPath: context.codingPath)
            return issue(facts, nil, nil, owner, expected)
        }
        let (found, rest) = native.scope.node(at: context.codingPath)
        facts.path = rest.reduce(native.scope.pointer(to: found)) { $0.appending($1) }
        return issue(facts, native.scope, found, owner, expected)
    }

    /// Fills in what the document and the calls around say.
    private func issue(
        _ given: IssueFacts, _ scope: DecodingScope?, _ node: UInt32?, _ owner: CallOwner?,
        _ expected: Any.Type
    ) -> DecodingIssue {
        var facts = given
        if facts.code != .modelError { facts.expected = ExpectedType(expected) }
        if let scope, let node {
            facts.position = facts.position ?? scope.position(of: node)
            facts.found = scope.nodes[Int(node)].kind
            facts.byteRange = scope.byteRange(of: node)
            facts.quotation = scope.quotation(of: node)
            facts.version = facts.version ?? scope.version?.label
        }
        if facts.code == .missingMember {
            (facts.found, facts.quotation) = (nil, nil)
        }
        // What an object is made of as a whole is asked for by the object around.
        var asking = owner
        while let own = asking, own.key.kind == .single || own.key.kind == .container,
            let outer = own.frame.owner
        {
            asking = outer
        }
        facts.type = asking.map { String(describing: $0.frame.model) }
        facts.member = asking?.member
        facts.trail = owner?.frame.trail
        facts.record = facts.trail?.nearestRecord
        return DecodingIssue(facts, order: node ?? 0)
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
            if text.hasPrefix("the number does not fit") { return .numberDoesNotFit }
            if context.underlyingError is VersionError { return .unknownVersion }
            return text.hasPrefix("Cannot initialize") || text.contains(" names no ")
                ? .unknownCase : .invalidValue
        @unknown default: return .invalidValue
        }
    }

    private static func sentence(_ text: String) -> String {
        text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}

extension Decoder {
    /// The place of the value by the keys of the payload.
    var payloadPath: JSONPointer {
        if let native = asNative ?? asProxy?.base.asNative {
            return native.scope.pointer(to: native.node)
        }
        return JSONPointer(codingPath: codingPath)
    }
}

extension ObjectFrame {
    /// The object and those around it, for issues; made once.
    func makeTrail() -> IssueTrail? {
        let outer = owner?.frame.trail
        if model is any FindsItsVersion.Type || model is any TransparentWrapper.Type { return outer }
        return IssueTrail(
            around: outer, path: base.payloadPath, type: String(describing: model), record: record)
    }

    /// The id of the object, where its type names the key.
    private var record: DecodingIssue.Record? {
        guard let model = model as? any RecordIdentifying.Type else { return nil }
        let key = model.recordIDKey
        guard let native = base.asNative ?? base.asProxy?.base.asNative else { return nil }
        let scope = native.scope
        let node = scope.node(of: key, in: native.node)
        guard node != native.node, let id = scope.quotation(of: node) else { return nil }
        let found = scope.nodes[Int(node)]
        return .init(
            type: String(describing: model), key: scope.string(scope.nodes[Int(node - 1)]),
            id: found.isString ? scope.string(found) : id)
    }
}

/// A type of ours that stands for what it holds, so that issues do not name it.
protocol TransparentWrapper {}
