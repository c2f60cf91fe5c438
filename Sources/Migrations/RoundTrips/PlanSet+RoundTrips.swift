public import VersionedCodec

/// What became of a payload of a plan set that went to other versions of the API and came back.
public struct PlanSetRoundTrips: Sendable {
    /// The version of the API that the trips begin and end in.
    public let from: String

    /// Whether the payload had to be brought to that version first: its entities are not those of any one version of the API.
    public let isMixed: Bool

    /// What was lost on the way to it.
    public let losses: [Loss]

    /// The trips, in the order of the versions; their labels are those of the API.
    public let trips: [RoundTrip]
}

extension PlanSet {
    /// Takes a payload to every other version of the API and back, and compares.
    ///
    /// ```swift
    /// try shop.roundTrips(of: page, entity: "OrderPage").trips.allSatisfy(\.isSound)    // true: whatever did not come back is listed as a loss
    /// ```
    ///
    /// A payload is of the newest version of the API that asks for no step; one with entities of several versions is brought to the newest version first.
    ///
    /// - `source`: The label of the version of the API that the payload comes from, for entities that say no version.
    /// - `context`: The facts from outside that operations may read.
    /// - Throws: `VersionError` for an entity whose version cannot be told, ``MigrationError`` for an entity or a version that the set does not have, and
    ///   for a payload of several versions that does not fit a step.
    /// - Complexity: O(versions × bytes × steps)
    public func roundTrips(
        of document: JSONDocument, entity name: String, from source: String? = nil, context: JSONValue? = nil
    ) throws -> PlanSetRoundTrips {
        let (entity, pinned) = (try entity(of: name), try source.map { try pins(of: $0) })
        let surroundings = Surroundings(facts: context)
        func converted(_ value: JSONValue, to target: VersionPins, from: VersionPins?) throws -> (
            Passed, isChanged: Bool
        ) {
            var passage = SetPassage(set: self, document: document, target: target, source: from, surroundings)
            var value = value
            let isChanged = try passage.convert(&value, entity, at: .root)
            return (Passed(value: value, losses: passage.losses, leftOut: passage.leftOut), isChanged)
        }
        var home = pinned ?? pins.last
        var isMixed = true
        for candidate in [pinned].compactMap({ $0 }) + pins.reversed() {
            // What a version has no entity for, or no way to, is not of that version.
            guard let (_, isChanged) = try? converted(document.root, to: candidate, from: pinned), !isChanged else {
                continue
            }
            (home, isMixed) = (candidate, false)
            break
        }
        guard let home else { return PlanSetRoundTrips(from: "", isMixed: false, losses: [], trips: []) }
        let (start, _) = try converted(document.root, to: home, from: pinned)
        let trips = pins.filter { $0.label != home.label }.map { through in
            RoundTrip(
                from: home.label, through: through.label,
                outcome: Self.outcome(from: start.value) {
                    let (out, _) = try converted(start.value, to: through, from: home)
                    let (back, _) = try converted(out.value, to: home, from: through)
                    return Passed(
                        value: back.value,
                        losses: MigrationPlan.inDocumentOrder(out.losses, document.bytes)
                            + MigrationPlan.inDocumentOrder(back.losses, document.bytes), leftOut: back.leftOut,
                        leftOutThere: out.leftOut)
                })
        }
        return PlanSetRoundTrips(
            from: home.label, isMixed: isMixed, losses: MigrationPlan.inDocumentOrder(start.losses, document.bytes),
            trips: trips)
    }

    /// What a way through a set makes of a value.
    private struct Passed {
        let value: JSONValue
        let losses: [Loss]
        let leftOut: [Int]
        var leftOutThere: [Int] = []
    }

    private static func outcome(from start: JSONValue, _ trip: () throws -> Passed) -> RoundTrip.Outcome {
        do {
            let home = try trip()
            let differences = Difference.between(start, home.value, areOneDocument: true)
            let missing = differences.filter { $0.before != nil }
            let milestone = Milestone(
                steps: Set(home.losses.compactMap(\.step)), differences: PathSet(missing.map(\.path)))
            var trace = LossTrace(
                home.losses, of: start, leftOut: Set(home.leftOut), orderLeftOut: Set(home.leftOutThere + home.leftOut),
                [milestone])
            for difference in missing { trace.account(for: difference) }
            return .returned(
                RoundTrip.Returned(
                    losses: trace.losses, additions: differences.filter { $0.before == nil },
                    leftOut: trace.leftOut, uncertain: trace.uncertain, silent: trace.silent))
        } catch let error as MigrationError {
            return [.refused, .noWay].contains(error.code) ? .refused(error) : .failed(error)
        } catch {
            // An entity that cannot be told on the way.
            let diagnostic = (error as? any DiagnosableError)?.diagnostic ?? Diagnostic(message: "\(error)")
            var failure = MigrationError(.unexpectedValue, diagnostic.message, at: diagnostic.path)
            failure.position = diagnostic.position
            return .failed(failure)
        }
    }
}
