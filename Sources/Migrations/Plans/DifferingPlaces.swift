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
    private let purpose: Purpose

    private enum Purpose {
        /// Whether the places that are given are used.
        case given
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
            var look = DifferingPlaces(.given, marks.map { $0.tokens.map { PlaceToken($0) } })
            look.run(wayThere)
            look.run(wayBack)
            if look.areUsed { return true }
        }
        for (purpose, operations) in [(Purpose.wayBack, wayBack), (.wayThere, wayThere)] {
            var look = DifferingPlaces(purpose, [])
            look.run(operations)
            if look.areUsed { return true }
        }
        return false
    }

    private init(_ purpose: Purpose, _ differing: [[PlaceToken]]) {
        (self.purpose, self.differing) = (purpose, differing)
    }

    private mutating func run(_ operations: [JSONOperation]) {
        for operation in purpose == .wayThere ? operations.reversed() : operations where operation.runs && !areUsed {
            if !differing.isEmpty || !operation.inner.isEmpty {
                for effect in operation.effectsOfParts { look(effect) }
                if let everywhere = operation.body as? EverywhereScope { lookAtConditions(of: everywhere) }
            }
            if purpose == .given { continue }
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
        case .anywhereIn(let path, _, let operations): enter(path, [.anywhere], operations)
        case .either(let condition, let operations, let others):
            condition.places.forEach { use($0) }
            if condition.readsDocument { areUsed = areUsed || !differing.isEmpty }
            run(operations)
            run(others)
        case .anything: areUsed = areUsed || !differing.isEmpty
        }
    }

    private mutating func lookAtConditions(of everywhere: EverywhereScope) {
        let outer = scope
        scope = place(everywhere.path) + [.anywhere]
        for condition in [everywhere.condition, everywhere.exception, everywhere.reverseCondition] {
            condition?.places.forEach { use($0) }
        }
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
        if isUsed(place(path), orWithin: orWithin) { areUsed = true }
    }

    private func isUsed(_ place: [PlaceToken], orWithin: Bool = true) -> Bool {
        differing.contains { added in added.mayMeet(place) { orWithin || $0 <= $1 } }
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
    /// The effects of the operation; of one that removes what another one makes again, those of both.
    var effectsOfParts: [PlaceEffect] {
        guard let remove = body as? RemoveOperation, case .operation(let restoring) = remove.restoredBy else {
            return body.effects
        }
        return [.reads(remove.path, remove.rules.absent)] + restoring.effectsOfParts
    }

    /// The places where the operation may change the order of elements without a loss.
    fileprivate var placesOfAnyOrder: [JSONPointer] { setsOrderAside ? body.written : [] }

    private var setsOrderAside: Bool {
        switch body {
        case let sort as SortOperation: sort.rules.anyOrder
        case let attach as AttachOperation: attach.rules.anyOrder
        case let detach as DetachOperation: detach.rules.anyOrder
        case let partition as PartitionOperation: partition.rules.anyOrder
        case let concatenate as ConcatenateOperation: concatenate.list.rules.anyOrder
        case let tree as ListToTreeOperation: tree.rules.anyOrder
        case let tree as TreeToListOperation: tree.rules.anyOrder
        default: false
        }
    }

    /// Whether the operation, or one within it, declares that the order of elements is irrelevant.
    var declaresAnyOrder: Bool { setsOrderAside || inner.contains(where: \.declaresAnyOrder) }

    /// Whether the operation has several places of which one may be moved, or changed, by what happens to another: two
    /// elements of an array, or a removed value within that it is derived from.
    fileprivate var mayMeetItself: Bool {
        if inner.contains(where: \.mayMeetItself) { return true }
        if let remove = body as? RemoveOperation, case .derivation(let derivation) = remove.restoredBy,
            derivation.from.isWithin(remove.path) || remove.path.isWithin(derivation.from)
        {
            return true
        }
        let places = body.effects.compactMap(\.place)
        let isOfText = body is MatchOperation || body is ComposeOperation
        return places.indices.contains { index in
            places[..<index].contains {
                $0.isElementBeside(places[index]) || isOfText && $0.isNested(with: places[index])
            }
        }
    }

    /// The places where the operation, on a way back, may add a value that was not in the document.
    fileprivate var placesThatMayBeAdded: [JSONPointer] {
        switch body {
        case let add as AddOperation: return [add.path]
        case let move as MoveOperation:
            // The objects around the source stay, and may have been made on the way there.
            guard move.keepsEmptyParents, let place = move.from.firstPlace(outside: move.to) else { return [] }
            return [place]
        case let gather as GatherOperation: return gather.rules.mayFindNothing ? gather.written : []
        case let scatter as ScatterOperation: return scatter.rules.mayFindNothing ? scatter.written : []
        case is RenameOperation, is RenameKeysOperation, is RemoveOperation, is DropOperation, is PickOperation,
            is IntroduceOperation, is SetOperation, is MapValuesOperation, is ConvertOperation,
            is ReformatDateOperation, is ReformatDataOperation, is TransformOperation, is CalculateOperation,
            is RepeatTextOperation, is CountTextOperation, is IndexToKeyOperation, is KeyToIndexOperation,
            is ObjectToArrayOperation, is ArrayToObjectOperation, is PrintJSONOperation, is ParseJSONOperation,
            is WrapOperation, is UnwrapOperation, is SortOperation, is MembersToArrayOperation,
            is ArrayToMembersOperation, is SplitOperation, is JoinOperation, is MatchOperation, is ComposeOperation,
            is RequireUniqueOperation, is RefuseOperation, is AgainOperation:
            return []
        case let operation as any PlaceOperation where !operation.rules.mayFindNothing: return []
        default: return inner.isEmpty ? body.written : []
        }
    }
}

extension Rules {
    /// Whether the operation may leave a document as it is in which it finds nothing to change.
    fileprivate var mayFindNothing: Bool { absent == .skip || wrongKind == .skip }
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

    /// The beginning of the place that is just no longer around another one; `nil` if all objects around the place are.
    fileprivate func firstPlace(outside other: JSONPointer) -> JSONPointer? {
        let common = zip(tokens, other.tokens).prefix { $0 == $1 }.count
        return common + 1 < tokens.count ? JSONPointer(Array(tokens.prefix(common + 1))) : nil
    }
}
