extension Sequence {
    /// The elements in order, by code that is the same for all types of elements.
    ///
    /// For short lists, and for what is done once for a plan: `sorted(by:)` is compiled for each type of elements and
    /// each closure, and its 2,000 bytes of machine code are faster.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    package func inOrder(by isBefore: (Element, Element) -> Bool) -> [Element] {
        let elements = Array(self)
        return elements.count < 2 ? elements : elements.sorted(by: isBefore)
    }
}

extension Sequence<Int> {
    /// The numbers in ascending order: `sorted()` is compiled again for each kind of sequence.
    package func ascending() -> [Int] { Array(self).sortedOnce() }
}

extension [Int] {
    /// The numbers in an order, by code that is the same for all callers of other modules.
    @inline(never)
    package func sortedOnce(by isBefore: (Int, Int) -> Bool) -> [Int] { sorted(by: isBefore) }

    @inline(never)
    fileprivate func sortedOnce() -> [Int] { sorted() }
}
