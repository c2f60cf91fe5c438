/// Members that cannot simply be written one after the other: whose names are not known yet, may come twice, or are to
/// be sorted.
///
/// Unsafe code: the output's own bytes are borrowed while they are read, and texts of a table while the scope holds it.
extension JSONOutput {
    /// Begins a member of the innermost value in the rarer ways.
    func beginMember(
        at index: Int, _ key: some CodingKey, _ slot: Int, isNew: Bool, _ table: KeyTable
    ) throws {
        if slot < KeyTable.slotCount, let written = table.written(at: slot) {
            return beginAgain(at: index, slot, table, written)
        }
        let id = values[index].id
        let name = try scope.name(
            of: key, table, codingPath: { self.path(of: FrameReference(index: Int32(index), id: id)) })
        if isStamp(name, at: index) || values[index].hasSeveralKeyTypes {
            // Another member may have the same name.
            noteMembers(of: index)
            values[index].mayRepeat = true
        }
        // A path has the model's own keys: those that a table cannot hold are kept while the object is open.
        var notedSlot = slot < KeyTable.slotCount ? slot : -1
        if !scope.keepsNames || notedSlot < 0 && !scope.isVersioned && scope.rules.keys.changesNames {
            let place = unkeptKeys[id, default: [:]][ByteKey(name), default: UnkeptKeys(key)].place(of: key)
            if notedSlot < 0 { notedSlot = -1 - place }
        }
        if slot < KeyTable.slotCount {
            if scope.keepsNames { table.learn(key, slot, spelled: name) }
            if !isNew || table.written(at: slot) == nil { noteRepeat(at: index) }
        } else {
            values[index].mayRepeat = true
        }
        if values[index].count > 0 { bytes.pointee.append(UInt8(ascii: ",")) }
        if values[index].notesMembers {
            notedMembers.append(NotedMember(start: content.count, table: .passUnretained(table), slot: notedSlot))
        }
        values[index].count += 1
        bytes.pointee.appendJSON(name, escapes)
        bytes.pointee.append(UInt8(ascii: ":"))
    }

    /// Begins a member whose key has been written already, in this object or for its version.
    private func beginAgain(at index: Int, _ slot: Int, _ table: KeyTable, _ written: KeyTable.Written) {
        let skipped = values[index].count == 0 ? 1 : 0
        let start = content.count + 1 - skipped
        if slot == Int(values[index].stampSlot), !values[index].isUnsettled {
            (values[index].repeatsStamp, values[index].ownStamp) = (true, start)
        } else {
            noteRepeat(at: index)
        }
        if values[index].notesMembers {
            notedMembers.append(NotedMember(start: start, table: .passUnretained(table), slot: slot))
        }
        values[index].count += 1
        bytes.pointee.append(
            contentsOf: UnsafeRawBufferPointer(start: written.bytes + skipped, count: written.count - skipped))
    }

    private func noteRepeat(at index: Int) {
        noteMembers(of: index)
        values[index].mayRepeat = true
    }

    /// Goes back to before a member that failed.
    func cancelMember(to mark: Mark, at index: Int) {
        // The key stays in the set of those that were written: if it comes again, all members are looked at.
        cancel(to: mark)
        values[index].count -= 1
        if values[index].repeatsStamp, values[index].ownStamp >= content.count { values[index].repeatsStamp = false }
    }

    /// Notes the members of the innermost value from now on, and those that it has.
    func noteMembers(of index: Int) {
        guard !values[index].notesMembers else { return }
        values[index].notesMembers = true
        values[index].firstMember = notedMembers.count
        let (start, count) = (values[index].start + 1, values[index].count)
        for part in MemberText.parts(content, start..<content.count, isObject: true, count: count) {
            var (table, slot) = (values[index].table, -1)
            for one in [table].compactMap({ $0?.takeUnretainedValue() }) + otherTables(at: index) where slot < 0 {
                slot = one.slot(named: content[part.name])
                if slot >= 0 { table = .passUnretained(one) }
            }
            notedMembers.append(NotedMember(start: part.name.lowerBound, table: table, slot: slot))
        }
        // The version comes first and belongs to no key.
        if values[index].stampCount > 0, count > 0 {
            let first = values[index].firstMember
            notedMembers[first] = NotedMember(start: notedMembers[first].start, table: nil, slot: -1)
        }
    }

