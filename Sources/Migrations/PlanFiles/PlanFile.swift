public import VersionedCodec

/// Use it to read and write a plan as a JSON file, for users without Swift, and for the command line.
/// `docs/PlanFiles.md` describes it.
///
/// ```json
/// {
///   "planFormat": 1,
///   "name": "Shop order",
///   "version": {"at": "/version", "as": "integer"},
///   "versions": [{"version": "1"}, {"version": "2"}],
///   "migrations": [
///     {"from": "1", "to": "2", "summary": "The total is called price",
///      "operations": [{"op": "rename", "path": "/total", "to": "price"}]}
///   ]
/// }
/// ```
public enum PlanFile {
    /// The newest format of plan files that this library reads. A plan is written in the oldest format that has all of
    /// its words, so that older tools can read it.
    public static let format = 2
}

extension MigrationPlan {
    /// A plan from the bytes of a plan file: `Data`, `[UInt8]`, or another sequence of bytes.
    ///
    /// - `operations`: The custom operations that the file can refer to.
    /// - Throws: ``PlanFileError`` with line and column, the expected value, and the known ones.
    public init(
        planFile bytes: some Sequence<UInt8>, custom operations: [any CustomOperation] = []
    ) throws(PlanFileError) {
        try self.init(planFile: MemberReader.document(Array(bytes)), custom: operations)
    }

    /// A plan from the text of a plan file; see ``init(planFile:custom:)-(Sequence<UInt8>,_)``.
    public init(planFile text: String, custom operations: [any CustomOperation] = []) throws(PlanFileError) {
        try self.init(planFile: text.utf8, custom: operations)
    }

    /// A plan from a plan file that is already read as JSON.
    ///
    /// - `operations`: The custom operations that the file can refer to.
    /// - Throws: ``PlanFileError`` with line and column.
    public init(
        planFile document: JSONDocument, custom operations: [any CustomOperation] = []
    ) throws(PlanFileError) {
        let customs = Dictionary(
            operations.map { ($0.name, CustomBody(operation: $0, isBack: false)) }, uniquingKeysWith: { $1 })
        func read(_ root: JSONValue) throws(PlanFileError) -> (members: MemberReader, parts: MemberReader.Parts) {
            var members = try MemberReader(root, at: .root, in: document, PlanFileEnvironment(customs: customs))
            let parts = try members.whole { (members) throws(PlanFileError) in try members.parts() }
            return (members, parts)
        }
        // Values have no places: a default that is in a payload later has none in that.
        guard let (members, parts) = try? read(document.root.detached) else {
            // The mistakes are reported with their places in the file.
            let (members, _) = try read(document.root)
            throw members.error(.invalidPlan, "the plan cannot be read", at: .root, found: nil)
        }
        do throws(PlanError) {
            try self.init(
                parts.name, versionAt: parts.detection.location, detection: parts.detection.rules,
                versions: parts.versions, migrations: parts.migrations, routes: parts.routes, wireCoder: nil,
                isFromPlanFile: true)
        } catch {
            throw members.all(error)
        }
        warnings = members.environment.warnings
        // With their places, too.
        if !warnings.isEmpty { warnings = try read(document.root).members.environment.warnings }
    }

    /// The plan as a plan file, or `nil` if a step is a bridge, or has a date format that a plan file cannot describe.
    /// Reading it gives an equal plan.
    public var planFile: JSONValue? {
        if migrations.contains(where: { $0.bridge != nil || $0.hasCustomDates }) { return nil }
        var writer = MemberWriter()
        writer["planFormat"] = .integer(usesNewWords ? PlanFile.format : 1)
        writer["name"] = .string(name)
        writer["version"] = detectionJSON
        writer["versions"] = .array(JSONArray(versions.map(\.json)))
        writer["migrations"] = .array(JSONArray(migrations.map(\.json)))
        writer["routes"] = routes.map { .array(JSONArray($0.map(\.json))) }
        return .object(writer.object)
    }

    /// Where the version is, the versions and the steps, as a plan file has them; of a bridge only its name.
    var jsonParts: [JSONValue] { [detectionJSON ?? .null] + versions.map(\.json) + migrations.map(\.json) }

    /// Whether a plan file needs the newer format for the plan.
    private var usesNewWords: Bool {
        routes != nil
            || versions.contains { $0.normalizing.useNewWords || $0.knows != nil || $0.access != .readWrite }
            || migrations.contains(where: \.usesNewWords)
    }
}

// MARK: - Reading

extension MemberReader {
    /// A file that has been read as JSON.
    static func document(_ file: [UInt8]) throws(PlanFileError) -> JSONDocument {
        do throws(JSONSyntaxError) { return try JSONDocument(parsing: file) } catch { throw PlanFileError(error) }
    }

    /// Fails where a file is of a format of its own that is not known.
    @discardableResult
    mutating func requireFormat(
        _ name: String, _ known: ClosedRange<Int>, of files: String
    ) throws(PlanFileError) -> Int {
        for (other, kind) in [("planFormat", "a plan"), ("planSetFormat", "a plan set")] where other != name {
            guard object[name] == nil, let format = object[other] else { continue }
            throw error(
                .unsupportedFormat, "this is \(kind); one of the \(files) is expected", at: path.appending(other),
                found: format)
        }
        let format = try value(name)
        guard let number = format.int else { throw wrongKind("an integer", format, at: path.appending(name)) }
        guard known.contains(number) else {
            let shown = known.map(String.init).joined(separator: ", ")
            throw error(
                .unsupportedFormat, "\(files) of format \(number) are not known; known: \(shown)",
                at: path.appending(name), found: format)
        }
        return number
    }

