/// The elements of an array, a set or the like: unreadable ones are left out.
class PartsReplay<Element: Decodable, Collection>: ValueReplay<Collection> {
    @exclusivity(unchecked) private var cursor: PartCursor?
    @exclusivity(unchecked) private var values: [Element] = []
    @exclusivity(unchecked) private var issues = IssueGroup()

    /// The replay of the part at which strict decoding has failed.
    @exclusivity(unchecked) private var failed: ValueReplay<Element>?

    /// The replay of a part that is done.
    @exclusivity(unchecked) private var spare: ValueReplay<Element>?

    // Each subclass overrides these; no payload leads to the traps.

    /// The parts, from the first on.
    fileprivate func parts() throws -> PartCursor { preconditionFailure("a collection has parts") }

    /// The collection of the values that could be read.
    fileprivate func collection(of values: [Element]) -> Collection { preconditionFailure("a collection is made") }

    /// Looks at a part before its value is read.
    ///
    /// - Returns: Whether it is read.
    /// - Throws: The problem of its key.
    fileprivate func begin(_ part: Part) throws -> Bool { true }

    /// Notes that the value of the part has been read.
    fileprivate func end(_ part: Part) {}

    private func begun() throws -> PartCursor {
        if let cursor { return cursor }
        return try parts()
    }

    override func strict() throws -> Collection {
        var cursor = try begun()
        defer { self.cursor = cursor }
        while let part = cursor.part {
            let mark = run.recorder.mark
            if try begin(part) {
                values.append(try run.strictly(Element.self, part, owner, &failed))
                end(part)
            }
            issues.add(run.recorder.group(from: mark))
            cursor.advance()
        }
        return collection(of: values)
    }

    override func tolerant() -> Tolerated<Collection> {
        var cursor: PartCursor
        do {
            cursor = try begun()
        } catch {
            return Tolerated(
                value: nil,
                issues: IssueGroup(run.record(run.issue(of: error, at: base, owner, expected: Collection.self))))
        }
        let (recorder, collectionNode) = (run.recorder, base.asNative?.node)
        let isScalar = run.traits(of: Element.self).isPlainScalar && run.options.strict.isEmpty
        var hasFailed = failed != nil
        while !run.isOver, let part = cursor.part {
            let mark = recorder.mark
            if let value = value(of: part, isScalar, &hasFailed) {
                values.append(value)
                end(part)
            }
            if recorder.mark > mark { issues.add(recorder.take(from: mark)) }
            if !isScalar, let collectionNode, let (session, node) = part.native {
                run.settle(node, of: collectionNode, in: session)
            }
            cursor.advance()
        }
        let collection = collection(of: values)
        values = []
        return Tolerated(value: collection, issues: issues)
    }

    /// The value of a part; `nil` if it is left out.
    private func value(of part: Part, _ isScalar: Bool, _ hasFailed: inout Bool) -> Element? {
        let resumed = failed
        failed = nil
        do {
            guard try resumed != nil || begin(part) else { return nil }
        } catch {
            issues.add(
                run.record(
                    run.issue(of: error, at: part.decoder, owner, expected: Element.self).with(effect: .skipped)))
            return nil
        }
        if isScalar, let (session, node) = part.native {
            return run.scalar(Element.self, at: node, in: session, owner, &issues)
        }
        return run.tolerantly(
            Element.self, part, owner, resuming: resumed, or: &spare, afterFailure: &hasFailed, &issues)
    }
}

/// The elements of an array.
final class ElementsReplay<Element: Decodable, Collection>: PartsReplay<Element, Collection> {
    private let make: ([Element]) -> Collection

    init(_ run: ToleranceRun, _ base: any Decoder, _ owner: CallOwner?, make: @escaping ([Element]) -> Collection) {
        self.make = make
        super.init(run, base, owner)
    }

    override func parts() throws -> PartCursor { try PartCursor(elementsOf: base) }
    override func collection(of values: [Element]) -> Collection { make(values) }
}

/// The members of a dictionary.
final class MembersReplay<Key: Decodable & Hashable, Value: Decodable>: PartsReplay<Value, [Key: Value]> {
    /// The resolved names of the members, if there is a rule for names that are not keys.
    var resolve: CaseResolver<Key>?

    private var keys: [Key] = []
    private var key: (known: Key, note: (() -> Void)?)?

    override func parts() throws -> PartCursor {
        let cursor = try PartCursor(membersOf: base)
        resolve?.begin(cursor.names)
        return cursor
    }

    override func begin(_ part: Part) throws -> Bool {
        if let resolve {
            key = resolve.key(of: part)
            return key != nil
        }
        guard let known = Dictionary<Key, Value>.key(named: part.name) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: part.decoder.codingPath,
                    debugDescription: "\(JSONValue.string(part.name).text()) is not a key of \([Key: Value].self)"))
        }
        key = (known, nil)
        return true
    }

    override func end(_ part: Part) {
        guard let key else { return }
        keys.append(key.known)
        key.note?()
    }

    override func collection(of values: [Value]) -> [Key: Value] {
        Dictionary(zip(keys, values)) { _, last in last }
    }
}
