import VersionedCodec

extension OperationBody {
    var ownDocumentReads: [JSONPointer] { effects.documentReads }

    var documentReads: [JSONPointer] {
        inner.documentReads(after: traits.contains(.readsDocument) ? ownDocumentReads : [])
    }

    /// Whether the operation looks at places of the document that it writes itself. The way back then finds something
    /// else there.
    ///
    /// - `written`: The places that it writes.
    func readsItsOwnWork(writing written: [JSONPointer]) -> Bool {
        // An element that comes or goes moves those behind it.
        let written = written.map(\.beforeIndex)
        return documentReads.contains { place in
            written.contains { $0.isWithin(place) || place.isWithin($0) }
        }
    }
}

extension JSONPointer {
    /// The place of the first container that may be an array of which the pointer names an element; else the place.
    fileprivate var beforeIndex: JSONPointer {
        let count = tokens.firstIndex { $0 == "-" || JSONPointer.index(of: $0) != nil } ?? tokens.count
        return JSONPointer(Array(tokens.prefix(count)), isScratch: isScratch)
    }
}

extension [PlaceEffect] {
    /// The places of the document that are read from any scope; the root, where they are not known.
    @inline(never)
    fileprivate var documentReads: [JSONPointer] {
        let places = compactMap { effect in
            if case .readsElsewhere(.document, let place, _) = effect { place } else { nil }
        }
        return places.isEmpty ? [.root] : places
    }
}

extension [JSONOperation] {
    @inline(never)
    fileprivate func documentReads(after own: [JSONPointer]) -> [JSONPointer] {
        own + flatMap { $0.body.documentReads }
    }
}

extension Condition {
    /// The places of the document that the condition looks at from any scope.
    var documentPlaces: [JSONPointer] {
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