    fileprivate typealias Parts = (
        name: String, detection: (location: VersionLocation?, rules: DetectionRules), versions: [PlanVersion],
        migrations: [Migration], routes: [MigrationPlan.Route]?
    )

    /// All declarations of a plan file.
    fileprivate mutating func parts() throws(PlanFileError) -> Parts {
        environment.format = try requireFormat("planFormat", 1...PlanFile.format, of: "plan files")
        let name = part { (file) throws(PlanFileError) in try file.text("name") }
        let detection = part { (file) throws(PlanFileError) in try file.optionalDetection("version") }
        part { (file) throws(PlanFileError) in try file.namedLists("lists") }
        let versions = part { (file) throws(PlanFileError) in try file.versions() }
        let migrations = part { (file) throws(PlanFileError) in try file.migrations(between: versions) }
        let routes = part { (file) throws(PlanFileError) in try file.optionalRoutes("routes") } ?? nil
        part { (file) throws(PlanFileError) in try file.finish() }
        if let error = environment.mistakes.error { throw error }
        guard let name, let detection, let versions, let migrations else {
            throw error(.invalidPlan, "the plan cannot be read", at: path, found: nil)
        }
        return (name, detection, versions, migrations, routes)
    }

    /// - `versions`: `nil` if they could not be read; then dates of a version are not what is wrong with its
    ///   operations.
    fileprivate mutating func migrations(between versions: [PlanVersion]?) throws(PlanFileError) -> [Migration] {
        let place = path.appending("migrations")
        return try elements(try value("migrations"), at: place) { (element, place) throws(PlanFileError) in
            try object(element, at: place) { (members) throws(PlanFileError) in
                let (from, to) = (try members.text("from"), try members.text("to"))
                let summary = try members.text("summary")
                let notes = try members.optionalLines("notes")
                let dates = { label in versions.map { $0.first { $0.label == label }?.dates } ?? .iso8601 }
                let directions = try members.directions(dates(from), dates(to))
                try members.finish()
                return Migration(from: from, to: to, summary: summary, notes: notes, directions: directions)
            }
        }
    }

    private mutating func optionalRoutes(_ name: String) throws(PlanFileError) -> [MigrationPlan.Route]? {
        guard let value = try optionalValue(name) else { return nil }
        noteNewWord(name)
        return try elements(value, at: path.appending(name)) { (element, place) throws(PlanFileError) in
            try object(element, at: place) { (members) throws(PlanFileError) in
                let route = MigrationPlan.Route(
                    from: try members.text("from"), to: try members.text("to"),
                    via: try members.optionalTexts("via") ?? [])
                try members.finish()
                return route
            }
        }
    }

    private mutating func directions(
        _ older: DateFormat?, _ newer: DateFormat?
    ) throws(PlanFileError) -> Migration.Directions {
        environment.dates = (older, newer)
        if let operations = try optionalOperations("operations") {
            try exclude("up", because: "operations")
            try exclude("down", because: "operations")
            return .derived(operations)
        }
        let up = try optionalOperations("up")
        environment.dates = (newer, older)
        let down = try optionalOperations("down")
        if up == nil && down == nil {
            throw absence(
                ofAll: "operations", "up", "down",
                as: "the migration has no operations: neither \"operations\" nor \"up\" or \"down\"")
        }
        return .declared(up: up, down: down)
    }

    /// The error for the faults of the plan as a whole, each at the part that is at fault.
    func all(_ fault: PlanError) -> PlanFileError {
        var mistakes = PlanFileMistakes()
        for fault in fault.all { mistakes.note(error(fault)) }
        return mistakes.error ?? error(fault)
    }

    /// The error for one fault of the plan as a whole.
    func error(_ fault: PlanError) -> PlanFileError {
        let place: JSONPointer =
            switch fault.part {
            case .plan: "/migrations"
            case .routes: "/routes"
            case .route(let index): JSONPointer(["routes", String(index)])
            case .location: "/version/default"
            case .versions: "/versions"
            case .version(let index): JSONPointer(["versions", String(index), "version"])
            case .migration(let index): JSONPointer(["migrations", String(index)])
            case .end(let index, let name): JSONPointer(["migrations", String(index), name])
            case .entity(let index): JSONPointer(["entities", String(index), "name"])
            case .nested(let index, let place): JSONPointer(["entities", String(index), "nested", String(place)])
            case .pins(let index): JSONPointer(["apiVersions", String(index), "version"])
            case .pin(let index, let name): JSONPointer(["apiVersions", String(index), "pins", name])
            case .operation(let index, let tokens):
                writtenPlace(of: tokens, in: JSONPointer(["migrations", String(index)]))
            case .normalizing(let index, let tokens):
                writtenPlace(of: tokens, in: JSONPointer(["versions", String(index)]))
            }
        var failure = error(.invalidPlan, fault.description, at: place, found: document.root[at: place])
        failure.fault = fault.code
        return failure
    }
}

// MARK: - Writing

extension MigrationPlan.Route {
    fileprivate var json: JSONValue {
        ["from": .string(from), "to": .string(to), "via": .array(JSONArray(via.map { .string($0) }))]
    }
}

extension Migration {
    fileprivate var json: JSONValue {
        var writer = MemberWriter()
        writer["from"] = .string(from)
        writer["to"] = .string(to)
        writer["summary"] = .string(summary)
        writer["notes"] = notes.map { .string($0) }
        switch directions {
        case .derived(let operations): writer.write(operations, as: "operations")
        case .declared(let up, let down):
            if let up { writer.write(up, as: "up") }
            if let down { writer.write(down, as: "down") }
        case .bridge(let bridge): writer["bridge"] = .string(bridge.description)
        case .reformatting(let reformatting): writer["reformatting"] = .string(reformatting.description)
        }
        return .object(writer.object)
    }
}
