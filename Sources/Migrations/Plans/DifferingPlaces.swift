import VersionedCodec

/// Finds out whether an operation of a way back may use a value that is not as it was, although no operation has
/// recorded a loss of it.
///
/// Each operation is taken back by its reverse only if that finds what the operation left behind. Three kinds of values
/// may differ: those that the way back adds where there was nothing, elements whose order is declared irrelevant, and
/// the version, which names another one after each direction. If a use cannot be excluded, it counts, and documents on
/// that path are judged.
struct DifferingPlaces {
    private var differing: [[PlaceToken]]
    private var scope: [PlaceToken] = []
    private var areUsed = false
    private var exception: ObjectIdentifier?
    private let purpose: Purpose

    private enum Purpose {
        /// Whether the places that are given are used.
        case given
        /// Whether the order of the elements there is.
        case order
        /// The operations of the way back, in order: what they add or reorder, and later ones use.
        case wayBack
        /// The operations of the way there, from the last one on: what they reorder stays so for the reverses of those
        /// before them.
        case wayThere
    }

    /// Whether an operation of the way back may use a value that differs.
    ///
    /// - Parameter marks: The places where the versions at both ends are named.
    /// - Complexity: O(operations × places)
    static func areUsed(wayThere: [JSONOperation], wayBack: [JSONOperation], marks: [JSONPointer]) -> Bool {
        if (wayThere + wayBack).contains(where: \.mayMeetItself) { return true }
        if !marks.isEmpty {
            let marks = marks.map { $0.tokens.map { PlaceToken($0) } }
            if areUsed(marks, by: wayThere) || areUsed(marks, by: wayBack) { return true }
        }
        for (purpose, operations) in [(Purpose.wayBack, wayBack), (.wayThere, wayThere)] {
            var look = DifferingPlaces(purpose, [])
            look.run(operations)
            if look.areUsed { return true }
        }
        return false
    }

    /// Whether operations may use some places, or something within or around them.
    ///
    /// - Parameters:
    ///   - forOrder: Whether only the order of the elements there matters, and what is in them does not.
    ///   - exception: An operation that does not count.
    /// - Complexity: O(operations × places)
    static func areUsed(
        _ places: [[PlaceToken]], forOrder: Bool = false, by operations: [JSONOperation],
        except exception: JSONOperation? = nil
    ) -> Bool {
        var look = DifferingPlaces(forOrder ? .order : .given, places)
        look.exception = exception?.identity
        look.run(operations)
        return look.areUsed
    }

    private init(_ purpose: Purpose, _ differing: [[PlaceToken]]) {
        (self.purpose, self.differing) = (purpose, differing)
    }

    private mutating func run(_ operations: [JSONOperation]) {
        for operation in purpose == .wayThere ? operations.reversed() : operations where operation.runs && !areUsed {
            if operation.identity == exception { continue }
            if !differing.isEmpty || !operation.inner.isEmpty {
                for effect in operation.effectsOfParts { look(effect) }
            }
            if purpose == .given || purpose == .order { continue }
            var places = operation.placesOfAnyOrder
            if purpose == .wayBack { places += operation.placesThatMayBeAdded }
            differing += places.map { place($0) }
        }
    }

    private mutating func look(_ effect: PlaceEffect) {
        switch effect {
        case .needs(let path, _): use(path, orWithin: false)
        case .reads(let path, _), .compares(let path), .changes(let path, _), .removes(let path, _),
            .writes(let path, _, _), .readsElsewhere(.here, let path, _):
            use(path)
        case .readsElsewhere(.context, _, _): return
        case .readsElsewhere(.document, let path, _): if isUsed(path.tokens.map { PlaceToken($0) }) { areUsed = true }
        case .inside(let path, _, let operations), .asDocument(let path, _, let operations):
            enter(path, [], operations)
        case .eachOf(let path, _, let operations): enter(path, [.each], operations)
        case .anywhereIn(let path, _, let operations, let conditions):
            enter(path, [.anywhere], operations)
            lookAt(conditions, within: path)
        case .either(let condition, let operations, let others):
            condition.places.forEach { use($0) }
            if condition.readsDocument { areUsed = areUsed || !differing.isEmpty }
            run(operations)
            run(others)
        case .anything: areUsed = areUsed || !differing.isEmpty
        }
    }

