import VersionedCodec

/// The parts of carried changes, each of which puts a value, takes one away, or does both, in the order in which they
/// are restored; and which of them move the same values.
///
/// A value that one part takes away and another one puts moves: only one of both would lose it, or double it.
struct CarriedParts {
    private struct Part {
        var put: Set<ValueHash> = []
        var taken: [ValueHash] = []
        /// The groups of changes around it, of which all or none are made.
        let groups: [Int]
    }

    private let marks: Set<String>
    private var parts: [Part] = []
    private var groupCount = 0
    /// The values that move, in the order in which they are taken, with the parts that put them and those that take
    /// them away; and their places here.
    private var moved: [(putting: [Int], taking: [Int])] = []
    private var places: [ValueHash: Int] = [:]

    /// - `marks`: The keys of members that name versions, whose values do not move.
    /// - Returns: `nil` if no value moves.
    /// - Complexity: O(bytes of changes)
    init?(_ changes: [CarriedChange], marks: () -> Set<String>) {
        guard changes.contains(where: \.takes) else { return nil }
        self.marks = marks()
        add(changes, within: [])
        for (number, part) in parts.enumerated() {
            for hash in part.taken {
                let place = places[hash] ?? moved.count
                if place == moved.count { moved.append(([], [])) }
                places[hash] = place
                moved[place].taking.append(number)
            }
        }
        for (number, part) in parts.enumerated() {
            for place in part.put.compactMap({ places[$0] }) { moved[place].putting.append(number) }
        }
        places = places.filter { moved[$0.value].putting != moved[$0.value].taking && !moved[$0.value].putting.isEmpty }
        if places.isEmpty { return nil }
    }

    /// How many parts changes have.
    static func count(_ changes: [CarriedChange]) -> Int { changes.reduce(0) { $0 + count($1) } }

    static func count(_ change: CarriedChange) -> Int {
        guard case .elements(let hunks) = change.now else { return 1 }
        return hunks.reduce(0) { all, hunk in
            hunk.now.reduce(all + hunk.leaving.count) { $0 + count($1) }
        }
    }

    static func count(_ element: CarriedChange.Element) -> Int {
        switch element {
        case .same: 0
        case .replaced, .inserted: 1
        case .changed(_, _, let changes): count(changes)
        }
    }

    private mutating func add(_ changes: [CarriedChange], within outer: [Int]) {
        var groups: [Int: Int] = [:]
        for change in changes {
            var within = outer
            if let group = change.group {
                if groups[group] == nil { (groups[group], groupCount) = (groupCount, groupCount + 1) }
                if let number = groups[group] { within.append(number) }
            }
            switch change.now {
            // The value is in its object in any case.
            case .value where change.insteadOf != nil: parts.append(Part(groups: within))
            case .value(let value): parts.append(Part(put: value.movingHashes, taken: change.taken, groups: within))
            case .absent:
                let isMark = change.path.tokens.last.map(marks.contains) == true
                parts.append(Part(taken: isMark ? [] : change.taken, groups: within))
            case .elements(let hunks):
                for hunk in hunks { add(hunk, within) }
            }
        }
    }

    private mutating func add(_ hunk: CarriedChange.Hunk, _ within: [Int]) {
        for element in hunk.now {
            switch element {
            case .same: break
            case .changed(_, _, let changes): add(changes, within: within)
            case .replaced(let number, let value):
                parts.append(Part(put: value.movingHashes, taken: hunk.taken(number), groups: within))
            case .inserted(let value): parts.append(Part(put: value.movingHashes, groups: within))
            }
        }
        for number in hunk.leaving { parts.append(Part(taken: hunk.taken(number), groups: within)) }
    }

