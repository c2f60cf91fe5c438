import Synchronization
import VersionedCodec

/// The operations of a plan that lead to one version, compiled for edits over an index.
final class PlanEdits: Sendable {
    let vocabulary: EditVocabulary
    let program: EditProgram
    private let location: EditPath?
    /// For each version what says it in a document, and what leads from it; `nil` where values must do that.
    private let versions: [(label: String, literal: Int32?, way: VersionWay?)]
    /// Where versions are many, what says them, and the number of the version that each says.
    private let said: (values: ValueIndex, versions: [Int])?
    private let legacy: Int?
    private let explicit: Int?
    private let isExplicit: Bool
    /// Whether each document may say its version as an integer or a string; edits know only the integer.
    private let isEitherForm: Bool
    /// Whether any version can be migrated without values.
    let isUseful: Bool
    /// Whether any version can that needs migrating at all.
    let isUsefulForOlder: Bool
    let shelf = EditShelf()

    init(_ plan: MigrationPlan, to target: String, from explicit: String?) {
        var compiler = EditCompiler()
        location = plan.location.map { compiler.builder.path($0.pointer) }
        let ways = VersionWays(plan, to: target) { compiler.compile($0, of: plan) }
        let start = compiler.program.append(ways.parts).lowerBound
        let values = plan.labels.map { plan.location?.value(of: $0) }
        versions = plan.labels.indices.map { index in
            let literal = values[index].map { compiler.builder.literal($0) }
            return (plan.labels[index], literal, ways.ways[index]?.moved(by: Int(start)))
        }
        let marked = values.indices.filter { values[$0] != nil }
        said = marked.count > ConditionValues.few ? (ValueIndex(marked.compactMap { values[$0] }), marked) : nil
        legacy = plan.location?.legacy.flatMap(plan.labels.firstIndex)
        self.explicit = explicit.flatMap(plan.labels.firstIndex)
        isExplicit = explicit != nil
        isEitherForm = plan.location?.form == .integerOrString
        vocabulary = EditVocabulary(compiler.builder)
        program = compiler.program
        isUseful = versions.contains { $0.way != nil }
        isUsefulForOlder = versions.contains { $0.way?.isEmpty == false }
    }

    /// The version of the document and what leads from it.
    ///
    /// - Throws: `EditLimit` where more than bytes must be compared, or there is no such version.
    func version(of runner: borrowing EditRunner) throws(EditLimit) -> (index: Int, way: VersionWay, isFound: Bool) {
        let (index, isFound) = try index(of: runner)
        guard let way = versions[index].way else { throw EditLimit() }
        return (index, way, isFound)
    }

    /// The label of a version.
    func label(_ index: Int) -> String { versions[index].label }

    private func index(of runner: borrowing EditRunner) throws(EditLimit) -> (Int, isFound: Bool) {
        if explicit != nil, isEitherForm { throw EditLimit() }
        if let explicit { return (explicit, false) }
        guard let location, !isExplicit else { throw EditLimit() }
        let place = runner.place(location)
        if place == .absent, let legacy { return (legacy, false) }
        if let said {
            guard let (kind, content) = runner.edits.content(of: place),
                let number = said.values.firstIndex(of: kind, content)
            else { throw EditLimit() }
            return (said.versions[number], true)
        }
        for index in versions.indices {
            if let literal = versions[index].literal, runner.edits.isSame(place, as: literal) == true {
                return (index, true)
            }
        }
        throw EditLimit()
    }
}

extension EditCompiler {
    fileprivate mutating func compile(_ step: MigrationPath.Step, of plan: MigrationPlan) -> [EditStep]? {
        marksRoot = (plan.marks(of: step.from) + plan.marks(of: step.to)).contains { $0.pointer.tokens.count == 1 }
        guard case .operations(let operations) = step.work, let compiled = compile(operations, step: step.name)
        else { return nil }
        let (left, marks) = (plan.placesLeft(by: step), plan.marks(of: step.to))
        // Edits write a version over the old one or as the first member; what stands behind another is for values.
        if marks.count > 1 || (left + marks.map(\.pointer)).contains(where: \.isRoot) { return nil }
        return left.map { .unmark(builder.path($0)) } + compiled
            + marks.map { .mark(builder.path($0.pointer), literal: builder.literal($0.value)) }
    }
}

/// Keeps what has been compiled for a plan.
final class PlanEditsCache: Sendable {
    private let compiled = Mutex<[String: PlanEdits]>([:])
    private let paths = Mutex<[PathEnds: MigrationPath]>([:])

    private struct PathEnds: Hashable {
        let from: String
        let to: String
    }

    /// The path between two versions; composed once.
    func path(_ plan: MigrationPlan, from: String, to target: String) throws(MigrationError) -> MigrationPath {
        let ends = PathEnds(from: from, to: target)
        if let path = paths.withLock({ $0[ends] }) { return path }
        let path = try plan.composedPath(from: from, to: target)
        paths.withLock { $0[ends] = path }
        return path
    }

    /// The edits that lead to a version; compiled once.
    func edits(_ plan: MigrationPlan, to target: String, from explicit: String?) -> PlanEdits {
        let key = explicit.map { "\(target)\u{0}\($0)" } ?? target
        if let edits = compiled.withLock({ $0[key] }) { return edits }
        let edits = PlanEdits(plan, to: target, from: explicit)
        compiled.withLock { $0[key] = edits }
        return edits
    }
}
