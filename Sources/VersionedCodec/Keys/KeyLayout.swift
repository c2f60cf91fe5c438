/// Declare one for a model whose keys have other places in a version: it holds the place of each coding key of one
/// type. The key type is erased.
///
/// ```swift
/// try KeyLayout(CodingKeys.self, [.text: .key("body"), .latitude: .path("/location/lat")])
/// // Swift  Comment(text: "Hi", latitude: 52.5, id: 7)
/// // JSON   {"body": "Hi", "location": {"lat": 52.5}, "id": 7}
/// ```
///
/// A layout is found by its coding-key type, so a class and its base have separate layouts. Create it where the keys
/// are visible: in the model's file (``VersionedKeys``), even if they are synthesised, or in the ``VersionFormat``.
/// ``KeyPlace`` has all rules for a key.
public struct KeyLayout: Sendable {
    let keyType: ObjectIdentifier
    let keyTypeName: String

    /// The style of the keys that are not listed; `nil` takes the format's.
    package let style: KeyStyle?

    /// The declared places of keys, in the order of the declaration.
    package let list: [(key: String, place: KeyPlace)]

    let places: [ByteKey: KeyPlace]

    /// Where the members of this type are when a subclass shares its container with it.
    package let inSubclasses: VersionFormat.SuperclassPlacement?

    /// The class whose keys these are, if it is given.
    let owner: AnyClass?

    /// Whether a type is a proper subclass of the class whose keys these are; `nil` if that class is not given.
    let isProperSubclass: (@Sendable (Any.Type) -> Bool)?

    /// Where a superclass is that is coded through `superEncoder()` and `superDecoder()`; `nil` takes the format's.
    package let superclass: VersionFormat.SuperclassPlacement?

    /// Where the name of the case is, if the keys are the cases of an enum.
    package let discriminator: Discriminator?

    /// The values of elements that no key writes.
    package let gaps: KeyLayout.ArrayGaps

    /// Which values of another kind are read, unless a key declares otherwise; `nil` takes the format's.
    package let conversions: ValueConversions?

    /// A layout for the keys of a type.
    ///
    /// - Parameters:
    ///   - keys: The coding-key type.
    ///   - places: The places and rules of keys that differ from the style.
    ///   - style: The spelling of keys that are not listed; by default the format's style.
    ///   - superclass: The placement of a superclass that the model codes through `superEncoder()`; by default the
    ///     format's.
    ///   - gaps: How elements of an array are written that no key writes.
    ///   - conversions: The conversions for values of another kind, for keys that declare none; by default the
    ///     format's.
    /// - Throws: ``KeyLayout/DeclarationError`` if the layout cannot work: two keys in one place, a key that is listed
    ///   twice, a place that is the object itself, an array where another key has an object.
    public init<Key: CodingKey>(
        _ keys: Key.Type, _ places: KeyValuePairs<Key, KeyPlace> = [:], style: KeyStyle? = nil,
        superclass: VersionFormat.SuperclassPlacement? = nil, gaps: KeyLayout.ArrayGaps = .fail,
        conversions: ValueConversions? = nil
    ) throws(KeyLayout.DeclarationError) {
        try self.init(
            building: keys, places, style: style, superclass: superclass, gaps: gaps, conversions: conversions)
    }

    /// A layout for the keys of a base class that shares a container with its subclasses (`super.encode(to: encoder)`).
    ///
    /// ```swift
    /// try KeyLayout(CodingKeys.self, of: Point2D.self, inSubclasses: .under("point2D"))
    /// // Point2D(x: 0, y: 0)          {"x": 0, "y": 0}
    /// // Point3D(x: 0, y: 0, z: 0)    {"point2D": {"x": 0, "y": 0}, "z": 0}
    /// ```
    ///
    /// - Parameters:
    ///   - keys: The coding-key type.
    ///   - model: The class whose keys they are.
    ///   - inSubclasses: The placement of its members in the object of a subclass. It does not apply if the base class
    ///     itself is coded. A key may stay outside: ``KeyPlace/outside``.
    ///   - places: The places and rules of keys that differ from the style.
    ///   - style: The spelling of keys that are not listed; by default the format's style.
    ///   - superclass: The placement of a superclass that the model codes through `superEncoder()`; by default the
    ///     format's.
    ///   - gaps: How elements of an array are written that no key writes.
    ///   - conversions: The conversions for values of another kind, for keys that declare none; by default the
    ///     format's.
    /// - Throws: ``KeyLayout/DeclarationError``, like the other initialiser.
    public init<Key: CodingKey, Model: AnyObject>(
        _ keys: Key.Type, of model: Model.Type, inSubclasses: VersionFormat.SuperclassPlacement,
        _ places: KeyValuePairs<Key, KeyPlace> = [:], style: KeyStyle? = nil,
        superclass: VersionFormat.SuperclassPlacement? = nil,
        gaps: KeyLayout.ArrayGaps = .fail, conversions: ValueConversions? = nil
    ) throws(KeyLayout.DeclarationError) {
        try self.init(
            building: keys, places, style: style, superclass: superclass, gaps: gaps, conversions: conversions,
            inSubclasses: inSubclasses, owner: model
        ) { type in
            type is Model.Type && type != Model.self
        }
    }