    /// The parts that are not to be made, as others cannot be.
    ///
    /// - `possible`: Whether each part can be made.
    func blocked(possible: [Bool]) -> Set<Int> {
        guard possible.count == parts.count, possible.contains(false) else { return [] }
        var (possible, blocked) = (possible, Set<Int>())
        var members: [Int: [Int]] = [:]
        for (number, part) in parts.enumerated() {
            for group in part.groups { members[group, default: []].append(number) }
        }
        // What is to be looked at, in an order that is the same each time: values, and behind them groups.
        var (queue, next) = (places.values.ascending() + members.keys.ascending().map { moved.count + $0 }, 0)
        var isQueued = Set(queue)
        func block(_ numbers: [Int]) {
            for number in numbers where possible[number] {
                possible[number] = false
                blocked.insert(number)
                let values = (Array(parts[number].put) + parts[number].taken).compactMap { places[$0] }.ascending()
                for work in values + parts[number].groups.map({ moved.count + $0 })
                where isQueued.insert(work).inserted { queue.append(work) }
            }
        }
        while next < queue.count {
            let work = queue[next]
            next += 1
            isQueued.remove(work)
            if work >= moved.count {
                let members = members[work - moved.count] ?? []
                if members.contains(where: { !possible[$0] }) { block(members) }
                continue
            }
            let (putting, taking) = moved[work]
            let (put, taken) = (putting.count { possible[$0] }, taking.count { possible[$0] })
            if put == putting.count && taken == taking.count { continue }
            if put != taken || putting.count != taking.count { block(putting + taking) }
        }
        return blocked
    }
}

extension CarriedChange {
    /// Whether it takes a value away.
    var takes: Bool {
        switch now {
        case .value: was != nil
        case .absent: true
        case .elements(let hunks):
            hunks.contains { hunk in
                !hunk.leaving.isEmpty
                    || hunk.now.contains { element in
                        switch element {
                        case .same, .inserted: false
                        case .replaced: true
                        case .changed(_, _, let changes): changes.contains(where: \.takes)
                        }
                    }
            }
        }
    }
}

extension CarriedChange.Hunk {
    /// Whether it has another order than the way back makes.
    var isMoved: Bool { Self.isMoved(now.compactMap(\.number)) }

    static func isMoved(_ numbers: [Int]) -> Bool { zip(numbers, numbers.dropFirst()).contains(where: >) }

    /// The numbers of the elements that are taken away.
    var leaving: [Int] {
        if was.count == now.count, now.allSatisfy({ $0.number != nil }) { return [] }
        let kept = Set(now.compactMap(\.number))
        return was.indices.filter { !kept.contains($0) }
    }
}

extension CarriedChange {
    /// The hashes of what it takes away.
    fileprivate var taken: [ValueHash] { (was.map { [$0] } ?? []) + holds }

    /// Notes which values within those that changes take away other changes put.
    ///
    /// - `base`: The values that the way back makes.
    static func noteHeldValues(in changes: inout [CarriedChange], _ base: (JSONPointer) -> BaseValue?) {
        let all = changes
        var known: Set<ValueHash>?
        func put() -> Set<ValueHash> {
            if let known { return known }
            var put: Set<ValueHash> = []
            for change in all { change.addPut(to: &put) }
            known = put
            return put
        }
        for index in changes.indices where changes[index].takes {
            changes[index].noteHeldValues(put, base(changes[index].path))
        }
        noteHeldTexts(in: &changes) { base($0)?.value }
    }

    /// A value that the way back makes. Of a large array, each element is made when it is asked for.
    struct BaseValue {
        /// `nil` for such an array.
        let value: JSONValue?
        let element: (Int) -> JSONValue?

        init(_ value: JSONValue) {
            let elements = value.array
            self.value = value
            element = { number in
                guard let elements, elements.indices.contains(number) else { return .none }
                return elements[number]
            }
        }

        init(element: @escaping (Int) -> JSONValue?) { (value, self.element) = (.none, element) }
    }

    private static let mostTexts = 16

    /// Notes which texts are parts of one that is taken out of the same object, as `join` makes it.
    private static func noteHeldTexts(in changes: inout [CarriedChange], _ base: (JSONPointer) -> JSONValue?) {
        let texts = changes.indices.compactMap { index -> (index: Int, text: String)? in
            guard case .value(let value) = changes[index].now, changes[index].insteadOf == nil,
                let text = value.string, !text.isEmpty
            else { return nil }
            return (index, text)
        }
        // A text is joined of a few others. In an object with many, each would be compared with each.
        if texts.isEmpty || texts.count > Self.mostTexts { return }
        for index in changes.indices where changes[index].was != nil && !changes[index].path.isRoot {
            guard let whole = base(changes[index].path)?.string else { continue }
            for (other, text) in texts
            where other != index && changes[other].path.parent == changes[index].path.parent && text.isPart(of: whole) {
                changes[index].holds.append(ValueHash.of(.string(text)))
            }
        }
    }

