/// How values without a case of their type are read; looked up once for each type and version.
struct UnknownCaseRule: Sendable {
    /// `nil` if they are errors.
    private let make: (@Sendable (JSONValue) -> Any)?

    /// Whether it is for the keys of a dictionary, not for the value as a whole.
    let isForKeys: Bool

    /// The rule of a type; `nil` if it has none.
    init?(_ type: Any.Type, in format: VersionFormat?) {
        if let rule = Self.rule(of: type, format) {
            (make, isForKeys) = (rule.make, false)
        } else if let dictionary = type as? any CaseKeyed.Type,
            let make = Self.rule(of: dictionary.keyType, format)?.make
        {
            (self.make, isForKeys) = (make, true)
        } else {
            return nil
        }
    }

    private static func rule(of type: Any.Type, _ format: VersionFormat?) -> UnknownCase? {
        if let declared = format?.unknownCases.first(where: { $0.type == ObjectIdentifier(type) }) { return declared }
        return (type as? any UnknownCaseDecodable.Type).map { UnknownCase(ownRuleOf: $0) }
    }

    /// The value for what a payload has; `nil` if that is an error.
    func value<Value>(_ type: Value.Type, for raw: JSONValue) -> Value? { make?(raw) as? Value }

    /// Whether a value keeps a document: synthesised code reads such a value from the name of its own case, which never
    /// occurs in a payload.
    static func keepsDocument<Value>(_ value: Value) -> Bool {
        (value as? any UnknownCaseDecodable)?.unknownDocument != nil
    }

    /// The value in the place of one that failed; `nil` if the error stays.
    ///
    /// The error must be that the value is not one that its type knows: it is about the value itself, and not about its
    /// contents.
    ///
    /// - Parameters:
    ///   - depth: How many steps lead to the value.
    ///   - name: The findings of its code about the name of its case.
    func value<Value>(
        _ type: Value.Type, for raw: JSONValue, after error: any Error, at depth: Int, _ name: CaseName
    ) -> Value? {
        if Self.isAbout(error, depth, isContainer: raw.isContainer, name) { return value(type, for: raw) }
        guard let value = value(type, for: raw), Self.isNamed(raw, name, as: value) else { return nil }
        return value
    }

    /// Whether a document names the case that keeps documents, which no payload means.
    private static func isNamed<Value>(_ raw: JSONValue, _ name: CaseName, as value: Value) -> Bool {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .enum, keepsDocument(value), let own = mirror.children.first?.label else {
            return false
        }
        switch name {
        case .known(let key): return key == own
        case .notAsked: return raw.object?.count == 1 && raw[own] != nil
        case .unknown: return false
        }
    }

    private static func isAbout(_ error: any Error, _ depth: Int, isContainer: Bool, _ name: CaseName) -> Bool {
        // A scalar has nothing in it.
        guard isContainer else { return true }
        let path: [any CodingKey]
        switch error {
        case DecodingError.typeMismatch(_, let context), DecodingError.dataCorrupted(let context),
            DecodingError.valueNotFound(_, let context):
            path = context.codingPath
        case DecodingError.keyNotFound(_, let context):
            guard case .unknown = name else { return false }
            path = context.codingPath
        default: return false
        }
        switch name {
        case .notAsked: return path.count <= depth
        case .unknown: return path.count <= depth + 1
        case .known: return false
        }
    }

    /// The message for a value that its type does not know.
    ///
    /// - `name`: The name of its case, if a discriminator names one.
    static func message<Value>(_ raw: JSONValue, name: JSONValue? = nil, _ value: Value) -> String {
        let (what, isKept) = (name ?? raw, keepsDocument(value))
        return "\(what.nameInMessages) is not a case of \(Value.self)"
            + (isKept ? "; it is kept as it was" : ", so \(IssueFacts.shortened("\(value)")) was used")
    }
}

/// The findings of an enum's code about the name of its case, if a discriminator names one.
enum CaseName {
    case notAsked
    /// No case has the name under this key, or there is no name.
    case unknown(under: String)
    /// The case of this coding key.
    case known(String)
}

// MARK: - Our own decoder

extension DecodingSession {
    /// A value of a type that has a rule for what it does not know.
    ///
    /// - `make`: Code that runs in the place of the type's own.
    @inline(never)
    func valueOrUnknown<Value: Decodable>(
        _ type: Value.Type, at node: UInt32, by make: ((IndexDecoder) throws -> Value)? = nil
    ) throws -> Value {
        let (mark, isContainer) = (recorder.mark, nodes[Int(node)].isContainer)
        let around = context?.beginCase()
        defer { around.map { context?.caseName = $0 } }
        let known: Value?
        do {
            let decoder = IndexDecoder(session: self, node: node, isHeld: hasEnded, model: type)
            let value = try make?(decoder) ?? type.init(from: decoder)
            guard isContainer, UnknownCaseRule.keepsDocument(value) else { return value }
            known = unknownCaseRule(of: type)?.value(type, for: json(at: node))
        } catch {
            known = unknownCaseRule(of: type)?.value(
                type, for: json(at: node), after: error, at: isContainer ? depth(of: node) : 0,
                context?.caseName ?? .notAsked)
            if known == nil { throw error }
        }
        guard let value = known else { throw corrupted("no case of \(type) is named here", at: node) }
        recorder.rollBack(to: mark)
        let name = context.flatMap { nameNode($0.caseName, at: node) }
        note(
            .unknownCase, UnknownCaseRule.message(json(at: node), name: name.map { json(at: $0) }, value),
            at: name ?? node, expected: type)
        return value
    }

