import Synchronization

/// The tables of a document's larger containers, each built when it has paid to have one.
///
/// A small container is walked; a larger one, too, until walks have been long so often that a table is cheaper.
struct ChildTables: ~Copyable {
    /// Containers with fewer members are always walked.
    static let threshold = 32

    /// So many long walks of one container build its table.
    private static let patience = 3

    /// The children of one container by their place, and by their key.
    final class Table: Sendable {
        let children: [UInt32]
        let places: [ByteKey: Int]

        init(children: [UInt32], places: [ByteKey: Int]) {
            self.children = children
            self.places = places
        }
    }

    struct State {
        var tables: [UInt32: Table] = [:]
        var walks: [UInt32: Int] = [:]
    }

    let state = Mutex(State())

    /// The table of a container, if it has been built.
    func table(of container: UInt32) -> Table? { state.withLock { $0.tables[container] } }

    /// Notes a long walk; returns whether it is time for a table.
    func noteWalk(of container: UInt32) -> Bool {
        state.withLock { state in
            state.walks[container, default: 0] += 1
            return state.walks[container, default: 0] >= Self.patience
        }
    }

    /// Keeps a table; of two that were built at once, the first.
    func keep(_ table: Table, of container: UInt32) -> Table {
        state.withLock { state in
            if let existing = state.tables[container] { return existing }
            state.tables[container] = table
            state.walks[container] = nil
            return table
        }
    }
}

extension DocumentIndex {
    /// A table of a container, built now if there is none. O(children) then, O(1) later
    func table(of container: UInt32) -> ChildTables.Table {
        if let table = tables.table(of: container) { return table }
        let children = children(of: container)
        var places: [ByteKey: Int] = [:]
        if self[container].isObject {
            places.reserveCapacity(children.count)
            for (place, child) in children.enumerated() {
                let key = ByteKey(string(child - 1))
                if places[key] == nil { places[key] = place }
            }
        }
        return tables.keep(ChildTables.Table(children: children, places: places), of: container)
    }

    /// The number of children that a container has.
    package func childCount(of container: UInt32) -> Int {
        let node = self[container]
        if let count = node.count, !node.hasRepeatedKey { return count }
        return table(of: container).children.count
    }

    /// The child at a place that is in range. O(1) once a larger container has its table
    func child(of container: UInt32, at place: Int) -> UInt32 {
        let node = self[container]
        if place < 4 || childCount(of: container) < 16, !node.hasRepeatedKey {
            let step: UInt32 = node.isObject ? 1 : 0
            var child = container + 1 + step
            for _ in 0..<place { child = self[child].next + step }
            return child
        }
        return table(of: container).children[place]
    }

    /// The place and the value of a key. O(members), O(1) once a larger object has its table
    func member(_ key: String, of object: UInt32) -> (place: Int, value: UInt32)? {
        let node = self[object]
        if node.hasRepeatedKey || (node.count ?? .max) >= ChildTables.threshold {
            let table =
                node.hasRepeatedKey ? self.table(of: object) : tables.table(of: object)
            if let table { return table.places[ByteKey(key)].map { ($0, table.children[$0]) } }
        }
        let hash = KeyHash.hash(key)
        var place = 0
        var current = object + 1
        while current < node.next {
            if self[current].next == hash, string(current, isEqualTo: key) {
                noteWalk(of: object, steps: place)
                return (place, current + 1)
            }
            place += 1
            current = self[current + 1].next
        }
        noteWalk(of: object, steps: place)
        return nil
    }

    private func noteWalk(of object: UInt32, steps: Int) {
        if steps >= ChildTables.threshold, tables.noteWalk(of: object) { _ = table(of: object) }
    }
}
