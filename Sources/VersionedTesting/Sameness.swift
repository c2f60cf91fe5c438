import VersionedCodec

/// Where a document differs from another one: kinds, texts of numbers and strings, elements in their order; members in
/// any order.
struct Sameness {
    /// The places of the first document that are not the same in the second; of arrays that have
    /// fewer elements, or others, the array.
    private(set) var lost: [JSONPointer] = []

    /// The places of the second that the first does not have.
    private(set) var added: [JSONPointer] = []

    var isSame: Bool { lost.isEmpty && added.isEmpty }

    /// - `places`: Are left out.
    init(_ before: JSONValue, _ after: JSONValue, except places: [JSONPointer] = []) {
        var pending = [(JSONPointer.root, before, after)]
        while let (path, before, after) = pending.popLast() {
            if places.contains(path) { continue }
            if let members = before.object, let others = after.object {
                for member in members {
                    let place = path.appending(member.key)
                    if let other = others[member.key] {
                        pending.append((place, member.value, other))
                    } else if !places.contains(place) {
                        lost.append(place)
                    }
                }
                added += others.filter { members[$0.key] == nil }.map { path.appending($0.key) }
                    .filter { !places.contains($0) }
            } else if let elements = before.array, let others = after.array, elements.count == others.count {
                for (index, pair) in zip(elements, others).enumerated() {
                    pending.append((path.appending(index), pair.0, pair.1))
                }
            } else if let elements = before.array, let others = after.array, others.count > elements.count,
                Self.hold(Array(others), Array(elements))
            {
                added.append(path)
            } else if before.kind != after.kind || before != after {
                lost.append(path)
            }
        }
    }

    /// Whether values hold others in their order, and more between them.
    private static func hold(_ values: [JSONValue], _ others: [JSONValue]) -> Bool {
        var rest = others[...]
        for value in values where value == rest.first { rest.removeFirst() }
        return rest.isEmpty
    }
}

extension JSONValue {
    /// The outermost array around a place, or the place.
    func arrayAround(_ path: JSONPointer) -> JSONPointer {
        var value = self
        for (index, token) in path.tokens.enumerated() {
            if value.kind == .array { return JSONPointer(Array(path.tokens[..<index])) }
            guard let next = value[at: JSONPointer([token])] else { return path }
            value = next
        }
        return path
    }
}
