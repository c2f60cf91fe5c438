import VersionedCodec

extension MigrationPlan {
    /// The path from one version to another, step by step, for people to read before anything runs.
    ///
    /// ```swift
    /// print(try plan.explanation(from: "2", to: "1"))
    /// // Shop order: 2 → 1 (captures)
    /// // captures: a value may be lost, and is then reported as a loss
    /// //
    /// // 2 → 1 (captures): Orders have notes
    /// //     remove "/note" (captures)
    /// //       - if it is absent: nothing happens
    /// ```
    ///
    /// - `showingAll`: Whether operations on scratch values, and those that a summary replaces, are shown too.
    /// - Throws: ``MigrationError`` if there is no path, or if a label is unknown.
    public func explanation(
        from: String, to target: String, showingAll: Bool = false
    ) throws(MigrationError) -> String {
        try explanation(from: from, to: target, named: name, showingAll: showingAll)
    }

    /// The same under another name.
    func explanation(
        from: String, to target: String, named name: String, showingAll: Bool
    ) throws(MigrationError) -> String {
        let path = try path(from: from, to: target)
        guard !path.steps.isEmpty else { return "\(name): \(from) is \(target), nothing runs\n" }
        var lines = ["\(name): \(from) → \(target) (\(path.lossClass.rawValue))"]
        lines.append("\(path.lossClass.rawValue): \(path.lossClass.meaning)")
        for step in path.steps {
            lines += ["", "\(step.name) (\(step.lossClass.rawValue)): \(step.migration.summary)"]
            switch step.work {
            case .operations(let operations):
                let said = Self.lines(of: operations, depth: 1, all: showingAll)
                lines += said.isEmpty ? ["    nothing to do"] : said
                if step.isNotLedBackAlone { lines.append("    " + MigrationPath.Step.notLedBack) }
            case .bridge(let bridge, let isUp):
                let (from, to) = isUp ? (bridge.older, bridge.newer) : (bridge.newer, bridge.older)
                lines.append("    \(bridge): \(from) → \(to) (\(bridge.lossClass.rawValue))")
            }
        }
        for remark in path.remarks { lines += ["", "\(remark) (\(LossClass.captures.rawValue))"] }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func lines(of operations: [JSONOperation], depth: Int, all: Bool) -> [String] {
        let indent = String(repeating: "    ", count: depth)
        return operations.flatMap { operation -> [String] in
            if !all, operation.usesScratch == .alone { return [] }
            let lossClass = " (\(operation.lossClass.rawValue))"
            guard operation.runs else {
                return operation.lossClass < .captures
                    ? [] : ["\(indent)nothing, where the other way has: \(operation.reported(all: all))\(lossClass)"]
            }
            if let sentence = operation.sentence(unless: all) { return [indent + sentence + lossClass] }
            var lines = [indent + operation.reported(all: all) + lossClass]
            lines += operation.details.map { "\(indent)  - \($0)" }
            if let when = operation.body.alternatives {
                lines += Self.lines(of: when.operations, depth: depth + 1, all: all)
                if !when.otherwise.isEmpty {
                    lines += ["\(indent)otherwise"] + Self.lines(of: when.otherwise, depth: depth + 1, all: all)
                }
            } else {
                lines += Self.lines(of: operation.inner, depth: depth + 1, all: all)
            }
            return lines
        }
    }
}

extension JSONOperation {
    /// The operation in a line, with the sentence of its own, if it has one.
    fileprivate func reported(all: Bool) -> String {
        guard let sentence else { return description }
        return all ? "\(sentence.shown): \(description)" : sentence.shown
    }
}

extension LossClass {
    /// The meaning, in words.
    var meaning: String {
        switch self {
        case .exact: "a round trip gives the same document"
        case .needsDefault: "a value is created that the document does not contain"
        case .captures: "a value may be lost, and is then reported as a loss"
        case .oneWay: "there is no way back"
        }
    }
}
