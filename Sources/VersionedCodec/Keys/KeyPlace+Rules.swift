/// Rules of a member, added to its place.
extension KeyPlace {
    private func with(_ change: (inout KeyPlace) -> Void) -> KeyPlace {
        var place = self
        change(&place)
        return place
    }

    /// The same place, with date formats for the member. The first that matches is used for reading, the first in the
    /// list for writing.
    public func dates(_ formats: DateFormats) -> KeyPlace { with { $0.values.dates = formats } }

    /// The same place, with a form for the scalars in the member, in both directions.
    ///
    /// ```swift
    /// // version 1: [.price: .kept.scalars(.text), .isLive: .kept.scalars(.zeroOrOne)]
    /// // Swift  Song(price: 19.99, isLive: true)
    /// // JSON   {"price": "19.99", "isLive": 1}     in version 1
    /// //        {"price": 19.99, "isLive": true}    in version 2, without a layout
    /// ```
    public func scalars(_ form: KeyPlace.ScalarForm) -> KeyPlace { with { $0.values.scalars = form } }

    /// The same place, with conversions for reading values of another kind in the member. Each use is an issue.
    ///
    /// ```swift
    /// .kept.converting([.numberFromText])    // {"price": "19.99"} is read as {"price": 19.99}
    /// .kept.converting([])                   // none here, even if the version has some
    /// ```
    public func converting(_ conversions: ValueConversions) -> KeyPlace { with { $0.values.conversions = conversions } }

    /// The same place, and further members of the object that are tried in order when reading.
    ///
    /// ```swift
    /// .key("name").alias("title", "label")    // reads {"name": …}, {"title": …} or {"label": …}; writes {"name": …}
    /// ```
    ///
    /// If several are present, the first that is not nil is read, and the others are reported in ``Versioned/issues``.
    public func alias(_ names: String...) -> KeyPlace {
        with { place in
            place.aliases += names.map { MemberPath(member: $0) }
            for name in names { place.note(name: name, ".alias(path:)", nil) }
        }
    }

    /// The same place, and further places within the object that are tried in order when reading.
    ///
    /// ```swift
    /// .key("city").alias(path: "/address/city")    // reads {"city": …} or {"address": {"city": …}}
    /// ```
    public func alias(path pointers: JSONPointer...) -> KeyPlace {
        with { $0.aliases += pointers.map(MemberPath.init) }
    }

    /// The same place, and further places within the object that are tried when reading, by the texts of their
    /// pointers.
    ///
    /// A text that is not a pointer is an error of the layout.
    public func alias(path texts: String...) -> KeyPlace {
        with { place in
            for text in texts { place.aliases.append(MemberPath(JSONPointer(text, noting: &place.faults))) }
        }
    }

    /// The same place for reading, and another member of the object for writing.
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

    /// The same place for reading, and another place within the object for writing.
    public func written(at pointer: JSONPointer) -> KeyPlace { with { $0.written = MemberPath(pointer) } }

    /// The same place for reading, and another place within the object for writing, by the text of its pointer.
    ///
    /// A text that is not a pointer is an error of the layout.
    public func written(at text: String) -> KeyPlace {
        with { place in place.written = MemberPath(JSONPointer(text, noting: &place.faults)) }
    }

    /// The same place, among the members of a subclass, although the other members of its class are in an object under
    /// a key.
    ///
    /// ```swift
    /// try KeyLayout(CodingKeys.self, of: Shape.self, inSubclasses: .under("shape"), [.type: .kept.outside])
    /// // Shape     {"type": "shape", "x": 0}
    /// // Circle    {"type": "circle", "shape": {"x": 0}, "radius": 1}
    /// ```
    public var outside: KeyPlace { with { $0.staysOutside = true } }

    /// The same place, with other forms of nil for reading.
    public func readingNil(from forms: KeyPlace.NilForms) -> KeyPlace { with { $0.nilForms = forms } }

    /// The same place, with another form of nil for writing.
    public func writingNil(_ nilMembers: VersionFormat.NilMembers) -> KeyPlace { with { $0.nilMembers = nilMembers } }

    /// The same place, with a default value for a member that is absent or `null`.
    ///
    /// ```swift
    /// .kept.defaulting(to: 1)    // {} and {"count": null} read as {"count": 1}
    /// ```
    ///
    /// The model needs no `init(from:)` for this. If the default does not have the type that the model asks for, it is
    /// encoded and decoded as that type.
    public func defaulting(to value: some Codable & Hashable & Sendable) -> KeyPlace {
        with { $0.fallback = .value(value) }
    }

    /// The same place, with an empty array or dictionary as the default of a member that is absent or `null`.
    ///
    /// ```swift
    /// .kept.defaulting(to: [])    // {} and {"tags": null} read as {"tags": []}
    /// ```
    ///
    /// `[]` is for all types that are arrays in payloads, and `[:]` for all that are objects.
    public func defaulting(to empty: EmptyLiteral) -> KeyPlace { defaulting(toJSON: empty.json) }

    /// The same place, with a default value in the form of the version's payloads, for a member that is absent or
    /// `null`.
    ///
    /// ```swift
    /// .kept.defaulting(toJSON: ["since": "1994-07-18"])
    /// ```
    public func defaulting(toJSON value: JSONValue) -> KeyPlace { with { $0.fallback = .json(value) } }
}

extension KeyPlace {
    /// The literal `[]` or `[:]`, of no type yet.
    public struct EmptyLiteral: Sendable, Hashable, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
        let json: JSONValue

        /// The literal `[]`.
        public init(arrayLiteral elements: Never...) { json = [] }

        /// The literal `[:]`.
        public init(dictionaryLiteral elements: (Never, Never)...) { json = [:] }

        /// Hashes the kind of the literal.
        public func hash(into hasher: inout Hasher) { hasher.combine(json.kind == .array) }
    }
}
