extension RandomAccessCollection {
    /// The index of the first element that belongs to the second half, where all that do are behind all that do not;
    /// `endIndex` where none does. O(log elements)
    package func partitioningIndex(where isInSecondHalf: (Element) -> Bool) -> Index {
        var (start, count) = (startIndex, count)
        while count > 0 {
            let half = count / 2
            let middle = index(start, offsetBy: half)
            if isInSecondHalf(self[middle]) {
                count = half
            } else {
                start = index(after: middle)
                count -= half + 1
            }
        }
        return start
    }
}
