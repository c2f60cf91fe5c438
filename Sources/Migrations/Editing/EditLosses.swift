/// The losses of a document in the order in which operations make them, also where some come later: each list of operations that is put off has a
/// bucket, which stands where the list stood.
struct EditLosses {
    private enum Entry {
        case loss(Loss)
        case bucket(Int32)
    }

    private var buckets: [[Entry]] = [[]]

    /// The bucket that losses go to.
    var current: Int32 = 0

    var count: Int { buckets.count }

    mutating func removeAll() {
        current = 0
        if buckets.count > 1 { buckets.removeLast(buckets.count - 1) }
        if !buckets[0].isEmpty { buckets[0].removeAll(keepingCapacity: true) }
    }

    mutating func append(_ loss: Loss) { buckets[Int(current)].append(.loss(loss)) }

    /// Opens a bucket at this place.
    mutating func open() -> Int32 {
        let number = Int32(truncatingIfNeeded: buckets.count)
        buckets[Int(current)].append(.bucket(number))
        buckets.append([])
        return number
    }

    /// Takes the buckets from a number on away, where nothing is in them; they stand at the ends of some others.
    mutating func dropEmpty(from first: Int, of parents: some Sequence<Int32>) {
        guard buckets.count > first else { return }
        for bucket in buckets[first...] {
            for entry in bucket { if case .loss = entry { return } }
        }
        buckets.removeLast(buckets.count - first)
        for parent in parents {
            while case .bucket(let number)? = buckets[Int(parent)].last, number >= first {
                buckets[Int(parent)].removeLast()
            }
        }
    }

    /// All losses, in order.
    var all: [Loss] {
        var losses: [Loss] = []
        var open = [buckets[0][...]]
        while let entry = open[open.count - 1].popFirst() ?? end(&open) {
            switch entry {
            case .loss(let loss): losses.append(loss)
            case .bucket(let number): open.append(buckets[Int(number)][...])
            }
        }
        return losses
    }

    /// The next entry behind buckets that are done.
    private func end(_ open: inout [ArraySlice<Entry>]) -> Entry? {
        while open.count > 1 {
            open.removeLast()
            if let entry = open[open.count - 1].popFirst() { return entry }
        }
        return nil
    }
}
