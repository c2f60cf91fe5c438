/// Store in it the members of a payload's objects for which a model has no key. They are kept with the model and
/// written back in their places.
///
/// ```swift
/// struct Song: Codable, UnknownMembersKeeping {
///     var title: String
///     var seconds: Int
///     var unknownMembers = UnknownMembers()
/// }
/// // {"title": "Hi", "mood": {"calm": 1.0}, "seconds": 7}
/// song.unknownMembers["mood"]?.text()      // {"calm":1.0}
/// song.seconds = 8                         // {"title":"Hi","mood":{"calm":1.0},"seconds":8}
/// ```
///
/// Each value keeps its text, like a `JSONValue`.
public struct UnknownMembers: Sendable {
    /// The objects that hold unknown members, or lead to one that does; the model's own object first.
    var holders: [Holder] { late?.holders ?? own }

    private var own: [Holder] = []

    /// Those of a model in whose object other models have members too.
    private var late: LateMembers?

    /// One object, or one array that a layout leads through.
    struct Holder: Sendable {
        /// The steps that lead to it from the model's object.
        let path: [PlaceStep]
        var isArray = false
        /// Its members or elements, in the order of the payload.
        var slots: [Slot] = []
    }

    /// One member of an object, or element of an array.
    enum Slot: Sendable {
        /// One that the model knows, and its key, if it has one.
        case known(PlaceStep, KeyOrigin?)
        /// One that it does not know, and how its key was spelled, where an encoder may spell it in another way.
        case unknown(PlaceStep, JSONValue, spelling: String?)
    }

    /// No members.
    public init() {}

    init(_ holders: [Holder]) { own = holders }

    init(_ late: LateMembers) { self.late = late }

    /// Whether there are no members. O(1)
    public var isEmpty: Bool { holders.isEmpty }

    /// The number of members in all objects.
    public var count: Int { all.count }

    /// The keys of the unknown members of the model's own object, in the order of the payload.
    public var names: [String] { all.compactMap { $0.path.count == 1 ? $0.path[0].token : nil } }

    /// The places of all unknown members, relative to the model's object. They include members of objects and arrays on
    /// the path of a layout, and of objects that the model reads with `nestedContainer`.
    public var places: [JSONPointer] { all.map { MemberPath($0.path).pointer } }

    /// The same as paths.
    var paths: [MemberPath] { all.map { MemberPath($0.path) } }

    /// An unknown member of the model's own object. Assigning replaces it in place, appends a new one, or removes it
    /// (`nil`). O(members)
    ///
    /// If the model has a key of this name, the unknown member is not written: the model's own member wins.
    public subscript(name: String) -> JSONValue? {
        get { self[at: JSONPointer([name])] }
        set {
            if let late { (own, self.late) = (late.holders, nil) }
            if own.isEmpty, newValue != nil { own.append(Holder(path: [])) }
            guard !own.isEmpty else { return }
            let place = own[0].slots.firstIndex { slot in
                if case .unknown(let other, _, _) = slot { other == .member(name) } else { false }
            }
            switch (place, newValue) {
            case (let place?, let value?):
                guard case .unknown(_, _, let spelling) = own[0].slots[place] else { return }
                own[0].slots[place] = .unknown(.member(name), value, spelling: spelling)
            case (let place?, nil): own[0].slots.remove(at: place)
            case (nil, let value?): own[0].slots.append(.unknown(.member(name), value, spelling: nil))
            case (nil, nil): break
            }
            if all.isEmpty { own = [] }
        }
    }

    /// The unknown member at a place relative to the model's object.
    public subscript(at pointer: JSONPointer) -> JSONValue? {
        all.first { MemberPath($0.path).pointer == pointer }?.value
    }

    /// The members, in the order of the payload, object by object.
    private var all: [(path: [PlaceStep], value: JSONValue)] {
        holders.flatMap { holder in
            holder.slots.compactMap { slot in
                if case .unknown(let step, let value, _) = slot { (holder.path + [step], value) } else { nil }
            }
        }
    }
}

extension UnknownMembers: Equatable {
    /// Whether both hold the same members in the same order. Known members between them do not matter.
    public static func == (lhs: UnknownMembers, rhs: UnknownMembers) -> Bool {
        let (left, right) = (lhs.all, rhs.all)
        return left.count == right.count
            && zip(left, right).allSatisfy { $0.path == $1.path && $0.value == $1.value }
    }
}

extension UnknownMembers: ExpressibleByDictionaryLiteral {
    /// `let members: UnknownMembers = ["mood": "calm"]`
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        for (name, value) in elements { self[name] = value }
    }
}

/// Adopt it in a model that keeps the unknown members of its object.
///
/// ```swift
/// struct Song: Codable, UnknownMembersKeeping {
///     var title: String
///     var unknownMembers = UnknownMembers()
/// }
/// ```
///
/// The coders do the rest, with synthesised and with hand-written `Codable` code, if a value of the type is decoded or
/// encoded through a container. A member is unknown if no coding key that the model asked for represents it in the
/// version in effect. The keys of superclasses, aliases, names of types and cases, and the version are known. In a
/// class hierarchy, adopt the protocol once: the base class then holds the unknown members of the whole object.
///
/// When writing, a known member is never written twice. Each unknown member follows the nearest preceding member that
/// is written, or comes first. Unknown members keep their order. If the known members of a payload are in the model's
/// order, the payload comes back byte for byte, except for white space.
///
/// ``VersionedJSONDecoder`` and ``VersionedJSONEncoder`` support this with and without versions; Foundation's coders
/// only in a version (``Versioned``), without order. Otherwise `JSONDecoder` keeps nothing, and encoding unknown
/// members with `JSONEncoder` is an error.
public protocol UnknownMembersKeeping {
    /// The unknown members. They are set after `init(from:)`.
    var unknownMembers: UnknownMembers { get set }
}

/// Represents the property that holds the unknown members, whose own key is not part of the payload.
struct UnknownMembersSeat {
    var members = UnknownMembers()
}
