import VersionedCodec

/// A list that is used with `"reversed": true`.
extension MemberReader {
    /// The operations that lead back over a list, as if they had been written that way. The list itself leads back over
    /// them: where the reverse of a reverse is another operation, each of the two has one direction.
    func backwards(_ operations: [JSONOperation]) throws(PlanFileError) -> [JSONOperation] {
        let back = try reverse(of: operations)
        if !back.hasOneDirection, operations.allSatisfy(\.leadsBackOverItsReverse) { return back }
        let written = try written(backwards: operations)
        var result = try self.operations(.array(JSONArray(written.flatMap(\.self))), at: path)
        let wayThere = WayThere(operations)
        // An operation of one direction is the reverse of none.
        for (place, number) in written.indices.flatMap({ Array(repeating: $0, count: written[$0].count) }).enumerated()
        where result[place].oneDirection == nil {
            result[place].reversal = Reversal(wayThere, operations.count - 1 - number)
        }
        return result
    }

    /// The operations that lead back over each one, from the last one on.
    private func written(backwards operations: [JSONOperation]) throws(PlanFileError) -> [[JSONValue]] {
        var result: [[JSONValue]] = []
        for operation in operations.reversed() {
            if let direction = operation.onlyDirection {
                result.append([operation.json.running(direction.opposite)])
                continue
            }
            let back = try reverse(of: [operation]).map(\.json.withoutRepeatedValues)
            if !operation.inner.hasOneDirection, operation.leadsBackOverItsReverse {
                result.append(back)
            } else if back.count == 1, !operation.inner.isEmpty {
                result.append([try scope(back[0], over: operation)])
            } else {
                result.append(back.map { $0.running(.up) } + [operation.json.running(.down)])
            }
        }
        return result
    }

    /// The scope that leads back over another one, with each list of that one backwards.
    private func scope(_ back: JSONValue, over scope: JSONOperation) throws(PlanFileError) -> JSONValue {
        var result = back
        for list in scope.body.lists where !list.operations.isEmpty {
            list.replace(in: &result, with: try written(backwards: list.operations).flatMap(\.self))
        }
        return result
    }

    private func reverse(of operations: [JSONOperation]) throws(PlanFileError) -> [JSONOperation] {
        do throws(NoWayBack) {
            return try operations.reversedOperations()
        } catch {
            throw fault("cannot be: \(error.reason)", in: "reversed")
        }
    }
}

extension JSONOperation {
    /// Whether the operation is also the reverse of its reverse.
    fileprivate var leadsBackOverItsReverse: Bool {
        // A table that has a replacement several times is read in one direction.
        if repeatsTableValues { return false }
        guard let again = try? reversed?.reversedOperations(), again.count == 1 else { return false }
        return again[0] == self || again[0].json == json
    }
}

extension JSONValue {
    /// An operation of a plan file that runs in one direction.
    fileprivate func running(_ direction: JSONOperation.Direction) -> JSONValue {
        var operation = self
        operation.object?["only"] = .string(direction.rawValue)
        return operation
    }
}
