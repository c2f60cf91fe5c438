import VersionedCodec

/// New values out of the bytes of old ones, and conditions on them.
extension EditRunner {
    mutating func convert(_ place: EditPlace, _ from: ScalarKind, _ to: ScalarKind) throws(EditLimit) {
        guard let (kind, bytes) = edits.content(of: place) else { throw EditLimit() }
        let text = { (word: StaticString) in IndexEdits.isEqual(bytes, word) }
        let start = edits.scratch.count
        switch (from, to, kind) {
        case (.string, .string, .string), (.number, .number, .number), (.boolean, .boolean, .boolean): return
        case (.string, .number, .string):
            guard IndexEdits.isNumber(bytes) else { throw EditLimit() }
            edits.scratch += bytes
            try replace(place, from: start, .number)
        case (.number, .string, .number):
            edits.scratch.append(UInt8(ascii: "\""))
            edits.scratch += bytes
            edits.scratch.append(UInt8(ascii: "\""))
            try replace(place, from: start, .string)
        case (.number, .boolean, .number):
            guard text("0") || text("1") else { throw EditLimit() }
            edits.scratch += Array((text("1") ? "true" : "false").utf8)
            try replace(place, from: start, .boolean)
        case (.boolean, .number, .boolean):
            edits.scratch.append(text("true") ? UInt8(ascii: "1") : UInt8(ascii: "0"))
            try replace(place, from: start, .number)
        case (.string, .boolean, .string):
            guard text("true") || text("false") else { throw EditLimit() }
            edits.scratch += bytes
            try replace(place, from: start, .boolean)
        case (.boolean, .string, .boolean):
            edits.scratch += Array((text("true") ? "\"true\"" : "\"false\"").utf8)
            try replace(place, from: start, .string)
        default: throw EditLimit()
        }
    }

    mutating func reformat(_ place: EditPlace, _ number: Int) throws(EditLimit) {
        guard let (kind, bytes) = edits.content(of: place), kind == .string || kind == .number else {
            throw EditLimit()
        }
        let start = edits.scratch.count
        let isText = program.dates[number].to.notation == .text
        if isText { edits.scratch.append(UInt8(ascii: "\"")) }
        guard program.dates[number].append(bytes, kind == .number ? .number : .text, to: &edits.scratch) == .exact
        else {
            throw EditLimit()
        }
        // What a style may write in two ways is left to values.
        guard edits.scratch[start...].dropFirst().allSatisfy({ $0 != UInt8(ascii: "/") && $0 < 0x80 && $0 != 0x5C })
        else { throw EditLimit() }
        if isText { edits.scratch.append(UInt8(ascii: "\"")) }
        try replace(place, from: start, isText ? .string : .number)
    }

    private mutating func replace(_ place: EditPlace, from start: Int, _ kind: JSONKind) throws(EditLimit) {
        try edits.replace(place, byScratchFrom: start, kind: kind)
        edits.touch()
    }

    // MARK: Conditions

    func holds(_ condition: EditCondition, _ scope: EditPlace) throws(EditLimit) -> Bool {
        switch condition {
        case .present(let path): return try value(path, scope) != nil
        case .kind(let path, let kinds):
            return try value(path, scope).flatMap { edits.kind(of: $0) }.map(kinds.contains) ?? false
        case .oneOf(let path, let literals):
            guard let place = try value(path, scope) else { return false }
            var isUnsure = false
            for literal in literals {
                switch edits.isSame(place, as: literal) {
                case true?: return true
                case false?: continue
                case nil: isUnsure = true
                }
            }
            if isUnsure { throw EditLimit() }
            return false
        case .prefix(let path, let prefix):
            guard let place = try value(path, scope), edits.kind(of: place) == .string else { return false }
            guard let content = edits.content(of: place) else { throw EditLimit() }
            return content.bytes.starts(with: prefix)
        case .all(let conditions):
            for condition in conditions where try !holds(condition, scope) { return false }
            return true
        case .any(let conditions):
            for condition in conditions where try holds(condition, scope) { return true }
            return false
        case .not(let condition): return try !holds(condition, scope)
        }
    }

    /// The value at a path; `nil` where there is none, for whatever reason.
    private func value(_ path: EditPath, _ scope: EditPlace) throws(EditLimit) -> EditPlace? {
        var place = scope
        for index in 0..<path.count {
            guard edits.kind(of: place) == .object || edits.kind(of: place) == .array else { return nil }
            place = edits.child(edits.vocabulary.key(index, of: path), of: place)
            if place == .absent { return nil }
            if place == .blocked { throw EditLimit() }
        }
        return place
    }
}
