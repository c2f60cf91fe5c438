import VersionedCodec

extension OperationBody {
    /// The places of the document that the operation, or one within it, looks at from any scope.
    var documentReads: [JSONPointer] {
        let own = readsDocument ? ownDocumentReads : []
        // Another document is looked at within such a scope.
        return self is DocumentScope ? own : own + inner.flatMap { $0.body.documentReads }
    }

    private var ownDocumentReads: [JSONPointer] {
        switch self {
        case let scope as WhenScope:
            return scope.condition.documentPlaces + (scope.reverseCondition?.documentPlaces ?? [])
        case let remove as RemoveOperation:
            guard case .operation(let operation) = remove.restoredBy else { return [.root] }
            return operation.body.documentReads
        default:
            let places = effects.compactMap { effect in
                if case .readsElsewhere(.document, let place, _) = effect { place } else { nil }
            }
            return places.isEmpty ? [.root] : places
        }
    }

    /// Whether the operation looks at places of the document that it writes itself. The way back then finds something
    /// else there.
    ///
    /// - `written`: The places that it writes.
    func readsItsOwnWork(writing written: [JSONPointer]) -> Bool {
        documentReads.contains { place in
            written.contains { $0.isWithin(place) || place.isWithin($0) }
        }
    }
}

extension Condition {
    /// The places of the document that the condition looks at from any scope.
    fileprivate var documentPlaces: [JSONPointer] {
        switch self {
        case .present, .kind, .oneOf, .prefix: []
        case .test(_, let test): test.documentPlaces
        case .elsewhere(.document, let condition): condition.places + condition.documentPlaces
        case .elsewhere(_, let condition), .not(let condition): condition.documentPlaces
        case .all(let conditions), .any(let conditions): conditions.flatMap(\.documentPlaces)
        }
    }
}

extension Condition.ValueTest {
    fileprivate var documentPlaces: [JSONPointer] {
        switch self {
        case .sameAs(let place, .document), .keyOf(let place, .document), .elementOf(let place, _, .document): [place]
        case .hasElement(let condition), .eachElement(let condition): condition.documentPlaces
        default: []
        }
    }
}