    /// Takes out members that were written again, and sorts those of a dictionary, or of all objects.
    ///
    /// The object continues as a tree where two keys have one name and a value is not complete yet.
    func settleMembers(of index: Int) throws {
        let first = values[index].firstMember
        defer { if !unkeptKeys.isEmpty { unkeptKeys[values[index].id] = nil } }
        defer { notedMembers.removeLast(notedMembers.count - first) }
        let isDictionary =
            values[index].table?.takeUnretainedValue().isDictionary == true && !values[index].hasSeveralKeyTypes
        guard notedMembers.count - first > 1 else { return }
        let mayRepeat = values[index].mayRepeat || values[index].repeatsStamp || isDictionary
        if !mayRepeat, sortsMembers, sortMembers(from: first, of: index) { return }
        guard mayRepeat || sortsMembers else { return }
        let members = notedMembers[first...]
        let spans = members.indices.map { place in
            members[place].start..<(place + 1 < members.endIndex ? members[place + 1].start - 1 : content.count)
        }
        let names = spans.map { span in
            NameText(content, span.lowerBound..<MemberText.endOfString(content, span.lowerBound))
        }
        let order = content.withUnsafeBufferPointer { bytes in
            Array(spans.indices).sortedOnce { left, right in
                let compared = names[left].compare(names[right], in: bytes)
                return compared == 0 ? left < right : compared < 0
            }
        }
        // The value that each member ends up with; nil for members that were written before.
        var sources: [Int?] = Array(spans.indices)
        var hasRepeats = false
        var start = 0
        while start < order.count {
            var end = start + 1
            while end < order.count, names[order[end - 1]].isEqual(names[order[end]], in: content) {
                let (old, new) = (order[end - 1], order[end])
                guard try isRepeat(members[first + old], members[first + new], spans[old], spans[new]) else {
                    _ = tree(of: FrameReference(index: Int32(index), id: values[index].id))
                    return
                }
                sources[new] = nil
                end += 1
            }
            if end > start + 1 {
                hasRepeats = true
                // In the place where it came first; the version is where the model wrote it.
                let isStamp = members[first + order[start]].table == nil
                sources[order[start]] = nil
                sources[order[isStamp ? start + 1 : start]] = order[end - 1]
            }
            start = end
        }
        let sorts = isDictionary || sortsMembers
        let isSorted = !sorts || zip(order, order.dropFirst()).allSatisfy { $0 < $1 }
        guard hasRepeats || !isSorted else { return }
        let places = sorts ? order : Array(spans.indices)
        rewrite(from: values[index].start + 1, places.compactMap { sources[$0].map { spans[$0] } })
    }

    /// Whether the second of two members of one name replaces the first: the same key may be written again, and two
    /// keys must agree; false where they cannot be compared yet.
    private func isRepeat(_ old: NotedMember, _ new: NotedMember, _ oldSpan: Range<Int>, _ newSpan: Range<Int>)
        throws -> Bool
    {
        guard let oldTable = old.table else {
            // The version: the model must write the same value in its place, which stays where the model wrote it.
            if content[oldSpan] == content[newSpan] { return true }
            throw conflict(at: newSpan, between: [origin(of: new, newSpan), .version], shown: oldSpan)
        }
        if oldTable.toOpaque() == new.table?.toOpaque(), old.slot == new.slot { return true }
        if hasParts(in: oldSpan) || hasParts(in: newSpan) { return false }
        if content[oldSpan] == content[newSpan] { return true }
        throw conflict(at: newSpan, between: [origin(of: old, oldSpan), origin(of: new, newSpan)], shown: newSpan)
    }

    /// Whether parts are still to be written into a span.
    private func hasParts(in span: Range<Int>) -> Bool {
        !pendingParts.within(span.lowerBound + 1...span.upperBound).isEmpty
    }

    private func origin(of member: NotedMember, _ span: Range<Int>) -> KeyOrigin {
        key(of: member, named: name(of: span), in: depth - 1).map { KeyOrigin(any: $0) } ?? .superclass
    }

    /// The key that wrote a member of an open object; `nil` for the version and the superclass.
    func key(of member: NotedMember, named name: String, in index: Int) -> (any CodingKey)? {
        guard let table = member.table?.takeUnretainedValue() else { return nil }
        if let key = table.key(at: member.slot) { return key }
        return unkeptKeys[values[index].id]?[ByteKey(name)]?.key(at: -1 - member.slot, of: table.type)
            ?? table.key(spelled: name)
    }

