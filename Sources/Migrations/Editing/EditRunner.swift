import VersionedCodec

/// Runs compiled operations on one document after another.
///
/// It does what every document that fits a plan needs. Whatever is unexpected, is an error, loses something, or takes more than a
/// look at bytes is an `EditLimit`: the caller then does the whole document over with values, which have the words for it.
struct EditRunner: ~Copyable {
    var edits: IndexEdits
    let program: EditProgram
    private let failsOnLosses: Bool
    /// What the last document has lost, in the order in which that came.
    private(set) var losses: [Loss] = []
    /// The child that each scope around the running step is at.
    private var children: [(place: EditPlace, index: Int)] = []

    init(_ plan: PlanEdits, options: MigrationOptions) {
        edits = IndexEdits(plan.vocabulary, options: options.parsing)
        program = plan.program
        failsOnLosses = options.losses == .fail
    }

    /// Forgets the losses of the last document.
    mutating func forgetLosses() {
        if !losses.isEmpty { losses.removeAll(keepingCapacity: true) }
    }

    // MARK: Losing

    /// Records the loss of a value.
    private mutating func lose(_ place: EditPlace, _ number: Int32) throws(EditLimit) {
        let note = program.losses[Int(number)]
        var path = note.places[0]
        for (place, child) in zip(note.places.dropFirst(), children) {
            let token = edits.key(of: child.place) ?? String(child.index)
            path = path.appending(token).appending(place)
        }
        let value = try edits.lost(place, tag: number, at: path)
        try lose(value, note, at: path)
    }

    private mutating func lose(_ value: JSONValue, _ note: EditProgram.LossNote, at path: JSONPointer) throws(EditLimit)
    {
        if failsOnLosses { throw EditLimit() }
        var loss = Loss(path: path, value: value, reason: note.reason, group: note.reason)
        (loss.operation, loss.step) = (note.operation, note.step)
        losses.append(loss)
    }

    /// Records the losses of a document that has the shape of the first template.
    mutating func loseByTemplate() throws(EditLimit) {
        for number in 0..<edits.lostByTemplate {
            let (value, tag, path) = try edits.lostByTemplate(number)
            try lose(value, program.losses[Int(tag)], at: path)
        }
    }

    func place(_ path: EditPath) -> EditPlace {
        var place = edits.root
        for index in 0..<path.count { place = edits.child(edits.vocabulary.key(index, of: path), of: place) }
        return place
    }

    /// Runs the steps on the document that the edits have begun.
    mutating func run(_ steps: Range<Int32>) throws(EditLimit) {
        edits.leave(to: 0)
        children.removeAll(keepingCapacity: true)
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
        case .remove(let path, let literal, let loss, let rules):
            guard let place = try find(path, rules, scope) else { return }
            if try !isSame(place, as: literal) { try lose(place, loss) }
            try remove(place)
        case .unmark(let path):
            let place = edits.find(path, from: scope)
            if place == .absent { return }
            try remove(place)
        case .mark(let path, let literal): try mark(path, literal, scope)
        case .add(let path, let literal, let before, let rules): try add(path, literal, before, rules, scope)
        case .set(let path, let literal, let old, let loss, let rules):
            guard let place = try find(path, rules, scope) else { return }
            if try !isSame(place, as: old) { try lose(place, loss) }
            try edits.replace(place, by: literal)
            edits.touch()
        case .convert(let path, let from, let to, let rules):
            guard let place = try find(path, rules, scope) else { return }
            try convert(place, from, to)
        case .mapValues(let path, let pairs, let fallback, let rules):
            guard let place = try find(path, rules, scope) else { return }
            try map(place, pairs, fallback, rules)
        case .reformatDate(let path, let dates, let rules):
            guard let place = try find(path, rules, scope) else { return }
            try reformat(place, Int(dates))
        case .inside(let path, let steps, let rules):
            guard let place = try find(path, rules, scope) else { return }
            try run(steps, at: place)
        case .each(let path, let steps, let rules):
            guard let place = try find(path, rules, scope) else { return }
            edits.enter(place)
            var walk = try edits.children(of: place)
            var index = 0
            while let child = edits.next(&walk) {
                children.append((child, index))
                try run(steps, at: child)
                children.removeLast()
                index += 1
            }
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
        edits.noteMove(within: scope)
        try edits.moveRemoved(place, to: try makeParents(of: to, scope), as: key)
        edits.touch()
    }

    /// Whether a value is that of the plan; `nil` is none.
    private func isSame(_ place: EditPlace, as literal: Int32?) throws(EditLimit) -> Bool {
        guard let literal else { return false }
        guard let isSame = edits.isSame(place, as: literal) else { throw EditLimit() }
        return isSame
    }

    private mutating func map(
        _ place: EditPlace, _ pairs: Range<Int32>, _ fallback: EditProgram.Fallback?, _ rules: Rules
    ) throws(EditLimit) {
        for index in pairs {
            let pair = program.pairs[Int(index)]
            guard try isSame(place, as: pair.value) else { continue }
            if let loss = pair.loss { try lose(place, loss) }
            try edits.replace(place, by: pair.replacement)
            return edits.touch()
        }
        if let fallback {
            try lose(place, fallback.loss)
            try edits.replace(place, by: fallback.literal)
            return edits.touch()
        }
        if rules.wrongKind == .error { throw EditLimit() }
        for index in pairs {
            let pair = program.pairs[Int(index)]
            guard try isSame(place, as: pair.replacement) else { continue }
            if let loss = pair.keptLoss { try lose(place, loss) }
            return
        }
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
