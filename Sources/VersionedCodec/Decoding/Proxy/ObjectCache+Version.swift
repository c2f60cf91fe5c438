extension ObjectCache {
    /// Those places of the version at which the object has a value.
    func holding(_ places: VersionPlaces) -> VersionPlaces {
        guard !places.isEmpty else { return .none }
        // A value of another kind on the way does not lead to the version.
        return places.filter { (try? find($0))?.isThere == true }
    }

    /// Whether a member holds the version of the payload, and nothing else.
    func isVersion(_ name: String, _ places: VersionPlaces) -> Bool {
        places.isEmpty ? false : holdsOnlyVersion([.member(name)], places)
    }

    private func holdsOnlyVersion(_ path: [PlaceStep], _ places: VersionPlaces) -> Bool {
        switch places.share(of: path) {
        case .none: false
        case .whole: true
        case .leadsOn:
            // An array has elements without the version too, or none.
            (try? object(at: MemberPath(path)))?.allKeys.allSatisfy {
                holdsOnlyVersion(path + [.member($0.stringValue)], places)
            } == true
        }
    }
}

extension ProxyDecoder {
    /// The places of the version that the object has.
    var versionPlaces: VersionPlaces {
        if let known = object.versionPlaces { return known }
        let places =
            if let native = base.asNative {
                context.versionPlaces(
                    at: native.session.depth(of: native.node), native.session.pointer(to: native.node))
            } else {
                context.versionPlaces(at: base.codingPath.count, JSONPointer(codingPath: base.codingPath))
            }
        let found = object.holding(places)
        object.versionPlaces = found
        return found
    }

    /// Whether an object on the way to the version has other members.
    var hasMembersBesideVersion: Bool {
        versionPlaces.ways.contains { !object.isVersion($0, versionPlaces) }
    }
}

extension ProxyKeyedContainer {
    /// A member of a flattened dictionary that leads on to the version, without it; `nil` for any other, and for one
    /// that cannot be read: the usual way has the words for it.
    func withoutVersion(_ path: MemberPath) -> JSONValue? {
        guard layout.isRaw, decoder.flattening != nil, case .leadsOn = decoder.versionPlaces.share(of: path.steps),
            let place = try? decoder.object.find(path).decoder(), let value = try? JSONValue(from: place)
        else { return nil }
        return decoder.versionPlaces.rest(of: value, at: path.steps)
    }
}
