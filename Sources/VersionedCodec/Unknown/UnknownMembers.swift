/// The members of a payload's objects that a model has no key for, kept with the model and written back in their
/// places.
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
/// Each value keeps its text, as a `JSONValue` does.
public struct UnknownMembers: Sendable {
    /// The objects that hold unknown members, or lead to one that does; the model's own object first.
    var holders: [Holder] = []

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
        /// One that the model knows, and the key that it stands for, where it is one.
        case known(PlaceStep, KeyOrigin?)
        /// One that it does not know, and how its key was spelled, where an encoder may spell it in another way.
        case unknown(PlaceStep, JSONValue, spelling: String?)
    }

    /// No members.
    public init() {}

    /// Whether there are none. O(1)
    public var isEmpty: Bool { holders.isEmpty }

    /// How many there are, in all objects.
    public var count: Int { all.count }

    /// The keys of the unknown members of the model's own object, in the order of the payload.
    public var names: [String] { all.compactMap { $0.path.count == 1 ? $0.path[0].token : nil } }

    /// The places of all unknown members, seen from the model's object: also within objects and arrays that a layout
    /// leads through, and objects that the model reads by `nestedContainer`.
    public var places: [JSONPointer] { all.map { MemberPath($0.path).pointer } }

    /// An unknown member of the model's own object. Assigning replaces it in its place, appends a new one, or removes
    /// it (`nil`). O(members)
    ///
    /// A name that a key of the model has is not written: the model's own member wins.
    public subscript(name: String) -> JSONValue? {
        get { self[at: JSONPointer([name])] }
        set {
            if holders.isEmpty, newValue != nil { holders.append(Holder(path: [])) }
            guard !holders.isEmpty else { return }
            let place = holders[0].slots.firstIndex { slot in
                if case .unknown(let other, _, _) = slot { other == .member(name) } else { false }
            }
            switch (place, newValue) {
            case (let place?, let value?):
                guard case .unknown(_, _, let spelling) = holders[0].slots[place] else { return }
                holders[0].slots[place] = .unknown(.member(name), value, spelling: spelling)
            case (let place?, nil): holders[0].slots.remove(at: place)
            case (nil, let value?): holders[0].slots.append(.unknown(.member(name), value, spelling: nil))
            case (nil, nil): break
            }
            if all.isEmpty { holders = [] }
        }
    }

    /// The unknown member at a place seen from the model's object.
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
    /// Whether both hold the same members in the same order; what is between them does not count.
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

/// A model that keeps the members of its object that it does not know.
///
/// ```swift
/// struct Song: Codable, UnknownMembersKeeping {
///     var title: String
///     var unknownMembers = UnknownMembers()
/// }
/// ```
///
/// The coders do the rest, with synthesised and with hand-written `Codable` code, wherever a value of the type is
/// decoded or encoded through a container. A member is unknown where no coding key that the model asked for stands for
/// it in the version in effect: the keys of its superclasses, aliases, names of types and cases, and the version are
/// known. Adopt it once in a hierarchy of classes: the base class has the members of all.
///
/// Guaranteed on writing: a known member is never written twice, each unknown member is right behind the nearest
/// member before it that is written, or first, and unknown members keep their order. A payload whose known members
/// are in the order in which the model writes them comes back byte for byte, but for white space.
///
/// ``VersionedJSONDecoder`` and ``VersionedJSONEncoder`` do it with and without versions; Foundation's coders only in a
/// version (``Versioned``), without order. Outside of one, `JSONDecoder` keeps nothing, and encoding unknown members
/// with `JSONEncoder` is an error.
public protocol UnknownMembersKeeping {
    /// The unknown members; set after `init(from:)`.
    var unknownMembers: UnknownMembers { get set }
}

/// Stands for the property that holds the unknown members, whose own key is none of the payload.
struct UnknownMembersSeat {
    var members = UnknownMembers()
}
