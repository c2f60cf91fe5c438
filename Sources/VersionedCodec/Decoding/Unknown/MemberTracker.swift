/// The keys that a model has requested from its object; all other members are unknown.
final class MemberTracker {
    /// The relation of a member to the model.
    enum Ownership {
        case unknown
        /// An object on the way to members that the model knows.
        case leadsOn
        case known(KeyOrigin?)
    }

    private var owners: [Owner] = []

    /// A key type that was asked for.
    private struct Owner {
        let keys: any CodingKey.Type
        /// Where its members are.
        let prefix: [PlaceStep]
        /// What its layout writes for elements that no key writes.
        let filler: JSONValue?
        /// The relation of what is at a path from there to the keys.
        let ownership: (ArraySlice<PlaceStep>) -> Ownership
    }

    /// Whether the model has a superclass, which it may read behind `superDecoder(forKey:)`.
    let isOfSubclass: Bool

    /// The places of the version in the object.
    private let version: VersionPlaces

    init(_ model: Any.Type? = nil, version: VersionPlaces = .none) {
        isOfSubclass = (model as? AnyClass).flatMap { _getSuperclass($0) } != nil
        self.version = version
    }

    /// Notes that a key type was asked for.
    ///
    /// - Parameters:
    ///   - layout: Its layout in the version; `nil` outside of versions.
    ///   - prefix: Where the object is, seen from the model's object.
    ///   - shared: Where its members are within that, but for those that stay outside: it is of a superclass.
    ///   - spelling: The coding key for a name of the payload.
    func note<Key: CodingKey>(
        _ keys: Key.Type, _ layout: ResolvedLayout?, prefix: [PlaceStep] = [], shared: [PlaceStep] = [],
        spelling: @escaping (String) -> String = { $0 }
    ) {
        let whole = prefix + shared
        // The library's own look at a member.
        if keys == PayloadKey.self || owners.contains(where: { $0.keys == keys && $0.prefix == whole }) { return }
        let filler = layout?.declared?.gaps.filler
        if !shared.isEmpty, let layout, layout.keepsKeysOutside {
            owners.append(
                Owner(keys: keys, prefix: prefix, filler: filler) { layout.ownership(of: $0, as: keys, outside: true) })
        }
        owners.append(
            Owner(keys: keys, prefix: whole, filler: filler) { path in
                guard let layout, !layout.keepsKeys else {
                    guard path.count == 1, case .member(let name)? = path.first else { return .unknown }
                    return Key(stringValue: spelling(name)).map { .known(KeyOrigin($0)) } ?? .unknown
                }
                return layout.ownership(of: path, as: keys, outside: shared.isEmpty ? nil : false)
            })
    }

    /// Notes that the model reads the members of an object within its own: those of a superclass, or by a nested
    /// container.
    func note(objectAt place: [PlaceStep]) {
        guard !owners.contains(where: { $0.prefix == place }) else { return }
        owners.append(Owner(keys: PayloadKey.self, prefix: place, filler: nil) { _ in .unknown })
    }

    /// Whether members of an object are read apart from the value as a whole.
    private func readsMembers(of place: [PlaceStep]) -> Bool { owners.contains { $0.prefix.starts(with: place) } }

    /// Takes over what another one has noted of the same object, or of one within it.
    func absorb(_ other: MemberTracker, at prefix: [PlaceStep]) {
        owners += other.owners.map {
            Owner(keys: $0.keys, prefix: prefix + $0.prefix, filler: $0.filler, ownership: $0.ownership)
        }
    }

    /// The places of unknown members that flattened models within the model keep.
    private(set) var kept: Set<MemberPath> = []

    /// Notes that a flattened model keeps unknown members, so that the model around it does not keep them too.
    func note(kept places: [MemberPath], at prefix: [PlaceStep]) {
        for place in places { kept.insert(MemberPath(prefix + place.steps)) }
    }

    /// The relation of a member or an element, given by the steps of its path.
    func ownership(of path: [PlaceStep]) -> Ownership {
        if !kept.isEmpty, kept.contains(MemberPath(path)) { return .known(nil) }
        var result: Ownership
        switch version.share(of: path) {
        case .none: result = .unknown
        case .leadsOn: result = .leadsOn
        case .whole: result = .known(nil)
        }
        for owner in owners {
            let prefix = owner.prefix
            guard zip(prefix, path).allSatisfy({ $0 == $1 }) else { continue }
            if path.count <= prefix.count {
                if case .unknown = result { result = .leadsOn }
                continue
            }
            switch owner.ownership(path[prefix.count...]) {
            case .known(let origin): return .known(origin)
            case .leadsOn: if case .unknown = result { result = .leadsOn }
            case .unknown: break
            }
        }
        return result
    }

