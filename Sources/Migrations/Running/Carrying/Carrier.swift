import VersionedCodec

/// Sets the carried data of a document apart while steps run, and puts it back.
struct Carrier {
    private let options: CarriedData.Options

    /// The document without what it carries.
    let root: JSONValue

    /// The data that was carried for it.
    let carried: CarriedData

    /// - Throws: If it is marked as carried data but is not, or another value has its name.
    init(_ document: JSONValue, _ options: MigrationOptions) throws(MigrationError) {
        self.options = options.carrying
        var (root, carried) = (document, options.carrying.given ?? CarriedData(records: []))
        if let found = document.object?[self.options.member] {
            let place = JSONPointer([self.options.member])
            if CarriedData.isCarried(found) {
                let held = try CarriedData(json: found, at: place)
                // The sidecar that the caller gives.
                carried.records += held.records.filter { carried.record(for: $0.version) == nil }
                _ = root.object?.removeValue(forKey: self.options.member)
            } else if options.losses == .carry, !self.options.isSidecar {
                throw MigrationError(
                    .badCarriedData, "the member that is to carry has another meaning here; name another one",
                    at: place, found: found)
            }
        }
        (self.root, self.carried) = (root, carried)
    }

    /// Whether a document holds carried data, or is to.
    static func isNeeded(_ document: JSONValue, _ options: MigrationOptions) -> Bool {
        options.isCarrying || document.object?[options.carrying.member].map(CarriedData.isCarried) == true
    }

    /// A document with what it is to carry, and the sidecar.
    func finished(
        _ value: JSONValue, carrying carried: CarriedData
    ) throws(MigrationError) -> (value: JSONValue, sidecar: CarriedData?) {
        if options.isDropped || carried.isEmpty { return (value, nil) }
        if options.isSidecar { return (value, carried) }
        guard var object = value.object else {
            throw MigrationError(
                .badCarriedData, "\(value.kind.phrase) has no member that could carry; a sidecar is needed", at: .root)
        }
        guard object[options.member] == nil else {
            throw MigrationError(
                .badCarriedData, "the member that is to carry has another meaning here; name another one",
                at: JSONPointer([options.member]))
        }
        object[options.member] = carried.json
        return (.object(object), nil)
    }

    /// The places of carried values that are not restored, where those are to be dropped.
    func dropped(of carried: CarriedData) -> [JSONPointer] {
        if !options.isDropped { return [] }
        return carried.records.flatMap { record in
            if case .changes(let changes) = record.kept { changes.map(\.path) } else { [JSONPointer.root] }
        }
    }

    /// Whether so much may be carried.
    ///
    /// - Throws: Where it may not, and that is to be an error.
    func allows(_ carried: CarriedData) throws(MigrationError) -> Bool {
        if options.isDropped { return true }
        let count = carried.text.count
        if count <= options.limit { return true }
        if options.beyondLimit == .report { return false }
        throw options.tooMuch(count)
    }

    private static func noteKeptValues(
        in changes: inout [CarriedChange], _ base: JSONValue, becoming result: JSONValue
    ) {
        ArenaPool.shared.reading(base, result) { home, middle in
            let kept = KeptValues({ result[at: $0] }, in: { (middle, middle.root) })
            kept.note(in: &changes) { path in
                let found = home.find(path, from: home.root)
                return found.isNone ? nil : (home, found)
            }
        }
    }

    /// The record that restores a document; `nil` if the way back restores all of it.
    ///
    /// - Parameters:
    ///   - document: The document before the way.
    ///   - result: The document after it.
    ///   - isUnnamed: Whether the entities within the document name no versions, so that the way back names none.
    ///   - marks: The keys of members that name versions.
    ///   - back: Goes the way back, as it will be gone.
    @inline(never)
    static func record(
        of document: JSONValue, _ version: String, becoming result: JSONValue, _ target: String,
        isUnnamed: Bool = false, marks: Set<String>,
        back: () throws(MigrationError) -> (value: JSONValue, isTolerant: Bool)
    ) -> CarriedData.Record? {
        do throws(MigrationError) {
            var base = try back()
            var changes = CarriedChange.between(document, base.value, marks: marks)
            CarriedChange.noteHeldValues(in: &changes) { base.value[at: $0].map { CarriedChange.BaseValue($0) } }
            noteKeptValues(in: &changes, base.value, becoming: result)
            // The way back skips what is absent only where something is kept.
            if changes.isEmpty, !base.isTolerant, !isUnnamed { return nil }
            _ = CarriedRestoring.apply(changes, to: &base.value)
            if CarriedChange.between(document, base.value).isEmpty {
                return CarriedData.Record(
                    version: version, source: target, kept: .changes(changes), isUnnamed: isUnnamed)
            }
        } catch {
            // Then the document is kept as a whole.
        }
        return CarriedData.Record(
            version: version, source: target, kept: .document(document, of: ValueHash.of(result)))
    }
}
