/// The places of the version, seen from an object of a payload. What is there belongs to no model.
///
/// Code that decides whether a member belongs to a model asks this.
struct VersionPlaces: Sendable {
    /// The steps that lead to the version, and to its second number.
    private let version: [PlaceStep]?
    private let minor: [PlaceStep]?

    static let none = VersionPlaces(version: nil, minor: nil)

    private init(version: [PlaceStep]?, minor: [PlaceStep]?) { (self.version, self.minor) = (version, minor) }

    /// The places in a payload as a whole.
    init(_ location: VersionLocation?) {
        func steps(_ pointer: JSONPointer?) -> [PlaceStep]? {
            // A payload that is the version itself has no members.
            pointer.flatMap { $0.tokens.isEmpty ? nil : MemberPath($0).steps }
        }
        self.init(version: steps(location?.pointer), minor: steps(location?.minor))
    }

    var isEmpty: Bool { version == nil && minor == nil }

    /// How many steps lead to the deepest one.
    var depth: Int { max(version?.count ?? 0, minor?.count ?? 0) }

    /// The members that lead on to a place.
    var ways: [String] { [version, minor].compactMap { $0.flatMap { $0.count > 1 ? $0[0].token : nil } } }

    /// The same places, seen from a value at a place in the object.
    func below(_ place: JSONPointer) -> VersionPlaces {
        let outer = MemberPath(place).steps
        func rest(_ steps: [PlaceStep]?) -> [PlaceStep]? {
            guard let steps, steps.count > outer.count, steps.starts(with: outer) else { return nil }
            return Array(steps[outer.count...])
        }
        return VersionPlaces(version: rest(version), minor: rest(minor))
    }

    /// Those at which there is a value. If a payload does not have the version, its second number is a member like
    /// others.
    func filter(_ isThere: (MemberPath) -> Bool) -> VersionPlaces {
        if let version, !isThere(MemberPath(version)) { return .none }
        guard let minor, !isThere(MemberPath(minor)) else { return self }
        return VersionPlaces(version: version, minor: nil)
    }

    /// The share of the version in a member or an element.
    func share(of path: [PlaceStep]) -> PlaceShare {
        if isEmpty { return .none }
        switch (Self.share(of: path, in: version), Self.share(of: path, in: minor)) {
        case (.whole, _), (_, .whole): return .whole
        case (.leadsOn, _), (_, .leadsOn): return .leadsOn
        case (.none, .none): return .none
        }
    }

    private static func share(of path: [PlaceStep], in place: [PlaceStep]?) -> PlaceShare {
        guard let place, place.starts(with: path) else { return .none }
        return place.count == path.count ? .whole : .leadsOn
    }

    /// A value of the object without the version; `nil` if nothing else is left of it.
    func rest(of value: JSONValue, at path: [PlaceStep] = []) -> JSONValue? {
        switch share(of: path) {
        case .none: return value
        case .whole: return nil
        case .leadsOn: break
        }
        guard let members = value.object else { return value }
        var value = value
        for name in members.keys {
            guard let member = members[name] else { continue }
            switch share(of: path + [.member(name)]) {
            case .none: break
            case .leadsOn, .whole: value.object?[name] = rest(of: member, at: path + [.member(name)])
            }
        }
        return value.object?.isEmpty == true && !members.isEmpty ? nil : value
    }
}
