import VersionedCodec

/// Migrates documents that are in memory one after the other, all in the same memory.
///
/// Use it where the documents are not lines of a file, but values of a column.
package struct BatchMigration: Sendable {
    private enum Subject {
        case plan(MigrationPlan)
        case set(PlanSet, entity: String)
    }

    private let subject: Subject
    private let target: String
    private let explicit: String?
    private let options: MigrationOptions

    /// A migration of documents.
    ///
    /// - Throws: ``MigrationError`` with the code `unknownVersion` for a version that the plan does not have.
    package init(
        plan: MigrationPlan, target: String, from explicit: String?, options: MigrationOptions
    ) throws(MigrationError) {
        _ = try plan.index(of: target)
        if let explicit { _ = try plan.index(of: explicit) }
        (subject, self.target, self.explicit, self.options) = (.plan(plan), target, explicit, options)
    }

    /// A migration of documents of one entity of a plan set.
    ///
    /// - Throws: ``MigrationError`` with the codes `unknownEntity` and `unknownVersion`.
    package init(
        set: PlanSet, entity: String, target: String, from explicit: String?, options: MigrationOptions
    ) throws(MigrationError) {
        _ = try (set.entity(of: entity), set.pins(of: target))
        if let explicit { _ = try set.pins(of: explicit) }
        (subject, self.target, self.explicit, self.options) = (.set(set, entity: entity), target, explicit, options)
    }

    /// Texts one after the other: the one of number `n` is between the offsets `n` and `n + 1`.
    package struct Texts {
        package fileprivate(set) var bytes: [UInt8] = []
        package fileprivate(set) var offsets: [Int64] = [0]

        /// Ends the text that has been appended.
        fileprivate mutating func end() { offsets.append(Int64(bytes.count)) }
    }

    /// The outcome for a document.
    package enum Outcome: UInt8 {
        case unchanged = 0
        case migrated = 1
        case bad = 2
    }

    /// The results of the documents, in their order.
    package struct Results {
        package fileprivate(set) var outcomes: [UInt8] = []
        package fileprivate(set) var bad = 0
        /// The migrated documents; nothing for one that is bad.
        package fileprivate(set) var documents = Texts()
        /// A JSON array for each document that has losses.
        package fileprivate(set) var losses = Texts()
        /// A JSON object for each document that is bad.
        package fileprivate(set) var errors = Texts()
        /// A JSON object for each document whose version is contradicted.
        package fileprivate(set) var contradictions = Texts()
    }

    /// Migrates the documents. A bad one does not stop the others.
    ///
    /// - `offsets`: Where the documents are: one more than there are documents, rising, within the bytes.
    /// - Complexity: O(bytes × steps)
    package func run(_ bytes: UnsafeBufferPointer<UInt8>, offsets: UnsafeBufferPointer<Int64>) -> Results {
        var results = Results()
        let count = max(0, offsets.count - 1)
        results.outcomes.reserveCapacity(count)
        results.documents.bytes.reserveCapacity(bytes.count + bytes.count / 8)
        var (pool, runner): (RunnerPool?, PlanRunner?)
        if case .plan(let plan) = subject, options.allowRunners {
            pool = plan.runners.pool(to: target, from: explicit, options)
            runner = pool?.take(plan, options)
        }
        defer { if let runner { pool?.keep(runner) } }
        for number in 0..<count {
            let text = UnsafeBufferPointer(rebasing: bytes[Int(offsets[number])..<Int(offsets[number + 1])])
            add(text, runner, to: &results)
            results.documents.end()
            results.losses.end()
            results.errors.end()
            results.contradictions.end()
        }
        return results
    }

    /// Adds one document.
    private func add(_ text: UnsafeBufferPointer<UInt8>, _ runner: PlanRunner?, to results: inout Results) {
        let start = results.documents.bytes.count
        runner?.bridgeRuns?.clear()
        do {
            var losses: [Loss]
            if let runner, let fast = try migrated(text, runner, to: &results.documents.bytes) {
                losses = fast
                Loss.order(&losses, text)
            } else {
                // Other documents are read again.
                let contradiction: DetectedVersion.Contradiction?
                switch subject {
                case .plan(let plan):
                    var options = options
                    options.bridgeRuns = runner?.bridgeRuns
                    let result = try plan.migrate(Array(text), to: target, from: explicit, options: options)
                    results.documents.bytes += result.bytes
                    (losses, contradiction) = (result.losses, result.from.contradiction)
                case .set(let set, let entity):
                    let result = try set.migrate(
                        Array(text), entity: entity, to: target, from: explicit, options: options)
                    results.documents.bytes += result.bytes
                    (losses, contradiction) = (result.losses, result.contradictions.first)
                }
                if let contradiction { results.contradictions.bytes += DocumentFault(contradiction).json.bytes() }
            }
            if !losses.isEmpty { results.losses.bytes += Loss.array(of: losses) }
            let isSame = results.documents.bytes[start...].elementsEqual(text)
            results.outcomes.append((isSame ? Outcome.unchanged : .migrated).rawValue)
        } catch {
            results.bad += 1
            results.outcomes.append(Outcome.bad.rawValue)
            results.errors.bytes += DocumentFault(error).json.bytes()
        }
    }

    /// Appends a document that fits the plan, and returns its losses; `nil`, with nothing appended, for another one.
    private func migrated(
        _ text: UnsafeBufferPointer<UInt8>, _ runner: PlanRunner, to output: inout [UInt8]
    ) throws(MigrationError) -> [Loss]? {
        if options.isOneLine { return try runner.migrate(text, to: &output) }
        // A large document is written piece by piece.
        guard text.count < PlanRunner.large, let outcome = try runner.migrate(document: text) else { return nil }
        if outcome.isUnchanged {
            output.append(contentsOf: text)
        } else {
            runner.withWritten { output.append(contentsOf: $0) }
        }
        return outcome.losses.array
    }
}
