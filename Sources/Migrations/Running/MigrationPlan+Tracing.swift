package import VersionedCodec

extension MigrationPlan {
    /// Names each operation and bridge that is applied to a document on its way, those within scopes and branches too.
    ///
    /// - `reached`: Is given the names, as ``traceNames(from:to:)`` has them, once for each application.
    package func trace(
        _ document: JSONDocument, from: String, to target: String, context: JSONValue?, _ reached: (String) -> Void
    ) throws(MigrationError) {
        let path = try path(from: from, to: target)
        var state = MigrationState(
            document.withoutCarriedData.root, plan: self, MigrationOptions(context: context).environment)
        defer { state.finish() }
        for step in path.steps {
            if case .bridge(let bridge, _) = step.work { reached("\(step.name): \(bridge)") }
            var found: [String] = []
            let failure: MigrationError?
            do throws(MigrationError) {
                let names = TraceNames()
                state.report { names.found.append("\(step.name): \($0)") }
                defer { found = names.found }
                try state.run(step)
                failure = nil
            } catch {
                failure = error
            }
            for name in found { reached(name) }
            if let failure { throw failure }
        }
    }

    /// The names of all operations and bridges between two versions.
    package func traceNames(from: String, to target: String) throws(MigrationError) -> [String] {
        func names(_ operations: [JSONOperation], _ step: String) -> [String] {
            operations.filter(\.runs).flatMap { ["\(step): \($0)"] + names($0.inner, step) }
        }
        return try path(from: from, to: target).steps.flatMap { step in
            if case .bridge(let bridge, _) = step.work { return ["\(step.name): \(bridge)"] }
            return names(step.operations, step.name)
        }
    }

    /// Whether an operation between two versions declares that the order of elements is irrelevant.
    package func declaresAnyOrder(from: String, to target: String) -> Bool {
        // A version that does not exist has no operations.
        let there = (try? path(from: from, to: target).steps) ?? []
        let back = (try? path(from: target, to: from).steps) ?? []
        return (there + back).flatMap(\.operations).contains(where: \.declaresAnyOrder)
    }

    /// The places where documents name their version.
    package var versionPlaces: [JSONPointer] { Self.places(of: versions, location) }

    /// Whether a value may be the number of a part that a bridge between two versions writes anew: it names a version
    /// where payloads do, and so does the other value, or there is none.
    package func mayBePartVersion(
        _ value: JSONValue?, _ other: JSONValue?, at place: JSONPointer, from: String, to target: String
    ) -> Bool {
        func names(_ value: JSONValue) -> Bool {
            location.flatMap { $0.label(of: value) }.map { labels.contains($0) } ?? false
        }
        guard let location, place.tokens.count > location.pointer.tokens.count,
            place.tokens.suffix(location.pointer.tokens.count) == location.pointer.tokens[...],
            // A version that does not exist has no operations.
            let steps = try? path(from: from, to: target).steps,
            steps.contains(where: \.migration.hasBridges), let value
        else { return false }
        return names(value) && other.map(names) ?? true
    }

    /// The versions between two, in the order of the way.
    package func versionsBetween(_ from: String, _ target: String) throws(MigrationError) -> [String] {
        try path(from: from, to: target).steps.filter { !$0.isNormalizing }.dropLast().map(\.to)
    }

    /// Whether the plan declares a way back over the way between two versions.
    package func hasWayBack(from: String, to target: String) -> Bool {
        // A version that does not exist has no way back either.
        (try? path(from: from, to: target)).flatMap { wayBack(over: $0) } != nil
    }
}

private final class TraceNames { var found: [String] = [] }
