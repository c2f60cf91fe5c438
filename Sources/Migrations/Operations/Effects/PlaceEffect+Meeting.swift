import VersionedCodec

/// Not generic: the compiler would make a copy for each operation.
extension [PlaceEffect] {
    /// Whether two places that the effects are on may be in elements of one array.
    ///
    /// - `orNested`: Whether one within another counts too.
    @inline(never)
    func haveElementsBeside(orNested: Bool = false) -> Bool {
        let places = compactMap(\.place)
        return places.indices.contains { index in
            places[..<index].contains {
                $0.isElementBeside(places[index]) || orNested && $0.isNested(with: places[index])
            }
        }
    }
}

extension PlaceEffect {
    /// The place of the effect, seen from the scope of the operation.
    fileprivate var place: JSONPointer? {
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
    fileprivate func isElementBeside(_ other: JSONPointer) -> Bool {
        guard isScratch == other.isScratch, let (one, two) = zip(tokens, other.tokens).first(where: { $0 != $1 }) else {
            return false
        }
        return [one, two].allSatisfy { $0 == "-" || JSONPointer.index(of: $0) != nil }
    }

    /// Whether one of two places is within the other.
    fileprivate func isNested(with other: JSONPointer) -> Bool {
        self != other && (isWithin(other) || other.isWithin(self))
    }
}
