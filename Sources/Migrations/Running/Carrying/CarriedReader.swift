import VersionedCodec

/// Reads carried data from the index of a text, as `CarriedChange.write(to:)` and the others have written it.
///
/// Each function returns `nil` for anything else. Places of the text are not those of values of the document, so what
/// is carried has none.
struct CarriedReader {
    private let index: DocumentIndex

    /// No array has more elements.
    private static let most = 1 << 40

    /// The record for a version.
    static func record(of json: JSONValue, for version: String) -> CarriedData.Record? {
        if let (index, node) = json.source { return CarriedReader(index: index).record(node, for: version) }
        // A value that was made in Swift.
        guard let index = DocumentIndex(scanning: json.bytes(), options: JSONParsingOptions()) else { return nil }
        return CarriedReader(index: index).record(DocumentIndex.root, for: version)
    }

    private func record(_ node: UInt32, for version: String) -> CarriedData.Record? {
        var source: String?, changes: UInt32?, document: UInt32?, unchanged: UInt32?, unnamed: UInt32?
        let isObject = members(of: node) { key, value in
            if self.is(key, "from") { source = source ?? string(value) }
            if self.is(key, "changes") { changes = changes ?? value }
            if self.is(key, "document") { document = document ?? value }
            if self.is(key, "unchanged") { unchanged = unchanged ?? value }
            if self.is(key, "unnamed") { unnamed = unnamed ?? value }
        }
        guard isObject, let source else { return nil }
        if let changes = changes.flatMap({ all($0) { change($0, depth: 0) } }) {
            return CarriedData.Record(
                version: version, source: source, kept: .changes(changes),
                isUnnamed: unnamed.map { index[$0].bool == true } ?? false)
        }
        guard let document, let hash = unchanged.flatMap(hash) else { return nil }
        return CarriedData.Record(version: version, source: source, kept: .document(value(document), of: hash))
    }

    /// - `depth`: How many arrays are around it.
    private func change(_ node: UInt32, depth: Int) -> CarriedChange? {
        guard depth <= CarriedChange.deepest else { return nil }
        var path: String?, was: UInt32?, group: Int?, isKept = false, holds: UInt32?, insteadOf: String?
        var around: UInt32?, value: UInt32?, isAbsent = false, hunks: UInt32?, by: String?, twins: UInt32?
        let isObject = members(of: node) { key, member in
            if self.is(key, "path") { path = path ?? string(member) }
            if self.is(key, "was") { was = was ?? member }
            if self.is(key, "group") { group = group ?? int(member) }
            if self.is(key, "kept") { isKept = isKept || index[member].bool == true }
            if self.is(key, "holds") { holds = holds ?? member }
            if self.is(key, "insteadOf") { insteadOf = insteadOf ?? string(member) }
            if self.is(key, "around") { around = around ?? member }
            if self.is(key, "value") { value = value ?? member }
            if self.is(key, "absent") { isAbsent = isAbsent || index[member].bool == true }
            if self.is(key, "hunks") { hunks = hunks ?? member }
            if self.is(key, "by") { by = by ?? string(member) }
            if self.is(key, "twins") { twins = twins ?? member }
        }
        // The kind of mistake in the path does not matter here.
        guard isObject, let pointer = path.flatMap({ try? JSONPointer(parsing: $0) }) else { return nil }
        let now: CarriedChange.Now
        if let value {
            now = .value(self.value(value))
        } else if isAbsent {
            now = .absent
        } else if let hunks = hunks.flatMap({ all($0) { hunk($0, depth: depth) } }) {
            now = .elements(hunks)
        } else {
            return nil
        }
        guard let around = hashes(around), let holds = hashes(holds) else { return nil }
        let hash = was.flatMap(self.hash)
        if was != nil, hash == nil { return nil }
        var change = CarriedChange(path: pointer, was: hash, around: around, now: now)
        if let by { change.by = by }
        (change.group, change.isKept, change.holds, change.insteadOf) = (group, isKept, holds, insteadOf)
        if let twins {
            var (isRight, counts) = (true, [ValueHash: Int]())
            _ = members(of: twins) { key, count in
                guard let hash = self.hash(key) else { return isRight = false }
                counts[hash] = min(max(0, int(count) ?? 0), Self.most)
            }
            if !isRight { return nil }
            change.twins = counts
        }
        return change
    }

