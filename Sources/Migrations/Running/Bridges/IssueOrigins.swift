import VersionedCodec

/// Where the values of a migrated document come from, for issues about them; made only if there are any.
final class IssueOrigins {
    private let document: JSONDocument
    private let positions: PositionTable

    /// The document after each step. Values keep the offset that they were read from.
    private let stages: [(step: String, value: JSONValue)]

    /// Runs the steps of a path once more, one by one.
    init(
        of document: JSONDocument, _ path: MigrationPath, _ plan: MigrationPlan, _ environment: MigrationEnvironment
    ) throws(MigrationError) {
        self.document = document
        positions = PositionTable(document.bytes)
        var (stages, value) = ([(step: String, value: JSONValue)](), document.root)
        for step in path.steps {
            var state = MigrationState(value, plan: plan, environment)
            defer { state.finish() }
            try state.run(step)
            value = try state.document(step.to)
            stages.append((step.name, value))
        }
        self.stages = stages
    }

    /// The issue with its place in the payload that was given, and the step that made the value, where one did.
    func traced(_ issue: DecodingIssue) -> DecodingIssue {
        guard let value = stages.last?.value[at: issue.path] else { return issue.placed(at: nil, step: nil) }
        guard let offset = value.sourceOffset, let (original, path) = document.value(at: offset) else {
            return issue.placed(at: nil, step: step(making: value, at: issue.path))
        }
        let step = original == value || value.isContainer ? nil : step(making: value, at: issue.path)
        return issue.placed(at: DecodingIssue.Place(path: path, position: positions.position(at: offset)), step: step)
    }

    /// The last step before which no such value was there.
    private func step(making value: JSONValue, at path: JSONPointer) -> String? {
        var name = stages.last?.step
        for stage in stages.dropLast().reversed() {
            guard stage.value[at: path] == value else { return name }
            name = stage.step
        }
        return name
    }
}

/// The same, made when the first issue needs them.
final class LazyIssueOrigins {
    private let make: () throws(MigrationError) -> IssueOrigins
    private var known: IssueOrigins?

    init(_ make: @escaping () throws(MigrationError) -> IssueOrigins) { self.make = make }

    func made() throws(MigrationError) -> IssueOrigins {
        if let known { return known }
        let made = try make()
        known = made
        return made
    }

    /// Decodes the migrated document: issues that the model keeps have their places in the payload.
    ///
    /// - `isMigrated`: Whether it is another document than the payload.
    func placing<Result>(isMigrated: Bool = true, _ decode: () throws -> Result) rethrows -> Result {
        try KeptIssues.placing(by: isMigrated ? traced : nil) { try decode() }
    }

    private func traced(_ issue: DecodingIssue) -> DecodingIssue {
        // The steps have run before; where one of them fails now, the place is not known.
        (try? made())?.traced(issue) ?? issue.placed(at: nil, step: nil)
    }
}
