import VersionedCodec

/// A document that has gone a way, in which values are looked up that the way back does not bring.
final class KeptValues {
    /// A value in an arena.
    typealias Place = (arena: Arena, node: NodeID)

    private let root: (JSONPointer) -> JSONValue?
    private let parts: () -> Place?

    /// - Parameters:
    ///   - root: The value at a place in the document.
    ///   - parts: The value in which all objects are that elements of the way back may come from.
    init(_ root: @escaping (JSONPointer) -> JSONValue?, in parts: @escaping () -> Place?) {
        (self.root, self.parts) = (root, parts)
    }

    /// For a part of a document.
    convenience init(in parts: @escaping () -> Place?) { self.init({ _ in .none }, in: parts) }

    /// The objects, by the place in the text that each of them comes from.
    private struct Objects {
        let arena: Arena
        private var few: [(origin: Int, object: ArenaObject)] = []
        private var many: [Int: ArenaObject?] = [:]

        init(in place: Place) {
            arena = place.arena
            var found: [(Int, ArenaObject)] = []
            arena.findObjects(in: place.node) { found.append(($1, $0)) }
            if found.count <= 32 {
                few = found
            } else {
                for (origin, object) in found { many[origin] = many[origin] == nil ? .some(object) : .some(nil) }
            }
        }

        /// The object that comes from a place. Of several, as an operation makes them around another one, it is not
        /// known which one is meant.
        func object(from origin: Int) -> ArenaObject? {
            if !many.isEmpty { return many[origin] ?? nil }
            guard let first = few.firstIndex(where: { $0.origin == origin }),
                !few[(first + 1)...].contains(where: { $0.origin == origin })
            else { return nil }
            return few[first].object
        }
    }

    private lazy var objects = parts().map { Objects(in: $0) }

    private func object(from origin: Int?) -> ((JSONPointer) -> JSONValue?)? {
        guard let origin, let objects, let object = objects.object(from: origin) else { return nil }
        return { objects.arena.value(at: $0, in: object) }
    }

    /// Notes which changes restore a value that the document still has.
    ///
    /// - `base`: The values that the way back makes.
    func note(in changes: inout [CarriedChange], _ base: (JSONPointer) -> Place?) {
        for index in changes.indices { note(in: &changes[index], base) }
    }

    func note(in change: inout CarriedChange, _ base: (JSONPointer) -> Place?) { note(in: &change, base, root) }

    /// The same for changes of one element that the way back makes.
    func note(in changes: inout [CarriedChange], ofElement element: NodeID, in base: Arena) {
        let object = object(from: base.origin(of: element))
        for index in changes.indices {
            note(in: &changes[index]) { path in
                let found = base.find(path, from: element)
                return found.isNone ? nil : (base, found)
            } _: {
                object?($0)
            }
        }
    }

    private func note(
        in change: inout CarriedChange, _ base: (JSONPointer) -> Place?, _ middle: (JSONPointer) -> JSONValue?
    ) {
        switch change.now {
        case .absent: break
        case .value(let value):
            guard change.insteadOf == nil, let kept = middle(change.path) else { return }
            change.isKept = value.kind == kept.kind && ValueHash.of(value) == ValueHash.of(kept)
        case .elements(var hunks):
            guard hunks.contains(where: \.hasChangedOne), let array = base(change.path),
                array.arena.isArray(array.node)
            else { return }
            change.now = .absent  // So that the hunks are in one place only.
            let elements = array.arena.children(of: array.node)
            for index in hunks.indices { note(in: &hunks[index], array.arena, elements) }
            change.now = .elements(hunks)
        }
    }

    private func note(in hunk: inout CarriedChange.Hunk, _ base: Arena, _ elements: [NodeID]) {
        for place in hunk.now.indices {
            guard case .changed(let number, let around, var changes) = hunk.now[place],
                elements.indices.contains(hunk.start + number)
            else { continue }
            note(in: &changes, ofElement: elements[hunk.start + number], in: base)
            hunk.now[place] = .changed(number, around: around, changes)
        }
    }
}

extension CarriedChange {
    /// Whether it, or one within it, restores a value that the document still has.
    var holdsKept: Bool {
        guard case .elements(let hunks) = now else { return isKept }
        return hunks.contains { hunk in
            hunk.now.contains { element in
                if case .changed(_, _, let changes) = element { changes.contains(where: \.holdsKept) } else { false }
            }
        }
    }
}

extension CarriedChange.Hunk {
    fileprivate var hasChangedOne: Bool { now.contains { if case .changed = $0 { true } else { false } } }
}

/// The document that a way back began with, in which values are looked up that it does not bring.
final class MiddleDocument {
    private let make: () -> JSONValue
    private lazy var root = make()

    init(_ root: @escaping () -> JSONValue) { make = root }

    /// Whether a change of what a node has become restores nothing that the document had, or something that it still
    /// has; `true` where that is not known.
    func allows(_ change: CarriedChange, of node: NodeID, in arena: Arena) -> Bool {
        guard change.isKept, case .value(let value) = change.now else { return true }
        let source: JSONValue
        if node == arena.root {
            source = root
        } else if let found = arena.origin(of: node).flatMap({ root.value(at: $0)?.value }) {
            source = found
        } else {
            return true
        }
        return source[at: change.path].map { ValueHash.of($0) == ValueHash.of(value) } ?? false
    }
}
