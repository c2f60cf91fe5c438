/// A dictionary whose keys are neither texts nor numbers: an array of keys and values. A pair of which one cannot be
/// read is left out.
final class PairsReplay<Key: Decodable & Hashable, Value: Decodable>: ValueReplay<[Key: Value]> {
    private var cursor: PartCursor?
    private var pairs: [Key: Value] = [:]
    private var issues = IssueGroup()

    /// The replays at which strict decoding has failed.
    private var failedKey: ValueReplay<Key>?
    private var failedValue: ValueReplay<Value>?

    private func begun() throws -> PartCursor {
        if let cursor { return cursor }
        let made = try PartCursor(elementsOf: base)
        guard made.count.isMultiple(of: 2) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: base.codingPath,
                    debugDescription: "expected keys and values in turn, found an odd number of elements"))
        }
        return made
    }

    override func strict() throws -> [Key: Value] {
        var next = try begun()
        cursor = next
        while let keyPart = next.part {
            let mark = run.recorder.mark
            let key = try run.strictly(Key.self, keyPart, owner, &failedKey)
            next.advance()
            guard let valuePart = next.part else { break }
            pairs[key] = try run.strictly(Value.self, valuePart, owner, &failedValue)
            next.advance()
            cursor = next
            issues.add(run.recorder.group(from: mark))
        }
        return pairs
    }

    override func tolerant() -> Tolerated<[Key: Value]> {
        var next: PartCursor
        do {
            next = try begun()
        } catch {
            return Tolerated(
                value: nil,
                issues: IssueGroup(run.record(run.issue(of: error, at: base, owner, expected: [Key: Value].self))))
        }
        let mark = run.recorder.mark
        var hasFailed = failedKey != nil || failedValue != nil
        var (spareKey, spareValue): (ValueReplay<Key>?, ValueReplay<Value>?)
        while !run.isOver, let keyPart = next.part {
            next.advance()
            guard let valuePart = next.part else { break }
            next.advance()
            let key = run.tolerantly(
                Key.self, keyPart, owner, resuming: failedKey, or: &spareKey, afterFailure: &hasFailed, &issues)
            let value = run.tolerantly(
                Value.self, valuePart, owner, resuming: failedValue, or: &spareValue, afterFailure: &hasFailed, &issues)
            (failedKey, failedValue) = (nil, nil)
            if let key, let value { pairs[key] = value }
        }
        issues.add(run.recorder.take(from: mark))
        return Tolerated(value: pairs, issues: issues)
    }
}
