/// What is special about a member, added to its place.
extension KeyPlace {
    private func with(_ change: (inout KeyPlace) -> Void) -> KeyPlace {
        var place = self
        change(&place)
        return place
    }

    /// The same place, with formats of its own for the dates in the member: the first that matches reads, the first
    /// writes.
    public func dates(_ formats: DateFormats) -> KeyPlace { with { $0.values.dates = formats } }

    /// The same place, with a form of its own for the scalars in the member, in both directions.
    ///
    /// ```swift
    /// // version 1: [.price: .kept.scalars(.text), .isLive: .kept.scalars(.zeroOrOne)]
    /// // Swift  Song(price: 19.99, isLive: true)
    /// // JSON   {"price": "19.99", "isLive": 1}     in version 1
    /// //        {"price": 19.99, "isLive": true}    in version 2, without a layout
    /// ```
    public func scalars(_ form: ScalarForm) -> KeyPlace { with { $0.values.scalars = form } }

    /// The same place, with conversions of its own for values of another kind in the member, on reading; each that is
    /// used is an issue.
    ///
    /// ```swift
    /// .kept.converting([.numberFromText])    // {"price": "19.99"} is read as {"price": 19.99}
    /// .kept.converting([])                   // none here, even if the version has some
    /// ```
    public func converting(_ conversions: ValueConversions) -> KeyPlace { with { $0.values.conversions = conversions } }

    /// The same place, and other members of the object where it is looked for on reading, in order.
    ///
    /// ```swift
    /// .key("name").alias("title", "label")    // reads {"name": …}, {"title": …} or {"label": …}; writes {"name": …}
    /// ```
    ///
    /// Where several are there, the first of them that is not nil is read, and the others are reported:
    /// ``Versioned/issues``.
    public func alias(_ names: String...) -> KeyPlace {
        with { place in
            place.aliases += names.map { MemberPath(member: $0) }
            for name in names { place.note(name: name, ".alias(path:)", nil) }
        }
    }

    /// The same place, and others within the object where it is looked for on reading, in order.
    ///
    /// ```swift
    /// .key("city").alias(path: "/address/city")    // reads {"city": …} or {"address": {"city": …}}
    /// ```
    public func alias(path pointers: JSONPointer...) -> KeyPlace {
        with { $0.aliases += pointers.map(MemberPath.init) }
    }

    /// The same place, and others within the object where it is looked for on reading, by the texts of their pointers.
    ///
    /// A text that is not a pointer is an error of the layout.
    public func alias(path texts: String...) -> KeyPlace {
        with { place in
            for text in texts { place.aliases.append(MemberPath(JSONPointer(text, noting: &place.faults))) }
        }
    }

    /// The same place on reading, and another member of the object on writing.
    ///
    /// ```swift
    /// .key("name").written(as: "fullName")                      // reads {"name": …}, writes {"fullName": …}
    /// .key("name").written(as: "fullName").alias("fullName")    // and reads what it writes
    /// ```
    public func written(as name: String) -> KeyPlace {
        with { place in
            place.written = MemberPath(member: name)
            place.note(name: name, ".written(at:)", nil)
        }
    }

    /// The same place on reading, and another one within the object on writing.
    public func written(at pointer: JSONPointer) -> KeyPlace { with { $0.written = MemberPath(pointer) } }

    /// The same place on reading, and another one within the object on writing, by the text of its pointer.
    ///
    /// A text that is not a pointer is an error of the layout.
    public func written(at text: String) -> KeyPlace {
        with { place in place.written = MemberPath(JSONPointer(text, noting: &place.faults)) }
    }

    /// The same place, among the members of a subclass, where the other members of its class are in an object of
    /// their own.
    ///
    /// ```swift
    /// try KeyLayout(CodingKeys.self, of: Shape.self, inSubclasses: .under("shape"), [.type: .kept.outside])
    /// // Shape     {"type": "shape", "x": 0}
    /// // Circle    {"type": "circle", "shape": {"x": 0}, "radius": 1}
    /// ```
    public var outside: KeyPlace { with { $0.staysOutside = true } }

    /// The same place, with forms of its own that say on reading that the member is nil.
    public func readingNil(from forms: NilForms) -> KeyPlace { with { $0.nilForms = forms } }

    /// The same place, with a way of its own to write nil.
    public func writingNil(_ nilMembers: NilMembers) -> KeyPlace { with { $0.nilMembers = nilMembers } }

    /// The same place, with a value for a member that the payload does not have, or has as `null`.
    ///
    /// ```swift
    /// .kept.defaulting(to: 1)    // {} and {"count": null} read as {"count": 1}
    /// ```
    ///
    /// The model needs no `init(from:)` for it. Where the value is not of the type that the model asks for, it is
    /// encoded and decoded as that.
    public func defaulting(to value: some Codable & Hashable & Sendable) -> KeyPlace {
        with { $0.fallback = .value(value) }
    }

    /// The same place, with a value, as payloads of the version write it, for a member that the payload does not have,
    /// or has as `null`.
    ///
    /// ```swift
    /// .kept.defaulting(toJSON: ["since": "1994-07-18"])
    /// ```
    public func defaulting(toJSON value: JSONValue) -> KeyPlace { with { $0.fallback = .json(value) } }
}
