import VersionedCodec

/// Finds the operation after which a lost value is changed, or not in its place.
final class LossSearch {
    /// The losses that are looked for, in the order of the offsets of their values, and the search for these offsets.
    private var wanted: [Int] = []
    private var origins = OriginSearch()
    /// What the last look has shown of each loss.
    private var sights: [Sight]
    /// What the arena had at the last look.
    private var edition: Arena.Edition?
    private let losses: [Loss]
    /// The document, which nothing was done to, and the value in it that all losses are in.
    private let before: Arena
    private let scope: NodeID
    /// Where the lost values are in that, and the offsets of what holds them.
    private let paths: [JSONPointer]
    private let holders: [Int?]
    /// The operations that changed a value, that removed it from its container, and that moved it or its container.
    private var changed: [Int: Culprit] = [:]
    private var taken: [Int: Culprit] = [:]
    private var moved: [Int: Culprit] = [:]
    /// The operations that first took elements from an array, or added some.
    private var resized: [Int: Culprit] = [:]
    private var looks = 0

    /// Whether a lost value is in something whose operations wait.
    private(set) var hasMissed = false

    /// The number of values that are examined after single operations; further ones only after steps, so that losses
    /// get no operation: time stays linear.
    private static let mostLooks = 4_000_000

    private struct Culprit {
        let step: String
        let operation: String?
    }

    /// - `scope`: The value that all losses are in: `nil`, the root; and how many tokens lead to it.
    init(_ losses: [Loss], in before: Arena, at scope: (node: NodeID, depth: Int)? = nil) {
        (self.losses, self.before, self.scope) = (losses, before, scope?.node ?? before.root)
        let (scope, depth) = (scope?.node ?? before.root, scope?.depth ?? 0)
        paths = losses.map { JSONPointer(Array($0.path.tokens.dropFirst(depth))) }
        holders = paths.map { before.holder(at: $0, from: scope) }
        sights = [Sight](repeating: [], count: losses.count)
        let found = losses.enumerated().compactMap { index, loss in
            loss.step == nil ? loss.value.sourceOffset.map { (offset: $0, index: index) } : nil
        }.inOrder { $0.offset < $1.offset }
        (wanted, origins.offsets) = (found.map(\.index), found.map(\.offset))
    }

    var isDone: Bool { wanted.isEmpty }

    /// Gives the losses that have no step those that were found.
    func name(_ losses: inout [Loss]) {
        for index in losses.indices where losses[index].step == nil {
            guard let culprit = changed[index] ?? taken[index] ?? moved[index] ?? resized[index] else { continue }
            (losses[index].step, losses[index].operation) = (culprit.step, culprit.operation)
        }
    }

    /// Looks what an operation has left of the lost values.
    ///
    /// - `root`: The node of the value that contains them all.
    /// - `operation`: `nil` after the last operation of a step.
    func look(at root: NodeID, in arena: Arena, behind operation: String?, of step: String) {
        if isDone || operation != nil && looks > Self.mostLooks { return }
        // An operation that has changed nothing has lost nothing.
        if edition == arena.edition { return }
        edition = arena.edition
        let culprit = Culprit(step: step, operation: operation)
        find(from: root, in: arena)
        for index in wanted {
            let sight = sights[index]
            if !sight.contains(.intact) { changed[index] = culprit }
            if !sight.contains(.held), taken[index] == nil { taken[index] = culprit }
            if !sight.contains(.inPlace), moved[index] == nil { moved[index] = culprit }
            if sight.contains(.resized), resized[index] == nil { resized[index] = culprit }
        }
        wanted.removeAll { !sights[$0].contains(.intact) }
        origins.offsets = wanted.map { losses[$0].value.sourceOffset ?? 0 }
    }

    /// Which of the lost values are in a document still.
    enum Rest {
        /// All of them are there, as they were.
        case all
        /// Nothing of any of them is there.
        case nothing
        /// Something else.
        case some
    }

    /// What is left of the lost values in a document to which no operation has been applied since.
    func rest(at root: NodeID, in arena: Arena) -> Rest {
        // An order may be lost on both ways.
        if wanted.contains(where: { losses[$0].isOfOrder }) { return .some }
        find(from: root, in: arena)
        if wanted.allSatisfy({ sights[$0].contains(.intact) }) { return .all }
        return wanted.allSatisfy { sights[$0].isEmpty } ? .nothing : .some
    }

    /// What is left of a lost value.
    private struct Sight: OptionSet {
        let rawValue: UInt8

        /// It is as it was.
        static let intact = Sight(rawValue: 1)
        /// It is as it was, in what held it.
        static let held = Sight(rawValue: 2)
        /// It is as it was, where it was.
        static let inPlace = Sight(rawValue: 4)
        /// An array, whose order is lost, does not have the elements of the document.
        static let resized = Sight(rawValue: 8)
        /// Something comes from it.
        static let there = Sight(rawValue: 16)
    }

