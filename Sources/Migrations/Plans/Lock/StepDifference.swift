import VersionedCodec

/// The differences between a released step and the current one.
enum StepDifference {
    static func lines(from old: JSONValue, to new: JSONValue) -> [String] {
        ["reformatting", "operations", "up", "down", "bridge", "older", "newer", "knows"].flatMap { name in
            member(name, old[name], new[name])
        }
    }

    private static func member(_ name: String, _ old: JSONValue?, _ new: JSONValue?) -> [String] {
        if old == new { return [] }
        if let old = old?.array, let new = new?.array {
            return operations(name, Array(old), Array(new))
        }
        switch (old, new) {
        case (let old?, let new?): return ["\(name) was \(old.text()), is \(new.text())"]
        case (let old?, nil): return ["\(name) was \(old.text()), is gone"]
        case (nil, let new?): return ["\(name) was not there, is \(new.text())"]
        case (nil, nil): return []
        }
    }

    /// The operations that were added, removed, changed, by their places: now, and for those that are gone, then.
    private static func operations(_ name: String, _ old: [JSONValue], _ new: [JSONValue]) -> [String] {
        var (removed, added): ([Int: JSONValue], [Int: JSONValue]) = ([:], [:])
        for change in new.difference(from: old) {
            switch change {
            case .remove(let offset, let operation, _): removed[offset] = operation
            case .insert(let offset, let operation, _): added[offset] = operation
            }
        }
        // An operation that went where another came, with the same ones before it, has been changed.
        var lines: [String] = []
        var (before, now) = (0, 0)
        while before < old.count || now < new.count {
            if let was = removed[before], let here = added[now] {
                lines += changed("\(name)/\(now)", was, here)
                (before, now) = (before + 1, now + 1)
            } else if let was = removed[before] {
                lines.append("\(name)/\(before) was \(was.text()), is gone")
                before += 1
            } else if let here = added[now] {
                lines.append("\(name)/\(now) was not there, is \(here.text())")
                now += 1
            } else {
                (before, now) = (before + 1, now + 1)
            }
        }
        return lines
    }

    /// Of a scope that is the same but for its operations, those; of any other operation, the whole.
    private static func changed(_ name: String, _ old: JSONValue, _ new: JSONValue) -> [String] {
        let lists = ["operations", "otherwise"]
        if var (was, here) = pair(old.object, new.object), lists.contains(where: { was[$0]?.array != nil }) {
            for list in lists { (was[list], here[list]) = (nil, nil) }
            if was == here { return lists.flatMap { member("\(name)/\($0)", old[$0], new[$0]) } }
        }
        return ["\(name) was \(old.text()), is \(new.text())"]
    }

    private static func pair(_ old: JSONObject?, _ new: JSONObject?) -> (JSONObject, JSONObject)? {
        if let old, let new { (old, new) } else { nil }
    }
}
