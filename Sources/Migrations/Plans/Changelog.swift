import VersionedCodec

extension MigrationPlan {
    /// The changes between two versions as Markdown, newest first: the author's words, then the effects of the
    /// operations, then the losses of going back.
    ///
    /// ```swift
    /// print(plan.changelog())
    /// // # Shop order
    /// //
    /// // ## 2
    /// //
    /// // The total is called price
    /// //
    /// // - `/total` is renamed to `price`
    /// //
    /// // Going back to 1 loses nothing.
    /// ```
    ///
    /// - `from`: The version of the reader; by default the oldest.
    /// - `to`: The future version of the reader; by default the newest.
    /// - `showingAll`: Whether operations on scratch values, and those that a summary replaces, are shown too.
    /// - Throws: ``MigrationError`` with the code `unknownVersion` for a label that is not in the plan.
    public func changelog(
        from: String? = nil, to target: String? = nil, showingAll: Bool = false
    ) throws(MigrationError) -> String {
        let start = try from.map { (label) throws(MigrationError) in try index(of: label) } ?? 0
        let end = try target.map { (label) throws(MigrationError) in try index(of: label) } ?? labels.count - 1
        let changes = migrations(between: start, end)
        var blocks = ["# \(name)"]
        if changes.isEmpty { blocks.append("Nothing changed.") }
        for migration in changes.reversed() {
            blocks += Changelog.blocks(
                of: migration, heading: "## \(migration.to)", all: showingAll,
                knows: (self[migration.from]?.knows != nil, self[migration.to]?.knows != nil))
        }
        return blocks.joined(separator: "\n\n") + "\n"
    }
}

/// The parts of a changelog.
enum Changelog {
    /// - `knows`: Whether the older version and the newer one leave out what they do not know.
    static func blocks(
        of migration: Migration, heading: String, all: Bool, knows: (older: Bool, newer: Bool)
    ) -> [String] {
        var blocks = [heading]
        blocks += [migration.summary, migration.notes].compactMap { $0 }.filter { !$0.isEmpty }
        do throws(NoWayBack) {
            var lines = lines(of: try migration.up(), all: all)
            if knows.newer { lines.append("- what \(migration.to) does not know is left out") }
            blocks.append(lines.isEmpty ? "Documents stay as they are." : lines.joined(separator: "\n"))
        } catch {
            blocks.append("There is no way from \(migration.from) to this version: \(error.reason).")
        }
        do throws(NoWayBack) {
            let down = try migration.down()
            if case .operations(let operations) = down {
                let lines = linesOfOneDirection(in: operations, depth: 0, all: all)
                if !lines.isEmpty {
                    blocks += ["Only on the way back to \(migration.from):", lines.joined(separator: "\n")]
                }
            }
            var unknown = knows.older ? ["what \(migration.from) does not know"] : []
            if knows.newer { unknown.append("what \(migration.to) does not know, on the way up again") }
            blocks.append(
                losses(of: down, to: migration.from, isLedBack: migration.halves.down, unknown, all: all))
        } catch {
            blocks.append("There is no way back to \(migration.from): \(error.reason).")
        }
        return blocks
    }

    private static func lines(of work: MigrationPath.Work, all: Bool) -> [String] {
        switch work {
        case .operations(let operations): lines(of: operations, depth: 0, all: all)
        case .bridge(let bridge, let isUp):
            ["- `\(isUp ? bridge.older : bridge.newer)` becomes `\(isUp ? bridge.newer : bridge.older)` (\(bridge))"]
        }
    }

    private static func lines(of operations: [JSONOperation], depth: Int, all: Bool) -> [String] {
        let bullet = String(repeating: "  ", count: depth) + "- "
        return operations.reported(all: all).flatMap { operation -> [String] in
            if let sentence = operation.sentence(unless: all) { return [bullet + sentence] }
            if let when = operation.body.alternatives {
                var lines: [String] = []
                if !when.operations.isEmpty {
                    lines +=
                        [bullet + "where \(when.condition):"]
                        + Self.lines(of: when.operations, depth: depth + 1, all: all)
                }
                if !when.otherwise.isEmpty {
                    let words = when.operations.isEmpty ? "where not \(when.condition):" : "otherwise:"
                    lines += [bullet + words] + Self.lines(of: when.otherwise, depth: depth + 1, all: all)
                }
                return lines
            }
            let inner = Self.lines(of: operation.inner, depth: depth + 1, all: all)
            return [bullet + operation.words + (inner.isEmpty ? "" : ":")] + inner
        }
    }

    /// What happens in this direction only.
    private static func linesOfOneDirection(in operations: [JSONOperation], depth: Int, all: Bool) -> [String] {
        let bullet = String(repeating: "  ", count: depth) + "- "
        return operations.reported(all: all).flatMap { operation -> [String] in
            if operation.onlyDirection != nil { return lines(of: [operation], depth: depth, all: all) }
            if let when = operation.body.alternatives {
                let parts = [("where", when.operations), ("where not", when.otherwise)]
                return parts.flatMap { words, operations in
                    let inner = linesOfOneDirection(in: operations, depth: depth + 1, all: all)
                    return inner.isEmpty ? [] : [bullet + "\(words) \(when.condition):"] + inner
                }
            }
            let inner = linesOfOneDirection(in: operation.inner, depth: depth + 1, all: all)
            return inner.isEmpty ? [] : [bullet + operation.words + ":"] + inner
        }
    }

    private static func losses(
        of work: MigrationPath.Work, to label: String, isLedBack: Bool, _ unknown: [String], all: Bool
    ) -> String {
        let back = "Going back to \(label)"
        switch work {
        case .operations(let operations):
            var givenUp = operations.captures(all: all)
            if givenUp.isEmpty, !isLedBack { givenUp = ["what the way up does not restore"] }
            givenUp += unknown
            if givenUp.isEmpty { return "\(back) loses nothing." }
            return (["\(back) may lose what does not fit there:", ""] + givenUp.map { "- " + $0 }).joined(
                separator: "\n")
        case .bridge(let bridge, _):
            return bridge.lossClass < .captures
                ? "\(back) loses nothing." : "\(back) may lose what \(bridge) gives up, and tells."
        }
    }
}

extension Sequence where Element == JSONOperation {
    private static func captures(of reverse: Condition?, in scope: String) -> [String] {
        reverse.map { ["what is so already: \($0)" + scope] } ?? []
    }

    /// The values that the operations may lose, in words, with the scopes that they are in.
    fileprivate func captures(in scope: String = "", all: Bool) -> [String] {
        flatMap { operation -> [String] in
            guard operation.lossClass >= .captures, all || operation.usesScratch != .alone else { return [] }
            if !operation.runs {
                let words = operation.sentence(unless: all) ?? operation.words
                return ["what only the way up changes: " + words + scope]
            }
            if let sentence = operation.sentence(unless: all) {
                return ["what does not come back, \(sentence)" + scope]
            }
            if operation.onlyDirection != nil, operation.inner.isEmpty {
                return ["what does not come back when " + operation.words + scope]
            }
            if let when = operation.body.alternatives {
                return when.operations.captures(in: ", where \(when.condition)" + scope, all: all)
                    + when.otherwise.captures(in: ", where not (\(when.condition))" + scope, all: all)
                    + Self.captures(of: operation.body.reverseCondition, in: scope)
            }
            if operation.inner.isEmpty { return [operation.lossWords + scope] }
            return operation.inner.captures(in: ", " + operation.words + scope, all: all)
                + Self.captures(of: operation.body.reverseCondition, in: scope)
        }
    }
}