    /// What is written for elements of an array that no key writes; `nil` if the key types do not agree on a value.
    func filler(of array: [PlaceStep]) -> JSONValue? {
        let writers = owners.filter { owner in
            guard array.starts(with: owner.prefix) else { return false }
            if case .leadsOn = owner.ownership(array[owner.prefix.count...]) { return true }
            return false
        }
        return writers.allSatisfy { $0.filler == writers.first?.filler } ? writers.first?.filler : nil
    }
}

extension ResolvedLayout {
    /// The relation of a member or an element to the keys of the type, given by the steps of its path.
    ///
    /// - Parameter outside: Whether it is one to the keys that stay outside of the object of a superclass, or to the
    ///   others; `nil`: to all.
    func ownership<Key: CodingKey>(
        of path: ArraySlice<PlaceStep>, as keys: Key.Type, outside: Bool?
    ) -> MemberTracker.Ownership {
        let place = MemberPath(Array(path))
        func isMeant(_ name: String) -> Bool { outside.map { $0 == staysOutside(name) } ?? true }
        if let owner = reader(of: place), isMeant(owner) {
            return .known(Key(stringValue: owner).map { KeyOrigin($0) })
        }
        if let name = place.member, outside != true {
            if let discriminator, let key = discriminator.key, ByteKey(key) == ByteKey(name) { return .known(nil) }
            if let payload = discriminator?.payload, ByteKey(payload) == ByteKey(name) { return .known(nil) }
            if let key = key(for: name, as: keys), isMeant(key.stringValue) { return .known(KeyOrigin(key)) }
        }
        return leadsOn(through: place, to: isMeant) ? .leadsOn : .unknown
    }
}

// MARK: - Collecting

extension MemberTracker {
    /// The unknown members of an object.
    ///
    /// - Parameters:
    ///   - object: Its containers, with the names of the payload.
    ///   - place: Where it is in the payload.
    ///   - seats: The places of members that have the name of the property which holds the unknown ones.
    ///   - others: The relation of a value to what belongs to other models.
    func unknownMembers(
        of object: ObjectCache, at place: @autoclosure () -> JSONPointer, seats: Set<JSONPointer>,
        others: ([PlaceStep]) -> PlaceShare
    ) throws -> UnknownMembers {
        var holders: [UnknownMembers.Holder] = []
        let root = seats.isEmpty ? .root : place()
        _ = try collect([], of: object, root, seats, others, into: &holders)
        return UnknownMembers(holders)
    }

    /// The relation of a value to this model and to others.
    private func ownership(of path: [PlaceStep], _ others: ([PlaceStep]) -> PlaceShare) -> Ownership {
        let own = ownership(of: path)
        if case .known = own { return own }
        switch others(path) {
        case .none: return own
        case .leadsOn: return .leadsOn
        case .whole: return .known(nil)
        }
    }

