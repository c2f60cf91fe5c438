import VersionedCodec

extension OperationBody {
    /// Whether a test holds for two of the places that the operation has effects on.
    func placesMeet(_ test: (JSONPointer, JSONPointer) -> Bool) -> Bool {
        PlaceEffect.places(of: effects, meet: test)
    }
}

extension PlaceEffect {
    /// Not generic: the compiler would make a copy for each operation.
    fileprivate static func places(
        of effects: [PlaceEffect], meet test: (JSONPointer, JSONPointer) -> Bool
    ) -> Bool {
        let places = effects.compactMap(\.place)
        return places.indices.contains { index in places[..<index].contains { test($0, places[index]) } }
    }

    /// The place of the effect, seen from the scope of the operation.
    private var place: JSONPointer? {
        switch self {
        case .needs, .readsElsewhere, .inside, .asDocument, .eachOf, .anywhereIn, .either, .anything: nil
        case .reads(let path, _), .compares(let path), .changes(let path, _), .removes(let path, _),
            .writes(let path, _, _):
            path
        }
    }
}

extension JSONPointer {
    /// Whether two places are in elements of one array, or may be.
    func isElementBeside(_ other: JSONPointer) -> Bool {
        guard isScratch == other.isScratch, let (one, two) = zip(tokens, other.tokens).first(where: { $0 != $1 }) else {
            return false
        }
        return [one, two].allSatisfy { $0 == "-" || JSONPointer.index(of: $0) != nil }
    }

    /// Whether one of two places is within the other.
    func isNested(with other: JSONPointer) -> Bool {
        self != other && (isWithin(other) || other.isWithin(self))
    }
}
