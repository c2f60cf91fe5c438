import VersionedCodec

/// Where the values of a migrated document come from, for issues about them; made only if there are any.
struct IssueOrigins {
    private let document: JSONDocument

    /// The document after each step. Values keep the offset that they were read from.
    private let stages: [(step: String, value: JSONValue)]

    /// Runs the steps of a path once more, one by one.
    init(
        of document: JSONDocument, _ path: MigrationPath, _ plan: MigrationPlan, _ environment: MigrationEnvironment
    ) throws(MigrationError) {
        self.document = document
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
        return issue.placed(
            at: DecodingIssue.Place(path: path, position: document.position(of: original)), step: step)
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
