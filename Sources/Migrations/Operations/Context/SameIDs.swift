import VersionedCodec

extension OperationContext {
    /// For each id the place of the first one that equals it; `nil` if it is neither a string nor a number.
    ///
    /// The shape of the document depends on this only, and not on the characters of the ids.
    func firsts(of ids: [NodeID]) -> [Int?] {
        let places = ids.indices.filter { place in
            let id = ids[place]
            return !id.isNone && (arena.kind(of: id) == .string || arena.kind(of: id) == .number)
        }
        let found = arena.withoutRecording {
            places.map { SameIDs.name(of: arena.value(of: ids[$0])) }.placesOfFirsts
        }
        arena.note(SameIDs(firsts: found), of: places.map { ids[$0] })
        var firsts = [Int?](repeating: nil, count: ids.count)
        for (place, first) in zip(places, found) { firsts[place] = places[first] }
        return firsts
    }
}

/// Which of some ids are equal, by the places of the first ones.
private struct SameIDs: ScalarFinding {
    let firsts: [Int]

    func holds(for scalars: [(kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)]) -> Bool {
        guard scalars.count <= 16 else { return scalars.map(Self.name).placesOfFirsts == firsts }
        guard scalars.count == firsts.count else { return false }
        return firsts.indices.allSatisfy { place in
            let first = scalars.indices.first { Self.areEqual(scalars[$0], scalars[place]) }
            return first == firsts[place]
        }
    }

    private typealias Scalar = (kind: JSONKind, characters: UnsafeBufferPointer<UInt8>)

    private static func areEqual(_ one: Scalar, _ other: Scalar) -> Bool {
        if one.kind != other.kind { return false }
        if one.characters.isSame(as: other.characters) { return true }
        // Digits alone are spelled in one way.
        if one.kind == .string || [one, other].allSatisfy({ $0.characters.allSatisfy { $0 &- 0x30 < 10 } }) {
            return false
        }
        return name(one) == name(other)
    }

    private static func name(_ scalar: Scalar) -> ByteKey {
        let text = String(decoding: scalar.characters, as: UTF8.self)
        return ByteKey(scalar.kind == .string ? "\"" + text : JSONNumber(text: text)?.exactText ?? text)
    }

    /// An id in a form that equal ids have in common.
    static func name(of id: JSONValue) -> ByteKey {
        ByteKey(id.string.map { "\"" + $0 } ?? id.number?.exactText ?? "")
    }
}