    /// Notes what is left of the wanted values. O(changed containers and what is in them)
    private func find(from root: NodeID, in arena: Arena) {
        for index in wanted { sights[index] = [] }
        // Each access to a property of an object costs a check.
        let wanted = wanted
        var (origins, sights, hasMissed) = (OriginSearch(), [Sight](), hasMissed)
        swap(&origins, &self.origins)
        swap(&sights, &self.sights)
        looks += origins.visit(from: root, in: arena) { finding, places, node, numbers in
            switch finding {
            case .value:
                for place in places {
                    let index = wanted[place]
                    sights[index].formUnion(sight(of: index, at: node, from: root, numbers, in: arena))
                }
            case .untouched:
                let asksForPlace = places.contains { moved[wanted[$0]] == nil }
                let isInPlace = asksForPlace && isInPlace(node, arena.pointer(to: node, from: root, numbers), arena)
                let sight: Sight = isInPlace ? [.there, .intact, .held, .inPlace] : [.there, .intact, .held]
                for place in places { sights[wanted[place]].formUnion(sight) }
            case .deferred: hasMissed = true  // Its changes are not seen here.
            }
        }
        swap(&origins, &self.origins)
        swap(&sights, &self.sights)
        self.hasMissed = hasMissed
    }

    /// What a value shows of a lost one that it comes from.
    private func sight(
        of index: Int, at node: NodeID, from root: NodeID, _ numbers: ArraySlice<Int>, in arena: Arena
    ) -> Sight {
        guard isIntact(index, node, arena) else { return .there }
        var sight: Sight = [.there, .intact]
        // What has moved before need not be looked for in its place.
        if taken[index] == nil, isHeld(node, root, as: index, arena) { sight.insert(.held) }
        if moved[index] == nil, arena.pointer(to: node, from: root, numbers) == paths[index] { sight.insert(.inPlace) }
        if losses[index].isOfOrder, isResized(node, arena, index) { sight.insert(.resized) }
        return sight
    }

    /// Whether a value is in what held it, as the member of the same key.
    private func isHeld(_ node: NodeID, _ root: NodeID, as index: Int, _ arena: Arena) -> Bool {
        if node == root { return paths[index].isRoot }
        let parent = arena.parent(of: node)
        guard let holder = holders[index], arena.origin(of: parent) == holder else { return false }
        return !arena.isObject(parent) || arena.key(of: node) == paths[index].tokens.last
    }

    private func isIntact(_ index: Int, _ new: NodeID, _ arena: Arena) -> Bool {
        let old = losses[index].value
        if losses[index].isOfOrder { return isInOrder(new, arena) }
        if old.isContainer || arena.kind(of: new) != old.kind { return old.kind == arena.kind(of: new) }
        if arena.isAsRead(new) { return true }
        let there = before.find(paths[index], from: scope)
        return there.isNone ? arena.isSame(new, as: old) : arena.isSame(new, as: there, of: before)
    }

    /// Whether what is left of the elements of an array is in the order of the document.
    private func isInOrder(_ array: NodeID, _ arena: Arena) -> Bool {
        if arena.untouchedSpan(of: array) != nil { return true }
        var last = -1
        var element = arena.firstChild(of: array)
        while !element.isNone {
            looks += 1
            if let origin = arena.origin(of: element) {
                if origin < last { return false }
                last = origin
            }
            element = arena.next(after: element)
        }
        return arena.kind(of: array) == .array
    }

    /// Whether an array has other elements than in the document.
    private func isResized(_ array: NodeID, _ arena: Arena, _ index: Int) -> Bool {
        let there = before.find(paths[index], from: scope)
        if arena.untouchedSpan(of: array) != nil || there.isNone { return false }
        var (element, old) = (arena.firstChild(of: array), before.firstChild(of: there))
        while !element.isNone, !old.isNone {
            looks += 1
            if arena.origin(of: element) != before.origin(of: old) { return true }
            (element, old) = (arena.next(after: element), before.next(after: old))
        }
        return element.isNone != old.isNone
    }

    /// Whether a value is where it was in the document.
    private func isInPlace(_ node: NodeID, _ place: JSONPointer, _ arena: Arena) -> Bool {
        let there = before.find(place, from: scope)
        return !there.isNone && before.origin(of: there) == arena.origin(of: node)
    }
}

extension Arena {
    /// The offset of what holds a value.
    fileprivate func holder(at pointer: JSONPointer, from scope: NodeID) -> Int? {
        let holder = find(pointer, upTo: max(0, pointer.tokens.count - 1), from: scope)
        return holder.isNone ? nil : origin(of: holder)
    }
}
