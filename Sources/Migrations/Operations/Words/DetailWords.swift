import VersionedCodec

/// Members of a plan file in the lines of an explanation.
enum DetailWords {
    /// The members that most descriptions contain.
    static let described = ["path", "from", "to"]

    static func shown(_ value: JSONValue) -> String { Loss.shortened(value.text()) }

    static func list(_ value: JSONValue) -> String {
        (value.array.map(Array.init) ?? [value]).map { $0.string ?? $0.text() }.joined(separator: ", ")
    }

    static func transforms(_ value: JSONValue) -> String {
        guard let transforms = value.array else { return Loss.shortened(value.text()) }
        return transforms.map { transform in
            guard let object = transform.object else { return transform.string ?? transform.text() }
            return object.map { "\($0.key) \($0.value.text())" }.joined(separator: " ")
        }.joined(separator: ", ")
    }

    static func derivation(_ value: JSONValue) -> String {
        let source = value["from"]?.text() ?? value.text()
        return value["by"].map { "\(source) by \(transforms($0))" } ?? "a copy of \(source)"
    }

    static func table(_ value: JSONValue) -> String {
        // Of several pairs with one value, the first counts.
        var known: Set<String> = []
        let pairs = (value.array.map(Array.init) ?? []).filter { known.insert($0[0]?.text() ?? "").inserted }
        let shown = pairs.prefix(8).map { "\($0[0]?.text() ?? "") → \($0[1]?.text() ?? "")" }
        return shown.joined(separator: ", ") + (pairs.count > 8 ? ", … and \(pairs.count - 8) more" : "")
    }

    static func pairs(_ value: JSONValue) -> String {
        let members = value.object.map(Array.init) ?? []
        let shown = members.prefix(8).map { "\(JSONValue.string($0.key).text()) → \($0.value.text())" }
        return shown.joined(separator: ", ") + (members.count > 8 ? ", … and \(members.count - 8) more" : "")
    }

    static func unknown(_ rule: JSONValue) -> String {
        rule.string == "drop" ? "the member is lost" : "it stays"
    }

    /// What happens to two members with one key.
    static func sameKey(_ rule: JSONValue) -> String {
        rule.string == "skip"
            ? "if two members have one key: the first stays, the other is lost"
            : "if two members have one key: the last stays, the other is lost"
    }
}
