/// Collects facts while a value is read whose members are among those of another.
final class Flattening {
    /// Whether any of its members was there.
    var hasMembers = false

    /// Whether each member that is read is noted.
    let isWatched: Bool

    /// Whether a member of the object belongs to a model around it.
    let isOutside: (String) -> Bool

    /// Whether flattened values have read a member.
    private let isClaimed: (String) -> Bool

    /// Whether a member of the object belongs to another model.
    func isTaken(_ name: String) -> Bool { isOutside(name) || isClaimed(name) }

    /// Whether no other flattened value is read from the object.
    let isOnly: Bool

    /// The places of the unknown members that the value keeps, and so the models around it do not.
    var kept: [MemberPath] = []

    init(
        isWatched: Bool, isOnly: Bool, isClaimed: @escaping (String) -> Bool, isOutside: @escaping (String) -> Bool
    ) {
        self.isWatched = isWatched
        self.isOnly = isOnly
        self.isClaimed = isClaimed
        self.isOutside = isOutside
    }
}

extension ProxyKeyedContainer {
    /// Notes whether any member is there, where that is watched.
    func noteMembers() {
        guard let flattening = decoder.flattening, flattening.isWatched, !flattening.hasMembers, let members else {
            return
        }
        let others = members.allKeys.filter { !flattening.isTaken($0.stringValue) }
        // Of a flattened value, any of them may be a member.
        flattening.hasMembers =
            others.contains { layout.key(for: $0.stringValue, as: Key.self) != nil }
            || layout.keysElsewhere(as: Key.self, flattened: !others.isEmpty).contains { contains($0) }
    }
}

extension MemberLookup {
    /// A decoder of the object for a value whose members are in it.
    ///
    /// - Parameter isWatched: Whether it is to be known if any of the members was there.
    func flattenedDecoder(isWatched: Bool) throws -> ProxyDecoder {
        let outer = container.decoder
        let (layout, object) = (container.layout, outer.object)
        let isHere = container.prefix.steps.isEmpty || resolvedKey.staysOutside
        let version = isHere ? outer.versionPlaces : .none
        let flattening = Flattening(
            isWatched: isWatched || outer.flattening?.isWatched == true || layout.flattensSeveral,
            isOnly: !layout.flattensSeveral && outer.flattening?.isOnly != false, isClaimed: object.isClaimed
        ) {
            layout.owns($0, as: Key.self) || object.isVersion($0, version) || outer.flattening?.isOutside($0) == true
        }
        if isHere { return outer.flattening(flattening, valueContext) }
        guard let base = try found.decoder() else { throw container.missing(key) }
        return ProxyDecoder(base: base, context: valueContext, flattening: flattening, around: container)
    }

    /// Reads a flattened value that must be there, or is of an optional type.
    func flattened<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard let absent = Cast.absent(as: type) else {
            let decoder = try flattenedDecoder(isWatched: false)
            let value = try flattened(type, from: decoder)
            noteKept(by: decoder)
            return value
        }
        return try flattenedIfPresent(type) ?? absent
    }

    /// Reads a flattened value that is nil if none of its members is there.
    func flattenedIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        guard found.isThere else { return nil }
        let decoder = try flattenedDecoder(isWatched: true)
        do {
            let value = try flattened(type, from: decoder)
            guard decoder.flattening?.hasMembers == true else { return nil }
            noteKept(by: decoder)
            return value
        } catch DecodingError.keyNotFound where decoder.flattening?.hasMembers == false {
            return nil
        }
    }

    /// Notes which unknown members a flattened value keeps, once the value is used.
    private func noteKept(by decoder: ProxyDecoder) {
        guard let kept = decoder.flattening?.kept, !kept.isEmpty else { return }
        let object = container.decoder.object
        for place in kept where place.member != nil { object.claim(place) }
        if let tracked = object.tracked { tracked.tracker.note(kept: kept, at: tracked.prefix) }
    }

    private func flattened<Value: Decodable>(_ type: Value.Type, from decoder: ProxyDecoder) throws -> Value {
        defer {
            if decoder.flattening?.hasMembers == true { container.decoder.flattening?.hasMembers = true }
        }
        return try decoder.singleValueContainer().decode(type)
    }
}
