package import VersionedCodec

/// The cost of the operations of a way on a sample document, as `explain --cost` shows it.
package struct OperationCosts {
    /// Something that takes time: an operation; or reading, writing and finding losses.
    package struct Row: Equatable {
        /// The operation, in one line; of the outermost ones with their step.
        package let name: String
        /// How many scopes it is in.
        package let depth: Int
        /// How often it runs on the document; `nil` for reading, writing and finding losses.
        package let count: Int?
        /// The time for the document, with all that is within.
        package let time: Duration
        /// The time without the operations within.
        package let ownTime: Duration
    }

    package let from: String
    package let target: String
    /// The length of the document.
    package let byteCount: Int
    /// How often the document was migrated.
    package let runs: Int
    /// In the order of the way, each operation before those within it.
    package let rows: [Row]

    /// The time of one migration.
    package var time: Duration { rows.filter { $0.depth == 0 }.reduce(.zero) { $0 + $1.time } }

    /// The operation with the most time of its own; `nil` without operations.
    package var dominating: Row? { rows.filter { $0.count != nil }.max { $0.ownTime < $1.ownTime } }

    /// A table for people. The time of a scope includes that of the operations in it.
    package var text: String {
        let speed = Double(byteCount) / max(time / .seconds(1), 1e-9) / 1e6
        var lines = [
            "\(from) → \(target): \(byteCount) bytes, \(Self.shown(time)) (\(Self.tenths(speed)) MB/s), mean of \(runs) runs",
            "", "       time   share      times",
        ]
        for row in rows {
            let count = row.count.map(String.init) ?? ""
            let cells = Self.right(Self.shown(row.time), 11) + Self.right(share(row.time), 8) + Self.right(count, 11)
            lines.append(cells + "  " + String(repeating: "  ", count: row.depth) + row.name)
        }
        if let row = dominating { lines += ["", "most: \(row.name), \(share(row.ownTime)) of the time by itself"] }
        return lines.joined(separator: "\n") + "\n"
    }

    private func share(_ part: Duration) -> String {
        time > .zero ? "\(Int((part / time * 100).rounded())) %" : "0 %"
    }

    private static func shown(_ time: Duration) -> String {
        let microseconds = time / .microseconds(1)
        return microseconds < 10_000 ? "\(tenths(microseconds)) µs" : "\(tenths(microseconds / 1000)) ms"
    }

    private static func tenths(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(1, width - text.count)) + text
    }
}

extension MigrationPlan {
    /// Migrates a document several times, and measures each operation.
    ///
    /// Lines and small documents of a shape that came before are faster: no operation runs on them.
    ///
    /// - `explicit`: The version of the document; `nil` if the document names it.
    /// - `atLeast`: So long the document is migrated again and again, but at least three times.
    /// - Throws: ``MigrationError`` as every migration does, and with the code `noWay` for a step that is a bridge,
    ///   whose time is that of its own code.
    package func costs(
        of payload: [UInt8], from explicit: String?, to target: String, context: JSONValue? = nil,
        atLeast: Duration = .milliseconds(300)
    ) throws -> OperationCosts {
        let options = MigrationOptions(context: context)
        // A mistake in the document is reported as in every migration.
        _ = try migrate(payload, to: target, from: explicit, options: options)
        let document = try Self.document(payload, JSONParsingOptions()).withoutCarriedData
        let path = try path(from: version(of: document, knowing: VersionHints(explicit: explicit)).label, to: target)
        let environment = options.environment
        let judge = LossJudge(plan: self, path: path, environment: environment)
        let memory = ArenaPool.shared.take()
        defer { ArenaPool.shared.keep(memory) }
        let steps = try path.steps.map { (step) throws(MigrationError) in
            guard case .operations = step.work else {
                var error = MigrationError(.noWay, "only operations are measured, and this step is a bridge", at: nil)
                error.step = step.name
                throw error
            }
            return PreparedStep(self, step, environment, in: memory)
        }
        let meter = CostMeter()
        let clock = ContinuousClock()
        let start = clock.now
        while meter.runs < 3 || clock.now - start < atLeast {
            try payload.withUnsafeBufferPointer { text throws(MigrationError) in
                meter.measure("read") {
                    if !memory.arena.scan(text, JSONParsingOptions()) { memory.arena.begin(document.root) }
                }
                let records = try meter.run(steps, in: memory)
                meter.measure("write") {
                    if let style = self[target]?.style {
                        memory.arena.writeDocument(in: style)
                    } else if memory.arena.hasText {
                        memory.arena.writeDocument()
                    } else {
                        _ = memory.arena.value(of: memory.arena.root).bytes()
                    }
                }
                meter.measure("find losses") {
                    guard judge.isNeeded(records) else { return }
                    _ = judge.losses(ofRun: .value(document.root), becoming: memory.arena, records)
                }
            }
            meter.runs += 1
        }
        return OperationCosts(
            from: path.from, target: target, byteCount: payload.count, runs: meter.runs, rows: meter.rows)
    }
}