    /// A layout for an enum with associated values: its `CodingKeys` are the names of its cases.
    ///
    /// ```swift
    /// enum Media: Codable { case song(Song), clip(title: String, seconds: Int) }
    ///
    /// [
    ///     try KeyLayout(cases: CodingKeys.self, .beside("type"), [.clip: .key("video")]),
    ///     try KeyLayout(SongCodingKeys.self, [._0: .flattened]),
    /// ]
    /// // .song(Song(title: "Hi"))           {"type": "song", "title": "Hi"}
    /// // .clip(title: "Hi", seconds: 7)     {"type": "video", "title": "Hi", "seconds": 7}
    /// ```
    ///
    /// - Parameters:
    ///   - keys: The coding-key type of the cases.
    ///   - discriminator: The place of the case name.
    ///   - places: The cases with another name in payloads, by ``KeyPlace/key(_:)``. With ``KeyPlace/alias(_:)`` other
    ///     names are read too.
    ///   - style: The spelling of names that are not listed; by default the format's style.
    /// - Throws: ``KeyLayout/DeclarationError`` if two cases have one name, or if a case has more than names.
    public init<Key: CodingKey>(
        cases keys: Key.Type, _ discriminator: Discriminator, _ places: KeyValuePairs<Key, KeyPlace> = [:],
        style: KeyStyle? = nil
    ) throws(KeyLayout.DeclarationError) {
        try self.init(building: keys, places, style: style, discriminator: discriminator)
    }

    private init<Key: CodingKey>(
        building keys: Key.Type, _ places: KeyValuePairs<Key, KeyPlace>, style: KeyStyle?,
        superclass: VersionFormat.SuperclassPlacement? = nil, discriminator: Discriminator? = nil,
        gaps: KeyLayout.ArrayGaps = .fail,
        conversions: ValueConversions? = nil, inSubclasses: VersionFormat.SuperclassPlacement? = nil,
        owner: AnyClass? = nil, isProperSubclass: (@Sendable (Any.Type) -> Bool)? = nil
    ) throws(KeyLayout.DeclarationError) {
        keyType = ObjectIdentifier(keys)
        keyTypeName = TypeName.short(keys)
        list = places.map { ($0.key.stringValue, $0.value) }
        self.places = Dictionary(list.map { (ByteKey($0.key), $0.place) }, uniquingKeysWith: { first, _ in first })
        self.style = style
        self.superclass = superclass
        self.discriminator = discriminator?.key == nil ? nil : discriminator
        self.gaps = gaps
        self.conversions = conversions
        self.inSubclasses = inSubclasses
        self.owner = owner
        self.isProperSubclass = isProperSubclass
        try KeyLayoutCheck(layout: self, namesCases: discriminator != nil).run(keys)
    }

    /// The layout of a type that nothing is declared for, or the same layout, with a style for the keys that are not
    /// listed.
    init<Key: CodingKey>(_ layout: KeyLayout?, _ keys: Key.Type, style: KeyStyle) {
        keyType = ObjectIdentifier(keys)
        keyTypeName = layout?.keyTypeName ?? TypeName.short(keys)
        list = layout?.list ?? []
        places = layout?.places ?? [:]
        self.style = layout?.style ?? style
        superclass = layout?.superclass
        discriminator = layout?.discriminator
        gaps = layout?.gaps ?? .fail
        conversions = layout?.conversions
        inSubclasses = layout?.inSubclasses
        owner = layout?.owner
        isProperSubclass = layout?.isProperSubclass
    }

    /// The place of a key: its listed place, otherwise the place by the style. For a key whose value is flattened into
    /// the object, the root.
    public func place(of key: some CodingKey) -> JSONPointer {
        if let path = places[ByteKey(key.stringValue)]?.path { return path.pointer }
        return JSONPointer([(style ?? .asDeclared).spelling(of: key.stringValue)])
    }
}
