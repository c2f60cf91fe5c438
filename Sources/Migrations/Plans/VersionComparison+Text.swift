public import VersionedCodec

extension VersionComparison: CustomStringConvertible {
    /// The comparison in words.
    ///
    /// ```text
    /// Shop order: 1 and 2
    ///
    /// backward: compatible (exact)
    ///     Programs that know 2 can read all payloads of 1.
    ///
    /// forward: lossy (captures)
    ///     Programs that know 1 can read payloads of 2, but not every value:
    ///     2 → 1: remove "/note" (captures)
    ///
    /// full: lossy
    /// ```
    public var description: String {
        var lines = ["\(name): \(older) and \(newer)"]
        for (title, direction) in [("backward", backward), ("forward", forward)] {
            let lossClass = direction.lossClass.map { " (\($0.rawValue))" } ?? ""
            lines += ["", "\(title): \(direction.verdict.rawValue)\(lossClass)", "    " + direction.sentence]
            lines += direction.obstacles.map { obstacle in
                "    \(obstacle.step): \(obstacle.reason)" + (obstacle.lossClass.map { " (\($0.rawValue))" } ?? "")
            }
        }
        return (lines + ["", "full: \(full.rawValue)"]).joined(separator: "\n") + "\n"
    }

    /// The comparison as JSON.
    ///
    /// ```json
    /// {"plan": "Shop order", "older": "1", "newer": "2",
    ///  "backward": {"verdict": "compatible", "lossClass": "exact", "because": []},
    ///  "forward": {"verdict": "lossy", "lossClass": "captures",
    ///   "because": [{"step": "2 → 1", "reason": "remove \"/note\"", "lossClass": "captures"}]},
    ///  "full": {"verdict": "lossy"}}
    /// ```
    public var json: JSONValue {
        [
            "plan": .string(name), "older": .string(older), "newer": .string(newer), "backward": backward.json,
            "forward": forward.json, "full": ["verdict": .string(full.rawValue)],
        ]
    }
}

extension VersionComparison.Direction {
    fileprivate var sentence: String {
        switch verdict {
        case .compatible: "Programs that know \(to) can read all payloads of \(from)."
        case .lossy: "Programs that know \(to) can read payloads of \(from), but \(unread):"
        case .incompatible: "Programs that know \(to) cannot read payloads of \(from):"
        }
    }

    /// What cannot be read, where something can.
    private var unread: String {
        let refusals = obstacles.filter { $0.lossClass == nil }.count
        if refusals == 0 { return "not every value" }
        return refusals == obstacles.count ? "not all of them" : "neither all of them nor every value"
    }

    var json: JSONValue {
        var writer = MemberWriter()
        writer["verdict"] = .string(verdict.rawValue)
        writer["lossClass"] = lossClass.map { .string($0.rawValue) }
        writer["because"] = .array(
            JSONArray(
                obstacles.map { obstacle in
                    var writer = MemberWriter()
                    writer["step"] = .string(obstacle.step)
                    writer["reason"] = .string(obstacle.reason)
                    writer["lossClass"] = obstacle.lossClass.map { .string($0.rawValue) }
                    return .object(writer.object)
                }))
        return .object(writer.object)
    }
}
