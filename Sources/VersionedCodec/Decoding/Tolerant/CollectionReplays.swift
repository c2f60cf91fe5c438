extension Optional: Replayable where Wrapped: Decodable {
    static func replay<Value: Decodable>(
        as type: Value.Type, _ run: ToleranceRun, _ base: any Decoder, _ owner: CallOwner?
    ) -> ValueReplay<Value> {
        SameType.cast(OptionalReplay<Wrapped>(run, base, owner) as ValueReplay<Wrapped?>)
    }
}

extension Array: Replayable where Element: Decodable {
    static func replay<Value: Decodable>(
        as type: Value.Type, _ run: ToleranceRun, _ base: any Decoder, _ owner: CallOwner?
    ) -> ValueReplay<Value> {
        SameType.cast(
            ElementsReplay<Element, Self>(run, base, owner) { $0 } as ValueReplay<[Element]>)
    }
}

extension ContiguousArray: Replayable where Element: Decodable {
    static func replay<Value: Decodable>(
        as type: Value.Type, _ run: ToleranceRun, _ base: any Decoder, _ owner: CallOwner?
    ) -> ValueReplay<Value> {
        SameType.cast(
            ElementsReplay<Element, Self>(run, base, owner) { Self($0) }
                as ValueReplay<ContiguousArray<Element>>)
    }
}

extension Set: Replayable where Element: Decodable {
    static func replay<Value: Decodable>(
        as type: Value.Type, _ run: ToleranceRun, _ base: any Decoder, _ owner: CallOwner?
    ) -> ValueReplay<Value> {
        SameType.cast(
            ElementsReplay<Element, Self>(run, base, owner) { Self($0) }
                as ValueReplay<Set<Element>>)
    }
}

extension Dictionary: Replayable where Key: Decodable, Value: Decodable {
    static func replay<Result: Decodable>(
        as type: Result.Type, _ run: ToleranceRun, _ base: any Decoder, _ owner: CallOwner?
    ) -> ValueReplay<Result> {
        guard key(named: "0") != nil || Key.self is any CodingKeyRepresentable.Type else {
            // Other keys are written as an array of keys and values.
            return SameType.cast(PairsReplay<Key, Value>(run, base, owner) as ValueReplay<Self>)
        }
        let replay = MembersReplay<Key, Value>(run, base, owner)
        replay.resolve = (Self.self as? any CaseKeyed.Type)?.resolver(at: base) as? CaseResolver<Key>
        return SameType.cast(replay as ValueReplay<Self>)
    }

    /// The key for a member's name.
    static func key(named name: String) -> Key? {
        if Key.self == String.self { return name as? Key }
        if Key.self == Int.self { return Int(name) as? Key }
        return (Key.self as? any CodingKeyRepresentable.Type).flatMap { represented($0, name) as? Key }
    }

    private static func represented<Represented: CodingKeyRepresentable>(
        _ type: Represented.Type, _ name: String
    ) -> Represented? {
        type.init(codingKey: PayloadKey(stringValue: name))
    }
}

/// An optional: nil if its value cannot be read.
final class OptionalReplay<Wrapped: Decodable>: ValueReplay<Wrapped?> {
    private var wrapped: ValueReplay<Wrapped>?

    private func isNil() throws -> Bool { try base.singleValueContainer().decodeNil() }

    override func strict() throws -> Wrapped? {
        if try isNil() { return nil }
        let wrapped = run.replay(Wrapped.self, base, owner)
        self.wrapped = wrapped
        return try wrapped.strict()
    }

    override func tolerant() -> Tolerated<Wrapped?> {
        if let isNil = try? isNil(), isNil { return Tolerated(value: .some(nil), issues: IssueGroup()) }
        var tolerated = (wrapped ?? run.replay(Wrapped.self, base, owner)).tolerant()
        if tolerated.value == nil {
            tolerated.issues.setEffect(
                .setToNil, ofValueAt: base.asNative?.node, path: JSONPointer(codingPath: base.codingPath))
        }
        return Tolerated(value: .some(tolerated.value), issues: tolerated.issues)
    }
}
