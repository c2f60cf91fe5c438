import VersionedCodec

/// What a plan file says in one place and means in others: named lists of operations, and the dates of its versions.
final class PlanFileEnvironment {
    /// So many operations a plan may have once each `use` is replaced by the list that it names: lists within lists grow fast.
    static let mostOperations = 100_000

    /// The named lists, as the file has them.
    var lists = JSONObject()

    /// The custom operations that a plan may name.
    let customs: [String: CustomBody]

    /// The date formats of the two versions of the direction that is being read.
    var dates: (from: DateFormat?, to: DateFormat?)

    /// The lists whose operations are being read, outermost first.
    private(set) var inUse: [String] = []

    private var operationCount = 0

    init(customs: [String: CustomBody] = [:]) { self.customs = customs }

    /// Counts one more operation, and says whether there may be so many.
    func count() -> Bool {
        operationCount += 1
        return operationCount <= Self.mostOperations
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

extension MemberReader {
    /// The named lists of operations; each is read here, so that a mistake in one that nothing uses is a mistake too.
    mutating func namedLists(_ name: String) throws(PlanFileError) {
        guard let value = try optionalValue(name) else { return }
        let members = try reader(value, at: path.appending(name))
        environment.lists = members.object
        for member in members.object { _ = try namedOperations(member.key, in: members.path) }
    }

    /// The operations of a `use`, which are those of the list that it names.
    mutating func usedOperations() throws(PlanFileError) -> [JSONOperation] {
        let name = try text("list")
        try finish()
        guard environment.lists[name] != nil else {
            let shown = JSONValue.string(name).text()
            let hint =
                environment.lists.isEmpty
                ? "the plan has no \"lists\"" : NearestName.hint(for: name, in: environment.lists.keys)
            throw error(
                .unknownValue, "unknown list \(shown); \(hint)", at: path.appending("list"), found: object["list"])
        }
        if environment.inUse.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
            throw fault("uses the list that it stands in", in: "list")
        }
        return try namedOperations(name, in: "/lists")
    }

    private func namedOperations(_ name: String, in place: JSONPointer) throws(PlanFileError) -> [JSONOperation] {
        guard let list = environment.lists[name] else { return [] }
        return try environment.within(name) { () throws(PlanFileError) in
            try operations(list, at: place.appending(name))
        }
    }
}
