import VersionedCodec

extension MigrationPlan {
    /// The way from one version to another, step by step, for a person to read before anything runs.
    ///
    /// ```swift
    /// print(try plan.explanation(from: "2", to: "1"))
    /// // Shop order: 2 → 1 (captures)
    /// // captures: a value may be given up, and is then told as a loss
    /// //
    /// // 2 → 1 (captures): Orders have notes
    /// //     remove "/note" (captures)
    /// //       - if it is absent: nothing happens
    /// ```
    ///
    /// - Throws: ``MigrationError`` where there is no way, or a label is unknown.
    public func explanation(from: String, to target: String) throws(MigrationError) -> String {
        try explanation(from: from, to: target, named: name)
    }

    /// The same under another name.
    func explanation(from: String, to target: String, named name: String) throws(MigrationError) -> String {
        let path = try path(from: from, to: target)
        guard !path.steps.isEmpty else { return "\(name): \(from) is \(target), nothing runs\n" }
        var lines = ["\(name): \(from) → \(target) (\(path.lossClass.rawValue))"]
        lines.append("\(path.lossClass.rawValue): \(path.lossClass.meaning)")
        for step in path.steps {
            lines += ["", "\(step.name) (\(step.lossClass.rawValue)): \(step.migration.summary)"]
            switch step.work {
            case .operations(let operations):
                let said = Self.lines(of: operations, depth: 1)
                lines += said.isEmpty ? ["    nothing to do"] : said
            case .bridge(let bridge, let isUp):
                let (from, to) = isUp ? (bridge.older, bridge.newer) : (bridge.newer, bridge.older)
                lines.append("    \(bridge): \(from) → \(to) (\(bridge.lossClass.rawValue))")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func lines(of operations: [JSONOperation], depth: Int) -> [String] {
        let indent = String(repeating: "    ", count: depth)
        return operations.flatMap { operation in
            guard operation.runs else {
                return operation.lossClass < .captures
                    ? [] : ["\(indent)nothing, where the other way has: \(operation) (\(operation.lossClass.rawValue))"]
            }
            var lines = ["\(indent)\(operation) (\(operation.lossClass.rawValue))"]
            lines += operation.details.map { "\(indent)  - \($0)" }
            if let when = operation.body as? WhenScope {
                lines += Self.lines(of: when.operations, depth: depth + 1)
                if !when.otherwise.isEmpty {
                    lines += ["\(indent)otherwise"] + Self.lines(of: when.otherwise, depth: depth + 1)
                }
            } else {
                lines += Self.lines(of: operation.inner, depth: depth + 1)
            }
            return lines
        }
    }
}

extension LossClass {
    /// What it means, in words.
    var meaning: String {
        switch self {
        case .exact: "going on and coming back gives the same document"
        case .needsDefault: "a value is made up that the document does not hold"
        case .captures: "a value may be given up, and is then told as a loss"
        case .oneWay: "there is no way back"
        }
    }
}
