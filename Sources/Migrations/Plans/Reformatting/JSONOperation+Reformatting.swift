public import VersionedCodec

extension JSONOperation {
    /// The differences between the formats of both versions for a model, as one operation among others.
    ///
    /// ```swift
    /// Migration(from: FeedVersion.v1, to: .v2, "Keys are in camel case, and prices are cents", operations: [
    ///     .reformatting(FeedPage.self),
    ///     .each("/results", [.bridge(SongBridgeV1V2(), writtenAs: .newer)]),
    /// ])
    /// ```
    ///
    /// Use it in the list of a migration, also within ``each(_:_:ifAbsent:ifWrongKind:)`` and
    /// ``inside(_:_:ifAbsent:ifWrongKind:)``. The plan needs a version controller, and replaces this operation with the
    /// derived ones; see ``Migration/init(from:to:_:notes:reformatting:hints:)``.
    ///
    /// - `hints`: Information that a recording of the model cannot find.
    ///
    /// Loss class: that of the derived operations; `captures` if those of the two directions are not inverses.
    public static func reformatting<Model: Decodable & SendableMetatype>(
        _ model: Model.Type, hints: [TypeSketch.Hint] = []
    ) -> JSONOperation {
        .custom(PendingReformatting(reformatting: Reformatting(model, hints: hints)))
    }
}

/// Formats among operations, before the plan has derived their operations.
struct PendingReformatting: ModelOperation {
    let reformatting: Reformatting

    var name: String { "reformat \(reformatting)" }

    func forward(_ value: inout JSONValue, in context: inout CustomContext) throws { try refuse() }
    func back(_ value: inout JSONValue, in context: inout CustomContext) throws { try refuse() }

    private func refuse() throws(MigrationError) {
        throw MigrationError(.refused, "the formats of \(reformatting) are known to a version controller only", at: nil)
    }
}

/// The directions in which a list of operations is traversed.
enum ListDirections { case both, up, down }

extension [JSONOperation] {
    /// The same operations, with those of formats replaced by the derived ones.
    func derived(
        for directions: ListDirections, _ derive: (Reformatting) throws -> Reformatting
    ) throws -> [JSONOperation] {
        var result: [JSONOperation] = []
        for operation in self {
            var scope: JSONOperation?
            if let pending = operation.custom as? PendingReformatting {
                let ways = try derive(pending.reformatting).derivedOperations()
                result += Self.operations(ways, for: directions)
                continue
            } else if operation.customs.contains(where: { $0.operation is PendingReformatting }) {
                let body = try operation.body.changingOperations { try $0.derived(for: directions, derive) }
                scope = body.map { JSONOperation($0) }
            }
            guard var scope else {
                result.append(operation)
                continue
            }
            (scope.oneDirection, scope.sentence) = (operation.oneDirection, operation.sentence)
            result.append(scope)
        }
        return result
    }

    /// The operations of both ways in one list.
    private static func operations(
        _ ways: Reformatting.Directions, for directions: ListDirections
    ) -> [JSONOperation] {
        switch directions {
        case .up: return ways.up
        case .down: return ways.down
        case .both:
            // Without a reverse, each way has its own operations.
            if let back = try? ways.up.reversedOperations(), back == ways.down { return ways.up }
            let up: [JSONOperation] = ways.up.isEmpty ? [] : [.inside(.root, ways.up).only(.up)]
            return up + (ways.down.isEmpty ? [] : [.inside(.root, ways.down).only(.down)])
        }
    }
}

extension JSONOperation {
    fileprivate var customs: [CustomBody] { [self].customs }
}
