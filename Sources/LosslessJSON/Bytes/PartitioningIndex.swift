extension RandomAccessCollection {
    /// The index of the first element of the second half, if all elements of the second half follow those of the first;
    /// `endIndex` if the second half is empty. O(log elements)
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