    private mutating func lookAt(_ conditions: [Condition], within path: JSONPointer) {
        let outer = scope
        scope = place(path) + [.anywhere]
        for condition in conditions { condition.places.forEach { use($0) } }
        scope = outer
    }

    private mutating func enter(_ path: JSONPointer, _ inner: [PlaceToken], _ operations: [JSONOperation]) {
        use(path, orWithin: false)
        let outer = scope
        scope = place(path) + inner
        run(operations)
        scope = outer
    }

    private func place(_ path: JSONPointer) -> [PlaceToken] {
        (path.isScratch ? [.scratch] : scope) + path.tokens.map { PlaceToken($0) }
    }

    /// - `orWithin`: Whether a value within the place is used too.
    private mutating func use(_ path: JSONPointer, orWithin: Bool = true) {
        // An operation that only goes through a container, or needs one, does not use the order in it.
        if purpose == .order, !orWithin { return }
        if isUsed(place(path), orWithin: orWithin) { areUsed = true }
    }

    private func isUsed(_ place: [PlaceToken], orWithin: Bool = true) -> Bool {
        differing.contains { added in
            let isInEach = purpose == .order && place.count > added.count && place[added.count] == .each
            return !isInEach && added.mayMeet(place) { orWithin || $0 <= $1 }
        }
    }
}

extension [PlaceToken] {
    /// Whether this place may be another one, or one of them within the other.
    ///
    /// - `counts`: Whether their depths fit, where these are known.
    func mayMeet(_ other: [PlaceToken], where counts: (Int, Int) -> Bool) -> Bool {
        for (index, (token, another)) in zip(self, other).enumerated() {
            if token == .anywhere || another == .anywhere {
                return mayMeetAnywhere(other, from: index, where: counts)
            }
            if !token.mayBe(another) { return false }
        }
        return counts(count, other.count)
    }

    /// The same from a token on, where one of the places is at any depth there.
    private func mayMeetAnywhere(
        _ other: [PlaceToken], from start: Int, where counts: (Int, Int) -> Bool
    ) -> Bool {
        var pending = [(start, start)]
        var seen: Set<[Int]> = []
        while let (index, another) = pending.popLast() {
            if !seen.insert([index, another]).inserted { continue }
            guard index < count, another < other.count else {
                // The rest of one place is within the other, or they are the same.
                let (rest, others) = (self[index...], other[another...])
                let (keys, otherKeys) = (rest.count { $0 != .anywhere }, others.count { $0 != .anywhere })
                let (more, moreOthers) = (keys < rest.count ? 1 : 0, otherKeys < others.count ? 1 : 0)
                if counts(keys, otherKeys) || counts(keys + more, otherKeys + moreOthers) { return true }
                continue
            }
            if self[index] == .anywhere || other[another] == .anywhere {
                pending += [(index + 1, another), (index, another + 1)]
            } else if self[index].mayBe(other[another]) {
                pending.append((index + 1, another + 1))
            }
        }
        return false
    }
}

extension PlaceToken {
    /// Whether two tokens may be the same place: a key may be the index of an element.
    fileprivate func mayBe(_ other: PlaceToken) -> Bool {
        switch (self, other) {
        case (.each, .key), (.key, .each): true
        default: self == other
        }
    }
}

extension JSONOperation {
    /// The places where the operation may change the order of elements without a loss.
    fileprivate var placesOfAnyOrder: [JSONPointer] { setsOrderAside ? body.written : [] }

    /// Whether the operation, or one within it, declares that the order of elements is irrelevant.
    var declaresAnyOrder: Bool { setsOrderAside || inner.contains(where: \.declaresAnyOrder) }
}
