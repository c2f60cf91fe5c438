import VersionedCodec

/// The error of building a plan or a set from parts that do not form a valid one: a gap, a duplicate, a version that no
/// payload can name.
public struct PlanError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of fault. The list may grow.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the code.
        public let rawValue: String

        /// A code with the given name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A plan without versions.
        public static let noVersions = Code(rawValue: "noVersions")
        /// A label or a step appears twice.
        public static let duplicate = Code(rawValue: "duplicate")
        /// A label that cannot be written in the declared form.
        public static let unwritableLabel = Code(rawValue: "unwritableLabel")
        /// A version that is not in the list.
        public static let unknownVersion = Code(rawValue: "unknownVersion")
        /// A migration between versions that are not neighbours, or from newer to older.
        public static let notNeighbours = Code(rawValue: "notNeighbours")
        /// Several paths between two versions are equally short, and the plan selects none.
        public static let ambiguousRoute = Code(rawValue: "ambiguousRoute")
        /// Two neighbouring versions without a migration.
        public static let gap = Code(rawValue: "gap")
        /// An operation that can never run.
        public static let invalidOperation = Code(rawValue: "invalidOperation")
        /// An operation writes the place of the version, which is written after each step.
        public static let writesVersion = Code(rawValue: "writesVersion")
        /// A bridge in a plan without a controller that could read and write its models.
        public static let noController = Code(rawValue: "noController")
        /// Two consecutive bridges with different models in the middle.
        public static let typesDoNotMeet = Code(rawValue: "typesDoNotMeet")
        /// A migration that cannot be derived from the formats of its versions.
        public static let notDerivable = Code(rawValue: "notDerivable")
        /// Dates of a version that could be written but not read.
        public static let invalidDates = Code(rawValue: "invalidDates")
        /// An invalid place for the version.
        public static let invalidLocation = Code(rawValue: "invalidLocation")
        /// A version whose payloads cannot be distinguished from others.
        public static let untold = Code(rawValue: "untold")
        /// An operation reads what an earlier one of the same migration has removed, on the way up or on the derived
        /// way down.
        public static let readsRemoved = Code(rawValue: "readsRemoved")
        /// An operation reads a scratch value that no earlier operation has created.
        public static let readsUnmade = Code(rawValue: "readsUnmade")
        /// An operation writes a place that an earlier one of the same migration has written, and that no operation has
        /// read since.
        public static let writesTwice = Code(rawValue: "writesTwice")
        /// A version that comes after a newer one.
        public static let wrongOrder = Code(rawValue: "wrongOrder")
        /// An operation that never changes a document.
        public static let doesNothing = Code(rawValue: "doesNothing")
        /// An operation that ends with the value that it began with, and never stops.
        public static let endless = Code(rawValue: "endless")
        /// An entity that is not in the set of plans.
        public static let unknownEntity = Code(rawValue: "unknownEntity")
        /// A version without a path to it.
        public static let unreachable = Code(rawValue: "unreachable")
    }

    /// Which part of the plan is at fault.
    enum Part: Sendable, Equatable {
        case plan
        case routes
        case route(Int)
        case location
        case versions
        case version(Int)
        case migration(Int)
        /// The version that a migration leads from, or to, by the name of the member of a plan file.
        case end(Int, String)
        /// An operation of a migration, by the tokens that lead to it in a plan file.
        case operation(Int, [String])
        /// An operation that normalizes documents of a version, in the same way.
        case normalizing(Int, [String])
        /// For a set of plans: an entity, a nested one, a version of the API, the version that it pins.
        case entity(Int)
        case nested(Int, Int)
        case pins(Int)
        case pin(Int, String)

        /// The place of an operation in a plan file without named lists; of other parts, the root.
        var place: JSONPointer {
            switch self {
            case .operation(let index, let tokens): JSONPointer(["migrations", String(index)] + tokens)
            case .normalizing(let index, let tokens): JSONPointer(["versions", String(index)] + tokens)
            default: .root
            }
        }
    }

    /// The kind of fault.
    public let code: Code

    /// The problem, in one sentence.
    public let description: String

    /// The other faults of the plan, in the order of discovery.
    public internal(set) var others: [PlanError] = []

    let part: Part

    init(_ code: Code, _ description: String, in part: Part) {
        self.code = code
        self.description = description
        self.part = part
    }
}

extension PlanError {
    /// This fault and the others, each by itself.
    var all: [PlanError] {
        var first = self
        first.others = []
        return [first] + others
    }
}

/// The faults of a plan: checking continues after each, so that all can be corrected at once.
struct PlanFaults {
    private var list: [PlanError] = []

    /// Looks at one part of the plan.
    // Otherwise the compiler makes a copy for each closure.
    @_optimize(none)
    @inline(never)
    mutating func attempt(_ look: () throws(PlanError) -> Void) {
        do throws(PlanError) {
            try look()
        } catch  where !list.contains(error) {
            list.append(error)
        } catch {
            // Known already.
        }
    }

    /// Throws what was found, if anything was.
    func check() throws(PlanError) {
        guard var first = list.first else { return }
        first.others = Array(list.dropFirst())
        throw first
    }
}
