/// The name of a list that a mistyped name was probably meant to be.
package enum NearestName {
    /// The nearest of the known names, or `nil` if none is near: more than a third of the letters differ, or the
    /// only one.
    package static func of(_ name: String, in known: [String]) -> String? {
        guard name.count > 2 else { return nil }
        if name.utf8.count > 64 { return nil }  // No name is near that.
        let distances = known.map { (name: $0, distance: distance(name.lowercased(), $0.lowercased())) }
        guard let best = distances.min(by: { $0.distance < $1.distance }) else { return nil }
        let length = max(name.count, best.name.count)
        return best.distance < length && best.distance <= max(1, length / 3) ? best.name : nil
    }

    /// The known names, the nearest first, at most so many.
    package static func sorted(_ known: [String], nearTo name: String, most: Int) -> [String] {
        // Not for objects with millions of keys.
        guard known.count <= 64, name.utf8.count <= 64 else { return Array(known.prefix(most)) }
        let distances = known.enumerated().map { offset, other in
            let steps = other.utf8.count > 64 ? Int.max : distance(name.lowercased(), other.lowercased())
            return (name: other, rank: (steps, offset))
        }
        return distances.inOrder { $0.rank < $1.rank }.prefix(most).map(\.name)
    }

    /// `did you mean "x"? known: x, y, z`
    package static func hint(for name: String, in known: [String]) -> String {
        let list = "known: " + known.inOrder(by: <).joined(separator: ", ")
        return of(name, in: known).map { "did you mean \"\($0)\"? " + list } ?? list
    }

    /// How many letters must be added, removed, replaced or swapped with their neighbour.
    private static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left), Array(right))
        var rows = [Array(0...right.count)]
        for (i, a) in left.enumerated() {
            var row = [i + 1]
            for (j, b) in right.enumerated() {
                var cost = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a == b ? 0 : 1))
                if i > 0, j > 0, a == right[j - 1], left[i - 1] == b { cost = min(cost, rows[i - 1][j - 1] + 1) }
                row.append(cost)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
