package import VersionedCodec

/// Takes one document after another to every other version and back, in the same memory.
///
/// It does so where each comes back without a value more. All others are for
/// ``MigrationPlan/roundTrips(of:from:context:)``, which has the words for them.
package final class RoundTripRunner {
    private let runners: [PlanRunner]
    private var output: [UInt8] = []

    /// Each version has its own steps to all others, which take too much memory for more versions.
    private static let most = 128

    /// `nil` if the plan must make the trips: a version has a bridge or cannot be reached, or there are too many
    /// versions.
    ///
    /// - `isOfLines`: Whether the documents are lines.
    package init?(
        _ plan: MigrationPlan, from explicit: String?, context: JSONValue?, _ parsing: JSONParsingOptions,
        isOfLines: Bool
    ) {
        guard plan.labels.count <= Self.most else { return nil }
        var options = MigrationOptions(context: context)
        (options.parsing, options.isOneLine) = (parsing, isOfLines)
        runners = plan.labels.compactMap {
            PlanRunner(plan, to: $0, from: explicit, options: options, mustComeBack: true)
        }
        if runners.count < plan.labels.count { return nil }
    }

    /// The round trips of a document on one line that lose something, in the order of the versions; `nil` where the
    /// plan must find them.
    ///
    /// - Complexity: O(versions × bytes × steps); O(versions × bytes) for a shape that was met before.
    package func lossyTrips(of line: [UInt8]) -> [RoundTrip]? {
        var trips: [RoundTrip] = []
        for runner in runners {
            output.removeAll(keepingCapacity: true)
            // The plan says what does not fit.
            guard let losses = try? line.withUnsafeBufferPointer({ try runner.migrate($0, to: &output) }) else {
                return nil
            }
            if losses.isEmpty { continue }
            guard let from = runner.versionOfLine?.label else { return nil }
            if from == runner.target { continue }
            let ordered = Loss.inDocumentOrder(losses, line)
            let returned = RoundTrip.Returned(losses: ordered, additions: [])
            trips.append(RoundTrip(from: from, through: runner.target, outcome: .returned(returned), losses: ordered))
        }
        return trips
    }

    /// From so many bytes on, the memory that a document takes as values counts.
    package static let large = PlanRunner.deferring

    /// The round trips of a large document, in the order of the versions; `nil` where the plan must find them.
    ///
    /// - `deferringFrom`: From how many bytes on operations on children may wait.
    /// - Complexity: O(versions × bytes × steps)
    package func trips(of document: [UInt8], deferringFrom: Int = large) -> [RoundTrip]? {
        var trips: [RoundTrip] = []
        for runner in runners {
            let sink = DocumentSink(write: { _ in }, forget: {})
            defer { runner.reset() }
            // The plan says what does not fit.
            let outcome = try? document.withUnsafeBufferPointer {
                try runner.migrate(document: $0, document, to: sink, deferringFrom: deferringFrom)
            }
            guard let outcome = outcome ?? nil else { return nil }
            let from = outcome.version.detected.label
            if from == runner.target { continue }
            let losses = outcome.losses.inDocumentOrder(document).array
            trips.append(
                RoundTrip(
                    from: from, through: runner.target,
                    outcome: .returned(RoundTrip.Returned(losses: losses, additions: [])), losses: losses))
        }
        return trips
    }
}
