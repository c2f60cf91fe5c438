import VersionedCodec

/// New values out of the bytes of old ones, and conditions on them.
extension EditExecution {
    mutating func convert(
        _ place: EditPlace, _ from: ScalarKind, _ to: ScalarKind, _ edits: inout IndexEdits
    ) throws(EditLimit) {
        if from == to {
            guard edits.kind(of: place) == from.kind else { throw EditLimit() }
            return
        }
        let tag = Computation.conversion(from, to)
        guard let (kind, bytes) = edits.content(of: place) else { throw EditLimit() }
        let start = edits.scratch.count
        try compute(tag, kind, bytes, &edits)
        try replace(place, from: start, to.kind, &edits)
    }

    mutating func reformat(
        _ place: EditPlace, _ number: Int, _ edits: inout IndexEdits
    ) throws(EditLimit) {
        let tag = Int32(number)
        guard let (kind, bytes) = edits.content(of: place) else { throw EditLimit() }
        let start = edits.scratch.count
        try compute(tag, kind, bytes, &edits)
        try replace(place, from: start, program.dates[number].isText ? .string : .number, &edits)
    }

    /// Appends a new value, made of nothing but the bytes of an old one, to the scratch.
    mutating func compute(
        _ tag: Int32, _ kind: JSONKind, _ bytes: UnsafeBufferPointer<UInt8>, _ edits: inout IndexEdits
    ) throws(EditLimit) {
        if tag < 0 { return try convert(bytes, kind, tag, &edits) }
        guard kind == .string || kind == .number else { throw EditLimit() }
        let start = edits.scratch.count
        let dates = program.dates[Int(tag)]
        if dates.isText { edits.scratch.append(UInt8(ascii: "\"")) }
        guard dates.append(bytes, kind == .number ? .number : .text, to: &edits.scratch) else { throw EditLimit() }
        // What a style may write in two ways is left to values.
        for index in start + 1..<max(start + 1, edits.scratch.count) {
            let byte = edits.scratch[index]
            if byte == UInt8(ascii: "/") || byte >= 0x80 || byte == 0x5C { throw EditLimit() }
        }
        if dates.isText { edits.scratch.append(UInt8(ascii: "\"")) }
    }

    private mutating func convert(
        _ bytes: UnsafeBufferPointer<UInt8>, _ kind: JSONKind, _ tag: Int32, _ edits: inout IndexEdits
    ) throws(EditLimit) {
        let (from, to) = Computation.kinds(tag)
        guard kind == from.kind else { throw EditLimit() }
        let isFirst = IndexEdits.isEqual(bytes, from == .number ? "0" : "false")
        let isSecond = IndexEdits.isEqual(bytes, from == .number ? "1" : "true")
        switch (from, to) {
        case (.string, .number):
            guard IndexEdits.isNumber(bytes) else { throw EditLimit() }
            edits.scratch += bytes
        case (.number, .string), (.boolean, .string):
            edits.scratch.append(UInt8(ascii: "\""))
            edits.scratch += bytes
            edits.scratch.append(UInt8(ascii: "\""))
        case (.boolean, .number): edits.scratch.append(isSecond ? UInt8(ascii: "1") : UInt8(ascii: "0"))
        default:
            guard isFirst || isSecond else { throw EditLimit() }
            edits.scratch += Array((isSecond ? "true" : "false").utf8)
        }
    }

    private mutating func replace(
        _ place: EditPlace, from start: Int, _ kind: JSONKind, _ edits: inout IndexEdits
    ) throws(EditLimit) {
        try edits.replace(place, byScratchFrom: start, kind: kind)
        edits.touch()
    }

    // MARK: Conditions

    func holds(
        _ condition: EditCondition, _ scope: EditPlace, _ edits: inout IndexEdits
    ) throws(EditLimit) -> Bool {
        switch condition {
        case .present(let path): return try value(path, scope, &edits) != nil
        case .kind(let path, let kinds):
            return try value(path, scope, &edits).flatMap { edits.kind(of: $0) }.map(kinds.contains) ?? false
        case .oneOf(let path, let literals):
            guard let place = try value(path, scope, &edits) else { return false }
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
        case .oneOfMany(let path, let values):
            guard let place = try value(path, scope, &edits) else { return false }
            guard let (kind, content) = edits.content(of: place) else { throw EditLimit() }
            return values.hold(kind, content)
        case .prefix(let path, let prefix):
            guard let place = try value(path, scope, &edits), edits.kind(of: place) == .string else { return false }
            guard let content = edits.content(of: place) else { throw EditLimit() }
            return content.bytes.starts(with: prefix)
        case .all(let conditions):
            for condition in conditions where try !holds(condition, scope, &edits) { return false }
            return true
        case .any(let conditions):
            for condition in conditions where try holds(condition, scope, &edits) { return true }
            return false
        case .not(let condition): return try !holds(condition, scope, &edits)
        }
    }

    /// The value at a path; `nil` where there is none, for whatever reason.
    private func value(
        _ path: EditPath, _ scope: EditPlace, _ edits: inout IndexEdits
    ) throws(EditLimit) -> EditPlace? {
        var place = scope
        for index in 0..<path.count {
            guard edits.kind(of: place) == .object || edits.kind(of: place) == .array else { return nil }
            place = edits.child(edits.vocabulary.key(index, of: path), of: place)
            if place == .absent { return nil }
            if place == .blocked { throw EditLimit() }
        }
        if let work = edits.work(of: place), !work.isOfChildren { throw EditLimit() }
        return place
    }
}

/// The computations: dates by their number in the program, conversions below zero.
private enum Computation {
    static func conversion(_ from: ScalarKind, _ to: ScalarKind) -> Int32 {
        -1 - Int32(number(from) * 3 + number(to))
    }

    static func kinds(_ tag: Int32) -> (from: ScalarKind, to: ScalarKind) {
        let number = Int(-1 - tag)
        return (kinds[number / 3 % 3], kinds[number % 3])
    }

    private static let kinds: [ScalarKind] = [.string, .number, .boolean]

    private static func number(_ kind: ScalarKind) -> Int { kinds.firstIndex(of: kind) ?? 0 }
}
