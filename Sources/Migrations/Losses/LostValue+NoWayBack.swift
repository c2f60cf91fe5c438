import VersionedCodec

extension LostValue {
    /// The values of a document from which nothing in another one comes: what is lost where there is no way back.
    ///
    /// - `changed`: The offsets of values that an operation has made into something that says less, such as `19.99`
    /// into `19`.
    /// - `merged`: The offsets of values that went into others, each with that of the other.
    /// - Complexity: O(values of both)
    static func goneWithoutAWayBack(
        from before: JSONValue, becoming after: JSONValue, changed: Set<Int> = [], merged: [Int: Int] = [:]
    ) -> [LostValue] {
        let left = Remains(after, changed, merged)
        var (lost, places) = ([LostValue](), PlaceChain())
        // A container is decided behind all that is in it.
        var open: [Container] = []
        func close(_ value: JSONValue, _ place: Int, isGone: Bool, _ inner: [LostValue]) -> [LostValue] {
            isGone && value.sourceOffset != nil ? [LostValue(path: places.pointer(to: place), value: value)] : inner
        }
        func visit(_ value: JSONValue, _ place: Int) {
            if value.isContainer, !left.hold(asText: value), !value.heldValues.isEmpty {
                open.append(Container(value: value, place: place, rest: value.children.reversed()))
                return
            }
            let isGone = !left.hold(value)
            let found = close(value, place, isGone: isGone, [])
            if open.isEmpty { lost += found } else { open[open.count - 1].take(found, isGone: isGone) }
        }
        visit(before, PlaceChain.root)
        while var container = open.popLast() {
            if let (token, child) = container.rest.popLast() {
                let place = places.child(token, of: container.place)
                open.append(container)
                visit(child, place)
                continue
            }
            let isGone = container.isGone && !left.hold(container.value)
            let found = close(container.value, container.place, isGone: isGone, container.lost)
            if open.isEmpty { lost += found } else { open[open.count - 1].take(found, isGone: isGone) }
        }
        return lost
    }

    private struct Container {
        let value: JSONValue
        let place: Int
        var rest: [(token: PlaceChain.Token, value: JSONValue)]
        var lost: [LostValue] = []
        var isGone = true

        mutating func take(_ found: [LostValue], isGone isChildGone: Bool) {
            lost += found
            isGone = isGone && isChildGone
        }
    }

    /// What is left of a document in another one.
    private struct Remains {
        private var offsets: Set<Int> = []
        private var scalars: Set<Int> = []
        private var asTheyWere: [Int: [JSONValue]] = [:]
        private let changed: Set<Int>
        private let merged: [Int: Int]

        init(_ document: JSONValue, _ changed: Set<Int>, _ merged: [Int: Int]) {
            (self.changed, self.merged) = (changed, merged)
            var pending = [document]
            while let value = pending.popLast() {
                if let offset = value.sourceOffset {
                    offsets.insert(offset)
                    if !value.isContainer { scalars.insert(offset) }
                    if changed.contains(offset) { asTheyWere[offset, default: []].append(value) }
                }
                pending += value.heldValues
            }
        }

        /// Whether a container has become a text, with all that it holds.
        func hold(asText container: JSONValue) -> Bool { container.sourceOffset.map(scalars.contains) == true }

        func hold(_ value: JSONValue) -> Bool {
            // What a step has made is never lost.
            guard let offset = value.sourceOffset else { return !value.isContainer }
            guard offsets.contains(offset) else { return merged[offset].map(offsets.contains) == true }
            return !changed.contains(offset) || asTheyWere[offset]?.contains(value) == true
        }
    }
}

extension JSONValue {
    /// The members or elements, each with what leads to it.
    fileprivate var children: [(token: PlaceChain.Token, value: JSONValue)] {
        if let object { return object.map { (.key($0.key), $0.value) } }
        return array?.enumerated().map { (.index($0.offset), $0.element) } ?? []
    }
}
