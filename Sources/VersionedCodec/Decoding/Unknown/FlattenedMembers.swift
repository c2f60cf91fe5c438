/// What the values whose members are in one object have read of it, and what they keep without knowing it.
struct FlattenedMembers {
    fileprivate var read = PlaceSet()

    /// Those that keep unknown members.
    fileprivate(set) var keepers: [FlattenedKeeper] = []

    /// The relation of a value to what they have read, and to what they keep.
    ///
    /// - Parameter keeper: One whose unknown members do not count.
    func share(of path: [PlaceStep], but keeper: FlattenedKeeper? = nil) -> PlaceShare {
        var share = read.share(of: path)
        for other in keepers where other !== keeper {
            switch (share, other.places.share(of: path)) {
            case (.whole, _), (_, .none): break
            case (_, let new): share = new
            }
        }
        return share
    }

    /// Whether they have read or keep something of a member.
    func take(_ name: String) -> Bool {
        if case .none = share(of: [.member(name)]) { false } else { true }
    }
}

/// A value that keeps unknown members of an object in which other values have members too.
///
/// What those read is known only after this one is made, so its unknown members may change until the object is read.
final class FlattenedKeeper {
    /// Finds them in an object. Holds neither the object nor a decoder of it, because the object holds the keeper.
    typealias Collecting = (ObjectCache, FlattenedMembers, FlattenedKeeper?) throws -> UnknownMembers

    private let members = LateMembers()
    private let collect: Collecting
    fileprivate private(set) var places = PlaceSet()

    /// The unknown members of the value.
    var unknownMembers: UnknownMembers { UnknownMembers(members) }

    /// Their places.
    private(set) var paths: [MemberPath] = []

    init(_ found: UnknownMembers, _ collect: @escaping Collecting) {
        self.collect = collect
        take(found)
    }

    /// Looks for the unknown members once more if something of them has been read.
    fileprivate func note(read path: MemberPath, of object: ObjectCache) throws {
        guard paths.contains(where: { $0.steps.starts(with: path.steps) || path.steps.starts(with: $0.steps) }) else {
            return
        }
        take(try collect(object, object.flattened, self))
    }

    private func take(_ found: UnknownMembers) {
        (members.holders, paths, places) = (found.holders, found.paths, PlaceSet())
        for path in paths { places.insert(path) }
    }
}

extension ObjectCache {
    /// Notes that a flattened value has read a member. One before it then does not keep the member as an unknown one.
    ///
    /// - Throws: The errors of reading unknown members.
    func noteRead(_ path: MemberPath) throws {
        flattened.read.insert(path)
        for keeper in flattened.keepers { try keeper.note(read: path, of: self) }
    }

    /// Notes that a flattened value keeps unknown members.
    func note(_ keeper: FlattenedKeeper) { flattened.keepers.append(keeper) }

    /// Forgets what the values from a number on keep, because they are not used.
    func forgetKeepers(from count: Int) { flattened.keepers.removeSubrange(count...) }
}
