import VersionedCodec

extension PlanSet {
    /// The newest format of plan-set files that this library reads.
    public static let format = 2

    /// A set from the bytes of a plan-set file.
    ///
    /// ```json
    /// {"planSetFormat": 1, "name": "Shop API",
    ///  "entities": [
    ///    {"name": "Order", "plan": "order.json", "nested": [{"entity": "Customer", "at": "/customer"}]},
    ///    {"name": "Customer", "plan": "customer.json"},
    ///    {"name": "OrderPage", "nested": [{"entity": "Order", "eachOf": "/items"}]}],
    ///  "apiVersions": [
    ///    {"version": "2025-01", "pins": {"Order": "2", "Customer": "1"}},
    ///    {"version": "2026-03", "pins": {"Order": "3", "Customer": "2"}}]}
    /// ```
    ///
    /// - `plan`: Returns the plan for a name in the file.
    /// - Throws: ``PlanFileError`` with line and column, also for a plan that cannot be read (``StoredFileError``).
    ///   Other errors of `plan` are passed on.
    public init(setFile bytes: [UInt8], plan: (String) throws -> MigrationPlan) throws {
        let document = try MemberReader.document(bytes)
        var members = try MemberReader(document.root, at: .root, in: document, PlanFileEnvironment())
        let parts = try members.whole { (members) throws(PlanFileError) in try members.setParts() }
        let entities = try parts.drafts.map { draft in
            PlanSet.Entity(draft.name, plan: try members.plan(of: draft, plan), nested: draft.nested)
        }
        do throws(PlanError) {
            try self.init(parts.name, entities: entities, pins: parts.pins)
        } catch {
            throw members.all(error)
        }
        warnings = members.environment.warnings
    }
}

extension MemberReader {
    fileprivate typealias EntityDraft = (name: String, plan: String?, nested: [NestedEntity], place: JSONPointer)

    /// All declarations of a plan-set file itself.
    fileprivate mutating func setParts() throws(PlanFileError) -> (
        name: String, drafts: [EntityDraft], pins: [VersionPins]
    ) {
        environment.format = try requireFormat("planSetFormat", 1...PlanSet.format, of: "plan-set files")
        let name = part { (file) throws(PlanFileError) in try file.text("name") }
        let drafts = part { (file) throws(PlanFileError) in try file.entities() }
        let pins = part { (file) throws(PlanFileError) in try file.apiVersions() }
        part { (file) throws(PlanFileError) in try file.finish() }
        if let error = environment.mistakes.error { throw error }
        guard let name, let drafts, let pins else {
            throw error(.invalidPlan, "the plan set cannot be read", at: path, found: nil)
        }
        return (name, drafts, pins)
    }

    /// The plan of an entity; one that cannot be read is a mistake where it is named.
    fileprivate func plan(
        of draft: EntityDraft, _ plan: (String) throws -> MigrationPlan
    ) throws -> MigrationPlan? {
        guard let name = draft.plan else { return nil }
        do {
            return try plan(name)
        } catch let failure as StoredFileError {
            let place = draft.place.appending("plan")
            throw error(
                .unreadablePlan,
                "the plan of \(MigrationPlan.quoted(draft.name)) cannot be read: \(failure.path): \(failure.reason)",
                at: place,
                found: document.root[at: place])
        }
    }

    fileprivate mutating func entities() throws(PlanFileError) -> [EntityDraft] {
        let place = path.appending("entities")
        return try elements(try value("entities"), at: place) { (element, place) throws(PlanFileError) in
            try object(element, at: place) { (members) throws(PlanFileError) in
                let draft: EntityDraft = (
                    try members.text("name"), try members.optionalText("plan"), try members.nestedEntities(), place
                )
                try members.finish()
                return draft
            }
        }
    }

    private mutating func nestedEntities() throws(PlanFileError) -> [NestedEntity] {
        guard let list = try optionalValue("nested") else { return [] }
        return try elements(list, at: path.appending("nested")) { (element, place) throws(PlanFileError) in
            var members = try reader(element, at: place)
            let kinds = try members.entityKinds()
            let entity = kinds == nil ? try members.text("entity") : ""
            let pointer = try members.optionalPointer("at")
            let each = try members.optionalPointers("eachOf")
            let versions = try members.optionalTexts("versions")
            if pointer != nil, each != nil { throw members.fault("cannot be combined with \"at\"", in: "eachOf") }
            try members.finish()
            guard let pointers = each ?? pointer.map({ [$0] }) else {
                throw members.error(
                    .missingMember, "the nested entity has no place: neither \"at\" nor \"eachOf\"", at: place,
                    found: element)
            }
            return NestedEntity(
                entities: [entity], kinds: kinds, pointers: pointers, isEach: each != nil, versions: versions)
        }
    }

    /// `"by": "/kind", "kinds": {"Job": "Job"}`, in place of `entity`.
    private mutating func entityKinds() throws(PlanFileError) -> NestedEntity.Kinds? {
        guard let place = try optionalPointer("by") else { return nil }
        try exclude("entity", because: "by")
        if environment.format < 2 {
            throw error(
                .newerWord, "\"by\" needs plan-set format 2; write \"planSetFormat\": 2", at: path.appending("by"),
                found: object["by"])
        }
        let table = try textTable("kinds")
        let unknown: JSONOperation.UnexpectedRule = try choice("ifUnknown", default: .error)
        return NestedEntity.Kinds(by: place, Dictionary(table) { first, _ in first }, ifUnknown: unknown)
    }

    /// A pointer, or an array of at least one.
    private mutating func optionalPointers(_ name: String) throws(PlanFileError) -> [JSONPointer]? {
        guard let value = try optionalValue(name) else { return nil }
        let place = path.appending(name)
        if value.kind != .array { return [try pointer(value, at: place)] }
        let pointers = try elements(value, at: place) { (element, place) throws(PlanFileError) in
            try pointer(element, at: place)
        }
        if pointers.isEmpty { throw fault("must not be empty", in: name) }
        return pointers
    }

    fileprivate mutating func apiVersions() throws(PlanFileError) -> [VersionPins] {
        let place = path.appending("apiVersions")
        return try elements(try value("apiVersions"), at: place) { (element, place) throws(PlanFileError) in
            var members = try reader(element, at: place)
            let label = try members.text("version")
            let pins = try members.value("pins")
            guard let object = pins.object else {
                throw members.wrongKind("an object of entities and versions", pins, at: place.appending("pins"))
            }
            var versions: [String: String] = [:]
            for member in object {
                versions[member.key] = try members.text(
                    member.value, at: place.appending("pins").appending(member.key))
            }
            try members.finish()
            return VersionPins(label, versions)
        }
    }
}
