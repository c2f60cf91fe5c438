/// Declare one for a coding key in a ``KeyLayout``: its place, relative to the object of its model, and the rules of
/// its member.
///
/// ```swift
/// .key("body")                             // {"body": …}
/// .path("/location/lat")                   // {"location": {"lat": …}}
/// .path("/phones/0/number")                // {"phones": [{"number": …}]}
/// .kept                                    // the place by the style
/// .flattened                               // the members of the value are among those of the model
/// .key("born").dates([.dateOnly])          // {"born": "1994-07-18"}
/// .key("name").alias("title")              // reads {"name": …} or {"title": …}
/// .key("name").written(as: "fullName")     // reads {"name": …}, writes {"fullName": …}
/// .kept.scalars(.text)                     // {"price": "19.99"} for a number
/// .kept.converting([.numberFromText])      // reads {"price": "19.99"} too
/// .kept.defaulting(to: 1)                  // 1 where the payload has none
/// ```
public struct KeyPlace: Sendable, Hashable {
    /// The place, or `nil` if the style determines it.
    package let path: MemberPath?

    /// Where else it is looked for on reading, in order.
    package var aliases: [MemberPath] = []

    /// Where it is written, if that is another place.
    package var written: MemberPath?

    /// Whether the members of the value are in the place, which is an object that others share.
    package let isFlattened: Bool

    /// Whether it is among the members of a subclass where the others of its class do not.
    package var staysOutside = false

    /// The rules for the values in the member.
    package var values = ValueRules()

    /// The forms that mean nil for the member; `nil` for those of the version.
    package var nilForms: KeyPlace.NilForms?

    /// How nil is written; `nil` for the version's rules.
    package var nilMembers: VersionFormat.NilMembers?

    /// The value of a member that is nil.
    package var fallback: MemberDefault?

    /// The mistake in a text that was given as a path, or in a path that was given as a name.
    var faults: [KeyPlaceFault] = []

    private init(path: MemberPath?, isFlattened: Bool = false) {
        self.path = path
        self.isFlattened = isFlattened
    }

    /// A member of the model's object.
    ///
    /// A name that begins with a slash is refused by the layout, because it is almost always meant as a path. Use
    /// ``path(_:)-(String)``, or ``members(_:)`` if the name does begin with a slash.
    public static func key(_ name: String) -> KeyPlace {
        var place = KeyPlace(path: MemberPath(member: name))
        place.note(name: name, ".path", ".members")
        return place
    }

    /// A member of an object or array within the model's object. Several keys may share these containers.
    ///
    /// Digits are an index of an array, except as the first token: `/phones/0/number`. If they are a key, use
    /// ``members(_:)``.
    public static func path(_ pointer: JSONPointer) -> KeyPlace { KeyPlace(path: MemberPath(pointer)) }

    /// A member of an object or array within the model's object, by the text of its pointer. Several keys may share
    /// these containers.
    ///
    /// ```swift
    /// try KeyLayout(CodingKeys.self, [.latitude: .path("/location/lat")])    // {"location": {"lat": …}}
    /// ```
    ///
    /// A text that is not a pointer is an error of the layout, which suggests the probable pointer.
    public static func path(_ text: String) -> KeyPlace {
        var faults: [KeyPlaceFault] = []
        var place = KeyPlace(path: MemberPath(JSONPointer(text, noting: &faults)))
        place.faults = faults
        return place
    }

    /// A member of an object within the model's object, by the keys on the path. Digits are keys too.
    ///
    /// ```swift
    /// .members("rates", "0")    // {"rates": {"0": …}}
    /// ```
    public static func members(_ names: String...) -> KeyPlace { KeyPlace(path: MemberPath(members: names)) }

    /// The place by the style.
    public static let kept = KeyPlace(path: nil)

    /// The members of the value are among those of the model.
    ///
    /// ```swift
    /// try KeyLayout(CodingKeys.self, [.address: .flattened])
    /// // Swift  Person(name: "Ann", address: Address(city: "Ulm"))
    /// // JSON   {"name": "Ann", "city": "Ulm"}
    /// ```
    ///
    /// An optional value is nil if none of its members is present. A dictionary gets the members that no key of the
    /// model represents. A value that is not an object replaces the whole object, if no other value is written.
    public static let flattened = KeyPlace(path: .object, isFlattened: true)

    /// The place as a pointer; `nil` if the style decides.
    public var pointer: JSONPointer? { path?.pointer }
}
