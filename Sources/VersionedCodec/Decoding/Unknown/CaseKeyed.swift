/// A dictionary whose keys are the cases of an enum.
protocol CaseKeyed {
    static var keyType: Any.Type { get }

    /// The dictionary of the members of an object, with a rule for keys that are not cases.
    static func read(_ members: some CaseMembers, _ rule: UnknownCaseRule) throws -> Any

    /// A `CaseResolver` of the key type, for tolerant decoding; `nil` if no rule is in effect.
    static func resolver(at base: any Decoder) -> AnyObject?
}

/// The members of an object that is read as a dictionary, in their order.
protocol CaseMembers {
    var names: [String] { get }
    func value<Value: Decodable>(_ type: Value.Type, at index: Int) throws -> Value
    func note(_ message: String, at index: Int, expected: Any.Type, _ effect: DecodingIssue.Effect)
}

extension Dictionary: CaseKeyed where Key: CodingKeyRepresentable, Value: Decodable {
    static var keyType: Any.Type { Key.self }

    static func read(_ members: some CaseMembers, _ rule: UnknownCaseRule) throws -> Any {
        var result: [Key: Value] = [:]
        let names = resolved(members.names, rule)
        result.reserveCapacity(Swift.min(names.count, 1 << 10))
        for (index, name) in names.enumerated() {
            switch name {
            case .known(let key): result[key] = try members.value(Value.self, at: index)
            case .replaced(let key, let message):
                result[key] = try members.value(Value.self, at: index)
                members.note(message, at: index, expected: Key.self, .noted)
            case .leftOut(let message): members.note(message, at: index, expected: Key.self, .skipped)
            case .nothing: break
            }
        }
        return result
    }

    /// The results of names by a rule for those that are not cases.
    static func resolved(_ names: [String], _ rule: UnknownCaseRule) -> [ResolvedName<Key>] {
        var result: [ResolvedName<Key>] = names.map { Key(codingKey: DataKey($0)).map { .known($0) } ?? .nothing }
        var taken: Set<Key> = []
        var unknown: [Int] = []
        for (index, name) in result.enumerated() {
            if case .known(let key) = name { taken.insert(key) } else { unknown.append(index) }
        }
        // If several names have the same key, the first by the bytes of its name counts, in any order of the members.
        for index in unknown.inOrder(by: { names[$0].utf8.lexicographicallyPrecedes(names[$1].utf8) }) {
            guard let key = rule.value(Key.self, for: raw(names[index])) else { continue }
            let message = UnknownCaseRule.message(JSONValue.string(names[index]), key)
            result[index] =
                taken.insert(key).inserted
                ? .replaced(key, message)
                : .leftOut(message + "; another member has that key, so this one was left out")
        }
        return result
    }

    static func resolver(at base: any Decoder) -> AnyObject? {
        let rule =
            base.asNative.map { $0.session.unknownCaseRule(of: Self.self) }
            ?? base.asProxy?.context.unknownCaseRule(of: Self.self)
        guard let rule, rule.isForKeys else { return nil }
        return CaseResolver<Key>(at: base) { resolved($0, rule) }
    }

    /// The value of a key: an integer if those are the raw values of the type.
    private static func raw(_ name: String) -> JSONValue {
        guard let number = Int(name), String(number) == name, let type = Key.self as? any RawRepresentable.Type else {
            return .string(name)
        }
        func isInteger<Raw: RawRepresentable>(_ type: Raw.Type) -> Bool {
            Raw.RawValue.self is any FixedWidthInteger.Type
        }
        return isInteger(type) ? .integer(number) : .string(name)
    }
}

/// The result for the name of a member, if keys are cases.
enum ResolvedName<Key> {
    case known(Key)
    /// A declared key in the place of a name that is not a case.
    case replaced(Key, String)
    /// Another member has the declared key.
    case leftOut(String)
    /// There is no key for it.
    case nothing
}

/// A key of a dictionary, as the standard library's own.
private struct DataKey: CodingKey {
    let stringValue: String
    var intValue: Int? { Int(stringValue) }

    init(_ name: String) { stringValue = name }
    init(stringValue: String) { self.init(stringValue) }
    init(intValue: Int) { self.init(String(intValue)) }
}

/// Members that our own decoder reads.
struct IndexCaseMembers: CaseMembers {
    let session: DecodingSession
    let names: [String]
    private let values: [UInt32]

    init(session: DecodingSession, object: UInt32) {
        self.session = session
        let (keys, isRepeated) = (session.keys(of: object), session.nodes[Int(object)].hasRepeatedKey)
        let names = keys.map { session.string(session.nodes[Int($0)]) }
        // Where a key appears twice, the policy decides which member counts.
        values = zip(keys, names).map { isRepeated ? session.member($1, of: object) : $0 + 1 }
        self.names = names
    }

    func value<Value: Decodable>(_ type: Value.Type, at index: Int) throws -> Value {
        try session.value(type, at: values[index])
    }

    func note(_ message: String, at index: Int, expected: Any.Type, _ effect: DecodingIssue.Effect) {
        session.note(.unknownCase, message, at: values[index], expected: expected, effect: effect)
    }
}

/// Members that another coder reads.
struct ProxyCaseMembers: CaseMembers {
    let container: KeyedDecodingContainer<PayloadKey>
    let context: FormatContext
    let keys: [PayloadKey]

    init(container: KeyedDecodingContainer<PayloadKey>, of decoder: ProxyDecoder) {
        (self.container, context) = (container, decoder.context)
        let isTaken = decoder.flattening?.isTaken
        let own = container.allKeys.filter { isTaken?($0.stringValue) != true }
        // Foundation's coders have no order.
        keys = own.inOrder { $0.stringValue.utf8.lexicographicallyPrecedes($1.stringValue.utf8) }
    }

    var names: [String] { keys.map(\.stringValue) }

    func value<Value: Decodable>(_ type: Value.Type, at index: Int) throws -> Value {
        let decoder = ProxyDecoder(base: try container.superDecoder(forKey: keys[index]), context: context)
        return try decoder.singleValueContainer().decode(type)
    }

    func note(_ message: String, at index: Int, expected: Any.Type, _ effect: DecodingIssue.Effect) {
        let path = JSONPointer(codingPath: container.codingPath + [keys[index]])
        context.recorder.note(
            DecodingIssue(
                IssueFacts(
                    code: .unknownCase, message: message, path: path, effect: effect,
                    version: context.registry.version.label, expected: ExpectedType(expected))))
    }
}
