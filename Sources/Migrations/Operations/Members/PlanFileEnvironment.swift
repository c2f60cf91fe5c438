import VersionedCodec

/// Parts of a plan file that other parts use: named lists of operations, and the dates of its versions.
final class PlanFileEnvironment {
    /// So many operations a plan may have once each `use` is replaced by the list that it names: lists within lists
    /// grow fast.
    static let mostOperations = 100_000

    /// So many bytes parameters may put into lists: an argument that holds the parameter of the list around it twice is
    /// twice as long in each list within.
    static let mostArgumentBytes = 16 << 20

    /// The format of the file: words that are newer are mistakes. Operations that are in no file may use all.
    var format = 2

    /// Whether paths begin at the root of the document, so that scratch values may be in their place.
    var isAtRoot = true

    /// The named lists, as the file has them.
    var lists = JSONObject()

    /// The custom operations that a plan may name.
    let customs: [String: CustomBody]

    /// The date formats of operations in Swift that no text describes, by their names.
    var customDates: [String: DateFormat] = [:]

    /// The date formats of the two versions of the direction that is being read.
    var dates: (from: DateFormat?, to: DateFormat?)

    /// The lists whose operations are being read, outermost first.
    private(set) var inUse: [String] = []

    /// How many operations each `use` inserts, by its place in the file.
    var useCounts: [JSONPointer: Int] = [:]

    /// A `use` of a list: what its operations depend on.
    private struct ListUse: Hashable {
        /// Texts of other bytes are others, even where Swift has them for equal.
        let list: [UInt8]
        let arguments: [String: [UInt8]]
        let isReversed, isAtRoot: Bool
        let from, to: DateFormat?
    }

    /// The operations that uses have inserted, and how many they are with those within them.
    private var knownUses: [ListUse: (operations: [JSONOperation], count: Int)] = [:]

    /// How many operations have been read.
    var operationCount = 0

    /// How many bytes parameters have put into lists.
    private var argumentBytes = 0

    /// The mistakes in the part of the file that has been read.
    var mistakes = PlanFileMistakes()

    /// Whether a key may begin with a slash where that is marked; only plan files can mark it.
    let takesMarkedKeys: Bool

    /// Allowed, but probably unintended parts.
    private(set) var warnings: [MigrationPlan.Warning] = []

    init(customs: [String: CustomBody] = [:], takesMarkedKeys: Bool = true) {
        self.customs = customs
        self.takesMarkedKeys = takesMarkedKeys
    }

    /// Notes a warning; lists that are used in several places are read several times.
    func warn(_ warning: MigrationPlan.Warning) { if !warnings.contains(warning) { warnings.append(warning) } }

    /// Counts one more operation, and returns whether there may be so many.
    func count() -> Bool {
        operationCount += 1
        return !isFull
    }

    /// Counts the bytes of an argument that takes the place of a parameter, and returns whether there may be so many.
    func countArgument(_ bytes: Int) -> Bool {
        argumentBytes += bytes
        return argumentBytes <= Self.mostArgumentBytes
    }

    /// Whether more operations have been read than a plan may have; then nothing more is read, lest it never end.
    var isFull: Bool { operationCount > Self.mostOperations }

    /// The operations of a list that is used, which are read once for the same arguments.
    ///
    /// - `body`: Reads them.
    func read(
        _ list: String, _ arguments: [String: ListArgument], isReversed: Bool,
        _ body: () throws(PlanFileError) -> [JSONOperation]
    ) throws(PlanFileError) -> [JSONOperation] {
        let use = ListUse(
            list: Array(list.utf8), arguments: arguments.mapValues(\.text), isReversed: isReversed, isAtRoot: isAtRoot,
            from: dates.from, to: dates.to)
        if let known = knownUses[use], operationCount + known.count <= Self.mostOperations {
            operationCount += known.count
            return known.operations
        }
        let count = operationCount
        let operations = try body()
        knownUses[use] = (operations, operationCount - count)
        return operations
    }

    /// Reads within a list.
    func within<Result>(
        _ list: String, _ body: () throws(PlanFileError) -> Result
    ) throws(PlanFileError) -> Result {
        inUse.append(list)
        defer { inUse.removeLast() }
        return try body()
    }
}
