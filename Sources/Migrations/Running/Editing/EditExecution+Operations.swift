import VersionedCodec

/// The operations, each as edits.
extension EditExecution {
    /// The value at a path, with the containers on the way put on the trail; `nil` where there is none and that is skipped.
    mutating func find(
        _ path: EditPath, _ rules: Rules, _ scope: EditPlace, _ edits: inout IndexEdits
    ) throws(EditLimit) -> EditPlace? {
        let place = edits.find(path, from: scope)
        switch place {
        case .blocked: throw EditLimit()
        case .absent:
            guard rules.absent == .skip else { throw EditLimit() }
            return nil
        default: return place
        }
    }

    mutating func remove(
        _ place: EditPlace, _ edits: inout IndexEdits
    ) throws(EditLimit) {
        guard let parent = edits.innermost, edits.kind(of: parent) == .object, edits.work(of: place) == nil else {
            throw EditLimit()
        }
        try edits.remove(place, from: parent)
        edits.touch()
    }

    mutating func rename(
        _ path: EditPath, to key: Int32, _ rules: Rules, _ scope: EditPlace, _ edits: inout IndexEdits
    ) throws(EditLimit) {
        let depth = edits.trailCount
        guard let place = try find(path, rules, scope, &edits) else {
            // An array on the way is an error also where nothing is there.
            if edits.isWithinArray(from: depth) { throw EditLimit() }
            // What has the new key already stays, which is a loss.
            if let parent = edits.innermost, edits.kind(of: parent) == .object, edits.child(key, of: parent) != .absent
            {
                throw EditLimit()
            }
            return
        }
        if edits.vocabulary.lastKey(of: path) == key { return }
        guard let parent = edits.innermost, edits.kind(of: parent) == .object, edits.child(key, of: parent) == .absent
        else {
            throw EditLimit()
        }
        try edits.rename(place, to: key)
        edits.touch()
    }

    mutating func move(
        _ from: EditPath, _ to: EditPath, keepsEmptyParents: Bool, _ rules: Rules, _ scope: EditPlace,
        _ edits: inout IndexEdits
    ) throws(EditLimit) {
        let depth = edits.trailCount
        guard let place = try find(from, rules, scope, &edits) else {
            // What is at the target already stays, which is a loss.
            edits.leave(to: depth)
            if edits.find(to, from: scope) != .absent { throw EditLimit() }
            return
        }
        guard let parent = edits.innermost, let key = edits.vocabulary.lastKey(of: to),
            edits.kind(of: parent) == .object
        else { throw EditLimit() }
        let isOutOfArray = edits.isWithinArray(from: depth)
        var common = 0
        while common < min(from.count, to.count),
            edits.vocabulary.key(Int32(common), of: from) == edits.vocabulary.key(Int32(common), of: to)
        { common += 1 }
        // The way to the target, as far as it is there.
        var (target, isComplete) = (scope, true)
        let vocabulary = edits.vocabulary
        for index in 0..<to.count - 1 {
            guard edits.kind(of: target) == .object else { throw EditLimit() }
            let next = edits.child(vocabulary.key(index, of: to), of: target)
            isComplete = next != .absent
            if !isComplete { break }
            target = next
        }
        guard edits.kind(of: target) == .object else { throw EditLimit() }
        if isComplete {
            guard edits.child(key, of: target) == .absent else { throw EditLimit() }
            if from.count == to.count, common >= from.count - 1 {
                try edits.rename(place, to: key)
                return edits.touch()
            }
        }
        // An empty object that gets a member cannot be told from an absent one on the way back: a loss.
        if !keepsEmptyParents, target != scope, edits.isEmpty(target) { throw EditLimit() }
        try edits.remove(place, from: parent)
        edits.touch()
        // Objects that the target lies within stay.
        if !keepsEmptyParents { try edits.removeEmpty(above: depth + common) }
        edits.leave(to: depth)
        if isOutOfArray { edits.noteMove(within: scope) }
        try edits.moveRemoved(place, to: try makeParents(of: to, scope, &edits), as: key)
        edits.touch()
    }

