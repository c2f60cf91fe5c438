import VersionedCodec

/// Finds the operation after which a lost value is changed, or not in its place.
final class LossSearch {
    /// The losses that are looked for, by the offsets of their values.
    private var wanted: [Int: [Int]] = [:]
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
        for (index, loss) in losses.enumerated() where loss.step == nil {
            if let offset = loss.value.sourceOffset { wanted[offset, default: []].append(index) }
        }
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
        let culprit = Culprit(step: step, operation: operation)
        let sight = find(from: root, in: arena)
        for (offset, indices) in wanted {
            for index in indices where !sight.intact.contains(index) { changed[index] = culprit }
            for index in indices where !sight.held.contains(index) && taken[index] == nil { taken[index] = culprit }
            for index in indices where !sight.inPlace.contains(index) && moved[index] == nil { moved[index] = culprit }
            for index in sight.resized.intersection(indices) where resized[index] == nil { resized[index] = culprit }
            let rest = indices.filter(sight.intact.contains)
            wanted[offset] = rest.isEmpty ? nil : rest
        }
    }

    /// The losses whose values are as they were, those of them whose values are in what held them, those whose values
    /// are where they were, and those of the order of arrays that do not have the elements of the document.
    private struct Sight {
        var intact: Set<Int> = []
        var held: Set<Int> = []
        var inPlace: Set<Int> = []
        var resized: Set<Int> = []
    }

    private func find(from root: NodeID, in arena: Arena) -> Sight {
        let offsets = wanted.keys.ascending()
        var sight = Sight()
        // The values that are still to be looked at, with their numbers among their siblings, and those on the way.
        var pending = [(node: root, number: 0, depth: 0)]
        var numbers: [Int] = []
        while let (node, number, depth) = pending.popLast() {
            looks += 1
            if depth < numbers.count { numbers[depth] = number } else { numbers.append(number) }
            if let origin = arena.origin(of: node), let indices = wanted[origin] {
                for index in indices where isIntact(index, node, arena) {
                    sight.intact.insert(index)
                    if isHeld(node, root, as: index, arena) { sight.held.insert(index) }
                    if arena.pointer(to: node, from: root, numbers[...depth]) == paths[index] {
                        sight.inPlace.insert(index)
                    }
                    if losses[index].isOfOrder, isResized(node, arena, index) { sight.resized.insert(index) }
                }
            }
            if let span = arena.deferredSpan(of: node) {
                // Deferred changes within it are not seen here.
                if !offsets.within(span).isEmpty { hasMissed = true }
            } else if let span = arena.untouchedSpan(of: node) {
                let inside = offsets.within(span).flatMap { wanted[$0] ?? [] }
                if inside.isEmpty { continue }
                sight.intact.formUnion(inside)
                sight.held.formUnion(inside)
                let place = arena.pointer(to: node, from: root, numbers[...depth])
                if isInPlace(node, place, arena) { sight.inPlace.formUnion(inside) }
            } else {
                var child = arena.firstChild(of: node)
                var number = child.isNone ? 0 : arena.place(of: child, in: node)
                while !child.isNone {
                    pending.append((child, number, depth + 1))
                    (child, number) = (arena.next(after: child), number + 1)
                }
            }
        }
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

extension [Int] {
    /// The ascending numbers within a range, after its beginning.
    fileprivate func within(_ range: Range<Int>) -> ArraySlice<Int> {
        self[partitioningIndex { $0 > range.lowerBound }..<partitioningIndex { $0 >= range.upperBound }]
    }
}

extension Arena {
    /// The offset of what holds a value.
    fileprivate func holder(at pointer: JSONPointer, from scope: NodeID) -> Int? {
        let holder = find(pointer, upTo: max(0, pointer.tokens.count - 1), from: scope)
        return holder.isNone ? nil : origin(of: holder)
    }
}