    /// The name of the case of an enum, where it is there and no case has it.
    private func nameNode(_ name: CaseName, at node: UInt32) -> UInt32? {
        guard case .unknown(let key) = name, nodes[Int(node)].isObject else { return nil }
        let member = member(key, of: node)
        return member == Self.nothing ? nil : member
    }

    /// A dictionary whose keys have such a rule.
    @inline(never)
    func caseKeyed<Value: Decodable>(_ type: Value.Type, at node: UInt32) throws -> Value {
        if nodes[Int(node)].isObject, let rule = unknownCaseRule(of: type),
            let dictionary = type as? any CaseKeyed.Type,
            let value = try dictionary.read(IndexCaseMembers(session: self, object: node), rule) as? Value
        {
            return value
        }
        return try type.init(from: IndexDecoder(session: self, node: node, isHeld: hasEnded, model: type))
    }

    /// The rule of a type.
    func unknownCaseRule(of type: Any.Type) -> UnknownCaseRule? {
        if let context { context.unknownCaseRule(of: type) } else { UnknownCaseRule(type, in: nil) }
    }
}

// MARK: - Over other coders, and by layouts

extension ProxyDecoder {
    /// A value of a type that has a rule for what it does not know.
    ///
    /// - `make`: Code that runs in the place of the type's own.
    @inline(never)
    func valueOrUnknown<Value: Decodable>(
        _ type: Value.Type, _ rule: UnknownCaseRule, by make: ((ProxyDecoder) throws -> Value)? = nil
    ) throws -> Value {
        if rule.isForKeys {
            if let dictionary = type as? any CaseKeyed.Type, let members = try? object.own() {
                let members = ProxyCaseMembers(container: members, of: self)
                if !members.keys.isEmpty { flattening?.hasMembers = true }
                if let value = try dictionary.read(members, rule) as? Value { return value }
            }
            return try sharing(model: type).made(type)
        }
        let mark = context.recorder.mark
        let around = context.beginCase()
        defer { context.caseName = around }
        var raw: JSONValue?
        let known: Value?
        do {
            let decoder = sharing(model: type)
            let value = try make.map { try decoder.make(type, by: $0) } ?? decoder.made(type)
            guard UnknownCaseRule.keepsDocument(value) else { return value }
            raw = try ownDocument()
            guard raw?.isContainer == true else { return value }
            known = raw.flatMap { rule.value(type, for: $0) }
        } catch {
            // A value that is not JSON, such as a date of a property list, is not a raw value.
            raw = try? ownDocument()
            known = raw.flatMap { rule.value(type, for: $0, after: error, at: codingPath.count, context.caseName) }
            if known == nil { throw error }
        }
        guard let value = known, let raw else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: codingPath, debugDescription: "no case of \(type) is named here"))
        }
        context.recorder.rollBack(to: mark)
        noteUnknown(value, raw, try ScalarPeek(from: base))
        return value
    }

    private func noteUnknown<Value: Decodable>(_ value: Value, _ raw: JSONValue, _ peek: ScalarPeek) {
        guard context.recorder.isKept else { return }
        if case .unknown(let key) = context.caseName, let name = raw[key] {
            let member = peek.node.flatMap { context.native?.member(key, of: $0) }
            context.noteValue(
                .unknownCase, UnknownCaseRule.message(raw, name: name, value), at: codingPath + [PayloadKey(key)],
                ScalarPeek(found: FoundScalar(name), node: member), expected: Value.self)
        } else {
            context.noteValue(
                .unknownCase, UnknownCaseRule.message(raw, value), at: codingPath, peek, expected: Value.self)
        }
    }

    /// The value as JSON; where its members are among those of another, only its own.
    func ownDocument() throws -> JSONValue {
        var document = try JSONValue(from: base)
        guard let flattening else { return document }
        document = versionPlaces.rest(of: document) ?? .object(JSONObject())
        document.object?.removeAll { flattening.isTaken($0.key) }
        for name in document.object?.keys ?? [] { try object.noteRead(MemberPath(member: name)) }
        flattening.hasMembers = flattening.hasMembers || document.object?.isEmpty != true
        return document
    }
}
