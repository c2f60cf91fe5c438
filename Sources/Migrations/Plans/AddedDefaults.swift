import VersionedCodec

/// Finds out whether an operation of a way back may use a default that an earlier one has added.
///
/// The document had no value there. An operation that uses the default may fail, or change a value of the document, so
/// documents on that path are judged. If a use cannot be excluded, it counts.
struct AddedDefaults {
    private var added: [[PlaceToken]] = []
    private var scope: [PlaceToken] = []
    private(set) var areUsed = false

    /// O(operations × defaults)
    init(_ operations: [JSONOperation]) { run(operations) }

    private mutating func run(_ operations: [JSONOperation]) {
        for operation in operations where operation.runs && !areUsed {
            for effect in operation.body.effects { look(effect) }
            guard let add = operation.body as? AddOperation, add.rules.absent == .skip || add.rules.exists == .skip
            else { continue }
            added.append(place(add.path))
        }
    }

    private mutating func look(_ effect: PlaceEffect) {
        switch effect {
        case .needs(let path, _): use(path, orWithin: false)
        case .reads(let path, _), .compares(let path), .changes(let path, _), .removes(let path, _),
            .writes(let path, _, _), .readsElsewhere(.here, let path, _):
            use(path)
        case .readsElsewhere(.context, _, _): return
        case .readsElsewhere(.document, let path, _): if isUsed(path.tokens.map { PlaceToken($0) }) { areUsed = true }
        case .inside(let path, _, let operations), .asDocument(let path, _, let operations):
            enter(path, [], operations)
        case .eachOf(let path, _, let operations): enter(path, [.each], operations)
        case .anywhereIn(let path, _, let operations): enter(path, [.anywhere], operations)
        case .either(let condition, let operations, let others):
            condition.places.forEach { use($0) }
            if condition.readsDocument { areUsed = areUsed || !added.isEmpty }
            run(operations)
            run(others)
        case .anything: areUsed = areUsed || !added.isEmpty
        }
    }

    private mutating func enter(_ path: JSONPointer, _ inner: [PlaceToken], _ operations: [JSONOperation]) {
        use(path, orWithin: false)
        let outer = scope
        scope = place(path) + inner
        run(operations)
        scope = outer
    }

    private func place(_ path: JSONPointer) -> [PlaceToken] {
        (path.isScratch ? [.scratch] : scope) + path.tokens.map { PlaceToken($0) }
    }

    /// - `orWithin`: Whether a default within the place is used too.
    private mutating func use(_ path: JSONPointer, orWithin: Bool = true) {
        if isUsed(place(path), orWithin: orWithin) { areUsed = true }
    }

    private func isUsed(_ place: [PlaceToken], orWithin: Bool = true) -> Bool {
        added.contains { added in
            for (index, (token, other)) in zip(added, place).enumerated() {
                if token == .anywhere || other == .anywhere {
                    return Self.mayMeet(added.dropFirst(index), place.dropFirst(index))
                }
                if !token.mayBe(other) { return false }
            }
            return orWithin || added.count <= place.count
        }
    }

    /// Whether places may meet of which one is at any depth: they have a key in common, or one of them has none.
    private static func mayMeet(_ place: ArraySlice<PlaceToken>, _ other: ArraySlice<PlaceToken>) -> Bool {
        let (keys, others) = (place.filter { $0 != .anywhere }, other.filter { $0 != .anywhere })
        return keys.isEmpty || others.isEmpty || keys.contains { key in others.contains { key.mayBe($0) } }
    }
}

extension PlaceToken {
    /// Whether two tokens may be the same place: a key may be the index of an element.
    fileprivate func mayBe(_ other: PlaceToken) -> Bool {
        switch (self, other) {
        case (.each, .key), (.key, .each): true
        default: self == other
        }
    }
}
