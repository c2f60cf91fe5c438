/// The losses of a document in the order in which operations make them, also where some come later: each list of operations that is put off has a
/// bucket, which stands where the list stood.
struct EditLosses {
    private enum Entry {
        case loss(Loss)
        case bucket(Int32)
    }

    private struct Bucket {
        var entries: [Entry] = []
        /// How many entries there were before the child that is being worked on.
        var mark = 0
    }

    private var buckets = [Bucket()]

    /// The bucket that losses go to.
    var current: Int32 = 0

    var count: Int { buckets.count }

    mutating func removeAll() {
        current = 0
        if buckets.count > 1 { buckets.removeLast(buckets.count - 1) }
        if !buckets[0].entries.isEmpty { buckets[0].entries.removeAll(keepingCapacity: true) }
    }

    mutating func append(_ loss: Loss) { buckets[Int(current)].entries.append(.loss(loss)) }

    /// Opens a bucket at this place.
    mutating func open() -> Int32 {
        let number = Int32(truncatingIfNeeded: buckets.count)
        buckets[Int(current)].entries.append(.bucket(number))
        buckets.append(Bucket())
        return number
    }

    /// Marks the end of a bucket, before work on the next child.
    mutating func mark(_ bucket: Int32) { buckets[Int(bucket)].mark = buckets[Int(bucket)].entries.count }

    /// Removes the buckets from a number on, if all of them are empty. They were opened in the parents, behind the marks of those.
    mutating func dropEmpty(from first: Int, of parents: some Sequence<Int32>) {
        guard buckets.count > first else { return }
        for bucket in buckets[first...] {
            for entry in bucket.entries { if case .loss = entry { return } }
        }
        buckets.removeLast(buckets.count - first)
        for parent in parents {
            let mark = buckets[Int(parent)].mark
            // Losses of the parent itself may lie between the buckets, and behind them.
            let kept = buckets[Int(parent)].entries[mark...].filter {
                if case .bucket(let number) = $0 { number < first } else { true }
            }
            buckets[Int(parent)].entries.replaceSubrange(mark..., with: kept)
        }
    }

    /// All losses, in order.
    var all: [Loss] {
        var losses: [Loss] = []
        var open = [buckets[0].entries[...]]
        while let entry = open[open.count - 1].popFirst() ?? end(&open) {
            switch entry {
            case .loss(let loss): losses.append(loss)
            case .bucket(let number): open.append(buckets[Int(number)].entries[...])
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
