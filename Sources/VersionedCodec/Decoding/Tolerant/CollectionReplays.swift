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
            ElementsReplay<Element, Self>(run, base, owner) { $0.map(\.value) } as ValueReplay<[Element]>)
    }
}

extension ContiguousArray: Replayable where Element: Decodable {
    static func replay<Value: Decodable>(
        as type: Value.Type, _ run: ToleranceRun, _ base: any Decoder, _ owner: CallOwner?
    ) -> ValueReplay<Value> {
        SameType.cast(
            ElementsReplay<Element, Self>(run, base, owner) { Self($0.map(\.value)) }
                as ValueReplay<ContiguousArray<Element>>)
    }
}

extension Set: Replayable where Element: Decodable {
    static func replay<Value: Decodable>(
        as type: Value.Type, _ run: ToleranceRun, _ base: any Decoder, _ owner: CallOwner?
    ) -> ValueReplay<Value> {
        SameType.cast(
            ElementsReplay<Element, Self>(run, base, owner) { Self($0.map(\.value)) }
                as ValueReplay<Set<Element>>)
    }
}

extension Dictionary: Replayable where Key: Decodable, Value: Decodable {
    static func replay<Result: Decodable>(
        as type: Result.Type, _ run: ToleranceRun, _ base: any Decoder, _ owner: CallOwner?
    ) -> ValueReplay<Result> {
        guard key(named: "0") != nil || Key.self is any CodingKeyRepresentable.Type else {
            // Other keys are written as an array of keys and values, which the standard library reads by hand.
            return ObjectReplay(run, base, owner, type)
        }
        let replay = MembersReplay<Value, Self>(run, base, owner) { members in
            var result: Self = [:]
            for (name, value) in members {
                if let key = Self.key(named: name) { result[key] = value }
            }
            return result
        }
        replay.isKey = { Self.key(named: $0) != nil }
        return SameType.cast(replay as ValueReplay<Self>)
    }

    /// The key that a member's name stands for.
    private static func key(named name: String) -> Key? {
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

/// An optional: nil where its value cannot be read.
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
        let tolerated = (wrapped ?? run.replay(Wrapped.self, base, owner)).tolerant()
        if tolerated.value == nil { tolerated.issues.setEffect(.setToNil, ofValueAt: base.asNative?.node) }
        return Tolerated(value: .some(tolerated.value), issues: tolerated.issues)
    }
}

/// The elements of an array, a set or the like: what cannot be read is left out.
class PartsReplay<Element: Decodable, Collection>: ValueReplay<Collection> {
    private let make: ([(key: String, value: Element)]) -> Collection
    private var places: [(key: String, decoder: any Decoder)]?

    /// The elements that have been read strictly, and the replay of the one that failed.
    private var done: [(key: String, value: Element, issues: IssueGroup)] = []
    private var failed: ValueReplay<Element>?

    init(
        _ run: ToleranceRun, _ base: any Decoder, _ owner: CallOwner?,
        make: @escaping ([(key: String, value: Element)]) -> Collection
    ) {
        self.make = make
        super.init(run, base, owner)
    }

    /// The decoders of the parts.
    fileprivate func parts() throws -> [(key: String, decoder: any Decoder)] {
        // Each subclass overrides it; no payload leads here.
        preconditionFailure("a collection has parts")
    }

    /// What is wrong with the key of a part.
    fileprivate func keyFault(_ key: String, _ place: any Decoder) -> DecodingError? { nil }

    private func elements() throws -> [(key: String, decoder: any Decoder)] {
        if let places { return places }
        let list = try parts()
        places = list
        return list
    }

    override func strict() throws -> Collection {
        for (key, place) in try elements() {
            if let fault = keyFault(key, place) { throw fault }
            let mark = run.recorder.mark
            if let native = place.asNative, !run.isSuspect(native) {
                do {
                    done.append((key, try place.whole(Element.self), run.recorder.group(from: mark)))
                    continue
                } catch {
                    run.recorder.rollBack(to: mark)
                    run.noteFault(in: native)
                    throw error
                }
            }
            let replay = run.replay(Element.self, place, owner)
            failed = replay
            done.append((key, try replay.strict(), run.recorder.group(from: mark)))
            failed = nil
        }
        return make(done.map { ($0.key, $0.value) })
    }

    override func tolerant() -> Tolerated<Collection> {
        let places: [(key: String, decoder: any Decoder)]
        do {
            places = try elements()
        } catch {
            return Tolerated(
                value: nil,
                issues: run.record(run.issue(of: error, at: base, owner, expected: Collection.self)))
        }
        let issues = IssueGroup()
        var values: [(key: String, value: Element)] = []
        for (key, value, noted) in done {
            values.append((key, value))
            issues.add(noted)
        }
        for (index, (key, place)) in places.enumerated().dropFirst(done.count) {
            if run.isOver { break }
            if let fault = keyFault(key, place) {
                issues.add(
                    run.record(run.issue(of: fault, at: place, owner, expected: Element.self).with(effect: .skipped)))
                continue
            }
            let mark = run.recorder.mark
            var replay = index == done.count ? failed : nil
            if replay == nil, let native = place.asNative, !run.isSuspect(native) {
                do {
                    values.append((key, try place.whole(Element.self)))
                    run.noteSample(Element.self, place)
                    issues.add(run.recorder.take(from: mark))
                    continue
                } catch {
                    run.recorder.rollBack(to: mark)
                    run.noteFault(in: native)
                }
            }
            if replay == nil { replay = run.replay(Element.self, place, owner) }
            guard let tolerated = replay?.tolerant() else { continue }
            if let value = tolerated.value {
                values.append((key, value))
            } else {
                tolerated.issues.setEffect(.skipped, ofValueAt: place.asNative?.node)
            }
            issues.add(tolerated.issues)
        }
        (done, failed) = ([], nil)
        return Tolerated(value: make(values), issues: issues)
    }
}

/// The elements of an array.
final class ElementsReplay<Element: Decodable, Collection>: PartsReplay<Element, Collection> {
    override func parts() throws -> [(key: String, decoder: any Decoder)] {
        var container = try base.unkeyedContainer()
        var list: [(key: String, decoder: any Decoder)] = []
        while !container.isAtEnd { list.append(("", try container.superDecoder())) }
        return list
    }
}

/// The members of a dictionary.
final class MembersReplay<Element: Decodable, Collection>: PartsReplay<Element, Collection> {
    /// Whether a name stands for a key.
    var isKey: (String) -> Bool = { _ in true }

    override func keyFault(_ key: String, _ place: any Decoder) -> DecodingError? {
        if isKey(key) { return nil }
        return .dataCorrupted(
            .init(
                codingPath: place.codingPath,
                debugDescription: "\(JSONValue.string(key).text()) is not a key of \(Collection.self)"))
    }

    override func parts() throws -> [(key: String, decoder: any Decoder)] {
        guard let native = base.asNative else {
            let container = try base.container(keyedBy: PayloadKey.self)
            return try container.allKeys.map { ($0.stringValue, try container.superDecoder(forKey: $0)) }
        }
        let scope = native.scope
        guard scope.nodes[Int(native.node)].isObject else {
            throw scope.mismatch([String: Any].self, at: native.node)
        }
        return scope.keys(of: native.node).map { key in
            (
                scope.string(scope.nodes[Int(key)]),
                IndexDecoder(scope: scope, node: key + 1, isHeld: true, model: nil)
            )
        }
    }
}
