import VersionedCodec

/// Migrates documents that are in memory one after the other, all in the same memory.
///
/// Use it where the documents are not lines of a file, but values of a column.
package struct BatchMigration: Sendable {
    private let subject: MigrationSubject
    private let target: String
    private let explicit: String?
    private let options: MigrationOptions

    /// A migration of documents.
    ///
    /// - Throws: ``MigrationError`` with the codes `unknownEntity` and `unknownVersion`.
    package init(
        _ subject: MigrationSubject, target: String, from explicit: String?, options: MigrationOptions
    ) throws(MigrationError) {
        try subject.requireVersions(target, explicit)
        (self.subject, self.target, self.explicit, self.options) = (subject, target, explicit, options)
    }

    /// Texts one after the other: the one of number `n` is between the offsets `n` and `n + 1`.
    package struct Texts {
        package fileprivate(set) var bytes: [UInt8] = []
        package fileprivate(set) var offsets: [Int64] = [0]

        /// Ends the text that has been appended.
        fileprivate mutating func end() { offsets.append(Int64(bytes.count)) }

        /// Puts the document that begins at a place on one line, in UTF-8. One that already has the target version may
        /// be on several, and in another encoding.
        fileprivate mutating func putOnOneLine(from start: Int, _ parsing: JSONParsingOptions) throws {
            // UTF-16 and UTF-32 have zeros, a document in UTF-8 has none.
            if bytes[start...].contains(0) {
                let document = try MigrationPlan.document(Array(bytes[start...]), parsing)
                bytes.replaceSubrange(start..., with: document.bytes)
            }
            guard breaksLine(from: start) else { return }
            // White space around the document is not a part of its layout.
            while bytes.count > start, let last = bytes.last, Self.isSpace(last) { bytes.removeLast() }
            bytes.removeSubrange(start..<(bytes[start...].firstIndex { !Self.isSpace($0) } ?? bytes.count))
            guard breaksLine(from: start) else { return }
            let document = try MigrationPlan.document(Array(bytes[start...]), parsing)
            bytes.replaceSubrange(start..., with: document.root.bytes(in: document.writingStyle.onOneLine))
        }

        private func breaksLine(from start: Int) -> Bool { bytes[start...].contains { $0 == 0x0A || $0 == 0x0D } }

        private static func isSpace(_ byte: UInt8) -> Bool {
            byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
        }
    }

    /// The outcome for a document. One that already has the target version is unchanged, also if it is put on one line.
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
    /// - Parameters:
    ///   - bytes: The documents, from the first offset on.
    ///   - offsets: Where the documents are: one more than there are documents, rising.
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
            let (start, end) = (Int(offsets[number] - offsets[0]), Int(offsets[number + 1] - offsets[0]))
            let text = UnsafeBufferPointer(rebasing: bytes[start..<end])
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
            let isSame: Bool
            if let runner, let fast = try migrated(text, runner, to: &results.documents.bytes) {
                losses = fast
                Loss.order(&losses, text)
                isSame = results.documents.bytes[start...].elementsEqual(text)
            } else {
                // Other documents are read again.
                var options = options
                options.bridgeRuns = runner?.bridgeRuns
                let result = try subject.migrate(Array(text), to: target, from: explicit, options: options)
                results.documents.bytes += result.bytes
                losses = result.losses
                isSame = results.documents.bytes[start...].elementsEqual(text)
                if options.isOneLine { try results.documents.putOnOneLine(from: start, options.parsing) }
                if let contradiction = result.contradictions.first {
                    results.contradictions.bytes += DocumentFault(contradiction).json.bytes()
                }
            }
            if !losses.isEmpty { results.losses.bytes += Loss.array(of: losses) }
            results.outcomes.append((isSame ? Outcome.unchanged : .migrated).rawValue)
        } catch {
            results.documents.bytes.removeSubrange(start...)
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
        // Nothing has been written where the losses are refused; the plan has the words for that.
        if options.losses == .fail, !outcome.losses.isEmpty { return nil }
        if outcome.isUnchanged {
            output.append(contentsOf: text)
        } else {
            runner.withWritten { output.append(contentsOf: $0) }
        }
        return outcome.losses.array
    }
}
