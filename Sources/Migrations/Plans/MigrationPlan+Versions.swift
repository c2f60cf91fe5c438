import VersionedCodec

// MARK: - Where versions are

extension MigrationPlan {
    /// A place that names a version, and the value there.
    typealias VersionMark = (pointer: JSONPointer, value: JSONValue)

    /// The places that name a version; `nil` if its label cannot be written there.
    static func marks(of version: PlanVersion, _ location: VersionLocation?) -> [VersionMark]? {
        guard let location, version.isMarked else { return [] }
        var marks = location.stamps(of: version.label)
        if let value = version.written.flatMap(location.value(spelled:)) { marks = [(location.pointer, value)] }
        if let place = version.place { marks?[0].pointer = place }
        return marks
    }

    /// All places that name a version in payloads of any version.
    @inline(never)
    static func places(of versions: [PlanVersion], _ location: VersionLocation?) -> [JSONPointer] {
        guard let location else { return [] }
        return [location.pointer] + (location.minor.map { [$0] } ?? []) + versions.compactMap(\.place)
    }

    /// The keys of members that name a version in payloads of any version.
    var markKeys: Set<String> { Set(Self.places(of: versions, location).compactMap(\.tokens.last)) }

    /// The places that name the version of a payload before a step, and that do not name that of the payload after it.
    func placesLeft(by step: MigrationPath.Step) -> [JSONPointer] {
        let kept = marks(of: step.to).map(\.pointer)
        return marks(of: step.from).map(\.pointer).filter { !kept.contains($0) }
    }

    /// The places that name the version of a payload after a step, and not before it.
    func placesTaken(by step: MigrationPath.Step) -> [JSONPointer] {
        let before = marks(of: step.from).map(\.pointer)
        return marks(of: step.to).map(\.pointer).filter { !before.contains($0) }
    }

    /// The places where payloads of some version name it, without these.
    func otherPlaces(than places: [JSONPointer]) -> [JSONPointer] {
        Self.places(of: versions, location).filter { !places.contains($0) }
    }

    /// What would name a version in payloads that need not name it; empty for others.
    func needlessMarks(of label: String) -> [VersionMark] {
        self[label]?.isMarked == false ? location?.stamps(of: label) ?? [] : []
    }

    /// Whether a document names its version as a string, where the plan leaves it to each document.
    ///
    /// - `value`: The value at a place of the document.
    @inline(never)
    func saysVersionAsString(_ value: (JSONPointer) -> JSONValue?) -> Bool {
        guard let location, location.form == .integerOrString else { return false }
        let said = Self.places(of: versions, location).lazy.compactMap(value).first
        return location.isString(said)
    }

    /// The environment of the operations of a step besides the document.
    func environment(of step: MigrationPath.Step, _ given: MigrationEnvironment) -> MigrationEnvironment {
        var environment = given
        let places = (marks(of: step.from) + marks(of: step.to)).map(\.pointer) + [location?.minor].compactMap(\.self)
        environment.versionKeys = places.compactMap { $0.tokens.count == 1 ? $0.tokens[0] : nil }
        environment.coding = wireCoder.map {
            StepCoding(coder: $0, older: step.migration.from, newer: step.migration.to)
        }
        return environment
    }

    /// Writes the version where payloads name it: over the old one, or else as the first member, a second number after
    /// the first.
    ///
    /// - `asString`: Whether the document names its version as a string, where the plan leaves it to each document.
    func mark(_ arena: Arena, _ label: String, asString: Bool = false) throws(MigrationError) {
        let marks = marks(of: label)
        try Self.mark(arena, asString ? marks.map { ($0.pointer, .string(label)) } : marks)
    }

    /// Whether a value at the place of the version names this one. If not, it is a value of the document.
    func names(_ label: String, by value: JSONValue) -> Bool {
        guard let location, location.minor == nil else { return true }
        return location.label(of: value).flatMap { location.known($0, in: labels) } == label
    }

    /// Writes what names a version; see ``mark(_:_:asString:)``.
    ///
    /// - `root`: The document, where it is within another one.
    static func mark(_ arena: Arena, _ marks: [VersionMark], at root: NodeID? = nil) throws(MigrationError) {
        var neighbour: JSONPointer?
        for mark in marks {
            try Self.mark(arena, root ?? arena.root, mark.value, at: mark.pointer, behind: neighbour)
            neighbour = mark.pointer
        }
    }

