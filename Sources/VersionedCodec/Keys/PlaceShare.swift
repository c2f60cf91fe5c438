/// How a value is related to some places in its document.
enum PlaceShare {
    /// None of them is in it.
    case none
    /// It leads on to one of them, and may hold other values too.
    case leadsOn
    /// It is at one of them.
    case whole
}

/// Places in an object.
struct PlaceSet {
    private var places: Set<MemberPath> = []

    /// The objects and arrays that lead to them.
    private var ways: Set<MemberPath> = []

    mutating func insert(_ path: MemberPath) {
        guard places.insert(path).inserted else { return }
        for count in path.steps.indices.dropFirst() { ways.insert(MemberPath(Array(path.steps[..<count]))) }
    }

    func share(of path: [PlaceStep]) -> PlaceShare {
        if places.isEmpty { return .none }
        let path = MemberPath(path)
        return places.contains(path) ? .whole : ways.contains(path) ? .leadsOn : .none
    }
}
