import VersionedCodec

/// A document that has gone a way, in which values are looked up that the way back does not bring.
final class KeptValues {
    private let root: (JSONPointer) -> JSONValue?
    private let parts: () -> [JSONValue]

    /// - Parameters:
    ///   - root: The value at a place in the document.
    ///   - parts: The values in which all objects are that elements of the way back may come from.
    init(_ root: @escaping (JSONPointer) -> JSONValue?, in parts: @escaping () -> [JSONValue]) {
        (self.root, self.parts) = (root, parts)
    }

    /// The objects, by the place in the text that each of them comes from. Of several from one place, as an operation
    /// makes them around another one, it is not known which one is meant.
    private lazy var objects: [Int: JSONValue?] = {
        var (found, waiting) = ([Int: JSONValue?](), parts())
        while let value = waiting.popLast() {
            if let object = value.object {
                if let offset = value.sourceOffset { found[offset] = found[offset] == nil ? .some(value) : .some(nil) }
                waiting += object.lazy.map(\.value).filter(\.isContainer)
            } else if let array = value.array {
                waiting += array.lazy.filter(\.isContainer)
            }
        }
        return found
    }()

    /// Notes which changes restore a value that the document still has.
    ///
    /// - `base`: The values that the way back makes.
    func note(in changes: inout [CarriedChange], _ base: (JSONPointer) -> JSONValue?) {
        note(in: &changes, base, root)
    }

    private func note(
        in changes: inout [CarriedChange], _ base: (JSONPointer) -> JSONValue?, _ middle: (JSONPointer) -> JSONValue?
    ) {
        for index in changes.indices {
            switch changes[index].now {
            case .absent: break
            case .value(let value):
                guard changes[index].insteadOf == nil, let kept = middle(changes[index].path) else { continue }
                changes[index].isKept = value.kind == kept.kind && ValueHash.of(value) == ValueHash.of(kept)
            case .elements(var hunks):
                guard hunks.contains(where: \.hasChangedOne), let elements = base(changes[index].path)?.array else {
                    continue
                }
                for index in hunks.indices { note(in: &hunks[index], elements) }
                changes[index].now = .elements(hunks)
            }
        }
    }

    private func note(in hunk: inout CarriedChange.Hunk, _ elements: JSONArray) {
        for place in hunk.now.indices {
            guard case .changed(let number, let around, var changes) = hunk.now[place],
                elements.indices.contains(hunk.start + number)
            else { continue }
            let element = elements[hunk.start + number]
            let object = element.sourceOffset.flatMap { objects[$0] ?? nil }
            note(in: &changes, { element[at: $0] }, { object?[at: $0] })
            hunk.now[place] = .changed(number, around: around, changes)
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
