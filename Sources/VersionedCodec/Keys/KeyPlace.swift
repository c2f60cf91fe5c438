/// Where one coding key stands in the payload of a version, seen from the object of its model, and what is special about its member.
///
/// ```swift
/// .key("body")                             // {"body": …}
/// .path("/location/lat")                   // {"location": {"lat": …}}
/// .path("/phones/0/number")                // {"phones": [{"number": …}]}
/// .kept                                    // where the style puts it
/// .flattened                               // the members of the value stand among those of the model
/// .key("born").dates([.dateOnly])          // {"born": "1994-07-18"}
/// .key("name").alias("title")              // reads {"name": …} or {"title": …}
/// .key("name").written(as: "fullName")     // reads {"name": …}, writes {"fullName": …}
/// .kept.defaulting(to: 1)                  // 1 where the payload has none
/// ```
public struct KeyPlace: Sendable, Hashable {
    /// The place, or `nil` where the style says it.
    package let path: MemberPath?

    /// Where else it is looked for on reading, in order.
    package var aliases: [MemberPath] = []

    /// Where it is written, if that is another place.
    package var written: MemberPath?

    /// Whether the members of the value stand in the place, which is an object that others share.
    package let isFlattened: Bool

    /// Whether it stands among the members of a subclass where the others of its class do not.
    package var staysOutside = false

    /// The formats of the dates in the member; `nil` for those of the version.
    package var dateFormats: DateFormats?

    /// What says that the member is nil; `nil` for what the version says.
    package var nilForms: NilForms?

    /// How nil is written; `nil` for what the version says.
    package var nilMembers: NilMembers?

    /// The value of a member that is nil.
    package var fallback: MemberDefault?

    private init(path: MemberPath?, isFlattened: Bool = false) {
        self.path = path
        self.isFlattened = isFlattened
    }

    /// A member of the model's object.
    public static func key(_ name: String) -> KeyPlace { KeyPlace(path: MemberPath(member: name)) }

    /// A member of an object or array within the model's object; several keys may share those.
    ///
    /// Digits are an index of an array, except as the first token: `/phones/0/number`. Where they are a key, say ``members(_:)``.
    public static func path(_ pointer: JSONPointer) -> KeyPlace { KeyPlace(path: MemberPath(pointer)) }

    /// A member of an object within the model's object, by the keys on the way, digits or not.
    ///
    /// ```swift
    /// .members("rates", "0")    // {"rates": {"0": …}}
    /// ```
    public static func members(_ names: String...) -> KeyPlace { KeyPlace(path: MemberPath(members: names)) }

    /// Where the style puts it.
    public static let kept = KeyPlace(path: nil)

    /// The members of the value stand among those of the model.
    ///
    /// ```swift
    /// try KeyLayout(CodingKeys.self, [.address: .flattened])
    /// // Swift  Person(name: "Ann", address: Address(city: "Ulm"))
    /// // JSON   {"name": "Ann", "city": "Ulm"}
    /// ```
    ///
    /// An optional value is nil where none of its members is there. A dictionary takes the members that no key of the model stands for. A value that is no object takes the place of the whole object,
    /// where it is the only one that is written.
    public static let flattened = KeyPlace(path: .object, isFlattened: true)

    /// The place as a pointer; `nil` where the style says it.
    public var pointer: JSONPointer? { path?.pointer }
}
