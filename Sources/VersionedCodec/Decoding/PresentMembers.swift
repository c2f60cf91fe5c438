/// Lists in an error the members that an object has, if the one that a layout names is missing.
enum PresentMembers {
    private static let most = 5

    /// `; there are "alpha", "beta"`: the members, those first that are nearest to what was looked for.
    static func phrase(_ members: [String]?, near name: String) -> String {
        guard let members else { return "" }
        if members.isEmpty { return "; the object is empty" }
        let shown = NearestName.sorted(members, nearTo: name, most: most).map { JSONValue.string($0).text() }
        let more = members.count > most ? " and \(members.count - most) more" : ""
        return (members.count == 1 ? "; there is " : "; there are ") + shown.joined(separator: ", ") + more
    }

    /// The same for a member that may have several places; the members of the object itself are not what a nested one
    /// is looked for among.
    static func phrase(_ members: [String]?, near paths: [MemberPath]) -> String {
        guard let name = paths.lazy.compactMap(\.member).first else { return "" }
        return phrase(members, near: name)
    }
}
