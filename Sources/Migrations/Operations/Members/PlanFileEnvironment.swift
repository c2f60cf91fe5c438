import VersionedCodec

/// What a plan file says in one place and means in others: named lists of operations, and the dates of its versions.
final class PlanFileEnvironment {
    /// So many operations a plan may have once each `use` is replaced by the list that it names: lists within lists
    /// grow fast.
    static let mostOperations = 100_000

    /// The format of the file: words that are newer are mistakes. Operations that stand in no file may use all.
    var format = 2

    /// The named lists, as the file has them.
    var lists = JSONObject()

    /// The custom operations that a plan may name.
    let customs: [String: CustomBody]

    /// The date formats of the two versions of the direction that is being read.
    var dates: (from: DateFormat?, to: DateFormat?)

    /// The lists whose operations are being read, outermost first.
    private(set) var inUse: [String] = []

    /// How many operations have been read.
    var operationCount = 0

    /// What is wrong with the file, as far as it has been read.
    var mistakes = PlanFileMistakes()

    /// Whether a key may begin with a slash where that is marked; only plan files can mark it.
    let takesMarkedKeys: Bool

    /// What is allowed, and probably not meant.
    private(set) var warnings: [PlanWarning] = []

    init(customs: [String: CustomBody] = [:], takesMarkedKeys: Bool = true) {
        self.customs = customs
        self.takesMarkedKeys = takesMarkedKeys
    }

    /// Notes a warning; lists that are used in several places are read several times.
    func warn(_ warning: PlanWarning) { if !warnings.contains(warning) { warnings.append(warning) } }

    /// Counts one more operation, and says whether there may be so many.
    func count() -> Bool {
        operationCount += 1
        return !isFull
    }

    /// Whether more operations have been read than a plan may have; then nothing more is read, lest it never end.
    var isFull: Bool { operationCount > Self.mostOperations }

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
        var first: PlanFileError?
        for member in members.object {
            do throws(PlanFileError) {
                _ = try namedOperations(member.key, in: members.path)
            } catch {
                environment.mistakes.note(error)
                first = first ?? error
            }
        }
        if let first { throw first }
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

extension MemberReader {
    /// Where the file has an operation of the plan: in the plan each `use` is replaced by the operations of its list.
    ///
    /// - `tokens`: The way to the operation in the plan: the name of a list of operations, a number, and so on.
    /// - `start`: The place of the migration, or of the version.
    func writtenPlace(of tokens: [String], in start: JSONPointer) -> JSONPointer {
        var place = start
        var rest = tokens[...]
        while let name = rest.popFirst() {
            place = place.appending(name)
            guard let token = rest.popFirst(), let number = Int(token) else { return place }
            place = writtenPlace(of: number, inListAt: place)
        }
        return place
    }

    private func writtenPlace(of number: Int, inListAt place: JSONPointer) -> JSONPointer {
        var number = number
        let elements = document.root[at: place]?.array.map(Array.init) ?? []
        for (index, element) in elements.enumerated() {
            guard let list = Self.usedList(element) else {
                if number == 0 { return place.appending(index) }
                number -= 1
                continue
            }
            let count = operationCount(ofList: list)
            if number < count { return writtenPlace(of: number, inListAt: JSONPointer(["lists", list])) }
            number -= count
        }
        return place
    }

    private func operationCount(ofList name: String) -> Int {
        let elements = environment.lists[name]?.array.map(Array.init) ?? []
        return elements.reduce(0) { $0 + (Self.usedList($1).map(operationCount(ofList:)) ?? 1) }
    }

    private static func usedList(_ operation: JSONValue) -> String? {
        operation["op"]?.string == "use" ? operation["list"]?.string : nil
    }
}
