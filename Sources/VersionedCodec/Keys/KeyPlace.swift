/// Where one coding key is in the payload of a version, seen from the object of its model, and what is special
/// about its member.
///
/// ```swift
/// .key("body")                             // {"body": …}
/// .path("/location/lat")                   // {"location": {"lat": …}}
/// .path("/phones/0/number")                // {"phones": [{"number": …}]}
/// .kept                                    // where the style puts it
/// .flattened                               // the members of the value are among those of the model
/// .key("born").dates([.dateOnly])          // {"born": "1994-07-18"}
/// .key("name").alias("title")              // reads {"name": …} or {"title": …}
/// .key("name").written(as: "fullName")     // reads {"name": …}, writes {"fullName": …}
/// .kept.scalars(.text)                     // {"price": "19.99"} for a number
/// .kept.converting([.numberFromText])      // reads {"price": "19.99"} too
/// .kept.defaulting(to: 1)                  // 1 where the payload has none
/// ```
public struct KeyPlace: Sendable, Hashable {
    /// The place, or `nil` if the style says it.
    package let path: MemberPath?

    /// Where else it is looked for on reading, in order.
    package var aliases: [MemberPath] = []

    /// Where it is written, if that is another place.
    package var written: MemberPath?

    /// Whether the members of the value are in the place, which is an object that others share.
    package let isFlattened: Bool

    /// Whether it is among the members of a subclass where the others of its class do not.
    package var staysOutside = false

    /// What is declared for the values in the member.
    package var values = ValueRules()

    /// What says that the member is nil; `nil` for what the version says.
    package var nilForms: NilForms?

    /// How nil is written; `nil` for what the version says.
    package var nilMembers: NilMembers?

    /// The value of a member that is nil.
    package var fallback: MemberDefault?

    /// What is wrong with a text that was given as a path, or a path that was given as a name.
    var faults: [KeyPlaceFault] = []

    private init(path: MemberPath?, isFlattened: Bool = false) {
        self.path = path
        self.isFlattened = isFlattened
    }

    /// A member of the model's object.
    ///
    /// A name that begins with a slash is refused by the layout, as it is nearly always meant as a path: say
    /// ``path(_:)-(String)``, or ``members(_:)`` where the name does begin with a slash.
    public static func key(_ name: String) -> KeyPlace {
        var place = KeyPlace(path: MemberPath(member: name))
        place.note(name: name, ".path", ".members")
        return place
    }

    /// A member of an object or array within the model's object; several keys may share those.
    ///
    /// Digits are an index of an array, except as the first token: `/phones/0/number`. Where they are a key, say
    /// ``members(_:)``.
    public static func path(_ pointer: JSONPointer) -> KeyPlace { KeyPlace(path: MemberPath(pointer)) }

    /// A member of an object or array within the model's object, by the text of its pointer; several keys may share
    /// those.
    ///
    /// ```swift
    /// try KeyLayout(CodingKeys.self, [.latitude: .path("/location/lat")])    // {"location": {"lat": …}}
    /// ```
    ///
    /// A text that is not a pointer is an error of the layout, with what was probably meant.
    public static func path(_ text: String) -> KeyPlace {
        var faults: [KeyPlaceFault] = []
        var place = KeyPlace(path: MemberPath(JSONPointer(text, noting: &faults)))
        place.faults = faults
        return place
    }

    /// A member of an object within the model's object, by the keys on the way, digits or not.
    ///
    /// ```swift
    /// .members("rates", "0")    // {"rates": {"0": …}}
    /// ```
    public static func members(_ names: String...) -> KeyPlace { KeyPlace(path: MemberPath(members: names)) }

    /// Where the style puts it.
    public static let kept = KeyPlace(path: nil)

    /// The members of the value are among those of the model.
    ///
    /// ```swift
    /// try KeyLayout(CodingKeys.self, [.address: .flattened])
    /// // Swift  Person(name: "Ann", address: Address(city: "Ulm"))
    /// // JSON   {"name": "Ann", "city": "Ulm"}
    /// ```
    ///
    /// An optional value is nil if none of its members is there. A dictionary takes the members that no key of the
    /// model stands for. A value that is not an object takes the place of the whole object, where it is the only one
    /// that is written.
    public static let flattened = KeyPlace(path: .object, isFlattened: true)

    /// The place as a pointer; `nil` if the style says it.
    public var pointer: JSONPointer? { path?.pointer }
}