    /// Collects what an object or array holds; false where nothing in it is unknown.
    private func collect(
        _ path: [PlaceStep], of object: ObjectCache, _ root: JSONPointer, _ seats: Set<JSONPointer>,
        _ others: ([PlaceStep]) -> PlaceShare, into holders: inout [UnknownMembers.Holder]
    ) throws -> Bool {
        // A value on the path that is neither an object nor an array contains nothing; one of another kind than was
        // read is an error of the model.
        let container = try? object.object(at: MemberPath(path))
        let count = container == nil ? (try? object.elementCount(at: MemberPath(path))) ?? nil : nil
        let steps =
            container?.allKeys.map { PlaceStep.member($0.stringValue) } ?? (0..<(count ?? 0)).map(PlaceStep.element)
        let index = holders.count
        holders.append(UnknownMembers.Holder(path: path, isArray: container == nil))
        var holdsAny = false
        // The version writes fillers before elements of its keys by itself.
        let filler = count == nil ? nil : filler(of: path)
        var isBehindFiller = false
        for step in steps {
            let whole = path + [step]
            let isSeat = !seats.isEmpty && seats.contains(root.appending(JSONPointer(whole.map(\.token))))
            switch isSeat ? .unknown : ownership(of: whole, others) {
            case .known(let origin):
                if isBehindFiller { isBehindFiller = try !object.hasValue(at: whole) }
                holders[index].slots.append(.known(step, origin))
                guard readsMembers(of: whole) else { continue }
                if try collect(whole, of: object, root, seats, others, into: &holders) { holdsAny = true }
            case .leadsOn:
                if isBehindFiller { isBehindFiller = try !object.hasValue(at: whole) }
                holders[index].slots.append(.known(step, nil))
                if try collect(whole, of: object, root, seats, others, into: &holders) { holdsAny = true }
            case .unknown:
                guard let place = try object.find(MemberPath(whole)).decoder() else { continue }
                let value = try JSONValue(from: place)
                if let filler, value == filler { isBehindFiller = true } else { holdsAny = true }
                holders[index].slots.append(.unknown(step, value, spelling: object.spelling(of: whole)))
            }
        }
        holdsAny = holdsAny || isBehindFiller
        if !holdsAny { holders.removeSubrange(index...) }
        return holdsAny
    }
}

extension ObjectCache {
    /// Whether there is anything but null, `{}` and `[]`.
    fileprivate func hasValue(at path: [PlaceStep]) throws -> Bool {
        guard let place = try find(MemberPath(path)).decoder() else { return false }
        let value = try JSONValue(from: place)
        return !value.isNull && value.object?.isEmpty != true && value.array?.isEmpty != true
    }

    /// The spelling of a key in the payload, if an encoder may spell it in another way; `nil` over another coder, which
    /// does not provide it.
    fileprivate func spelling(of path: [PlaceStep]) -> String? {
        guard let native = base.asNative, case .member? = path.last else { return nil }
        var node = native.node
        for step in path {
            guard case .member(let name) = step else { return nil }
            node = native.session.member(name, of: node)
            if node == DecodingSession.nothing { return nil }
        }
        let key = native.session.nodes[Int(node - 1)]
        guard key.isEscaped || native.session.bytes(of: key).contains(UInt8(ascii: "/")) else { return nil }
        return String(decoding: native.session.bytes(of: key), as: UTF8.self)
    }
}

// MARK: - Our own decoder

extension DecodingSession {
    /// Reads a model that keeps its unknown members.
    @inline(never)
    func value<Value: Decodable>(
        keepingUnknownMembers type: Value.Type, at node: UInt32,
        by make: ((IndexDecoder) throws -> Value)? = nil
    ) throws -> Value {
        let object = ObjectCache(of: bareDecoder(at: node))
        let version = context.map { object.holding($0.versionPlaces(at: depth(of: node), pointer(to: node))) }
        let tracker = MemberTracker(type, version: version ?? .none)
        let slowPath = slowPathState()
        let outer = slowPath.trackers
        slowPath.pendingTrackers[node] = nil
        slowPath.trackers[node] = TrackedObject(tracker: tracker, prefix: [], object: object)
        defer { slowPath.trackers = outer }
        let claimed = slowPath.claimed.removeValue(forKey: node) ?? []
        let decoder = IndexDecoder(session: self, node: node, isHeld: hasEnded, model: type, isTracked: true)
        let value = try make?(decoder) ?? type.init(from: decoder)
        guard nodes[Int(node)].isObject, var keeper = value as? any UnknownMembersKeeping else { return value }
        let flattened = object.flattened
        let unknown = try tracker.unknownMembers(of: object, at: pointer(to: node), seats: recorder.seats) { path in
            if path.count == 1, !claimed.isEmpty, claimed.contains(ByteKey(path[0].token)) { return .whole }
            return flattened.share(of: path)
        }
        keeper.unknownMembers = unknown
        return keeper as? Value ?? value
    }