/// Adds up the times of operations.
private final class CostMeter {
    /// One operation at its place in the plan; or reading, writing and finding losses.
    private final class Entry {
        let name: String
        let isOperation: Bool
        var count = 0
        var time = Duration.zero
        var inner: [Entry] = []

        init(_ name: String, isOperation: Bool) { (self.name, self.isOperation) = (name, isOperation) }

        func entry(_ name: String, isOperation: Bool) -> Entry {
            if let known = inner.first(where: { $0.name == name }) { return known }
            let new = Entry(name, isOperation: isOperation)
            inner.append(new)
            return new
        }
    }

    var runs = 0
    private let root = Entry("", isOperation: false)
    private let clock = ContinuousClock()
    /// The operations that are running; a recursion counts for the outermost one.
    private var running: [(entry: Entry, start: ContinuousClock.Instant, isRepeated: Bool)] = []

    func measure(_ name: String, _ body: () -> Void) {
        let entry = root.entry(name, isOperation: false)
        entry.time += clock.measure(body)
    }

    /// Runs the steps on the document in an arena.
    func run(_ steps: [PreparedStep], in memory: ArenaMemory) throws(MigrationError) -> LossRecords {
        var records = LossRecords()
        for step in steps {
            var manner = PreparedStep.Manner()
            manner.reached = { [self] in enter($0, of: step.name) }
            manner.left = { [self] in leave() }
            defer { running.removeAll() }
            do throws(MigrationError) {
                try step.run(in: memory, manner, &records)
            } catch {
                var error = error
                error.step = error.step ?? step.name
                throw error
            }
        }
        return records
    }

    private func enter(_ operation: JSONOperation, of step: String) {
        let name = running.isEmpty ? "\(step): \(operation)" : operation.description
        if let known = running.first(where: { $0.entry.name == name })?.entry {
            known.count += 1
            return running.append((known, clock.now, true))
        }
        let entry = (running.last?.entry ?? root).entry(name, isOperation: true)
        entry.count += 1
        running.append((entry, clock.now, false))
    }

    private func leave() {
        guard let (entry, start, isRepeated) = running.popLast(), !isRepeated else { return }
        entry.time += clock.now - start
    }

    /// All that was measured, for one run.
    var rows: [OperationCosts.Row] {
        func rows(_ entry: Entry, _ depth: Int) -> [OperationCosts.Row] {
            let inner = entry.inner.reduce(.zero) { $0 + $1.time }
            let row = OperationCosts.Row(
                name: entry.name, depth: depth, count: entry.isOperation ? entry.count / max(1, runs) : nil,
                time: entry.time / max(1, runs), ownTime: max(.zero, entry.time - inner) / max(1, runs))
            return [row] + entry.inner.flatMap { rows($0, depth + 1) }
        }
        return root.inner.flatMap { rows($0, 0) }
    }
}