    mutating func copy(
        _ from: EditPath, _ to: EditPath, _ rules: Rules, _ scope: EditPlace, _ edits: inout IndexEdits
    ) throws(EditLimit) {
        let depth = edits.trailCount
        guard let place = try find(from, rules, scope, &edits) else { return }
        guard let kind = edits.kind(of: place), kind != .array, kind != .object, edits.work(of: place) == nil,
            let key = edits.vocabulary.lastKey(of: to)
        else { throw EditLimit() }
        edits.leave(to: depth)
        guard let parent = try find(to.parent, rules, scope, &edits), edits.kind(of: parent) == .object else {
            throw EditLimit()
        }
        edits.enter(parent)
        guard edits.child(key, of: parent) == .absent else { throw EditLimit() }
        try edits.copy(place, to: parent, as: key)
        edits.touch()
    }

    /// Whether a value is that of the plan; `nil` is none.
    func isSame(
        _ place: EditPlace, as literal: Int32?, _ edits: inout IndexEdits
    ) throws(EditLimit) -> Bool {
        guard let literal else { return false }
        guard let isSame = edits.isSame(place, as: literal) else { throw EditLimit() }
        return isSame
    }

    mutating func map(
        _ place: EditPlace, _ pairs: Range<Int32>, _ table: Int, _ fallback: EditProgram.Fallback?, _ rules: Rules,
        _ edits: inout IndexEdits
    ) throws(EditLimit) {
        if let pair = try pair(place, pairs, { program.tables[table].values }, { $0.value }, &edits) {
            if let loss = pair.loss { try lose(place, loss, &edits) }
            try edits.replace(place, by: pair.replacement)
            return edits.touch()
        }
        if let fallback {
            try lose(place, fallback.loss, &edits)
            try edits.replace(place, by: fallback.literal)
            return edits.touch()
        }
        if rules.wrongKind == .error { throw EditLimit() }
        let kept = try pair(place, pairs, { program.tables[table].replacements }, { $0.replacement }, &edits)
        if let loss = kept?.keptLoss { try lose(place, loss, &edits) }
    }

    /// The first pair of a table of which one side is the value at a place.
    private func pair(
        _ place: EditPlace, _ pairs: Range<Int32>, _ index: () -> ValueIndex,
        _ side: (EditProgram.MappedValue) -> Int32, _ edits: inout IndexEdits
    ) throws(EditLimit) -> EditProgram.MappedValue? {
        if pairs.count > ConditionValues.few {
            guard let (kind, content) = edits.content(of: place) else { throw EditLimit() }
            return index().firstIndex(of: kind, content).map { program.pairs[Int(pairs.lowerBound) + $0] }
        }
        for number in pairs {
            let pair = program.pairs[Int(number)]
            if try isSame(place, as: side(pair), &edits) { return pair }
        }
        return nil
    }

    /// The object that a path's last key stands in, made where it is missing.
    mutating func makeParents(
        of path: EditPath, _ scope: EditPlace, _ edits: inout IndexEdits
    ) throws(EditLimit) -> EditPlace {
        var place = scope
        for index in 0..<path.count - 1 {
            edits.enter(place)
            let key = edits.vocabulary.key(index, of: path)
            let next = edits.child(key, of: place)
            place = next == .absent ? try edits.addObject(key, to: place) : next
        }
        edits.enter(place)
        return place
    }

    mutating func add(
        _ path: EditPath, _ literal: Int32, _ before: Int32?, _ rules: Rules, _ scope: EditPlace,
        _ edits: inout IndexEdits
    ) throws(EditLimit) {
        guard let key = edits.vocabulary.lastKey(of: path) else { throw EditLimit() }
        guard let parent = try find(path.parent, rules, scope, &edits) else { return }
        guard edits.kind(of: parent) == .object else { throw EditLimit() }
        edits.enter(parent)
        let existing = edits.child(key, of: parent)
        guard existing == .absent else {
            guard existing != .blocked, rules.exists == .skip else { throw EditLimit() }
            return
        }
        if let before, edits.child(before, of: parent) != .absent { throw EditLimit() }
        try edits.add(key, literal, to: parent)
        edits.touch()
    }

    mutating func mark(
        _ path: EditPath, _ literal: Int32, _ scope: EditPlace, _ edits: inout IndexEdits
    ) throws(EditLimit) {
        let place = edits.find(path, from: scope)
        switch place {
        case .blocked: throw EditLimit()
        case .absent:
            guard let parent = edits.innermost, edits.trailCount == Int(path.count), edits.kind(of: parent) == .object,
                let key = edits.vocabulary.lastKey(of: path)
            else { throw EditLimit() }
            try edits.add(key, literal, to: parent, atFront: true)
        default: try edits.replace(place, by: literal)
        }
        edits.touch()
    }
}