    /// Notes a key type that was asked for of an object whose unknown members are kept; for a layout with places, the
    /// proxy notes it.
    @inline(never)
    func track<Key: CodingKey>(_ keys: Key.Type, at node: UInt32) {
        guard let slowPath else { return }
        if let pending = slowPath.pendingTrackers.removeValue(forKey: node) { slowPath.trackers[node] = pending }
        guard let tracked = slowPath.trackers[node] else { return }
        if let context {
            let layout = context.layout(for: keys)
            if layout.isPlain { tracked.tracker.note(keys, layout, prefix: tracked.prefix) }
        } else {
            let strategy = rules.keys
            tracked.tracker.note(keys, nil, prefix: tracked.prefix) { name in
                switch strategy {
                case .useDefaultKeys: name
                case .convertFromSnakeCase: SnakeCase.camelCase(name)
                case .custom(let convert): convert([PayloadKey(name)]).stringValue
                }
            }
        }
    }
}

extension DecodingSession {
    /// Notes that a superclass is in an object of its own; false where the unknown members of the model are not
    /// kept.
    func tracksSuperclass(_ name: String, at value: UInt32, of object: UInt32) -> Bool {
        guard let tracked = slowPath?.trackers[object] else { return false }
        slowPathState().trackers[value] = tracked.within([.member(name)])
        return true
    }

    /// Notes that a superclass may be behind `superDecoder(forKey:)`; false where it is not, or where the unknown
    /// members of the model are not kept.
    func tracksSuperclass(behind value: UInt32, of object: UInt32) -> Bool {
        guard let slowPath, !slowPath.trackers.isEmpty, let tracked = slowPath.trackers[object],
            let within = tracked.superclass(at: [.member(string(nodes[Int(value - 1)]))])
        else { return false }
        slowPath.pendingTrackers[value] = within
        return true
    }

    /// The decoder of a member that the model reads by a nested container; its unknown members are kept with those of
    /// the model.
    func tracked(_ nested: IndexDecoder, in object: UInt32) -> IndexDecoder {
        guard let slowPath, !slowPath.trackers.isEmpty, let tracked = slowPath.trackers[object] else { return nested }
        slowPath.trackers[nested.node] = tracked.within([.member(string(nodes[Int(nested.node - 1)]))])
        var nested = nested
        nested.isTracked = true
        return nested
    }
}

/// An object whose unknown members are kept, or the object of a superclass of its model.
struct TrackedObject {
    let tracker: MemberTracker
    let prefix: [PlaceStep]

    /// The containers of the object, for our own decoder; `nil` within an object and for what it holds itself.
    var object: ObjectCache?

    /// An object within it whose members the model reads itself.
    func within(_ steps: [PlaceStep]) -> TrackedObject {
        if !steps.isEmpty { tracker.note(objectAt: prefix + steps) }
        return TrackedObject(tracker: tracker, prefix: prefix + steps)
    }

    /// An object within it that may be that of the model's superclass. It is if a keyed container is asked of its
    /// decoder: other code may read any value there, as a whole.
    func superclass(at steps: [PlaceStep]) -> TrackedObject? {
        tracker.isOfSubclass ? TrackedObject(tracker: tracker, prefix: prefix + steps) : nil
    }
}

// MARK: - Over other coders, and by layouts

extension ProxyDecoder {
    /// Makes a model that keeps its unknown members.
    func makeKeepingUnknownMembers<Value: Decodable>(
        _ type: Value.Type, by make: (ProxyDecoder) throws -> Value
    ) throws -> Value {
        let outer = object.tracked
        let tracker = MemberTracker(type, version: versionPlaces)
        object.tracked = TrackedObject(tracker: tracker, prefix: [])
        defer {
            object.tracked = outer
            if let outer { outer.tracker.absorb(tracker, at: outer.prefix) }
        }
        let value = try make(self)
        // A value that is not an object has no members.
        guard (try? object.own()) != nil, var keeper = value as? any UnknownMembersKeeping else { return value }
        let seats = context.recorder.seats
        let place = seats.isEmpty ? .root : JSONPointer(codingPath: codingPath)
        let collect: FlattenedKeeper.Collecting = { [isOutside = flattening?.isOutside] object, others, own in
            try tracker.unknownMembers(of: object, at: place, seats: seats) { path in
                if path.count == 1, isOutside?(path[0].token) == true { return .whole }
                return others.share(of: path, but: own)
            }
        }
        let unknown = try collect(object, object.flattened, nil)
        keeper.unknownMembers = unknown
        if let flattening, !unknown.isEmpty {
            let kept = FlattenedKeeper(unknown, collect)
            flattening.keeper = kept
            keeper.unknownMembers = kept.unknownMembers
        }
        return keeper as? Value ?? value
    }
}
