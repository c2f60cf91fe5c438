import VersionedCodec

/// Runs compiled operations on one document after another.
///
/// It does what every document that fits a plan needs. Whatever is unexpected, is an error, loses something, or takes more than a
/// look at bytes is an `EditLimit`: the caller then does the whole document over with values, which have the words for it.
struct EditRunner: ~Copyable {
    var edits: IndexEdits
    let program: EditProgram

    init(_ plan: PlanEdits, options: JSONParsingOptions) {
        edits = IndexEdits(plan.vocabulary, options: options)
        program = plan.program
    }

    func place(_ path: EditPath) -> EditPlace {
        var place = edits.root
        for index in 0..<path.count { place = edits.child(edits.vocabulary.key(index, of: path), of: place) }
        return place
    }

    /// Runs the steps on the document that the edits have begun.
    mutating func run(_ steps: Range<Int32>) throws(EditLimit) {
        edits.leave(to: 0)
        try run(steps, at: edits.root)
    }

    private mutating func run(_ steps: Range<Int32>, at scope: EditPlace) throws(EditLimit) {
        for index in steps {
            let depth = edits.trailCount
            try run(program.steps[Int(index)], at: scope)
            edits.leave(to: depth)
        }
    }

    private mutating func run(_ step: EditStep, at scope: EditPlace) throws(EditLimit) {
        switch step {
        case .rename(let path, let key, let rules): try rename(path, to: key, rules, scope)
        case .move(let from, let to, let keepsEmptyParents, let rules):
            try move(from, to, keepsEmptyParents: keepsEmptyParents, rules, scope)
        case .remove(let path, let literal, let rules):
            guard let place = try find(path, rules, scope) else { return }
            guard edits.isSame(place, as: literal) == true else { throw EditLimit() }
            try remove(place)
        case .unmark(let path):
            let place = edits.find(path, from: scope)
            if place == .absent { return }
            try remove(place)
        case .mark(let path, let literal): try mark(path, literal, scope)
        case .add(let path, let literal, let before, let rules): try add(path, literal, before, rules, scope)
        case .set(let path, let literal, let old, let rules):
            guard let place = try find(path, rules, scope) else { return }
            guard edits.isSame(place, as: old) == true else { throw EditLimit() }
            try edits.replace(place, by: literal)
            edits.touch()
        case .convert(let path, let from, let to, let rules):
            guard let place = try find(path, rules, scope) else { return }
            try convert(place, from, to)
        case .mapValues(let path, let pairs, let rules):
            guard let place = try find(path, rules, scope) else { return }
            try map(place, pairs)
        case .reformatDate(let path, let dates, let rules):
            guard let place = try find(path, rules, scope) else { return }
            try reformat(place, Int(dates))
        case .inside(let path, let steps, let rules):
            guard let place = try find(path, rules, scope) else { return }
            try run(steps, at: place)
        case .each(let path, let steps, let rules):
            guard let place = try find(path, rules, scope) else { return }
            edits.enter(place)
            // Not through the index's own walk with a closure: this value is changed by each step.
            var children: [EditPlace] = []
            try edits.forEachChild(of: place) { child throws(EditLimit) in children.append(child) }
            for child in children { try run(steps, at: child) }
        case .when(let condition, let steps, let others):
            try run(try holds(program.conditions[Int(condition)], scope) ? steps : others, at: scope)
        }
    }

    // MARK: Operations

    /// The value at a path, with the containers on the way put on the trail; `nil` where there is none and that is skipped.
    private mutating func find(
        _ path: EditPath, _ rules: Rules, _ scope: EditPlace
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

    private mutating func remove(_ place: EditPlace) throws(EditLimit) {
        guard let parent = edits.innermost, edits.kind(of: parent) == .object else { throw EditLimit() }
        try edits.remove(place, from: parent)
        edits.touch()
    }

    private mutating func rename(
        _ path: EditPath, to key: Int32, _ rules: Rules, _ scope: EditPlace
    ) throws(EditLimit) {
        guard let place = try find(path, rules, scope) else {
            // An array on the way is an error also where nothing is there.
            if edits.isWithinArray { throw EditLimit() }
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

    private mutating func move(
        _ from: EditPath, _ to: EditPath, keepsEmptyParents: Bool, _ rules: Rules, _ scope: EditPlace
    ) throws(EditLimit) {
        let depth = edits.trailCount
        guard let place = try find(from, rules, scope) else {
            // What is at the target already stays, which is a loss.
            edits.leave(to: depth)
            if edits.find(to, from: scope) != .absent { throw EditLimit() }
            return
        }
        guard let parent = edits.innermost, let key = edits.vocabulary.lastKey(of: to),
            edits.kind(of: parent) == .object
        else { throw EditLimit() }
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
        try edits.moveRemoved(place, to: try makeParents(of: to, scope), as: key)
        edits.touch()
    }

    private mutating func map(_ place: EditPlace, _ pairs: Range<Int32>) throws(EditLimit) {
        for index in pairs where edits.isSame(place, as: program.pairs[Int(index)].value) == true {
            if program.pairs[Int(index)].isLoss { throw EditLimit() }
            try edits.replace(place, by: program.pairs[Int(index)].replacement)
            return edits.touch()
        }
        throw EditLimit()
    }

    /// The object that a path's last key stands in, made where it is missing.
    private mutating func makeParents(of path: EditPath, _ scope: EditPlace) throws(EditLimit) -> EditPlace {
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

    private mutating func add(
        _ path: EditPath, _ literal: Int32, _ before: Int32?, _ rules: Rules, _ scope: EditPlace
    ) throws(EditLimit) {
        guard let key = edits.vocabulary.lastKey(of: path) else { throw EditLimit() }
        guard let parent = try find(path.parent, rules, scope) else { return }
        guard edits.kind(of: parent) == .object else { throw EditLimit() }
        edits.enter(parent)
        guard edits.child(key, of: parent) == .absent else {
            guard rules.exists == .skip else { throw EditLimit() }
            return
        }
        if let before, edits.child(before, of: parent) != .absent { throw EditLimit() }
        try edits.add(key, literal, to: parent)
        edits.touch()
    }

    private mutating func mark(_ path: EditPath, _ literal: Int32, _ scope: EditPlace) throws(EditLimit) {
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
