/// What becomes of values that a type has no case for; looked up once for each type and version.
struct UnknownCaseRule: Sendable {
    private let make: @Sendable (JSONValue) -> Any

    /// Whether it is for the keys of a dictionary, not for the value as a whole.
    let isForKeys: Bool

    /// The rule of a type; `nil` where it has none.
    init?(_ type: Any.Type, in format: VersionFormat?) {
        if let make = Self.make(type, format) {
            (self.make, isForKeys) = (make, false)
        } else if let dictionary = type as? any CaseKeyed.Type, let make = Self.make(dictionary.keyType, format) {
            (self.make, isForKeys) = (make, true)
        } else {
            return nil
        }
    }

    private static func make(_ type: Any.Type, _ format: VersionFormat?) -> (@Sendable (JSONValue) -> Any)? {
        if let declared = format?.unknownCases.first(where: { $0.type == ObjectIdentifier(type) }) {
            return declared.make
        }
        func own<Model: UnknownCaseDecodable>(_ type: Model.Type) -> @Sendable (JSONValue) -> Any {
            { Self.unknown(type, $0) }
        }
        return (type as? any UnknownCaseDecodable.Type).map { own($0) }
    }

    private static func unknown<Model: UnknownCaseDecodable>(_ type: Model.Type, _ raw: JSONValue) -> Any {
        type.unknownCase(raw)
    }

    /// The value for what a payload has.
    func value<Value>(_ type: Value.Type, for raw: JSONValue) -> Value? { make(raw) as? Value }

    /// Whether an error says that a value is none that its type knows: it is about the value itself, and not about what is in it.
    ///
    /// - `depth`: How many steps lead to the value.
    static func isAnswer(to error: any Error, at depth: Int, isContainer: Bool) -> Bool {
        // A scalar has nothing in it.
        guard isContainer else { return true }
        switch error {
        case DecodingError.typeMismatch(_, let context), DecodingError.dataCorrupted(let context),
            DecodingError.valueNotFound(_, let context):
            return context.codingPath.count <= depth
        default: return false
        }
    }

    /// What is said of a value that its type does not know.
    static func message<Value>(_ raw: JSONValue, _ value: Value) -> String {
        "\(shown(raw.isContainer ? raw.kind.phrase : raw.text())) is not a case of \(Value.self), so \(shown("\(value)")) was used"
    }

    static func shown(_ text: String) -> String { text.count > 60 ? text.prefix(59) + "…" : text }
}

extension DecodingScope {
    /// A value of a type that has a rule for what it does not know.
    @inline(never)
    func valueOrUnknown<Value: Decodable>(_ type: Value.Type, at node: UInt32) throws -> Value {
        let mark = recorder.mark
        do {
            return try type.init(from: IndexDecoder(scope: self, node: node, isHeld: hasEnded, model: type))
        } catch {
            let isContainer = nodes[Int(node)].isContainer
            guard let rule = unknownCaseRule(of: type),
                UnknownCaseRule.isAnswer(to: error, at: isContainer ? depth(of: node) : 0, isContainer: isContainer)
            else { throw error }
            let raw = json(at: node)
            guard let value = rule.value(type, for: raw) else { throw error }
            recorder.rollBack(to: mark)
            note(.fallbackUsed, UnknownCaseRule.message(raw, value), at: node, expected: type)
            return value
        }
    }

    /// A dictionary whose keys have such a rule.
    @inline(never)
    func caseKeyed<Value: Decodable>(_ type: Value.Type, at node: UInt32) throws -> Value {
        if nodes[Int(node)].isObject, let rule = unknownCaseRule(of: type),
            let dictionary = type as? any CaseKeyed.Type,
            let value = try dictionary.read(IndexCaseMembers(scope: self, object: node), rule) as? Value
        {
            return value
        }
        return try type.init(from: IndexDecoder(scope: self, node: node, isHeld: hasEnded, model: type))
    }

    /// The rule of a type.
    func unknownCaseRule(of type: Any.Type) -> UnknownCaseRule? {
        if let context { context.unknownCaseRule(of: type) } else { UnknownCaseRule(type, in: nil) }
    }
}

extension ProxyDecoder {
    /// A value of a type that has a rule for what it does not know.
    @inline(never)
    func valueOrUnknown<Value: Decodable>(_ type: Value.Type, _ rule: UnknownCaseRule) throws -> Value {
        if rule.isForKeys, let dictionary = type as? any CaseKeyed.Type, let members = try? object.own() {
            let members = ProxyCaseMembers(container: members, context: context)
            if let value = try dictionary.read(members, rule) as? Value { return value }
        }
        let mark = context.recorder.mark
        do {
            return try sharing(model: type).made(type)
        } catch {
            if rule.isForKeys { throw error }
            let peek = try ScalarPeek(from: base)
            let isContainer = if case .other = peek.found { true } else { false }
            guard UnknownCaseRule.isAnswer(to: error, at: codingPath.count, isContainer: isContainer),
                case let raw = try peek.json(base), let value = rule.value(type, for: raw)
            else { throw error }
            context.recorder.rollBack(to: mark)
            context.noteValue(
                .fallbackUsed, UnknownCaseRule.message(raw, value), at: codingPath, peek, expected: type)
            return value
        }
    }
}

extension ScalarPeek {
    /// The whole value.
    fileprivate func json(_ decoder: any Decoder) throws -> JSONValue {
        if let native = decoder.asNative { return native.scope.json(at: native.node) }
        return try PeekedValue(from: decoder).value
    }
}