    private static func mark(
        _ arena: Arena, _ root: NodeID, _ version: JSONValue, at pointer: JSONPointer, behind neighbour: JSONPointer?
    ) throws(MigrationError) {
        let found = arena.find(pointer, from: root)
        if !found.isNone {
            // A value of another kind does not name a version, so the version does not come from it.
            return arena.set(found, to: version, keepingOrigin: arena.kind(of: found) == version.kind)
        }
        var parent = root
        for token in pointer.tokens.dropLast() {
            var child = arena.child(token, of: parent)
            if child.isNone, arena.isObject(parent) {
                child = arena.makeContainer(isObject: true)
                arena.insert(child, as: token, into: parent)
            }
            if child.isNone { break }
            parent = child
        }
        let holder = arena.find(pointer.parent, from: root)
        guard !holder.isNone, arena.isObject(holder), let key = pointer.tokens.last else {
            throw MigrationError(
                .unwritableVersion, "there is no object to write the version into", at: pointer,
                found: arena.value(of: root))
        }
        let before = neighbour?.parent == pointer.parent ? neighbour?.tokens.last : nil
        let previous = before.map { arena.member($0, of: holder) } ?? .none
        let next = previous.isNone ? arena.firstChild(of: holder) : arena.next(after: previous)
        arena.insert(arena.make(version), as: key, into: holder, before: next)
    }
}

// MARK: - Validation

extension MigrationPlan {
    static func validate(_ versions: [PlanVersion], _ location: VersionLocation?, _ faults: inout PlanFaults) {
        let labels = versions.map(\.label)
        var seen: Set<String> = []
        for (index, version) in versions.enumerated() {
            faults.attempt { () throws(PlanError) in
                if !seen.insert(version.label).inserted {
                    throw PlanError(
                        .duplicate, "the version \(quoted(version.label)) appears twice", in: .version(index))
                }
                try validate(version, index, labels, location)
            }
        }
        faults.attempt { () throws(PlanError) in
            if labels.isEmpty { throw PlanError(.noVersions, "a plan needs at least one version", in: .versions) }
            if let legacy = location?.legacy, !labels.contains(legacy) {
                throw PlanError(.unknownVersion, "the declared version \(unknown(legacy, labels))", in: .location)
            }
            if location?.minor != nil, location?.form != .integer {
                throw PlanError(
                    .invalidLocation, "a second number of the version needs one of the form integer", in: .location)
            }
        }
        for (pointer, _, part) in pointers(of: versions, location) {
            faults.attempt { () throws(PlanError) in
                if let fault = pointer.endlessness() { throw PlanError(.invalidLocation, fault, in: part) }
            }
        }
    }

    private static func validate(
        _ version: PlanVersion, _ index: Int, _ labels: [String], _ location: VersionLocation?
    ) throws(PlanError) {
        func fault(_ code: PlanError.Code, _ text: String) -> PlanError { PlanError(code, text, in: .version(index)) }
        if let dates = version.dates, !dates.readsWhatItWrites {
            throw fault(.invalidDates, "the dates of the version \(quoted(version.label)): \(dates.zonelessFault)")
        }
        guard let location else {
            if version.place == nil, version.written == nil { return }
            throw fault(.untold, "the plan does not say how versions are written, so they are not allowed anywhere")
        }
        if marks(of: version, location) == nil {
            throw fault(
                .unwritableLabel,
                "the version \(quoted(version.label)) cannot be written as \(location.writableForm), as the place of the version asks"
            )
        }
        if let written = version.written {
            let value = location.value(spelled: written)
            guard let value, location.reads(value, as: version.label, known: labels) else {
                throw fault(
                    .unwritableLabel,
                    "the version \(quoted(version.label)) cannot be written as \(quoted(written)): "
                        + (value == nil
                            ? "an integer has one spelling" : "payloads that say so are not read as this version")
                )
            }
        }
        if !version.isMarked, location.legacy != version.label, version.shape == nil {
            throw fault(
                .untold,
                "payloads of the version \(quoted(version.label)) name no version, so it must be the declared default, or have a shape"
            )
        }
    }

    /// The paths at which versions are written, each with its place in a plan file and the part of the plan that it
    /// is in.
    private static func pointers(
        of versions: [PlanVersion], _ location: VersionLocation?
    ) -> [(pointer: JSONPointer, place: JSONPointer, part: PlanError.Part)] {
        var pointers: [(JSONPointer, JSONPointer, PlanError.Part)] = []
        if let location { pointers.append((location.pointer, "/version/at", .location)) }
        if let minor = location?.minor { pointers.append((minor, "/version/minor", .location)) }
        for (index, version) in versions.enumerated() {
            let place = JSONPointer(["versions", String(index)])
            if let own = version.place { pointers.append((own, place.appending("at"), .version(index))) }
            for test in version.shape?.tests ?? [] {
                let member = place.appending("shape").appending(test.pointer.description)
                pointers.append((test.pointer, member, .version(index)))
            }
        }
        return pointers
    }

    /// The paths among them that are allowed, and probably not meant.
    static func doubts(about versions: [PlanVersion], _ location: VersionLocation?) -> [MigrationPlan.Warning] {
        pointers(of: versions, location).compactMap { pointer, place, _ in
            pointer.doubt.map { MigrationPlan.Warning(message: $0, path: place, position: nil) }
        }
    }

    @inline(never)
    static func quoted(_ label: String) -> String { JSONValue.string(label).text() }

    static func unknown(_ label: String, _ labels: [String]) -> String {
        "\(quoted(label)) is not in the list; \(NearestName.hint(for: label, in: labels))"
    }
}
