extension TextPattern {
    /// Whether all texts that the pattern matches are the same beside some of its groups.
    func isFixed(beside names: Set<String>) -> Bool {
        var open: Set<Int> = []
        for instruction in program {
            switch instruction {
            case .note(let place) where names.contains(groups[place / 2]):
                if place.isMultiple(of: 2) { open.insert(place / 2) } else { open.remove(place / 2) }
            case .note, .match: continue
            case _ where !open.isEmpty: continue
            case .character(let set):
                guard !set.isInverted, set.ranges.count == 1, let range = set.ranges.first, range.count == 1 else {
                    return false
                }
            case .split, .jump: return false
            }
        }
        return true
    }
}
