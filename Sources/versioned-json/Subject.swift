import Migrations
import VersionedCodec

/// The subject of a command: a plan, or a set of plans.
enum Subject {
    case plan(MigrationPlan)
    case set(LoadedSet)

    /// The labels of the versions: those of the plan, or of the API.
    var labels: [String] {
        switch self {
        case .plan(let plan): plan.labels
        case .set(let loaded): loaded.set.labels
        }
    }
}

/// A plan set, and where its plans are.
struct LoadedSet {
    let set: PlanSet

    /// The plan files by the entities that have them, as the set names them, from its folder.
    let plans: [(entity: PlanSet.Entity, path: StoredPath)]
}

/// The part of a command line that names what a command is about.
struct SubjectArguments {
    static let options = [
        Common.plan,
        Option(
            "--set", "SET",
            "The plan-set file, instead of --plan; its plans are relative to its folder,\nand versions are those of the API."
        ),
    ]
    static let entity = Option("--entity", "NAME", "With --set: only this entity; default: all.")

    /// The plan file or the plan-set file.
    let path: StoredPath
    let isSet: Bool
    let entity: String?

    /// - `needsEntity`: Whether a set is of no use without knowing what the payload is.
    init(_ arguments: Arguments, needsEntity: Bool = false) throws(UsageError) {
        entity = arguments["--entity"]
        if let set = arguments.path("--set") {
            if arguments.has("--plan") { throw UsageError("'--set' replaces '--plan'") }
            if entity == nil, needsEntity { throw UsageError("'--set' needs '--entity'") }
            (path, isSet) = (set, true)
        } else {
            guard let plan = arguments.path("--plan") else {
                throw UsageError("the option '--plan' or '--set' is missing")
            }
            if entity != nil { throw UsageError("'--entity' needs '--set'") }
            (path, isSet) = (plan, false)
        }
    }

    /// The plan, or the set, which has the entity. Reports errors of their files.
    func loaded() throws -> Subject {
        guard isSet else { return .plan(try Common.plan(path)) }
        let loaded = try Common.set(path)
        if let entity, loaded.set[entity] == nil {
            let known = loaded.set.entities.map(\.name).joined(separator: ", ")
            throw UsageError("'\(entity)' is not a value of '--entity'; known: \(known)")
        }
        return .set(loaded)
    }

    /// What migrates the documents.
    func migrating(_ loaded: Subject) -> MigrationSubject {
        switch loaded {
        case .plan(let plan): .plan(plan)
        case .set(let loaded): .set(loaded.set, entity: entity ?? "")
        }
    }
}
