import VersionedCodec

/// The places where one operation of a path loses something for good, and with which no other operation there, or on
/// the way back, has anything to do: values that it removes, and the order of elements that it sorts.
///
/// ```
/// rename /a to b, remove /c, sort /list, in each of /list remove /d
/// // /c, /list/*/d, and the order of /list
/// ```
///
/// What such an operation records is lost, whatever else happens to the document, and nothing else is lost because of
/// it: to know that, no document needs to be taken back.
struct CertainLosses {
    private var removed: [[PlaceToken]] = []
    private var sorted: [[PlaceToken]] = []

    /// Of more operations, none is examined: each is compared with all others.
    private static let most = 64

    /// - `marks`: The places that name versions, which the plan writes.
    /// - Complexity: O(removals and sorts × operations)
    init(wayThere: [JSONOperation], wayBack: [JSONOperation], marks: [JSONPointer]) {
        var found: [(place: [PlaceToken], operation: JSONOperation)] = []
        Self.find(in: wayThere, [], &found)
        if found.count > Self.most { return }
        let marks = marks.map { $0.tokens.map { PlaceToken($0) } }
        // What an operation makes for one element after another depends on their order.
        let dependsOnOrder = (wayThere + wayBack).contains {
            $0.makesValues || $0.removesMadeValues || $0.readsDocument
        }
        var inserted: [ObjectIdentifier: Int] = [:]
        Self.count(wayThere, &inserted)
        let emptied = Self.emptied(by: wayThere, []) + Self.emptied(by: wayBack, [])
        for (place, operation) in found {
            // The operations of a list that is used twice are the same ones.
            if inserted[operation.identity] != 1 { continue }
            if marks.contains(where: { $0.mayMeet(place) { _, _ in true } }) { continue }
            let isOrder = operation.body is SortOperation
            if isOrder && dependsOnOrder { continue }
            let isUsed =
                DifferingPlaces.areUsed([place], forOrder: isOrder, by: wayThere, except: operation)
                || DifferingPlaces.areUsed([place], forOrder: isOrder, by: wayBack)
            if isUsed || emptied.contains(where: { $0.mayMeet(place) { $0 <= $1 } }) { continue }
            if isOrder { sorted.append(place) } else { removed.append(place) }
        }
    }

    /// Counts how often each operation was inserted.
    private static func count(_ operations: [JSONOperation], _ inserted: inout [ObjectIdentifier: Int]) {
        for operation in operations {
            inserted[operation.identity, default: 0] += 1
            count(operation.inner, &inserted)
        }
    }

    /// The containers that operations may take away where they have been emptied, or make: whether they do depends on
    /// what else is in them.
    private static func emptied(by operations: [JSONOperation], _ scope: [PlaceToken]) -> [[PlaceToken]] {
        var places: [[PlaceToken]] = []
        for operation in operations where operation.runs && !operation.keepsContainers {
            for effect in operation.effectsOfParts {
                switch effect {
                case .removes(let path, _), .writes(let path, _, _):
                    // All containers around it are within the first one.
                    if path.tokens.count > 1 { places.append(scope + tokens(path).prefix(1)) }
                case .inside(let path, _, let inner), .asDocument(let path, _, let inner):
                    places += emptied(by: inner, scope + tokens(path))
                case .eachOf(let path, _, let inner): places += emptied(by: inner, scope + tokens(path) + [.each])
                case .anywhereIn(let path, _, let inner, _):
                    places += emptied(by: inner, scope + tokens(path) + [.anywhere])
                case .either(_, let inner, let others): places += emptied(by: inner + others, scope)
                case .needs, .reads, .readsElsewhere, .compares, .changes, .anything: continue
                }
            }
        }
        return places
    }

    /// Finds operations that run, in whatever document, on each value of their places.
    private static func find(
        in operations: [JSONOperation], _ scope: [PlaceToken],
        _ found: inout [(place: [PlaceToken], operation: JSONOperation)]
    ) {
        for operation in operations where operation.runs {
            switch operation.body {
            case let body as RemoveOperation where body.removesForGood && isPlain(body.path):
                found.append((scope + tokens(body.path), operation))
            case let body as SortOperation where isPlain(body.path):
                found.append((scope + tokens(body.path), operation))
            case let body as EachScope where isPlain(body.path):
                find(in: body.operations, scope + tokens(body.path) + [.each], &found)
            case let body as InsideScope where isPlain(body.path):
                find(in: body.operations, scope + tokens(body.path), &found)
            default: continue
            }
        }
    }

    private static func tokens(_ path: JSONPointer) -> [PlaceToken] { path.tokens.map { PlaceToken($0) } }

    /// Whether a path leads to one place, which does not move when elements come and go.
    private static func isPlain(_ path: JSONPointer) -> Bool { !path.isScratch && !path.hasIndex }

    /// Whether a loss is one of these.
    func hold(_ loss: Loss) -> Bool {
        guard loss.isOfOrder || loss.traits.contains(.isForGood), loss.value.sourceOffset != nil else { return false }
        // The record of an array that was not read has no more than its place.
        if loss.isOfOrder, loss.value.array?.isEmpty != false { return false }
        return (loss.isOfOrder ? sorted : removed).contains { isPlace(loss.path, among: $0) }
    }

    private func isPlace(_ path: JSONPointer, among place: [PlaceToken]) -> Bool {
        guard path.tokens.count == place.count else { return false }
        for (token, wanted) in zip(path.tokens, place) {
            if case .key(let key) = wanted, !token.utf8.elementsEqual(key) { return false }
        }
        return true
    }
}

extension JSONOperation {
    /// Whether a container stays when the last value in it goes.
    fileprivate var keepsContainers: Bool {
        body is RenameOperation || (body as? RemoveOperation)?.removesForGood == true
    }
}