    private func name(of span: Range<Int>) -> String {
        MemberText.name(content[span.lowerBound + 1..<MemberText.endOfString(content, span.lowerBound) - 1])
    }

    private func conflict(at span: Range<Int>, between origins: [KeyOrigin], shown: Range<Int>) -> EncodingError {
        let areAlike = origins[0].phrase == origins[1].phrase
        let phrases = origins.map { areAlike ? $0.longPhrase : $0.phrase }
        let object = path(of: FrameReference(index: Int32(depth - 1), id: values[depth - 1].id))
        let name = name(of: span)
        // Several keys meet there, so the path has the name, unless it is that of a key.
        let key = key(named: name, in: depth - 1).flatMap { $0.stringValue.utf8.elementsEqual(name.utf8) ? $0 : nil }
        let path = object + [key ?? PayloadKey(name)]
        let value = content[MemberText.endOfString(content, shown.lowerBound) + 1..<shown.upperBound]
        return .invalidValue(
            String(decoding: value, as: UTF8.self),
            .init(
                codingPath: path,
                debugDescription:
                    "\(phrases.joined(separator: " and ")) write different values in one place,"
                    + " \"\(JSONPointer(codingPath: path))\""))
    }

    /// Writes members in another order, with the pending parts in them.
    private func rewrite(from start: Int, _ spans: [Range<Int>]) {
        // A copy of these members only: one of all bytes for each object would be quadratic.
        let old = Array(content[start...])
        let oldParts = Array(pendingParts[pendingParts.index(from: start)...])
        bytes.pointee.removeLast(content.count - start)
        pendingParts.removeLast(oldParts.count)
        for span in spans {
            if content.count > start { bytes.pointee.append(UInt8(ascii: ",")) }
            for pending in oldParts.within(span.lowerBound + 1...span.upperBound) {
                var moved = pending
                moved.position += content.count - span.lowerBound
                pendingParts.append(moved)
            }
            bytes.pointee.append(contentsOf: old[span.lowerBound - start..<span.upperBound - start])
        }
    }
}

/// The keys of one object that are written as one name, where no table knows them.
struct UnkeptKeys {
    private(set) var latest: any CodingKey
    private var earlier: [any CodingKey] = []

    init(_ key: any CodingKey) { latest = key }

    /// The place of a key among those of the name; a new one comes last.
    mutating func place(of key: some CodingKey) -> Int {
        if Self.areSame(latest, key) { return earlier.count }
        if let place = earlier.firstIndex(where: { Self.areSame($0, key) }) { return place }
        earlier.append(latest)
        latest = key
        return earlier.count
    }

    /// The key at a place; `nil` if it is not of a type.
    func key(at place: Int, of type: any CodingKey.Type) -> (any CodingKey)? {
        let key = earlier.indices.contains(place) ? earlier[place] : latest
        return Swift.type(of: key) == type ? key : nil
    }

    private static func areSame(_ left: any CodingKey, _ right: some CodingKey) -> Bool {
        type(of: left) == type(of: right) && left.stringValue.utf8.elementsEqual(right.stringValue.utf8)
    }
}

/// The text of a name, for comparisons by the bytes of its characters.
private struct NameText {
    private let place: Range<Int>
    /// Without escapes, where it has some.
    private let characters: [UInt8]?

    init(_ bytes: [UInt8], _ quoted: Range<Int>) {
        place = quoted.lowerBound + 1..<quoted.upperBound - 1
        let text = bytes[place]
        characters = text.contains(UInt8(ascii: "\\")) ? Array(MemberText.name(text).utf8) : nil
    }

    func compare(_ other: NameText, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let (left, right) = (characters?[...], other.characters?[...])
        if left == nil, right == nil { return Self.compare(bytes[place], bytes[other.place]) }
        let mine = left.map(Array.init) ?? Array(bytes[place])
        let theirs = right.map(Array.init) ?? Array(bytes[other.place])
        return Self.compare(mine, theirs)
    }

    private static func compare(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Int {
        for (one, other) in zip(left, right) where one != other { return one < other ? -1 : 1 }
        return left.count - right.count
    }

    func isEqual(_ other: NameText, in bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { compare(other, in: $0) } == 0
    }
}