    private func hunk(_ node: UInt32, depth: Int) -> CarriedChange.Hunk? {
        var start: Int?, was: UInt32?, now: UInt32?, holds: UInt32?
        let isObject = members(of: node) { key, member in
            if self.is(key, "at") { start = start ?? int(member) }
            if self.is(key, "was") { was = was ?? member }
            if self.is(key, "now") { now = now ?? member }
            if self.is(key, "holds") { holds = holds ?? member }
        }
        guard isObject, let start, (0...Self.most).contains(start), let was, let hashes = hashes(was),
            let elements = now.flatMap({ all($0) { element($0, depth: depth) } })
        else { return nil }
        let numbers = elements.compactMap(\.number)
        guard numbers.allSatisfy(hashes.indices.contains), numbers.areAllDifferent else { return nil }
        var hunk = CarriedChange.Hunk(start: start, was: hashes, now: elements)
        if let holds {
            var isRight = true
            _ = members(of: holds) { key, held in
                guard let number = Int(index.string(key)), hashes.indices.contains(number),
                    let held = self.hashes(held)
                else { return isRight = false }
                hunk.holds[number] = held
            }
            if !isRight { return nil }
        }
        return hunk
    }

    private func element(_ node: UInt32, depth: Int) -> CarriedChange.Element? {
        if let number = int(node) { return .same(number) }
        var number: Int?, value: UInt32?, around: UInt32?, changes: UInt32?
        let isObject = members(of: node) { key, member in
            if self.is(key, "of") { number = number ?? int(member) }
            if self.is(key, "value") { value = value ?? member }
            if self.is(key, "around") { around = around ?? member }
            if self.is(key, "changes") { changes = changes ?? member }
        }
        guard isObject else { return nil }
        if let value {
            let carried = self.value(value)
            return number.map { .replaced($0, carried) } ?? .inserted(carried)
        }
        guard let number, let around, let hashes = hashes(around),
            let read = changes.flatMap({ all($0) { change($0, depth: depth + 1) } })
        else { return nil }
        return .changed(number, around: hashes, read)
    }

    // MARK: Values

    private func value(_ node: UInt32) -> JSONValue { JSONValue(index, node).detached }

    private func string(_ node: UInt32) -> String? { index[node].isString ? index.string(node) : nil }

    private func int(_ node: UInt32) -> Int? { index[node].isNumber ? JSONValue(index, node).int : nil }

    /// The hash that a string, or a key, is the text of.
    private func hash(_ node: UInt32) -> ValueHash? {
        let place = index[node]
        if place.isNumber || place.isContainer || place.isNull || place.bool != nil { return nil }
        if place.isEscaped { return ValueHash(text: index.string(node)) }
        return index.bytes.withUnsafeBufferPointer { ValueHash(text: UnsafeBufferPointer(rebasing: $0[place.content])) }
    }

    /// Hashes; an empty list if the member is missing.
    private func hashes(_ node: UInt32?) -> [ValueHash]? { node.map { all($0, hash) } ?? .some([]) }

    /// All elements of an array as something else.
    private func all<Result>(_ node: UInt32, _ read: (UInt32) -> Result?) -> [Result]? {
        guard index[node].isArray else { return nil }
        var (all, child) = ([Result](), node + 1)
        if let count = index[node].count { all.reserveCapacity(count) }
        while child < index[node].next {
            guard let element = read(child) else { return nil }
            all.append(element)
            child = index[child].next
        }
        return all
    }

    // MARK: Members

    /// Calls a function with the key and the value of each member; returns whether it is an object.
    private func members(of node: UInt32, _ body: (_ key: UInt32, _ value: UInt32) -> Void) -> Bool {
        guard index[node].isObject else { return false }
        var key = node + 1
        while key < index[node].next {
            body(key, key + 1)
            key = index[key + 1].next
        }
        return true
    }

    @inline(__always)
    private func `is`(_ key: UInt32, _ name: StaticString) -> Bool {
        let place = index[key]
        if place.isEscaped { return index.string(key) == name.description }
        guard Int(place.length) == name.utf8CodeUnitCount else { return false }
        return index.bytes.withUnsafeBufferPointer { bytes in
            name.withUTF8Buffer { $0.elementsEqual(UnsafeBufferPointer(rebasing: bytes[place.content])) }
        }
    }
}

extension [Int] {
    /// Whether no number is there twice.
    fileprivate var areAllDifferent: Bool {
        if zip(self, dropFirst()).allSatisfy(<) { return true }
        return Set(self).count == count
    }
}