    private mutating func noteHeldValues(_ put: () -> Set<ValueHash>, _ base: BaseValue?) {
        guard let base else { return }
        guard case .elements(var hunks) = now else {
            holds = base.value?.held(put) ?? []
            return
        }
        func element(_ number: Int, of hunk: Hunk) -> JSONValue? { base.element(hunk.start + number) }
        for index in hunks.indices {
            let hunk = hunks[index]
            for place in hunk.now.indices {
                switch hunk.now[place] {
                case .same, .inserted: break
                case .replaced(let number, _): hunks[index].hold(number, element(number, of: hunk)?.held(put))
                case .changed(let number, let around, var changes):
                    guard changes.contains(where: \.takes) else { continue }
                    let value = element(number, of: hunk)
                    for index in changes.indices where changes[index].takes {
                        changes[index].noteHeldValues(put, value?[at: changes[index].path].map { BaseValue($0) })
                    }
                    CarriedChange.noteHeldTexts(in: &changes) { value?[at: $0] }
                    hunks[index].now[place] = .changed(number, around: around, changes)
                }
            }
            for number in hunk.leaving { hunks[index].hold(number, element(number, of: hunk)?.held(put)) }
        }
        now = .elements(hunks)
    }

    private func addPut(to all: inout Set<ValueHash>) {
        switch now {
        case .value(let value): if insteadOf == nil { all.formUnion(value.movingHashes) }
        case .absent: break
        case .elements(let hunks):
            for element in hunks.lazy.flatMap(\.now) {
                switch element {
                case .same: break
                case .replaced(_, let value), .inserted(let value): all.formUnion(value.movingHashes)
                case .changed(_, _, let changes): for change in changes { change.addPut(to: &all) }
                }
            }
        }
    }
}

extension CarriedChange.Hunk {
    /// The hashes of what it takes away with an element.
    fileprivate func taken(_ number: Int) -> [ValueHash] { [was[number]] + (holds[number] ?? []) }

    fileprivate mutating func hold(_ number: Int, _ hashes: [ValueHash]?) {
        if let hashes, !hashes.isEmpty { holds[number] = hashes }
    }
}

extension String {
    /// Whether it is in a longer text, as words of that.
    fileprivate func isPart(of whole: String) -> Bool {
        let (part, text) = (Array(utf8), Array(whole.utf8))
        guard part.count < text.count else { return false }
        func isInWord(_ place: Int) -> Bool {
            guard text.indices.contains(place) else { return false }
            return text[place] >= 0x80 || UnicodeScalar(text[place]).properties.isAlphabetic
                || (0x30...0x39).contains(text[place])
        }
        return (0...text.count - part.count).contains { start in
            text[start..<start + part.count].elementsEqual(part) && !isInWord(start - 1)
                && !isInWord(start + part.count)
        }
    }
}

extension JSONValue {
    /// The hashes of the value and of those in it, without those that many places have.
    fileprivate var movingHashes: Set<ValueHash> {
        var (found, waiting) = (Set<ValueHash>(), [self])
        while let value = waiting.popLast() {
            waiting += value.object?.map(\.value) ?? value.array.map(Array.init) ?? []
            if value.isDistinctive { found.insert(ValueHash.of(value)) }
        }
        return found
    }

    /// Which of some hashes the values within a container have, without those within others of these.
    fileprivate func held(_ hashes: () -> Set<ValueHash>) -> [ValueHash] {
        guard isContainer else { return [] }
        let hashes = hashes()
        if hashes.isEmpty || hashes.contains(ValueHash.of(self)) { return [] }
        var (found, known, waiting) = ([ValueHash](), Set<ValueHash>(), [self])
        while let container = waiting.popLast() {
            for value in container.object?.map(\.value) ?? container.array.map(Array.init) ?? [] {
                let hash = ValueHash.of(value)
                if hashes.contains(hash) {
                    if known.insert(hash).inserted { found.append(hash) }
                } else if value.isContainer {
                    waiting.append(value)
                }
            }
        }
        return found
    }

    /// Whether it is one that many places do not have.
    var isDistinctive: Bool {
        switch kind {
        case .object, .array: !isEmptyContainer
        case .number: true
        default: string?.isEmpty == false
        }
    }

    private var isEmptyContainer: Bool { object?.isEmpty ?? array?.isEmpty ?? false }
}
