/// Coding paths, computed from the bytes on demand.
extension JSONOutput {
    /// The path of an open value.
    func path(of reference: FrameReference) -> [any CodingKey] {
        guard isOpen(reference) else { return basePath }
        return path(through: Int(reference.index), end: values[Int(reference.index)].start, skipsLast: true)
    }

    /// The path of the value that is about to be written.
    var pathOfEnd: [any CodingKey] {
        depth == 0 ? basePath : path(through: depth - 1, end: content.count, skipsLast: false)
    }

    /// The keys that lead from each open value to the next, and from the last to what ends, or would begin, at `end`.
    private func path(through last: Int, end: Int, skipsLast: Bool) -> [any CodingKey] {
        var keys = basePath
        for index in 0...last {
            if index == last, skipsLast { break }
            let next = index == last ? end : values[index + 1].start
            if let key = key(in: index, before: next) { keys.append(key) }
        }
        return keys
    }

    /// The key or index in an open value whose value begins at a place.
    func key(in index: Int, before place: Int) -> (any CodingKey)? {
        switch values[index].state {
        case .nothing, .value, .tree: return nil
        case .array: return PayloadKey(index: max(0, values[index].count - 1))
        case .object:
            guard let name = name(before: place) else { return nil }
            return pathKey(named: name, key(named: name, in: index))
        }
    }

    /// The key of a path: the model's own; of a payload in a version, which may spell it otherwise, that of the payload
    /// then.
    func pathKey(named name: String, _ key: (any CodingKey)?) -> any CodingKey {
        guard let key, !scope.isVersioned || key.stringValue.utf8.elementsEqual(name.utf8) else {
            return PayloadKey(name)
        }
        return key
    }

    /// The key that is written as a name in an open object; `nil` if it is not known.
    func key(named name: String, in index: Int) -> (any CodingKey)? {
        if let keys = unkeptKeys[values[index].id]?[ByteKey(name)] { return keys.latest }
        return values[index].table?.takeUnretainedValue().key(spelled: name)
            ?? otherTables(at: index).lazy.compactMap { $0.key(spelled: name) }.first
    }

    /// The name in `"name":` right before a place.
    func name(before place: Int) -> String? {
        guard place >= 3, content[place - 1] == UInt8(ascii: ":") else { return nil }
        let end = place - 2
        var start = end - 1
        while start > 0 {
            if content[start] == UInt8(ascii: "\"") {
                let backslashes = content[..<start].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
                if backslashes.isMultiple(of: 2) { break }
            }
            start -= 1
        }
        return MemberText.name(content[(start + 1)..<end])
    }
}
